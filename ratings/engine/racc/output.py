"""The coefficients of an event as plain values for JSON: coefficients and counts integers, the rest text."""

from collections.abc import Callable

from ratings.engine.output import step_document
from ratings.engine.racc.results import METHOD, CoefficientLine, EventCoefficients
from tournaments.rulebook.explained import Step
from tournaments.rulebook.rounding import plain

Sentence = Callable[[Step], str]


def coefficients_document(result: EventCoefficients, sentence: Sentence) -> dict[str, object]:
    """Edition, method, the norm that newcomers start from, players by start number."""
    return {
        "edition": result.edition,
        "method": METHOD,
        "norm": {"category": result.norm.category, "points": points_text(result.norm.halves)},
        "players": [line_document(line, sentence) for line in result.players],
    }


def line_document(line: CoefficientLine, sentence: Sentence) -> dict[str, object]:
    """One player. `delta` is exact and final; `delta_raw` is what the formula gave before its corrections.

    `ik_old` is an estimate where `estimated` is true; `protection` is null unless it turned a loss into 0.
    """
    return {
        "start_number": line.number,
        "name": line.name,
        **figures(line),
        "n": line.n,
        "w": plain(line.w),
        "steps": [step_document(step, sentence) for step in line.steps],
    }


def figures(line: CoefficientLine) -> dict[str, object]:
    """The method's own figures of a line, as they are printed and kept."""
    return {
        "ik_old": line.ik_old,
        "estimated": line.estimated,
        "average": line.average,
        "d": line.d,
        "e": None if line.e is None else plain(line.e),
        "expected": None if line.expected is None else plain(line.expected),
        "delta_raw": plain(line.raw),
        "delta": plain(line.delta),
        "limited": line.limited,
        "protection": line.protection or None,
        "ik_new": line.ik_new,
    }


def points_text(halves: int) -> str:
    """Points as a plain decimal.

    >>> points_text(16), points_text(17)
    ('8', '8.5')
    """
    return f"{halves // 2}{'.5' if halves % 2 else ''}"
