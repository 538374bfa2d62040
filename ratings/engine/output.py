"""The rating of an event as plain values for JSON: ratings, K and counts integers, everything else text."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from ratings.engine.results import EventRating, PlayerRating
from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.rounding import exact_text, half_up, plain

Sentence = Callable[[Step], str]
NATIONAL = "national calculation"


def rating_document(rating: EventRating, sentence: Sentence) -> dict[str, object]:
    """Edition, method, players by start number, steps of the whole event; findings are the caller's.

    `label` says that these are figures of a national calculation, not those of FIDE's own list.
    """
    return {
        "label": NATIONAL,
        "edition": rating.edition,
        "method": rating.method,
        "players": [player_document(line, sentence) for line in rating.players],
        "steps": [step_document(step, sentence) for step in rating.steps],
    }


def player_document(line: PlayerRating, sentence: Sentence) -> dict[str, object]:
    """One player. Numbers without end have four digits, half up, and their fraction under `exact`.

    `we` is null for an unrated player, `ru` (rounded half up, as it is published) for a rated one;
    `ru_used` says whether it may count for a first rating. `change` is unrounded, and "0" where nothing was
    rated.
    """
    numbers = {"w": line.w, "we": line.we, "change": line.change}
    shown = {name: None if number is None else plain(number) for name, number in numbers.items()}
    exact = {
        name: text
        for name, number in (numbers | {"ru": line.ru}).items()
        if number is not None and (text := exact_text(number)) is not None
    }
    document: dict[str, object] = {
        "start_number": line.number,
        "name": line.name,
        "ro": line.ro,
        "rc": line.rc,
        "n": line.n,
        "w": shown["w"],
        "we": shown["we"],
        "k": line.k,
        "k_nominal": line.k_nominal,
        "change": shown["change"],
        "ru": None if line.ru is None else half_up(line.ru),  # first_rating_rounding of every edition
        "rp": line.rp,
        "steps": [step_document(step, sentence) for step in line.steps],
    }
    if line.ru is not None:
        document["ru_unrounded"] = plain(line.ru)
        document["ru_used"] = line.first is not None
    if exact:
        document["exact"] = exact
    return document


def step_document(step: Step, sentence: Sentence) -> dict[str, object]:
    """A step with its sentence, and all that is needed to compute its value again."""
    document: dict[str, object] = {
        "article": step.article,
        "text": sentence(step),
        "key": step.key,
        "inputs": {name: input_json(value) for name, value in step.inputs.items()},
        "value": input_json(step.value),
    }
    if step.parts:
        document["parts"] = [step_document(part, sentence) for part in step.parts]
    return document


def input_json(value: Input) -> object:
    """An input without loss: integers, text, fractions as "40/3", references as the numbers they hold.

    >>> input_json(Fraction(40, 3)), input_json(Fraction(9, 2)), input_json(Reference("entry", 5))
    ('40/3', '4.5', {'entry': 5})
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Reference):
        found: dict[str, object] = {value.kind: value.number}
        return found if value.round_number is None else found | {"round": value.round_number}
    if isinstance(value, (Decimal, Fraction)):
        return exact_text(value) or plain(value)
    raise TypeError(f"{type(value).__name__} is no input of a step")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One counted game as players know it from rating pages: `Rc Ro w n chg K K*chg`.

    `rc` is the opponent's rating, `counted` the same as the edition counts it; `chg` is score minus
    expectation, None where one average is looked up for all games. `k_chg` is the effective K times `chg`.
    """

    opponent: int
    round: int
    rc: int
    counted: int
    ro: int | None
    w: Fraction
    chg: Fraction | None
    k: int | None
    k_chg: Fraction | None


GAME_KEYS = ("game", "game.cut", "opponent.counted", "opponent.cut")


def game_rows(line: PlayerRating) -> tuple[GameRow, ...]:
    """The counted games of a player, out of the steps of his line; empty where nothing counted."""
    return tuple(_game_row(line, part) for part in _parts(line.steps) if part.key in GAME_KEYS)


def _parts(steps: Iterable[Step]) -> Iterator[Step]:
    """All steps, those inside others after them; one of a provisional first pass is not shown twice."""
    for step in steps:
        yield step
        if step.key != "first.provisional":
            yield from _parts(step.parts)


def _game_row(line: PlayerRating, part: Step) -> GameRow:
    opponent = part.inputs["opponent"]
    if not isinstance(opponent, Reference):
        raise TypeError(f"{part.key} names no opponent")
    rating, score = _whole(part, "rating"), part.inputs["score"]
    chg = part.value if isinstance(part.value, Fraction) else None
    counted = part.value if isinstance(part.value, int) else _whole(part, "own") - _whole(part, "counted")
    return GameRow(
        opponent=opponent.number,
        round=_whole(part, "round"),
        rc=rating,
        counted=counted,
        ro=own if isinstance(own := part.inputs["own"], int) else None,
        w=score if isinstance(score, Fraction) else Fraction(0),
        chg=chg,
        k=line.k,
        k_chg=None if chg is None or line.k is None else line.k * chg,
    )


def _whole(part: Step, name: str) -> int:
    value = part.inputs[name]
    if not isinstance(value, int):
        raise TypeError(f"{part.key}: {name} is no whole number")
    return value
