"""Round robins by the average of the tournament (10.21b, 10.25, 10.51), with or without unrated players.

Where rated players are computed game by game, the average serves the unrated ones alone; they enter the games of the
rated with the `Ru` that the event gives them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.engine.averages import Average, counted_ratings, opponent_step
from ratings.engine.errors import UnknownPolicyError
from ratings.engine.facts import Player
from ratings.engine.first import Result, from_average
from ratings.engine.games import Meeting, score
from ratings.engine.tables import dp, is_notional
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Reference, Step
from tournaments.rulebook.rounding import half_up, whole_per_cent


@dataclass(frozen=True, slots=True)
class Field:
    """A complete round robin with at least one unrated player.

    `opponents` is n, also where they meet twice. `ra` is the average of the tournament, rounded, `ra_exact`
    before rounding. `ratings` are those met by the opponents: list ratings, and for unrated players the
    provisional `Ru`, rounded.
    """

    opponents: int
    ra: int
    ra_exact: Fraction
    ratings: Mapping[int, int]
    provisional: Mapping[int, Explained[Fraction]]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class FieldResult:
    """What a field makes of an unrated player: Rc, Ru, the part for his pool, the unverified choices that decided."""

    average: Average
    found: Explained[Fraction]
    part: Result
    doubts: tuple[str, ...] = ()


def averages_unrated(edition: Edition) -> bool:
    """Whether the average of the tournament serves unrated players alone, the rated being rated game by game."""
    return edition["round_robin"].text == "average_for_unrated"


def is_complete(numbers: Sequence[int], meetings: Mapping[int, tuple[Meeting, ...]], cycles: int) -> bool:
    """Whether every pair of these players met in so many counted games, no game missing (6.43)."""
    for own in numbers:
        met: dict[int, int] = dict.fromkeys((other for other in numbers if other != own), 0)
        for meeting in meetings[own]:
            met[meeting.opponent] = met.get(meeting.opponent, 0) + 1
        if any(count != cycles for count in met.values()):
            return False
    return len(numbers) > 1


def cycles_played(meetings: Mapping[int, tuple[Meeting, ...]]) -> int:
    """The most counted games that any two players had with each other; 1 without any."""
    most = 1
    for own in meetings.values():
        opponents = [meeting.opponent for meeting in own]
        most = max([most, *(opponents.count(number) for number in set(opponents))])
    return most


def field_of(
    edition: Edition, players: Mapping[int, Player], meetings: Mapping[int, tuple[Meeting, ...]]
) -> Field:
    """The averages of a complete round robin in which rated and unrated players met.

    Article 10.21b: (i) Rar is the mean of the rated players; (ii) each one's score against all opponents
    gives a dp, their mean is dpa; (iii) Ra = Rar - dpa * n/(n+1), rounded before anything is taken from it.
    """
    rated = {number: player.shown for number, player in players.items() if player.shown is not None}
    opponents = len(players) - 1
    mean = Fraction(sum(rated.values()), len(rated))
    parts = tuple(_score_step(edition, number, rating, meetings[number]) for number, rating in rated.items())
    dpa = Fraction(sum(_dp_of(meetings[number]) for number in rated), len(rated))
    exact = mean - dpa * Fraction(opponents, opponents + 1)
    ra = half_up(exact)
    article = edition["tournament_average"].article
    steps = (
        Step(article, "field.rated_mean", {"sum": sum(rated.values()), "players": len(rated)}, mean),
        Step(article, "field.score_mean", {"players": len(rated)}, dpa, parts),
        Step(
            article, "field.average", {"mean": mean, "dpa": dpa, "opponents": opponents, "exact": exact}, ra
        ),
    )
    provisional = {
        number: _first(edition, Fraction(ra), meetings[number], opponents)
        for number, player in players.items()
        if player.shown is None
    }
    ratings = rated | {number: half_up(found.value) for number, found in provisional.items()}
    return Field(opponents, ra, exact, ratings, provisional, steps)


def average_for_rated(
    edition: Edition, field: Field, meetings: tuple[Meeting, ...], own: int
) -> tuple[Average, bool]:
    """Rc of a rated player, and whether the rounding of Ra decided it.

    Rc = Ra - (R - Ra)/n, that is (Ra*(n+1) - R)/n; then the opponents further away than the cap are moved to
    it and the mean of those corrections is added. Rounded once, at the end.
    """
    cuts, correction = _corrections(edition, field, meetings, own)
    base = _without(field, Fraction(field.ra), own)
    exact = base + correction
    rounded = half_up(exact)
    inputs: dict[str, Input] = {
        "ra": field.ra,
        "own": own,
        "opponents": field.opponents,
        "base": base,
        "correction": correction,
    }
    step = Step(edition["round_robin"].article, "average.round_robin", inputs, rounded, cuts)
    unrounded = half_up(_without(field, field.ra_exact, own) + correction)
    return Average(rounded, exact, step), unrounded != rounded


def first_in_field(edition: Edition, field: Field, player: int, meetings: tuple[Meeting, ...]) -> FieldResult:
    """Rc and Ru of an unrated player in the field.

    The edition says whether opponents are moved to within the cap of his provisional Ru and Ru computed again.
    """
    rule = edition["round_robin_second_pass"].text
    cuts, correction = _corrections(edition, field, meetings, field.ratings[player])
    doubts = ("round_robin_second_pass",) if correction else ()
    if rule == "moved_to_the_cap":
        average = _moved(edition, field, player, cuts, correction)
        found = _first(edition, Fraction(average.rounded), meetings, field.opponents)
    elif rule == "none":
        average = _as_it_stands(edition, field, meetings)
        found = field.provisional[player]
        doubts = (*doubts, *_rounding_doubt(field, player))
    else:
        raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for a second pass in a round robin.")
    return FieldResult(average, found, first_part(average, found, meetings), doubts)


def ratings_of_game(
    edition: Edition, field: Field, meetings: tuple[Meeting, ...]
) -> tuple[tuple[int, ...], dict[int, Step]]:
    """The ratings at which a rated player's opponents enter his games, and for the unrated whence theirs come."""
    ratings = tuple(field.ratings[meeting.opponent] for meeting in meetings)
    origins = {
        number: Step(
            edition["round_robin"].article,
            "opponent.first",
            {"opponent": Reference("entry", number), "exact": found.value},
            field.ratings[number],
            found.steps,
        )
        for number, found in field.provisional.items()
    }
    return ratings, origins


def ratings_unrounded_average(field: Field, meetings: tuple[Meeting, ...]) -> tuple[int, ...]:
    """The ratings that the opponents would have if the average of the tournament were not rounded."""
    return tuple(_without_rounding(field, meeting.opponent) for meeting in meetings)


def first_part(average: Average, found: Explained[Fraction], meetings: tuple[Meeting, ...]) -> Result:
    """The result for the pool: all his games count (9.14a).

    Ra is the average of all n+1 players, himself among them; without him, at Ru, it is Ru - dp where dp is shrunk
    by n/(n+1). So all games put together give Ru again where they are all of one round robin.
    """
    games, halves = len(meetings), sum(meeting.halves for meeting in meetings)
    mean = Fraction(average.rounded)
    if halves < games:
        mean = found.value - dp(whole_per_cent(Fraction(halves, 2 * games)))
    return Result(mean * games, games, halves)


def _moved(
    edition: Edition, field: Field, player: int, cuts: tuple[Step, ...], correction: Fraction
) -> Average:
    """Ra corrected by the mean of what the cap takes off the opponents (R21 of FIDE's example of 2003)."""
    own = field.ratings[player]
    exact = field.ra + correction
    inputs: dict[str, Input] = {
        "ra": field.ra,
        "provisional": own,
        "opponents": field.opponents,
        "correction": correction,
    }
    first_pass = Step(
        edition["tournament_average"].article, "first.provisional", {}, own, field.provisional[player].steps
    )
    step = Step(
        edition["gap_cap"].article,
        "average.unrated_round_robin",
        inputs,
        half_up(exact),
        (first_pass, *cuts),
    )
    return Average(half_up(exact), exact, step)


def _as_it_stands(edition: Edition, field: Field, meetings: tuple[Meeting, ...]) -> Average:
    """Ra itself, with a step for every game."""
    parts = tuple(
        opponent_step(
            edition, meeting, field.ratings[meeting.opponent], field.ratings[meeting.opponent], None
        )
        for meeting in meetings
    )
    step = Step(edition["tournament_average"].article, "average.tournament", {}, field.ra, parts)
    return Average(field.ra, Fraction(field.ra), step)


def _rounding_doubt(field: Field, player: int) -> tuple[str, ...]:
    """The rounding of Ra, where the result would be published with another figure without it."""
    rounded = half_up(field.provisional[player].value)
    return ("tournament_average",) if _without_rounding(field, player) != rounded else ()


def _without_rounding(field: Field, number: int) -> int:
    found = field.provisional.get(number)
    return field.ratings[number] if found is None else half_up(found.value - field.ra + field.ra_exact)


def _without(field: Field, average: Fraction, own: int) -> Fraction:
    """The average of the others when one of n+1 players, rated `own`, is taken out."""
    return (average * (field.opponents + 1) - own) / field.opponents


def _corrections(
    edition: Edition, field: Field, meetings: tuple[Meeting, ...], own: int
) -> tuple[tuple[Step, ...], Fraction]:
    """A step for every game with its opponent as he counts, and the mean over n of what the cap corrected."""
    ratings = [field.ratings[meeting.opponent] for meeting in meetings]
    counted = counted_ratings(edition, own, ratings)
    steps = tuple(
        opponent_step(edition, meeting, rating, shown, own)
        for meeting, rating, shown in zip(meetings, ratings, counted, strict=True)
    )
    corrections = {
        meeting.opponent: shown - rating
        for meeting, rating, shown in zip(meetings, ratings, counted, strict=True)
    }
    return steps, Fraction(sum(corrections.values()), field.opponents)


def _first(
    edition: Edition, average: Fraction, meetings: tuple[Meeting, ...], opponents: int
) -> Explained[Fraction]:
    rule = edition["round_robin_minus"].text
    if rule not in ("shrunk", "unshrunk"):
        raise UnknownPolicyError(f"{edition.key}: no rule {rule!r} for scores below 50 % in a round robin.")
    result = Result(Fraction(0), len(meetings), sum(meeting.halves for meeting in meetings))
    return from_average(
        edition,
        average,
        result,
        minus_name="round_robin_minus",
        opponents=opponents if rule == "shrunk" else None,
    )


def _dp_of(meetings: tuple[Meeting, ...]) -> int:
    return dp(whole_per_cent(score(meetings) / len(meetings)))


def _score_step(edition: Edition, number: int, rating: int, meetings: tuple[Meeting, ...]) -> Step:
    per_cent = whole_per_cent(score(meetings) / len(meetings))
    inputs: dict[str, Input] = {
        "player": Reference("entry", number),
        "rating": rating,
        "points": score(meetings),
        "games": len(meetings),
        "per_cent": per_cent,
    }
    key = "field.score_notional" if is_notional(per_cent) else "field.score"
    return Step(edition["tournament_average"].article, key, inputs, dp(per_cent))
