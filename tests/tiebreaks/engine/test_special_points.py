"""Points beside the results in points and tie-breaks; every value is worked out by hand from the four games.

Round 1: 1 beats 2, 3 beats 4. Round 2: 1 draws with 3, 2 beats 4. By the results 1 has 1½, 2 has 1, 3 has 1½, 4 has 0.
"""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from ratings.engine.event import rate_event
from ratings.engine.racc.games import best_of, halves_of
from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.ranking import rank, rank_working, working_of
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tiebreaks.sentences import sentence
from tournaments.interchange.trf import read_trf, write_trf
from tournaments.pairing.history import histories
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Entry, EventFacts, Game, Record, SpecialPoints, Team
from tournaments.record.special import STANDINGS_ONLY
from tournaments.rulebook.shelf import edition

TEXT = edition("c07-2026")
ORDER = ["PTS", "BH", "SB", "PS", "WIN"]
GAMES = (
    Game(1, 1, 1, 2, "1-0"),
    Game(1, 2, 3, 4, "1-0"),
    Game(2, 1, 3, 1, "1/2-1/2"),
    Game(2, 2, 2, 4, "1-0"),
)


def four(*special: SpecialPoints) -> Record:
    entries = tuple(Entry(n, f"Player {n}", rating=2400 - 10 * n, rating_k=20) for n in (1, 2, 3, 4))
    facts = EventFacts("Invented", start=date(2026, 4, 1), system="swiss", rounds=3)
    return Record(facts, entries, GAMES, special_points=special)


def values(record: Record, number: int, through: int | None = None) -> list[str]:
    row = rank(record, TEXT, ORDER, through_round=through).row(number)
    return [str(row.values[label]) for label in ORDER]


PENALTY = SpecialPoints("", -1, None, 2, (1,))


def test_a_penalty_counts_from_its_round_on_in_points_and_in_what_is_counted_from_points() -> None:
    record = four(PENALTY)
    # 1: 1½ - ½. BH 1 (of 2) + 1½ (of 3). SB 1 x 1 + ½ x 1½. PS 1 + 1.
    assert values(record, 1) == ["1", "5/2", "7/4", "2", "1"]
    # 3 met 4 (0) and 1 (now 1): BH 1, SB ½. 2 met 1 (now 1) and 4 (0): BH 1, SB 0.
    assert values(record, 3) == ["3/2", "1", "1/2", "5/2", "1"]
    assert values(record, 2) == ["1", "1", "0", "1", "1"]
    assert values(record, 1, through=1) == ["1", "0", "0", "1", "1"]
    assert [(row.place, row.number) for row in rank(record, TEXT, ["PTS", "BH"]).rows] == [
        (1, 3), (2, 1), (3, 2), (4, 4),
    ]  # fmt: skip


def test_a_penalty_for_the_standing_alone_changes_no_tie_break_and_no_pairing() -> None:
    record = four(replace(PENALTY, round=STANDINGS_ONLY))
    assert values(record, 1) == ["1", "5/2", "7/4", "5/2", "1"]
    assert values(record, 3) == ["3/2", "3/2", "3/4", "5/2", "1"]
    assert (
        values(record, 1, through=1)[0] == "1"
    )  # the result of round 1; the penalty is of the last standing
    assert {number: found.halves for number, found in histories(record, 3).items()} == {
        1: 3,
        2: 2,
        3: 3,
        4: 0,
    }
    assert crosstable(record).row(1).halves == 2


def test_what_was_given_beforehand_counts_in_the_score_after_every_round() -> None:
    record = four(SpecialPoints("", 2, None, None, (4,)))
    # 4: 0 + 1. BH 1½ + 1. PS 1 + 1.
    assert values(record, 4) == ["1", "5/2", "0", "2", "0"]
    assert histories(record, 1)[4].halves == 2
    assert crosstable(record).row(4).score_after(0) == 2


def test_other_points_for_a_win_stand_in_the_round_of_the_win() -> None:
    record = four(SpecialPoints("W", 6))
    # A win is 3, a draw ½: 1 and 3 have 3½, 2 has 3, 4 has 0. BH of 1: 3 + 3½; SB 3 x 3 + ½ x 3½.
    assert values(record, 1) == ["7/2", "13/2", "43/4", "13/2", "1"]
    assert [cell.halves for cell in crosstable(record).row(1).cells] == [6, 1, 0]
    only = four(SpecialPoints("W", 6, None, 2, (2, 3)))
    assert [crosstable(only).row(number).halves for number in (1, 2, 3, 4)] == [3, 6, 3, 0]


def test_the_derivation_of_the_points_names_the_penalty() -> None:
    working = working_of(four(PENALTY), TEXT)
    explained = explain_working(working, "PTS", 1, None)
    given = [step for step in explained.steps if step.key == "points.given"]
    assert [(step.inputs["round"], step.value) for step in given] == [(2, Fraction(-1, 2))]
    assert sentence(given[0]) == "Given beside the results, from round 2 on: -0.5"
    assert explained.value == rank_working(working, ORDER).row(1).values["PTS"] == 1


@pytest.mark.parametrize("key", ["fide-2004", "fide-2025-10"])
def test_nobody_s_rating_changes_by_points_that_no_game_brought(key: str) -> None:
    plain = replace(four(), event=replace(four().event, start=date(2026, 4, 1)))
    special = replace(plain, special_points=(PENALTY, SpecialPoints("W", 6)))
    assert rate_event(special, edition(key)).players == rate_event(plain, edition(key)).players


def test_a_correspondence_norm_is_made_by_results() -> None:
    special = four(PENALTY, SpecialPoints("W", 6))
    assert halves_of(special) == {1: 3, 2: 2, 3: 3, 4: 0}
    assert best_of(special) == dict.fromkeys((1, 2, 3, 4), 3)


def test_a_written_line_has_its_columns_and_reads_as_the_same() -> None:
    record = four(PENALTY, SpecialPoints("W", 6, None, None, (3, 4)))
    text = write_trf(record, "trf26")
    first, second = (line for line in text.split("\r\n") if line.startswith("299"))
    # type 5, points 14-17, round 20-22, numbers from 24 on, five columns each
    assert (first[4], first[13:17], first[19:22], first[23:27]) == (" ", "-0.5", "  2", "   1")
    assert (second[4], second[13:17], second[19:22], second[23:]) == ("W", " 3.0", "   ", "   3    4")
    points = {int(line[4:8]): line[80:84] for line in text.split("\r\n") if line.startswith("001")}
    assert points == {1: " 1.0", 2: " 1.0", 3: " 3.5", 4: " 0.0"}
    assert read_trf(text.encode(), start=date(2026, 4, 1)).record.special_points == record.special_points


# -- teams -----------------------------------------------------------------------------------------------

MATCH = (
    Game(1, 1, 1, 3, "1-0", match=1),
    Game(1, 2, 4, 2, "1/2-1/2", match=1),
)


def two_teams(*special: SpecialPoints) -> Record:
    entries = tuple(Entry(n, f"Player {n}") for n in (1, 2, 3, 4))
    facts = EventFacts("Invented", start=date(2026, 4, 1), system="team_round_robin", rounds=1)
    teams = (Team(1, "One", (1, 2)), Team(2, "Two", (3, 4)))
    return Record(facts, entries, MATCH, teams=teams, special_points=special)


def team_values(record: Record) -> dict[int, tuple[str, str]]:
    standings = rank_team_working(team_working_of(record, TEXT), ["PTS", "MPvGP"])
    return {row.number: (str(row.values["PTS"]), str(row.values["MPVGP"])) for row in standings.rows}


def test_a_team_loses_match_points_and_game_points_and_its_players_nothing() -> None:
    # Team 1 won 1½ to ½: two match points.
    assert team_values(two_teams()) == {1: ("2", "3/2"), 2: ("0", "1/2")}
    fined = two_teams(SpecialPoints("", -2, -1, 1, (1,)))
    assert team_values(fined) == {1: ("3/2", "1/2"), 2: ("0", "1/2")}
    assert [crosstable(fined).row(number).halves for number in (1, 2, 3, 4)] == [2, 1, 0, 1]


def test_other_match_points_for_a_lost_match() -> None:
    assert team_values(two_teams(SpecialPoints("L", None, 2)))[2] == ("1", "1/2")
