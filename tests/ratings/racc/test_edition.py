"""The edition of the correspondence method and its two printed tables."""

from dataclasses import replace
from datetime import date
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import pytest

from ratings.engine.errors import EditionMismatchError, UnknownPolicyError
from ratings.engine.racc.event import POLICIES, rate_correspondence
from ratings.engine.racc.games import AS_PLAYED, PLAYED_ONLY, boards_of, meetings_of, shared_boards
from ratings.engine.racc.periods import closing_day, papers_due
from ratings.engine.racc.tables import PROBABILITIES, SHARES, expected_share
from ratings.engine.tables import DIFFERENCE_ROWS, SCORE_ROWS
from tournaments.record.model import Entry, EventFacts, Game, Norm, Record, Team
from tournaments.rulebook.editions import UnknownEdition
from tournaments.rulebook.shelf import edition, edition_in_force

RACC = edition("racc-2014")
# What the digest of the text leaves open: each is marked, and nothing else is.
DOUBTS = {
    "formula",
    "average",
    "new_coefficient",
    "counted_games",
    "start_norm",
    "start_for_opponents",
    "first_place_team",
    "favourite_of",
    "active_boundary",
    "dormant_boundary",
    "late_papers",
    "norm_within",  # for the validator
}


def test_the_edition_binds_events_from_the_day_it_was_approved() -> None:
    assert edition_in_force("racc", date(2014, 11, 21)).key == "racc-2014"
    with pytest.raises(UnknownEdition):
        edition_in_force("racc", date(2014, 11, 20))


def test_every_value_has_its_article_and_every_doubt_its_mark_and_note() -> None:
    assert {name for name, value in RACC.parameters.items() if not value.verified} == DOUBTS
    for value in RACC.parameters.values():
        assert value.article
        assert value.source
        assert value.verified or value.note


def test_values_are_those_of_the_text() -> None:
    assert [RACC[f"start_{norm}"].integer for norm in ("ms", "kms", "first")] == [2400, 2200, 2000]
    assert (RACC["factor"].integer, RACC["event_limit"].integer, RACC["favourite_gap"].integer) == (
        20,
        200,
        200,
    )
    assert str(RACC["favourite_share"].number) == "0.75"
    assert (RACC["active_years"].integer, RACC["dormant_years"].integer) == (5, 10)


def test_table_2_is_that_of_the_rating_regulations_row_by_row() -> None:
    assert len(SHARES) == 51
    assert [(row.first, row.last, row.above, row.below) for row in SHARES] == [
        (row.first, row.last, row.high, row.low) for row in DIFFERENCE_ROWS
    ]


def test_table_2_has_no_hole_and_its_columns_make_a_point() -> None:
    for row, following in pairwise(SHARES):
        assert row.last is not None
        assert following.first == row.last + 1
    assert all(row.above + row.below == 100 for row in SHARES)
    assert expected_share(-1000) == 0


def test_table_1_is_kept_as_printed_with_its_misprint_noted() -> None:
    rows = {row.hundredths: row for row in PROBABILITIES}
    assert len(rows) == 101
    assert (rows[2].printed, rows[2].mirrored) == (-599, -589)
    assert "misprint" in rows[2].note
    other = {per_cent for per_cent, row in SCORE_ROWS.items() if row.dp != rows[per_cent].printed}
    assert other == {0, 2, 100}
    assert all(row.printed == row.mirrored for row in PROBABILITIES if row.hundredths != 2)


@pytest.mark.parametrize(
    ("first", "closing"),
    [("2027-01-01", "2026-12-10"), ("2026-04-01", "2026-03-10"), ("2026-10-01", "2026-09-10")],
)
def test_a_list_closes_on_the_tenth_of_the_month_before(first: str, closing: str) -> None:
    from ratings.engine.list_days import closing_day as closing_of_any

    day = date.fromisoformat(first)
    assert closing_day(RACC, day).isoformat() == closing
    assert closing_of_any(RACC, day) == closing_day(RACC, day)


@pytest.mark.parametrize(
    ("end", "due"),
    [("2026-08-31", "2026-11-30"), ("2025-11-30", "2026-02-28"), ("2026-06-15", "2026-09-15")],
)
def test_papers_are_due_three_months_after_the_end(end: str, due: str) -> None:
    assert papers_due(RACC, date.fromisoformat(end)).isoformat() == due


# --- what the engine takes and refuses -----------------------------------------------------------------


def record(*games: Game, **more: Any) -> Record:
    entries = tuple(Entry(number, f"Player {number}", rating=2200) for number in range(1, 5))
    facts = EventFacts("Event", start=date(2026, 1, 1), norms=(Norm("kms", 4, 4),))
    return Record(facts, more.pop("entries", entries), games, **more)


def test_an_edition_of_another_regulation_is_refused() -> None:
    with pytest.raises(EditionMismatchError):
        rate_correspondence(record(), edition("fide-2024"))


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_that_no_function_stands_for_is_loud(name: str) -> None:
    changed = {**RACC.parameters, name: replace(RACC[name], value="something_else")}
    with pytest.raises(UnknownPolicyError):
        rate_correspondence(record(), replace(RACC, parameters=MappingProxyType(changed)))


def test_adjudicated_and_defaulted_games_count_and_open_and_unrated_ones_do_not() -> None:
    games = (
        Game(1, 1, 1, 2, "1-0a"),
        Game(2, 1, 1, 3, "+/-"),
        Game(3, 1, 1, 4, "-/-"),
        Game(4, 1, 1, 2, "*"),
        Game(5, 1, 1, 3, "1-0u"),
    )
    counted = meetings_of(record(*games), AS_PLAYED)[1]
    assert [(meeting.round, meeting.halves, meeting.defaulted) for meeting in counted] == [
        (1, 2, False),
        (2, 2, True),
        (3, 0, True),
    ]
    assert [meeting.round for meeting in meetings_of(record(*games), PLAYED_ONLY)[1]] == [1]


def test_whoever_held_a_board_holds_it_with_all_who_came_after_him() -> None:
    entries = (
        Entry(1, "Main", rating=2000),
        Entry(2, "Second", rating=2100, substitute_for=1),
        Entry(3, "Third", rating=2300, substitute_for=2),
        Entry(4, "Opponent", rating=2200),
    )
    teams = (Team(1, "A", (1, 2, 3)), Team(2, "B", (4,)))
    made = record(Game(1, 1, 4, 2, "1-0"), entries=entries, teams=teams)
    assert shared_boards(made)[2] == (1, 2, 3)
    assert boards_of(made) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert rate_correspondence(made, RACC).player(4).average == 2300


def test_a_newcomer_without_a_game_has_no_coefficient_and_his_board_counts_the_other() -> None:
    entries = (
        Entry(1, "Main"),
        Entry(2, "Second", rating=2100, substitute_for=1),
        Entry(3, "Opponent", rating=2200),
    )
    made = record(Game(1, 1, 3, 2, "1-0"), entries=entries, teams=(Team(1, "A", (1, 2)), Team(2, "B", (3,))))
    result = rate_correspondence(made, RACC)
    assert (result.player(1).ik_new, result.player(1).steps[-1].key) == (None, "racc.none")
    assert result.player(3).average == 2100


def test_choices_are_marked_where_they_decided_and_only_there() -> None:
    """Three of 2200: whole average and change; two of 2200 and 2201: an average of 2200.5."""
    plain = rate_correspondence(record(Game(1, 1, 1, 2, "1-0")), RACC)
    assert plain.player(1).doubts == ("formula",)
    entries = (
        Entry(1, "A", rating=2200),
        Entry(2, "B", rating=2200),
        Entry(3, "C", rating=2201),
        Entry(4, "New"),
    )
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "+/-"), Game(3, 1, 2, 4, "1-0"))
    marked = rate_correspondence(record(*games, entries=entries), RACC)
    assert set(marked.player(1).doubts) == {"formula", "average", "counted_games"}
    assert "start_for_opponents" in marked.player(2).doubts
    assert "average" in {finding.inputs.get("parameter") for finding in marked.findings}
    assert {"racc.newcomers", "racc.defaults_counted"} <= {finding.code for finding in marked.findings}


def test_a_game_without_a_result_is_a_warning() -> None:
    result = rate_correspondence(record(Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 4, "*")), RACC)
    assert [finding.severity for finding in result.findings if finding.code == "racc.open_games"] == [
        "warning"
    ]
