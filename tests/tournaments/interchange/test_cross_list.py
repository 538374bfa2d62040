"""Crosstables of other programs, and our own, become records: the same games, or a refusal with the reason."""

from contextlib import suppress
from itertools import combinations

import pytest

from tournaments.interchange.cross_list import read_results
from tournaments.interchange.cross_square import berger_round
from tournaments.interchange.tables import crosstable_csv
from tournaments.interchange.trf import TrfRefused
from tournaments.interchange.xlsx import xlsx_bytes
from tournaments.pairing.berger import berger_rounds
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

# The example that describes the export of SwissPerfect: tabs between the columns, no colours.
PERFECT = (
    "No\tName\tFeder\tIntl Id\tLoc Id\tRtg\tLoc\tTitle\tTotal\t1\t2\t3\r\n\r\n"
    "1\tDuck, Daffy\tIRL\t\t12345\t\t2200\tim\t2\t0:=\t3:W\t2:D\r\n"
    "2\tMouse, Minerva\t\t1234568\t\t1900\t\t\t1.5\t3:D\t0:=\t1:D\r\n"
    "3\tMouse, Mickey\tUSA\t1234567\t\t\t\tgm\t1\t2:D\t1:L\t0:=\r\n"
)
PADDED = """Cross Table

No  Name            Feder Rtg   1    2    3

1.  alpha,                2264  4:W  2:W  3:D
2.  beta,           CRO   2101  3:W  1:L  4:+
3.  gamma,                1993  2:L  4:W  1:D
4.  delta,                1771  1:L  3:L  2:-
"""
# A list as Swiss-Manager writes it: the event above, places in the first column and in the cells.
MANAGER = (
    "From the Tournament-Database of Chess-Results https://chess-results.com\t\t\t\t\t\t\n"
    "Invented Cup\t\t\t\t\t\t\n\t\t\t\t\t\t\n"
    "Rk.\t\tName\tRtg\tFED\t1.Rd.\t2.Rd.\tPts.\n"
    "1\tGM\tAlderon Nora\t2345\tXXA\t3w1\t2b½\t1,5\n"
    "2\t\tBirkov Emil\t2200\tXXB\t-1\t1w½\t1,5\n"
    "3\t\tCarev Ivo\t0\tXXA\t1b0\t-0\t0\n"
)


def games(record: Record) -> set[tuple[int, int, int, str, bool]]:
    return {(each.round, each.white, each.black, each.code, each.colours_known) for each in record.games}


def test_the_export_of_swissperfect_is_read_without_colours() -> None:
    reading = read_results(PERFECT.encode())
    first = reading.record.entries[0]
    assert (first.name, first.federation, first.title, first.rating) == ("Duck, Daffy", "IRL", "IM", 2200)
    assert (first.national_id, first.stated_points) == ("12345", 4)
    assert reading.record.entries[1].fide_id == "1234568"
    # Without colours the smaller number stands as White.
    assert games(reading.record) == {
        (1, 2, 3, "1/2-1/2", False),
        (2, 1, 3, "1-0", False),
        (3, 1, 2, "1/2-1/2", False),
    }
    assert reading.record.byes == (Bye(1, 1, "H"), Bye(2, 2, "H"), Bye(3, 3, "H"))
    codes = {finding.code for finding in reading.findings}
    assert {"table.read", "colour.unknown", "event.no_start"} <= codes
    assert "points.differ" not in codes


def test_an_export_padded_by_blanks_is_read_too() -> None:
    record = read_results(PADDED.encode()).record
    assert [(entry.name, entry.rating, entry.federation) for entry in record.entries] == [
        ("alpha,", 2264, ""),
        ("beta,", 2101, "CRO"),
        ("gamma,", 1993, ""),
        ("delta,", 1771, ""),
    ]
    assert (3, 2, 4, "+/-", False) in games(record)
    assert len(record.games) == 6


def test_a_list_of_swiss_manager_is_read_with_colours_and_byes() -> None:
    reading = read_results(MANAGER.encode())
    assert reading.record.event.name == "Invented Cup"
    assert reading.record.event.rounds == 2
    assert games(reading.record) == {(1, 1, 3, "1-0", True), (2, 2, 1, "1/2-1/2", True)}
    assert reading.record.byes == (Bye(1, 2, "F"), Bye(2, 3, "Z"))
    assert [entry.stated_points for entry in reading.record.entries] == [3, 3, 0]
    assert reading.record.entries[2].rating is None


@pytest.mark.parametrize(("white", "black"), [("w", "s"), ("b", "c"), ("b", "n"), ("б", "ч"), ("W", "B")])
def test_colours_are_read_in_the_letters_of_the_language(white: str, black: str) -> None:
    text = MANAGER.replace("3w1", f"3{white}1").replace("2b½", f"2{black}½")
    text = text.replace("1w½", f"1{white}½").replace("1b0", f"1{black}0")
    assert games(read_results(text.encode()).record) == {(1, 1, 3, "1-0", True), (2, 2, 1, "1/2-1/2", True)}


def test_a_spreadsheet_says_the_same_as_the_text() -> None:
    rows = [line.split("\t") for line in MANAGER.splitlines()]
    assert games(read_results(xlsx_bytes(rows)).record) == games(read_results(MANAGER.encode()).record)


RECORD = Record(
    EventFacts("Small", system="swiss", rounds=2),
    (
        Entry(1, "Alderon, Nora", rating=2345, federation="XXA", title="WGM"),
        Entry(2, "Birkov, Emil", rating=2200),
        Entry(3, "Čarev, Ivo"),
        Entry(4, "D'Or, =Eva"),
        Entry(5, "Ewing, Al"),
    ),
    (
        Game(1, 1, 1, 3, "0-1"),
        Game(1, 2, 4, 2, "1/2-1/2u"),
        Game(2, 1, 3, 4, "+/-"),
        Game(2, 2, 5, 1, "1/2-1/2"),
    ),
    (Bye(1, 5, "U"), Bye(2, 2, "H")),
)


@pytest.mark.parametrize("places", [None, {3: 1, 5: 2, 2: 3, 1: 4, 4: 4}])
def test_our_own_crosstable_comes_back(places: dict[int, int] | None) -> None:
    record = read_results(crosstable_csv(RECORD, places).encode()).record
    if places is None:
        assert games(record) == games(RECORD)
        assert record.byes == RECORD.byes
        assert [entry.name for entry in record.entries] == [entry.name for entry in RECORD.entries]
        return
    # Cells name places, so the rows are numbered by them: Čarev 1, Ewing 2, Birkov 3, Alderon 4, D'Or 5.
    assert games(record) == {
        (1, 4, 1, "0-1", True),
        (1, 5, 3, "1/2-1/2u", True),
        (2, 1, 5, "+/-", True),
        (2, 2, 4, "1/2-1/2", True),
    }


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("1b0", "1b1"), "result.not_mirrored"),
        (("3w1", "3b1"), "colour.not_mirrored"),
        (("3w1", "9w1"), "opponent.missing"),
        (("3w1", "won"), "table.cell"),
        (("1b0", ""), "opponent.not_mirrored"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused_with_its_row(change: tuple[str, str], code: str) -> None:
    with pytest.raises(TrfRefused) as refused:
        read_results(MANAGER.replace(*change, 1).encode())
    assert code in {error.code for error in refused.value.errors}
    assert refused.value.errors[0].line == 5


def test_penalty_scores_of_a_table_are_kept() -> None:
    record = read_results(MANAGER.replace("3w1", "3w=").encode()).record
    assert (1, 1, 3, "1/2-0", True) in games(record)


def test_a_list_without_rounds_is_no_crosstable() -> None:
    with pytest.raises(TrfRefused) as refused:
        read_results(xlsx_bytes([["Name", "Rtg"], ["Alderon, Nora", 2345]]))
    assert [error.code for error in refused.value.errors] == ["table.none"]
    with pytest.raises(TrfRefused):
        read_results(b"PK\x03\x04 and no archive")


def test_a_trf_file_goes_to_its_own_reader() -> None:
    assert read_results(b"012 Small\n001    1      Alderon, Nora\n").format == "trf16"


TABLE = (
    "No;Name;Rtg;FIDE ID;Club;1;Pts\n1;Иванов, Иван;2100;4100018;Alfil;2w1;1\n2;Birk, Emil;2000;²²²;;1b0;0\n"
)


def test_a_table_in_utf_16_is_read_as_spreadsheets_save_it() -> None:
    for encoding in ("utf-8", "utf-16"):
        entries = read_results(TABLE.encode(encoding)).record.entries
        assert [entry.name for entry in entries] == ["Иванов, Иван", "Birk, Emil"]
        assert [entry.fide_id for entry in entries] == ["4100018", ""]


def test_fields_longer_than_an_event_keeps_are_cut_and_points_beyond_reason_left_out() -> None:
    text = TABLE.replace("Birk, Emil", "B" * 400).replace("Alfil", "C" * 400).replace("4100018", "4" * 30)
    first, second = read_results(text.replace("2w1;1\n", "2w1;999999\n").encode()).record.entries
    assert (len(second.name), len(first.club), first.fide_id, first.stated_points) == (260, 120, "", None)


@pytest.mark.parametrize("rubbish", ['"' + "x" * 300_000, "3;" + "x" * 300_000, "\x00\x00", '";"' * 1000])
def test_rubbish_below_a_table_is_a_reading_or_a_refusal(rubbish: str) -> None:
    with suppress(TrfRefused):
        assert len(read_results((TABLE + rubbish).encode()).record.entries) >= 2


# -- opponents in the columns ----------------------------------------------------------------------------

# By rank; Carev has start number 1, Alderon 2, Birkov 3, Dorić 4. Alderon beat Birkov and Dorić and drew with Carev,
# Carev won against Dorić by forfeit, Birkov drew with Dorić, Birkov and Carev are still to play.
SQUARE = (
    "Invented Round Robin\t\t\t\t\t\t\t\t\n"
    "Rk.\tSNo\tName\tRtg\tFED\t1\t2\t3\t4\tPts.\n"
    "1\t2\tAlderon Nora\t2345\tXXA\t*\t½\t1\t1\t2,5\n"
    "2\t1\tCarev Ivo\t2100\tXXA\t½\t*\t\t+\t1,5\n"
    "3\t3\tBirkov Emil\t2200\tXXB\t0\t\t*\t=\t0,5\n"
    "4\t4\tDorić Eva\t0\tXXA\t0\t-\t=\t*\t0,5\n"
)


@pytest.mark.parametrize("form", ["text", "csv", "xlsx"])
def test_a_square_is_put_into_the_rounds_of_the_berger_table(form: str) -> None:
    data = {
        "text": SQUARE.encode(),
        "csv": SQUARE.replace("\t", ";").encode(),
        "xlsx": xlsx_bytes([line.split("\t") for line in SQUARE.splitlines()]),
    }[form]
    reading = read_results(data)
    event = reading.record.event
    assert (event.system, event.cycles, event.rounds) == ("round_robin", 1, 3)
    assert [entry.name for entry in reading.record.entries] == [
        "Carev Ivo", "Alderon Nora", "Birkov Emil", "Dorić Eva",
    ]  # fmt: skip
    # Berger table of four: round 1 1-4 2-3, round 2 4-3 1-2, round 3 2-4 3-1; the smaller number stands as White.
    assert games(reading.record) == {
        (1, 1, 4, "+/-", False),
        (1, 2, 3, "1-0", False),
        (2, 3, 4, "1/2-1/2", False),
        (2, 1, 2, "1/2-1/2", False),
        (3, 2, 4, "1-0", False),
        (3, 1, 3, "*", False),
    }
    codes = {finding.code for finding in reading.findings}
    assert {"table.square", "colour.unknown", "table.read"} <= codes
    assert "points.differ" not in codes


def test_a_cell_of_several_results_holds_one_for_each_cycle() -> None:
    text = "No;Name;1;2;3;Pts\n1;Alderon, Nora;;1½;0 1;2,5\n2;Birkov, Emil;0½;;½;1\n3;Carev, Ivo;1 0;½;;1,5\n"
    record = read_results(text.encode()).record
    assert (record.event.cycles, record.event.rounds) == (2, 6)
    # Berger table of four, number 4 missing: 2-3 in round 1, 1-2 in round 2, 3-1 in round 3; again three rounds later.
    assert games(record) == {
        (1, 2, 3, "1/2-1/2", False),
        (2, 1, 2, "1-0", False),
        (3, 1, 3, "0-1", False),
        (4, 2, 3, "*", False),
        (5, 1, 2, "1/2-1/2", False),
        (6, 1, 3, "1-0", False),
    }


@pytest.mark.parametrize("players", [3, 4, 5, 8, 13])
def test_the_rounds_of_a_square_are_those_of_the_berger_table(players: int) -> None:
    found = {
        (number, frozenset((board.white, board.black)))
        for number, boards in enumerate(berger_rounds(players, swap_last_two=False), 1)
        for board in boards
        if board.black is not None
    }
    pairs = combinations(range(1, players + 1), 2)
    assert {(berger_round(one, two, players), frozenset((one, two))) for one, two in pairs} == found


def test_a_square_that_contradicts_itself_is_refused_with_its_row() -> None:
    with pytest.raises(TrfRefused) as refused:
        read_results(
            SQUARE.replace("3\t3\tBirkov Emil\t2200\tXXB\t0", "3\t3\tBirkov Emil\t2200\tXXB\t1").encode()
        )
    assert {error.code for error in refused.value.errors} == {"result.not_mirrored"}


def test_a_swiss_of_as_many_rounds_as_players_is_no_square() -> None:
    text = "No;Name;1;2;3\n1;Alderon, Nora;2w1;3b½;U\n2;Birkov, Emil;1b0;U;3w1\n3;Carev, Ivo;U;1w½;2b0\n"
    reading = read_results(text.encode())
    assert "table.square" not in {finding.code for finding in reading.findings}
    assert (2, 3, 1, "1/2-1/2", True) in games(reading.record)


@pytest.mark.parametrize("mark", ["*", "*j", "j", ""])
def test_a_crosstable_of_an_event_being_played_keeps_its_open_games(mark: str) -> None:
    """As our page writes it: a star for a game without a result, a dot for an unknown colour."""
    table = f"No;Name;1;2;Pts;BH\n1;Alder, A;2w1;3b{mark};1;0.5\n2;Birk, B;1b0;4w{mark};0;1\n"
    table += f"3;Carr, C;4·½;1w{mark};0.5;1\n4;Dorn, D;3·½;2b{mark};0.5;0\n"
    record = read_results(table.encode()).record
    assert games(record) == {
        (1, 1, 2, "1-0", True),
        (1, 3, 4, "1/2-1/2", False),
        (2, 3, 1, "*", True),
        (2, 2, 4, "*", True),
    }
    assert record.byes == ()
