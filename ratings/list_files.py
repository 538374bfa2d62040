"""A published list as files: CSV and JSON with every datum, XML and fixed-width text as FIDE's lists have them.

Pure functions of the list and its rows, so that `recompute` makes the same bytes. No number is ever split into
thousands. The two FIDE formats hold rated players, their names in plain Latin letters, their year of birth.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from core.keys import PLAIN
from players.listing import neutral
from players.models import RatingKind, RatingList
from ratings.list_contents import BuiltRow, day_text

Head = Mapping[str, Any]
HEADS = (
    "number",
    "name",
    "latin_name",
    "title",
    "federation",
    "region",
    "sex",
    "birth_year",
    "rating",
    "previous_rating",
    "k",
    "k_games",
    "games",
    "games_total",
    "highest",
    "mark",
    "inactive_lists",
    "last_played",
    "last_entered",
)
# Start column (from 1) and head of each field of FIDE's list of one kind; %s: month and year of the list.
TEXT_COLUMNS = (
    (1, "ID Number"),
    (16, "Name"),
    (77, "Fed"),
    (81, "Sex"),
    (85, "Tit"),
    (90, "WTit"),
    (95, "OTit"),
    (110, "FOA"),
    (114, "%s"),
    (120, "Gms"),
    (124, "K"),
    (127, "B-day"),
    (133, "Flag"),
)
FLAG_WIDTH = 4
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
RATING_FIELDS = {RatingKind.STANDARD: "", RatingKind.RAPID: "rapid_", RatingKind.BLITZ: "blitz_"}
XML_FIELDS = (
    "fideid",
    "name",
    "country",
    "sex",
    "title",
    "w_title",
    "o_title",
    "foa_title",
    *(f"{kind}{field}" for kind in RATING_FIELDS.values() for field in ("rating", "games", "k")),
    "birthday",
    "flag",
)
SEXES = {"w": "F", "m": "M"}


@dataclass(frozen=True, slots=True)
class Format:
    """A format of list files: its name in addresses, what browsers call it, its ending, and what makes it."""

    name: str
    media_type: str
    ending: str
    make: Callable[[Head, Sequence[BuiltRow]], bytes]


def head_of(rating_list: RatingList, previous_sha256: str) -> Head:
    """What a file says of its list: which, from when, under which rules, after which, with which hash."""
    return {
        "list": rating_list.key,
        "kind": rating_list.kind,
        "in_force_from": rating_list.effective_from.isoformat(),
        "edition": rating_list.edition,
        "engine": rating_list.engine_version,
        "sha256": rating_list.sha256,
        "previous_sha256": previous_sha256,
    }


def csv_file(head: Head, rows: Sequence[BuiltRow]) -> bytes:
    """Every datum of every row with one line of heads; no cell of text runs as a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(HEADS)
    writer.writerows([neutral(cell) for cell in _data(row).values()] for row in rows)
    return buffer.getvalue().encode("utf-8")


def json_file(head: Head, rows: Sequence[BuiltRow]) -> bytes:
    """The list's head, and every datum of every row as an object a line."""
    lines = [json.dumps(_data(row), ensure_ascii=False) for row in rows]
    players = ",\n".join(lines)
    opening = json.dumps(dict(head), ensure_ascii=False)[:-1]
    return f'{opening}, "players": [\n{players}\n]}}\n'.encode()


def xml_file(head: Head, rows: Sequence[BuiltRow]) -> bytes:
    """FIDE's players list: `playerslist` of `player`, a tag a line; the figures under the list's own kind."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<playerslist>"]
    for row in rated(rows):
        values = _fide_fields(row, RATING_FIELDS[RatingKind(head["kind"])])
        lines.append("<player>")
        lines += [f"<{name}>{escape(str(values.get(name, '')))}</{name}>" for name in XML_FIELDS]
        lines.append("</player>")
    lines.append("</playerslist>")
    return ("\n".join(lines) + "\n").encode()


def text_file(head: Head, rows: Sequence[BuiltRow]) -> bytes:
    """FIDE's list of one kind in columns, told by the first line; ASCII, so that a column is a byte."""
    year, month = head["in_force_from"][2:4], int(head["in_force_from"][5:7])
    stamp = f"{MONTHS[month - 1]}{year}"
    lines = [_text_line([title % stamp if "%" in title else title for _start, title in TEXT_COLUMNS])]
    for row in rated(rows):
        values = _fide_fields(row, "")
        names = ("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title")
        figures = ("rating", "games", "k", "birthday", "flag")
        lines.append(_text_line([str(values.get(name, "")) for name in (*names, *figures)]))
    return "".join(line + "\r\n" for line in lines).encode("ascii")


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        item.name: item
        for item in (
            Format("csv", "text/csv", "csv", csv_file),
            Format("json", "application/json", "json", json_file),
            Format("xml", "application/xml", "xml", xml_file),
            Format("txt", "text/plain", "txt", text_file),
        )
    }
)


def formats_of(kind: str) -> tuple[Format, ...]:
    """The formats of a kind of list; FIDE's own have no place for coefficients of correspondence."""
    if kind == RatingKind.CORRESPONDENCE:
        return FORMATS["csv"], FORMATS["json"]
    return tuple(FORMATS.values())


def rated(rows: Iterable[BuiltRow]) -> list[BuiltRow]:
    """The rows with a rating."""
    return [row for row in rows if row.rating is not None]


def ascii_name(name: str) -> str:
    """A name in plain Latin letters; a letter that has no plain one becomes a question mark.

    >>> ascii_name("Šarić, Ivan"), ascii_name("Łuczak, Jürgen"), ascii_name("Đurić")
    ('Saric, Ivan', 'Luczak, Jurgen', 'Duric')
    """
    plain = []
    for letter in unicodedata.normalize("NFD", name):
        if unicodedata.combining(letter):
            continue
        small = letter.lower().translate(PLAIN)
        spelled = small if letter.islower() else small[:1].upper() + small[1:]
        plain.append(letter if letter.isascii() else spelled if spelled.isascii() else "?")
    return "".join(letter for letter in plain if letter.isprintable())


def _data(row: BuiltRow) -> dict[str, Any]:
    identity = row.identity
    return {
        "number": identity.number,
        "name": identity.name,
        "latin_name": identity.latin_name,
        "title": identity.title,
        "federation": identity.federation,
        "region": identity.region,
        "sex": identity.sex,
        "birth_year": identity.birth_year,
        "rating": row.rating,
        "previous_rating": row.previous_rating,
        "k": row.k,
        "k_games": row.k_games,
        "games": row.games,
        "games_total": row.games_total,
        "highest": row.highest,
        "mark": row.mark,
        "inactive_lists": row.inactive_lists,
        "last_played": day_text(row.last_played),
        "last_entered": day_text(row.last_entered),
    }


def _fide_fields(row: BuiltRow, prefix: str) -> dict[str, Any]:
    """A row under FIDE's names; `prefix` says whose rating it is in a file with room for all kinds."""
    identity = row.identity
    woman = identity.sex == "w"
    return {
        "fideid": identity.number,
        "name": ascii_name(identity.latin_name or identity.name),
        "country": ascii_name(identity.federation),
        "sex": SEXES.get(identity.sex, ""),
        "title": ascii_name(identity.title),
        "w_title": ascii_name(identity.title) if identity.title.startswith("W") else "",
        f"{prefix}rating": row.rating,
        f"{prefix}games": row.games,
        f"{prefix}k": "" if row.k is None else row.k,
        "birthday": "" if identity.birth_year is None else identity.birth_year,
        "flag": ("w" if woman else "") + ("i" if row.inactive_lists else ""),
    }


def _text_line(values: Sequence[str]) -> str:
    """The values in their columns, each cut so that a space stays before the next."""
    starts = [start for start, _title in TEXT_COLUMNS]
    widths = [after - start for start, after in pairwise(starts)]
    cells = [
        value[: width - 1].ljust(width)
        for value, width in zip(values, [*widths, FLAG_WIDTH + 1], strict=True)
    ]
    return "".join(cells).rstrip()
