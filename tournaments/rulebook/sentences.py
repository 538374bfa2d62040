"""Inputs of a step or finding as plain text, ready to fill a sentence.

Pure formatting: no translation, no localised digits (ratings and numbers of players are labels).
"""

from collections.abc import Mapping
from datetime import date

from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.rounding import plain


def format_input(value: Input) -> str:
    """One input as text: numbers plain, dates ISO, an entry as "no. 5", nothing as a dash.

    >>> from fractions import Fraction
    >>> format_input(Fraction(459, 100)), format_input(Reference("entry", 5)), format_input(None)
    ('4.59', 'no. 5', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return value
    if isinstance(value, Reference):
        return _reference(value)
    return plain(value)


def format_inputs(inputs: Mapping[str, Input]) -> dict[str, str]:
    """Every input as text, by name.

    >>> format_inputs({"opponent": Reference("entry", 5), "rating": 2100})
    {'opponent': 'no. 5', 'rating': '2100'}
    """
    return {name: format_input(value) for name, value in inputs.items()}


def render(step: Step, table: Mapping[str, object]) -> str:
    """The sentence of a step: its template out of `table`, filled with its inputs and `{value}`.

    `table` maps keys to templates, plain or lazily translated. Raises KeyError for a key nobody wrote a sentence
    for, or an input that the template names and the step lacks.

    >>> render(Step("8.3.1", "gap", {"raw": 430}, 400), {"gap": "{raw} counts as {value}"})
    '430 counts as 400'
    """
    return str(table[step.key]).format_map({"value": format_input(step.value)} | format_inputs(step.inputs))


def _reference(reference: Reference) -> str:
    if reference.kind == "entry":
        return f"no. {reference.number}"
    if reference.kind == "round":
        return f"round {reference.number}"
    return f"round {reference.round_number}, board {reference.number}"
