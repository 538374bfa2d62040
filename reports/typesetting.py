"""A sheet as a page to be set in type: HTML by the template, and the style that depends on its widths."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.fonts import FACES, SANS, font_path, letters_of
from core.qr import qr_svg
from reports.sheets.model import FinalTable, Line
from reports.sheets.square import (
    BEFORE_MM,
    ID_MM,
    LANDSCAPE_MM,
    LEAD_MM,
    MARGIN_MM,
    NARROWEST_NAME_MM,
    NORM_MM,
    VALUE_MM,
    square_beside,
)
from reports.words import FORMS, ROLES, fact, norm_sentence, play_off_sentences, sentence
from reports.words_correspondence import annex_context, postal_details
from tournaments.words import norm_mark

PORTRAIT_MM = 210 - 2 * MARGIN_MM
# Width of a signature field on an upright page and across; two of them and the code stand side by side.
FIELD_MM = {False: 57, True: 84}
FIELD_HEIGHT_MM = 24
# A longer name is set smaller in a signed field, so that it takes two lines at most.
LONGEST_LARGE_NAME = 17
SCRIPTS = "Latin, Cyrillic, Greek"


class UnprintableLetter(Exception):
    """A letter that the typefaces of the documents do not have."""

    def __init__(self, letter: str, text: str) -> None:
        super().__init__(letter)
        self.letter, self.text = letter, text

    @property
    def name(self) -> str:
        """The letter's Unicode number and name."""
        return f"U+{ord(self.letter):04X} {unicodedata.name(self.letter, '')}".strip()


@dataclass(frozen=True, slots=True)
class Papers:
    """What the document says about itself: its number, where it is checked, the frozen record's hash, when.

    `moment` is when the record was frozen: the only time in the file, so the same input gives the same bytes.
    `replaces` is the number and the record of the version before, which this one takes the place of.
    """

    code: str
    address: str
    record_sha256: str
    moment: datetime
    language: str
    federation: str
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Widths:
    """The widths of a table in millimetres; `per_line` rounds stand side by side, the rest below.

    `cell` is a result's width, the distance of the tab stops in a text of results. In a table by rounds all columns
    after the name are one such text, `cells` wide; in a square the results alone are.
    """

    landscape: bool
    cell: int
    cells: int
    per_line: int


LEAD_STOP_MM = 10
BESIDE_ROUNDS = 3  # federation, rating, points; by correspondence coefficient, games, points


def widths(sheet: FinalTable) -> Widths:
    """Upright if the table fits with names of a fair width, else across; rounds are folded if even that is narrow."""
    longest = max((len(cell) for line in sheet.lines for cell in line.cells), default=1)
    extra = ID_MM * sheet.shows_national_id + NORM_MM * sheet.shows_norms
    count = len(sheet.columns)
    if sheet.layout == "square":
        cell = 6 if longest <= 1 else 8
        fixed, beside = square_beside(len(sheet.criteria), postal=sheet.is_postal, norms=sheet.shows_norms), 0
    else:
        cell = max(8, 2 * longest + 1, 2 * _longest_value(sheet) - 2, _longest_code(sheet) * 3 // 2)
        beside = cell * (BESIDE_ROUNDS + len(sheet.criteria))
        fixed = LEAD_MM + extra + beside
    for landscape, room in ((False, PORTRAIT_MM), (True, LANDSCAPE_MM)):
        if fixed + NARROWEST_NAME_MM + cell * count <= room:
            return Widths(landscape, cell, cell * count + beside, count)
    room = LANDSCAPE_MM - fixed - NARROWEST_NAME_MM
    if sheet.layout == "square":
        cell = max(3, room // max(count, 1))
        return Widths(True, cell, cell * count, count)
    lines = -(-cell * count // max(room, cell))
    per_line = -(-count // lines)
    return Widths(True, cell, cell * per_line + beside, per_line)


def _longest_value(sheet: FinalTable) -> int:
    return max((len(value) for line in sheet.lines for value in line.values), default=0)


def _longest_code(sheet: FinalTable) -> int:
    return max((len(item.code) for item in sheet.criteria), default=0)


def html_of(sheet: FinalTable, papers: Papers, *, break_before: int | None = None) -> str:
    """The page as HTML in the document's language; a new page begins before the line `break_before`.

    Raises UnprintableLetter before anything is set.
    """
    refuse_unprintable(sheet)
    size, pads = widths(sheet), _pads(sheet)
    with translation.override(papers.language):
        context = {
            "sheet": sheet,
            "papers": papers,
            "form": FORMS[sheet.form],
            "size": size,
            "first_below": size.per_line + 1 if size.per_line < len(sheet.columns) else None,
            "facts": [fact(item) for item in sheet.head],
            "heads": _columns(
                (_("IK"),) if sheet.is_postal else (_("Fed"), _("Rtg")),
                sheet.columns,
                (
                    *((_("n"),) if sheet.is_postal else ()),
                    _("Pts"),
                    *(item.code for item in sheet.criteria),
                ),
                size,
            ),
            "lead_heads": "\t".join(
                (
                    _("Rk") if sheet.layout == "rounds" else pgettext("position in the table", "No."),
                    _("SNo"),
                    "",
                )
            ),
            "before_heads": "\t".join((_("IK"),) if sheet.is_postal else (_("Fed"), _("Rtg"))),
            "cell_heads": "\t".join(sheet.columns),
            "after_heads": "\t".join((_("Pts"), *(item.code for item in sheet.criteria), _("Rk"))),
            "lines": [
                _row(line, sheet, size, pads, break_before) | {"starts_board": line.board != before}
                for line, before in zip(
                    sheet.lines, (None, *(line.board for line in sheet.lines)), strict=False
                )
            ],
            "norms": [norm_sentence(item) for item in sheet.norms],
            "play_offs": [play_off_sentences(item) for item in sheet.play_offs],
            "notes": [sentence(item) for item in sheet.notes],
            "missing": [sentence(item) for item in sheet.missing],
            "criteria": [(item.code, _(item.name)) for item in sheet.criteria],
            "annex": annex_context(sheet.annex) if sheet.annex else None,
            "team_sums": "; ".join(f"{item.name} {item.points}" for item in sheet.team_sums),
            "signatures": [(item.name, ROLES[item.role], item.person) for item in sheet.signatures],
            "code": qr_svg(f"{papers.address}/verify/{papers.code}"),
            "short_hash": short_hash(papers.record_sha256),
            "created": papers.moment.isoformat(),
        }
        return render_to_string("reports/print/final_table.html", context)


def style_of(sheet: FinalTable, papers: Papers) -> str:
    """The part of the style that a fixed sheet cannot hold: fonts by file, direction, widths, words at the foot."""
    size = widths(sheet)
    with translation.override(papers.language):
        counted = counted_pages()
    direction = "landscape" if size.landscape else "portrait"
    left = f"{papers.code} · {short_hash(papers.record_sha256)}"
    return (
        font_style()
        + f"@page {{ size: A4 {direction}; margin: 12mm {MARGIN_MM}mm 15mm;"
        + f" @bottom-left {{ content: {quoted(left)} }} @bottom-right {{ content: {counted} }}"
        + f" @top-left {{ content: {quoted(sheet.title[:120])} }} }}"
        + "@page :first { margin-top: 14mm; @top-left { content: none } }"
        + f".cells {{ width: {size.cells}mm; tab-size: {size.cell}mm }}"
        + f".lead {{ width: {LEAD_MM}mm; tab-size: {LEAD_STOP_MM}mm }}"
        + f".grid {{ width: {size.cells}mm; tab-size: {size.cell}mm }}"
        + f".before {{ width: {BEFORE_MM * (1 if sheet.is_postal else 2)}mm; tab-size: {BEFORE_MM}mm }}"
        + f".after {{ width: {VALUE_MM * (2 + len(sheet.criteria))}mm; tab-size: {VALUE_MM}mm }}"
        + signature_fields_style(landscape=size.landscape)
    )


def signature_fields_style(*, landscape: bool) -> str:
    """The size of the fields; what stands above one wraps within its width."""
    width = FIELD_MM[landscape]
    return f".signatory {{ width: {width}mm }} .field {{ height: {FIELD_HEIGHT_MM}mm }}"


def counted_pages() -> str:
    """`Page 2 of 3` in the language that is set, as the content of a margin."""
    page = _("Page {page} of {pages}")
    before, _sep, rest = page.partition("{page}")
    between, _sep, after = rest.partition("{pages}")
    return " ".join((quoted(before), "counter(page)", quoted(between), "counter(pages)", quoted(after)))


def font_style() -> str:
    """The typefaces by file, so that a document does not depend on the machine's."""
    return "".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight};'
        f' src: url("{face.path.as_uri()}") }}'
        for face in FACES
    )


def signature_html(
    *, role: str, name: str, moment: str, place: str, serial: str, language: str, address: str = ""
) -> str:
    """What stands in a signed field: who, as what, when, where, and the code of where it is verified."""
    for text in (name, place):
        refuse_text(text)
    with translation.override(language):
        return render_to_string(
            "reports/print/signature.html",
            {
                "role": ROLES[role],
                "name": name,
                "moment": moment,
                "place": place,
                "serial": serial,
                "language": language,
                "code": qr_svg(address) if address else "",
                "is_long": len(name) > LONGEST_LARGE_NAME,
                "is_longer": len(name) > 2 * LONGEST_LARGE_NAME,
            },
        )


def signature_style(width: int, height: int) -> str:
    """The style of a signed field; its size is given in points, as the field in the document has it."""
    return font_style() + f"@page {{ size: {width}pt {height}pt; margin: 0 }}"


def short_hash(sha256: str) -> str:
    """The first sixteen letters of a hash in groups of four, to be compared by eye.

    >>> short_hash("0123456789abcdef" * 4)
    '0123 4567 89ab cdef'
    """
    return " ".join(sha256[start : start + 4] for start in range(0, 16, 4))


def refuse_unprintable(sheet: FinalTable) -> None:
    """Raise UnprintableLetter for the first letter of the sheet that the typefaces lack."""
    for text in texts_of(sheet):
        refuse_text(text)


def refuse_unprintable_texts(texts: Iterable[str]) -> None:
    """The same for the texts of any other sheet."""
    for text in texts:
        refuse_text(text)


def refuse_text(text: str) -> None:
    """Raise UnprintableLetter for the first letter of a text that the typefaces lack."""
    for letter in unicodedata.normalize("NFC", text):
        if letter not in "\n\r\t" and ord(letter) not in _letters():
            raise UnprintableLetter(letter, text)


def texts_of(sheet: FinalTable) -> Iterator[str]:
    """Everything printed of a final table that somebody wrote."""
    yield from (sheet.title, sheet.unusual, sheet.place)
    yield from (item.value for item in sheet.head if isinstance(item.value, str))
    for line in sheet.lines:
        yield from (line.name, line.title, line.federation, line.national_id)
        yield from (line.category, line.region, line.team)
    yield from (item.person for item in sheet.signatures)
    for item in sheet.play_offs:
        yield from (game.rate for _white, _black, game in item.games)


@cache
def _letters() -> frozenset[int]:
    """The letters of the sans, which every other face falls back to (Latin, Cyrillic, Greek)."""
    return letters_of(font_path(SANS)) & letters_of(font_path(SANS, 700))


def _columns(before: Sequence[str], cells: Sequence[str], after: Sequence[str], size: Widths) -> str:
    """All columns after the name as one text: tab stops make them, since boxes are what costs time.

    Rounds that do not fit stand below, under the others.
    """
    step = size.per_line or 1
    first, rest = cells[:step], cells[step:]
    lines = ["\t".join((*before, *first, *after))]
    lines += ["\t" * len(before) + "\t".join(rest[at : at + step]) for at in range(0, len(rest), step)]
    return "\n".join(lines)


def _row(
    line: Line, sheet: FinalTable, size: Widths, pads: "Pads", break_before: int | None
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "line": line,
        "starts_page": line.position == break_before,
        "norm": norm_mark(line.norm),
        "beside": postal_details(line) if sheet.is_postal else "",
    }
    rating = "–" if line.rating is None else str(line.rating)
    before: tuple[str, ...] = (rating,) if sheet.is_postal else (line.federation, rating)
    values = [pad.padded(value or "–") for pad, value in zip(pads.values, line.values, strict=True)]
    after = [pads.points.padded(line.points), *values]
    place = pads.place.padded(str(line.place or "–"))
    if sheet.layout == "square":
        row["lead"] = "\t".join((str(line.position), str(line.number), line.title))
        row["before"] = "\t".join(before)
        row["cells"] = "\t".join(line.cells)
        row["after"] = "\t".join((*after, place))
        return row
    row["lead"] = "\t".join((place, pads.number.padded(str(line.number)), line.title))
    if sheet.is_postal:
        after.insert(0, "" if line.games is None else str(line.games))
    row["columns"] = _columns(before, line.cells, after, size)
    return row


def digits_before(text: str) -> int:
    """How many figures stand before the point or the half.

    >>> digits_before("10½"), digits_before("½"), digits_before("46.25")
    (2, 0, 2)
    """
    return len(text.partition(".")[0].removesuffix("½"))


@dataclass(frozen=True, slots=True)
class Pad:
    """The digits before the point of a column: shorter numbers get figure spaces, as wide as a digit."""

    digits: int

    def padded(self, text: str) -> str:
        """The text with its decimal point under the others'.

        >>> Pad(3).padded("8.5") == "\u2007\u20078.5"
        True
        """
        return "\u2007" * (self.digits - digits_before(text)) + text


@dataclass(frozen=True, slots=True)
class Pads:
    """The pads of a table by rounds: place, start number, points, and each tie-break."""

    place: Pad
    number: Pad
    points: Pad
    values: tuple[Pad, ...]


def _pads(sheet: FinalTable) -> Pads:
    def pad(texts: Iterable[str]) -> Pad:
        return Pad(max((digits_before(text) for text in texts), default=0))

    return Pads(
        pad(str(line.place or "–") for line in sheet.lines),
        pad(str(line.number) for line in sheet.lines),
        pad(line.points for line in sheet.lines),
        tuple(pad(line.values[column] for line in sheet.lines) for column in range(len(sheet.criteria))),
    )


def quoted(text: str) -> str:
    """A CSS string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
