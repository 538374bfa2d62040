"""Lots that anybody can draw again, and start numbers by rating."""

import hashlib
from itertools import permutations

import pytest

from tournaments.pairing.lots import draw_first_colour, draw_numbers, start_numbers_by_rating
from tournaments.record.model import Entry


# Worked by hand with `printf crosstable-lot-1:7:0 | sha256sum` and so on:
# seed 7, 4 players: digests modulo 4, 3, 2 are 2, 1, 1;
# 1 2 3 4 -> exchange places 3, 2 -> 1 2 4 3 -> places 2, 1 -> 1 4 2 3 -> place 1 stays.
# seed 2026, 5 players: digests modulo 5, 4, 3, 2 are 0, 3, 1, 0;
# 1 2 3 4 5 -> 5 2 3 4 1 -> stays -> 5 3 2 4 1 -> 3 5 2 4 1.
@pytest.mark.parametrize(("seed", "numbers"), [(7, (1, 4, 2, 3)), (2026, (3, 5, 2, 4, 1))])
def test_a_lot_can_be_drawn_again_by_hand_from_its_seed(seed: int, numbers: tuple[int, ...]) -> None:
    assert draw_numbers(len(numbers), seed) == numbers


@pytest.mark.parametrize("count", [0, 1, 2, 17, 300])
def test_a_lot_gives_every_number_once(count: int) -> None:
    assert sorted(draw_numbers(count, 20261130)) == list(range(1, count + 1))


def test_every_order_of_three_comes_about_equally_often() -> None:
    drawn = [draw_numbers(3, seed) for seed in range(1200)]
    counts = [drawn.count(order) for order in permutations((1, 2, 3))]
    assert sum(counts) == 1200
    # 200 expected; 60 is more than four standard deviations of a fair lot.
    assert all(140 < count < 260 for count in counts)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="fewer than no players"):
        draw_numbers(-1, 1)


@pytest.mark.parametrize("seed", range(6))
def test_the_first_colour_is_white_for_an_even_first_digest(seed: int) -> None:
    last_hex_digit = hashlib.sha256(f"crosstable-lot-1:{seed}:0".encode()).hexdigest()[-1]
    assert draw_first_colour(seed) == ("w" if last_hex_digit in "02468ace" else "b")


def test_start_numbers_go_by_rating_then_title_then_name() -> None:
    entries = [
        Entry(1, "Zeman", rating=2200),
        Entry(2, "Abel"),
        Entry(3, "Adler", rating=2200),
        Entry(4, "Yorik", rating=2200, title="WIM"),
        Entry(5, "Xaver", rating=2200, title="FM"),
        Entry(6, "Wolf", rating=2201),
        Entry(7, "Bela", title="CM"),
    ]
    assert start_numbers_by_rating(entries) == (5, 7, 4, 3, 2, 1, 6)


def test_the_alphabet_of_the_names_can_be_given() -> None:
    entries = [Entry(1, "Čáp", rating=2000), Entry(2, "Dub", rating=2000)]
    assert start_numbers_by_rating(entries) == (2, 1)
    assert start_numbers_by_rating(entries, name_key=lambda entry: entry.name.replace("Č", "C")) == (1, 2)
