"""A player asks for a correction of his own entry; the office reads it in the ledger."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from core.ledger import rows_of
from players.services import correction_ask, office_open


@pytest.fixture
def nina(accounts, child):
    return accounts("nina", "player", person=child)


def test_the_wish_stands_on_the_players_chain_and_changes_nothing_else(nina, child):
    correction_ask(child, actor=nina, text=" My club is Harbour. ")
    row = rows_of("person", child.pk).last()
    assert (row.verb, row.actor_name, row.reason, row.payload) == (
        "person.correction_asked",
        "Nina",
        "My club is Harbour.",
        {},
    )
    child.refresh_from_db()
    assert child.club == ""


def test_nobody_asks_for_another(nina, arbiter, commissioner, new_person, client):
    other = new_person()
    for account in (nina, arbiter, commissioner):
        with pytest.raises(PermissionDenied):
            correction_ask(other, actor=account, text="Change it")
    client.force_login(nina)
    assert client.get(f"/players/{other.pk}/correction/").status_code == 403
    assert rows_of("person", other.pk).count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
def test_an_empty_or_endless_wish_is_refused(nina, child, text):
    with pytest.raises(ValidationError) as refused:
        correction_ask(child, actor=nina, text=text)
    assert list(refused.value.message_dict) == ["text"]
    assert rows_of("person", child.pk).count() == 1


def test_the_form_is_reached_from_the_profile_and_the_office_finds_the_wish(nina, child, client):
    address = f"/players/{child.pk}/correction/"
    assert address not in client.get(f"/players/{child.pk}/").content.decode()
    client.force_login(nina)
    assert address in client.get(f"/players/{child.pk}/").content.decode()
    assert client.post(address, {"text": ""}).status_code == 422
    assert client.post(address, {"text": "My club is Harbour."})["Location"] == f"/players/{child.pk}/"
    assert "My club is Harbour." in client.get(address).content.decode()

    client.force_login(office_open(username="olga", password="green-table-7421", display_name="Olga"))
    index = client.get("/admin/").content.decode()
    wanted = "/admin/core/ledgerrow/?verb__exact=person.correction_asked"
    assert wanted in index
    (row,) = client.get(wanted).context["cl"].result_list
    assert row.reason == "My club is Harbour."
