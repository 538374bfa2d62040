"""Form 3 (11.3): teams, their matches, and every player with opponent, colour and result. Worked out by hand."""

from dataclasses import replace
from datetime import date
from typing import Any

from reports.sheets.model import Difference, Particulars
from reports.sheets.team_table import TeamTable, team_table
from tiebreaks.engine.team_ranking import rank_teams
from tournaments.record.model import (
    Bye,
    Entry,
    EventFacts,
    Game,
    MatchForfeit,
    Record,
    Team,
    TeamBye,
    TeamRules,
)
from tournaments.rulebook.shelf import edition

NOW = edition("c07-2026")


def league(system: Any = "team_round_robin", **facts: Any) -> Record:
    """Three teams on two boards; A beats B and C by 1½ to ½, B and C draw 1 to 1. 8 of C never plays.

    Match points: A 4, B 1, C 1. Game points: A 3, B 1½, C 1½.
    """
    games = (
        Game(1, 1, 1, 4, "1-0"),
        Game(1, 2, 5, 2, "1/2-1/2"),
        Game(2, 1, 4, 6, "0-1"),
        Game(2, 2, 7, 5, "0-1"),
        Game(3, 1, 6, 1, "1/2-1/2"),
        Game(3, 2, 3, 7, "1-0"),
    )
    head: dict[str, Any] = {
        "name": "Invented League",
        "start": date(2026, 3, 7),
        "end": date(2026, 3, 9),
        "rate_of_play": "90'",
        "rounds": 3,
    } | facts
    return Record(
        EventFacts(system=system, **head),
        tuple(Entry(n, f"Player{n}, Test", federation="INV", rating=2100 - n) for n in range(1, 9)),
        games,
        teams=(
            Team(1, "Rooks", (1, 2, 3), captain="Kos, Ivo"),
            Team(2, "Bishops", (4, 5)),
            Team(3, "Knights", (6, 7, 8)),
        ),
        team_rules=TeamRules(colours="WB"),
    )


def sheet(record: Record, particulars: Particulars | None = None) -> TeamTable:
    standings = rank_teams(record, NOW, ("PTS", "BC", "MPVGP"))
    return team_table(record, standings, particulars or Particulars(arbiter="Ana Belić"))


def test_teams_of_a_round_robin_stand_in_final_order_in_a_square_of_board_points() -> None:
    made = sheet(league())
    assert made.layout == "square"
    assert [line.name for line in made.lines] == ["Rooks", "Knights", "Bishops"]
    assert [line.cells for line in made.lines] == [("*", "1½", "1½"), ("½", "*", "1"), ("½", "1", "*")]
    assert [(line.match_points, line.game_points) for line in made.lines] == [
        ("4", "3"),
        ("1", "1½"),
        ("1", "1½"),
    ]
    # Board count, less is better: Knights 1½ points on board 1; Bishops 1½ on board 2, that is 3.
    assert [line.values for line in made.lines] == [("4.5",), ("1.5",), ("3",)]
    assert [item.code for item in made.criteria] == ["BC"]
    assert [item.code for item in made.order] == ["MP", "BC", "MPVGP"]


def test_every_player_has_opponent_colour_and_result_of_each_round_and_a_reserve_is_marked() -> None:
    rooks = sheet(league()).rosters[0]
    assert rooks.matches == ("2w1½", "", "3b1½")
    assert [(each.board, each.is_reserve, each.number) for each in rooks.members] == [
        (1, False, 1),
        (2, False, 2),
        (3, True, 3),
    ]
    assert [each.cells for each in rooks.members] == [("4w1", "", "6b½"), ("5b½", "", ""), ("", "", "7w1")]
    assert [(each.points, each.games) for each in rooks.members] == [("1½", 2), ("½", 1), ("1", 1)]


def test_who_never_sat_at_a_board_stands_in_his_team_and_is_named() -> None:
    made = sheet(league())
    assert made.rosters[1].members[2].cells == ("", "", "")
    assert [note.inputs for note in made.notes if note.key == "did_not_play"] == [{"players": "8"}]
    assert "bye_zero" not in {note.key for note in made.notes}


def test_a_team_swiss_goes_by_rounds_with_byes_and_matches_that_were_not_played() -> None:
    base = league("team_swiss")
    record = replace(
        base,
        games=base.games[:2],
        team_byes=(TeamBye(1, 3, "U"), TeamBye(2, 1, "H"), TeamBye(3, 2, "Z")),
        byes=(Bye(1, 6, "U"), Bye(1, 7, "U")),
        match_forfeits=(MatchForfeit(2, 3, 2, "+/-"),),
    )
    made = sheet(replace(record, event=replace(base.event, rounds=3)))
    assert made.layout == "rounds"
    by_number = {line.number: line.cells for line in made.lines}
    assert by_number[1] == ("2w1½", "=", "")
    assert by_number[2] == ("1b½", "3 0−", "−")
    assert by_number[3] == ("+", "2 2+", "")
    notes = {note.key: note.inputs for note in made.notes}
    assert notes["match_forfeit"] == {"matches": "Knights – Bishops (2)"}
    assert notes["team_byes"] == {"teams": "Knights (1); Rooks (2)"}
    assert notes["bye_allocated"] == {"players": "6 (1), 7 (1)"}


def test_form_3_wants_colours_rate_of_play_and_a_team_for_everybody() -> None:
    base = league(rate_of_play="")
    games = (replace(base.games[0], colours_known=False), *base.games[1:])
    loose = (*base.entries, Entry(9, "Player9, Test", federation="INV"))
    made = sheet(replace(base, games=games, entries=loose))
    assert [(part.key, part.article) for part in made.missing] == [
        ("rate_of_play", "11.22"),
        ("teamless", "11.3"),
        ("colours", "11.3"),
    ]
    assert not made.can_be_signed
    assert sheet(league()).can_be_signed


def test_a_difference_to_the_list_is_missing_until_it_is_explained_and_printed_then() -> None:
    silent = Difference(4, "Player4, Test", "name", "Player4, Test", "Former4, Test")
    assert [part.key for part in sheet(league(), Particulars(differences=(silent,))).missing] == [
        "differences"
    ]
    told = replace(silent, explanation="married in May")
    made = sheet(league(), Particulars(differences=(told,)))
    assert made.missing == ()
    assert [note.inputs for note in made.notes if note.key == "difference_name"] == [
        {
            "number": 4,
            "name": "Player4, Test",
            "written": "Player4, Test",
            "listed": "Former4, Test",
            "explanation": "married in May",
        }
    ]
