"""Values of standings as a page writes them: points with ½, the rest on a common decimal."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from core.templatetags.ui import MINUS, UNKNOWN, number, points
from tiebreaks.engine.registry import criterion_of
from tiebreaks.sentences import reason
from tournaments.rulebook.explained import Input
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.sentences import format_input

Row = Mapping[str, Any]
SCORE = "PTS"
ENCOUNTER = "DE"
ALONE = "encounter.alone"


def code_of(label: str) -> str:
    """The code of a label: `DE#2` is the second direct encounter.

    >>> code_of("DE#2"), code_of("BH/C1")
    ('DE', 'BH/C1')
    """
    return label.partition("#")[0]


def exact_value(row: Row, label: str) -> Fraction | None:
    """The exact value of a label in a row of the standings; None where there is none."""
    text = row.get("exact", {}).get(label) or row["values"].get(label)
    return None if text is None else Fraction(text)


def digits_of(label: str, values: Iterable[str | None]) -> int:
    """How many decimals the column of a label shows: what its text says, else as many as its values have.

    >>> digits_of("BH", ["13", "12.5", None]), digits_of("AOB", ["13"])
    (1, 2)
    """
    fixed = criterion_of(label).digits
    if fixed is not None:
        return fixed
    return max((len(value.partition(".")[2]) for value in values if value is not None), default=0)


def value_shown(label: str, value: Fraction | None, digits: int) -> str:
    """A value as it stands in its column; a dash where there is none."""
    if value is None:
        return UNKNOWN
    halves = value * 2
    if label == SCORE and halves.denominator == 1:
        return points(int(halves))
    return number(value, digits)


def text_shown(label: str, text: str, digits: int, mark: str) -> str:
    """A value as it stands in its column, from its plain text (or its fraction); `mark` is the decimal mark.

    The same as `value_shown`, without arithmetic where the text has no more decimals than the column.

    >>> text_shown("BH", "13", 1, "."), text_shown("TPN", "-4", 0, "."), text_shown("AOB", "13.5", 2, ",")
    ('13.0', '−4', '13,50')
    """
    whole, _point, decimals = text.partition(".")
    if label == SCORE or len(decimals) > digits or "/" in text:
        return value_shown(label, Fraction(text), digits)
    if not digits:
        return whole.replace("-", MINUS)
    return f"{whole.replace('-', MINUS)}{mark}{decimals.ljust(digits, '0')}"


def reason_shown(key: str) -> str:
    """Why a direct encounter decides nothing, in two or three words; empty for who was not tied at all."""
    return "" if key in ("", ALONE) else reason(key)


def step_value(value: Input) -> str:
    """The value of a step with the decimal mark of the language; nothing for a step that only speaks."""
    if value is None:
        return ""
    if isinstance(value, (str, bool)) or not isinstance(value, (int, Fraction)):
        return format_input(value)
    return number(value, len(plain(value).partition(".")[2]))
