"""Standings of teams: counted from the record, kept per version of the event as those of players are."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.ui import points
from tiebreaks import stored as stored_standings
from tiebreaks.derivations import Count
from tiebreaks.engine.criterion import Value
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.ranking import Standings, StandingsRow
from tiebreaks.engine.registry import codes_of
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tiebreaks.engine.team_working import team_working
from tiebreaks.services import Rules, having_special_points, head_of, key_of, rules_of
from tiebreaks.stored import Payload, Stored
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.crosstable import crosstable, rounds_started
from tournaments.record.model import Record
from tournaments.rulebook.rounding import exact_text, plain
from tournaments.snapshot import record_of

ALWAYS = ("MP", "GP", "MPVGP")


def team_order(rules: Rules) -> tuple[str, ...]:
    """The order as far as teams are ranked by it, with both scores of a team in it.

    What belongs to players alone is left out here, as `player_order` leaves out what belongs to teams.
    """
    known = codes_of(rules.edition, teams=True)
    wanted = [code for code in rules.order if code.partition("/")[0].partition(":")[0] in known]
    scores = [code for code in ALWAYS if code in known and code not in wanted]
    rest = [code for code in wanted if code != "PTS"]
    return ("PTS", *rest, *scores)


def team_standings_of(event: Event, through_round: int | None = None) -> Payload:
    """The standings of the teams after a round (None: as they stand), counted once per version.

    As `standings_of`; the rows hold `members` instead of what is a player's own. Raises DomainError where the
    event has no teams or nothing can be counted.
    """
    rules = rules_of(event)
    key = key_of(event, rules, through_round, of_teams=True)
    stored = stored_standings.found(key)
    if stored is None:
        stored = Stored(_counted(event, rules, through_round), ())
        stored_standings.keep(key, stored)
    return stored.head


def team_count_of(event: Event, through_round: int | None = None) -> Count:
    """The count of the teams from the facts as they stand; raises DomainError as `team_standings_of`."""
    return _count(record_of(event.pk), rules_of(event), through_round)


def team_ranking(record: Record, rules: Rules) -> Standings:
    """The standing of the teams of a record under the rules of its event; raises DomainError as `team_standings_of`."""
    return _count(record, rules, None).standings


def _count(record: Record, rules: Rules, through_round: int | None) -> Count:
    try:
        working = team_working_of(record, rules.edition, unplayed=rules.unplayed, through_round=through_round)
        standings = rank_team_working(working, team_order(rules))
    except TieBreakError as error:
        raise DomainError(
            _("The teams cannot be ranked: %(reason)s") % {"reason": error.message},
            error.code,
            _("Check the matches of the rounds and the order of the tie-breaks."),
        ) from error
    return Count({team.number: team.name for team in record.teams}, working, standings)


def _counted(event: Event, rules: Rules, through_round: int | None) -> Payload:
    record = record_of(event.pk)
    count = _count(record, rules, through_round)
    members = _members(record, count.standings.rounds)
    working = team_working(count.working)
    primary = working.primary
    special = having_special_points(working.by("MP")) | having_special_points(working.by("GP"))
    return head_of(event, count.standings) | {
        "of_teams": True,
        "primary": primary,
        "started": rounds_started(record),
        "planned": record.event.rounds,
        "fixed_pairings": count.working.field.fixed_pairings,
        "rows": [_row(row, count.names, members, special) for row in count.standings.rows],
    }


def _row(
    row: StandingsRow,
    names: Mapping[int, str],
    members: Mapping[int, list[dict[str, str]]],
    special: Collection[int],
) -> dict[str, Any]:
    values = {label: _text(value) for label, value in row.values.items()}
    made: dict[str, Any] = {
        "place": row.place,
        "number": row.number,
        "name": names[row.number],
        "points": values["PTS"],
        "values": values,
        "reasons": dict(row.reasons),
        "path": list(row.path),
        "members": members[row.number],
    }
    if row.number in special:
        made["special"] = True
    exact = {
        label: text
        for label, value in row.values.items()
        if value is not None and (text := exact_text(Fraction(value)))
    }
    return made | ({"exact": exact} if exact else {})


def _text(value: Value) -> str | None:
    return None if value is None else plain(value)


def _members(record: Record, rounds: int) -> dict[int, list[dict[str, str]]]:
    """The members of each team by board, with their points and games after so many rounds."""
    rows = crosstable(record).rows
    found = {}
    for team in record.teams:
        found[team.number] = [
            {
                "board": str(board),
                "name": rows[number].entry.name,
                "points": points(rows[number].score_after(rounds)),
                "games": str(sum(cell.played for cell in rows[number].cells[:rounds])),
            }
            for board, number in enumerate(team.members, 1)
        ]
    return found
