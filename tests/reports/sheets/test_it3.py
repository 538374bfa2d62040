"""IT3 as a value: the grid counted from the list of players, deputies by size, what is missing by its field."""

from dataclasses import replace
from typing import Any

import pytest

from reports.sheets.it3 import GridRow, It3Particulars, grid_faults, it3
from tests.ratings.title_norms.builder import record_of
from tests.ratings.title_norms.test_rounds import NINE
from tournaments.record.model import Entry, Record

SAID = It3Particulars(
    country="Inventland",
    organiser="SK Inventown",
    organiser_contact="sk@inventown.example",
    rounds_a_day="1",
    pairing="computer",
    paired_by="Crosstable 1.0",
    arbiter="Kos, Mira",
    arbiter_contact="mira@inventown.example",
)


def record(**event: Any) -> Record:
    return record_of(NINE, **({"city": "Inventown"} | event))


def with_players(count: int) -> Record:
    entries = tuple(
        Entry(number, f"Player {number}", rating=2000, federation="CRO") for number in range(1, count + 1)
    )
    return replace(record(), entries=entries, games=())


def missing(found: Record, said: It3Particulars = SAID) -> list[tuple[str, str]]:
    return [(part.key, part.article) for part in it3(found, said).missing]


def test_the_grid_counts_players_federations_host_and_other() -> None:
    """The applicant is an IM of the host; his opponents: 2 GER, 2 HUN, 2 SLO, 3 CRO, one of whom loses his rating."""
    entries = tuple(
        replace(entry, rating=None) if entry.number == 10 else entry for entry in record().entries
    )
    made = it3(replace(record(), entries=entries), SAID)
    assert made.players == 10
    assert made.grid == (
        GridRow("rated", 9, 4, 3, 6),
        GridRow("unrated", 1, 1, 1, 0),
        GridRow("gm", 3, 2, 0, 3),
        GridRow("im", 3, 3, 1, 2),
        GridRow("fm", 1, 1, 0, 1),
    )
    assert made.missing == ()


def test_women_and_men_of_a_title_stand_in_one_row() -> None:
    entries = tuple(replace(entry, title="WGM") if entry.number == 8 else entry for entry in record().entries)
    assert (
        next(row for row in it3(replace(record(), entries=entries), SAID).grid if row.key == "gm").number == 4
    )


@pytest.mark.parametrize(
    ("players", "named", "fields"),
    [
        (20, 0, None),
        (21, 0, "IT3 15–16"),
        (21, 1, "IT3 16"),
        (21, 2, None),
        (70, 2, None),
        (71, 2, "IT3 17"),
        (120, 3, None),
        (121, 3, "IT3 18"),
        (121, 4, None),
    ],
)
def test_deputies_are_demanded_by_the_number_of_players(players: int, named: int, fields: str | None) -> None:
    said = replace(SAID, deputies=tuple(f"Deputy {number}" for number in range(named)))
    assert missing(with_players(players), said) == ([("it3_deputies", fields)] if fields else [])


def test_a_player_without_a_federation_makes_the_grid_not_add_up() -> None:
    entries = tuple(
        replace(entry, federation="") if entry.number in (2, 3) else entry for entry in record().entries
    )
    made = it3(replace(record(), entries=entries), SAID)
    assert [(part.key, dict(part.inputs)) for part in made.missing] == [
        ("it3_grid_federations", {"without": 2})
    ]


def test_a_grid_whose_rows_are_not_the_list_is_told_with_both_numbers() -> None:
    grid = it3(record(), SAID).grid
    assert [(part.key, dict(part.inputs)) for part in grid_faults(grid, 11)] == [
        ("it3_grid_total", {"counted": 10, "players": 11})
    ]


def test_every_field_that_is_empty_is_named_by_its_number() -> None:
    empty = record_of(
        NINE,
        name="",
        city="",
        federation="",
        start=None,
        end=None,
        rounds=0,
        rate_of_play="",
        system="unknown",
    )
    assert missing(empty, It3Particulars()) == [
        ("it3_federation", "IT3 1"),
        ("name", "IT3 2"),
        ("it3_country", "IT3 3"),
        ("it3_city", "IT3 3"),
        ("start", "IT3 4"),
        ("end", "IT3 5"),
        ("it3_organiser", "IT3 6"),
        ("it3_organiser_contact", "IT3 6"),
        ("it3_rounds", "IT3 7"),
        ("it3_rounds_a_day", "IT3 8"),
        ("rate_of_play", "IT3 9"),
        ("it3_system", "IT3 10"),
        ("it3_pairing", "IT3 11"),
        ("it3_paired_by", "IT3 11"),
        ("it3_arbiter", "IT3 14"),
        ("it3_arbiter_contact", "IT3 14"),
    ]


def test_special_remarks_may_be_empty_and_two_people_sign() -> None:
    made = it3(record(), SAID)
    assert made.particulars.remarks == ""
    assert [field.role for field in made.signatures] == ["arbiter", "rating_officer"]
