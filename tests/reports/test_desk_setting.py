"""Documents of the hall as PDF: every text there in full, inside the page, heads on every page and column."""

import html
import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from reports.card_fitting import lines_of
from reports.desk_kinds import PAPERS, Options
from reports.desk_setting import MARGIN_MM, refuse_letters, set_sheet, widths_of
from reports.measuring import width_mm
from reports.render import render_sheet
from reports.sheets.desk import Card, Column, Sheet, Side, Table
from tournaments.errors import DomainError

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")

NAMES = (
    "Kos, Ivo",
    "Шевченко-Заболотна, Оксана Володимирівна",
    "Παπαδόπουλος, Γεώργιος",
    "Ibáñez Núñez, Begoña",
    "Đurđević-Ljubinović, Željko",
)
COLUMNS = (
    Column("No.", "right"), Column(""), Column("Name", grows=True, strong=True), Column("Fed"), Column("Rtg", "right"),
)  # fmt: skip
POINTS_A_MM = 72 / 25.4


def players(count: int) -> Table:
    return Table(
        COLUMNS,
        tuple((str(n), "WFM", NAMES[n % len(NAMES)], "INV", str(2400 - n)) for n in range(1, count + 1)),
    )


def made(folder: Path, sheet: Sheet, options: Options) -> Path:
    ready = set_sheet(
        sheet, options, as_of="30 Nov 2026, 14:32 · Version 7", federation="Invented Federation"
    )
    path = folder / "sheet.pdf"
    path.write_bytes(render_sheet(ready.html, ready.style).pdf)
    return path


def words(path: Path) -> list[list[tuple[str, tuple[float, float, float, float]]]]:
    """The words of each page with their boxes in points."""
    told = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True)
    pages = []
    for page in told.stdout.split("<page ")[1:]:
        found = re.findall(
            r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', page
        )
        pages.append([(html.unescape(text), tuple(map(float, box))) for *box, text in found])
    return pages  # type: ignore[return-value]


@needs_poppler
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("columns", "landscape", "size"), [(1, False, "poster"), (2, False, "normal"), (3, True, "normal")]
)
def test_nothing_is_cut_and_heads_stand_over_every_column(
    tmp_path: Path, paper: str, columns: int, landscape: bool, size: str
) -> None:
    options = Options("start_list", paper=paper, columns=columns, landscape=landscape, size=size)
    pages = words(
        made(tmp_path, Sheet("start_list", "Start list", "Invented Open", tables=(players(130),)), options)
    )
    width, height = (mm * POINTS_A_MM for mm in options.page_mm)
    found = [text for page in pages for text, _box in page]
    for number in range(1, 131):
        assert found.count(str(2400 - number)) == 1
    for name in NAMES:
        for word in re.split(r"[ ]", name):
            assert "".join(found).count(word) >= 26
    edge = MARGIN_MM * POINTS_A_MM - 1
    for page in pages:
        for _text, (left, top, right, bottom) in page:
            assert edge <= left and right <= width - edge and top >= 0 and bottom <= height
    # a head in every column that has rows
    for page in pages:
        rows = sum(text == "INV" for text, _box in page)
        heads = sum(text == "Fed" for text, _box in page)
        assert heads == len({round(left) for text, (left, *_rest) in page if text == "INV"})
        assert rows == 0 or heads >= 1


@needs_poppler
def test_no_text_of_a_row_runs_into_its_neighbour(tmp_path: Path) -> None:
    path = made(
        tmp_path,
        Sheet("start_list", "Start list", "Open", tables=(players(40),)),
        Options("start_list", columns=2),
    )
    for page in words(path):
        lines: dict[int, list[tuple[float, float]]] = {}
        for _text, (left, top, right, _bottom) in page:
            lines.setdefault(round(top), []).append((left, right))
        for boxes in lines.values():
            boxes.sort()
            assert all(before[1] <= after[0] + 0.5 for before, after in itertools.pairwise(boxes))


@needs_poppler
def test_a_wide_crosstable_is_folded_and_keeps_every_cell(tmp_path: Path) -> None:
    rounds = 30
    columns = (
        Column("No.", "right"), Column("Name", grows=True),
        *(Column(str(n), merged=True) for n in range(1, rounds + 1)), Column("Pts", "right"),
    )  # fmt: skip
    rows = tuple((str(n), NAMES[n % 5], *(f"{n}w{r}r" for r in range(rounds)), f"{n}½") for n in range(1, 25))
    sheet = Sheet("crosstable", "Crosstable", "Invented Cup", tables=(Table(columns, rows),))
    pages = words(made(tmp_path, sheet, Options("crosstable")))
    found = [text for page in pages for text, _box in page]
    assert all(f"{n}w{r}r" in found for n in range(1, 25) for r in range(rounds))
    width = Options("crosstable").page_mm[0] * POINTS_A_MM
    assert all(box[2] <= width - MARGIN_MM * POINTS_A_MM + 1 for page in pages for _text, box in page)


def test_a_column_is_as_wide_as_its_longest_text() -> None:
    (cells, across) = widths_of([players(20)], Options("start_list", columns=2))
    assert across == 2
    room = (210 - 2 * MARGIN_MM - 7) / 2
    assert sum(cell.width for cell in cells) == pytest.approx(room)
    assert all(cells[4].width > width_mm(str(2400 - n), 9) for n in range(1, 21))


def test_fewer_columns_stand_on_the_page_where_more_do_not_fit() -> None:
    _cells, across = widths_of([players(20)], Options("start_list", columns=4, size="poster"))
    assert across == 1


def test_a_table_that_cannot_stand_on_the_page_is_refused() -> None:
    wide = Table(tuple(Column(f"head {n}" * 3) for n in range(12)), (tuple("x" * 30 for _ in range(12)),))
    with pytest.raises(DomainError) as refused:
        widths_of([wide], Options("standings"))
    assert refused.value.code == "too_wide"


def test_a_letter_that_print_lacks_is_refused_by_name() -> None:
    sheet = Sheet("place_cards", "Place cards", "Open", cards=(Card("1", name="王, 小明"),))
    with pytest.raises(DomainError) as refused:
        refuse_letters(sheet)
    assert "U+738B" in str(refused.value)


@needs_poppler
@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler-utils is not installed")
@pytest.mark.parametrize("paper", PAPERS)
def test_slips_stand_whole_on_the_page(tmp_path: Path, paper: str) -> None:
    cards = tuple(
        Card(
            mark=str(board),
            head="Round 3",
            sides=(
                Side(
                    "White", f"1 WGM {NAMES[1]}", "INV", "https://chess.example/play/abcdef-0123456789abcdef"
                ),
                Side("Black", f"2 {NAMES[4]}", "INV", "https://chess.example/play/ghijkl-0123456789abcdef"),
            ),
            choices=("1–0", "½–½", "0–1"),
            foot=("Signature of White", "Signature of Black"),
        )
        for board in range(101, 108)
    )
    options = Options("slips", paper=paper)
    path = made(tmp_path, Sheet("slips", "Result slips", "Invented Open", cards=cards), options)
    pages = words(path)
    for board in range(101, 108):
        assert sum(text == str(board) for page in pages for text, _box in page) == 1
    for page in pages:
        # a slip is never split: as many board numbers as signatures of White
        marks = sum(bool(re.fullmatch(r"10[1-7]", text)) for text, _box in page)
        assert marks == sum(text == "White" for text, _box in page) / 2
    height = options.page_mm[1] * POINTS_A_MM
    assert all(box[3] <= height for page in pages for _text, box in page)


@needs_poppler
def test_the_code_on_a_slip_reads_as_the_private_address(tmp_path: Path) -> None:
    from core.qr import qr_svg

    address = "https://chess.example/play/abcdef"
    card = Card("1", sides=(Side("White", "1 Kos, Ivo", "", address), Side("Black", "2 Kos, Ana")))
    ready = set_sheet(
        Sheet("slips", "Slips", "Open", cards=(card,)), Options("slips"), as_of="", federation="F"
    )
    assert ready.html.count(str(qr_svg(address))) == 1


def test_the_same_document_has_the_same_bytes() -> None:
    ready = set_sheet(
        Sheet("start_list", "Start list", "Open", tables=(players(5),)),
        Options("start_list"),
        as_of="now",
        federation="F",
    )
    assert render_sheet(ready.html, ready.style).pdf == render_sheet(ready.html, ready.style).pdf


def test_columns_of_a_page_are_fewer_where_words_of_names_would_break_in_them() -> None:
    """At 9 points 24 letters of a bold name need more than the 24 mm that a column of names has at least."""
    long = "Папаконстантинопрізвищенко, Ія"
    table = Table(COLUMNS, ((("1", "WFM", long, "INV", "2400")),) * 3)
    cells, across = widths_of([table], Options("start_list", columns=4))
    word = width_mm(long.split(maxsplit=1)[0], 9, weight=700)
    assert across < 4
    assert cells[2].width >= word
    plain = Table(COLUMNS, ((("1", "WFM", "Li, X", "INV", "2400")),) * 3)
    assert widths_of([plain], Options("start_list", columns=4))[1] > across


LONG_EVENT = (
    "Međunarodni otvoreni memorijalni šahovski turnir „Šćepanović-Karađorđević“ u spomen na osnivače kluba, "
    "skupina A s pravom na međunarodne majstorske kategorije, Novo Virje Podravsko, studeni 2026., 42. izdanje"
)
LONG_NAME = (
    "Заболотна-Преображенська, Єлизавета-Олександра Всеволодівна, княжна Острозька-Вишневецька з Підгородища"
)
SLIP_MM, PLACE_MM, FIRST_MM = 84, 62, 12  # heights of the cards in the style sheet, the margin over the first


@needs_poppler
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("event", ["Open", LONG_EVENT[:80], LONG_EVENT[:130], LONG_EVENT[:200]])
def test_a_slip_of_a_long_event_keeps_its_signatures_inside_the_cut(
    tmp_path: Path, paper: str, event: str
) -> None:
    address = "https://chess.example/play/abcdef-0123456789abcdef"
    cards = tuple(
        Card(
            mark=str(board),
            head="Round 11 · 30 Nov 2026",
            sides=(Side("White", LONG_NAME, "INV · 2400", address), Side("Black", "Kos, Ivo", "INV · –")),
            choices=("1–0", "½–½", "0–1"),
            foot=("Signature of White", "Signature of Black"),
        )
        for board in (101, 102, 103, 104)
    )
    path = made(tmp_path, Sheet("slips", "Result slips", event, cards=cards), Options("slips", paper=paper))
    (page,) = words(path)
    signed = sorted(box[3] for text, box in page if text == "Signature")
    assert len(signed) == 8
    for row, bottom in enumerate(signed[::4]):
        assert bottom <= (FIRST_MM + (row + 1) * SLIP_MM) * POINTS_A_MM
    shown = "".join(text for text, _box in page)
    assert shown.count("Підгородища") == 4
    assert shown.count(event.rsplit(maxsplit=1)[-1]) >= 4


@needs_poppler
@pytest.mark.parametrize("name", ["Kos, Ivo", LONG_NAME, f"{LONG_NAME} {LONG_NAME}"[:200]])
def test_a_long_name_stays_on_its_place_card(tmp_path: Path, name: str) -> None:
    cards = tuple(Card(str(n), head="Round 3 · White", name=name, facts="INV · 2400 · Klub") for n in (1, 2))
    (page,) = words(
        made(tmp_path, Sheet("place_cards", "Place cards", "Open", cards=cards), Options("place_cards"))
    )
    foots = [box[3] for text, box in page if text == "Klub"]
    assert len(foots) == 2
    assert max(foots) <= (FIRST_MM + PLACE_MM) * POINTS_A_MM


def test_lines_of_a_name_break_at_blanks_and_after_hyphens() -> None:
    wide = width_mm("Kovačević-", 9)
    assert lines_of("Kovačević-Kovačević", wide + 0.1, 9) == 2
    assert lines_of("Kovačević Kovačević-Kovačević", wide + 0.1, 9) == 3
    assert lines_of("o" * 30, width_mm("o" * 10, 9) + 0.01, 9) == 3
