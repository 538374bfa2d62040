"""Spreadsheets: ids keep their figures, text is never run, and no archive can do harm."""

import io
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tournaments.interchange.xlsx import (
    UnreadableSheet,
    cell_address,
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
