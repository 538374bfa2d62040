"""One rating period: the events of each player summed and rounded once, first results put together.

Used by the lists:

* `rate_period(edition, period, players)` does all players of a period; `period` is the first day of the list
  that the period makes, `edition` the text in force on that day;
* a `PeriodPlayer` brings his old rating (None: unrated), the rated parts (one for each event in which he was
  rated: `n`, `gain` and nominal `k` of the event's `PlayerRating`) and the first parts (one for each event as
  an unrated player whose `first` is there, with the first day of the list of the period it was counted in,
  older periods included). Fewer games suffice (9.14) where so many lie in results marked as `few`; the
  player's own `few_games` says it of all his results;
* a `PeriodRating` says old and new rating, change unrounded and rounded, games, effective K, and a state:
  `unchanged` (no game), `changed`, `delisted` (new rating below the floor), `first` (published for the first
  time), `waiting` (results kept for the pool, none published yet), `unrated` (nothing to go on).

Pure: the day comes in, nothing is read. Every rounding names its article.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Literal

from ratings.engine.doubts import doubt_steps, doubted
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
    """What the period does to a player; see the head of this module. `doubts` as in `PlayerRating`."""

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
    doubts: tuple[str, ...] = ()


def rate_period(edition: Edition, period: date, players: Iterable[PeriodPlayer]) -> dict[int, PeriodRating]:
    """All players of a period by their number, with a step for each unverified value that decided."""
    return {
        player.number: _marked(
            edition,
            first_of_period(edition, period, player)
            if player.rating is None
            else change_of_period(edition, player, player.rating),
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
        doubts=("change", *_rounding_doubt(old, change)),
    )


def _rounding_doubt(old: int, change: Fraction) -> tuple[str, ...]:
    """The rule of rounding, where the new rating half up and the change away from zero are not the same."""
    return ("new_rating_rounding",) if half_up(old + change) != old + half_away(change) else ()


def first_of_period(edition: Edition, period: date, player: PeriodPlayer) -> PeriodRating:
    """The first published rating of an unrated player, or what is still missing for it (10.3, 8.2, 7.1.4)."""
    good, low = _above_their_floors(edition, player.first)
    fresh, old = _in_window(edition, period, good)
    games = sum(part.result.n for part in fresh)
    if not fresh:
        return PeriodRating(player.number, "unrated", None, None, steps=(*low, *old))
    pooled = _pooled(edition, fresh)
    value = half_up(pooled.value)  # the one rounding of a first rating: 10.32, 8.2.3
    rounded = Step(edition["first_rating_rounding"].article, "pool.rounded", {"exact": pooled.value}, value)
    enough, counted = _games_enough(edition, fresh, everywhere=player.few_games)
    steps = (*low, *old, *pooled.steps, rounded, *counted)
    doubts = _pool_doubts(edition, period, good, fresh)
    floor = edition["floor"]
    if enough and value < floor.integer:
        below: dict[str, Input] = {"rating": value, "floor": floor.integer}
        steps = (*steps, Step(floor.article, "pool.below_floor", below, None))
    published = enough and value >= floor.integer
    return PeriodRating(
        number=player.number,
        state="first" if published else "waiting",
        old=None,
        new=value if published else None,
        n=games,
        used=fresh,
        steps=steps,
        doubts=doubts,
    )


def _games_enough(
    edition: Edition, parts: tuple[FirstPart, ...], *, everywhere: bool
) -> tuple[bool, tuple[Step, ...]]:
    """Whether so many games make a rating (9.14), with a step where fewer suffice or some are missing."""
    games, needed = sum(part.result.n for part in parts), edition["first_rating_games"]
    if games >= needed.integer:
        return True, ()
    fewer = edition.get("first_rating_games_less")
    special = sum(part.result.n for part in parts if everywhere or part.result.few)
    if fewer is not None and special >= fewer.integer:
        suffices: dict[str, Input] = {"games": special, "needed": fewer.integer}
        return True, (Step(fewer.article, "pool.fewer_games_needed", suffices, None),)
    missing: dict[str, Input] = {"games": games, "needed": needed.integer}
    return False, (Step(needed.article, "pool.games_missing", missing, None),)


def _above_their_floors(
    edition: Edition, parts: tuple[FirstPart, ...]
) -> tuple[tuple[FirstPart, ...], tuple[Step, ...]]:
    """The parts that reach the floor in force when their event was played, and a step for every other.

    10.31 throws away a result under that floor, whatever the floor of the list that is being made.
    """
    good: list[FirstPart] = []
    low: list[Step] = []
    for part in parts:
        floor = part.result.floor
        if floor is None or half_up(part.result.ru) >= floor:
            good.append(part)
            continue
        inputs: dict[str, Input] = {"event": part.event, "rating": part.result.ru, "floor": floor}
        low.append(Step(edition["first_result_floor"].article, "pool.part_below_floor", inputs, None))
    return tuple(good), tuple(low)


def _pool_doubts(
    edition: Edition, period: date, good: tuple[FirstPart, ...], fresh: tuple[FirstPart, ...]
) -> tuple[str, ...]:
    """The window where an older period lies in the pool, and exact weighting where rounding would differ."""
    older = any(part.period != period for part in good)
    window = ("pool_window", "pool_unit") if older else ()
    if edition["first_rating_pool"].text != "weighted_mean_of_results":
        return window
    games = sum(part.result.n for part in fresh)
    exact = sum((part.result.ru * part.result.n for part in fresh), Fraction(0)) / games
    whole = Fraction(sum(half_up(part.result.ru) * part.result.n for part in fresh), games)
    return (*window, "first_result_rounding") if half_up(exact) != half_up(whole) else window


def _marked(edition: Edition, found: PeriodRating) -> PeriodRating:
    names = doubted(edition, found.steps, found.doubts)
    return replace(found, doubts=names, steps=(*found.steps, *doubt_steps(edition, names)))


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
