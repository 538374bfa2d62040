"""An unrated player in one event: whether his result counts, and what rating it stands for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from ratings.engine.averages import mean_of_opponents
from ratings.engine.errors import UnknownPolicyError
from ratings.engine.facts import Player
from ratings.engine.games import Meeting, score
from ratings.engine.performance import performance
from ratings.engine.results import FirstResult, PlayerRating
from ratings.engine.tables import dp, is_notional
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step
from tournaments.rulebook.rounding import half_up, whole_per_cent

# Members of these need fewer games for a first rating: the blind, the deaf, the physically disabled (9.14).
ORGANISATIONS = frozenset({"IBCA", "ICSC", "IPCA"})
# Events that need fewer games for a first rating (9.14).
FEW_GAMES_OCCASIONS = frozenset({"olympiad", "continental_team", "world_team"})


@dataclass(frozen=True, slots=True)
class Terms:
    """What of the event matters for first results: its first day, whether fewer games suffice (9.14)."""

    day: date | None = None
    few: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Score against those who count: their sum of ratings, number of games, half points."""

    opponents_sum: Fraction
    games: int
    halves: int


def first_line(
    edition: Edition,
    player: Player,
    own: tuple[Meeting, ...],
    counted: tuple[Meeting, ...],
    ratings: Sequence[int],
    terms: Terms,
) -> PlayerRating:
    """The line of an unrated player outside round robins with averages.

    `own` are all his games, `counted` those against rated opponents with their `ratings`.
    """
    refusal = refusal_step(edition, player, own, counted, day=terms.day)
    line = PlayerRating(number=player.number, name=player.name, ro=None)
    if refusal is not None:
        return replace(line, steps=(refusal,), doubts=refusal_doubts(edition, own, counted))
    result = Result(Fraction(sum(ratings)), len(ratings), sum(meeting.halves for meeting in counted))
    average = mean_of_opponents(edition, counted, ratings, None)
    found = first_rating(edition, result)
    line = replace(line, rc=average.rounded, doubts=_average_doubt(edition, result))
    return finish(
        edition,
        line,
        result,
        met=distinct(counted),
        average=average.step,
        found=found,
        performed=performance(edition, ratings, score(counted)),
        few=terms.few or is_member(player),
    )


def is_member(player: Player) -> bool:
    """Whether the player is a member of an organisation whose members need fewer games (9.14)."""
    return player.organisation in ORGANISATIONS


def distinct(meetings: tuple[Meeting, ...]) -> int:
    """How many different opponents these games were played with."""
    return len({meeting.opponent for meeting in meetings})


def finish(
    edition: Edition,
    line: PlayerRating,
    result: Result,
    *,
    met: int,
    average: Step,
    found: Explained[Fraction],
    performed: Explained[int | None],
    few: bool,
) -> PlayerRating:
    """Fill the line: result, what is still missing for a published rating, and the part for the pool.

    `met` is the number of different rated opponents, `few` says that fewer games suffice.
    """
    floor, counts = floor_check(edition, found.value)
    short = _games_steps(edition, result.games, few=few)
    first = FirstResult(
        n=result.games,
        halves=result.halves,
        opponents_sum=result.opponents_sum,
        ru=found.value,
        rated_opponents=met,
        few=few,
        floor=edition["floor"].integer if edition["first_result_floor"].text == "each_result" else None,
    )
    return replace(
        line,
        n=result.games,
        w=Fraction(result.halves, 2),
        ru=found.value,
        rp=performed.value,
        first=first if counts else None,
        steps=(average, *found.steps, *floor, *short, *performed.steps),
        doubts=("first_rating", *line.doubts),
    )


def _games_steps(edition: Edition, games: int, *, few: bool) -> tuple[Step, ...]:
    """A step where these games are too few for a rating, or enough only because fewer suffice here."""
    needed, fewer = edition["first_rating_games"], edition.get("first_rating_games_less")
    if games >= needed.integer:
        return ()
    if few and fewer is not None:
        enough: dict[str, Input] = {"games": games, "needed": fewer.integer}
        key = "first.fewer_games_needed" if games >= fewer.integer else "first.more_games_needed"
        return (Step(fewer.article, key, enough, None),)
    inputs: dict[str, Input] = {"games": games, "needed": needed.integer}
    return (Step(needed.article, "first.more_games_needed", inputs, None),)


def refusal_step(
    edition: Edition,
    player: Player,
    own: tuple[Meeting, ...],
    counted: tuple[Meeting, ...],
    *,
    day: date | None,
) -> Step | None:
    """Why an unrated player's result does not count at all, or nothing. `day` is the first day of play."""
    if edition["first_rating"].text == "none":
        least = edition["standard_least"]
        admitted: dict[str, Input] = {"needed": least.integer, "standard": player.standard}
        return Step(least.article, "none.not_admitted", admitted, None)
    if not counted:
        return Step(edition["eligible_games"].article, "none.unrated", {"games": len(own)}, None)
    if is_dropped(edition, player, own, counted):
        inputs: dict[str, Input] = {
            "points": first_event_points(edition, own, counted),
            "limit": _limit(edition),
        }
        return Step(edition["first_event_points"].article, "none.first_event", inputs, None)
    met = distinct(counted)
    needed = rated_opponents_needed(edition, player, day)
    if met < needed:
        short: dict[str, Input] = {"met": met, "needed": needed}
        return Step(edition["rated_opponents_needed"].article, "none.few_opponents", short, None)
    return None


def refusal_doubts(
    edition: Edition, own: tuple[Meeting, ...], counted: tuple[Meeting, ...]
) -> tuple[str, ...]:
    """The unverified choice of the games in which first points are counted, where it decides."""
    if not counted or edition.get("first_event_points") is None:
        return ()
    below = [score(games) <= _limit(edition) for games in (own, counted)]
    return ("first_event_counts",) if below[0] != below[1] else ()


def is_dropped(
    edition: Edition, player: Player, own: tuple[Meeting, ...], counted: tuple[Meeting, ...]
) -> bool:
    """Whether a first event brought too few points to count (6.1, later 8.2.1).

    A player of whom nothing is known is taken to play his first event; the event's findings say so.
    """
    return player.first_event is not False and first_event_points(edition, own, counted) <= _limit(edition)


def first_event_points(edition: Edition, own: tuple[Meeting, ...], counted: tuple[Meeting, ...]) -> Fraction:
    """The points that article 6.1 looks at: of all games played, or of those against rated opponents."""
    rule = edition["first_event_counts"].text
    if rule == "all_games":
        return score(own)
    if rule == "against_rated":
        return score(counted)
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for the points of a first event.")


def rated_opponents_needed(edition: Edition, player: Player, day: date | None) -> int:
    """How many different rated opponents an unrated player must have met in the event (6.42).

    Where an earlier valid event frees from the number, it may do so only for events from a certain day on.
    """
    rule = edition["rated_opponents_rule"].text
    needed = edition["rated_opponents_needed"].integer
    if rule == "in_each_event":
        return needed
    if rule == "until_one_valid_event":
        since = edition.get("rated_opponents_eased_from")
        eased = since is None or (day is not None and day >= since.day)
        return 1 if eased and player.valid_event_before else needed
    raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for rated opponents.")


def first_rating(edition: Edition, result: Result) -> Explained[Fraction]:
    """The rating that a result against rated opponents stands for, unrounded."""
    rule = edition["first_rating"].text
    if rule not in FIRST_RATINGS:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for first ratings.")
    return FIRST_RATINGS[rule](edition, result)


def from_average(
    edition: Edition, average: Fraction, result: Result, *, minus_name: str, opponents: int | None = None
) -> Explained[Fraction]:
    """Average, plus so much per half point above 50 %, or plus the table's difference (10.22 to 10.25).

    `minus_name` is the parameter of the rule below 50 %; `opponents` is n where n/(n+1) shrinks the
    difference.
    """
    above = result.halves - result.games
    if above == 0:
        step = Step(edition["first_rating_even"].article, "first.even", {"average": average}, average)
        return Explained(average, (step,), edition.key)
    if above > 0:
        return _above(edition, average, above)
    per_cent = whole_per_cent(Fraction(result.halves, 2 * result.games))
    share = Fraction(1) if opponents is None else Fraction(opponents, opponents + 1)
    value = average + dp(per_cent) * share
    key = "first.minus_shrunk" if opponents is not None else "first.minus"
    if is_notional(per_cent):
        key += "_notional"
    inputs: dict[str, Input] = {
        "average": average,
        "points": Fraction(result.halves, 2),
        "games": result.games,
        "per_cent": per_cent,
        "dp": dp(per_cent),
        "share": share,
    }
    return Explained(value, (Step(edition[minus_name].article, key, inputs, value),), edition.key)


def _above(edition: Edition, average: Fraction, above: int) -> Explained[Fraction]:
    parameter = edition["first_rating_plus"]
    value = average + Fraction(parameter.number) * above
    inputs: dict[str, Input] = {"average": average, "half_points": above, "each": parameter.number}
    return Explained(value, (Step(parameter.article, "first.plus", inputs, value),), edition.key)


def _by_mean(edition: Edition, result: Result) -> Explained[Fraction]:
    """From the mean of the opponents; a whole number where Rc is one, as it is where it is looked up from."""
    mean = result.opponents_sum / result.games
    average = Fraction(half_up(mean)) if edition["method"].text == "mean_opponent" else mean
    return from_average(edition, average, result, minus_name="first_rating_minus")


def _by_hypothetical_draws(edition: Edition, result: Result) -> Explained[Fraction]:
    """Two draws with opponents rated 1800 are added, the table is read at that score (8.2.2, 8.2.3)."""
    draws, rating = edition["hypothetical_games"], edition["hypothetical_rating"].integer
    games = result.games + draws.integer
    average = (result.opponents_sum + draws.integer * rating) / games
    points = Fraction(result.halves + draws.integer, 2)
    per_cent = whole_per_cent(points / games)  # two decimals, as Title Regulations 1.4.9 read the table
    value = average + dp(per_cent)
    added = Step(
        draws.article,
        "first.draws",
        {
            "sum": result.opponents_sum,
            "games": result.games,
            "draws": draws.integer,
            "rating": rating,
            "all_games": games,
        },
        average,
    )
    looked_up = Step(
        edition["first_rating_minus"].article,
        "first.looked_up",
        {"average": average, "points": points, "games": games, "per_cent": per_cent, "dp": dp(per_cent)},
        value,
    )
    return _limited(edition, value, (added, looked_up))


def _limited(edition: Edition, value: Fraction, steps: tuple[Step, ...]) -> Explained[Fraction]:
    limit = edition.get("first_rating_limit")
    if limit is None or value <= limit.integer:
        return Explained(value, steps, edition.key)
    inputs: dict[str, Input] = {"rating": value, "limit": limit.integer}
    capped = Step(limit.article, "first.limited", inputs, limit.integer)
    return Explained(Fraction(limit.integer), (*steps, capped), edition.key)


FIRST_RATINGS: Mapping[str, Callable[[Edition, Result], Explained[Fraction]]] = MappingProxyType(
    {"mean_opponent": _by_mean, "hypothetical_draws": _by_hypothetical_draws}
)


def floor_check(edition: Edition, ru: Fraction) -> tuple[tuple[Step, ...], bool]:
    """The step for a result under the floor, and whether the result may still enter a pool.

    10.31 throws away each result under the floor; later texts look at the pooled rating only. The figure is
    held against the floor as it would be published, so 1600.5 is not under 1601 (10.32).
    """
    floor = edition["floor"].integer
    if half_up(ru) >= floor:
        return (), True
    rule = edition["first_result_floor"]
    inputs: dict[str, Input] = {"rating": ru, "floor": floor}
    if rule.text == "each_result":  # the floor is that of this edition, in force when the event was played
        return (Step(rule.article, "first.below_floor_dropped", inputs, None),), False
    return (Step(rule.article, "first.below_floor_pooled", inputs, None),), True


def _average_doubt(edition: Edition, result: Result) -> tuple[str, ...]:
    """The rounding of Rc, where it alters the published figure."""
    mean = result.opponents_sum / result.games
    if edition["method"].text != "mean_opponent" or mean == half_up(mean):
        return ()
    exact = from_average(edition, mean, result, minus_name="first_rating_minus")
    rounded = from_average(edition, Fraction(half_up(mean)), result, minus_name="first_rating_minus")
    return ("average",) if half_up(exact.value) != half_up(rounded.value) else ()


def _limit(edition: Edition) -> Fraction:
    limit: Decimal = edition["first_event_points"].number
    return Fraction(limit)
