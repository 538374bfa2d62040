"""The data file of the time for ratings: CODE NAME COUNTRY RC W N BIRTHDAY SEX, a row for each player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.computer_table import Computed
from tournaments.interchange.dbase import Field
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Entry, Record

FIELDS = (
    Field("CODE", "N", 8),
    Field("NAME", "C", 32),
    Field("COUNTRY", "C", 3),
    Field("RC", "N", 4),
    Field("W", "N", 4, 1),
    Field("N", "N", 2),
    Field("BIRTHDAY", "D", 8),
    Field("SEX", "C", 1),
)
SEX = {"w": "F", "m": "M"}


@dataclass(frozen=True, slots=True)
class DataRow:
    """One player: FIDE number, name, federation, Rc, points with one decimal, games, birthday, `F` or `M`.

    `rc` and `n` are None where nothing was computed; in a round robin they may be empty. `birthday` is None unless
    the whole day is known.
    """

    code: int | None
    name: str
    country: str
    rc: int | None
    w: str
    n: int | None
    birthday: date | None
    sex: str

    @property
    def cells(self) -> tuple[int | str | date | None, ...]:
        """The values in the order of FIELDS."""
        return self.code, self.name, self.country, self.rc, self.w, self.n, self.birthday, self.sex


def data_rows(
    record: Record, computed: Computed | None, names: Mapping[int, str], *, with_birthdays: bool
) -> Iterator[DataRow]:
    """The rows by start number; `names` are those that the code page can hold.

    Points are those of the counted games where the event was computed, else all of them. Birthdays are official:
    without `with_birthdays` the column is empty, since it cannot hold a year alone.
    """
    table = crosstable(record)
    rows = {row.number: row for row in computed.rows} if computed else {}
    averages = {line.number: line.rc for line in computed.rating.players} if computed else {}
    for entry in record.entries:
        row = rows.get(entry.number)
        halves = int(row.w * 2) if row is not None else table.row(entry.number).halves
        yield DataRow(
            code=_code(entry),
            name=names[entry.number],
            country=entry.federation,
            rc=averages.get(entry.number),
            w=f"{halves // 2}.{halves % 2 * 5}",
            n=row.n if row is not None else None,
            birthday=_day(entry.birth) if with_birthdays else None,
            sex=SEX.get(entry.sex, ""),
        )


def _code(entry: Entry) -> int | None:
    """The FIDE number; none that the column of eight digits could not hold."""
    return (
        int(entry.fide_id) if entry.fide_id.isdecimal() and len(entry.fide_id) <= FIELDS[0].length else None
    )


def _day(birth: str) -> date | None:
    try:
        return date.fromisoformat(birth) if len(birth) == len("YYYY-MM-DD") else None
    except ValueError:
        return None
