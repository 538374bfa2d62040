"""Crosstables and entries as CSV and JSON."""

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction

from tournaments.interchange.tables import (
    cell_text,
    crosstable_csv,
    crosstable_json,
    csv_text,
    entries_csv,
    entries_json,
    to_json,
)
from tournaments.interchange.trf import read_trf
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

FINAL_ORDER = {6: 1, 2: 2, 1: 3, 4: 4, 5: 5, 3: 6}


def rows(content: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.removeprefix("\ufeff")), delimiter=";"))


def test_the_numbers_in_the_cells_are_those_of_the_table_shown(case: Callable[[str], bytes]) -> None:
    record = read_trf(case("RES-03.trf")).record
    table = rows(crosstable_csv(record, FINAL_ORDER))
    assert table[0] == ["Rk", "SNo", "Title", "Name", "Fed", "Rtg", "1", "2", "3", "Pts"]
    assert [(row[1], row[6:]) for row in table[1:]] == [
        ("6", ["6b½", "4w1", "3b1", "2.5"]),
        ("2", ["5b1", "3w½", "6w1", "2.5"]),
        ("1", ["4w1", "2b½", "1w0", "1.5"]),
        ("4", ["3b0", "1b0", "5w1", "1"]),
        ("5", ["2w0", "6b1", "4b0", "1"]),
        ("3", ["1w½", "5w0", "2b0", "0.5"]),
    ]


def test_the_row_at_the_opponents_number_shows_the_mirrored_result(case: Callable[[str], bytes]) -> None:
    record = read_trf(case("RES-03.trf")).record
    table = rows(crosstable_csv(record, FINAL_ORDER))[1:]
    mirrored = {"1": "0", "0": "1", "½": "½"}
    for place, row in enumerate(table, 1):
        for column in (6, 7, 8):
            opponent, colour, result = int(row[column][0]), row[column][1], row[column][2]
            other = "b" if colour == "w" else "w"
            assert table[opponent - 1][column] == f"{place}{other}{mirrored[result]}"


def test_equal_places_do_not_share_a_number_in_the_cells() -> None:
    people = tuple(Entry(number, f"Player {number}") for number in (1, 2, 3))
    record = Record(EventFacts("Equal"), people, (Game(1, 1, 1, 3, "1/2-1/2"),))
    table = rows(crosstable_csv(record, {1: 1, 3: 1, 2: 3}))
    assert [[*row[:2], row[6]] for row in table[1:]] == [
        ["1", "1", "2w½"],
        ["1", "3", "1b½"],
        ["3", "2", "Z"],
    ]


def test_every_code_has_a_cell_that_chess_players_know() -> None:
    people = tuple(Entry(number, f"Player {number}") for number in (1, 2))
    expected = {
        "1-0": ("2w1", "1b0"), "1/2-0": ("2w½", "1b0"), "1-0u": ("2w1u", "1b0u"), "0-1a": ("2w0a", "1b1a"),
        "+/-": ("2w+", "1b-"), "-/-": ("2w-", "1b-"), "=/=": ("2w=", "1b="), "*": ("2w", "1b"),
        "*j": ("2wj", "1bj"),
    }  # fmt: skip
    for code, cells in expected.items():
        table = crosstable(Record(EventFacts("Codes"), people, (Game(1, 1, 1, 2, code),)))
        assert (cell_text(table.row(1).cells[0]), cell_text(table.row(2).cells[0])) == cells
    byes = crosstable(Record(EventFacts("Codes"), people, (), (Bye(1, 1, "U"), Bye(1, 2, "H"))))
    assert [cell_text(byes.row(number).cells[0]) for number in (1, 2)] == ["U", "H"]


def test_text_that_a_spreadsheet_would_run_is_marked_and_numbers_and_signs_are_not() -> None:
    content = csv_text(
        [
            [
                '=HYPERLINK("http://example.invalid","x")',
                "@Nora",
                "-2+3",
                -12,
                "+4",
                "-",
                "+",
                Fraction(-1, 2),
                None,
            ]
        ]
    )
    assert rows(content) == [
        ['\'=HYPERLINK("http://example.invalid","x")', "'@Nora", "'-2+3", "-12", "+4", "-", "+", "-0.5", ""]
    ]


def test_a_download_opens_in_a_spreadsheet() -> None:
    content = csv_text([["Žižka; Jan", "x"]])
    assert content == '\ufeff"Žižka; Jan";x\r\n'


def test_a_tie_break_without_end_is_shown_with_four_digits() -> None:
    record = Record(EventFacts("Values"), (Entry(1, "A"),))
    content = crosstable_csv(
        record, {1: 1}, {1: {"ARO": Fraction(40, 3), "BH": None}}, order=("PTS", "ARO", "BH")
    )
    assert rows(content)[1][-3:] == ["0", "13.3333", ""]


PERSON = Entry(
    1, "Alderon, Nora", birth="2014-05-17", national_id="00120456", rating=1998, fide_id="999000001"
)


def test_public_tables_show_the_birth_year_and_no_national_number() -> None:
    record = Record(EventFacts("Young"), (PERSON,))
    everything = entries_csv(record) + to_json(entries_json(record)) + to_json(crosstable_json(record))
    assert "2014" in everything
    assert "05-17" not in everything
    assert "00120456" not in everything


def test_json_has_points_as_text_and_ids_as_text() -> None:
    record = Record(EventFacts("Json", rounds=1), (PERSON, Entry(2, "B")), (Game(1, 1, 1, 2, "1/2-1/2"),))
    told = json.loads(to_json(crosstable_json(record, {1: 1, 2: 1})))
    first = told["rows"][0]
    assert (first["points"], first["fide_id"], first["rating"], first["place"]) == (
        "0.5",
        "999000001",
        1998,
        1,
    )
    assert first["cells"] == [
        {
            "round": 1,
            "code": "1/2-1/2",
            "points": "0.5",
            "opponent": 2,
            "colour": "w",
            "board": 1,
            "result": "½",
        }
    ]
