"""The printed documents, read back from the PDF: heads, rows, signatures, bytes."""

import hashlib
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from reports.render import Enclosure, Refused, Rendered, render_page, render_table
from reports.sheets.final_table import final_table
from reports.sheets.model import FinalTable, Particulars
from reports.sheets.signatures import FIELDS
from reports.typesetting import (
    Papers,
    UnprintableLetter,
    html_of,
    refuse_unprintable,
    signature_html,
    signature_style,
    style_of,
    widths,
)
from reports.words import FORMS, HEAD, MISSING, NOTES, ROLES, sentence
from tiebreaks.engine.ranking import rank
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "Kos, Ivo",
    "Шевченко-Заболотна, Оксана Володимирівна",
    "Παπαδόπουλος, Γεώργιος",
    "Ibáñez Núñez, Begoña",
)
needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


def papers(language: str = "en") -> Papers:
    return Papers(
        code="K7QM-3XRD",
        address="https://chess.example",
        record_sha256=hashlib.sha256(b"record").hexdigest(),
        moment=datetime(2026, 3, 10, 12, tzinfo=UTC),
        language=language,
        federation="Invented Chess Federation",
    )


def swiss(players: int, rounds: int, *, unusual: str = "", name: str = "Inventown Open") -> FinalTable:
    """A Swiss in which neighbours meet and White wins; every fourth name is long."""
    entries = tuple(
        Entry(number, f"{NAMES[number % 4]} {number:03d}", title="FM", federation="INV", rating=2500 - number)
        for number in range(1, players + 1)
    )
    games = []
    for round_number in range(1, rounds + 1):
        for board in range(players // 2):
            first = (board * 2 + round_number) % players + 1
            games.append(Game(round_number, board + 1, first, first % players + 1, "1-0"))
    facts = EventFacts(
        name=name,
        start=date(2026, 3, 7),
        end=date(2026, 3, 15),
        system="swiss",
        rounds=rounds,
        rate_of_play="90'",
    )
    record = Record(facts, entries, tuple(games))
    standings = rank(record, edition("c07-2026"), ("PTS", "DE", "BH/C1", "BH", "SB"))
    return final_table(record, standings, Particulars(arbiter="Ana Belić", unusual=unusual))


def rendered(sheet: FinalTable, language: str = "en", **more: Any) -> Rendered:
    own = papers(language)
    return render_table(
        lambda break_before: html_of(sheet, own, break_before=break_before),
        style_of(sheet, own),
        lines=len(sheet.lines),
        fields=[field.name for field in sheet.signatures],
        moment=own.moment,
        **more,
    )


def pages_of(pdf: bytes, folder: Path) -> list[str]:
    """The text of each page, laid out as on paper."""
    path = folder / "document.pdf"
    path.write_bytes(pdf)
    text = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    ).stdout
    return text.split("\f")[:-1]


ROW = re.compile(r"^\s*(\d+)\s+(\d+)\s+FM\s", re.MULTILINE)


@needs_poppler
@pytest.mark.parametrize("players", [120, 300])
def test_a_long_table_repeats_its_head_and_prints_every_player_once(players: int, tmp_path: Path) -> None:
    """PDF-01: the head on each page with rows, each start number once, no page without rows."""
    document = rendered(swiss(players, 9))
    pages = pages_of(document.pdf, tmp_path)
    assert len(pages) == document.pages > 1
    numbers = []
    for number, page in enumerate(pages, start=1):
        rows = ROW.findall(page)
        assert rows, f"page {number} has no rows"
        assert re.search(r"Rk\s+SNo\s+Name\s+Fed\s+Rtg", page), f"page {number} has no head"
        assert f"Page {number} of {len(pages)}" in page
        numbers += [int(start_number) for _place, start_number in rows]
    assert sorted(numbers) == list(range(1, players + 1))


@needs_poppler
@pytest.mark.parametrize("players", range(28, 46, 3))
def test_signatures_never_stand_on_a_page_of_their_own(players: int, tmp_path: Path) -> None:
    """Whatever the number of players, the page with the signatures has lines of the table above them."""
    document = rendered(swiss(players, 7))
    pages = pages_of(document.pdf, tmp_path)
    signed = document.places["Arbiter"].page
    assert document.places["RatingOfficer"].page == signed == len(pages) - 1
    assert ROW.findall(pages[signed])


@needs_poppler
def test_notes_longer_than_a_page_go_behind_the_signatures(tmp_path: Path) -> None:
    """The table is what is signed: its last lines stand above the signatures, however much was said below."""
    document = rendered(swiss(36, 7, unusual="A line of what happened.\n" * 80))
    pages = pages_of(document.pdf, tmp_path)
    signed = document.places["Arbiter"].page
    assert ROW.findall(pages[signed])
    assert sum(page.count("A line of what happened.") for page in pages) == 80
    assert "A line of what happened." in pages[-1]


def test_rounds_that_stand_below_the_others_are_said_to() -> None:
    """Nineteen rounds with five criteria stand in two lines, the second from round 11 on."""
    assert widths(swiss(30, 19)).per_line == 10
    assert "The rounds from 11 on stand below the others" in html_of(swiss(30, 19), papers())
    assert "stand below" not in html_of(swiss(30, 9), papers())


@needs_poppler
def test_a_title_block_that_fills_the_first_page_leaves_no_empty_page(tmp_path: Path) -> None:
    """PDF-01 tries a title block of 180 mm."""
    document = rendered(swiss(120, 9, name="A very long name of an event, repeated at length. " * 24))
    pages = pages_of(document.pdf, tmp_path)
    with_rows = [bool(ROW.findall(page)) for page in pages]
    assert all(with_rows[1:])
    assert sum(len(ROW.findall(page)) for page in pages) == 120


@needs_poppler
def test_a_broken_row_is_nowhere(tmp_path: Path) -> None:
    """A name of two lines stays on one page with its numbers."""
    sheet = swiss(60, 9)
    long = replace(sheet.lines[0], name="Заболотна " * 12)
    document = rendered(replace(sheet, lines=tuple(replace(line, name=long.name) for line in sheet.lines)))
    for page in pages_of(document.pdf, tmp_path):
        assert page.count("Заболотна") % 12 == 0


def test_the_same_input_gives_the_same_bytes_here_and_in_another_process() -> None:
    program = textwrap.dedent(
        """
        import sys
        import django
        django.setup()
        from tests.reports.test_render import rendered, swiss
        from reports.render import Enclosure
        sys.stdout.write(rendered(swiss(20, 5), enclosures=[Enclosure("record.json", "record", b"{}")]).sha256)
        """
    )
    here = [
        rendered(swiss(20, 5), enclosures=[Enclosure("record.json", "record", b"{}")]).sha256
        for _again in range(2)
    ]
    import os

    there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {*here, there} == {here[0]}


def test_another_record_gives_other_bytes() -> None:
    assert rendered(swiss(20, 5)).sha256 != rendered(swiss(20, 5, unusual="Power cut")).sha256


@needs_poppler
def test_the_enclosures_come_out_as_they_went_in(tmp_path: Path) -> None:
    data = '{"name":"Заболотна"}'.encode()
    path = tmp_path / "document.pdf"
    path.write_bytes(rendered(swiss(4, 3), enclosures=[Enclosure("record.json", "record", data)]).pdf)
    subprocess.run(["pdfdetach", "-saveall", "-o", str(tmp_path), str(path)], check=True, capture_output=True)
    assert (tmp_path / "record.json").read_bytes() == data


@needs_poppler
def test_fields_stand_inside_their_page_side_by_side(tmp_path: Path) -> None:
    for sheet in (swiss(10, 3), swiss(300, 11)):
        document = rendered(sheet)
        first, second = document.places["Arbiter"].box, document.places["RatingOfficer"].box
        width = 842 if widths(sheet).landscape else 595
        assert first[0] < first[2] < second[0] < second[2] < width
        assert first[1] == second[1] > 40
        assert first[3] - first[1] == second[3] - second[1] == 68  # 24 mm


@needs_poppler
@pytest.mark.parametrize("language", ["en", "hr", "ru", "uk", "es"])
def test_every_script_is_printed_in_every_language(language: str, tmp_path: Path) -> None:
    text = "".join(pages_of(rendered(swiss(8, 3), language).pdf, tmp_path))
    for name in NAMES:
        assert name.partition(",")[0] in text


def test_only_our_typefaces_are_used(tmp_path: Path) -> None:
    if not shutil.which("pdffonts"):
        pytest.skip("poppler-utils is not installed")
    path = tmp_path / "document.pdf"
    path.write_bytes(rendered(swiss(8, 3)).pdf)
    told = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True).stdout
    fonts = {line.split()[0].partition("+")[2] for line in told.splitlines()[2:]}
    assert {name.split("-")[1] for name in fonts if name.startswith("Source-")} == {"Sans", "Serif"}
    assert all(name.startswith("Source-") for name in fonts)


@pytest.mark.parametrize("name", ["国際大会", "مسابقة", "Turnir 🏆"])
def test_a_letter_that_the_faces_lack_is_named(name: str) -> None:
    with pytest.raises(UnprintableLetter) as refusal:
        refuse_unprintable(swiss(4, 3, name=name))
    assert refusal.value.letter in name
    assert refusal.value.name.startswith("U+")


def test_names_cannot_bring_markup_or_files_along() -> None:
    sheet = swiss(4, 3, name='<img src="file:///etc/passwd">')
    assert "<img" not in html_of(sheet, papers())
    with pytest.raises(Refused):
        render_page('<link rel="stylesheet" href="file:///etc/passwd">', "")


def test_a_signed_field_says_who_and_when() -> None:
    html = signature_html(
        role="arbiter",
        name="Ana <Belić>",
        moment="10 March 2026",
        place="Inventown",
        serial="3f",
        language="en",
    )
    assert "Ana &lt;Belić&gt;" in html
    assert render_page(html, signature_style(160, 68)).startswith(b"%PDF-")


def test_a_wide_table_lies_across_and_folds_its_rounds() -> None:
    assert not widths(swiss(10, 3)).landscape
    assert widths(swiss(10, 11)).landscape
    folded = widths(swiss(300, 30))
    assert folded.landscape
    assert folded.per_line < 30


def test_every_note_and_missing_part_has_words_that_take_its_inputs() -> None:
    from reports.sheets.model import Sentence

    names = re.findall(r"%\((\w+)\)s", " ".join(map(str, [*NOTES.values(), *MISSING.values()])))
    inputs: dict[str, Any] = dict.fromkeys(names, "3 (2)")
    for key in (*NOTES, *MISSING):
        assert "%(" not in sentence(Sentence(key, inputs=inputs))
    assert set(FORMS) == set(FIELDS)
    assert set(ROLES) == {"arbiter", "region", "rating_officer"}
    assert len(HEAD) == 16


def test_boards_of_a_team_table_by_correspondence_have_heads() -> None:
    sheet = replace(swiss(4, 1), form="final_table")
    lines = tuple(replace(line, board=1 + position // 2) for position, line in enumerate(sheet.lines))
    page = html_of(replace(sheet, lines=lines), papers())
    heads = re.findall(r'<tr class="board">.*?>(Board \d)<', page)
    assert heads == ["Board 1", "Board 2"]
    assert page.index("Board 2") < page.index('id="line-3"') < page.index('id="line-4"')
    assert "Board 1" not in html_of(sheet, papers())
