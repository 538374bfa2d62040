"""Regulations, sources of an event without a report, and changes after registration."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile

pytestmark = pytest.mark.django_db
SOURCE = {
    "title": "Bulletin 3",
    "kept_at": "archive, shelf 4",
    "seen_by": "Clara",
    "seen_on": date(2026, 3, 14),
}


def test_regulations_are_filed_at_the_desk_and_read_by_everybody(
    client: Any, finished: Any, director: Any, account: Any
) -> None:
    from core.ledger import rows_of

    event = finished()
    address = f"/desk/{event.pk}/filed/"
    client.force_login(account("otto"))
    assert client.get(address).status_code == 403
    client.force_login(director)
    assert "No regulations are filed" in client.get(address).content.decode()
    empty = client.post(f"{address}regulations/", {})
    assert (empty.status_code, "Attach the regulations" in empty.content.decode()) == (422, True)
    file = SimpleUploadedFile("rules.pdf", b"%PDF-1.7 rules")
    assert client.post(f"{address}regulations/", {"regulations-document": file}).status_code == 302
    typed = {"regulations-address": "https://club.example/rules", "regulations-on": "2026-03-01"}
    assert client.post(f"{address}regulations/", typed).status_code == 302
    newest, first = event.regulations.all()
    # the director states no day of his own: it is the day on which he files
    assert (newest.filed_on, newest.address) == (date(2026, 3, 15), "https://club.example/rules")
    client.logout()
    assert "https://club.example/rules" in client.get(f"/events/{event.pk}/").content.decode()
    sent = client.get(f"/events/{event.pk}/regulations/{first.pk}/")
    assert (sent.content, sent["Content-Type"]) == (b"%PDF-1.7 rules", "application/pdf")
    assert client.get(f"/events/{event.pk}/regulations/{newest.pk}/").status_code == 404
    assert rows_of("event", event.pk).filter(verb="event.regulations").count() == 2


def test_only_the_commission_states_the_day_on_which_regulations_came_on_paper(
    finished: Any, director: Any, member: Any
) -> None:
    from tournaments.errors import DomainError
    from tournaments.services import regulations_file

    event, there = finished(), {"address": "https://club.example/rules"}
    with pytest.raises(PermissionDenied):
        regulations_file(event, actor=director, on=date(2026, 3, 1), **there)
    assert regulations_file(event, actor=member, on=date(2026, 3, 1), **there).filed_on == date(2026, 3, 1)
    with pytest.raises(DomainError, match="has not come yet"):
        regulations_file(event, actor=member, on=date(2026, 3, 16), **there)


@pytest.mark.parametrize(("day", "late"), [(date(2026, 3, 10), False), (date(2026, 3, 11), True)])
def test_regulations_by_correspondence_after_the_start_are_a_refusal(
    director: Any, member: Any, day: date, late: bool
) -> None:
    """RACC 2.1: start list and regulations before the start; the first day itself is in time."""
    from tournaments.review import event_findings
    from tournaments.services import event_create, event_register, regulations_file

    event = event_create(
        actor=director,
        name="By post",
        start=date(2026, 3, 10),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
    )
    event = event_register(event, actor=director, on=date(2026, 3, 1))
    regulations_file(event, actor=member, on=day, address="https://club.example/rules")
    found = {item.code: item.severity for item in event_findings(event)}
    assert found.get("regulations_late") == ("refusal" if late else None)


def test_an_event_without_a_report_is_opened_by_the_commission_alone_and_cites_its_source(
    client: Any, member: Any, director: Any, second_member: Any
) -> None:
    from commission.permissions import PERMISSIONS
    from commission.services import dossier_of
    from core.ledger import rows_of
    from tournaments.models import Event
    from tournaments.services import event_register

    typed = {
        "name": "Found in the paper",
        "start": "2026-03-16",
        "end": "2026-03-18",
        "system": "round_robin",
        "rounds_planned": "5",
        "title": "Bulletin 3",
        "seen_by": "Clara",
        "seen_on": "2026-03-14",
    }
    client.force_login(director)
    assert client.post("/commission/open/", typed).status_code == 403
    client.force_login(member)
    refused = client.post("/commission/open/", typed)
    assert refused.status_code == 422
    for text in ("Give its address, or say where it is kept.", "Found in the paper", "Bulletin 3"):
        assert text in refused.content.decode()
    assert not Event.objects.exists()  # nothing half made
    made = client.post("/commission/open/", typed | {"kept_at": "archive, shelf 4"})
    event = Event.objects.get()
    assert made["Location"] == f"/desk/{event.pk}/edit/"
    row = rows_of("event", event.pk).get(verb="event.source")
    assert row.payload == {
        "title": "Bulletin 3",
        "where": "archive, shelf 4",
        "seen_by": "Clara",
        "day": "2026-03-14",
    }
    event_register(event, actor=member)
    page = client.get(f"/events/{event.pk}/").content.decode()
    for text in ("Opened by the commission without a report", "Bulletin 3", "archive, shelf 4", "Clara"):
        assert text in page
    # four eyes: whoever opened it has a role in it, and cannot accept it
    dossier = dossier_of(event)
    assert not PERMISSIONS["accept"](member, dossier)
    assert PERMISSIONS["accept"](second_member, dossier)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"title": " "}, "title"),
        ({"kept_at": ""}, "address"),
        ({"seen_by": ""}, "seen_by"),
        ({"seen_on": date(2026, 3, 16)}, "seen_on"),
    ],
)
def test_a_source_names_what_where_by_whom_and_when(
    finished: Any, member: Any, words: Any, field: str
) -> None:
    from tournaments.errors import DomainError
    from tournaments.services import source_cite

    with pytest.raises(DomainError) as refused:
        source_cite(finished(), actor=member, **(SOURCE | words))
    assert refused.value.field == field


def test_a_director_cites_no_source(finished: Any, director: Any) -> None:
    from tournaments.services import source_cite

    with pytest.raises(PermissionDenied):
        source_cite(finished(), actor=director, **SOURCE)


def test_what_changes_after_registration_is_marked_everywhere(
    client: Any, director: Any, member: Any
) -> None:
    from commission.services import dossier_of
    from tournaments.services import event_create, event_register, event_update

    event = event_create(
        actor=director, name="Cup", city="Old Town", start=date(2026, 3, 20), system="swiss", rounds_planned=5
    )
    event_update(event, actor=director, city="Before")
    event = event_register(event, actor=director)
    event_update(event, actor=director, city="Afterwards", reason="The hall is closed")
    for path in (f"/events/{event.pk}/", f"/commission/events/{dossier_of(event).event_id}/"):
        client.force_login(member)
        page = client.get(path).content.decode()
        assert "1 change after registration" in page, path
        for text in ("Before → Afterwards", "The hall is closed", "Ana"):
            assert text in page
    (row,) = client.get("/commission/changes/?format=json").json()
    assert (row["by"], row["reason"]) == ("Ana", "The hall is closed")
    assert "Before → Afterwards" in row["what"]
    page = client.get("/commission/changes/").content.decode()
    assert "Cup" in page
    assert f"/events/{event.pk}/" in page
    assert client.get("/commission/changes/?what=event.regulations&format=json").json() == []
    assert len(client.get("/commission/changes/?q=CUP&format=json").json()) == 1
    assert client.get("/commission/changes/?q=elsewhere&format=json").json() == []
    client.force_login(director)
    assert client.get("/commission/changes/").status_code == 403


def test_the_list_of_changes_asks_as_often_for_three_as_for_one(
    client: Any, finished: Any, member: Any, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.services import regulations_file

    event = finished()
    regulations_file(event, actor=member, address="https://club.example/1")
    client.force_login(member)
    client.get("/commission/changes/")
    with CaptureQueriesContext(connection) as asked:
        client.get("/commission/changes/")
    for number in (2, 3):
        regulations_file(event, actor=member, address=f"https://club.example/{number}")
    with django_assert_num_queries(len(asked)):
        assert client.get("/commission/changes/").content.decode().count("Regulations filed on") == 3
