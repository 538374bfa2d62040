"""A crosstable of another program as a record: its rows to players, its cells to games, mirrored or refused."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from unicodedata import normalize

from tournaments.interchange.cross_rows import CrossRows, cross_rows
from tournaments.interchange.cross_square import in_rounds
from tournaments.interchange.points import parse_points
from tournaments.interchange.trf.cells import BYES
from tournaments.interchange.trf.errors import Remarks, TrfRefused
from tournaments.interchange.trf.fields import SEXES, TITLES, read_birth, read_title
from tournaments.interchange.trf.pairs import number_boards, pair_up
from tournaments.interchange.trf.players import PlayerCell, PlayerLine
from tournaments.interchange.trf.reader import TrfReading, located, read_trf
from tournaments.interchange.xlsx import UnreadableSheet, is_xlsx
from tournaments.record.findings import Finding
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

LONGEST_NAME, LONGEST_CLUB, MOST_HALVES = 260, 120, 2_000  # of what an event keeps
_FIDE_ID = re.compile("[0-9]{1,11}")
# A dot stands for an unknown colour, `*` and `j` for a game without a result or adjourned.
_CELL = re.compile(r"(\d{1,4})\s*:?\s*([a-zчбč·]?)\s*(1/2|[0½1+\-=]|0[.,]5)?\s*([ua]?|\*?j|\*)")
_PERFECT = re.compile(r"(\d{0,4}):([-+=wld]?)", re.IGNORECASE)
_ALONE = re.compile(r"-?\s*(1/2|[0½1+\-=ufhz]|0[.,]5)", re.IGNORECASE)
_PERFECT_CODES = {"W": "1", "D": "=", "L": "0", "+": "+", "-": "-", "=": "=", "": ""}
_PLAYED = {"1": "1", "½": "=", "1/2": "=", "0.5": "=", "0,5": "=", "=": "=", "0": "0", "+": "+", "-": "-"}
_UNRATED = {"1": "W", "=": "D", "0": "L"}
_EMPTY = frozenset({"", "-", "--", "---", "*", "0", ":", "0:", "xxx"})
# The letters of White and Black in the languages of the programs; `b` is White where `c` or `n` is Black.
_WHITES: Mapping[str, str] = {"s": "w", "c": "b", "č": "b", "n": "b", "ч": "б"}


def read_results(
    data: bytes, name: str = "", *, start: date | None = None, end: date | None = None
) -> TrfReading:
    """A TRF file, or a crosstable as text, CSV or XLSX, as a reading; raises TrfRefused with all reasons.

    A table does not say days, system or rounds to come, and lists of SwissPerfect no colours; what is missing is
    told as for a TRF file.
    """
    if not is_xlsx(data) and _has_players(data):
        return read_trf(data, name, start=start, end=end)
    try:
        table = cross_rows(data)
    except UnreadableSheet as error:
        raise refused("table.damaged", reason=str(error)) from error
    if table is None:
        if is_xlsx(data):
            raise refused("table.none")
        return read_trf(data, name, start=start, end=end)
    return _reading(in_rounds(table), name, start, end)


def _has_players(data: bytes) -> bool:
    return re.search(rb"(?:^|[\r\n])001 ", data) is not None


def refused(code: str, reason: str = "") -> TrfRefused:
    """A file refused as a whole for one reason."""
    remarks = Remarks([], [])
    remarks.error(code, reason=reason)
    return TrfRefused(tuple(remarks.errors))


def _reading(table: CrossRows, name: str, start: date | None, end: date | None) -> TrfReading:
    """The reading by start numbers, or else by places: whichever of the two the cells agree with."""
    attempts = [_attempt(table, by_place=False), _attempt(table, by_place=True)]
    lines, games, byes, remarks = min(attempts, key=lambda attempt: len(attempt[3].errors))
    if remarks.errors:
        raise TrfRefused(tuple(remarks.errors), tuple(remarks.findings))
    rounds = max(int(field.split()[1]) for field in table.columns if field.startswith("round "))
    event = EventFacts(name=table.title, start=start, end=end, rounds=rounds)
    if table.cycles:
        event = replace(event, system="round_robin", cycles=table.cycles)
    record = Record(
        event=event,
        entries=tuple(lines[number].entry for number in sorted(lines)),
        games=number_boards(games, byes, event.score_system, by_score=True),
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry))),
    )
    places = {number: line.line for number, line in lines.items()}
    found = [*table.findings, Finding("note", "table.read"), *remarks.findings, *located(record, places)]
    return TrfReading(record, tuple(found), "utf-8", "table", "LF", name, tuple(sorted(places.items())))


def _attempt(
    table: CrossRows, *, by_place: bool
) -> tuple[dict[int, PlayerLine], list[Game], list[Bye], Remarks]:
    remarks = Remarks([], [])
    lines = _players(table, remarks, by_place=by_place)
    games, byes = pair_up(lines, set(), remarks)
    return lines, games, byes, remarks


def _players(table: CrossRows, remarks: Remarks, *, by_place: bool) -> dict[int, PlayerLine]:
    white = _white_letter(table)
    found: dict[int, PlayerLine] = {}
    for place, (line, cells) in enumerate(table.rows, 1):
        values = {field: cell for field, cell in zip(table.columns, cells, strict=True) if field and cell}
        player = values.get("name") or ", ".join(
            part for part in (values.get("surname"), values.get("first_name")) if part
        )
        if not player:
            continue
        number = place if by_place else _whole(values.get("number", "")) or place
        if number in found:
            remarks.error("number.twice", found[number].line, line, players=(number,))
            continue
        rounds = {
            cell.round: cell
            for field, text in values.items()
            if field.startswith("round ")
            and (cell := _cell(text, int(field.split()[1]), white, line, number, remarks)) is not None
        }
        found[number] = PlayerLine(line, _entry(number, player, values), rounds, ())
    gaps = sorted(set(range(1, max(found, default=0))) - set(found))
    if gaps:
        remarks.error(
            "number.gap", found[min(found)].line, missing=", ".join(map(str, gaps[:10])), count=len(gaps)
        )
    return found


def _white_letter(table: CrossRows) -> str:
    """The letter that stands for White: `w`, or `b` or `б` in the languages in which Black is another."""
    columns = [place for place, field in enumerate(table.columns) if field.startswith("round ")]
    letters = {
        match[2]
        for _line, cells in table.rows
        for place in columns
        if (match := _CELL.fullmatch(cells[place].casefold().strip())) and match[2]
    }
    return next((white for black, white in _WHITES.items() if black in letters), "w")


def _cell(text: str, number: int, white: str, line: int, player: int, remarks: Remarks) -> PlayerCell | None:
    plain = normalize("NFC", text).casefold().strip().rstrip(".")
    if plain in _EMPTY:
        return None
    if match := _PERFECT.fullmatch(plain):
        opponent, code = int(match[1] or 0), _PERFECT_CODES[match[2].upper()]
        if not opponent:
            code = {"1": "F", "0": "Z", "=": "H"}.get(code, code)
        return PlayerCell(number, opponent, "", code)
    if match := _CELL.fullmatch(plain):
        code = _PLAYED[match[3]] if match[3] else ""
        code = _UNRATED.get(code, code) if match[4] == "u" else code
        colour = "" if match[2] in ("", "·") else "w" if match[2] == white else "b"
        if int(match[1]):
            return PlayerCell(number, int(match[1]), colour, code)
    if match := _ALONE.fullmatch(plain):
        code = match[1].upper() if match[1] in "ufhz" else _PLAYED[match[1]]
        return PlayerCell(number, 0, "", code if code in BYES else "")
    remarks.error("table.cell", line, round_number=number, players=(player,), text=text)
    return None


def _entry(number: int, name: str, values: Mapping[str, str]) -> Entry:
    title = read_title(values.get("title", ""))
    federation = values.get("federation", "").upper()
    fide_id = values.get("fide_id", "")
    sex = values.get("sex", "").casefold()[:1]
    return Entry(
        number=number,
        name=" ".join(normalize("NFC", name).split())[:LONGEST_NAME],
        sex=SEXES.get({"м": "m", "ж": "w", "ч": "m", "ž": "w"}.get(sex, sex), ""),
        title=title if title in TITLES else "",
        rating=_whole(values.get("rating", "")) or _whole(values.get("other_rating", "")) or None,
        federation=federation if re.fullmatch("[A-Z]{3}", federation) else "",
        fide_id=fide_id if _FIDE_ID.fullmatch(fide_id) and fide_id.strip("0") else "",
        national_id=values.get("national_id", "")[:16],
        birth=read_birth(values.get("birth", "")) or "",
        club=values.get("club", "")[:LONGEST_CLUB],
        stated_points=_points(values.get("points", "")),
        stated_rank=_whole(values.get("rank", "")) or None,
    )


def _whole(text: str) -> int:
    """The number of a cell such as `12` or `12.`; 0 for anything else."""
    plain = text.strip().rstrip(".")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 5 else 0


def _points(text: str) -> int | None:
    try:
        halves = parse_points(text)
    except ValueError:
        return None
    return halves if 0 <= halves <= MOST_HALVES else None
