"""Results as a list, one board a row: read from text or a spreadsheet's cells, written as rows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import normalize

from tournaments.interchange.columns import split_lines
from tournaments.interchange.headings import heading_key
from tournaments.interchange.pgn_matching import name_fit
from tournaments.record.codes import GAME_CODES, shown
from tournaments.record.model import Entry, Game, Record

FIELDS = (
    "round",
    "board",
    "white_number",
    "white",
    "result",
    "white_points",
    "black_points",
    "black_number",
    "black",
)
_HEADS: Mapping[str, str] = {
    "round": "round, rd, rnd, kolo, тур, ronda",
    "board": "board, bo, bd, table, ploča, stol, доска, стол, дошка, стіл, tablero, mesa",
    "white_number": "white no, no white, white number, wno, sno white",
    "white": "white, white player, bijeli, белые, білі, blancas",
    "result": "result, res, rezultat, результат, resultado",
    "white_points": "white points, white score, white result, bodovi bijelog",
    "black_points": "black points, black score, black result, bodovi crnog",
    "black_number": "black no, no black, black number, bno, sno black",
    "black": "black, black player, crni, черные, чёрные, чорні, negras",
}
_KEYS = {heading_key(name): field for field, names in _HEADS.items() for name in names.split(",")}
_SPELLED: Mapping[str, str] = MappingProxyType(
    {
        "1": "1-0", "0": "0-1", "h": "1/2-1/2", "=": "1/2-1/2", "=-=": "1/2-1/2",
        "+": "+/-", "-": "-/+", "+--": "+/-", "+-": "+/-", "--+": "-/+", "-+": "-/+", "---": "-/-", "--": "-/-",
        "1-0f": "+/-", "1f-0f": "+/-", "0-1f": "-/+", "0f-1f": "-/+", "0f-0f": "-/-", "0-0f": "-/-",
    }
)  # fmt: skip
_HALF = re.compile(r"(?<![\d.,])(?:0?[.,]50?|1/2|½)(?![\d.,])")
_DASHES = re.compile(r"[\u2010-\u2015\u2212:]")
_WORDS, _NUMBER = re.compile(r".*[^\W\d_]{2}.*"), re.compile(r"\d{1,3}\.?")
EMPTY = frozenset({"", "*"})


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row: what it says of the board, and its result. `code` is None where `text` is no result."""

    line: int
    round: int | None = None
    board: int | None = None
    white: str = ""
    black: str = ""
    white_number: int | None = None
    black_number: int | None = None
    text: str = ""
    code: str | None = None


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A list: its heads (empty if the first row is none), the field of every column, and the rows of cells by line."""

    heads: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, tuple[str, ...]], ...]

    def samples(self, column: int, most: int = 3) -> tuple[str, ...]:
        """The first different values of a column."""
        return tuple(dict.fromkeys(row[column] for _line, row in self.cells if row[column]))[:most]

    def rows(self) -> tuple[ResultRow, ...]:
        """The rows as the columns say; rows without any result are left out."""
        found = (_row(line, dict(zip(self.columns, cells, strict=True))) for line, cells in self.cells)
        return tuple(row for row in found if row.text not in EMPTY)


def parse_result(text: str) -> str | None:
    """The code of a result from White's view; None for anything that is no result.

    >>> [parse_result(text) for text in ("1-0", "1:0", "½", "0,5", ".5", "0.5 - 0.5", "1/2–1/2", "0")]
    ['1-0', '1-0', '1/2-1/2', '1/2-1/2', '1/2-1/2', '1/2-1/2', '1/2-1/2', '0-1']
    >>> [parse_result(text) for text in ("+/-", "+ : -", "- - +", "½-0", "1F-0F", "1,5", "won", "2-0")]
    ['+/-', '+/-', '-/+', '1/2-0', '+/-', None, None, None]
    """
    plain = _HALF.sub("h", normalize("NFC", text).casefold().strip())
    plain = _DASHES.sub("-", plain).replace(" ", "")
    if plain in _SPELLED:
        return _SPELLED[plain]
    code = plain.replace("h", "1/2")
    return code if code in GAME_CODES and code not in ("*", "*j") else None


def read_result_list(text: str, columns: Sequence[str] | None = None) -> ResultSheet:
    """The table in a text, its columns by their heads; `columns` are chosen by somebody and win if they fit."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = max("\t;,", key=lambda each: sum(each in line for line in lines))
    table = [
        (number, [cell.strip().removeprefix("'") for cell in row])
        for number, row in enumerate((row for _line, row in split_lines(lines, delimiter)), 1)
        if any(cell.strip() for cell in row)
    ]
    width = max((len(row) for _line, row in table), default=0)
    cells = [(line, (*row, *[""] * (width - len(row)))) for line, row in table]
    named = _named(cells[0][1]) if cells else ()
    headed = len([field for field in named if field]) > 1
    heads = cells[0][1] if headed else ()
    rows = tuple(cells[1:] if headed else cells)
    if columns is not None and len(columns) == width:
        return ResultSheet(heads, _once(columns), rows)
    return ResultSheet(heads, named if headed else _guessed(rows, width), rows)


def _named(heads: Sequence[str]) -> tuple[str, ...]:
    """The fields of headings; a column without a name before a player is his number (`No. White … No. Black`)."""
    found = [_KEYS.get(heading_key(head), "") for head in heads]
    for place, field in enumerate(found[1:], 1):
        before = heading_key(heads[place - 1])
        if field in ("white", "black") and not found[place - 1] and before in ("no", "nr", "sno", "№"):
            found[place - 1] = f"{field}_number"
    return _once(found)


def _once(columns: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    for field in columns:
        found.append(field if field in FIELDS and field not in found else "")
    return tuple(found)


def _guessed(rows: Sequence[tuple[int, Sequence[str]]], width: int) -> tuple[str, ...]:
    """Without heads: the column of results, names to its left and right, a first column of numbers as the board."""
    found = [""] * width
    counts = [_results(rows, column) for column in range(width)]
    if any(counts):
        middle = counts.index(max(counts))
        found[middle] = "result"
        for side, columns in (("white", range(middle - 1, -1, -1)), ("black", range(middle + 1, width))):
            place = next((column for column in columns if _mostly(rows, column, _WORDS, 2)), None)
            if place is not None:
                found[place] = side
    numbers = [place for place in range(width) if not found[place] and _mostly(rows, place, _NUMBER, 10)]
    for column, field in zip(numbers, ("round", "board") if len(numbers) > 1 else ("board",), strict=False):
        found[column] = field
    return tuple(found)


def _results(rows: Sequence[tuple[int, Sequence[str]]], column: int) -> int:
    """How many cells of a column are results beyond doubt."""
    return sum(parse_result(row[column]) is not None and not row[column].isdigit() for _line, row in rows)


def _mostly(
    rows: Sequence[tuple[int, Sequence[str]]], column: int, fits: re.Pattern[str], parts: int
) -> bool:
    """Whether all but less than the `parts`-th part of the cells of a column fit (and there are some)."""
    cells = [row[column] for _line, row in rows if row[column]]
    return bool(cells) and sum(not fits.fullmatch(cell) for cell in cells) * parts < len(cells)


def _row(line: int, cells: Mapping[str, str]) -> ResultRow:
    text = cells.get("result", "")
    if not text and cells.get("white_points") and cells.get("black_points"):
        text = f"{cells['white_points']}-{cells['black_points']}"
    return ResultRow(
        line=line,
        round=_whole(cells.get("round", "")),
        board=_whole(cells.get("board", "")),
        white=cells.get("white", ""),
        black=cells.get("black", ""),
        white_number=_whole(cells.get("white_number", "")),
        black_number=_whole(cells.get("black_number", "")),
        text=text,
        code=parse_result(text),
    )


def _whole(text: str) -> int | None:
    match = re.fullmatch(r"\D{0,8}?(\d{1,4})\.?", text.strip(), re.ASCII)
    return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class ResultMatch:
    """A row with its board. `trouble` is empty, or `no_result`, `no_board`, `ambiguous`, `other_players`, `twice`."""

    row: ResultRow
    game: Game | None = None
    trouble: str = ""


def result_matches(
    rows: Iterable[ResultRow], record: Record, round_number: int | None
) -> tuple[ResultMatch, ...]:
    """The rows beside the boards of the record; `round_number` is the round of rows that name none.

    A row finds its board by board number, by start numbers or by names, and everything that it says must agree.
    """
    entries = {entry.number: entry for entry in record.entries}
    taken: set[tuple[int, int]] = set()
    found = []
    for row in rows:
        if row.code is None:
            found.append(ResultMatch(row, None, "no_result"))
            continue
        number = row.round or round_number
        boards = [game for game in record.games if number in (None, game.round)]
        fitting = [game for game in boards if _agrees(row, game, entries)]
        if len(fitting) != 1:
            named = [game for game in boards if row.board == game.board]
            trouble = (
                "ambiguous" if fitting else "other_players" if named and number is not None else "no_board"
            )
            found.append(ResultMatch(row, None, trouble))
        elif (fitting[0].round, fitting[0].board) in taken:
            found.append(ResultMatch(row, None, "twice"))
        else:
            taken.add((fitting[0].round, fitting[0].board))
            found.append(ResultMatch(row, fitting[0]))
    return tuple(found)


def _agrees(row: ResultRow, game: Game, entries: Mapping[int, Entry]) -> bool:
    said = [
        row.board is None or row.board == game.board,
        row.white_number is None or row.white_number == game.white,
        row.black_number is None or row.black_number == game.black,
        not row.white or _is(row.white, entries[game.white]),
        not row.black or _is(row.black, entries[game.black]),
    ]
    names_something = row.board is not None or row.white or row.black or row.white_number or row.black_number
    return bool(names_something) and all(said)


def _is(text: str, entry: Entry) -> bool:
    return int(text) == entry.number if text.isascii() and text.isdigit() else name_fit(text, entry.name) > 0


def result_rows(record: Record) -> list[list[str | int]]:
    """All boards as rows under their heads, as the reader above takes them."""
    entries = {entry.number: entry for entry in record.entries}
    rows: list[list[str | int]] = [["Round", "Board", "White no", "White", "Result", "Black no", "Black"]]
    for game in record.games:
        result = "" if game.code == "*" else shown(game.code)
        white, black = entries[game.white].name, entries[game.black].name
        rows.append([game.round, game.board, game.white, white, result, game.black, black])
    return rows
