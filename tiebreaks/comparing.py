"""Why one player stands before another: the criterion that separates them, its games, and the unplayed rounds."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.ui import UNKNOWN, points
from tiebreaks.derivations import Count, count_of, derivation_view, derive_in
from tiebreaks.engine.field import (
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    NOT_COUNTED,
    PAIRING_BYE,
    PLAYED,
    ZERO_BYE,
)
from tiebreaks.engine.registry import criterion_of
from tiebreaks.engine.team_working import TeamWorking
from tiebreaks.engine.working import Working
from tiebreaks.selectors import Pair, is_of_teams, legend_of, pair_of
from tiebreaks.shown import SCORE
from tiebreaks.stored import Payload
from tiebreaks.tables import Links, ValueColumns
from tiebreaks.teams import team_count_of
from tournaments.models import Event

KINDS = {
    PAIRING_BYE: gettext_lazy("allocated bye"),
    FULL_BYE: gettext_lazy("full-point bye"),
    HALF_BYE: gettext_lazy("half-point bye"),
    ZERO_BYE: gettext_lazy("absent, or zero-point bye"),
    FORFEIT_WIN: gettext_lazy("won by forfeit"),
    FORFEIT_LOSS: gettext_lazy("lost by forfeit"),
    FORFEIT_DRAW: gettext_lazy("not played, draw awarded"),
}


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round of one player or team: who was met or why nobody, the points, the opponent's score as it is and counts.

    `match` are the points of the boards of a match of teams, both sides. `changed` if the two scores differ, or if
    a stand-in counts for an opponent that there was not.
    """

    round: int
    opponent: str
    points: str
    score: str
    counted: str
    changed: bool
    match: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's rounds, his score, and what it counts in the sums of others."""

    name: str
    rounds: tuple[RoundView, ...]
    score: str
    adjusted: str

    @property
    def changed(self) -> bool:
        """Whether anything counts otherwise than it stands."""
        return self.score != self.adjusted or any(item.changed for item in self.rounds)


def comparison(
    event: Event, payload: Payload, first: int, second: int, through_round: int | None
) -> dict[str, Any]:
    """What the page shows of two start numbers, or `trouble` where there is nothing to compare."""
    if first == second:
        different = (
            _("Choose two different teams.") if is_of_teams(payload) else _("Choose two different players.")
        )
        return {"trouble": different}
    pair = pair_of(payload, first, second)
    if pair is None:
        missing = (
            _("One of these numbers is not in the standings.")
            if is_of_teams(payload)
            else _("One of these start numbers is not in the standings.")
        )
        return {"trouble": missing}
    count = team_count_of(event, through_round) if is_of_teams(payload) else count_of(event, through_round)
    label = None if pair.by_play_off else pair.label
    legend = legend_of(payload)
    return {
        "pair": pair,
        "lines": _lines(event, payload, pair, through_round),
        "ahead": pair.ahead,
        "deciding": next((item for item in legend.criteria if item.label == label), None),
        "derivations": _derivations(count, event, pair, label, through_round),
        "sides": [_side(count, number) for number in (first, second)],
        "by_rounds": label is not None and _by_rounds(label),
        "legend": legend,
    }


def _lines(event: Event, payload: Payload, pair: Pair, through_round: int | None) -> list[dict[str, Any]]:
    """The criteria with both values, down to the one that separates the two."""
    links = Links(event.pk, through_round, of_teams=is_of_teams(payload))
    columns = ValueColumns(payload, links)
    lines = []
    for criterion in legend_of(payload).criteria:
        separates = criterion.label == pair.label
        lines.append(
            {
                "criterion": criterion,
                "decides": separates and not pair.by_play_off,
                "values": [
                    {
                        "text": columns.text(row, criterion.label),
                        "url": links.value(row["number"], criterion.label),
                    }
                    for row in (pair.first, pair.second)
                ],
                "is_points": criterion.label == SCORE,
            }
        )
        if separates:
            break
    return lines


def _derivations(
    count: Count, event: Event, pair: Pair, label: str | None, through_round: int | None
) -> list[dict[str, Any]]:
    """The derivations of the deciding value for both: the games it came from."""
    if label is None:
        return []
    found = (derive_in(count, event, row["number"], label) for row in (pair.first, pair.second))
    return [derivation_view(event, derived, through_round) for derived in found if derived is not None]


def _by_rounds(label: str) -> bool:
    """Whether a criterion comes from own results or the scores of opponents: then the rounds below tell it all."""
    criterion = criterion_of(label)
    return label == SCORE or (criterion.type_letter in ("B", "C") and "ratings" not in criterion.needs)


def _side(count: Count, number: int) -> Side:
    working = count.working
    player = working.field.player(number)
    rounds = (_round(count, player, place) for place in range(working.field.rounds))
    return Side(
        count.names[number],
        tuple(item for item in rounds if item is not None),
        points(working.field.totals[player]),
        points(working.adjusted[player]),
    )


def _round(count: Count, player: int, place: int) -> RoundView | None:
    working, field = count.working, count.working.field
    kind, opponent = field.kinds[player][place], field.opponents[player][place]
    if kind in NOT_COUNTED:
        return None
    name = count.names[field.numbers[opponent]] if opponent >= 0 else ""
    told = name if kind == PLAYED else " · ".join(filter(None, (str(KINDS[kind]), name)))
    made = RoundView(
        place + 1,
        told,
        points(field.halves[player][place]),
        UNKNOWN,
        UNKNOWN,
        changed=False,
        match=_match(working, player, opponent, place),
    )
    if working.counts_as_game(player, place):
        score, counted = field.scores[opponent], working.adjusted[opponent]
        return replace(made, score=points(score), counted=points(counted), changed=score != counted)
    if field.fixed_pairings:
        return made
    stand_in = working.own_value(player, place).halves
    return replace(made, counted=points(stand_in), changed=True)


def _match(working: Working, team: int, opponent: int, place: int) -> str:
    """The points of the boards of both teams in a round; empty for players, or where nobody sat there."""
    if not isinstance(working, TeamWorking) or opponent < 0:
        return ""
    made = working.teams.by_game.halves
    return f"{points(made[team][place])} : {points(made[opponent][place])}"
