"""Reads the file that supplies what a TRF lacks about players: K, games, births, ratings of the list."""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from ratings.engine.errors import RatingError
from ratings.engine.facts import NO_FACTS, PlayerFacts
from ratings.engine.first import ORGANISATIONS

NUMBERS = ("rating", "k", "games", "standard_rating")
TEXTS = ("born", "title", "organisation")
LISTS = "list"
FLAGS = ("ever_2400", "ever_2300", "first_event", "valid_event_before", "unrated_for_opponents")
COLUMNS = ("start_number", *NUMBERS, *TEXTS, *FLAGS, LISTS)
LIMITS = {"rating": 4000, "standard_rating": 4000, "k": 100, "games": 100_000}
FACTORS = range(1, LIMITS["k"] + 1)  # every K that can be meant
YES, NO = frozenset({"yes", "true", "1"}), frozenset({"no", "false", "0"})
BIRTH = re.compile(r"(\d{4})(?:[-/](\d{2})(?:[-/](\d{2}))?)?\Z")


class PlayersFileError(RatingError):
    """The file of players cannot be used; `line` is counted from 1."""

    code = "players_file"

    def __init__(self, key: str, line: int, **inputs: object) -> None:
        super().__init__(f"players_file.{key}", {"line": line, **inputs})
        self.hint = self.hint or f"Columns: {', '.join(COLUMNS)}; the first is needed."
        self.line = line


def read_players(data: bytes) -> dict[int, PlayerFacts]:
    """What the file says of each start number. UTF-8, comma or semicolon, a head line; blank is "not said".

    Columns in any order: `start_number`, then `rating` (0 is unrated), `k`, `games`, `standard_rating` (for
    rapid and blitz), `born` (a year or a day), `title`, `organisation` (IBCA, ICSC, IPCA); `ever_2400`,
    `ever_2300`, `first_event`, `valid_event_before`, `unrated_for_opponents` are yes or no. A line with a day
    under `list` says what the list of that day has, for games that take the list of their period. Raises
    PlayersFileError with the line for an unknown column, a value that is none, or a number given twice.

    >>> read_players(b"start_number,k,born" + bytes([10]) + b"3,20,2008")[3].k
    20
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PlayersFileError("encoding", line) from error
    found: dict[tuple[int, date | None], PlayerFacts] = {}
    for line, row in _safe_rows(text):
        number = _number("start_number", row["start_number"], line)
        if not number:
            raise PlayersFileError("no_number", line)
        key = (number, _day(LISTS, row.get(LISTS, ""), line))
        if key in found:
            raise PlayersFileError("twice", line, number=number)
        found[key] = _facts(row, line)
    return {number: _with_lists(found, number) for number, _ in found}


def _with_lists(found: Mapping[tuple[int, date | None], PlayerFacts], number: int) -> PlayerFacts:
    """What the file says of a player, with what it says of him on later lists."""
    lists = {day: facts for (own, day), facts in found.items() if own == number and day is not None}
    return replace(found.get((number, None), NO_FACTS), lists=lists)


def _safe_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows; what the reader of CSV itself cannot take is an error with its line."""
    line = 0
    try:
        for line, row in _rows(text):
            yield line, row
    except csv.Error as error:
        raise PlayersFileError("no_csv", line + 1, after=line, error=error) from error


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    lines = text.splitlines()
    head = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=";" if head.count(";") > head.count(",") else ",")
    names = [name.strip().lower() for name in next(reader, [])]
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or "start_number" not in names or len(set(names)) != len(names):
        key = "unknown_column" if unknown else "no_column"
        raise PlayersFileError(key, 1, column=unknown[0] if unknown else "")
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(names):
            raise PlayersFileError("columns", reader.line_num, found=len(cells), wanted=len(names))
        yield reader.line_num, dict(zip(names, (cell.strip() for cell in cells), strict=True))


def _facts(row: dict[str, str], line: int) -> PlayerFacts:
    first, valid = _flag("first_event", row, line), _flag("valid_event_before", row, line)
    if first and valid:
        raise PlayersFileError("first_after_valid", line)
    return PlayerFacts(
        rating=_number("rating", row.get("rating", ""), line),
        k=_factor(row.get("k", ""), line),
        games=_number("games", row.get("games", ""), line),
        born=_birth(row.get("born", ""), line),
        title=row.get("title", ""),
        organisation=_organisation(row.get("organisation", ""), line),
        standard_rating=_number("standard_rating", row.get("standard_rating", ""), line),
        ever_2400=_flag("ever_2400", row, line),
        ever_2300=_flag("ever_2300", row, line),
        first_event=first,
        valid_event_before=valid,
        unrated_for_opponents=bool(_flag("unrated_for_opponents", row, line)),
    )


def _number(name: str, text: str, line: int) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > LIMITS.get(name, 100_000):
        raise PlayersFileError("number", line, name=name, text=text)
    return int(text)


def _factor(text: str, line: int) -> int | None:
    k = _number("k", text, line)
    if k is not None and k not in FACTORS:
        raise PlayersFileError("number", line, name="k", text=text)
    return k


def _flag(name: str, row: dict[str, str], line: int) -> bool | None:
    text = row.get(name, "").lower()
    if not text:
        return None
    if text not in YES | NO:
        raise PlayersFileError("flag", line, name=name, text=text)
    return text in YES


def _organisation(text: str, line: int) -> str:
    if text and text.upper() not in ORGANISATIONS:
        raise PlayersFileError("organisation", line, text=text)
    return text.upper()


def _day(name: str, text: str, line: int) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise PlayersFileError("day", line, name=name, text=text) from error


def _birth(text: str, line: int) -> str:
    """A year, a month or a day as ISO text; zeros for month and day, as in TRF, leave the year."""
    if not text:
        return ""
    match = BIRTH.match(text)
    if match is None:
        raise PlayersFileError("birth", line, text=text)
    year, month, day = match.groups()
    if month in (None, "00"):
        return year
    if day in (None, "00"):
        return f"{year}-{month}"
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError as error:
        raise PlayersFileError("day", line, name="born", text=text) from error
