"""Which values of an edition are not held against the published text, and where they decided a number."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ratings.engine.results import PlayerRating
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step

# The parameters that a step rests on, beside those that the calculation itself names for a line.
RESTS_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "expected.share": ("expected",),
        "expected.games": ("expected",),
        "opponent.cut": ("gap_cap",),
        "first.even": ("first_rating_even",),
        "first.plus": ("first_rating_plus",),
        "first.minus": ("first_rating_minus",),
        "first.minus_notional": ("first_rating_minus",),
        "first.minus_shrunk": ("round_robin_minus",),
        "first.minus_shrunk_notional": ("round_robin_minus",),
        "first.draws": ("hypothetical_games", "hypothetical_rating"),
        "first.limited": ("first_rating_limit",),
        "first.below_floor_dropped": ("floor", "first_result_floor"),
        "first.below_floor_pooled": ("floor", "first_result_floor"),
        "first.more_games_needed": ("first_rating_games",),
        "none.first_event": ("first_event_points",),
        "none.few_opponents": ("rated_opponents_needed", "rated_opponents_rule"),
        "none.match": ("match_with_unrated",),
    }
)


def with_doubts(edition: Edition, line: PlayerRating) -> PlayerRating:
    """The line with a step for every unverified parameter that decided a number of it."""
    resting = (name for step in _every(line.steps) for name in RESTS_ON.get(step.key, ()))
    names = [name for name in dict.fromkeys((*line.doubts, *resting)) if not edition[name].verified]
    steps = tuple(
        Step(
            edition[name].article,
            "edition.unverified",
            {"parameter": name, "note": edition[name].note},
            None,
        )
        for name in names
    )
    return replace(line, doubts=tuple(names), steps=(*line.steps, *steps))


def doubt_findings(edition: Edition, players: tuple[PlayerRating, ...]) -> list[Finding]:
    """One note for each unverified parameter, with the players whose numbers it decided."""
    names = dict.fromkeys(name for line in players for name in line.doubts)
    return [
        Finding(
            "note",
            "edition.unverified",
            article=edition[name].article,
            inputs={"parameter": name, "note": edition[name].note},
            players=tuple(line.number for line in players if name in line.doubts),
        )
        for name in names
    ]


def _every(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _every(step.parts)
