"""FIDE's published rating lists in columns (`players_list_foa.txt`, `standard_rating_list.txt` …), read line by line.

The first line names the columns, and each begins where its name begins: so the combined list, the older one without
FOA titles and the lists of one kind are read alike. A letter is a column, so a list that an
editor saved anew as UTF-8 keeps its columns.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

HEAD = re.compile(r"ID Number|\S+")
STAMP = re.compile(r"[A-Z]{3}\d\d", re.ASCII)
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
CENTURY = 2000
MARK = "\ufeff"
MOST_DIGITS = 4
# The heads of rating, games and K of each kind in a combined list, in small letters.
COMBINED: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "standard": ("srtng", "sgm", "sk"),
        "rapid": ("rrtng", "rgm", "rk"),
        "blitz": ("brtng", "bgm", "bk"),
    }
)


class UnreadableFideList(ValueError):
    """A file that is no such list, with the number of the line (from 1)."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@dataclass(frozen=True, slots=True)
class FideListLine:
    """One player: rating in Elo points (None is not rated), games in the period, K; `inactive` by the flag."""

    fide_id: str
    rating: int | None
    games: int
    k: int | None
    inactive: bool


@dataclass(frozen=True, slots=True)
class FideListHead:
    """What the first line says: where each column is, and the day of a list of one kind."""

    columns: Mapping[str, slice]
    day: date | None


def fide_list_head(line: bytes) -> FideListHead:
    """The columns that the first line names; raises UnreadableFideList if it names no player.

    >>> fide_list_head(b"ID Number      Name   Fed DEC26 Gms K Flag").day
    datetime.date(2026, 12, 1)
    """
    text = _text(line).removeprefix(MARK)
    found = [(each.group(), each.start()) for each in HEAD.finditer(text)]
    starts = [start for _name, start in found] + [None]
    columns: dict[str, slice] = {}
    day = None
    for (name, start), following in zip(found, starts[1:], strict=True):
        column = name.lower()
        if STAMP.fullmatch(name) and name[:3] in MONTHS:
            day = date(CENTURY + int(name[3:]), MONTHS.index(name[:3]) + 1, 1)
            column = "rating"
        columns[column] = slice(start, following)
    if "id number" not in columns or "name" not in columns:
        raise UnreadableFideList("The first line does not name the columns of FIDE's list.", 1)
    return FideListHead(columns, day)


def fide_list_lines(lines: Iterable[bytes], head: FideListHead, kind: str) -> Iterator[FideListLine]:
    """The players of a kind (`standard`, `rapid`, `blitz`), one after the other, without holding the file.

    Raises UnreadableFideList for columns that the list lacks and for a figure that is no number.
    """
    own = ("rating", "gms", "k") if head.day is not None else COMBINED[kind]
    missing = [name for name in own if name not in head.columns]
    if missing:
        raise UnreadableFideList(f"The list has no column {missing[0]!r} of this kind.", 1)
    for number, raw in enumerate(lines, start=2):
        text = _text(raw)
        fide_id = text[head.columns["id number"]].strip()
        if not fide_id:
            continue
        rating, games, k = (figure(text[head.columns[name]], number) for name in own)
        flag = text[head.columns["flag"]].strip() if "flag" in head.columns else ""
        yield FideListLine(fide_id, rating or None, games or 0, k, "i" in flag)


def _text(line: bytes) -> str:
    """The line, letter by letter; bytes that are not UTF-8 are a letter each."""
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip("\r\n")


def figure(text: str, line: int) -> int | None:
    """A rating, a number of games or a K; None where nothing stands. Raises UnreadableFideList for anything else."""
    stripped = text.strip()
    if not stripped:
        return None
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) <= MOST_DIGITS):
        raise UnreadableFideList(f"{stripped!r} is no figure of a list.", line)
    return int(stripped)
