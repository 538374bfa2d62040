"""The file of players: what is said is taken, what is not is left, what cannot be meant is refused."""

import pytest

from ratings.engine.facts import PlayerFacts
from ratings.engine.players_csv import PlayersFileError, read_players


def test_blank_cells_are_not_said_and_zero_is_unrated() -> None:
    data = "start_number,rating,k,games,born,title\n1,2100,20,55,1990-05-06,FM\n2,0,,0,2011,\n3,,,,,\n"
    assert read_players(data.encode()) == {
        1: PlayerFacts(rating=2100, k=20, games=55, born="1990-05-06", title="FM"),
        2: PlayerFacts(rating=0, games=0, born="2011"),
        3: PlayerFacts(),
    }


def test_spreadsheet_spelling_is_read() -> None:
    data = "\ufeffStart_Number;K;born;first_event\r\n4;40;2010/00/00;yes\r\n\r\n"
    assert read_players(data.encode()) == {4: PlayerFacts(k=40, born="2010", first_event=True)}


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "start_number"),
        ("start_number,elo\n1,2000\n", 1, "elo"),
        ("start_number,k\n1,twenty\n", 2, "twenty"),
        ("start_number,k\n1,20\n1,40\n", 3, "given before"),
        ("start_number,k\n1\n", 2, "1 columns"),
        ("start_number,k\n1,0\n", 2, "k 0 "),
        ("start_number,k\n1,101\n", 2, "k 101 "),
        ("start_number,first_event,valid_event_before\n1,yes,yes\n", 2, "both"),
        ("start_number,born\n1,31.12.2009\n", 2, "31.12.2009"),
        ("start_number,born\n1,2009-02-30\n", 2, "2009-02-30"),
        ("start_number,rating\n1,21000\n", 2, "21000"),
        ("start_number,first_event\n1,perhaps\n", 2, "perhaps"),
        ("start_number,k\n,20\n", 2, "no start number"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(PlayersFileError, match=what) as error:
        read_players(text.encode())
    assert error.value.line == line


def test_file_that_is_not_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(PlayersFileError, match="UTF-8") as error:
        read_players(b"start_number,title\n1,\xe8\n")
    assert error.value.line == 2


def test_a_number_of_thousands_of_digits_is_refused_with_its_line() -> None:
    with pytest.raises(PlayersFileError) as refused:
        read_players(b"start_number,k\n1," + b"9" * 5000)
    assert refused.value.line == 2


def test_a_cell_that_the_reader_of_csv_cannot_hold_is_refused_with_its_line() -> None:
    with pytest.raises(PlayersFileError) as refused:
        read_players(b"start_number,title\n1,GM\n2," + b"x" * 200_000)
    assert refused.value.line == 3
