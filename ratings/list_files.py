"""A published list as files: CSV and JSON with every datum, XML and fixed-width text as FIDE's lists have them.

What a list corrects in earlier ones stands in CSV and JSON too, below the players; only there where it corrects
anything. FIDE's formats have no place for it.

Pure functions of the list and its rows, so that `recompute` makes the same bytes. No number is ever split into
thousands. The two FIDE formats hold rated players, their names in plain Latin letters, their year of birth.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from core.keys import PLAIN
from players.listing import neutral
from players.models import RatingKind, RatingList
from ratings.corrections import CORRECTED
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
# Columns that a list has in CSV if it corrects rows of earlier lists (keys of `ratings.corrections.file_rows`).
CORRECTION_HEADS = (
    "corrected_list",
    "rating_before",
    "rating_after",
    "k_before",
    "k_after",
    "games_total_before",
    "games_total_after",
    "reason",
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
    """A format of list files: its name in addresses, what browsers call it, its ending, and what makes it.

    A file is what stands above the rows, a text for each row with `between` two of them, and what stands below;
    so a list of any length is written part by part.
    """

    name: str
    media_type: str
    ending: str
    opening: Callable[[Head], str]
    texts: Callable[[Head, Iterable[BuiltRow]], Iterator[str]]
    closing: Callable[[Head], str]
    between: str = ""
    encoding: str = "utf-8"

    def make(self, head: Head, rows: Iterable[BuiltRow]) -> bytes:
        """The whole file."""
        return b"".join(self.parts(head, [rows]))

    def parts(self, head: Head, groups: Iterable[Iterable[BuiltRow]]) -> Iterator[bytes]:
        """The file in parts: what stands above, each group of rows, what stands below."""
        yield self.opening(head).encode(self.encoding)
        between = ""
        for rows in groups:
            text = self.between.join(self.texts(head, rows))
            if text:
                yield (between + text).encode(self.encoding)
                between = self.between
        yield self.closing(head).encode(self.encoding)


def head_of(rating_list: RatingList, previous_sha256: str, corrections: Sequence[Mapping[str, Any]]) -> Head:
    """What a file says of its list: which, from when, under which rules, after which, with which hash.

    `corrections` are what the list corrects in earlier ones (`ratings.corrections.file_rows`).
    """
    return {
        "list": rating_list.key,
        "kind": rating_list.kind,
        "in_force_from": rating_list.effective_from.isoformat(),
        "edition": rating_list.edition,
        "engine": rating_list.engine_version,
        "sha256": rating_list.sha256,
        "previous_sha256": previous_sha256,
        "corrections": corrections,
    }


def csv_opening(head: Head) -> str:
    """One line of heads; a list of coefficients names the events of the period too (RACC 1.6)."""
    return _csv_lines([_csv_heads(head)])


def csv_texts(head: Head, rows: Iterable[BuiltRow]) -> Iterator[str]:
    """Every datum of every row; no cell of text runs as a formula."""
    empty = [""] * len(CORRECTION_HEADS) if head.get("corrections", ()) else []
    yield _csv_lines([*(neutral(cell) for cell in _data(row, head).values()), *empty] for row in rows)


def csv_closing(head: Head) -> str:
    """A line for each correction, marked so; its `rating` is empty, so that it is nobody's rating on this list."""
    return _csv_lines(
        [neutral((correction | {"mark": CORRECTED}).get(name)) for name in _csv_heads(head)]
        for correction in head.get("corrections", ())
    )


def _csv_heads(head: Head) -> list[str]:
    events = ["events"] if _by_correspondence(head) else []
    return [*HEADS, *events, *(CORRECTION_HEADS if head.get("corrections", ()) else ())]


def _csv_lines(lines: Iterable[Iterable[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(lines)
    return buffer.getvalue()


def json_opening(head: Head) -> str:
    """The list's head."""
    said = {name: value for name, value in head.items() if name != "corrections"}
    return f'{json.dumps(said, ensure_ascii=False)[:-1]}, "players": [\n'


def json_texts(head: Head, rows: Iterable[BuiltRow]) -> Iterator[str]:
    """Every datum of every row as an object a line."""
    return (json.dumps(_data(row, head), ensure_ascii=False) for row in rows)


def json_closing(head: Head) -> str:
    """The corrections that the list shows, an object a line."""
    lines = ",\n".join(json.dumps(dict(row), ensure_ascii=False) for row in head.get("corrections", ()))
    return f'\n], "corrections": [\n{lines}\n]}}\n' if lines else "\n]}\n"


def xml_opening(head: Head) -> str:
    """The declaration and the tag around FIDE's players list."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n'


def xml_texts(head: Head, rows: Iterable[BuiltRow]) -> Iterator[str]:
    """`player` with a tag a line; the figures under the list's own kind."""
    for row in rated(rows):
        values = _fide_fields(row, RATING_FIELDS[RatingKind(head["kind"])])
        tags = "".join(f"<{name}>{escape(str(values.get(name, '')))}</{name}>\n" for name in XML_FIELDS)
        yield f"<player>\n{tags}</player>\n"


def xml_closing(head: Head) -> str:
    """The end of the players list."""
    return "</playerslist>\n"


def text_opening(head: Head) -> str:
    """FIDE's list of one kind in columns, told by this line; ASCII, so that a column is a byte."""
    year, month = head["in_force_from"][2:4], int(head["in_force_from"][5:7])
    stamp = f"{MONTHS[month - 1]}{year}"
    return _text_line([title % stamp if "%" in title else title for _start, title in TEXT_COLUMNS]) + "\r\n"


def text_texts(head: Head, rows: Iterable[BuiltRow]) -> Iterator[str]:
    """A line a player."""
    for row in rated(rows):
        values = _fide_fields(row, "")
        names = ("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title")
        figures = ("rating", "games", "k", "birthday", "flag")
        yield _text_line([str(values.get(name, "")) for name in (*names, *figures)]) + "\r\n"


def text_closing(head: Head) -> str:
    """Nothing stands below the players."""
    return ""


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        item.name: item
        for item in (
            Format("csv", "text/csv", "csv", csv_opening, csv_texts, csv_closing),
            Format("json", "application/json", "json", json_opening, json_texts, json_closing, between=",\n"),
            Format("xml", "application/xml", "xml", xml_opening, xml_texts, xml_closing),
            Format("txt", "text/plain", "txt", text_opening, text_texts, text_closing, encoding="ascii"),
        )
    }
)


def formats_of(kind: str) -> tuple[Format, ...]:
    """The formats of a kind of list; FIDE's own have no place for coefficients of correspondence."""
    if kind == RatingKind.CORRESPONDENCE:
        return FORMATS["csv"], FORMATS["json"]
    return tuple(FORMATS.values())


def events_counted(row: BuiltRow) -> list[str]:
    """The events counted in the period for a player of a list of coefficients, in their order."""
    steps = row.calculation.steps if row.calculation is not None else ()
    return [str(step.inputs["event"]) for step in steps if "event" in step.inputs]


def rated(rows: Iterable[BuiltRow]) -> list[BuiltRow]:
    """The rows with a rating."""
    return [row for row in rows if row.rating is not None]


def ascii_name(name: str) -> str:
    """A name in plain Latin letters; a letter that has no plain one becomes a question mark.

    >>> ascii_name("Šarić, Ivan"), ascii_name("Łuczak, Jürgen"), ascii_name("Đurić")
    ('Saric, Ivan', 'Luczak, Jurgen', 'Duric')
    """
    if name.isascii() and name.isprintable():
        return name
    plain = []
    for letter in unicodedata.normalize("NFD", name):
        if unicodedata.combining(letter):
            continue
        small = letter.lower().translate(PLAIN)
        spelled = small if letter.islower() else small[:1].upper() + small[1:]
        plain.append(letter if letter.isascii() else spelled if spelled.isascii() else "?")
    return "".join(letter for letter in plain if letter.isprintable())


def _by_correspondence(head: Head) -> bool:
    return bool(head.get("kind") == RatingKind.CORRESPONDENCE)


def _data(row: BuiltRow, head: Head) -> dict[str, Any]:
    identity = row.identity
    data = {
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
    return data | {"events": "; ".join(events_counted(row))} if _by_correspondence(head) else data


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
