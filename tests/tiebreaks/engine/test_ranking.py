"""Standings: order, equal places, labels, findings, standings before the end."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from tiebreaks.engine.errors import TieBreakError, UnknownPlayer
from tiebreaks.engine.explaining import adjusted_score, explain
from tiebreaks.engine.output import standings_document
from tiebreaks.engine.ranking import Comparison, compare, rank
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, ScoreSystem
from tournaments.rulebook.editions import MissingStartDay
from tournaments.rulebook.shelf import edition

MakeRecord = Callable[..., Record]
NOW = edition("c07-2026")


def test_points_come_first_where_they_are_not_listed(make_record: MakeRecord) -> None:
    record = make_record({1: "L2", 2: "W1"})
    standings = rank(record, NOW, ["BH"])
    assert standings.order == ("PTS", "BH")
    assert [row.number for row in standings.rows] == [2, 1]


def test_points_stay_where_they_are_listed(make_record: MakeRecord) -> None:
    record = make_record({1: "L2", 2: "W1"})
    standings = rank(record, NOW, ["TPN", "PTS"])
    assert standings.order == ("TPN", "PTS")
    assert [row.number for row in standings.rows] == [1, 2]


def test_equal_places_repeat_and_the_next_place_is_skipped(make_record: MakeRecord) -> None:
    record = make_record({1: "D2", 2: "D1", 3: "W4", 4: "L3"})
    standings = rank(record, NOW, ["PTS"])
    assert [(row.place, row.number) for row in standings.rows] == [(1, 3), (2, 1), (2, 2), (4, 4)]


def test_undefined_value_ranks_last(make_record: MakeRecord) -> None:
    record = make_record({1: "U", 2: "L3", 3: "W2"})
    standings = rank(record, NOW, ["PTS", "ARO"])
    assert standings.row(1).values["ARO"] is None
    assert [row.number for row in standings.rows] == [3, 1, 2]


def test_lowest_pairing_number_first_and_reversed(make_record: MakeRecord) -> None:
    record = make_record({1: "D2", 2: "D1"})
    assert [row.number for row in rank(record, NOW, ["PTS", "TPN"]).rows] == [1, 2]
    assert [row.number for row in rank(record, NOW, ["PTS", "TPN/R"]).rows] == [2, 1]


def test_highest_rating_first_and_reversed(make_record: MakeRecord) -> None:
    record = make_record({1: "D2", 2: "D1"}, ratings={1: 1900, 2: 2100})
    assert [row.number for row in rank(record, NOW, ["PTS", "RTNG"]).rows] == [2, 1]
    assert [row.number for row in rank(record, NOW, ["PTS", "RTNG/R"]).rows] == [1, 2]


def test_record_without_entries_has_an_empty_standing() -> None:
    assert rank(Record(EventFacts("Empty"), ()), NOW, ["PTS", "DE", "BH", "AOB", "PTP"]).rows == ()


def test_before_the_first_round_everybody_is_first(make_record: MakeRecord) -> None:
    record = make_record({1: "", 2: "", 3: ""}, announced=5)
    standings = rank(record, NOW, ["PTS", "DE", "BH/C1", "SB", "FB"])
    assert [(row.place, row.number) for row in standings.rows] == [(1, 1), (1, 2), (1, 3)]


def test_standing_after_a_round_takes_nothing_from_later_ones(make_record: MakeRecord) -> None:
    rounds = {1: "W2 L3", 2: "L1 W4", 3: "W4 W1", 4: "L3 L2"}
    whole = make_record(rounds, announced=2)
    first = make_record({number: line.split()[0] for number, line in rounds.items()}, announced=2)
    order = ["PTS", "DE", "BH", "BH/C1", "SB", "PS", "TPR", "FB"]
    cut, alone = rank(whole, NOW, order, through_round=1), rank(first, NOW, order)
    assert cut.rows == alone.rows
    assert cut.rounds == 1


def test_first_separating_criterion_is_found_with_both_values(make_record: MakeRecord) -> None:
    record = make_record({1: "W3 D2", 2: "W4 D1", 3: "L1 W4", 4: "L2 L3"})
    standings = rank(record, NOW, ["PTS", "DE", "BH"])
    assert compare(standings, 1, 2) == Comparison("BH", Fraction(5, 2), Fraction(3, 2))
    assert compare(standings, 1, 4) == Comparison("PTS", Fraction(3, 2), Fraction(0))
    assert compare(standings, 1, 1) is None
    with pytest.raises(UnknownPlayer):
        compare(standings, 1, 9)


def test_tied_before_names_the_group_of_a_direct_encounter(make_record: MakeRecord) -> None:
    record = make_record({1: "W3 D2", 2: "W4 D1", 3: "L1 W4", 4: "L2 L3"})
    standings = rank(record, NOW, ["PTS", "DE"])
    assert standings.tied_before("DE", 2) == (1, 2)
    assert standings.tied_before("PTS", 2) == (1, 2, 3, 4)


def test_forfeit_between_two_tied_players_counts_only_with_p(make_record: MakeRecord) -> None:
    record = make_record({1: "+2 L3", 2: "-1 W4", 3: "W4 W1", 4: "L3 L2"})
    plain = rank(record, NOW, ["PTS", "DE"])
    assert (plain.row(1).values["DE"], plain.row(1).reasons["DE"]) == (None, "encounter.none_met")
    counted = rank(record, NOW, ["PTS", "DE/P"])
    assert {row.number: row.values["DE/P"] for row in counted.rows} == {1: 1, 2: 2, 3: None, 4: None}


def test_those_still_tied_after_the_encounters_are_decided_by_their_own_game(make_record: MakeRecord) -> None:
    """1 and 2 have two points, 3 and 4 have one; 1 beat 2, and 4 beat 3."""
    record = make_record({1: "W2 W4 L3", 2: "L1 W3 W4", 3: "L4 L2 W1", 4: "W3 L1 L2"})
    ranks = {number: explain(record, NOW, "DE", number, group=(1, 2, 3, 4)).value for number in (1, 2, 3, 4)}
    assert ranks == {1: 1, 2: 2, 4: 3, 3: 4}


def test_circle_of_wins_decides_nothing(make_record: MakeRecord) -> None:
    record = make_record({1: "W2 . L3", 2: "L1 W3 .", 3: ". L2 W1"}, system="round_robin")
    standings = rank(record, NOW, ["PTS", "DE"])
    assert {row.place for row in standings.rows} == {1}
    assert {row.reasons["DE"] for row in standings.rows} == {"encounter.equal"}


def test_unfinished_round_robin_is_no_swiss_in_which_one_could_be_out_of_reach(
    make_record: MakeRecord,
) -> None:
    """1 beat 2 and 3, who have not met: first in a Swiss (6.3), but not where they are still to meet."""
    rounds = {1: "W2 W3", 2: "L1 .", 3: ". L1"}
    for system, rank_of_first in (("swiss", 1), ("round_robin", None)):
        record = make_record(rounds, system=system, announced=3)
        assert explain(record, NOW, "DE", 1, group=(1, 2, 3)).value == rank_of_first


def test_unrated_entry_drops_ratings_and_says_so(make_record: MakeRecord) -> None:
    record = make_record({1: "W2", 2: "L1"}, ratings={2: None})
    standings = rank(record, NOW, ["PTS", "TPR"])
    assert [(finding.severity, finding.code, finding.players) for finding in standings.findings] == [
        ("warning", "tie_break.unrated_players", (2,))
    ]
    told = rank(record, NOW, ["PTS", "TPR/U1000"])
    assert told.findings == ()
    assert told.row(1).values["TPR/U1000"] == 1000 + 800


def test_unknown_colours_leave_games_with_black_undefined(make_record: MakeRecord) -> None:
    record = make_record({1: "W2", 2: "L1", 3: "U"})
    standings = rank(record, NOW, ["PTS", "BPG"])
    assert {row.number: row.values["BPG"] for row in standings.rows} == {1: None, 2: None, 3: 0}
    assert [finding.code for finding in standings.findings] == ["tie_break.colours_unknown"]


def test_open_game_counts_for_nothing_and_is_told(make_record: MakeRecord) -> None:
    record = make_record({1: "W3 *2", 2: "W4 *1", 3: "L1 W4", 4: "L2 L3"})
    standings = rank(record, NOW, ["PTS", "BH", "SB"])
    assert standings.row(1).values == {"PTS": 1, "BH": 1, "SB": 1}
    assert [(finding.code, dict(finding.inputs)) for finding in standings.findings] == [
        ("standings.games_open", {"count": 1})
    ]


def test_koya_in_a_swiss_is_counted_with_a_warning(make_record: MakeRecord) -> None:
    standings = rank(make_record({1: "W2", 2: "L1"}), NOW, ["PTS", "KS"])
    assert [finding.code for finding in standings.findings] == ["tie_break.only_round_robin"]


def test_complete_table_of_an_unnamed_system_is_taken_as_a_round_robin(make_record: MakeRecord) -> None:
    record = make_record({1: "W2 W3 .", 2: "L1 . W3", 3: ". L1 L2"}, system="unknown")
    standings = rank(record, edition("c07-2023"), ["PTS", "SB", "REP"])
    assert [finding.code for finding in standings.findings] == ["standings.round_robin_guessed"]
    assert {row.number: row.values["REP"] for row in standings.rows} == {1: 3, 2: 3, 3: 3}


def test_free_round_of_an_odd_round_robin_is_no_game_to_cut(make_record: MakeRecord) -> None:
    record = make_record({1: "W2 D3 .", 2: "L1 . W3", 3: ". D1 L2"}, system="round_robin")
    standings = rank(record, NOW, ["PTS", "SB", "SB/C1", "KS"])
    assert standings.row(1).values["SB"] == Fraction(5, 4)
    assert standings.row(1).values["SB/C1"] == 1
    assert standings.row(2).values["KS"] == 0


def test_other_score_system_counts_draws_as_its_draws(make_record: MakeRecord) -> None:
    """Three points for a win, one for a draw: who withdrew after a win is worth 3 + 1 + 1 to his opponent."""
    record = make_record({1: "W2 Z Z", 2: "L1 W3 D4", 3: "W4 L2 U", 4: "L3 U D2"})
    football = replace(record, event=replace(record.event, score_system=ScoreSystem(6, 2, 0, 6)))
    assert adjusted_score(football, NOW, 1).value == 5
    assert rank(football, NOW, ["PTS"]).row(2).values["PTS"] == 4


def test_ukrainian_rules_need_the_start_day_for_unplayed_rounds(make_record: MakeRecord) -> None:
    record = make_record({1: "W2", 2: "L1"}, start=None)
    with pytest.raises(MissingStartDay):
        rank(record, edition("ua-2011"), ["PTS", "BH"])
    assert rank(record, edition("ua-2011"), ["PTS", "BH"], edition("c07-2009")).unplayed == "c07-2009"


def test_edition_without_rules_for_unplayed_rounds_cannot_be_chosen_for_them(make_record: MakeRecord) -> None:
    with pytest.raises(TieBreakError, match="does not say how unplayed rounds count"):
        rank(make_record({1: "W2", 2: "L1"}), NOW, ["PTS"], edition("ua-2011"))


def test_forfeit_against_nobody_falls_under_the_ceiling_of_draws() -> None:
    facts = EventFacts("Invented", system="swiss", rounds=2, start=None)
    entries = (Entry(1, "A"), Entry(2, "B"), Entry(3, "C"))
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 2, 3, "1-0"))
    record = Record(facts, entries, games, (Bye(2, 1, "+"),))
    assert [step.value for step in explain(record, NOW, "BH", 1).steps] == [1, 1, 2]


def test_document_writes_numbers_as_strings_and_the_undefined_as_null(make_record: MakeRecord) -> None:
    record = make_record({1: "W2 D3", 2: "L1 U", 3: "W4 D1", 4: "L3 U"})
    document = standings_document(rank(record, NOW, ["PTS", "DE", "AOB"]), record)
    assert document["order"] == ["PTS", "DE", "AOB"]
    assert document["standings"][0] == {  # type: ignore[index]
        "place": 1,
        "start_number": 1,
        "name": "Player 1",
        "values": {"PTS": "1.5", "DE": None, "AOB": "2.5"},
        "reasons": {"DE": "equal"},
    }


def test_number_without_end_has_its_fraction_beside(make_record: MakeRecord) -> None:
    record = make_record({1: "W2 W3 W4", 2: "L1 D4 D3", 3: "D4 L1 D2", 4: "D3 D2 L1"})
    document = standings_document(
        rank(record, edition("ua-2011"), ["PTS", "ARO"], edition("c07-2009")), record
    )
    first = document["standings"][0]  # type: ignore[index]
    assert first["values"]["ARO"] == "1997"
    record = make_record(
        {1: "W2 W3 W4", 2: "L1 D4 D3", 3: "D4 L1 D2", 4: "D3 D2 L1"}, ratings={2: 2000, 3: 2000, 4: 2001}
    )
    document = standings_document(
        rank(record, edition("ua-2011"), ["PTS", "ARO"], edition("c07-2009")), record
    )
    first = document["standings"][0]  # type: ignore[index]
    assert (first["values"]["ARO"], first["exact"]) == ("2000.3333", {"ARO": "6001/3"})


@pytest.mark.parametrize(
    ("code", "white", "black"), [("0-1/2", "0", "1"), ("1/2-0", "1", "0"), ("0-0", "0.5", "0.5")]
)
def test_standard_points_of_the_arbiters_scores_compare_points_from_both_sides(
    code: str, white: str, black: str
) -> None:
    """7.7: half a point against none is more points, whoever had White; none against none is as many."""
    entries = (Entry(1, "One"), Entry(2, "Two"))
    facts = EventFacts("Open", start=date(2026, 4, 1), system="swiss", rounds=1)
    record = Record(facts, entries, (Game(1, 1, 1, 2, code),))
    standings = rank(record, NOW, ("PTS", "STD"))
    assert {row.number: row.values["STD"] for row in standings.rows} == {
        1: Fraction(white),
        2: Fraction(black),
    }
    for number in (1, 2):
        assert explain(record, NOW, "STD", number).value == standings.row(number).values["STD"]
