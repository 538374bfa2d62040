"""Self-registration: places, the waiting list, the player's own link, what the director decides, what is erased."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from players.services import person_create
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Entry, Registration
from tournaments.selectors.registering import place_in_line, registration_rows
from tournaments.services import (
    entry_add,
    entry_remove,
    entry_withdraw,
    event_create,
    event_register,
    registration_approve,
    registration_by_token,
    registration_change,
    registration_create,
    registration_decline,
    registration_settings_set,
    registration_take_changes,
    registration_withdraw,
    registrations_forget,
)
from tournaments.services.registering import SENDS_AN_HOUR, TooManyRegistrations, differences, link_token

pytestmark = pytest.mark.django_db
State = Registration.State


@pytest.fixture
def event(director):
    made = event_create(
        actor=director,
        name="Invented Open",
        start=timezone.localdate() + timedelta(days=30),
        rounds_planned=5,
    )
    return event_register(made, actor=director)


def opened(event, director, **changes):
    values = {
        "is_open": True,
        "closes_at": timezone.now() + timedelta(days=20),
        "limit": None,
        "notes": "",
    } | changes
    return registration_settings_set(event, actor=director, **values)


def ask(event, surname, **fields):
    origin = fields.pop("origin", "")
    return registration_create(
        event,
        fields={"surname": surname, "birth": "1990-04-01", **fields},
        consented=True,
        origin=origin,
    )


def states(event) -> dict[str, str]:
    return dict(Registration.objects.filter(event=event).values_list("surname", "state"))


def work() -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED):
        run(job.pk)


def test_places_are_taken_by_entries_and_open_registrations_and_then_comes_the_waiting_list(event, director):
    entry_add(event, actor=director, name="Entered, Already")
    opened(event, director, limit=2)
    ask(event, "First")
    second, third = ask(event, "Second"), ask(event, "Third")
    assert states(event) == {"First": State.ASKED, "Second": State.WAITING, "Third": State.WAITING}
    assert (place_in_line(second), place_in_line(third)) == (1, 2)


def test_withdrawn_registration_moves_the_first_in_line_up_and_tells_him(event, director):
    opened(event, director, limit=1)
    first = ask(event, "First")
    ask(event, "Second", email="second@example.invalid")
    ask(event, "Third")
    work()
    mail.outbox.clear()
    registration_withdraw(first)
    assert states(event) == {"First": State.WITHDRAWN, "Second": State.ASKED, "Third": State.WAITING}
    work()
    (sent,) = mail.outbox
    assert sent.to == ["second@example.invalid"]
    assert "moved up" in sent.body
    assert link_token(Registration.objects.get(surname="Second")) in sent.body


@pytest.mark.parametrize("way", ["declined", "removed", "withdrawn", "more places"])
def test_every_way_to_a_free_place_moves_the_waiting_list_up(event, director, way):
    opened(event, director, limit=1)
    first = ask(event, "First")
    if way in ("removed", "withdrawn"):
        entry = registration_approve(first, actor=director)
    ask(event, "Second")
    assert states(event)["Second"] == State.WAITING
    if way == "declined":
        registration_decline(first, actor=director, reason="only members of the club")
    elif way == "removed":
        entry_remove(entry, actor=director)
    elif way == "withdrawn":
        entry_withdraw(entry, actor=director, after_round=0)
    else:
        opened(event, director, limit=2)
    assert states(event)["Second"] == State.ASKED


def test_nobody_moves_up_once_play_has_begun(event, director):
    from tournaments.services import entries_number, round_pair

    opened(event, director, limit=2)
    for surname in ("First", "Second", "Third"):
        asked = ask(event, surname)
        if surname != "Third":
            registration_approve(asked, actor=director)
    entries_number(event, actor=director)
    round_pair(event, actor=director)
    entry_withdraw(event.entries.get(name="First"), actor=director, after_round=1)
    assert states(event)["Third"] == State.WAITING


def test_approved_player_is_an_entry_with_what_he_typed(event, director):
    opened(event, director)
    asked = ask(event, "Belić", given_name="Ana", club="Velden", federation="inv", sex="w")
    entry = registration_approve(asked, actor=director)
    assert (entry.name, entry.birth, entry.club, entry.federation, entry.sex) == (
        "Belić, Ana",
        "1990-04-01",
        "Velden",
        "INV",
        "w",
    )
    asked.refresh_from_db()
    assert (asked.state, asked.entry) == (State.APPROVED, entry)
    with pytest.raises(DomainError) as refused:
        registration_approve(asked, actor=director)
    assert refused.value.code == "decided_already"


def test_number_of_the_register_proposes_its_person_and_the_director_decides(event, director):
    person = person_create(actor=None, surname="Belić", given_name="Ana", birth="1990", fide_id="99900001")
    opened(event, director)
    asked = ask(event, "Belic", given_name="Ana", fide_id="99900001", club="Osijek")
    (row,) = registration_rows(event)[State.ASKED]
    assert row.person == person
    assert registration_approve(asked, actor=director, person=person).name == "Belić, Ana"
    assert Entry.objects.get().club == "Osijek"


def test_link_opens_one_registration_of_one_event_and_nothing_else(event, director):
    opened(event, director)
    asked = ask(event, "First")
    token = link_token(asked)
    other = event_create(actor=director, name="Other", start=event.start)
    assert registration_by_token(event, token) == asked
    assert registration_by_token(other, token) is None
    assert registration_by_token(event, token[:-1] + ("a" if token[-1] != "a" else "b")) is None
    assert registration_by_token(event, asked.link_nonce) is None


def test_player_changes_his_registration_and_the_director_takes_it_over(event, director):
    opened(event, director)
    asked = ask(event, "First", club="Velden")
    registration_approve(asked, actor=director)
    asked.refresh_from_db()
    changed = registration_change(
        asked, version=asked.version, fields={"surname": "First", "birth": "1990-04-01", "club": "Osijek"}
    )
    assert changed.entry.club == "Velden"
    (row,) = registration_rows(event)[State.APPROVED]
    assert [(old, new) for _label, old, new in row.changes] == [("Velden", "Osijek")]
    assert registration_take_changes(changed, actor=director).club == "Osijek"
    with pytest.raises(StaleVersion):
        registration_change(asked, version=1, fields={"surname": "First"})


def test_player_who_withdraws_after_he_was_entered_is_no_longer_entered(event, director):
    opened(event, director)
    asked = ask(event, "First")
    registration_approve(asked, actor=director)
    asked.refresh_from_db()
    registration_withdraw(asked)
    assert not event.entries.exists()
    with pytest.raises(DomainError) as refused:
        registration_withdraw(asked)
    assert refused.value.code == "registration_over"


def test_after_the_first_pairing_the_link_withdraws_nobody(event, director):
    from tournaments.services import entries_number, round_pair

    opened(event, director)
    asked = ask(event, "First")
    registration_approve(asked, actor=director)
    entry_add(event, actor=director, name="Second")
    entries_number(event, actor=director)
    round_pair(event, actor=director)
    asked.refresh_from_db()
    with pytest.raises(DomainError) as refused:
        registration_withdraw(asked)
    assert refused.value.code == "play_begun"
    with pytest.raises(DomainError) as refused:
        ask(event, "Late")
    assert refused.value.code == "registration_closed"


@pytest.mark.parametrize(
    "changes", [{"is_open": False}, {"closes_at": timezone.now() - timedelta(minutes=1)}]
)
def test_closed_registration_takes_nobody(event, director, changes):
    opened(event, director, **changes)
    with pytest.raises(DomainError) as refused:
        ask(event, "Late")
    assert refused.value.code == "registration_closed"


def test_open_registration_needs_an_end(event, director):
    with pytest.raises(ValidationError):
        opened(event, director, closes_at=None)


def test_nothing_is_stored_without_consent(event, director):
    opened(event, director)
    with pytest.raises(ValidationError):
        registration_create(event, fields={"surname": "First", "birth": "1990"}, consented=False)
    assert not Registration.objects.exists()


def test_one_sender_registers_twenty_players_an_hour_and_another_goes_on(event, director):
    opened(event, director)
    for number in range(SENDS_AN_HOUR):
        ask(event, f"Player{number}", origin="a" * 64)
    with pytest.raises(TooManyRegistrations):
        ask(event, "More", origin="a" * 64)
    assert ask(event, "Other", origin="b" * 64).pk
    Registration.objects.filter(origin="a" * 64).update(created_at=timezone.now() - timedelta(hours=2))
    assert ask(event, "Later", origin="a" * 64).pk


def test_public_ledger_hears_that_somebody_registered_and_never_who(event, director):
    opened(event, director)
    ask(event, "Secretname", email="secret@example.invalid")
    told = str([row.payload for row in rows_of("event", event.pk)])
    assert "Secretname" not in told
    assert "secret@" not in told
    assert "1990" not in told


def test_stranger_decides_about_nobody(event, director, stranger):
    opened(event, director)
    asked = ask(event, "First")
    for decide in (
        lambda: registration_approve(asked, actor=stranger),
        lambda: registration_decline(asked, actor=stranger, reason="no"),
        lambda: opened(event, stranger),
    ):
        with pytest.raises(PermissionDenied):
            decide()


def test_addresses_are_erased_thirty_days_after_the_event(event, director):
    opened(event, director)
    asked = ask(event, "First", email="first@example.invalid", origin="a" * 64)
    event.end = date(2026, 5, 10)
    event.start = date(2026, 5, 1)
    event.save()
    noon = timezone.make_aware(timezone.datetime(2026, 6, 9, 12))
    assert registrations_forget(noon) == 0
    assert registrations_forget(noon + timedelta(days=1)) == 1
    asked.refresh_from_db()
    assert (asked.email, asked.surname) == ("", "First")


def test_of_the_birth_the_year_stays_and_the_entry_keeps_what_it_took_over(event, director):
    opened(event, director)
    asked = ask(event, "First", national_id="00120456", remark="by train")
    entry = registration_approve(asked, actor=director)
    other = ask(event, "Second")
    event.refresh_from_db()
    event.start, event.end = date(2026, 5, 1), date(2026, 5, 10)
    event.save()
    late = timezone.make_aware(timezone.datetime(2026, 6, 10, 12))
    assert registrations_forget(late) == 2
    for each in (asked, other, entry):
        each.refresh_from_db()
    assert (asked.birth, asked.national_id, asked.remark, other.birth) == ("1990", "", "", "1990")
    assert (entry.birth, entry.national_id) == ("1990-04-01", "00120456")
    assert differences(asked) == {}
    assert registrations_forget(late) == 0
