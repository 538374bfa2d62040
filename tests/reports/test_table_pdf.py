"""The table of an event as PDF while no report stands."""

from typing import Any

import pytest
from django.test import Client

from core.jobs.running import run
from core.models import Job
from tournaments.models import Event
from tournaments.services import entries_add, entries_number, event_create, event_register, rounds_pair_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    from datetime import date

    made = event_create(
        actor=None, name="Invented Cup", city="Inventown", start=date(2026, 3, 7), system="round_robin",
        rounds_planned=3, numbering="lot", tie_break_order="PTS,SB",
    )  # fmt: skip
    rows = [{"name": f"Kovač{letter}, Ana", "rating": 1800, "federation": "CRO"} for letter in "abcd"]
    entries_add(made, actor=None, rows=rows)
    made = event_register(made, actor=None)
    entries_number(made, actor=None, seed=7)
    rounds_pair_all(made, actor=None)
    return Event.objects.get(pk=made.pk)


def test_the_table_is_ordered_once_and_opens_when_it_is_made(event: Event, client: Client) -> None:
    address = f"/events/{event.pk}/table.pdf"
    assert "text/html" in client.get(address)["Content-Type"]
    client.get(address)
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204
    job: Any = Job.objects.get()
    run(job.pk)
    made = client.get(address)
    assert made["Content-Type"] == "application/pdf"
    assert made.content.startswith(b"%PDF-")
    assert client.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == address
    assert Job.objects.count() == 1


def test_a_changed_event_gets_a_table_of_its_own(event: Event, client: Client) -> None:
    address = f"/events/{event.pk}/table.pdf"
    client.get(address)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    client.get(address)
    assert Job.objects.count() == 2


def test_a_letter_that_print_lacks_is_named(event: Event, client: Client) -> None:
    event.entries.filter(number=1).update(name="王, 小明")
    client.get(f"/events/{event.pk}/table.pdf")
    run(Job.objects.get().pk)
    assert "王" in client.get(f"/events/{event.pk}/table.pdf").content.decode()


def test_the_table_of_a_draft_is_not_for_strangers(event: Event, client: Client) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert client.get(f"/events/{event.pk}/table.pdf").status_code == 404
