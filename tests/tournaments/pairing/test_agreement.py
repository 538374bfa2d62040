"""Rounds that other programs paired by the rules of 2026, one after the other: ours must be the same.

`docs/pairing.md` lists the positions of the same collections that are no pairings of those rules.
"""

import re
from pathlib import Path

import pytest

from tests.tournaments.pairing.conftest import Paired, Position
from tournaments.record.model import Record

# Files of generators that pair every round themselves: bbpPairings and Ainalrami, checked against each other.
GENERATED = {
    "bye_assignee_score__one-candidate-left": range(1, 5),
    "bye_assignee_score__top-score-group-tiebreak": range(1, 4),
    "crash_reports__seed4385-r5-p4": range(1, 5),
    "crash_reports__seed4886-r5-p5": range(1, 5),
    "deep_rounds__c2-ineligible-leftover": range(1, 15),
    "fe1_disputes__seed7073463-r8-p9": range(1, 8),
    "fe1_disputes__seed8848759-r9-p10": range(1, 9),
    "forbidden_pairs__only-legal-pairing": range(1, 4),
}


def played(record: Record, round_number: int) -> tuple[set[tuple[int, int]], set[int]]:
    games = {(game.white, game.black) for game in record.games if game.round == round_number}
    byes = {bye.entry for bye in record.byes if bye.round == round_number and bye.code == "U"}
    return games, byes


@pytest.mark.parametrize(
    ("name", "round_number"), [(name, number) for name, rounds in GENERATED.items() for number in rounds]
)
def test_a_round_that_a_program_paired_comes_out_the_same(
    position: Position, paired: Paired, name: str, round_number: int
) -> None:
    record = position(f"data/ainalrami/{name}.trf")
    result = paired(record, round_number)
    found = {(pair.white, pair.black) for pair in result.pairs}
    assert (found, {result.bye} - {None}) == played(record, round_number)


@pytest.mark.parametrize("round_number", range(1, 6))
def test_five_rounds_of_two_hundred_players_come_out_as_bbppairings_made_them(
    position: Position, paired: Paired, round_number: int
) -> None:
    record = position("data/ainalrami/interop__bbppairings-generated.trf")
    result = paired(record, round_number)
    found = {(pair.white, pair.black) for pair in result.pairs}
    assert (found, {result.bye} - {None}) == played(record, round_number)


@pytest.mark.parametrize("name", ["indiv_299_bonus", "indiv_299_penalty"])
def test_points_given_or_taken_beside_the_results_count_for_the_pairing(
    position: Position, paired: Paired, shared_files: Path, name: str
) -> None:
    result = paired(position(f"data/bbp_sharly/{name}.trf"), 2)
    lines = (shared_files / f"data/bbp_sharly/{name}.expected").read_text().splitlines()[1:]
    wanted = [tuple(map(int, re.findall(r"\d+", line))) for line in lines if line.strip()]
    found = [(pair.white, pair.black) for pair in result.pairs] + [(result.bye, 0)]
    assert found == wanted


def test_of_two_with_equal_scores_the_bye_goes_to_the_one_with_fewer_unplayed_rounds(
    position: Position, paired: Paired
) -> None:
    # 2 and 3 had it. Without 1, player 4 has nobody to meet but 3, and 2 then meets 5 again. Without 4 or 5,
    # both with 2 points, all others can meet; 5 has an unplayed round (a half-point bye), 4 has none.
    result = paired(position("data/ainalrami/bye_assignee_score__top-score-group-tiebreak.trf"), 4)
    assert result.bye == 4
    assert {frozenset((pair.white, pair.black)) for pair in result.pairs} == {
        frozenset((1, 2)),
        frozenset((3, 5)),
    }


@pytest.mark.parametrize("name", ["bye_assignee_score__one-candidate-left", "crash_reports__seed4886-r5-p5"])
def test_the_only_player_who_is_there_has_the_bye(position: Position, paired: Paired, name: str) -> None:
    record = position(f"data/ainalrami/{name}.trf")
    away = {bye.entry for bye in record.byes if bye.round == 5}
    (here,) = {entry.number for entry in record.entries} - away
    result = paired(record, 5)
    assert (result.pairs, result.bye) == ((), here)


def test_an_exchange_is_the_smallest_that_leaves_no_second_meeting(
    position: Position, paired: Paired
) -> None:
    # All have 2 points, and 1 to 4 have met all of 5 to 8. Two must change halves: 3 and 4 with 5 and 6 is the
    # smallest exchange (art. 4.3), so 1 2 5 6 meet 3 4 7 8 in order. 1 to 4 had wbwb and are due White, the
    # others Black; the higher ranked of each pair gets his colour (art. 5.2.4).
    result = paired(position("data/ainalrami/forced_exchange.trf", rounds=5), 5)
    assert [(pair.white, pair.black) for pair in result.pairs] == [(1, 3), (2, 4), (7, 5), (8, 6)]
