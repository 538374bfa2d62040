"""The policies of an edition bound to small functions: how unplayed rounds count (C.07, 15 and 16).

A policy is a name in the edition file; what it does stands here, once.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import (
    FORFEIT_LOSS,
    FORFEITS,
    MISSED_BY_CHOICE,
    NOT_COUNTED,
    PLAYED,
    REQUESTED_BYES,
    Field,
)
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition_in_force

# -- the score of a player in the sums of his opponents (16.3) -----------------------------------------


def every_unplayed_round_as_a_draw(field: Field, player: int) -> frozenset[int]:
    """Rounds that count as draws for the opponents: all that were not played."""
    kinds = field.kinds[player]
    return frozenset(r for r in range(field.rounds) if kinds[r] != PLAYED and kinds[r] not in NOT_COUNTED)


def requested_byes_at_the_end_as_draws(field: Field, player: int) -> frozenset[int]:
    """Requested byes that only rounds missed by choice follow, or that are in the last round (16.2.5).

    A forfeit loss counts as awarded, even at the end (16.2.4), but does not end the row.
    """
    kinds = field.kinds[player]
    return frozenset([r for r in _missed_at_the_end(field, player) if kinds[r] in REQUESTED_BYES])


def unavailable_to_the_end_as_draws(field: Field, player: int) -> frozenset[int]:
    """Requested byes and forfeit losses after which the player was never available again."""
    return frozenset(_missed_at_the_end(field, player))


_MISSED = bytes(MISSED_BY_CHOICE)


def _missed_at_the_end(field: Field, player: int) -> range:
    """The unbroken row of rounds missed by choice that reaches the last counted round."""
    return range(len(field.kinds[player].rstrip(_MISSED)), field.rounds)


# -- the score put in for an own unplayed round (16.4) -------------------------------------------------


class OwnValue(NamedTuple):
    """The stand-in opponent of an own unplayed round: his score in halves and what limited it."""

    halves: int
    key: str
    ceiling: int | None = None


def own_score(field: Field, player: int, round_place: int, adjusted: list[int], rounds: int) -> OwnValue:
    """The player's own score: a game against himself, or a dummy with his score."""
    return OwnValue(field.scores[player], "own.own_score")


def virtual_opponent(
    field: Field, player: int, round_place: int, adjusted: list[int], rounds: int
) -> OwnValue:
    """The virtual opponent: SPR + (1 - SfPR) + half a point for each later round.

    SPR is the score before the round, SfPR what was awarded in it. Who got 0 met a winner.
    """
    before, awarded = field.score_before(player, round_place), field.halves[player][round_place]
    later = rounds - round_place - 1
    return OwnValue(before + field.win - awarded + field.draw * later, "own.virtual_opponent")


def own_score_with_ceiling(
    field: Field, player: int, round_place: int, adjusted: list[int], rounds: int
) -> OwnValue:
    """The own score up to a ceiling (16.4).

    For a forfeit it is the scheduled opponent's adjusted score (16.4.1), for every other unplayed round a
    draw in each round (16.4.2). A forfeit whose opponent the source does not name
    falls under the second ceiling.
    """
    own, opponent = field.scores[player], field.opponents[player][round_place]
    if opponent >= 0 and field.kinds[player][round_place] in FORFEITS:
        ceiling, key = adjusted[opponent], "own.ceiling_of_the_opponent"
    else:
        ceiling, key = field.draw * rounds, "own.ceiling_of_draws"
    return OwnValue(own if own < ceiling else ceiling, key, ceiling)


# -- the result that multiplies the value in Sonneborn-Berger ------------------------------------------


def as_awarded(field: Field, player: int, round_place: int) -> int:
    """The points awarded for the round, in halves."""
    return field.halves[player][round_place]


def as_draw(field: Field, player: int, round_place: int) -> int:
    """The points of a draw, in halves, whatever was awarded."""
    return field.draw


# -- cuts -----------------------------------------------------------------------------------------------


def no_exception(missed: int, least: int) -> bool:
    """The least significant value is cut, whatever rounds were missed."""
    return False


def missed_round_first(missed: int, least: int) -> bool:
    """A round missed by choice is cut before any other."""
    return True


def missed_round_unless_lower(missed: int, least: int) -> bool:
    """A round missed by choice is cut unless it gave less than the least significant value (16.5.1)."""
    return missed >= least


# -- forfeits where the pairings were fixed beforehand (15.2) ------------------------------------------


def forfeits_are_games(kind: int) -> bool:
    """Every forfeit is a regular game in the counts of own results."""
    return True


def games_except_own_forfeit_losses(kind: int) -> bool:
    """A forfeit loss stays an unplayed round in the counts of own results."""
    return kind != FORFEIT_LOSS


# -- "the number of rounds" in a standing before the end -------------------------------------------------


def rounds_counted(field: Field) -> int:
    """The rounds of this standing."""
    return field.rounds


def rounds_announced(field: Field) -> int:
    """The rounds of the whole event."""
    return max(field.rounds, field.announced)


DrawRounds = Callable[[Field, int], frozenset[int]]
OWN_UNPLAYED: Mapping[str, Callable[[Field, int, int, list[int], int], OwnValue]] = {
    "own_score": own_score,
    "virtual_opponent": virtual_opponent,
    "own_score_with_ceiling": own_score_with_ceiling,
}
OPPONENT_SCORE: Mapping[str, DrawRounds] = {
    "every_unplayed_round_as_a_draw": every_unplayed_round_as_a_draw,
    "requested_byes_at_the_end_as_draws": requested_byes_at_the_end_as_draws,
    "unavailable_to_the_end_as_draws": unavailable_to_the_end_as_draws,
}
OWN_RESULT: Mapping[str, Callable[[Field, int, int], int]] = {"as_awarded": as_awarded, "draw": as_draw}
CUT_EXCEPTION: Mapping[str, Callable[[int, int], bool]] = {
    "none": no_exception,
    "missed_round_first": missed_round_first,
    "missed_round_unless_lower": missed_round_unless_lower,
}
FIXED_FORFEITS: Mapping[str, Callable[[int], bool]] = {
    "games": forfeits_are_games,
    "games_except_own_forfeit_losses": games_except_own_forfeit_losses,
}
ROUND_COUNT: Mapping[str, Callable[[Field], int]] = {
    "rounds_counted": rounds_counted,
    "rounds_announced": rounds_announced,
}
IN_FORCE = "c07_in_force_on_the_start_day"


def unplayed_edition(edition: Edition, start_day: date | None, chosen: Edition | None = None) -> Edition:
    """The edition that says how unplayed rounds count.

    The one chosen for the event; else the edition itself; else, where it refers to the FIDE rules in
    force, the C.07 text of the start day. Raises MissingStartDay without a day, TieBreakError if the chosen
    edition says nothing of unplayed rounds.
    """
    if chosen is not None:
        if chosen.get("own_unplayed") is None:
            raise TieBreakError(
                f"{chosen.key} does not say how unplayed rounds count.", hint="Choose an edition of C.07."
            )
        return chosen
    if edition.get("own_unplayed") is not None:
        return edition
    if edition["unplayed_games"].text != IN_FORCE:
        raise TieBreakError(
            f"{edition.key}: unknown policy {edition['unplayed_games'].text!r} for unplayed games."
        )
    return edition_in_force("c07", start_day)
