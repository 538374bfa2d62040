"""Half points in every spelling that people use."""

import pytest

from tournaments.interchange.points import parse_points, points_text


@pytest.mark.parametrize("text", ["0.5", "0,5", ".5", ",5", "1/2", "½", "0½", " 0.5 ", "0.50"])
def test_a_half_is_a_half_in_every_spelling(text: str) -> None:
    assert parse_points(text) == 1


@pytest.mark.parametrize(
    ("text", "halves"), [("1,5", 3), ("1½", 3), ("1 1/2", 3), ("11.5", 23), ("3", 6), ("0", 0)]
)
def test_points_are_whole_and_half(text: str, halves: int) -> None:
    assert parse_points(text) == halves


@pytest.mark.parametrize("text", ["", "x", "1.25", "1,1,1", "1/3", "--1", "½½", "1e3", "٣", "11/2x", "1.5."])
def test_what_is_not_points_is_refused_and_not_guessed(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse_points(text)


@pytest.mark.parametrize("halves", range(-3, 50))
def test_written_points_are_read_back(halves: int) -> None:
    assert parse_points(points_text(halves)) == halves
