"""Reads the file that supplies what a TRF lacks about players: K, games, births, ratings of the list."""

import csv
import re
from collections.abc import Iterator
from datetime import date

from ratings.engine.errors import RatingError
from ratings.engine.facts import PlayerFacts

NUMBERS = ("rating", "k", "games")
TEXTS = ("born", "title")
FLAGS = ("ever_2400", "ever_2300", "first_event", "valid_event_before", "unrated_for_opponents")
COLUMNS = ("start_number", *NUMBERS, *TEXTS, *FLAGS)
LIMITS = {"rating": 4000, "k": 100, "games": 100_000}
YES, NO = frozenset({"yes", "true", "1"}), frozenset({"no", "false", "0"})
BIRTH = re.compile(r"(\d{4})(?:[-/](\d{2})(?:[-/](\d{2}))?)?\Z")


class PlayersFileError(RatingError):
    """The file of players cannot be used; `line` is counted from 1."""

    code = "players_file"

    def __init__(self, message: str, line: int, *, hint: str = "") -> None:
        super().__init__(message, hint=hint or f"Columns: {', '.join(COLUMNS)}; the first is needed.")
        self.line = line


def read_players(data: bytes) -> dict[int, PlayerFacts]:
    """What the file says of each start number. UTF-8, comma or semicolon, a head line; blank is "not said".

    Columns in any order: `start_number`, then `rating` (0 is unrated), `k`, `games`, `born` (a year or a
    day), `title`; `ever_2400`, `ever_2300`, `first_event`, `valid_event_before`, `unrated_for_opponents` are
    yes or no. Raises PlayersFileError with the line for an unknown column, a value that is none, or a number
    given twice.

    >>> read_players(b"start_number,k,born" + bytes([10]) + b"3,20,2008")[3].k
    20
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PlayersFileError("The file of players is not UTF-8.", line, hint="Save it as UTF-8.") from error
    found: dict[int, PlayerFacts] = {}
    for line, row in _safe_rows(text):
        number = _number("start_number", row["start_number"], line)
        if not number:
            raise PlayersFileError(f"Line {line} has no start number.", line)
        if number in found:
            raise PlayersFileError(f"Line {line}: the start number {number} was given before.", line)
        found[number] = _facts(row, line)
    return found


def _safe_rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows; what the reader of CSV itself cannot take is an error with its line."""
    line = 0
    try:
        for line, row in _rows(text):
            yield line, row
    except csv.Error as error:
        raise PlayersFileError(f"After line {line} the file is no CSV: {error}.", line + 1) from error


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    lines = text.splitlines()
    head = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=";" if head.count(";") > head.count(",") else ",")
    names = [name.strip().lower() for name in next(reader, [])]
    unknown = [name for name in names if name not in COLUMNS]
    if unknown or "start_number" not in names or len(set(names)) != len(names):
        what = f"unknown column {unknown[0]!r}" if unknown else "no column start_number, or one twice"
        raise PlayersFileError(f"The head of the file of players has {what}.", 1)
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(names):
            raise PlayersFileError(
                f"Line {reader.line_num} has {len(cells)} columns, the head {len(names)}.", reader.line_num
            )
        yield reader.line_num, dict(zip(names, (cell.strip() for cell in cells), strict=True))


def _facts(row: dict[str, str], line: int) -> PlayerFacts:
    return PlayerFacts(
        rating=_number("rating", row.get("rating", ""), line),
        k=_number("k", row.get("k", ""), line) or None,
        games=_number("games", row.get("games", ""), line),
        born=_birth(row.get("born", ""), line),
        title=row.get("title", ""),
        ever_2400=_flag("ever_2400", row, line),
        ever_2300=_flag("ever_2300", row, line),
        first_event=_flag("first_event", row, line),
        valid_event_before=_flag("valid_event_before", row, line),
        unrated_for_opponents=bool(_flag("unrated_for_opponents", row, line)),
    )


def _number(name: str, text: str, line: int) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > LIMITS.get(name, 100_000):
        raise PlayersFileError(f"Line {line}: {name} {text!r} is not a number that can be meant.", line)
    return int(text)


def _flag(name: str, row: dict[str, str], line: int) -> bool | None:
    text = row.get(name, "").lower()
    if not text:
        return None
    if text not in YES | NO:
        raise PlayersFileError(f"Line {line}: {name} is yes or no, not {text!r}.", line)
    return text in YES


def _birth(text: str, line: int) -> str:
    """A year, a month or a day as ISO text; zeros for month and day, as in TRF, leave the year."""
    if not text:
        return ""
    match = BIRTH.match(text)
    if match is None:
        raise PlayersFileError(f"Line {line}: born {text!r} is neither YYYY nor YYYY-MM-DD.", line)
    year, month, day = match.groups()
    if month in (None, "00"):
        return year
    if day in (None, "00"):
        return f"{year}-{month}"
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError as error:
        raise PlayersFileError(f"Line {line}: born {text!r} is no day.", line) from error
