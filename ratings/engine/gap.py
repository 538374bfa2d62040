"""The rule that a great difference of ratings counts as a smaller one, in its forms."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from ratings.engine.errors import UnknownPolicyError
from tournaments.rulebook.editions import Edition


def cut(difference: int, cap: int) -> int:
    """The difference, at most `cap` either way.

    >>> cut(449, 400), cut(-500, 400), cut(12, 400)
    (400, -400, 12)
    """
    return max(-cap, min(cap, difference))


def is_excluded(edition: Edition, own: int, other: int) -> bool:
    """Whether a game is not rated at all: a difference of 600 or more, one side above 2600 (rapid, blitz)."""
    limit, above = edition.get("gap_excluded"), edition.get("gap_excluded_above")
    if limit is None or above is None:
        return False
    return abs(own - other) >= limit.integer and max(own, other) > above.integer


def counted_differences(edition: Edition, own: int, opponents: Sequence[int]) -> tuple[int, ...]:
    """Own rating minus opponent's for each game, as the edition counts it."""
    rule = edition["gap_cap_games"].text
    if rule not in RULES:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for great differences.")
    return RULES[rule](edition, own, opponents)


def _every_game(edition: Edition, own: int, opponents: Sequence[int]) -> tuple[int, ...]:
    cap = edition["gap_cap"].integer
    return tuple(cut(own - opponent, cap) for opponent in opponents)


def _below_own_limit(edition: Edition, own: int, opponents: Sequence[int]) -> tuple[int, ...]:
    """Only players rated under the limit have their differences cut; from it on each counts in full."""
    if own >= edition["gap_cap_own_limit"].integer:
        return tuple(own - opponent for opponent in opponents)
    return _every_game(edition, own, opponents)


def _one_game(edition: Edition, own: int, opponents: Sequence[int]) -> tuple[int, ...]:
    """One game of the event is cut, that with the greatest difference; all others count in full.

    Of equal differences the one in which the player is the stronger is cut, for the rule is written for him.
    """
    differences = [own - opponent for opponent in opponents]
    greatest = max(range(len(differences)), key=lambda index: (abs(differences[index]), differences[index]))
    differences[greatest] = cut(differences[greatest], edition["gap_cap"].integer)
    return tuple(differences)


RULES: Mapping[str, Callable[[Edition, int, Sequence[int]], tuple[int, ...]]] = MappingProxyType(
    {
        "every_opponent": _every_game,
        "every_game": _every_game,
        "every_game_below_own_limit": _below_own_limit,
        "one_game_per_event": _one_game,
    }
)
