"""Every kind of document that is handed in: as a picture, and by Debian's pdfsig in each state of its signatures."""

import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from reports.authority import Anchors, Authority
from reports.render import Enclosure, Rendered, render_page, render_table
from reports.sheet_kinds import KINDS
from reports.sheets.model import FinalTable
from reports.sheets.signatures import FIELDS
from reports.signing import Field, open_key, sign, with_fields
from reports.verifying import check
from tests.benchmarks.test_documents import crosstable
from tests.reports.sheets import (
    test_computer_table,
    test_correspondence_start_list,
    test_it1,
    test_it3,
    test_postal_table,
    test_team_table,
)
from tests.reports.signed_papers import PHRASE, WORDS, anchors_of, byte_of_a_page, person
from tests.reports.test_render import papers, swiss

pytestmark = pytest.mark.skipif(not shutil.which("pdfsig"), reason="poppler-utils is not installed")

DOCUMENTS: Mapping[str, Callable[[], Any]] = {
    "form 1": lambda: crosstable(6),
    "form 2": lambda: swiss(12, 5),
    "form 3": lambda: test_team_table.sheet(test_team_table.league()),
    "computer table": test_computer_table.sheet,
    "IT3": lambda: test_it3.it3(test_it3.record(), test_it3.SAID),
    "IT1": lambda: test_it1.certificate(test_it1.record_of(test_it1.NINE)),
    "start list by correspondence": test_correspondence_start_list.sample,
    "individual table by correspondence": lambda: test_postal_table.table(test_postal_table.quarter_final()),
    "team table by correspondence": lambda: test_postal_table.table(test_postal_table.team_match()),
}
DOTS, EDGE_MM = 60, 7
# pdfsig counts a field that is still empty too; ours counts signatures.
EMPTY = "The signature form field is not signed."
OF_SHEET = {"IT3": "it3", "IT1": "it1", "start list by correspondence": "start_list"}


@dataclass(frozen=True)
class People:
    """Who signs, with an open key each, and whom a check trusts."""

    authority: Authority
    names: tuple[str, str]
    keys: tuple[Any, Any]
    anchors: Anchors
    seen: bytes


@pytest.fixture(scope="module")
def people(own_authority: Authority) -> People:
    both = tuple(person(own_authority, name) for name in ("Ana Belić", "Олег Гнатюк"))
    return People(
        own_authority,
        (both[0].name, both[1].name),
        (open_key(both[0].pkcs12, PHRASE), open_key(both[1].pkcs12, PHRASE)),
        anchors_of(own_authority),
        render_page("<p>signed</p>", "@page { size: 160pt 60pt; margin: 0 }"),
    )


def key_of(name: str, sheet: Any) -> str:
    return OF_SHEET.get(name) or str(sheet.form)


@cache
def rendered(name: str) -> tuple[Any, Rendered]:
    """The sheet and its document; rendered once for all tests."""
    sheet, own = DOCUMENTS[name](), papers()
    kind = KINDS[key_of(name, sheet)]
    return sheet, render_table(
        lambda at: kind.html(sheet, own, break_before=at),
        kind.style(sheet, own),
        lines=kind.lines(sheet),
        fields=[item.name for item in sheet.signatures],
        enclosures=[Enclosure("record.json", "tournament record", b"{}")],
        moment=own.moment,
    )


def states_of(name: str, people: People) -> list[bytes]:
    """The document as it is rendered, with its empty fields, and after each of its signatures."""
    sheet, made = rendered(name)
    fields = [
        Field(item.name, made.places[item.name].page, made.places[item.name].box) for item in sheet.signatures
    ]
    alone = len(fields) == 1
    states = [made.pdf, with_fields(made.pdf, certifying=fields[0], locking=None if alone else fields[1])]
    for number, field in enumerate(fields):
        states.append(
            sign(
                states[-1],
                people.keys[number],
                field=field.name,
                kind="lock" if alone else "approve" if number else "certify",
                name=people.names[number],
                words=WORDS,
                appearance=people.seen,
                clock=people.authority,
            )
        )
    return states


def told_by_pdfsig(data: bytes, folder: Path) -> list[tuple[str, bool, bool]]:
    """Of each signature that pdfsig finds: the signer's name, whether it is valid, whether it covers the file."""
    path = folder / "document.pdf"
    path.write_bytes(data)
    told = subprocess.run(["pdfsig", str(path)], capture_output=True, text=True, check=False).stdout
    parts = re.split(r"^Signature #\d+:$", told, flags=re.MULTILINE)[1:]
    return [
        (
            (re.findall(r"Signer Certificate Common Name: (.*)", part) or [""])[0],
            "Signature Validation: Signature is Valid." in part,
            "- Total document signed" in part,
        )
        for part in parts
        if EMPTY not in part
    ]


def told_by_us(data: bytes, people: People) -> list[tuple[str, bool, bool]]:
    found = check(data, people.anchors, now=datetime.now(UTC))
    assert found.document == ("unchanged" if found.signatures else "unsigned")
    return [(item.name, item.holds, item.covers == "document") for item in found.signatures]


def test_every_kind_of_document_is_among_them() -> None:
    sheets = {name: rendered(name)[0] for name in DOCUMENTS}
    assert {key_of(name, sheet) for name, sheet in sheets.items()} == set(FIELDS) == set(KINDS)
    postal = [sheet for name, sheet in sheets.items() if isinstance(sheet, FinalTable) and sheet.is_postal]
    assert [bool(sheet.team_sums) for sheet in postal] == [False, True]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_is_cut_and_no_two_columns_touch(name: str, tmp_path: Path) -> None:
    """On each page the edge is white and ink is inside; heads and cells of a table stand apart as words do."""
    sheet, made = rendered(name)
    path = tmp_path / "document.pdf"
    path.write_bytes(made.pdf)
    subprocess.run(["pdftoppm", "-r", str(DOTS), "-gray", "-png", path, tmp_path / "page"], check=True)
    pages = sorted(tmp_path.glob("page-*.png"))
    assert len(pages) == made.pages
    for page in pages:
        with Image.open(page) as picture:
            ink = picture.point(lambda grey: 255 if grey < 200 else 0).getbbox()
            assert ink is not None
            left, top, right, bottom = ink
            edge = EDGE_MM * DOTS / 25.4
            assert min(left, top, picture.width - right, picture.height - bottom) >= edge
    text = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    ).stdout
    words = text.split()
    for cell in cells_of(sheet):
        assert cell in words, cell


def cells_of(sheet: Any) -> set[str]:
    """The results of every line as they are printed, each a word of its own."""
    lines = [line.cells for line in getattr(sheet, "lines", ()) if hasattr(line, "cells")]
    for roster in getattr(sheet, "rosters", ()):
        lines += [roster.matches, *(member.cells for member in roster.members)]
    return {cell for cells in lines for cell in cells if cell}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_both_say_the_same_of_each_state(name: str, people: People, tmp_path: Path) -> None:
    states = states_of(name, people)
    told = [told_by_pdfsig(data, tmp_path) for data in states]
    assert told == [told_by_us(data, people) for data in states]
    signed = [[(who, True, True) for who in people.names[:1]]]
    if len(states) > 3:
        signed.append([(people.names[0], True, False), (people.names[1], True, True)])
    assert told == [[], [], *signed]
    broken = byte_of_a_page(states[-1])
    assert not any(valid for _who, valid, _whole in told_by_pdfsig(broken, tmp_path))
    assert not any(item.holds for item in check(broken, people.anchors, now=datetime.now(UTC)).signatures)
