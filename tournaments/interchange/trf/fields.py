"""Single fields of TRF: dates, births, titles, sex; read and written."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

DateTrouble = Literal["", "day_first", "ambiguous", "two_digit", "invalid"]

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})", re.ASCII)
_TWO_DIGITS = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_BIRTH = re.compile(r"(\d{4})(?:[-/.](\d{2})[-/.](\d{2}))?", re.ASCII)

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
_SHORT_TITLES = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}
SEXES = {"m": "m", "w": "w", "f": "w"}


@dataclass(frozen=True, slots=True)
class ReadDate:
    """A date, or why it is asked instead of guessed. `day_first` was read, but is not the format's order."""

    day: date | None
    trouble: DateTrouble = ""


def read_date(text: str) -> ReadDate:
    """The day of a 042 or 052 line.

    `YYYY/MM/DD` with `/`, `-` or `.` is certain; `DD.MM.YYYY` only if the first number cannot be a month or
    both are equal; everything else is left to the reader of the findings.

    >>> read_date("2026/09/22").day, read_date("25.02.2011").trouble, read_date("04/05/2026").trouble
    (datetime.date(2026, 9, 22), 'day_first', 'ambiguous')
    >>> read_date("11.03.13").trouble, read_date("2026/02/30").trouble
    ('two_digit', 'invalid')
    """
    stripped = text.strip()
    if match := _YEAR_FIRST.fullmatch(stripped):
        return _date(int(match[1]), int(match[2]), int(match[3]), "")
    if match := _YEAR_LAST.fullmatch(stripped):
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        if first > 12 or first == second:
            return _date(year, second, first, "day_first")
        return _date(year, first, second, "ambiguous") if second > 12 else ReadDate(None, "ambiguous")
    return ReadDate(None, "two_digit" if _TWO_DIGITS.fullmatch(stripped) else "invalid")


def _date(year: int, month: int, day: int, trouble: DateTrouble) -> ReadDate:
    try:
        return ReadDate(date(year, month, day), trouble)
    except ValueError:
        return ReadDate(None, "invalid")


def read_round_date(text: str) -> date | None:
    """The day of a round, `YY/MM/DD` of this century as the format lays down; None if it is not one.

    >>> read_round_date("26/09/22"), read_round_date("11.25.02")
    (datetime.date(2026, 9, 22), None)
    """
    match = _TWO_DIGITS.fullmatch(text.strip())
    return _date(2000 + int(match[1]), int(match[2]), int(match[3]), "").day if match else None


def date_text(day: date) -> str:
    """`YYYY/MM/DD`."""
    return f"{day.year:04}/{day.month:02}/{day.day:02}"


def round_date_text(day: date) -> str:
    """`YY/MM/DD`."""
    return date_text(day)[2:]


def read_birth(text: str) -> str | None:
    """`YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty where unknown; None if unreadable.

    >>> [read_birth(text) for text in ("1999/05/17", "1950", "1950/00/00", "1950/07/00", "    .  .  ")]
    ['1999-05-17', '1950', '1950', '1950-07', '']
    >>> read_birth("17/05/99") is None
    True
    """
    stripped = text.strip()
    if not stripped.strip("./- 0"):
        return ""
    match = _BIRTH.fullmatch(stripped)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2] or 0), int(match[3] or 0)
    if year == 0:
        return ""
    if month == 0:
        return f"{year:04}"
    if _date(year, month, day or 1, "").day is None:
        return None
    return f"{year:04}-{month:02}" + (f"-{day:02}" if day else "")


def birth_text(birth: str, *, public: bool = False) -> str:
    """The ten characters of a birth date, `00` for what is unknown (or, in public, not told).

    >>> birth_text("1999-05-17"), birth_text("1999-05-17", public=True), birth_text("1950")
    ('1999/05/17', '1999/00/00', '1950/00/00')
    """
    if not birth:
        return ""
    year, month, day = [*birth.split("-"), "00", "00"][:3]
    return f"{year}/00/00" if public else f"{year}/{month}/{day}"


def read_title(text: str) -> str:
    """The title in capitals, one-letter forms spelled out; what is no title comes back in capitals as it is.

    >>> read_title("  g"), read_title("wf "), read_title("FM "), read_title("   ")
    ('GM', 'WFM', 'FM', '')
    """
    title = text.strip().upper()
    return _SHORT_TITLES.get(title, title)
