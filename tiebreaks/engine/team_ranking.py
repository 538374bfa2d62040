"""The standing of teams: the same stepwise order, by match points or game points (C.07, 13; Ukrainian 30.2)."""

from collections.abc import Sequence
from dataclasses import replace

from tiebreaks.engine.policies import unplayed_edition
from tiebreaks.engine.ranking import Standings, rank_working
from tiebreaks.engine.team_facts import Reference, TeamFacts, primary_of
from tiebreaks.engine.team_field import team_fields
from tiebreaks.engine.team_working import TeamWorking
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition


def rank_teams(
    record: Record,
    edition: Edition,
    order: Sequence[str],
    primary: Reference | None = None,
    unplayed: Edition | None = None,
    through_round: int | None = None,
    facts: TeamFacts | None = None,
) -> Standings:
    """The standing of a record's teams; rows carry team numbers.

    `order` are codes such as `PTS`, `MPVGP`, `BH:GP/C1`, `EDE`; `primary` is the score that `PTS` means (None:
    the one that the record names, else match points). An item of the order that is the primary score itself
    is skipped with a finding. `facts` override what the record's source says of match points and byes.

    Raises TeamsRefused where the games are no matches of teams, UnknownTieBreak or ModifierRefused for a code,
    MissingStartDay where the start day decides.
    """
    return rank_team_working(team_working_of(record, edition, primary, unplayed, through_round, facts), order)


def team_working_of(
    record: Record,
    edition: Edition,
    primary: Reference | None = None,
    unplayed: Edition | None = None,
    through_round: int | None = None,
    facts: TeamFacts | None = None,
) -> TeamWorking:
    """The count of a record's teams, for standings and derivations (`explain_working`)."""
    chosen = primary_of(record) if primary is None else primary
    return TeamWorking(
        team_fields(record, edition, facts, through_round),
        chosen,
        chosen,
        edition,
        unplayed_edition(edition, record.event.start, unplayed),
    )


def rank_team_working(working: TeamWorking, order: Sequence[str]) -> Standings:
    """The standing of a count already begun."""
    kept = [code for code in order if code.strip().upper() != working.primary]
    standings = rank_working(working, kept)
    if len(kept) == len(order):
        return standings
    about = {"tie_break": working.primary}
    skipped = Finding(
        "note", "tie_break.is_the_primary_score", article=working.article(working.primary), inputs=about
    )
    return replace(standings, findings=(skipped, *standings.findings))
