"""Norms of correspondence events: read in the words of start lists, ordered, and who reached them."""

import pytest

from tournaments.record.model import Norm
from tournaments.record.norms import achieved, category_of, parse_norms


@pytest.mark.parametrize(
    ("text", "norms"),
    [
        ("KMS 8.0 of 16; 1st category 5.0 of 16", [("kms", 16, 16), ("first", 10, 16)]),
        ("kms=8 first=5.5", [("kms", 16, None), ("first", 11, None)]),
        (
            "норма кандидата в мастера - 8.0 очков из 16\nнорма 1-го разряда - 5.0 очков из 16",
            [("kms", 16, 16), ("first", 10, 16)],
        ),
        ("КМС 8 из 16, 1 р. 5 из 16", [("kms", 16, 16), ("first", 10, 16)]),
        ("МС 10½/16", [("ms", 21, 16)]),
        ("Кандидат у майстри 8 з 16", [("kms", 16, 16)]),
        ("2nd category 3 of 16", [("2nd category", 6, 16)]),
        ("see the rules; KMS 8,5 of 16", [("kms", 17, 16)]),
        ("8 of 16", []),
        ("KMS", []),
        ("", []),
    ],
)
def test_norms_are_read_from_the_words_of_start_lists(
    text: str, norms: list[tuple[str, int, int | None]]
) -> None:
    assert parse_norms(text) == tuple(Norm(*norm) for norm in norms)


def test_the_norm_that_needs_more_points_stands_first() -> None:
    assert [norm.category for norm in parse_norms("first=5 ms=10 kms=8")] == ["ms", "kms", "first"]


@pytest.mark.parametrize(
    ("halves", "category"), [(17, "kms"), (16, "kms"), (15, "first"), (10, "first"), (9, None)]
)
def test_the_strongest_norm_that_the_points_reach_is_achieved(halves: int, category: str | None) -> None:
    found = achieved(parse_norms("KMS 8 of 16; 1st category 5 of 16"), halves)
    assert (found and found.category) == category


def test_an_international_norm_is_not_taken_for_that_of_a_master() -> None:
    assert category_of("МСМК") == "МСМК"
