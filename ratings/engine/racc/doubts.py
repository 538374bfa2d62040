"""Which choices of an edition decided a number where its text is silent."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from ratings.engine.racc.results import CoefficientLine
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step

# The parameters that a step rests on; those that decide without a step of their own come with the line.
RESTS_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "racc.change": ("formula",),
        "racc.opponent.newcomer": ("start_for_opponents",),
        "racc.protected.favourite": ("favourite_of",),
    }
)


def with_doubts(edition: Edition, line: CoefficientLine, chosen: tuple[str, ...]) -> CoefficientLine:
    """The line with a step for every unverified parameter that decided a number of it.

    The two roundings decide nothing where the number was whole already, the rule for first places of teams
    nothing where it protected nobody, that for favourites nothing where every game was played.
    """
    resting = [name for step in _every(line.steps) for name in RESTS_ON.get(step.key, ())]
    if line.average_exact is not None and line.average_exact.denominator != 1:
        resting.append("average")
    if Fraction(line.delta).denominator != 1:
        resting.append("new_coefficient")
    named = [name for name in chosen if name != "first_place_team" or line.protection == "first_place"]
    names = [name for name in dict.fromkeys((*resting, *named)) if not edition[name].verified]
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


def doubt_findings(edition: Edition, players: tuple[CoefficientLine, ...]) -> list[Finding]:
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
