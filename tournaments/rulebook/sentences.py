"""Inputs of a step or finding as plain text, ready to fill a sentence.

No localised digits: ratings and numbers of players are labels. The few words needed stand in `WORDS`, marked
for translation; a page passes them translated.
"""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.rounding import plain


def gettext_noop(message: str) -> str:
    """Marks a message for the catalogue; a page translates it when it is shown."""
    return message


WORDS: Mapping[str, str] = MappingProxyType(
    {
        "entry": gettext_noop("no. {number}"),
        "named_entry": gettext_noop("no. {number} {name}"),
        "round": gettext_noop("round {number}"),
        "game": gettext_noop("round {round}, board {number}"),
        "yes": gettext_noop("yes"),
        "no": gettext_noop("no"),
    }
)
NO_NAMES: Mapping[int, str] = MappingProxyType({})


def format_input(value: Input, names: Mapping[int, str] = NO_NAMES, words: Mapping[str, str] = WORDS) -> str:
    """One input as text: numbers plain, dates ISO, an entry as "no. 5", nothing as a dash.

    `names` by start number are added to entries.

    >>> from fractions import Fraction
    >>> format_input(Fraction(459, 100)), format_input(Reference("entry", 5)), format_input(None)
    ('4.59', 'no. 5', '–')
    >>> format_input(Reference("entry", 5), {5: "Kos, Ana"})
    'no. 5 Kos, Ana'
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return value
    if isinstance(value, Reference):
        return _reference(value, names, words)
    return plain(value)


def format_inputs(
    inputs: Mapping[str, Input], names: Mapping[int, str] = NO_NAMES, words: Mapping[str, str] = WORDS
) -> dict[str, str]:
    """Every input as text, by name.

    >>> format_inputs({"opponent": Reference("entry", 5), "rating": 2100})
    {'opponent': 'no. 5', 'rating': '2100'}
    """
    return {name: format_input(value, names, words) for name, value in inputs.items()}


def render(
    step: Step,
    table: Mapping[str, object],
    names: Mapping[int, str] = NO_NAMES,
    words: Mapping[str, str] = WORDS,
) -> str:
    """The sentence of a step: its template out of `table`, filled with its inputs and `{value}`.

    `table` maps keys to templates, plain or lazily translated. Raises KeyError for a key nobody wrote a
    sentence for, or an input that the template names and the step lacks.

    >>> render(Step("8.3.1", "gap", {"raw": 430}, 400), {"gap": "{raw} counts as {value}"})
    '430 counts as 400'
    """
    inputs = {"value": format_input(step.value, names, words)} | format_inputs(step.inputs, names, words)
    return str(table[step.key]).format_map(inputs)


def _reference(reference: Reference, names: Mapping[int, str], words: Mapping[str, str]) -> str:
    if reference.kind == "entry" and reference.number in names:
        return words["named_entry"].format(number=reference.number, name=names[reference.number])
    return words[reference.kind].format(number=reference.number, round=reference.round_number)
