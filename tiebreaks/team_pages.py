"""Standings of teams: counted from the record, with the members' own results; derivations as for players."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.ui import points
from tiebreaks.derivations import Count
from tiebreaks.engine.criterion import Value
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.ranking import Standings
from tiebreaks.engine.registry import codes_of
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tiebreaks.sentences import criterion_name
from tiebreaks.services import Rules, rules_of
from tiebreaks.shown import digits_of, value_shown
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Record
from tournaments.rulebook.rounding import plain
from tournaments.snapshot import record_of

ALWAYS = ("MP", "GP", "MPVGP")


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """What the page shows: the standing, names and members by team number, and what the columns are called."""

    standings: Standings
    count: Count
    members: dict[int, list[dict[str, str]]]
    rules: Rules

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Label and full name of each column of values."""
        return [(label, criterion_name(label)) for label in self.standings.labels]

    def rows(self) -> list[dict[str, Any]]:
        """The teams by place, with the values as their columns show them."""
        labels = self.standings.labels
        columns = {label: [_text(row.values[label]) for row in self.standings.rows] for label in labels}
        digits = {label: digits_of(label, column) for label, column in columns.items()}
        return [
            {
                "place": row.place,
                "number": row.number,
                "name": self.count.names[row.number],
                "values": [(label, _shown(label, row.values[label], digits[label])) for label in labels],
                "exact": {label: columns[label][index] for label in labels},
                "members": self.members.get(row.number, []),
            }
            for index, row in enumerate(self.standings.rows)
        ]


def _text(value: Value) -> str | None:
    return None if value is None else plain(value)


def _shown(label: str, value: Any, digits: int) -> str:
    return value_shown(label, None if value is None else Fraction(value), digits)


def team_order(event: Event) -> tuple[str, ...]:
    """The event's order as far as teams are ranked by it, with both scores of a team in front.

    What belongs to players alone is left out here, as `player_order` leaves out what belongs to teams.
    """
    rules = rules_of(event)
    known = codes_of(rules.edition, teams=True)
    wanted = [code for code in rules.order if code.partition("/")[0].partition(":")[0] in known]
    scores = [code for code in ALWAYS if code in known and code not in wanted]
    rest = [code for code in wanted if code != "PTS"]
    return ("PTS", *rest, *scores)


def team_standings(event: Event) -> TeamStandings:
    """The standing of the teams; raises DomainError where the event has none or nothing can be counted."""
    record = record_of(event.pk)
    rules = rules_of(event)
    try:
        working = team_working_of(record, rules.edition, unplayed=rules.unplayed)
        standings = rank_team_working(working, team_order(event))
    except TieBreakError as error:
        raise DomainError(
            _("The teams cannot be ranked: %(reason)s") % {"reason": error.message},
            error.code,
            _("Check the matches of the rounds and the order of the tie-breaks."),
        ) from error
    names = {team.number: team.name for team in record.teams}
    return TeamStandings(standings, Count(names, working, standings), _members(record), rules)


def _members(record: Record) -> dict[int, list[dict[str, str]]]:
    table = crosstable(record)
    found: dict[int, list[dict[str, str]]] = {}
    for team in record.teams:
        found[team.number] = [
            {
                "board": str(board),
                "name": table.rows[number].entry.name,
                "points": points(table.rows[number].halves),
                "games": str(sum(cell.side.played for cell in table.rows[number].cells)),
            }
            for board, number in enumerate(team.members, 1)
        ]
    return found
