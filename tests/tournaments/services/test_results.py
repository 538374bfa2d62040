"""The one gate for results."""

import pytest
from django.core.exceptions import PermissionDenied

from core.ledger import rows_of, verify_chain
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Game
from tournaments.services import event_finish, event_lock, official_set, record_result, result_undo

pytestmark = pytest.mark.django_db


def board(event, number=1, round_number=1):
    return Game.objects.get(round__event=event, round__number=round_number, board=number)


def test_a_result_is_stored_with_author_ledger_row_and_new_versions(paired_event, director):
    event = paired_event()
    before = event.version
    game = record_result(board(event), actor=director, code="1-0", version=1)
    assert (game.code, game.version, game.entered_by) == ("1-0", 2, director)
    row = rows_of("event", event.pk).last()
    assert row.verb == "result.recorded"
    assert (row.payload["old"], row.payload["new"], row.actor_name) == ("*", "1-0", "Ana")
    event.refresh_from_db()
    assert (event.version, event.state) == (before + 1, "playing")
    assert verify_chain("event", event.pk) == rows_of("event", event.pk).count()


def test_a_stale_version_overwrites_nothing_and_tells_both_values(paired_event, director, commissioner):
    event = paired_event()
    record_result(board(event), actor=commissioner, code="1-0", version=1)
    with pytest.raises(StaleVersion) as raised:
        record_result(board(event), actor=director, code="0-1", version=1)
    competing = raised.value.competing
    assert (competing.sent, competing.stored, competing.version, competing.by) == ("0-1", "1-0", 2, "Clara")
    assert board(event).code == "1-0"
    assert rows_of("event", event.pk).filter(verb="result.recorded").count() == 1


def test_the_same_value_sent_twice_is_no_conflict(paired_event, director):
    event = paired_event()
    record_result(board(event), actor=director, code="1/2-1/2", version=1)
    again = record_result(board(event), actor=director, code="1/2-1/2", version=1)
    assert again.version == 2
    assert rows_of("event", event.pk).filter(verb="result.recorded").count() == 1


@pytest.mark.parametrize("code", ["1-1", "2-0", "", "½-½", "0,5", "U", "1-0a"])
def test_only_the_codes_of_the_list_are_results(paired_event, director, code):
    event = paired_event()
    with pytest.raises(DomainError) as raised:
        record_result(board(event), actor=director, code=code, version=1)
    assert raised.value.code == "unknown_result"
    assert board(event).code == "*"


def test_adjudication_is_a_result_of_correspondence_play(paired_event, director):
    event = paired_event(correspondence=True, rating_kind="")
    done = record_result(board(event), actor=director, code="1-0a", version=1, reason="a rook ahead")
    assert done.code == "1-0a"


def test_somebody_without_a_role_in_the_event_enters_nothing(paired_event, stranger):
    event = paired_event()
    with pytest.raises(PermissionDenied):
        record_result(board(event), actor=stranger, code="1-0", version=1)
    assert board(event).code == "*"


def test_a_clerk_enters_results_but_corrects_none_after_the_end(paired_event, director, stranger):
    event = paired_event(players=2)
    official_set(event, actor=director, account=stranger, role="clerk")
    game = record_result(board(event), actor=stranger, code="1-0", version=1)
    event.refresh_from_db()
    event_finish(event, actor=director)
    with pytest.raises(PermissionDenied):
        record_result(game, actor=stranger, code="0-1", version=2, reason="slip")
    with pytest.raises(DomainError) as raised:
        record_result(game, actor=director, code="0-1", version=2)
    assert raised.value.code == "reason_missing"
    corrected = record_result(game, actor=director, code="0-1", version=2, reason="the slips say 0-1")
    assert corrected.code == "0-1"
    assert rows_of("event", event.pk).last().reason == "the slips say 0-1"


def test_a_report_freezes_the_results(paired_event, director):
    event = paired_event()
    event_lock(event, 1)
    with pytest.raises(DomainError) as raised:
        record_result(board(event), actor=director, code="1-0", version=1)
    assert raised.value.code == "event_frozen"


def test_undo_puts_back_the_value_before_as_a_change_of_its_own(paired_event, director):
    event = paired_event()
    game = record_result(board(event), actor=director, code="1-0", version=1)
    game = record_result(game, actor=director, code="0-1", version=2)
    undone = result_undo(game, actor=director, version=3)
    assert (undone.code, undone.version) == ("1-0", 4)
    assert [row.payload["new"] for row in rows_of("event", event.pk).filter(verb="result.recorded")] == [
        "1-0",
        "0-1",
        "1-0",
    ]
