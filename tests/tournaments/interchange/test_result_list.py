"""Lists of results: a closed list of spellings, columns named or guessed, rows that find their boards."""

import pytest

from tournaments.interchange.result_list import parse_result, read_result_list, result_matches, result_rows
from tournaments.interchange.tables import csv_text
from tournaments.record.model import Entry, EventFacts, Game, Record

RECORD = Record(
    EventFacts("Small", rounds=2),
    (Entry(1, "Alderon, Nora"), Entry(2, "Birkov, Emil"), Entry(3, "Čarev, Ivo"), Entry(4, "Čarev, Luka")),
    (
        Game(1, 1, 1, 2, "1-0"),
        Game(1, 2, 3, 4, "1/2-0"),
        Game(2, 1, 2, 3, "+/-"),
        Game(2, 2, 4, 1, "*"),
    ),
)


@pytest.mark.parametrize("text", ["0.5", "0,5", ".5", "1/2", "½", "½-½", "0,5:0,5", " = ", "1/2 – 1/2"])
def test_a_half_is_a_half_in_every_spelling(text: str) -> None:
    assert parse_result(text) == "1/2-1/2"


@pytest.mark.parametrize("text", ["5", "0,55", "1,5", "10", "1-1", "2:0", "½-1", "yes", "=1+1", ""])
def test_what_is_no_result_is_none(text: str) -> None:
    assert parse_result(text) is None


def test_our_own_list_comes_back_board_by_board() -> None:
    sheet = read_result_list(csv_text(result_rows(RECORD)))
    found = result_matches(sheet.rows(), RECORD, None)
    assert [(match.game, match.row.code) for match in found] == [
        (game, game.code) for game in RECORD.games if game.code != "*"
    ]


def test_a_list_as_programs_print_it_finds_its_boards_by_names() -> None:
    text = (
        "Bo.\tNo.\tWhite\tResult\tNo.\tBlack\n"
        "1\t1\tAlderon N\t1 - 0\t2\tBirkov Emil\n2\t3\tCarev I.\t½ - ½\t4\tCarev L.\n"
    )
    sheet = read_result_list(text)
    assert sheet.columns == ("board", "white_number", "white", "result", "black_number", "black")
    assert [
        (match.game.board if match.game else 0, match.row.code)
        for match in result_matches(sheet.rows(), RECORD, 1)
    ] == [
        (1, "1-0"),
        (2, "1/2-1/2"),
    ]


def test_columns_without_heads_are_guessed_and_can_be_chosen() -> None:
    text = "1;Alderon, Nora;1-0;Birkov, Emil\n2;Čarev, Ivo;0-1;Čarev, Luka\n"
    assert read_result_list(text).columns == ("board", "white", "result", "black")
    chosen = read_result_list(text, ("board", "", "result", ""))
    assert [match.game for match in result_matches(chosen.rows(), RECORD, 1)] == list(RECORD.games[:2])


def test_points_of_both_sides_make_a_result() -> None:
    sheet = read_result_list('Board,White points,Black points\n1,0,1\n2,"0,5",0\n')
    assert [row.code for row in sheet.rows()] == ["0-1", "1/2-0"]


@pytest.mark.parametrize(
    ("row", "trouble"),
    [
        ("1;Alderon, Nora;won;Birkov, Emil", "no_result"),
        ("1;Alderon, Nora;1-0;Čarev, Ivo", "other_players"),
        ("7;Alderon, Nora;1-0;Birkov, Emil", "no_board"),
        (";Čarev;1-0;", ""),
    ],
)
def test_a_row_that_does_not_fit_is_told(row: str, trouble: str) -> None:
    sheet = read_result_list(f"Board;White;Result;Black\n{row}\n")
    assert [match.trouble for match in result_matches(sheet.rows(), RECORD, 1)] == [trouble]


def test_a_name_that_two_bear_and_a_board_named_twice_are_told() -> None:
    two = read_result_list("Black;Result\nČarev;1-0\nBirkov;1-0\nBirkov, Emil;0-1\n")
    assert [match.trouble for match in result_matches(two.rows(), RECORD, None)] == ["ambiguous", "", "twice"]


def test_an_open_quotation_mark_swallows_no_row_and_a_cell_beyond_measure_is_cut() -> None:
    one = read_result_list('round;board;white;result;black\n1;1;A;1-0;B\n1;2;C;0-1;"D\n2;1;B;1-0;C\n').rows()
    assert [(row.round, row.board, row.code) for row in one] == [(1, 1, "1-0"), (1, 2, "0-1"), (2, 1, "1-0")]
    long = read_result_list('round;board;white;result;black\n1;1;A;1-0;"' + "x" * 200_000 + "\n").rows()
    assert [(row.code, len(row.black)) for row in long] == [("1-0", 1_000)]
