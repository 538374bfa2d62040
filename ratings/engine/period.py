"""One rating period: the events of each player summed and rounded once, first results put together.

Used by the lists:

* `rate_period(edition, period, players)` does all players of a period; `period` is the first day of the list
  that the period makes, `edition` the text in force on that day;
* a `PeriodPlayer` brings his old rating (None: unrated), the rated parts (one for each event in which he was
  rated: `n`, `gain` and nominal `k` of the event's `PlayerRating`) and the first parts (one for each event as
  an unrated player whose `first` is there, with the first day of the list of the period it was counted in,
  older periods included). `few_games` marks a case in which fewer games suffice (9.14);
* a `PeriodRating` says old and new rating, change unrounded and rounded, games, effective K, and a state:
  `unchanged` (no game), `changed`, `delisted` (new rating below the floor), `first` (published for the first
  time), `waiting` (results kept for the pool, none published yet), `unrated` (nothing to go on).

Pure: the day comes in, nothing is read. Every rounding names its article.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal

from ratings.engine.errors import UnknownPolicyError
from ratings.engine.factor import effective_factor
from ratings.engine.first import Result, first_rating
from ratings.engine.lists import list_index
from ratings.engine.results import FirstResult
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_away, half_up

State = Literal["unchanged", "changed", "delisted", "first", "waiting", "unrated"]


@dataclass(frozen=True, slots=True)
class RatedPart:
    """One event of a rated player: its name, counted games, score minus expectation, nominal K."""

    event: str
    n: int
    gain: Fraction
    k: int


@dataclass(frozen=True, slots=True)
class FirstPart:
    """One event of an unrated player: its name, the first day of the list it was counted for, the result."""

    event: str
    period: date
    result: FirstResult


@dataclass(frozen=True, slots=True)
class PeriodPlayer:
    """A player as he enters a period. `number` is any key of the caller's."""

    number: int
    rating: int | None
    rated: tuple[RatedPart, ...] = ()
    first: tuple[FirstPart, ...] = ()
    few_games: bool = False


@dataclass(frozen=True, slots=True)
class PeriodRating:
    """What the period does to a player; see the head of this module."""

    number: int
    state: State
    old: int | None
    new: int | None
    change: Fraction = Fraction(0)
    rounded_change: int = 0
    n: int = 0
    k: int | None = None
    used: tuple[FirstPart, ...] = ()
    steps: tuple[Step, ...] = ()


def rate_period(edition: Edition, period: date, players: Iterable[PeriodPlayer]) -> dict[int, PeriodRating]:
    """All players of a period by their number."""
    return {
        player.number: (
            first_of_period(edition, period, player)
            if player.rating is None
            else change_of_period(edition, player, player.rating)
        )
        for player in players
    }


def change_of_period(edition: Edition, player: PeriodPlayer, old: int) -> PeriodRating:
    """The new rating of a rated player: unrounded changes of all events, rounded once (10.54, 8.3.4)."""
    if not any(part.n for part in player.rated):
        return PeriodRating(player.number, "unchanged", old, old)
    games = sum(part.n for part in player.rated)
    factors = [effective_factor(edition, part.k, games) for part in player.rated]
    parts = tuple(
        _event_step(edition, part, factor) for part, factor in zip(player.rated, factors, strict=True)
    )
    change = sum(
        (factor.value * part.gain for part, factor in zip(player.rated, factors, strict=True)), Fraction(0)
    )
    inputs: dict[str, Input] = {"events": len(parts)}
    total = Step(edition["change"].article, "period.sum", inputs, change, parts)
    new, rounded = _new_rating(edition, old, change)
    floor = edition["floor"].integer
    delisted: tuple[Step, ...] = ()
    if new < floor:
        below: dict[str, Input] = {"rating": new, "floor": floor}
        delisted = (Step(edition["below_floor"].article, "period.delisted", below, None),)
    return PeriodRating(
        number=player.number,
        state="delisted" if delisted else "changed",
        old=old,
        new=new,
        change=change,
        rounded_change=new - old,
        n=games,
        k=min(factor.value for factor in factors),
        steps=(total, *rounded, *delisted),
    )


def first_of_period(edition: Edition, period: date, player: PeriodPlayer) -> PeriodRating:
    """The first published rating of an unrated player, or what is still missing for it (10.3, 8.2, 7.1.4)."""
    fresh, old = _in_window(edition, period, player.first)
    games = sum(part.result.n for part in fresh)
    if not fresh:
        return PeriodRating(player.number, "unrated", None, None, steps=old)
    needed = edition["first_rating_games"]
    fewer = edition.get("first_rating_games_less")
    if player.few_games and fewer is not None:
        needed = fewer
    pooled = _pooled(edition, fresh)
    value = half_up(pooled.value)  # the one rounding of a first rating: 10.32, 8.2.3
    rounded = Step(edition["first_rating_rounding"].article, "pool.rounded", {"exact": pooled.value}, value)
    steps = (*old, *pooled.steps, rounded)
    missing: Step | None = None
    if games < needed.integer:
        inputs: dict[str, Input] = {"games": games, "needed": needed.integer}
        missing = Step(needed.article, "pool.games_missing", inputs, None)
    elif value < edition["floor"].integer:
        below: dict[str, Input] = {"rating": value, "floor": edition["floor"].integer}
        missing = Step(edition["floor"].article, "pool.below_floor", below, None)
    if missing is not None:
        return PeriodRating(
            player.number, "waiting", None, None, n=games, used=fresh, steps=(*steps, missing)
        )
    return PeriodRating(player.number, "first", None, value, n=games, used=fresh, steps=steps)


def _event_step(edition: Edition, part: RatedPart, factor: Explained[int]) -> Step:
    inputs: dict[str, Input] = {"event": part.event, "games": part.n, "gain": part.gain, "k": factor.value}
    return Step(edition["change"].article, "period.event", inputs, factor.value * part.gain, factor.steps)


def _new_rating(edition: Edition, old: int, change: Fraction) -> tuple[int, tuple[Step, ...]]:
    """The new rating, rounded as the edition says: itself half up, or the change away from zero."""
    rule = edition["new_rating_rounding"]
    if rule.text == "new_rating_half_up":
        new = half_up(old + change)  # 10.54: Rn = R0 + sum; 10.32: to the nearest whole number
        inputs: dict[str, Input] = {"old": old, "change": change, "exact": old + change}
        return new, (Step(rule.article, "period.new_rating_rounded", inputs, new),)
    if rule.text == "change_half_away":
        rounded = half_away(change)  # 8.3.4: the change of the period, a half away from zero
        first = Step(rule.article, "period.change_rounded", {"change": change}, rounded)
        total: dict[str, Input] = {"old": old, "change": rounded}
        return old + rounded, (first, Step(rule.article, "period.new_rating", total, old + rounded))
    raise UnknownPolicyError(f"{edition.key}: no rule {rule.text!r} for rounding a new rating.")


def _in_window(
    edition: Edition, period: date, parts: tuple[FirstPart, ...]
) -> tuple[tuple[FirstPart, ...], tuple[Step, ...]]:
    """The parts near enough to be put together, oldest first; a step for each too old (9.14c, 7.1.4)."""
    window = edition["pool_window"]
    unit = edition["pool_unit"].text
    fresh, old = [], []
    for part in sorted(parts, key=lambda item: (item.period, item.event)):
        if _age(edition, unit, part.period, period) < window.integer:
            fresh.append(part)
        else:
            inputs: dict[str, Input] = {"event": part.event, "window": window.integer, "unit": unit}
            old.append(Step(window.article, "pool.too_old", inputs, None))
    return tuple(fresh), tuple(old)


def _age(edition: Edition, unit: str, first: date, now: date) -> int:
    """How many periods, or months, lie between two lists; 0 for the same."""
    if unit == "periods":
        return list_index(edition, now) - list_index(edition, first)
    if unit == "months":
        return (now.year - first.year) * 12 + now.month - first.month
    raise UnknownPolicyError(f"{edition.key}: results are not pooled over {unit!r}.")


def _pooled(edition: Edition, parts: tuple[FirstPart, ...]) -> Explained[Fraction]:
    """The rating of all parts together, unrounded."""
    rule = edition["first_rating_pool"].text
    if rule == "weighted_mean_of_results":
        return _weighted(edition, parts)
    if rule == "all_games_together":
        return _together(edition, parts)
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for putting first results together.")


def _weighted(edition: Edition, parts: tuple[FirstPart, ...]) -> Explained[Fraction]:
    """The mean of the event results, each with the weight of its games; each result unrounded (10.3)."""
    article = edition["first_rating_pool"].article
    games = sum(part.result.n for part in parts)
    value = sum((part.result.ru * part.result.n for part in parts), Fraction(0)) / games
    steps = tuple(
        Step(
            article,
            "pool.part",
            {"event": part.event, "games": part.result.n, "ru": part.result.ru},
            part.result.ru * part.result.n,
        )
        for part in parts
    )
    inputs: dict[str, Input] = {"parts": len(parts), "games": games}
    return Explained(value, (Step(article, "pool.weighted", inputs, value, steps),), edition.key)


def _together(edition: Edition, parts: tuple[FirstPart, ...]) -> Explained[Fraction]:
    """All games as if played in one event."""
    article = edition["first_rating_pool"].article
    result = Result(
        sum((part.result.opponents_sum for part in parts), Fraction(0)),
        sum(part.result.n for part in parts),
        sum(part.result.halves for part in parts),
    )
    steps = tuple(
        Step(
            article,
            "pool.result",
            {
                "event": part.event,
                "points": Fraction(part.result.halves, 2),
                "games": part.result.n,
                "sum": part.result.opponents_sum,
            },
            None,
        )
        for part in parts
    )
    inputs: dict[str, Input] = {
        "parts": len(parts),
        "points": Fraction(result.halves, 2),
        "games": result.games,
        "sum": result.opponents_sum,
    }
    together = Step(article, "pool.together", inputs, None, steps)
    found = first_rating(edition, result)
    return Explained(found.value, (together, *found.steps), edition.key)
