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
