"""Register, profile, suggestions, admission and change of a person; what is not public stays so."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.ledger import rows_of
from players.models import Person

SECRETS = ("2014-05", "05-17", "17 May", "May 2014", "nina.belova", "example.org", "00120456")
pytestmark = pytest.mark.django_db


def posted(form, **typed) -> dict[str, str]:
    """What a browser sends for a form as opened, with some fields typed anew."""
    data = {name: form[name].value() for name in form.fields}
    return {
        name: "" if value is None else str(value)
        for name, value in {**data, "reason": "Passport seen", **typed}.items()
    }


def public_addresses(child) -> list[str]:
    return [
        "/players/",
        "/players/?q=Belova",
        "/players/?sort=born",
        "/players/?format=csv",
        "/players/?format=json",
        "/players/search/?q=Belova",
        "/players/search/?q=Belova&format=json",
        f"/players/{child.pk}/",
    ]


def test_nobody_reads_more_than_the_year_of_birth(client, child):
    for address in public_addresses(child):
        text = client.get(address).content.decode()
        assert "Belova" in text, address
        assert not [secret for secret in SECRETS if secret in text], address
    assert "2014" in client.get(f"/players/{child.pk}/").content.decode()


def test_an_arbiter_and_another_player_read_no_more_than_everybody(client, child, arbiter):
    client.force_login(arbiter)
    for address in public_addresses(child):
        text = client.get(address).content.decode()
        assert not [secret for secret in SECRETS if secret in text], address


def test_the_player_and_the_commission_read_the_whole_entry(client, child, commissioner, accounts):
    for account in (commissioner, accounts("nina", "player", person=child)):
        client.force_login(account)
        text = client.get(f"/players/{child.pk}/").content.decode()
        assert "17 May 2014" in text
        assert "nina.belova@example.org" in text


def test_suggestions_give_exactly_the_public_facts(client, child, listed):
    listed(child, 2105)
    answer = json.loads(client.get("/players/search/", {"q": "belova", "format": "json"}).content)
    assert answer == {
        "players": [
            {
                "id": child.pk,
                "name": "Belova, Nina",
                "latin_name": "Belova, Nina",
                "title": "",
                "federation": "INV",
                "birth_year": 2014,
                "fide_id": "999100001",
                "rating": 2105,
                "url": f"/players/{child.pk}/",
            }
        ]
    }


def test_suggestions_for_nothing_and_for_nobody_are_empty(client, child):
    assert json.loads(client.get("/players/search/", {"q": " ", "format": "json"}).content) == {"players": []}
    assert "Nobody by that name" in client.get("/players/search/", {"q": "zzz"}).content.decode()


def test_a_search_by_the_whole_national_number_needs_an_account(client, child, arbiter):
    search = {"q": "00120456", "format": "json"}
    assert json.loads(client.get("/players/search/", search).content) == {"players": []}
    client.force_login(arbiter)
    assert len(json.loads(client.get("/players/search/", search).content)["players"]) == 1


@pytest.mark.parametrize("language", ["en", "hr", "ru", "uk", "es", "de", "cs"])
def test_numbers_are_labels_in_every_language(client, settings, child, listed, language):
    """Even with thousands separated, an id, a rating or a year stays whole, in links, cells and files."""
    settings.USE_THOUSAND_SEPARATOR = True
    child.pk = 999100001
    child.national_id = child.fide_id = ""
    child.save(force_insert=True)
    listed(child, 2105)
    client.cookies["django_language"] = language
    for address in (
        "/players/",
        "/players/search/?q=belova",
        "/players/?format=csv",
        "/players/?format=json",
    ):
        text = client.get(address).content.decode()
        assert "2105" in text, address
        assert "2014" in text, address
    assert "/players/999100001/" in client.get("/players/").content.decode()


def test_a_merged_record_sends_the_reader_to_the_one_that_stayed(client, new_person):
    stays, goes = new_person("Kosar"), new_person("Kosarr")
    Person.objects.filter(pk=goes.pk).update(merged_into=stays)
    response = client.get(f"/players/{goes.pk}/")
    assert (response.status_code, response["Location"]) == (302, f"/players/{stays.pk}/?record={goes.pk}")
    assert client.get("/players/987654/").status_code == 404


def test_a_profile_without_any_fact_still_says_what_belongs_there(client, new_person):
    person = new_person("Гнатюк", "Олег")
    text = client.get(f"/players/{person.pk}/").content.decode()
    assert "Gnatiuk, Oleg" in text
    assert "Not on a list yet" in text
    assert "No event yet" in text
    assert "No title is on record." in text


def test_only_the_commission_opens_the_forms(client, child, arbiter, commissioner):
    for address in ("/players/new/", f"/players/{child.pk}/edit/"):
        assert client.get(address)["Location"] == f"/accounts/login/?next={address}"
    client.force_login(arbiter)
    for address in ("/players/new/", f"/players/{child.pk}/edit/"):
        assert client.get(address).status_code == 403
        assert client.post(address, {"surname": "X"}).status_code == 403
    client.force_login(commissioner)
    for address in ("/players/new/", f"/players/{child.pk}/edit/"):
        assert client.get(address).status_code == 200


def test_admitting_a_player_through_the_form(client, commissioner, region):
    client.force_login(commissioner)
    form = client.get("/players/new/").context["form"]
    response = client.post(
        "/players/new/",
        posted(
            form,
            surname="Гнатюк",
            given_name="Олег",
            federation="inv",
            region=str(region.pk),
            birth="1987-05",
        ),
    )
    person = Person.objects.get()
    assert response["Location"] == f"/players/{person.pk}/"
    assert (person.latin_name, person.federation, person.region, person.birth) == (
        "Gnatiuk, Oleg",
        "INV",
        region,
        "1987-05",
    )
    assert rows_of("person", person.pk).get().reason == "Passport seen"


def test_bad_input_keeps_what_was_typed_and_says_what_to_mend(client, commissioner, new_person):
    new_person(fide_id="999100001")
    client.force_login(commissioner)
    form = client.get("/players/new/").context["form"]
    response = client.post("/players/new/", posted(form, surname="Kosar", reason=""))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["reason"]
    response = client.post("/players/new/", posted(form, surname="Kosarova", birth="17.5.2014"))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["birth"]
    assert 'value="17.5.2014"' in response.content.decode()
    response = client.post("/players/new/", posted(form, surname="Kosarova", fide_id="999100001"))
    assert response.status_code == 422
    assert response.context["form"].errors == {
        "fide_id": ["999100001 is the number of Kosar, Ivo in the register."]
    }
    assert Person.objects.count() == 1


def test_a_newcomer_of_a_known_name_is_shown_who_bears_it(client, commissioner, new_person):
    known = new_person("Birkov", "Emil", birth="1990")
    client.force_login(commissioner)
    form = client.get("/players/new/").context["form"]
    response = client.post("/players/new/", posted(form, surname="Birkov", given_name="Emil", reason=""))
    assert response.context["alike"] == [known]
    assert Person.objects.count() == 1


def test_nobody_of_a_known_name_is_admitted_silently(client, commissioner, new_person):
    """Any spelling proposes; only a click decides."""
    known = new_person("Bluehmann", "Jorg", birth="1990")
    client.force_login(commissioner)
    form = client.get("/players/new/").context["form"]
    typed = posted(form, surname="Blühmann", given_name="Jörg")
    response = client.post("/players/new/", typed)
    assert (response.status_code, response.context["alike"]) == (422, [known])
    assert Person.objects.count() == 1
    assert client.post("/players/new/", {**typed, "nobody_of_these": "1"}).status_code == 302
    assert Person.objects.count() == 2


def two_desks(first, second):
    browsers = Client(), Client()
    for browser, account in zip(browsers, (first, second), strict=True):
        browser.force_login(account)
    return browsers


def test_two_open_forms_keep_both_changes(new_person, commissioner, administrator):
    person = new_person(club="Old Club")
    address = f"/players/{person.pk}/edit/"
    one, two = two_desks(commissioner, administrator)
    first, second = one.get(address).context["form"], two.get(address).context["form"]
    assert one.post(address, posted(first, club="New Club")).status_code == 302
    assert two.post(address, posted(second, title="FM")).status_code == 302
    person.refresh_from_db()
    assert (person.club, person.title) == ("New Club", "FM")


def test_the_later_of_two_values_for_one_field_is_asked_and_then_decides(
    new_person, commissioner, administrator
):
    person = new_person(club="Old Club", title="")
    address = f"/players/{person.pk}/edit/"
    one, two = two_desks(commissioner, administrator)
    first, second = one.get(address).context["form"], two.get(address).context["form"]
    assert one.post(address, posted(first, club="First Club", title="IM")).status_code == 302

    refused = two.post(address, posted(second, club="Second Club"))
    assert refused.status_code == 409
    text = refused.content.decode()
    assert "“Second Club” (you)" in text
    assert "“First Club” (Clara" in text
    person.refresh_from_db()
    assert (person.club, person.title) == ("First Club", "IM")

    again = refused.context["form"]
    assert again["club"].value() == "Second Club"
    assert again["title"].value() == "IM"
    assert two.post(address, posted(again)).status_code == 302
    person.refresh_from_db()
    assert (person.club, person.title) == ("Second Club", "IM")


def test_a_form_whose_memory_was_garbled_still_saves_what_was_typed(client, new_person, commissioner):
    person = new_person(club="Old Club")
    client.force_login(commissioner)
    address = f"/players/{person.pk}/edit/"
    for garbled in ("", "{", "[]", "12"):
        form = client.get(address).context["form"]
        assert client.post(address, posted(form, club=f"Club {garbled}", seen=garbled)).status_code == 302
        person.refresh_from_db()
        assert person.club == f"Club {garbled}".strip()


def test_the_profile_asks_the_same_for_one_event_and_for_three(client, new_person, accounts):
    from datetime import date

    from tournaments.services import entries_add, event_create, event_register

    director = accounts("dora")
    person = new_person()

    def enter(name: str) -> None:
        event = event_create(actor=director, name=name, start=date(2026, 3, 7), rounds_planned=3)
        entries_add(event, actor=director, rows=[{"person": person}])
        event_register(event, actor=director)

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/players/{person.pk}/")
        return len(queries)

    enter("First Open")
    one = count()
    enter("Second Open")
    enter("Third Open")
    assert count() == one
    assert "Third Open" in client.get(f"/players/{person.pk}/").content.decode()


def test_the_log_in_page_opens_the_page_asked_for(client, commissioner):
    response = client.post(
        "/accounts/login/?next=/players/new/",
        {"username": "clara", "password": "baize-and-ink-64", "next": "/players/new/"},
    )
    assert response["Location"] == "/players/new/"
    wrong = client.post("/accounts/login/", {"username": "clara", "password": "wrong"})
    assert wrong.status_code == 200
    assert "do not belong together" in wrong.content.decode()
