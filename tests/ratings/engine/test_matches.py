"""Games after the decision of a match, matches and Scheveningen events that are not rated."""

from dataclasses import replace
from typing import Any

import pytest

from ratings.engine.event import rate_event
from ratings.engine.matches import games_after_decision
from tournaments.record.model import Entry, EventFacts, Game, Record, ScoreSystem
from tournaments.rulebook.shelf import edition


def match(codes: list[str], planned: int = 6, said: Any = "") -> Record:
    """No. 1 has White in every game; ratings are equal, K 10."""
    entries = tuple(Entry(number, f"Player {number}", rating=2400, rating_k=10) for number in (1, 2))
    games = tuple(Game(number, 1, 1, 2, code) for number, code in enumerate(codes, 1))
    event = EventFacts("Match", system="match", rounds=planned, after_decision=said)
    return Record(event, entries, games)


WON = ["1-0", "1-0", "1-0", "1-0", "1-0", "0-1"]


@pytest.mark.parametrize(
    ("codes", "late"),
    [
        (WON, [5, 6]),  # 4 of 6 after the fourth game
        (["1-0", "1-0", "1-0", "1/2-1/2", "0-1", "0-1"], [5, 6]),  # 3.5 of 6
        (["1-0", "1-0", "1-0", "0-1", "0-1", "0-1"], []),  # 3 of 6 is no decision
        (["+/-", "1-0", "1-0", "1-0", "1-0"], [5]),  # a forfeit counts for the decision
    ],
)
def test_a_match_is_decided_by_more_than_half_of_the_points_planned(
    codes: list[str], late: list[int]
) -> None:
    assert [game.round for game in games_after_decision(match(codes))] == late


@pytest.mark.parametrize(
    ("codes", "system", "late"),
    [
        (["-/-", "1-0", "1-0", "0-1"], ScoreSystem(), [4]),  # 2 - 0 with one game left, though 2 is half of 4
        (["0-0", "1-0", "1/2-1/2", "0-1"], ScoreSystem(), []),  # 1.5 - 0.5: the last game can still level it
        (["1/2-0", "1/2-1/2", "1/2-1/2", "0-1"], ScoreSystem(), []),  # 1.5 - 1 before the last
        (["1-0", "1-0", "1/2-1/2", "0-1"], ScoreSystem(6, 2, 0, 6), [4]),  # 7 - 1, a win gives 3
        (["1-0", "1/2-1/2", "1/2-1/2", "0-1"], ScoreSystem(6, 2, 0, 6), []),  # 5 - 2 becomes 5 - 5
        (["0-1", "1/2-0", "0-1", "1-0"], ScoreSystem(6, 2, 0, 6), [4]),  # 1 - 6, one game is worth 3
        (["1-0", "1-0", "*", "1-0"], ScoreSystem(), []),  # 2 - 0, the third game is still to come
    ],
)
def test_a_match_is_decided_when_nobody_can_draw_level_under_its_own_points(
    codes: list[str], system: ScoreSystem, late: list[int]
) -> None:
    record = match(codes, planned=4)
    record = replace(record, event=replace(record.event, score_system=system))
    assert [game.round for game in games_after_decision(record)] == late


@pytest.mark.parametrize(
    ("key", "said", "games", "change"),
    [
        ("fide-2004", "", 6, 20),  # 5 of 6: 10 x (5 - 3)
        ("fide-2004", "unrated", 4, 20),  # 4 of 4: 10 x (4 - 2)
        ("fide-2025-10", "", 4, 20),
        ("fide-2025-10", "unrated", 4, 20),
        ("fide-2025-10", "rated", 6, 20),
    ],
)
def test_late_games_are_left_out_as_the_edition_and_the_reporter_have_it(
    key: str, said: str, games: int, change: int
) -> None:
    line = rate_event(match(WON, said=said), edition(key)).player(1)
    assert (line.n, line.change) == (games, change)


def test_a_step_says_what_was_left_out_and_a_note_what_was_not() -> None:
    left_out = rate_event(match(WON, said="unrated"), edition("fide-2004"))
    steps = [step for step in left_out.player(2).steps if step.key == "match.after_decision"]
    assert [(step.article, step.inputs["games"]) for step in steps] == [("6.5", 2)]
    kept = rate_event(match(WON), edition("fide-2004"))
    assert [(f.code, f.article, f.round) for f in kept.findings] == [("match.rated_after_decision", "6.5", 4)]


def test_only_a_match_is_ever_decided() -> None:
    record = match(WON, said="unrated")
    swiss = replace(record, event=replace(record.event, system="swiss"))
    assert rate_event(swiss, edition("fide-2004")).player(1).n == 6


def scheveningen(unrated: int) -> Record:
    ratings = [2200, 2200, 2200] + [0] * unrated + [2200] * (3 - unrated)
    entries = tuple(
        Entry(number, f"Player {number}", rating=rating or None, rating_k=15 if rating else None)
        for number, rating in enumerate(ratings, 1)
    )
    pairs = [(a, b) for a in (1, 2, 3) for b in (4, 5, 6)]
    games = tuple(Game(number, 1, a, b, "1-0") for number, (a, b) in enumerate(pairs, 1))
    return Record(EventFacts("Match of teams", system="scheveningen", rounds=9), entries, games)


def test_a_scheveningen_event_with_two_unrated_players_is_not_rated() -> None:
    out = rate_event(scheveningen(2), edition("fide-2004"))
    assert {(line.n, line.change, line.steps[0].key, line.steps[0].article) for line in out.players} == {
        (0, 0, "none.scheveningen", "6.4")
    }
    # with one: 2 of 2 against rated opponents of the same rating, 15 x (2 - 1)
    line = rate_event(scheveningen(1), edition("fide-2004")).player(1)
    assert (line.n, line.change) == (2, 15)


def test_the_exception_of_scheveningen_matches_in_the_spanish_text_is_a_marked_choice() -> None:
    line = rate_event(scheveningen(1), edition("fide-2005")).player(1)
    assert (line.n, "scheveningen_opponents" in line.doubts) == (2, True)
    assert "scheveningen_opponents" not in rate_event(scheveningen(0), edition("fide-2005")).player(1).doubts


def test_a_play_off_after_a_drawn_match_is_not_played_after_its_decision() -> None:
    """2 - 2 in four games; of the two of the play-off the first decides nothing about those planned (6.2)."""
    codes = ["1-0", "0-1", "1/2-1/2", "1/2-1/2"]
    assert games_after_decision(match([*codes, "1-0", "1-0"], planned=4)) == ()
    late = games_after_decision(match(["1-0", "1-0", "1-0", "1-0"], planned=4))
    assert [game.round for game in late] == [4]  # 3 of 4 after the third game
