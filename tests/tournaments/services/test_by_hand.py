"""Rounds by hand beside the engine's proposal, with fixed tables, in every system."""

import pytest

from core.ledger import rows_of
from tournaments.errors import DomainError
from tournaments.exporting import trf_of
from tournaments.models import Game, Seat
from tournaments.services import (
    bye_request,
    entry_withdraw,
    fixed_board_set,
    forbidden_pair_add,
    manual_findings,
    proposal_current,
    proposal_make,
    proposal_order,
    proposal_store,
    record_result,
    round_pair,
    round_pair_manual,
)
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db


def boards_of(event, number):
    games = Game.objects.filter(round__event=event, round__number=number).order_by("board")
    return list(games.values_list("board", "white__number", "black__number", "manual"))


def propose(event, number):
    return proposal_store(proposal_make(event.pk, number), version=event.version)


def test_a_proposal_is_shown_until_a_fact_changes(new_event, director):
    event = new_event(6, first_colour="w")
    made = propose(event, 1)
    assert (made.pairs, made.bye) == ([[1, 4], [5, 2], [3, 6]], None)
    assert proposal_current(event, 1) == made
    assert not Game.objects.filter(round__event=event).exists()
    bye_request(event.entries.get(number=1), actor=director, round_number=1, code="H")
    event.refresh_from_db()
    assert proposal_current(event, 1) is None


def test_a_round_that_the_engine_cannot_pair_says_why(new_event, director):
    event = new_event(2, first_colour="w")
    round_pair(event, actor=director)
    record_result(Game.objects.get(round__event=event), actor=director, code="1-0", version=1)
    event.refresh_from_db()
    made = propose(event, 2)
    assert made.pairs == []
    assert "1.9.3" in made.refusal


def test_what_the_engine_would_have_done_stands_in_the_ledger(new_event, director):
    event = new_event(6, first_colour="w")
    propose(event, 1)
    round_pair_manual(
        event, actor=director, round_number=1, pairs=[(1, 4), (5, 3), (2, 6)], reason="same club"
    )
    row = rows_of("event", event.pk).get(verb="round.paired_by_hand")
    assert row.payload["engine_instead"] == [[5, 2], [3, 6]]
    comments = [line for line in trf_of(event, "trf26", public=True).text.splitlines() if line[:3] == "###"]
    assert "### Round 1 board 2: 5-3 paired by hand: same club" in comments


def test_a_proposal_is_ordered_for_the_next_round_or_the_last(new_event, director):
    event = new_event(4, first_colour="w")
    with pytest.raises(DomainError) as raised:
        proposal_order(event, actor=director, round_number=2)
    assert raised.value.code == "round_past"
    job = proposal_order(event, actor=director, round_number=1)
    assert job.payload["round"] == 1
    assert proposal_order(event, actor=director, round_number=1).pk == job.pk


def test_a_pair_that_stays_keeps_its_result_and_moves_to_its_new_board(new_event, director):
    event = new_event(6, first_colour="w")
    round_pair(event, actor=director)
    third = Game.objects.get(round__event=event, board=3)
    record_result(third, actor=director, code="1-0", version=1)
    round_pair_manual(
        event, actor=director, round_number=1, pairs=[(3, 6), (1, 4), (2, 5)], reason="table 1 for 3"
    )
    assert boards_of(event, 1) == [(1, 3, 6, False), (2, 1, 4, False), (3, 2, 5, True)]
    third.refresh_from_db()
    assert (third.board, third.code) == (1, "1-0")


def test_a_board_with_a_result_is_not_taken_apart(new_event, director):
    event = new_event(4, first_colour="w")
    round_pair(event, actor=director)
    game = Game.objects.get(round__event=event, board=1)
    record_result(game, actor=director, code="1-0", version=1)
    with pytest.raises(DomainError) as raised:
        round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2), (3, 4)], reason="x")
    assert raised.value.code == "has_result"
    assert [board[1:3] for board in boards_of(event, 1)] == [(1, 3), (4, 2)]


def test_fixed_tables_hold_for_boards_made_by_hand(new_event, director):
    event = new_event(4, first_colour="w")
    fixed_board_set(event.entries.get(number=4), actor=director, table=1)
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (4, 2)])
    assert boards_of(event, 1) == [(1, 4, 2, True), (2, 1, 3, True)]


def test_a_forbidden_pair_by_hand_needs_a_reason(new_event, director):
    event = new_event(4, first_colour="w", rating_kind="")
    by = {entry.number: entry for entry in event.entries.all()}
    fixed_board_set(by[3], actor=director, table=9)
    forbidden_pair_add(event, actor=director, one=by[1], other=by[3])
    with pytest.raises(DomainError) as raised:
        round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (4, 2)])
    (finding,) = raised.value.findings
    assert (finding.code, finding.board) == ("pairing.forbidden", 9)


def test_the_other_systems_are_not_held_against_rules_of_the_swiss(paired_event, director):
    event = paired_event(4, cycles=2)
    for game in Game.objects.filter(round__event=event, round__number__lte=3):
        record_result(game, actor=director, code="1-0", version=1)
    record = record_of(event.pk)
    first = [(1, 4), (2, 3)]
    # A second meeting, with the same colours as before: the second cycle allows it.
    assert manual_findings(record, 4, first, {}) == ()
    # In the last round of a single cycle it is one too many.
    single = paired_event(4, name="Once")
    for game in Game.objects.filter(round__event=single, round__number=1):
        record_result(game, actor=director, code="1-0", version=1)
    found = manual_findings(record_of(single.pk), 3, first, {})
    assert [finding.code for finding in found] == ["pairing.rematch"] * 2
    assert {finding.article for finding in found} == {""}


def test_a_match_is_one_second_meeting_after_the_other(new_event, director):
    event = new_event(2, system="match", rounds_planned=3)
    for number, pair in ((1, (1, 2)), (2, (2, 1)), (3, (1, 2))):
        round_pair_manual(event, actor=director, round_number=number, pairs=[pair])
        game = Game.objects.get(round__event=event, round__number=number)
        record_result(game, actor=director, code="1/2-1/2", version=1)
    assert Seat.objects.filter(round__event=event).count() == 6


def test_whoever_left_is_no_missing_player_of_a_round_by_hand(new_event, director):
    event = new_event(5, first_colour="w")
    entry_withdraw(event.entries.get(number=5), actor=director, after_round=0)
    made = round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (4, 2)])
    assert Seat.objects.get(round=made, game=None).bye == "Z"


@pytest.mark.parametrize(
    ("number", "byes", "code"),
    [
        (0, {}, "unknown_round"),
        (2, {}, "unknown_round"),
        (9, {}, "unknown_round"),
        (1, {4: "X"}, "unknown_bye"),
    ],
)
def test_rounds_follow_one_another_and_byes_are_of_the_kinds_there_are(
    new_event, director, number, byes, code
):
    event = new_event(4, system="swiss", rounds_planned=3)
    with pytest.raises(DomainError) as caught:
        round_pair_manual(event, actor=director, round_number=number, pairs=[(1, 2)], byes=byes, reason="why")
    assert caught.value.code == code


def test_whoever_is_left_out_without_a_word_needs_a_reason(new_event, director):
    event = new_event(6, system="swiss", rounds_planned=3)
    bye_request(event.entries.get(number=5), actor=director, round_number=1, code="H")
    with pytest.raises(DomainError) as caught:
        round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2)], byes={6: "Z"})
    assert caught.value.code == "reason_missing"
    assert [(each.code, each.players) for each in caught.value.findings] == [("pairing.missing", (3, 4))]
    round_pair_manual(
        event, actor=director, round_number=1, pairs=[(1, 2)], byes={6: "Z"}, reason="late train"
    )
    assert set(Seat.objects.filter(bye="Z").values_list("entry__number", flat=True)) == {3, 4, 6}
    assert Seat.objects.get(bye="H").entry.number == 5
