"""Why a round of a team Swiss was paired so, from the record of play."""

from dataclasses import dataclass

from tournaments.models import Event, Round, TeamMatch
from tournaments.pairing.swiss import first_colour_shown
from tournaments.pairing.team_why import MatchWhy, TeamFacts, TeamWhy, explain_matches, team_facts
from tournaments.services.teams import rules_for
from tournaments.snapshot import record_of


@dataclass(frozen=True, slots=True)
class TeamRoundWhy:
    """A round of matches by score group (score that pairs, in halves, highest first) and who has the bye."""

    round: Round
    groups: tuple[tuple[int, tuple[tuple[TeamMatch, MatchWhy], ...]], ...]
    bye: tuple[TeamMatch, TeamFacts] | None
    accelerated: bool
    how: TeamWhy


def team_round_reasons(event: Event, number: int) -> TeamRoundWhy | None:
    """The reasons of a whole round; None where no match is paired."""
    rows = list(
        TeamMatch.objects.filter(round__event=event, round__number=number)
        .select_related("home", "away", "round")
        .order_by("number")
    )
    matches = [row for row in rows if row.away is not None]
    if not matches:
        return None
    record, rules = record_of(event.pk), rules_for(event)
    how = TeamWhy(
        rules.primary,  # type: ignore[arg-type]
        rules.secondary,
        rules.preference,  # type: ignore[arg-type]
        event.first_colour or first_colour_shown(record) or "w",
    )
    pairs = [(row.home.number, row.away.number if row.away else 0) for row in matches]
    groups: dict[int, list[tuple[TeamMatch, MatchWhy]]] = {}
    reasons = explain_matches(record, number, pairs, how)
    for row, why in zip(matches, reasons, strict=True):
        groups.setdefault(why.group, []).append((row, why))
    free = next((row for row in rows if row.bye == TeamMatch.Bye.ALLOCATED), None)
    known = team_facts(record, number, how)
    return TeamRoundWhy(
        matches[0].round,
        tuple((halves, tuple(groups[halves])) for halves in sorted(groups, reverse=True)),
        None if free is None else (free, known[free.home.number]),
        any(each.virtual for each in known.values()),
        how,
    )
