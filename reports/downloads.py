"""The same report as data: TRF26 of the frozen record, and the data file CODE NAME COUNTRY RC W N BIRTHDAY SEX."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.permissions import allowed
from players.transliteration import latin
from ratings.engine.computer_table import Computed, computed
from ratings.engine.errors import RatingError
from reports.derivations import facts_frozen
from reports.frozen import frozen_of, public_record, record_of_report
from reports.models import Report
from reports.permissions import PERMISSIONS
from reports.sheets.data_file import FIELDS, DataRow, data_rows
from tournaments.interchange.dbase import dbase_bytes
from tournaments.interchange.tables import csv_text
from tournaments.interchange.trf import export_trf
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition

WITHOUT_MARKS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ß": "ss", "ħ": "h",
    "Ł": "L", "Ø": "O", "Đ": "D", "Ð": "D", "Æ": "Ae", "Œ": "Oe", "Þ": "Th", "Ħ": "H",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Download:
    """A file of a report: what it is, its name after the document number, its kind, and what makes it."""

    label: Any
    ending: str
    content_type: str
    make: Callable[[Report, bool], bytes]


def _trf(report: Report, full: bool) -> bytes:
    """The frozen record; ranks are those of the frozen standing. In public birth years only."""
    rows = frozen_of(report)["standings"]["rows"]
    ranks = {} if report.sheet == Report.Sheet.FORM_3 else {row["number"]: row["place"] for row in rows}
    record = record_of_report(report)
    return export_trf(
        record if full else public_record(record), "trf26", public=not full, ranks=ranks
    ).text.encode("utf-8")


def _csv(report: Report, full: bool) -> bytes:
    record = record_of_report(report)
    names = {entry.number: entry.name for entry in record.entries}
    rows = [[field.name for field in FIELDS]]
    rows += [[_text(cell) for cell in row.cells] for row in _rows(report, record, names, full=full)]
    return csv_text(rows).encode("utf-8")


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell)


def _dbf(encoding: str) -> Callable[[Report, bool], bytes]:
    def make(report: Report, full: bool) -> bytes:
        record = record_of_report(report)
        names = {entry.number: name_in(entry.name, encoding) for entry in record.entries}
        rows = [row.cells for row in _rows(report, record, names, full=full)]
        return dbase_bytes(FIELDS, rows, changed=report.created_at.date(), encoding=encoding)

    return make


def _rows(report: Report, record: Record, names: Mapping[int, str], *, full: bool) -> list[DataRow]:
    return list(data_rows(record, _computed(report, record), names, with_birthdays=full))


def _computed(report: Report, record: Record) -> Computed | None:
    """The rating of the frozen record by its frozen facts; None where it is not rated by itself."""
    rating = frozen_of(report).get("rating")
    if not rating:
        return None
    try:
        return computed(record, edition(rating["edition"]), facts_frozen(rating))
    except RatingError:
        return None


def name_in(name: str, encoding: str) -> str:
    """A name as a code page can hold it: as it is, or all of it in plain Latin letters.

    >>> name_in("Šarić, Ana", "cp852"), name_in("Šarić, Ana", "ascii"), name_in("Ткач, Ян", "cp866")
    ('Šarić, Ana', 'Saric, Ana', 'Ткач, Ян')
    >>> name_in("Гнатюк, Ігор", "cp866"), name_in("Łoś, Ðura", "ascii")
    ('Gnatiuk, Igor', 'Los, Dura')
    """
    try:
        name.encode(encoding)
    except UnicodeEncodeError:
        return _plain(name)
    return name


def _plain(name: str) -> str:
    spelled = "".join(WITHOUT_MARKS.get(letter, letter) for letter in latin(name))
    bare = unicodedata.normalize("NFD", spelled)
    return "".join(letter for letter in bare if letter.isascii())


CSV, DBASE, TEXT = "text/csv; charset=utf-8", "application/x-dbf", "text/plain; charset=utf-8"
DOWNLOADS: Mapping[str, Download] = MappingProxyType(
    {
        "trf26": Download(_("TRF26 of the frozen record"), ".trf", TEXT, _trf),
        "data": Download(_("Data file as CSV"), "-data.csv", CSV, _csv),
        "dbf": Download(_("Data file (DBF), plain Latin letters"), ".dbf", DBASE, _dbf("ascii")),
        "dbf-852": Download(_("Data file (DBF), code page 852"), "-852.dbf", DBASE, _dbf("cp852")),
        "dbf-866": Download(_("Data file (DBF), code page 866"), "-866.dbf", DBASE, _dbf("cp866")),
    }
)


def sees_birthdays(report: Report, account: Any) -> bool:
    """Whether the account may have whole dates of birth: who may see the unsigned document."""
    return allowed(PERMISSIONS, "see_unsigned", account, report)


def downloads_of(report: Report) -> list[tuple[Any, str]]:
    """Label and address of each file of a main report; none of the papers that go with it."""
    if not report.is_main or not report.stands:
        return []
    return [
        (download.label, reverse("reports:download", args=[report.pk, name]))
        for name, download in DOWNLOADS.items()
    ]
