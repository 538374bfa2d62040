"""Rounds paired by the engine against published expectations, and what happens when it cannot."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.pairing import gacrux_adapter
from tournaments.pairing.gacrux_adapter import pair_json
from tournaments.pairing.legality import check
from tournaments.pairing.swiss import (
    EngineFault,
    NoLegalPairing,
    PairingInputError,
    PairingResult,
    request_from,
    result_from,
)
from tournaments.record.model import Acceleration, Bye, Entry, EventFacts, Game, Record

Position = Callable[..., Record]
Paired = Callable[..., PairingResult]


def boards(result: PairingResult) -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for pair in result.pairs]


def expected_boards(path: Path) -> tuple[list[tuple[int, int]], int | None]:
    """The boards and the bye of an `.expected` file: a count, then `white black`, 0 for nobody."""
    rows = [tuple(map(int, line.split())) for line in path.read_text().splitlines()[1:] if line.strip()]
    byes = [white or black for white, black in rows if 0 in (white, black)]
    return [(white, black) for white, black in rows if white and black], byes[0] if byes else None


@pytest.mark.parametrize(
    ("name", "round_number"), [("dutch_2025_C5", 3), ("dutch_2025_C9", 2), ("issue_7", 15)]
)
def test_round_is_paired_as_the_reference_program_expects(
    position: Position, paired: Paired, shared_files: Path, name: str, round_number: int
) -> None:
    record = position(f"data/bbp/{name}.trf", colour="w")
    # Blanks and Z of the round to be paired stand in the file; whoever has none is present.
    result = paired(record, round_number)
    games, bye = expected_boards(shared_files / f"data/bbp/{name}.expected")
    assert (boards(result), result.bye) == (games, bye)


@pytest.mark.parametrize("round_number", range(1, 15))
def test_every_round_of_a_real_event_is_paired_as_it_was_played(
    position: Position, paired: Paired, round_number: int
) -> None:
    record = position("data/bbp/issue_7.trf")
    result = paired(record, round_number)
    played = [(game.white, game.black) for game in record.games if game.round == round_number]
    assert sorted(boards(result)) == sorted(played)


# Pairs by lower number (0: allocated bye) that the authors of the positions give for the rules of 2026; the
# rules before February 2026 pair each of these positions differently.
RULES_2026 = {
    "delta-1-seed1-r8": "1-17 2-3 4-14 5-11 6-19 0-7 8-10 9-13 12-15 16-18",
    "delta-2-seed3-r2": "0-1 2-5 3-4",
    "delta-3-seed8-r9": "1-6 2-15 3-14 4-10 5-12 7-16 8-13 9-11",
    "delta-4-seed9-r9": "1-9 2-3 4-12 5-25 6-26 7-14 8-10 11-17 13-23 15-19 16-20 18-22 21-24",
    "delta-5-seed19-r9": "1-23 2-16 3-18 4-24 5-19 6-14 7-10 8-17 9-13 11-26 12-21 15-20 22-25",
    "delta-6-seed22-r9": "1-2 3-20 0-4 5-8 6-11 7-9 10-15 12-13 14-18 16-19 17-21",
    "delta-7-seed24-r8": "1-2 3-13 4-11 5-12 6-18 7-19 8-25 9-15 10-16 14-23 17-22 20-21 24-26",
    "delta-8-seed40-r9": "1-9 2-7 3-8 4-10 5-16 6-13 11-15 12-20 14-19 17-18",
}


@pytest.mark.parametrize("name", sorted(RULES_2026))
def test_positions_in_which_the_editions_differ_are_paired_by_the_rules_of_2026(
    position: Position, paired: Paired, name: str
) -> None:
    record = position(f"data/ainalrami/rule_delta__{name}.trf")
    result = paired(record, int(name.rsplit("r", 1)[1]))
    found = {frozenset(board) for board in boards(result)} | (
        {frozenset((0, result.bye))} if result.bye else set()
    )
    wanted = {frozenset(map(int, each.split("-"))) for each in RULES_2026[name].split()}
    assert found == wanted


@pytest.mark.parametrize(
    ("name", "round_number", "bye"), [("seed7073463-r8-p9", 8, 6), ("seed8848759-r9-p10", 9, 3)]
)
def test_disputed_positions_get_a_legal_pairing_without_a_second_bye(
    position: Position, paired: Paired, name: str, round_number: int, bye: int
) -> None:
    record = position(f"data/ainalrami/fe1_disputes__{name}.trf")
    result = paired(record, round_number)
    earlier = {each.entry for each in record.byes if each.code == "U" and each.round < round_number}
    assert result.bye == bye
    assert result.bye not in earlier


def test_a_forfeit_win_keeps_its_player_from_the_allocated_bye(position: Position, paired: Paired) -> None:
    result = paired(position("cases/files/PAIR-01.trf", colour="w"), 4)
    assert (boards(result), result.bye) == ([(7, 4), (1, 6), (3, 5)], 2)


def test_the_same_forfeit_stored_as_a_win_would_give_him_the_bye(position: Position, paired: Paired) -> None:
    record = position("cases/files/PAIR-01.trf", colour="w")
    wins = {"+/-": "1-0", "-/+": "0-1"}
    games = tuple(replace(game, code=wins.get(game.code, game.code)) for game in record.games)
    assert paired(replace(record, games=games), 4).bye == 5


def test_a_bye_asked_for_ahead_leaves_the_others_to_be_paired(position: Position, paired: Paired) -> None:
    record = position("cases/files/PAIR-03.trf", colour="w")
    without = paired(record, 3)
    assert ({frozenset(each) for each in boards(without)}, without.bye) == (
        {frozenset((1, 3)), frozenset((2, 6)), frozenset((5, 4))},
        None,
    )
    asked = paired(record, 3, absent={4: "H"})
    assert ({frozenset(each) for each in boards(asked)}, asked.bye) == (
        {frozenset((1, 3)), frozenset((2, 6))},
        5,
    )


def test_a_bye_that_the_record_already_holds_for_the_round_counts_like_one_given(
    position: Position, paired: Paired
) -> None:
    record = position("cases/files/PAIR-03.trf", colour="w")
    held = replace(record, byes=(*record.byes, Bye(3, 4, "H")))
    assert paired(held, 3) == replace(paired(record, 3, absent={4: "H"}))


def test_the_allocated_bye_goes_to_somebody_else_in_the_next_round(
    position: Position, paired: Paired
) -> None:
    result = paired(position("cases/files/TRF-03.trf", colour="w"), 2)
    assert result.bye == 3


def test_a_forbidden_pair_is_kept_apart(position: Position, paired: Paired) -> None:
    record = position("data/ainalrami/forbidden_pairs__only-legal-pairing.trf")
    assert record.forbidden
    record = replace(record, forbidden=())
    # Whom each has not met: 1: 3 5, 2: 4 6, 3: 1 4, 4: 2 3, 5: 1 6, 6: 2 5. Two rounds are left.
    free, apart = paired(record, 4), paired(record, 4, forbidden=[(4, 3)])
    assert {frozenset(each) for each in boards(free)} == {frozenset(two) for two in ((1, 5), (2, 6), (3, 4))}
    assert {frozenset(each) for each in boards(apart)} == {frozenset(two) for two in ((1, 3), (2, 4), (5, 6))}


def test_virtual_points_of_an_acceleration_move_players_to_other_score_groups(
    position: Position, paired: Paired
) -> None:
    record = position("data/ainalrami/acceleration__mid-tournament-brackets.trf")
    virtual = (Acceleration(1, 2, 1, 4, 2), Acceleration(3, 3, 1, 4, 1))
    # Points 2, 1, 1.5, 0.5, 0, 1, 0.5, 1.5; with half a point for 1 to 4: groups 1 | 3 | 2 8 | 4 6 | 7 | 5.
    # 1 and 3 both must have Black and float down to 2 and 8; 3 has met 8, so 1-8 and 2-3; then 4-6 and 7-5.
    # Without it 6 (1) and 4 (0.5) are in different groups: 6-7 and 4-5.
    moved = paired(replace(record, accelerations=virtual), 3)
    wanted = {frozenset(two) for two in ((1, 8), (2, 3), (4, 6), (5, 7))}
    assert {frozenset(each) for each in boards(moved)} == wanted
    plain = {frozenset(two) for two in ((1, 8), (2, 3), (6, 7), (4, 5))}
    assert {frozenset(each) for each in boards(paired(replace(record, accelerations=()), 3))} == plain


@pytest.mark.parametrize(("name", "round_number"), [("no_legal_pairings", 4), ("no_legal_pairings_odd", 4)])
def test_a_round_without_any_legal_pairing_is_refused_with_the_article(
    position: Position, paired: Paired, name: str, round_number: int
) -> None:
    with pytest.raises(NoLegalPairing, match=r"1\.9\.3"):
        paired(position(f"data/py4swiss/{name}.trf"), round_number)


def test_a_last_present_player_has_the_allocated_bye(position: Position, paired: Paired) -> None:
    result = paired(
        position("cases/files/TRF-03.trf", colour="w"), 2, absent=dict.fromkeys((2, 3, 4, 5), "Z")
    )
    assert (result.pairs, result.bye) == ((), 1)


def test_start_numbers_with_gaps_are_paired_like_those_without(position: Position, paired: Paired) -> None:
    record = position("cases/files/PAIR-01.trf", colour="w")
    spread = Record(
        record.event,
        tuple(replace(entry, number=entry.number * 10) for entry in record.entries),
        tuple(replace(game, white=game.white * 10, black=game.black * 10) for game in record.games),
        tuple(replace(bye, entry=bye.entry * 10) for bye in record.byes),
    )
    result = paired(spread, 4)
    assert (boards(result), result.bye) == ([(70, 40), (10, 60), (30, 50)], 20)


def test_the_same_round_is_paired_the_same_in_another_process(position: Position) -> None:
    record = position("data/bbp/issue_7.trf")
    request = request_from(record, 15)
    program = (
        "import json, sys; from tournaments.pairing.gacrux_adapter import pair_json; "
        "json.dump(pair_json(json.load(sys.stdin)), sys.stdout)"
    )
    asked = json.dumps(request.to_json())
    root = Path(gacrux_adapter.__file__).resolve().parents[2]
    answers = [
        subprocess.run(
            [sys.executable, "-c", program],
            input=asked,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            cwd=root,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert [json.loads(answer) for answer in answers] == [pair_json(json.loads(asked))] * 2


def test_a_fault_of_the_engine_is_reported_as_such(
    position: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = position("cases/files/TRF-03.trf", colour="w")
    request = request_from(record, 2)

    def broken(*_: object) -> None:
        raise KeyError("n")

    monkeypatch.setattr(gacrux_adapter, "pairing_dutch", broken)
    answer = pair_json(request.to_json())
    assert answer["error"]["kind"] == "engine_fault"
    with pytest.raises(EngineFault, match="KeyError"):
        result_from(record, request, answer)


def test_an_answer_that_breaks_a_rule_is_not_let_through(position: Position) -> None:
    record = position("cases/files/TRF-03.trf", colour="w")
    request = request_from(record, 2)
    rematch = {"engine": "gacrux 0", "pairs": [[3, 1], [4, 5]], "bye": 2}
    with pytest.raises(EngineFault, match="have already played, in round 1"):
        result_from(record, request, rematch)


def test_a_request_of_another_shape_is_an_input_error(position: Position) -> None:
    answer = pair_json({"round": 2})
    assert answer["error"]["kind"] == "input"
    record = position("cases/files/TRF-03.trf", colour="w")
    with pytest.raises(PairingInputError, match="known shape"):
        result_from(record, request_from(record, 2), answer)


def test_the_engine_and_its_version_are_named(position: Position, paired: Paired) -> None:
    result = paired(position("cases/files/TRF-03.trf", colour="w"), 2)
    assert (result.engine, result.edition) == ("gacrux 1.11.65", "c0403-2026")


def test_a_forfeit_of_the_first_round_lets_the_two_meet_later(paired: Paired) -> None:
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, 5))
    games = (
        Game(1, 1, 1, 2, "+/-"),
        Game(1, 2, 4, 3, "1-0"),
        Game(2, 1, 1, 4, "1-0"),
        Game(2, 2, 3, 2, "1-0"),
        Game(3, 1, 3, 1, "0-1"),
        Game(3, 2, 2, 4, "1-0"),
    )
    record = Record(EventFacts("Club", system="swiss", rounds=4, first_colour="w"), entries, games)
    # 1 has met 4 and 3, 2 has met 3 and 4: only the forfeited pair and 3-4 (met in round 1) would be left.
    with pytest.raises(NoLegalPairing):
        paired(record, 4)
    unplayed = replace(record, games=(games[0], replace(games[1], code="-/-"), *games[2:]))
    result = paired(unplayed, 4)
    assert {frozenset(each) for each in boards(result)} == {frozenset((1, 2)), frozenset((3, 4))}
    assert check(unplayed, 4, boards(result), None) == ()
