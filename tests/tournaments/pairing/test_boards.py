"""Board numbers where some players always sit at one table."""

import pytest

from tournaments.pairing.boards import board_numbers

PAIRS = [(1, 5), (6, 2), (3, 7), (8, 4)]


@pytest.mark.parametrize(
    ("fixed", "numbers"),
    [
        ({}, (1, 2, 3, 4)),
        ({8: 1}, (2, 3, 4, 1)),
        ({2: 40}, (1, 40, 2, 3)),
        ({2: 2}, (1, 2, 3, 4)),
        # Both players of a pair have tables: the smaller number counts.
        ({3: 4, 7: 1}, (2, 3, 1, 4)),
        # A table in use is not given twice; the other table of the pair serves.
        ({1: 4, 3: 4, 7: 9}, (4, 1, 9, 2)),
        # Nobody who is absent keeps a table.
        ({99: 1}, (1, 2, 3, 4)),
    ],
)
def test_a_fixed_table_goes_with_its_player(fixed: dict[int, int], numbers: tuple[int, ...]) -> None:
    assert board_numbers(PAIRS, fixed) == numbers


def test_numbers_stay_when_a_stored_round_is_numbered_again() -> None:
    fixed = {2: 4, 7: 40}
    numbers = board_numbers(PAIRS, fixed)
    by_board = [pair for _, pair in sorted(zip(numbers, PAIRS, strict=True))]
    again = board_numbers(by_board, fixed)
    assert dict(zip(by_board, again, strict=True)) == dict(zip(PAIRS, numbers, strict=True))
