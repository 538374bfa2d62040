"""Corrections are asked for in one way; what was asked of the office before it stays to be read."""

from typing import Any

import pytest
from django.db import transaction

from core.ledger import append
from players.models import Person
from players.services import office_open

pytestmark = pytest.mark.django_db


def asked_long_ago(person: Person, text: str) -> None:
    with transaction.atomic():
        append(
            scope="person",
            object_id=str(person.pk),
            actor_id=None,
            actor_name="Nina",
            verb="person.correction_asked",
            reason=text,
        )


def test_the_old_address_leads_to_the_form_of_requests_about_this_player(child: Person, client: Any) -> None:
    answer = client.get(f"/players/{child.pk}/correction/")
    assert (answer.status_code, answer["Location"]) == (301, f"/requests/new/?person={child.pk}")
    assert child.name in client.get(answer["Location"]).content.decode()
    assert client.get("/players/0/correction/").status_code == 404


def test_the_old_address_of_a_merged_record_leads_to_the_one_that_stayed(
    child: Person, new_person: Any, client: Any
) -> None:
    merged = new_person("Belov", "Nina")
    Person.objects.filter(pk=merged.pk).update(merged_into=child)
    assert client.get(f"/players/{merged.pk}/correction/")["Location"] == f"/requests/new/?person={child.pk}"


def test_the_profile_has_one_way_to_ask_and_shows_the_player_what_he_asked_before(
    accounts: Any, child: Person, client: Any
) -> None:
    asked_long_ago(child, "My club is Harbour.")
    public = client.get(f"/players/{child.pk}/").content.decode()
    assert "My club is Harbour." not in public
    client.force_login(accounts("nina", "player", person=child))
    own = client.get(f"/players/{child.pk}/").content.decode()
    assert "My club is Harbour." in own
    for page in (public, own):
        assert page.count(f"/requests/new/?person={child.pk}") == 1
        assert "/correction/" not in page


def test_the_office_finds_what_was_asked_before(child: Person, client: Any) -> None:
    asked_long_ago(child, "My club is Harbour.")
    client.force_login(office_open(username="olga", password="green-table-7421", display_name="Olga"))
    wanted = "/admin/core/ledgerrow/?verb__exact=person.correction_asked"
    assert wanted in client.get("/admin/").content.decode()
    (row,) = client.get(wanted).context["cl"].result_list
    assert row.reason == "My club is Harbour."
