"""Why this pairing: scores, colours due, the colour rule that decided, and floats, board by board.

The facts come from the record alone and are recomputed here, not taken from the engine, so that an arbiter
can hold the board against the articles. Why another board of the same score group came out so is the
engine's search over the whole group (C.04.3 art. 2 to 4) and is not retold.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.history import (
    Float,
    History,
    Preference,
    float_in,
    histories,
    is_topscorer,
    opposite,
    preference,
)
from tournaments.record.model import Record
from tournaments.rulebook.explained import Input, Reference, Step

DUTCH = "C.04.3"
_STRENGTHS = ("none", "mild", "strong", "absolute")
PREFERENCE_ARTICLES = {"absolute": "1.7.1", "strong": "1.7.2", "mild": "1.7.3", "none": "1.7.4"}


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """A player before the round: his score group (pairing score in halves), colours so far, what he is due.

    `pairing_number` counts the players who have come so far in the order of the start numbers (0 for one
    who never came); `last_float` and `float_before` are those of the last two rounds.
    """

    number: int
    halves: int
    colours: str
    difference: int
    preference: Preference
    last_float: Float
    float_before: Float
    topscorer: bool
    pairing_number: int
    virtual: int = 0


def facts(
    record: Record,
    round_number: int,
    absent: Collection[int] = (),
    past: Mapping[int, History] | None = None,
) -> Mapping[int, PlayerFacts]:
    """The facts of every entered player before `round_number`, by start number.

    `past` saves work where the caller already has `histories(record, round_number)`.
    """
    past = past or histories(record, round_number)
    system = record.event.score_system
    numbers = _pairing_numbers(past, absent)
    return {
        number: PlayerFacts(
            number=number,
            halves=history.pairing_halves,
            colours=history.colours,
            difference=history.difference,
            preference=preference(history),
            last_float=float_in(past, number, round_number - 1, system),
            float_before=float_in(past, number, round_number - 2, system),
            topscorer=is_topscorer(history, record, round_number),
            pairing_number=numbers.get(number, 0),
            virtual=history.pairing_halves - history.halves,
        )
        for number, history in past.items()
    }


def score_groups(
    record: Record, round_number: int, absent: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """The start numbers of those present, by equal pairing score, highest first (C.04.3 art. 1.3)."""
    groups: dict[int, list[int]] = {}
    for number, history in histories(record, round_number).items():
        if number not in absent:
            groups.setdefault(history.pairing_halves, []).append(number)
    return tuple(tuple(groups[halves]) for halves in sorted(groups, reverse=True))


def explain(
    record: Record,
    round_number: int,
    pairs: Sequence[tuple[int, int]],
    *,
    first_colour: str,
    absent: Collection[int] = (),
    past: Mapping[int, History] | None = None,
) -> tuple[tuple[Step, ...], ...]:
    """For every board (White, Black) its steps: score groups, what each is due, colours, floats."""
    past = past or histories(record, round_number)
    known = facts(record, round_number, absent, past)
    return tuple(
        (
            *_scores(known[white], known[black]),
            _due(known[white]),
            _due(known[black]),
            _colours(past, known, white, black, first_colour),
            *_floats(known[white]),
            *_floats(known[black]),
        )
        for white, black in pairs
    )


def colour_rule(
    past: Mapping[int, History],
    known: Mapping[int, PlayerFacts],
    one: int,
    other: int,
    first_colour: str,
) -> tuple[str, int]:
    """The article of C.04.3 that gives the colours of two players, and who gets White.

    5.2.1 both preferences; 5.2.2 the stronger (of two absolute ones, the wider colour difference); 5.2.3 the
    last round in which one had White and the other Black, the other way round; 5.2.4 the preference of
    the higher ranked; 5.2.5 the higher ranked has the initial colour if his pairing number is odd.
    """
    first, second = known[one].preference, known[other].preference
    if first.colour != second.colour:
        one_white = first.colour == "w" or (first.colour == "" and second.colour == "b")
        return "5.2.1", one if one_white else other
    if first.colour:
        stronger = _stronger(known[one], known[other])
        if stronger is not None:
            return "5.2.2", stronger if first.colour == "w" else one + other - stronger
        switched = _alternate(past[one].colours, past[other].colours)
        if switched is not None:
            return "5.2.3", one if switched == "w" else other
    higher = min((one, other), key=lambda number: (-known[number].halves, number))
    lower = one + other - higher
    if first.colour:
        return "5.2.4", higher if first.colour == "w" else lower
    odd = known[higher].pairing_number % 2 == 1
    return "5.2.5", higher if odd == (first_colour == "w") else lower


def _stronger(one: PlayerFacts, other: PlayerFacts) -> int | None:
    strengths = [_STRENGTHS.index(each.preference.strength) for each in (one, other)]
    if strengths[0] != strengths[1]:
        return one.number if strengths[0] > strengths[1] else other.number
    # Wider in the direction of the colour due: a surplus of the colour he is due does not count for him.
    sign = -1 if one.preference.colour == "w" else 1
    widths = [sign * each.difference for each in (one, other)]
    if one.preference.strength == "absolute" and widths[0] != widths[1]:
        return one.number if widths[0] > widths[1] else other.number
    return None


def _alternate(one: str, other: str) -> str | None:
    """The colour for the first player that turns round the last time they had different colours."""
    for mine, yours in zip(reversed(one), reversed(other), strict=False):
        if mine != yours:
            return opposite(mine)
    return None


def _pairing_numbers(past: Mapping[int, History], absent: Collection[int]) -> dict[int, int]:
    come = [number for number, history in past.items() if history.arrived or number not in absent]
    return {number: place for place, number in enumerate(come, start=1)}


def _scores(white: PlayerFacts, black: PlayerFacts) -> tuple[Step, ...]:
    inputs: dict[str, Input] = {
        "white": Reference("entry", white.number),
        "black": Reference("entry", black.number),
        "white_points": Fraction(white.halves, 2),
        "black_points": Fraction(black.halves, 2),
    }
    key = "pairing.same_group" if white.halves == black.halves else "pairing.float"
    step = Step(
        f"{DUTCH} art. 1.3",
        key,
        inputs,
        Fraction(max(white.halves, black.halves), 2),
        (*_lent(white), *_lent(black)),
    )
    if not (white.topscorer or black.topscorer):
        return (step,)
    top = Reference("entry", white.number if white.topscorer else black.number)
    return step, Step(f"{DUTCH} art. 1.8", "pairing.topscorer", {"player": top}, True)


def _lent(player: PlayerFacts) -> tuple[Step, ...]:
    if not player.virtual:
        return ()
    inputs: dict[str, Input] = {
        "player": Reference("entry", player.number),
        "points": Fraction(player.halves - player.virtual, 2),
        "lent": Fraction(player.virtual, 2),
    }
    return (Step("C.04.5.1", "pairing.virtual", inputs, Fraction(player.halves, 2)),)


def _due(player: PlayerFacts) -> Step:
    due = player.preference
    inputs: dict[str, Input] = {
        "player": Reference("entry", player.number),
        "colours": player.colours.upper() or "-",
        "difference": player.difference,
    }
    key = f"pairing.due.{due.strength}" + (f".{due.colour}" if due.colour else "")
    return Step(f"{DUTCH} art. {PREFERENCE_ARTICLES[due.strength]}", key, inputs, due.colour or None)


def _colours(
    past: Mapping[int, History], known: Mapping[int, PlayerFacts], white: int, black: int, first_colour: str
) -> Step:
    article, due_white = colour_rule(past, known, white, black, first_colour)
    inputs: dict[str, Input] = {
        "white": Reference("entry", white),
        "black": Reference("entry", black),
        "due": Reference("entry", due_white),
    }
    key = f"pairing.colours.{article}" if due_white == white else "pairing.colours.other"
    return Step(f"{DUTCH} art. {article}", key, inputs, Reference("entry", white))


def _floats(player: PlayerFacts) -> tuple[Step, ...]:
    steps = []
    for rounds_ago, direction in ((1, player.last_float), (2, player.float_before)):
        if direction:
            inputs: dict[str, Input] = {"player": Reference("entry", player.number), "rounds_ago": rounds_ago}
            steps.append(
                Step(f"{DUTCH} art. 1.4", f"pairing.floated.{direction}.{rounds_ago}", inputs, direction)
            )
    return tuple(steps)
