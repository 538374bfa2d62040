"""Entry lists as people paste them and spreadsheets save them."""

from collections.abc import Callable

import pytest

from tournaments.interchange.entry_list import EntryRow, read_entries
from tournaments.interchange.tables import csv_text
from tournaments.record.findings import text


def test_a_saved_list_with_mark_and_semicolons_is_read(case: Callable[[str], bytes]) -> None:
    table = read_entries(case("PL-07_bom_semicolon.csv"))
    assert table.rows == (
        EntryRow(2, "Alderon, Nora", national_id="00120456", birth="1994", club="SK Horní; oddíl A"),
        EntryRow(3, "Birkov, Emil", national_id="00120457", birth="1990", club="Inventedville"),
    )
    assert table.findings == ()


@pytest.mark.parametrize(
    "head",
    [
        "Surname;First name;Rating;Fed;FIDE ID;Year of birth",
        "Prezime;Ime;Rejting;Savez;FIDE broj;Godina rođenja",
        "Фамилия;Имя;Рейтинг;Федерация;Код ФИДЕ;Г.р.",
        "Прізвище;Ім’я;Рейтинг;Країна;Код ФІДЕ;Рік народження",
        "Apellidos;Nombre;Elo;País;Código FIDE;Año de nacimiento",
    ],
)
def test_headings_are_known_in_five_languages(head: str) -> None:
    (row,) = read_entries(f"{head}\nAlderon;Nora;2150;XXA;999000001;1994\n").rows
    assert row == EntryRow(
        2, "Alderon, Nora", fide_id="999000001", rating=2150, federation="XXA", birth="1994"
    )


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_every_delimiter_is_found(delimiter: str) -> None:
    content = "\n".join(
        delimiter.join(cells)
        for cells in (("name", "rating"), ('"Alderon, Nora"', "2150"), ('"Birkov, Emil"', "0"))
    )
    assert [(row.name, row.rating) for row in read_entries(content).rows] == [
        ("Alderon, Nora", 2150),
        ("Birkov, Emil", None),
    ]


def test_a_list_of_bare_names_keeps_the_comma_inside_the_name() -> None:
    assert [row.name for row in read_entries("Alderon, Nora\nBirkov, Emil\n").rows] == [
        "Alderon, Nora",
        "Birkov, Emil",
    ]


def test_columns_without_headings_are_guessed_and_told() -> None:
    table = read_entries("Alderon, Nora\tWGM\t2150\tXXA\t999000001\nBirkov, Emil\t\t2100\tXXB\t999000002\n")
    assert table.guessed
    assert table.columns == ("name", "title", "rating", "federation", "fide_id")
    assert table.rows[0] == EntryRow(
        1, "Alderon, Nora", fide_id="999000001", rating=2150, title="WGM", federation="XXA"
    )
    assert [text(finding) for finding in table.findings] == [
        "The list has no headings; its columns were read as: name, title, rating, federation, fide_id."
    ]


def test_an_id_that_a_spreadsheet_turned_into_a_number_is_told_and_left_out() -> None:
    table = read_entries("name;national id\nA;120456.0\nB;1.20459E5\nC;00120456\n")
    assert [row.national_id for row in table.rows] == ["", "", "00120456"]
    assert [(finding.code, finding.lines) for finding in table.findings] == [
        ("entries.id_was_number", (2,)),
        ("entries.id_was_number", (3,)),
    ]


def test_a_birth_date_that_can_be_read_in_two_ways_is_left_empty_and_told() -> None:
    table = read_entries("name;born\nA;04/05/1999\nB;17.05.1999\nC;1999-05-17\nD;17.05.99\n")
    assert [row.birth for row in table.rows] == ["", "1999-05-17", "1999-05-17", ""]
    assert [(finding.code, finding.lines) for finding in table.findings] == [
        ("entries.birth_ambiguous", (2,)),
        ("entries.birth_ambiguous", (5,)),
    ]


def test_points_are_read_with_comma_sign_and_fraction() -> None:
    table = read_entries("name;points\nA;1,5\nB;½\nC;1/2\nD;2.5\nE;many\n")
    assert [row.points for row in table.rows] == [3, 1, 1, 5, None]
    assert [(finding.code, finding.lines) for finding in table.findings] == [("entries.unreadable", (6,))]


def test_a_player_named_twice_is_told() -> None:
    table = read_entries("name;fide id\nA;1\nB;1\nA;2\n")
    assert [(finding.inputs["field"], finding.lines) for finding in table.findings] == [
        ("fide_id", (2, 3)),
        ("name", (2, 4)),
    ]


def test_a_row_without_name_and_number_is_left_out_and_told() -> None:
    table = read_entries("name;rating\n;2100\nB;2000\n")
    assert [row.name for row in table.rows] == ["B"]
    assert [(finding.code, finding.lines) for finding in table.findings] == [("entries.no_name", (2,))]


def test_an_empty_list_is_told() -> None:
    assert [finding.code for finding in read_entries(" \n").findings] == ["entries.empty"]


def test_the_mark_of_our_own_export_is_taken_off_again() -> None:
    club = '=HYPERLINK("http://example.invalid","x")'
    content = csv_text([["name", "club"], ["@Nora", club], ["Birkov, Emil", "'Quoted'"]])
    assert [(row.name, row.club) for row in read_entries(content).rows] == [
        ("@Nora", club),
        ("Birkov, Emil", "'Quoted'"),
    ]


def test_bytes_that_are_not_utf_8_are_read_as_latin_and_told() -> None:
    table = read_entries("name\nØverbyås\n".encode("latin-1"))
    assert [row.name for row in table.rows] == ["Øverbyås"]
    assert [finding.code for finding in table.findings] == ["encoding.guessed"]


def test_figures_that_nothing_separates_from_the_name_are_objected_to_and_never_cut_off() -> None:
    table = read_entries("Alderon, Nora 2150\nBirkov, Emil 1990\nCedrin, Oto\n")
    assert [row.name for row in table.rows] == ["Alderon, Nora 2150", "Birkov, Emil 1990", "Cedrin, Oto"]
    (finding,) = [finding for finding in table.findings if finding.key == "entries.figures_in_name"]
    assert (finding.severity, finding.lines, finding.inputs["count"]) == ("objection", (1, 2), 2)


@pytest.mark.parametrize(
    ("encoding", "name", "said"),
    [
        ("cp1251", "Їжакевич, Ганна", "Windows-1251"),
        ("cp1251", "Щёголев, Артём", "Windows-1251"),
        ("cp1250", "Šćepanović, Đurđa", "Windows-1250"),
        ("cp1252", "Muñoz, Íñigo", "Latin-1"),
    ],
)
def test_what_windows_writes_in_our_languages_is_read_and_told(encoding: str, name: str, said: str) -> None:
    table = read_entries(f"name;born\n{name};1990\n".encode(encoding))
    assert [row.name for row in table.rows] == [name]
    assert [(finding.code, finding.inputs["encoding"]) for finding in table.findings] == [
        ("encoding.guessed", said)
    ]
    assert said in text(table.findings[0])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_mark_at_the_beginning_names_the_encoding(encoding: str) -> None:
    table = read_entries("Прізвище;Рейтинг\r\nЇжакевич;2100\r\n".encode(encoding))
    assert [(row.name, row.rating) for row in table.rows] == [("Їжакевич", 2100)]
    assert table.findings == ()


def test_headings_are_found_below_a_title_and_lines_keep_their_numbers() -> None:
    table = read_entries("Entries of the Open;;\n;;\nName;Rating;Born\nBirkov, Emil;2100;1990\n")
    assert table.rows == (EntryRow(4, "Birkov, Emil", rating=2100, birth="1990"),)
    assert [(finding.code, finding.inputs["text"]) for finding in table.findings] == [
        ("entries.rows_above", "Entries of the Open")
    ]


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"'])
def test_the_first_line_by_which_excel_names_the_separator_is_no_player(first: str) -> None:
    table = read_entries(f"{first}\nName;Rating\nBirkov, Emil;2100\n")
    assert table.rows == (EntryRow(3, "Birkov, Emil", rating=2100),)
    assert table.findings == ()


def test_a_heading_that_comes_twice_is_told_and_the_first_column_is_used() -> None:
    table = read_entries("Name;Rating;Rating;Shoes\nBirkov, Emil;2100;2200;43\n")
    assert table.rows == (EntryRow(2, "Birkov, Emil", rating=2100),)
    assert [(finding.code, finding.inputs["columns"]) for finding in table.findings] == [
        ("entries.columns_twice", "Rating"),
        ("entries.columns_unknown", "Shoes"),
    ]


def test_a_cell_beyond_measure_is_told_and_nothing_is_read() -> None:
    table = read_entries('Name;Rating\n"' + "x" * 200_000 + ";2000\n")
    assert table.rows == ()
    assert [finding.code for finding in table.findings] == ["entries.cell_too_long"]


def test_with_dots_between_them_the_day_comes_first() -> None:
    table = read_entries("name;born\nA;01.02.1990\nB;3. 4. 1991.\nC;31.02.1992\n")
    assert [row.birth for row in table.rows] == ["1990-02-01", "1991-04-03", ""]
    assert [(finding.code, finding.lines) for finding in table.findings] == [("entries.unreadable", (4,))]


def test_a_rating_that_nobody_has_and_a_title_that_is_none_are_told_and_left_empty() -> None:
    table = read_entries("name;rating;title\nA;99999;GM\nB;2000;Champion\n")
    assert [(row.rating, row.title) for row in table.rows] == [(None, "GM"), (2000, "")]
    assert [(finding.code, finding.lines) for finding in table.findings] == [
        ("entries.unreadable", (2,)),
        ("entries.title_unknown", (3,)),
    ]
