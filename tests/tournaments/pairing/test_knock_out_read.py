"""The bracket that the rounds of a knock-out tell; the ties of these small events are laid out by hand."""

from dataclasses import replace

import pytest

from tournaments.pairing.knock_out_read import NoBracket, ReadTie, read_bracket
from tournaments.record.model import Entry, EventFacts, Game, Record


def record(players: int, *rounds: str, announced: int = 0) -> Record:
    """Rounds such as `1-4 1-0, 2-3 =`; who is not named is free."""
    codes = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "*": "*"}
    games = []
    for number, text in enumerate(rounds, 1):
        for board, part in enumerate(text.split(", "), 1):
            pair, result = part.split(" ")
            white, black = map(int, pair.split("-"))
            games.append(Game(number, board, white, black, codes[result]))
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    facts = EventFacts("Cup", system="knock_out", rounds=announced)
    return Record(facts, entries, tuple(games))


def test_four_players_two_games_a_tie_and_a_play_off_that_the_file_does_not_hold() -> None:
    found = read_bracket(record(4, "1-4 1, 2-3 1", "4-1 =, 3-2 1", "3-1 0", "1-3 ="))
    assert (found.tie_games, found.stages, found.third_place) == (2, 2, False)
    assert found.ties == (
        ReadTie(1, 1, 1, 4, True, 1),
        ReadTie(1, 2, 2, 3, True, 3, beyond_games=True),  # one game each; 3 plays the final
        ReadTie(2, 1, 1, 3, False, 1),
    )


def test_the_tie_for_the_third_place_stands_after_the_final() -> None:
    found = read_bracket(record(4, "1-4 1, 2-3 0", "4-2 1, 3-1 1"))
    assert found.third_place
    # 1 and 3 won their semi-finals; the losers 4 (of the first finalist's) and 2 play for the third place.
    assert found.ties[2:] == (ReadTie(2, 1, 1, 3, False, 3), ReadTie(2, 2, 4, 2, True, 4))


def test_whoever_is_free_in_the_first_stage_goes_on_and_the_order_follows_from_the_final() -> None:
    found = read_bracket(record(6, "5-4 1, 6-3 0", "1-5 1, 3-2 1", "1-3 *"))
    assert [(tie.stage, tie.number, tie.upper, tie.lower, tie.winner) for tie in found.ties] == [
        (1, 1, 1, None, 1), (1, 2, 4, 5, 5), (1, 3, 2, None, 2), (1, 4, 3, 6, 3),
        (2, 1, 1, 5, 1), (2, 2, 2, 3, 3),
        (3, 1, 1, 3, None),
    ]  # fmt: skip


def test_a_running_bracket_is_read_where_the_first_ties_are_those_of_the_start_numbers() -> None:
    found = read_bracket(record(4, "3-2 1, 1-4 *", announced=4))
    assert found.tie_games == 2  # two stages in four rounds
    assert [(tie.upper, tie.lower, tie.winner) for tie in found.ties] == [(1, 4, None), (2, 3, None)]


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        (("1-2 1, 3-4 1",), "knock_out.order_unknown"),
        (("1-4 1, 2-3 1", "4-2 1"), "knock_out.loser_went_on"),
        (("1-4 1", "1-2 1"), "knock_out.number_of_ties"),
        (("1-4 1, 2-3 1", "1-4 1, 2-3 0", "1-2 1", "1-3 1"), "knock_out.other_pairs"),
        (("1-4 1, 2-3 1", "1-2 1", "2-3 1"), "knock_out.too_many_rounds"),
        (("1-2 1, 3-4 1", "2-1 1, 4-3 1"), "knock_out.order_unknown"),
        (("1-4 =, 2-3 1", "1-2 1, 4-3 1"), "knock_out.final_unknown"),
        ((), "knock_out.not_begun"),
    ],
)
def test_rounds_that_are_no_bracket_are_refused_with_the_reason(rounds: tuple[str, ...], code: str) -> None:
    with pytest.raises(NoBracket) as raised:
        read_bracket(record(4, *rounds))
    assert raised.value.code == code


def test_a_player_in_two_ties_of_a_stage_is_told() -> None:
    plain = record(4, "1-4 1, 2-3 1")
    twice = replace(plain, games=(*plain.games, Game(1, 3, 1, 2, "1-0")))
    with pytest.raises(NoBracket) as raised:
        read_bracket(twice)
    assert (raised.value.code, raised.value.round) == ("knock_out.two_ties", 1)
