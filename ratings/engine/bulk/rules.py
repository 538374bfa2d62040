"""What of an edition the kernel computes with, or that it must leave the edition to the exact engine."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.rulebook.editions import Edition

# Policies that the kernel knows, by parameter. One that it does not know sends the event to the exact engine.
KNOWN = MappingProxyType(
    {
        "method": {"per_game", "mean_opponent"},
        "round_robin": {"as_swiss", "average_for_unrated", "tournament_average"},
        "gap_cap_games": {
            "every_opponent",
            "every_game",
            "one_game_per_event",
            "every_game_below_own_limit",
        },
        "eligible_games": {"rated_opponents"},
        "unplayed_games": {"not_counted"},
        "first_event_counts": {"all_games", "against_rated"},
        "rated_opponents_rule": {"in_each_event", "until_one_valid_event"},
        "first_rating": {"mean_opponent", "hypothetical_draws", "none"},
        "first_result_floor": {"each_result", "pooled_result"},
        "change": {"factor_times_difference"},
    }
)


@dataclass(frozen=True, slots=True)
class EventRules:
    """An edition's numbers for one event. Half points where a name says `halves`.

    `plus_halves` is twice what a half point above 50 % brings; `own_limit` the own rating from which nothing is
    cut, beyond every rating where there is none. A difference of `excluded_from` or more is not rated if one side
    is rated above `excluded_above`.
    """

    by_mean: bool
    cap: int
    own_limit: int
    one_game: bool
    first_limit_halves: int
    first_by_all_games: bool
    opponents_needed: int
    until_one_valid_event: bool
    plus_halves: int
    draws: int
    draws_rating: int
    first_limit: int
    floor: int
    drops_below_floor: bool
    refuses_matches: bool
    admits_unrated: bool
    excluded_from: int
    excluded_above: int


NO_LIMIT = 1_000_000


def event_rules(edition: Edition) -> EventRules | None:
    """The edition's rules for an event; None where it holds a policy that the kernel does not know."""
    if not knows(edition, KNOWN):
        return None
    policy = edition["first_rating"].text
    admits, by_draws = policy != "none", policy == "hypothetical_draws"
    own_limit = edition["gap_cap_games"].text == "every_game_below_own_limit"
    return EventRules(
        by_mean=edition["method"].text == "mean_opponent",
        cap=edition["gap_cap"].integer,
        own_limit=edition["gap_cap_own_limit"].integer if own_limit else NO_LIMIT,
        one_game=edition["gap_cap_games"].text == "one_game_per_event",
        first_limit_halves=int(edition["first_event_points"].number * 2) if admits else 0,
        first_by_all_games=admits and edition["first_event_counts"].text == "all_games",
        opponents_needed=edition["rated_opponents_needed"].integer if admits else 0,
        until_one_valid_event=admits and edition["rated_opponents_rule"].text == "until_one_valid_event",
        plus_halves=0 if (plus := edition.get("first_rating_plus")) is None else int(plus.number * 2),
        draws=edition["hypothetical_games"].integer if by_draws else 0,
        draws_rating=edition["hypothetical_rating"].integer if by_draws else 0,
        first_limit=_integer(edition, "first_rating_limit"),
        floor=_integer(edition, "floor"),
        drops_below_floor=admits and edition["first_result_floor"].text == "each_result",
        refuses_matches=edition.get("match_with_unrated") is not None,
        admits_unrated=admits,
        excluded_from=_integer(edition, "gap_excluded"),
        excluded_above=_integer(edition, "gap_excluded_above"),
    )


def knows(edition: Edition, known: "MappingProxyType[str, set[str]]") -> bool:
    """Whether every policy of the edition under these names is among those known."""
    return all(
        parameter.text in policies
        for name, policies in known.items()
        if (parameter := edition.get(name)) is not None
    )


def _integer(edition: Edition, name: str) -> int:
    parameter = edition.get(name)
    return NO_LIMIT if parameter is None else parameter.integer


def all_event_rules(editions: Iterable[Edition]) -> tuple[EventRules | None, ...]:
    """The rules of each edition in order."""
    return tuple(event_rules(edition) for edition in editions)
