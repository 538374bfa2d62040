"""What the head of an event may still say once rounds are paired."""

from typing import Any

import pytest

from tests.tournaments.events import made_event
from tournaments.errors import DomainError
from tournaments.models import Event, Game, Seat
from tournaments.services import event_update, record_result, round_pair

pytestmark = pytest.mark.django_db


def paired_swiss(director: Any, *, rounds: int) -> Event:
    """A Swiss of five players, one with an allocated bye in each round, White winning every game."""
    event: Event = made_event(director, 5, system="swiss")
    for number in range(1, rounds + 1):
        round_pair(event, actor=director)
        for game in Game.objects.filter(round__event=event, round__number=number):
            record_result(game, actor=director, code="1-0", version=game.version)
    event.refresh_from_db()
    return event


def test_event_is_not_announced_with_fewer_rounds_than_are_paired(director: Any) -> None:
    """Two rounds are paired: one is too few, two are what is left of the three planned."""
    event = paired_swiss(director, rounds=2)

    with pytest.raises(DomainError) as raised:
        event_update(event, actor=director, rounds_planned=1)
    assert (raised.value.code, raised.value.field) == ("fixed_by_pairing", "rounds_planned")

    event_update(event, actor=director, rounds_planned=2)
    event.refresh_from_db()
    assert event.rounds_planned == 2


def test_points_of_a_bye_stay_once_a_later_round_was_paired_with_them(director: Any) -> None:
    """In round 1 a slip can still be mended; round 2 was paired by the scores with the bye in them."""
    event = paired_swiss(director, rounds=1)
    assert Seat.objects.filter(round__event=event, bye="U").count() == 1
    event_update(event, actor=director, pairing_bye_halves=1)

    event.refresh_from_db()
    round_pair(event, actor=director)
    event.refresh_from_db()
    with pytest.raises(DomainError) as raised:
        event_update(event, actor=director, pairing_bye_halves=0)
    assert (raised.value.code, raised.value.field) == ("fixed_by_pairing", "pairing_bye_halves")


def test_system_of_an_imported_event_that_does_not_say_it_can_be_chosen(director: Any) -> None:
    """The portal asks for the system on the event's form, so the form must take it, games or no games."""
    event = paired_swiss(director, rounds=1)
    Event.objects.filter(pk=event.pk).update(system=Event.System.UNKNOWN)

    event_update(event, actor=director, system="swiss")

    event.refresh_from_db()
    assert event.system == "swiss"
