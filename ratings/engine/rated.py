"""A rated player in one event: by the mean of his opponents, or game by game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from ratings.engine.averages import Average, expected_steps, mean_of_opponents, rounding_decided
from ratings.engine.errors import UnknownPolicyError
from ratings.engine.factor import change_step, effective_factor, factor_doubts, nominal_factor
from ratings.engine.facts import Player
from ratings.engine.games import Meeting, score
from ratings.engine.gap import counted_differences
from ratings.engine.results import PlayerRating
from ratings.engine.tables import pd_hundredths
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Reference, Step
from tournaments.rulebook.rounding import half_up

NO_STEPS: Mapping[int, Step] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Expectation:
    """Expected points with Rc, the steps to them, and the unverified parameters that decided."""

    rc: int
    we: Fraction
    steps: tuple[Step, ...]
    doubts: tuple[str, ...]


def rated_line(
    edition: Edition,
    player: Player,
    meetings: tuple[Meeting, ...],
    expectation: Expectation,
    *,
    performed: Explained[int | None],
    day: date | None,
) -> PlayerRating:
    """The line of a rated player: K times the difference of score and expectation (10.53, 8.3.3).

    `performed` is the performance to be shown beside; `day` the first day of play.
    """
    nominal = nominal_factor(edition, player, day)
    effective = effective_factor(edition, nominal.value, len(meetings))
    points = score(meetings)
    gain = points - expectation.we
    gain_step = Step(edition["change"].article, "gain", {"w": points, "we": expectation.we}, gain)
    change = change_step(edition, effective.value, gain)
    return PlayerRating(
        number=player.number,
        name=player.name,
        ro=player.rating,
        rc=expectation.rc,
        n=len(meetings),
        w=points,
        we=expectation.we,
        k=effective.value,
        k_nominal=nominal.value,
        gain=gain,
        change=effective.value * gain,
        rp=performed.value,
        steps=(*expectation.steps, gain_step, *nominal.steps, *effective.steps, change, *performed.steps),
        doubts=("method", "change", *expectation.doubts, *factor_doubts(edition, player, day)),
    )


def is_by_mean(edition: Edition) -> bool:
    """Whether the edition looks up the mean of the opponents once; else it looks up every game."""
    rule = edition["method"].text
    if rule not in ("per_game", "mean_opponent"):
        raise UnknownPolicyError(f"{edition.key}: no method {rule!r}.")
    return rule == "mean_opponent"


def by_mean(edition: Edition, own: int, meetings: Sequence[Meeting], ratings: Sequence[int]) -> Expectation:
    """One look-up at the difference to the mean of the opponents, times the games (10.51 to 10.53)."""
    return expectation_from(edition, own, mean_of_opponents(edition, meetings, ratings, own), len(meetings))


def expectation_from(edition: Edition, own: int, average: Average, games: int) -> Expectation:
    """The expectation against an average that is already known."""
    expected, steps = expected_steps(edition, own, average.rounded, games)
    doubts = ("average",) if rounding_decided(own, average) else ()
    return Expectation(average.rounded, expected, (average.step, *steps), ("gap_cap", *doubts))


def by_game(
    edition: Edition,
    own: int,
    meetings: Sequence[Meeting],
    ratings: Sequence[int],
    origins: Mapping[int, Step] = NO_STEPS,
) -> Expectation:
    """One look-up for every game, the differences cut as the edition says (8.3.1, 8.3.2).

    `origins` tell by start number whence the rating of an opponent without one comes.
    """
    counted = counted_differences(edition, own, ratings)
    parts = tuple(
        _game_step(edition, own, meeting, rating, difference, origins.get(meeting.opponent))
        for meeting, rating, difference in zip(meetings, ratings, counted, strict=True)
    )
    expected = sum((Fraction(pd_hundredths(difference), 100) for difference in counted), Fraction(0))
    gain = score(tuple(meetings)) - expected
    inputs: dict[str, Input] = {"games": len(parts), "we": expected, "gain": gain}
    mean = half_up(Fraction(sum(ratings), len(ratings)))  # shown beside the games, no number depends on it
    step = Step(edition["method"].article, "expected.games", inputs, expected, parts)
    return Expectation(mean, expected, (step,), _cut_doubts(edition, own, ratings, counted))


def _game_step(
    edition: Edition, own: int, meeting: Meeting, rating: int, counted: int, origin: Step | None
) -> Step:
    before = () if origin is None else (origin,)
    share = Fraction(pd_hundredths(counted), 100)
    points = Fraction(meeting.halves, 2)
    inputs: dict[str, Input] = {
        "opponent": Reference("entry", meeting.opponent),
        "round": meeting.round,
        "rating": rating,
        "own": own,
        "difference": own - rating,
        "counted": counted,
        "share": share,
        "score": points,
    }
    if counted == own - rating:
        return Step(edition["method"].article, "game", inputs, points - share, before)
    cut = Step(
        edition["gap_cap"].article,
        "gap.cut",
        {"difference": own - rating, "cap": edition["gap_cap"].integer},
        counted,
    )
    return Step(edition["method"].article, "game.cut", inputs, points - share, (*before, cut))


def _cut_doubts(
    edition: Edition, own: int, ratings: Sequence[int], counted: Sequence[int]
) -> tuple[str, ...]:
    """The cap and its rule where a difference was cut; cutting one game, only if the weaker side's was."""
    cuts = [
        own - rating
        for rating, difference in zip(ratings, counted, strict=True)
        if own - rating != difference
    ]
    if not cuts:
        return ()
    if edition["gap_cap_games"].text == "one_game_per_event" and all(difference > 0 for difference in cuts):
        return ("gap_cap",)
    return ("gap_cap", "gap_cap_games")
