"""Spreadsheets: ids keep their figures, text is never run, and no archive can do harm."""

import io
import random
import zipfile
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tournaments.interchange.entry_list import read_entries
from tournaments.interchange.xlsx import (
    UnreadableSheet,
    cell_address,
    formulas_without_result,
    is_xlsx,
    sheet_rows,
    sheet_text,
    xlsx_bytes,
)


def archive(**parts: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return target.getvalue()


def test_numbers_of_a_sheet_are_read_without_exponent_and_without_a_point_nought(shared: Path) -> None:
    rows = sheet_rows((shared / "cases" / "files" / "PL-09_excel_ids.xlsx").read_bytes())
    assert [row[0] for row in rows[1:]] == ["120456", "00120457", "120458", "120459"]
    assert [row[3] for row in rows[1:]] == ["3.5", "2,5", "1½", "0.5"]


def test_text_that_looks_like_a_formula_is_stored_as_text_and_numbers_as_numbers() -> None:
    rows = [
        ["Club", "First name", "Remark", "Change", "Result", "Points", "ID"],
        ['=HYPERLINK("http://example.invalid","x")', "@Nora", "-2+3", -12, "-", Fraction(7, 2), "00120456"],
    ]
    sheet = load_workbook(io.BytesIO(xlsx_bytes(rows))).active
    cells = [(cell.data_type, cell.value) for cell in sheet[2]]
    assert cells == [
        ("s", '=HYPERLINK("http://example.invalid","x")'),
        ("s", "@Nora"),
        ("s", "-2+3"),
        ("n", -12),
        ("s", "-"),
        ("n", 3.5),
        ("s", "00120456"),
    ]


def test_what_is_written_is_read_again() -> None:
    rows = [["Name", "Rtg"], ["=1+1", 1912], ["Šarić, Ana", None]]
    assert sheet_rows(xlsx_bytes(rows)) == (("Name", "Rtg"), ("=1+1", "1912"), ("Šarić, Ana", ""))


def test_row_n_of_the_sheet_is_line_n_of_the_text() -> None:
    text = sheet_text(xlsx_bytes([["Name"], [None], ["two\nlines"], [None]]))
    assert text.split("\n") == ["Name", '""', "two lines", ""]


def test_address_is_the_one_of_the_spreadsheet() -> None:
    assert [cell_address(2, 0), cell_address(14, 25), cell_address(1, 26)] == ["A2", "Z14", "AA1"]


def test_csv_is_no_spreadsheet() -> None:
    assert not is_xlsx(b"name;rating\n")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK\x03\x04 and nothing more", "damaged"),
        (archive(**{"hello.txt": "hello"}), "damaged"),
        (archive(**{"xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}), "document_type"),
        (archive(**{"../evil.xml": "<x/>"}), "bad_name"),
        (archive(**{"xl/a.xml": " " * 61_000_000}), "unpacks_too_large"),
        (b"PK\x03\x04" + bytes(5_000_001), "too_large"),
    ],
)
def test_archive_that_could_do_harm_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(UnreadableSheet) as refused:
        sheet_rows(content)
    assert refused.value.code == code


def test_sheet_with_too_many_rows_is_refused() -> None:
    with pytest.raises(UnreadableSheet) as refused:
        sheet_rows(xlsx_bytes([["x"]] * 20_001))
    assert refused.value.code == "too_long"


def changed(content: bytes, change: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    """The archive with each part as `change` makes it from its name and bytes."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            new.writestr(*change(part.filename, old.read(part)))
    return target.getvalue()


def test_whatever_is_damaged_in_an_archive_is_a_refusal_and_never_a_breakdown() -> None:
    sound = xlsx_bytes([["No", "Name", "Rtg"], [1, "Birk, Emil", 1912], [2, "Šarić, Ana", None]])
    chance = random.Random(7)
    refused = 0
    for _ in range(400):
        broken = bytearray(sound)
        for _ in range(chance.choice([1, 2, 5])):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            sheet_rows(bytes(broken))
        except UnreadableSheet:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/workbook.xml", b"<sheet ", b"<sheet unknown='1' "),
        ("xl/worksheets/sheet1.xml", b'<c r="A1"', b'<c r="A1" t="s" s="99"'),
        ("xl/worksheets/sheet1.xml", b"<v>1912</v>", b"<v>nobody</v>"),
        ("[Content_Types].xml", b"ContentType=", b"Kind="),
    ],
)
def test_parts_that_say_what_no_program_writes_are_a_refusal(part: str, old: bytes, new: bytes) -> None:
    sound = xlsx_bytes([["No", "Rtg"], [1, 1912]])
    broken = changed(sound, lambda name, data: (name, data.replace(old, new) if name == part else data))
    assert broken != changed(sound, lambda name, data: (name, data))
    with pytest.raises(UnreadableSheet) as refused:
        sheet_rows(broken)
    assert refused.value.code == "damaged"


def test_entities_are_refused_in_a_part_whatever_its_name_ends_with() -> None:
    def hide(name: str, data: bytes) -> tuple[str, bytes]:
        data = data.replace(b"sheet1.xml", b"sheet1.dat")
        if name != "xl/worksheets/sheet1.xml":
            return name, data
        bomb = b'<!DOCTYPE a [<!ENTITY x "y">]>'
        return "xl/worksheets/sheet1.dat", bomb + data[data.index(b"<worksheet") :]

    with pytest.raises(UnreadableSheet) as refused:
        sheet_rows(changed(xlsx_bytes([["Name"], ["Birk, Emil"]]), hide))
    assert refused.value.code == "document_type"


def test_hours_beyond_a_day_are_text() -> None:
    book = Workbook()
    book.active.append(["Time", timedelta(hours=30, minutes=5)])  # type: ignore[union-attr]
    target = io.BytesIO()
    book.save(target)
    assert sheet_rows(target.getvalue()) == (("Time", "30:05"),)


def test_a_row_far_below_is_told_and_not_left_out() -> None:
    def far(name: str, data: bytes) -> tuple[str, bytes]:
        row = b'<row r="30000"><c r="A30000"><v>5</v></c></row></sheetData>'
        return name, data.replace(b"</sheetData>", row) if "sheet1" in name else data

    with pytest.raises(UnreadableSheet) as refused:
        sheet_rows(changed(xlsx_bytes([["Name"], ["Birk, Emil"]]), far))
    assert refused.value.code == "too_long"


def test_letters_that_xml_has_no_way_to_write_are_left_out_of_cells_and_title() -> None:
    content = xlsx_bytes([["a\x01b\ufffec\x0b"]], title="'Cup\x02 1/2\n'")
    assert sheet_rows(content) == (("abc",),)
    assert load_workbook(io.BytesIO(content)).sheetnames == ["Cup 12"]


def test_a_sheet_that_states_a_wrong_size_is_read_whole() -> None:
    def wrong(name: str, data: bytes) -> tuple[str, bytes]:
        return name, data.replace(b'ref="A1:B3"', b'ref="A1"')

    rows = (("Name", "Rtg"), ("Birk, Emil", ""), ("Šarić, Ana", "1912"))
    sound = xlsx_bytes([["Name", "Rtg"], ["Birk, Emil"], ["Šarić, Ana", 1912]])
    assert changed(sound, wrong) != changed(sound, lambda name, data: (name, data))
    assert sheet_rows(changed(sound, wrong)) == rows


def test_a_formula_that_nobody_has_counted_is_named_by_its_cell() -> None:
    book = Workbook()
    for row in (["Name", "Rating"], ["Birkov, Emil", "=2000+100"], ["Cedrin, Oto", 2050]):
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    assert sheet_rows(target.getvalue())[1] == ("Birkov, Emil", "")
    assert formulas_without_result(target.getvalue()) == ("B2",)


def merged_sheet(*ranges: str) -> bytes:
    book = Workbook()
    sheet = book.active
    rows = [
        ["Club", "Name", "Rtg"],
        [None, None, "January"],
        ["Alfil", "Alderon, Nora", 2345],
        [None, "Birkov, Emil", 2200],
        [None, None, None],
        ["Torre", "Carev, Ivo", 2100],
    ]
    for row in rows:
        sheet.append(row)
    for each in ranges:
        sheet.merge_cells(each)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def test_a_cell_merged_downwards_stands_in_each_of_its_rows_that_holds_anything() -> None:
    rows = sheet_rows(merged_sheet("A3:A5", "A1:A2", "B1:B2"))
    assert rows == (
        ("Club", "Name", "Rtg"),
        ("", "", "January"),  # a heading stands over its column once
        ("Alfil", "Alderon, Nora", "2345"),
        ("Alfil", "Birkov, Emil", "2200"),
        ("", "", ""),
        ("Torre", "Carev, Ivo", "2100"),
    )
    assert sheet_rows(merged_sheet("A6:B6"))[5] == ("Torre", "", "2100")  # sideways nothing is repeated


def test_players_of_a_merged_club_are_all_read_with_it() -> None:
    rows = read_entries(sheet_text(merged_sheet("A3:A4", "A1:A2", "B1:B2"))).rows
    assert [(row.name, row.club) for row in rows if row.rating and row.name] == [
        ("Alderon, Nora", "Alfil"), ("Birkov, Emil", "Alfil"), ("Carev, Ivo", "Torre"),
    ]  # fmt: skip
