"""Which values of an edition are not held against the published text, and where they decided a number."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from ratings.engine.results import PlayerRating
from ratings.engine.tables import dp
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step
from tournaments.rulebook.rounding import whole_per_cent

# The parameters that a step rests on, beside those that the calculation itself names for a line.
RESTS_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "expected.share": ("expected",),
        "expected.points": ("method",),
        "expected.games": ("expected", "method"),
        "average.round_robin": ("round_robin",),
        "average.unrated_round_robin": ("round_robin",),
        "average.tournament": ("round_robin",),
        "opponent.first": ("round_robin",),
        "opponent.cut": ("gap_cap", "gap_cap_games"),
        "gap.cut": ("gap_cap",),
        "game.excluded": ("gap_excluded", "gap_excluded_above"),
        "change": ("change",),
        "k.new": ("k_new", "k_new_games"),
        "k.ordinary": ("k_ordinary", "k_new_games"),
        "k.ordinary_assumed": ("k_ordinary",),
        "k.high": ("k_high", "k_high_from"),
        "k.junior": ("k_junior", "k_junior_age"),
        "k.reduced": ("k_games_limit",),
        "first.even": ("first_rating_even",),
        "first.plus": ("first_rating_plus",),
        "first.minus": ("first_rating_minus",),
        "first.minus_notional": ("first_rating_minus", "notional_difference"),
        "first.minus_shrunk": ("round_robin_minus",),
        "first.minus_shrunk_notional": ("round_robin_minus", "notional_difference"),
        "field.score_notional": ("notional_difference",),
        "first.looked_up": ("first_rating_minus",),
        "first.draws": ("hypothetical_games", "hypothetical_rating"),
        "first.limited": ("first_rating_limit",),
        "first.below_floor_dropped": ("floor", "first_result_floor"),
        "first.below_floor_pooled": ("floor", "first_result_floor"),
        "first.more_games_needed": ("first_rating_games",),
        "first.fewer_games_needed": ("first_rating_games_less",),
        "rating.standard": ("standard_fallback", "standard_least"),
        "rating.meanwhile": ("rated_meanwhile",),
        "league.part": ("long_events", "event_days"),
        "match.after_decision": ("match_after_decision",),
        "none.games": ("unplayed_games",),
        "none.rated": ("eligible_games",),
        "none.unrated": ("eligible_games",),
        "none.first_event": ("first_event_points",),
        "none.few_opponents": ("rated_opponents_needed", "rated_opponents_rule"),
        "none.match": ("match_with_unrated",),
        "none.scheveningen": ("scheveningen_unrated",),
        "none.not_admitted": ("standard_least",),
        "list.start_day": ("list_in_force", "list_days"),
        "list.game_day": ("long_events", "event_days", "list_days"),
        "period.delisted": ("floor", "below_floor", "delisted_history"),
        "pool.weighted": ("first_rating_pool",),
        "pool.together": ("first_rating_pool",),
        "pool.rounded": ("first_rating_rounding",),
        "pool.too_old": ("pool_window", "pool_unit", "list_days"),
        "pool.part_below_floor": ("floor", "first_result_floor"),
        "pool.games_missing": ("first_rating_games",),
        "pool.fewer_games_needed": ("first_rating_games_less",),
        "pool.below_floor": ("floor",),
        "lift": ("lift_below", "lift_share", "lift_rounding"),
    }
)

FACTORS = ("k_new", "k_ordinary", "k_high", "k_junior")


def with_doubts(edition: Edition, line: PlayerRating) -> PlayerRating:
    """The line with a step for every unverified parameter that decided a number of it."""
    names = doubted(edition, line.steps, line.doubts)
    return replace(line, doubts=names, steps=(*line.steps, *doubt_steps(edition, names)))


def doubted(edition: Edition, steps: Iterable[Step], named: Iterable[str] = ()) -> tuple[str, ...]:
    """The unverified parameters among those named and those that the steps rest on, each once."""
    resting = (
        name
        for step in _every(steps)
        for name in (*RESTS_ON.get(step.key, ()), *_rounded(step), *_given_factor(edition, step))
    )
    every = dict.fromkeys((*named, *resting))
    return tuple(name for name in every if (found := edition.get(name)) is not None and not found.verified)


def doubt_steps(edition: Edition, names: Iterable[str]) -> tuple[Step, ...]:
    """The mark and the note of each of these parameters."""
    return tuple(
        Step(
            edition[name].article,
            "edition.unverified",
            {"parameter": name, "note": edition[name].note},
            None,
        )
        for name in names
    )


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


def _rounded(step: Step) -> tuple[str, ...]:
    """The rounding of a score to whole per cent, where leaving the rest off would give another difference."""
    points, games, per_cent = (step.inputs.get(name) for name in ("points", "games", "per_cent"))
    if not isinstance(points, (int, Fraction)) or not isinstance(games, int) or not isinstance(per_cent, int):
        return ()
    share = Fraction(points) / games
    left_off = share * 100 // 1
    return ("score_rounding",) if dp(int(left_off)) != dp(whole_per_cent(share)) else ()


def _given_factor(edition: Edition, step: Step) -> tuple[str, ...]:
    """The parameters whose value a K from a list is: the list took it from one of them."""
    if step.key != "k.given":
        return ()
    found = ((name, edition.get(name)) for name in FACTORS)
    return tuple(
        name for name, parameter in found if parameter is not None and parameter.integer == step.value
    )


def _every(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _every(step.parts)
