"""The record seen from each player: cells, absences, byes ahead, and what a record may not be."""

from dataclasses import replace

import pytest

from tournaments.record.crosstable import Cell, crosstable, rounds_started
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, RecordError, Round, ScoreSystem

FOUR = tuple(Entry(number, f"Player {number}") for number in range(1, 5))


def record_of(games: tuple[Game, ...] = (), byes: tuple[Bye, ...] = (), **facts: object) -> Record:
    event = EventFacts("Invented", **facts)  # type: ignore[arg-type]
    return Record(event, FOUR, games, byes)


def cells(record: Record, number: int) -> list[tuple[int | None, str, str, int]]:
    """Opponent, colour, code and halves of each round."""
    row = crosstable(record).row(number)
    return [(cell.opponent, cell.colour, cell.code, cell.halves) for cell in row.cells]


def test_every_cell_is_mirrored_by_the_opponents() -> None:
    record = record_of((Game(1, 1, 1, 2, "1-0"), Game(1, 2, 4, 3, "1/2-1/2"), Game(2, 1, 2, 4, "-/+")))
    assert cells(record, 1) == [(2, "w", "1-0", 2), (None, "", "Z", 0)]
    assert cells(record, 2) == [(1, "b", "1-0", 0), (4, "w", "-/+", 0)]
    assert cells(record, 3) == [(4, "b", "1/2-1/2", 1), (None, "", "Z", 0)]
    assert cells(record, 4) == [(3, "w", "1/2-1/2", 1), (2, "b", "-/+", 2)]


def test_a_penalty_gives_each_side_its_own_points() -> None:
    record = record_of((Game(1, 1, 1, 2, "1/2-0"), Game(1, 2, 3, 4, "0-0")))
    assert [crosstable(record).row(number).halves for number in range(1, 5)] == [1, 0, 0, 0]


def test_unknown_colours_stay_unknown_on_both_sides() -> None:
    record = record_of((Game(1, 1, 1, 2, "1-0", colours_known=False),))
    assert [cells(record, number)[0][1] for number in (1, 2)] == ["", ""]


def test_a_bye_ahead_is_seen_but_gives_its_points_when_its_round_begins() -> None:
    ahead = record_of((Game(1, 1, 1, 2, "1-0"),), (Bye(2, 3, "H"),), rounds=3)
    table = crosstable(ahead)
    assert (table.rounds, table.rounds_started) == (3, 1)
    assert cells(ahead, 3) == [(None, "", "Z", 0), (None, "", "H", 0), (None, "", "", 0)]
    assert table.row(3).cells[1].open
    begun = replace(ahead, games=(*ahead.games, Game(2, 1, 1, 4, "*")))
    assert cells(begun, 3)[1] == (None, "", "H", 1)
    assert crosstable(begun).row(3).halves == 1


def test_a_round_in_which_everybody_has_a_bye_has_begun() -> None:
    byes = tuple(Bye(1, number, "F") for number in range(1, 5))
    assert rounds_started(record_of(byes=byes)) == 1
    assert rounds_started(record_of(byes=byes[:3])) == 0


def test_an_open_game_gives_nothing_and_is_neither_played_nor_rated() -> None:
    cell = crosstable(record_of((Game(1, 1, 1, 2, "*"),))).row(1).cells[0]
    assert (cell.open, cell.played, cell.rated, cell.halves, cell.is_bye) == (True, False, False, 0, False)


def test_points_follow_the_score_system_of_the_event() -> None:
    record = record_of(
        (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 4, "1/2-1/2")),
        (Bye(1, 3, "U"), Bye(1, 4, "H"), Bye(2, 1, "F"), Bye(2, 2, "Z")),
        score_system=ScoreSystem(win=6, draw=2, loss=0, pairing_bye=4),
    )
    assert [crosstable(record).row(number).halves for number in range(1, 5)] == [12, 0, 6, 4]


def test_the_score_after_a_round_is_the_sum_up_to_it() -> None:
    row = crosstable(record_of((Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 1, "1/2-1/2")))).row(1)
    assert [row.score_after(number) for number in range(4)] == [0, 2, 3, 3]


def test_columns_are_the_rounds_announced_or_paired_whichever_is_more() -> None:
    assert crosstable(record_of(rounds=5)).rounds == 5
    assert crosstable(record_of((Game(7, 1, 1, 2, "1-0"),), rounds=5)).rounds == 7
    assert crosstable(Record(EventFacts("Nobody"), ())).rounds_started == 0


def test_a_bye_and_a_forfeit_against_nobody_are_byes_and_a_game_is_none() -> None:
    record = record_of((Game(1, 1, 1, 2, "+/-"),), (Bye(1, 3, "+"), Bye(1, 4, "U")))
    byes = [crosstable(record).row(number).cells[0].is_bye for number in range(1, 5)]
    assert byes == [False, False, True, True]
    assert not any(isinstance(cell, Cell) and cell.played for cell in crosstable(record).row(1).cells)


@pytest.mark.parametrize("number", [0, -1])
def test_a_round_below_1_is_no_round_and_its_points_do_not_vanish_silently(number: int) -> None:
    for broken in (
        {"games": (Game(number, 1, 1, 2, "1-0"),)},
        {"byes": (Bye(number, 1, "H"),)},
        {"rounds": (Round(number),)},
    ):
        with pytest.raises(RecordError, match="below 1"):
            Record(EventFacts("Invented"), FOUR, **broken)  # type: ignore[arg-type]


def test_a_record_with_unknown_codes_or_strangers_is_refused() -> None:
    with pytest.raises(RecordError, match="unknown result '2-0'"):
        record_of((Game(1, 1, 1, 2, "2-0"),))
    with pytest.raises(RecordError, match="unknown bye 'X'"):
        record_of(byes=(Bye(1, 1, "X"),))
    with pytest.raises(RecordError, match="not entered"):
        record_of((Game(1, 1, 1, 9, "1-0"),))
    with pytest.raises(RecordError, match="9 is not entered"):
        record_of(byes=(Bye(1, 9, "H"),))
    with pytest.raises(RecordError, match="same start number"):
        Record(EventFacts("Invented"), (*FOUR, FOUR[0]))
