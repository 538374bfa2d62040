"""Second looks, players' reports, locked rounds, check-in: what they allow, refuse and leave in the ledger."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from core.ledger import rows_of, verify_chain
from tournaments.errors import DomainError, StaleVersion
from tournaments.links import BadLink, PlayerLink, player_link, read_link, slip_links
from tournaments.models import ByeRequest, CheckIn, Entry, Game, PlayerReport, SecondLook
from tournaments.selectors.hall import absent_entries, check_in_page, marks_of, results_changed
from tournaments.selectors.rounds import points_before
from tournaments.services import (
    absent_settle,
    check_in_open,
    check_in_self,
    check_in_set,
    event_finish,
    event_lock,
    hall_rules,
    hall_rules_set,
    links_renew,
    official_set,
    pairings_delete,
    proposal_order,
    record_result,
    result_look,
    result_report,
    round_close,
    round_open,
    round_pair,
    round_pair_later,
    round_pair_manual,
)
from tournaments.services.confirmations import unconfirmed_let_through

pytestmark = pytest.mark.django_db


def board(event, number=1, round_number=1):
    games = Game.objects.select_related("round", "white", "black", "entered_by")
    return games.get(round__event=event, round__number=round_number, board=number)


def verbs(event):
    return list(rows_of("event", event.pk).values_list("verb", flat=True))


@pytest.fixture
def swiss(new_event, director):
    """Four players; round 1 played 1-0, 1-0 and round 2 paired from it."""
    event = new_event(4, first_colour="w")
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (2, 4)], reason="lot")
    for number in (1, 2):
        record_result(board(event, number), actor=director, code="1-0", version=1)
    round_pair_manual(event, actor=director, round_number=2, pairs=[(2, 1), (4, 3)], reason="lot")
    event.refresh_from_db()
    return event


# -- the second look ---------------------------------------------------------------------------------------------


def test_the_same_value_typed_again_confirms_and_another_one_changes_nothing(paired_event, director):
    event = paired_event()
    game = record_result(board(event), actor=director, code="1-0", version=1)
    result_look(game, actor=director, code="0-1", version=2)
    assert board(event).code == "1-0"
    mark = marks_of(event, 1, [board(event)])[game.pk]
    assert (mark.look, mark.look_code, mark.suspicions) == ("doubted", "0-1", (("mirrored", 0),))
    doubt = rows_of("event", event.pk).last()
    assert (doubt.verb, doubt.payload["new"], doubt.payload["old"]) == ("result.doubted", "0-1", "1-0")
    result_look(game, actor=director, code="1-0", version=2)
    assert marks_of(event, 1, [board(event)])[game.pk].look == "confirmed"
    assert SecondLook.objects.count() == 1


def test_where_two_persons_are_asked_for_nobody_confirms_his_own_entry(paired_event, director, stranger):
    event = paired_event()
    official_set(event, actor=director, account=stranger, role="clerk")
    hall_rules_set(event, actor=director, two_persons=True, players_report=False)
    game = record_result(board(event), actor=stranger, code="1-0", version=1)
    with pytest.raises(DomainError) as raised:
        result_look(game, actor=stranger, code="1-0", version=2)
    assert raised.value.code == "same_person"
    assert not SecondLook.objects.exists()
    result_look(game, actor=director, code="1-0", version=2)
    assert verbs(event)[-1] == "result.confirmed"


def test_a_changed_result_asks_for_a_new_look(paired_event, director):
    event = paired_event()
    game = record_result(board(event), actor=director, code="1-0", version=1)
    result_look(game, actor=director, code="1-0", version=2)
    record_result(game, actor=director, code="1/2-1/2", version=2)
    mark = marks_of(event, 1, [board(event)])[game.pk]
    assert (mark.look, mark.suspicions) == ("", (("entered_again", 2),))
    with pytest.raises(StaleVersion):
        result_look(game, actor=director, code="1-0", version=2)


def test_a_board_without_result_cannot_be_looked_at(paired_event, director):
    with pytest.raises(DomainError) as raised:
        result_look(board(paired_event()), actor=director, code="1-0", version=1)
    assert raised.value.code == "still_open"


def test_a_stranger_looks_at_nothing(paired_event, director, stranger):
    event = paired_event()
    game = record_result(board(event), actor=director, code="1-0", version=1)
    with pytest.raises(PermissionDenied):
        result_look(game, actor=stranger, code="1-0", version=2)


# -- two persons hold back what follows ------------------------------------------------------------------------------


def test_the_next_round_waits_for_the_second_person(new_event, director, stranger):
    event = new_event(4, first_colour="w")
    official_set(event, actor=director, account=stranger, role="clerk")
    hall_rules_set(event, actor=director, two_persons=True, players_report=False)
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 3), (2, 4)], reason="lot")
    for number in (1, 2):
        record_result(board(event, number), actor=stranger, code="1-0", version=1)
    result_look(board(event, 1), actor=director, code="1-0", version=2)
    result_look(board(event, 2), actor=director, code="0-1", version=2)
    for pair in (
        lambda: round_pair_manual(
            event, actor=director, round_number=2, pairs=[(2, 1), (4, 3)], reason="lot"
        ),
        lambda: round_pair(event, actor=director),
        lambda: round_pair_later(event, actor=director),
        lambda: proposal_order(event, actor=director, round_number=2),
    ):
        with pytest.raises(DomainError) as raised:
            pair()
        assert raised.value.code == "unconfirmed"
        assert "1/2" in str(raised.value) and "1/1" not in str(raised.value)
    # The boards of a round that stands already can still be changed.
    result_look(board(event, 2), actor=director, code="1-0", version=2)
    assert round_pair(event, actor=director).number == 2


def test_an_arbiter_lets_boards_through_with_a_reason_and_a_later_change_waits_again(
    paired_event, director, stranger
):
    event = paired_event(2)
    official_set(event, actor=director, account=stranger, role="clerk")
    hall_rules_set(event, actor=director, two_persons=True, players_report=False)
    game = record_result(board(event), actor=director, code="1-0", version=1)
    with pytest.raises(DomainError) as raised:
        event_finish(event, actor=director)
    assert raised.value.code == "unconfirmed"
    with pytest.raises(PermissionDenied):
        unconfirmed_let_through(event, actor=stranger, reason="nobody else is here")
    with pytest.raises(DomainError) as raised:
        unconfirmed_let_through(event, actor=director, reason=" ")
    assert raised.value.code == "reason_missing"
    assert unconfirmed_let_through(event, actor=director, reason="nobody else is here") == 1
    row = rows_of("event", event.pk).last()
    assert (row.verb, row.reason, row.payload["boards"]) == (
        "results.let_through",
        "nobody else is here",
        [[1, 1]],
    )
    assert marks_of(event, 1, [board(event)])[game.pk].look == "let_through"
    record_result(board(event), actor=director, code="0-1", version=2)
    with pytest.raises(DomainError):
        event_finish(event, actor=director)
    unconfirmed_let_through(event, actor=director, reason="nobody else is here")
    assert event_finish(event, actor=director).state == "finished"


def test_one_person_is_enough_where_the_event_says_nothing(paired_event, director):
    event = paired_event(2)
    record_result(board(event), actor=director, code="1-0", version=1)
    assert event_finish(event, actor=director).state == "finished"


# -- an earlier round is locked ------------------------------------------------------------------------------------


def test_results_of_a_round_are_locked_once_the_next_is_paired(swiss, director):
    with pytest.raises(DomainError) as raised:
        record_result(board(swiss), actor=director, code="0-1", version=2)
    assert raised.value.code == "round_locked"
    assert board(swiss).code == "1-0"
    record_result(board(swiss, 1, 2), actor=director, code="0-1", version=1)


def test_an_arbiter_opens_a_round_with_a_reason_and_every_step_is_in_the_ledger(swiss, director, stranger):
    official_set(swiss, actor=director, account=stranger, role="clerk")
    with pytest.raises(PermissionDenied):
        round_open(swiss, actor=stranger, round_number=1, reason="slip")
    with pytest.raises(DomainError) as raised:
        round_open(swiss, actor=director, round_number=1, reason="  ")
    assert raised.value.code == "reason_missing"
    round_open(swiss, actor=director, round_number=1, reason="the slip says 0-1")
    record_result(board(swiss), actor=stranger, code="0-1", version=2)
    assert round_close(swiss, actor=director, round_number=1)
    with pytest.raises(DomainError):
        record_result(board(swiss), actor=director, code="1-0", version=3)
    assert verbs(swiss)[-3:] == ["round.opened", "result.recorded", "round.closed"]
    assert [row.payload["old"] for row in results_changed(swiss, 1)] == ["1-0"]
    assert verify_chain("event", swiss.pk) == len(verbs(swiss))


def test_the_next_pairing_locks_an_opened_round_again(swiss, director):
    round_open(swiss, actor=director, round_number=1, reason="slip")
    for number in (1, 2):
        record_result(board(swiss, number, 2), actor=director, code="1-0", version=1)
    round_pair_manual(swiss, actor=director, round_number=3, pairs=[(1, 4), (3, 2)], reason="lot")
    with pytest.raises(DomainError) as raised:
        record_result(board(swiss), actor=director, code="0-1", version=2)
    assert raised.value.code == "round_locked"


def test_an_adjourned_game_is_finished_in_a_locked_round(new_event, director):
    event = new_event(2, first_colour="w")
    round_pair_manual(event, actor=director, round_number=1, pairs=[(1, 2)], reason="lot")
    record_result(board(event), actor=director, code="*j", version=1)
    round_pair_manual(event, actor=director, round_number=2, pairs=[(2, 1)], reason="return game")
    assert record_result(board(event), actor=director, code="1-0", version=2).code == "1-0"


def test_nothing_is_locked_in_a_round_robin_or_after_the_newest_pairing_is_deleted(
    paired_event, swiss, director
):
    robin = paired_event()
    record_result(board(robin), actor=director, code="1-0", version=1)
    assert record_result(board(robin), actor=director, code="0-1", version=2).code == "0-1"
    pairings_delete(swiss, actor=director)
    assert record_result(board(swiss), actor=director, code="0-1", version=2).code == "0-1"


# -- players report --------------------------------------------------------------------------------------------------


@pytest.fixture
def reporting(paired_event, director):
    """An event whose players report, with the links of both sides of board 1 of round 1."""
    event = paired_event()
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    game = board(event)
    far = int((timezone.now() + timedelta(days=3)).timestamp())
    links = [PlayerLink(event.pk, entry.pk, 0, 1, far) for entry in (game.white, game.black)]
    return event, game, *links


def test_two_reports_alike_enter_the_result_and_say_so(reporting):
    event, game, white, black = reporting
    first = result_report(game, link=white, code="1-0")
    assert (first.agreed, first.entered, board(event).code) == (False, False, "*")
    second = result_report(game, link=black, code="1-0")
    assert (second.agreed, second.entered) == (True, True)
    stored = board(event)
    assert (stored.code, stored.entered_by, stored.version) == ("1-0", None, 2)
    assert verbs(event)[-3:] == ["result.reported", "result.reported", "result.recorded"]
    assert rows_of("event", event.pk).last().reason == "Both players reported it by private link."


def test_two_reports_that_differ_enter_nothing_and_wait_for_the_arbiter(reporting, director):
    event, game, white, black = reporting
    result_report(game, link=white, code="1-0")
    result_report(game, link=black, code="0-1")
    assert board(event).code == "*"
    mark = marks_of(event, 1, [board(event)])[game.pk]
    assert mark.to_decide("*")
    assert mark.suspicions == (("mirrored", 0),)
    record_result(game, actor=director, code="1-0", version=1)
    assert marks_of(event, 1, [board(event)])[game.pk].to_decide("1-0")
    result_look(board(event), actor=director, code="1-0", version=2)
    assert not marks_of(event, 1, [board(event)])[game.pk].to_decide("1-0")


def test_reports_never_change_what_an_arbiter_entered(reporting, director):
    event, game, white, black = reporting
    record_result(game, actor=director, code="1/2-1/2", version=1)
    result_report(game, link=white, code="1-0")
    done = result_report(game, link=black, code="1-0")
    assert (done.agreed, done.entered, board(event).code) == (True, False, "1/2-1/2")
    assert marks_of(event, 1, [board(event)])[game.pk].to_decide("1/2-1/2")


@pytest.mark.parametrize("code", ["+/-", "0-0", "*j", "", "1-0u"])
def test_players_report_wins_and_draws_only(reporting, code):
    _event, game, white, _black = reporting
    with pytest.raises(DomainError) as raised:
        result_report(game, link=white, code=code)
    assert raised.value.code == "unknown_result"


def test_a_report_changes_at_most_five_times_over(reporting):
    _event, game, white, _black = reporting
    for code in ("1-0", "0-1", "1-0", "0-1", "1-0"):
        result_report(game, link=white, code=code)
    with pytest.raises(DomainError) as raised:
        result_report(game, link=white, code="0-1")
    assert raised.value.code == "changed_too_often"
    assert PlayerReport.objects.get().code == "1-0"


def test_a_link_ends_with_its_time_its_series_and_the_setting(reporting, director):
    event, game, white, _black = reporting
    old = PlayerLink(white.event, white.entry, 0, 1, int(timezone.now().timestamp()) - 1)
    of_round_two = PlayerLink(white.event, white.entry, 2, 1, white.until)
    somebody = Entry.objects.filter(event=event).exclude(pk__in=[game.white_id, game.black_id]).first()
    other = PlayerLink(white.event, somebody.pk, 0, 1, white.until)
    for link, code in ((old, "link_ended"), (of_round_two, "other_board"), (other, "other_board")):
        with pytest.raises(DomainError) as raised:
            result_report(game, link=link, code="1-0")
        assert raised.value.code == code
    links_renew(event, actor=director)
    with pytest.raises(DomainError) as raised:
        result_report(game, link=white, code="1-0")
    assert raised.value.code == "link_ended"
    fresh = player_link(game.white, event, hall_rules(event).link_series)
    hall_rules_set(event, actor=director, two_persons=False, players_report=False)
    with pytest.raises(DomainError) as raised:
        result_report(game, link=fresh, code="1-0")
    assert raised.value.code == "reports_off"
    assert not PlayerReport.objects.exists()


def test_a_frozen_record_takes_no_report(reporting):
    event, game, white, _black = reporting
    event_lock(event, 1)
    with pytest.raises(DomainError) as raised:
        result_report(game, link=white, code="1-0")
    assert raised.value.code == "event_frozen"


def test_a_token_says_what_was_signed_and_a_changed_one_says_nothing(paired_event):
    event = paired_event()
    game = board(event)
    link = slip_links(game.round, 1)(game.white)
    assert read_link(link.token()) == link
    assert link.token() == slip_links(game.round, 1)(game.white).token()
    forged = link.token().replace("-", "-1", 1)
    for token in (forged, "", "x", link.token()[:-1], link.token() + "a"):
        with pytest.raises(BadLink):
            read_link(token)


# -- check-in --------------------------------------------------------------------------------------------------------


def test_the_absent_are_given_a_bye_or_withdrawn_before_the_pairing(new_event, director):
    event = new_event(5)
    one, two, three, four, five = event.entries.order_by("number")
    assert absent_entries(event, 1) == []
    check_in_open(event, actor=director, round_number=1)
    for entry in (one, two):
        check_in_set(entry, actor=director, round_number=1, here=True)
    assert absent_entries(event, 1) == [three, four, five]
    choices = {three.pk: "Z", four.pk: "withdraw", five.pk: "", one.pk: "Z"}
    assert absent_settle(event, actor=director, round_number=1, choices=choices) == (1, 1)
    assert list(ByeRequest.objects.values_list("entry", "code")) == [(three.pk, "Z")]
    four.refresh_from_db()
    assert four.withdrawn_after == 0
    assert absent_entries(event, 1) == [five]
    assert (check_in_page(event, 1).expected, len(check_in_page(event, 1).arrivals)) == (3, 4)


def test_a_player_checks_in_by_his_link_until_the_deadline(new_event, director):
    event = new_event(2)
    entry = event.entries.first()
    link = PlayerLink(event.pk, entry.pk, 0, 1, int(timezone.now().timestamp()) + 100)
    with pytest.raises(DomainError) as raised:
        check_in_self(entry, link=link, round_number=1)
    assert raised.value.code == "not_open"
    past = timezone.now() - timedelta(minutes=1)
    check_in_open(event, actor=director, round_number=1, deadline=past)
    with pytest.raises(DomainError) as raised:
        check_in_self(entry, link=link, round_number=1)
    assert raised.value.code == "too_late"
    check_in_open(event, actor=director, round_number=1, deadline=timezone.now() + timedelta(minutes=5))
    assert check_in_self(entry, link=link, round_number=1)
    assert CheckIn.objects.get().by is None
    with pytest.raises(DomainError) as raised:
        check_in_self(event.entries.last(), link=link, round_number=1)
    assert raised.value.code == "other_player"


def test_nobody_checks_in_for_a_round_that_is_paired(paired_event, director):
    with pytest.raises(DomainError) as raised:
        check_in_open(paired_event(), actor=director, round_number=1)
    assert raised.value.code == "paired_already"


# -- what the grid reads -----------------------------------------------------------------------------------------------


def test_points_before_a_round_are_those_of_the_crosstable(new_event, director):
    from tournaments.record.crosstable import crosstable
    from tournaments.services import bye_request
    from tournaments.snapshot import record_of

    event = new_event(5, first_colour="w", win_halves=6, draw_halves=2, pairing_bye_halves=4)
    round_pair_manual(
        event, actor=director, round_number=1, pairs=[(1, 3), (2, 4)], byes={5: "U"}, reason="lot"
    )
    record_result(board(event), actor=director, code="1/2-1/2", version=1)
    record_result(board(event, 2), actor=director, code="-/+", version=1)
    bye_request(event.entries.get(number=3), actor=director, round_number=3, code="H")
    # 3-1-0 counted in halves: a draw gives 2, a win by forfeit 6, the allocated bye 4.
    assert points_before(event, 2) == {1: 2, 2: 0, 3: 2, 4: 6, 5: 4}
    table = crosstable(record_of(event.pk))
    for number in (1, 2, 3, 4):
        expected = {start: row.score_after(number - 1) for start, row in table.rows.items()}
        assert points_before(event, number) == expected
