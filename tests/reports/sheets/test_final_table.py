"""The sheets: forms 1 and 2 of 11.2 and 11.3, and the correspondence table of RACC 2.2."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from reports.sheets.cells import points_text
from reports.sheets.final_table import final_table, form_of
from reports.sheets.model import FinalTable, NormReached, Particulars
from reports.sheets.signatures import signature_fields
from tiebreaks.engine.ranking import rank
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Team
from tournaments.rulebook.shelf import edition


def record(system: Any = "round_robin", *, players: int = 4, **facts: Any) -> Record:
    """Four players; 1 beats all, 2 and 3 draw, 4 forfeits to 3."""
    values = {
        "name": "Invented Masters",
        "start": date(2026, 3, 7),
        "end": date(2026, 3, 9),
        "rate_of_play": "90'+30\"",
        "federation": "INV",
        "rounds": 3,
    } | facts
    games = (
        Game(1, 1, 1, 4, "1-0"),
        Game(1, 2, 2, 3, "1/2-1/2"),
        Game(2, 1, 4, 3, "-/+"),
        Game(2, 2, 1, 2, "1-0"),
        Game(3, 1, 2, 4, "1-0"),
        Game(3, 2, 3, 1, "0-1"),
    )
    entries = tuple(
        Entry(number, f"Player{number}, Test", federation="INV", rating=2400 - number)
        for number in range(1, players + 1)
    )
    return Record(EventFacts(system=system, **values), entries, games)


def sheet(played: Record, particulars: Particulars | None = None) -> FinalTable:
    standings = rank(played, edition("c07-2026"), ("PTS", "DE", "SB"))
    return final_table(played, standings, particulars or Particulars(arbiter="Ana Belić"))


@pytest.mark.parametrize(
    ("system", "correspondence", "form"),
    [
        ("round_robin", False, "form_1"),
        ("swiss", False, "form_2"),
        ("team_swiss", False, "form_3"),
        ("round_robin", True, "final_table"),
    ],
)
def test_the_system_decides_the_form(system: str, correspondence: bool, form: str) -> None:
    assert form_of(record(system, correspondence=correspondence)) == form


def test_a_round_robin_is_a_square_in_final_order_with_stars_on_the_diagonal() -> None:
    made = sheet(record())
    assert made.layout == "square"
    assert made.columns == ("1", "2", "3", "4")
    # 1 has 3; 2 and 3 have 1½ and drew; 4 has nothing. SB: 2 gets ½·1½ + 1·0 = ¾, 3 gets ½·1½ = ¾ (and a forfeit win).
    assert made.lines[0].cells == ("*", "1", "1", "1")
    assert [line.cells[position] for position, line in enumerate(made.lines)] == ["*"] * 4
    assert [line.points for line in made.lines] == ["3", "1½", "1½", "0"]


def test_mirrored_cells_of_a_square_add_up_to_one_point() -> None:
    made = sheet(record())
    worth = {"1": 2, "½": 1, "0": 0, "+": 2, "=": 1, "−": 0}
    for row, line in enumerate(made.lines):
        for column, other in enumerate(made.lines):
            if row != column:
                assert worth[line.cells[column]] + worth[other.cells[row]] == 2


def test_an_unplayed_game_has_a_sign_and_an_explanation() -> None:
    made = sheet(record())
    by_number = {line.number: line for line in made.lines}
    assert "+" in by_number[3].cells
    assert "−" in by_number[4].cells
    notes = {note.key: note.inputs for note in made.notes}
    assert notes["forfeit"] == {"players": "3 (2), 4 (2)"}
    assert "signs" in notes


def test_a_swiss_prints_number_colour_and_result_of_each_round() -> None:
    made = sheet(record("swiss"))
    by_number = {line.number: line.cells for line in made.lines}
    assert by_number[1] == ("4w1", "2w1", "3b1")
    assert by_number[3] == ("2b½", "4b+", "1w0")


def test_byes_are_told_apart_in_the_notes() -> None:
    base = record("swiss", players=6)
    played = replace(
        base, byes=(Bye(1, 5, "U"), Bye(1, 6, "H"), Bye(2, 5, "Z"), Bye(2, 6, "U"), Bye(3, 6, "F"))
    )
    made = sheet(played)
    by_number = {line.number: line for line in made.lines}
    assert by_number[5].cells == ("+", "−", "−")
    assert by_number[6].cells == ("=", "+", "+")
    notes = {note.key: note.inputs.get("players") for note in made.notes}
    assert notes["bye_allocated"] == "5 (1), 6 (2)"
    assert notes["bye_half"] == "6 (1)"
    assert notes["bye_full"] == "6 (3)"
    assert notes["bye_zero"] == "5 (2), 5 (3)"


def test_equal_players_share_their_place_and_keep_a_line_of_their_own() -> None:
    played = record()
    drawn = replace(played, games=tuple(replace(game, code="1/2-1/2") for game in played.games))
    made = sheet(drawn)
    assert [line.place for line in made.lines] == [1, 1, 1, 1]
    assert [line.position for line in made.lines] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("changes", "key", "article"),
    [
        ({"name": " "}, "name", "11.21"),
        ({"start": None}, "start", "11.21"),
        ({"end": None}, "end", "11.21"),
        ({"rate_of_play": ""}, "rate_of_play", "11.22"),
    ],
)
def test_a_missing_fact_of_the_head_is_named_with_its_article(
    changes: dict[str, Any], key: str, article: str
) -> None:
    made = sheet(record(**changes))
    assert [(item.key, item.article) for item in made.missing] == [(key, article)]
    assert not made.can_be_signed


def test_players_without_federation_are_named_with_their_numbers() -> None:
    base = record()
    entries = tuple(
        replace(entry, federation="" if entry.number in (2, 4) else "INV") for entry in base.entries
    )
    made = sheet(replace(base, entries=entries))
    assert [(item.key, item.inputs) for item in made.missing] == [("federations", {"players": "2, 4"})]


def test_form_2_wants_the_colours_of_every_game() -> None:
    base = record("swiss")
    games = (replace(base.games[0], colours_known=False), *base.games[1:])
    made = sheet(replace(base, games=games))
    assert [(item.key, item.article) for item in made.missing] == [("colours", "11.3")]


def test_a_correspondence_table_needs_no_rate_of_play_and_prints_norms() -> None:
    played = record(correspondence=True, rate_of_play="")
    made = sheet(played, Particulars(norms="KMS 3.0 of 3; 1st category 1.5 of 3"))
    assert made.form == "final_table"
    assert made.missing == ()
    assert [line.norm for line in made.lines] == ["kms", "first", "first", ""]
    names = [line.name for line in made.lines]
    assert made.norms == (
        NormReached("kms", "3", 3, (names[0],)),
        NormReached("first", "1½", 3, tuple(names[:3])),
    )
    assert made.shows_national_id


def test_a_national_number_is_printed_only_by_correspondence() -> None:
    assert not sheet(record()).shows_national_id


@pytest.mark.parametrize(
    ("form", "countersigner"),
    [
        ("form_1", "rating_officer"),
        ("form_2", "rating_officer"),
        ("form_3", "rating_officer"),
        ("final_table", "region"),
    ],
)
def test_the_sheet_names_its_countersigner(form: Any, countersigner: str) -> None:
    first, second = signature_fields(form)
    assert (first.role, second.role) == ("arbiter", countersigner)


def test_a_double_round_robin_keeps_both_results_in_one_cell() -> None:
    entries = (Entry(1, "A", federation="INV"), Entry(2, "B", federation="INV"))
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 2, 1, "1/2-1/2"))
    facts = replace(record().event, cycles=2, rounds=2)
    made = sheet(Record(facts, entries, games))
    assert [line.cells for line in made.lines] == [("*", "1½"), ("0½", "*")]


@pytest.mark.parametrize(
    ("players", "cycles", "layout"),
    [(33, 1, "square"), (34, 1, "rounds"), (19, 2, "square"), (20, 2, "rounds"), (4, 3, "rounds")],
)
def test_a_square_is_no_wider_than_its_cells_can_be_read(players: int, cycles: int, layout: str) -> None:
    """Two criteria leave 133 mm of a page across: 33 results of 4 mm, or 19 of two games of 7 mm, at the most."""
    assert sheet(record(players=players, cycles=cycles)).layout == layout


def test_the_free_round_of_an_odd_round_robin_is_no_absence() -> None:
    entries = tuple(Entry(number, f"P{number}", federation="INV") for number in (1, 2, 3))
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 1, "1-0"), Game(3, 1, 2, 3, "1-0"))
    made = sheet(Record(record().event, entries, games))
    assert made.notes == ()
    absent = sheet(Record(record().event, entries, games[:2], byes=(Bye(3, 2, "Z"), Bye(3, 3, "Z"))))
    assert [note.inputs for note in absent.notes if note.key == "bye_zero"] == [{"players": "2 (3), 3 (3)"}]


def test_a_norm_that_nobody_reaches_names_nobody_and_one_that_cannot_be_read_is_left_out() -> None:
    played = record(correspondence=True, rate_of_play="")
    made = sheet(played, Particulars(norms="see the rules; KMS 3,5 of 4"))
    assert made.norms == (NormReached("kms", "3½", 4, ()),)
    assert {line.norm for line in made.lines} == {""}


def test_norms_belong_to_correspondence_alone() -> None:
    assert sheet(record(), Particulars(norms="KMS 1 of 3")).norms == ()


def test_points_are_printed_with_a_half() -> None:
    assert [points_text(halves) for halves in (0, 1, 2, 21)] == ["0", "½", "1", "10½"]


def test_a_substitution_is_noted_with_the_games_of_both_and_is_no_withdrawal() -> None:
    """Player 4 plays his first two games, player 5 takes over the third (RACC 3.4)."""
    played = record(correspondence=True, players=5)
    entries = list(played.entries)
    entries[3] = replace(entries[3], withdrawn_after=2)
    entries[4] = replace(entries[4], substitute_for=4)
    games = tuple(
        replace(game, black=5) if (game.round, game.black) == (3, 4) else game for game in played.games
    )
    notes = {
        note.key: note.inputs for note in sheet(replace(played, entries=tuple(entries), games=games)).notes
    }
    assert notes["substitutes"] == {"players": "4 (2) / 5 (1)"}
    assert "withdrawn" not in notes


@pytest.mark.parametrize(
    ("correspondence", "note"), [(False, {"withdrawn": "2 (1), 4 (2)"}), (True, {"left": "2, 4"})]
)
def test_a_withdrawal_is_noted_with_its_round_where_rounds_follow_each_other(
    correspondence: bool, note: dict[str, str]
) -> None:
    played = record(correspondence=correspondence)
    entries = list(played.entries)
    entries[1] = replace(entries[1], withdrawn_after=1)
    entries[3] = replace(entries[3], withdrawn_after=2)
    notes = sheet(replace(played, entries=tuple(entries))).notes
    found = {each.key: each.inputs["players"] for each in notes if each.key in ("withdrawn", "left")}
    assert found == note


def test_a_team_table_by_correspondence_goes_by_boards_with_the_substitute_behind_his_main_player() -> None:
    """A has 1, 2 and substitute 5 (for 1); B has 3, 4. Over two rounds: 1-0 for 1, then 5 loses; 2 draws and wins.

    Points: 1 has 1, 2 has 1½, 3 has 1, 4 has ½, 5 has 0. Board 1: players 1 and 3 lead, 5 is third.
    """
    games = (
        Game(1, 1, 1, 3, "1-0"),
        Game(1, 2, 4, 2, "1/2-1/2"),
        Game(2, 1, 3, 5, "1-0"),
        Game(2, 2, 2, 4, "1-0"),
    )
    played = record("team_round_robin", correspondence=True, players=5, rounds=2)
    entries = list(played.entries)
    entries[0] = replace(entries[0], withdrawn_after=1)
    entries[4] = replace(entries[4], substitute_for=1)
    teams = (Team(1, "A", (1, 2, 5)), Team(2, "B", (3, 4)))
    played = replace(played, entries=tuple(entries), games=games, teams=teams)
    made = final_table(played, rank(played, edition("c07-2026"), ("PTS",)), Particulars())
    assert [(line.board, line.place, line.number) for line in made.lines] == [
        (1, 1, 1),
        (1, 3, 5),
        (1, 1, 3),
        (2, 1, 2),
        (2, 2, 4),
    ]
    assert [line.position for line in made.lines] == [1, 2, 3, 4, 5]


def test_a_table_of_single_players_knows_no_boards() -> None:
    assert {line.board for line in sheet(record(correspondence=True)).lines} == {None}
