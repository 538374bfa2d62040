"""The office saves through the portal's services, keeps what was typed, and deletes nothing."""

import logging

import pytest
from django.contrib import admin
from django.test import Client

from core.ledger import rows_of
from core.models import Job
from players.models import Account, Person, Region
from tournaments.models import Entry, Event


def typed(response, **changes: object) -> dict[str, object]:
    """What a browser sends for an admin form as opened, with some fields typed anew and a reason."""
    form = response.context["adminform"].form
    data: dict[str, object] = {}
    for name, field in form.fields.items():
        value = form[name].value()
        if field.widget.__class__.__name__ == "CheckboxInput" and not value:
            continue
        if value is None and getattr(field.widget, "allow_multiple_selected", False):
            continue
        data[name] = "" if value is None else value
    return {**data, "reason": "Letter of 3 March", **changes}


def errors(response) -> dict[str, list[str]]:
    return {name: list(said) for name, said in response.context["adminform"].form.errors.items()}


def last(scope: str, key: object):
    return rows_of(scope, key).last()


# --- who comes in


@pytest.mark.parametrize("role", ["commission_member", "rating_officer", "regional_representative", "player"])
def test_nobody_but_the_administrator_comes_into_the_office(administrator, role):
    from players.services import account_create

    somebody = account_create(
        actor=None, username="somebody", password="baize-and-ink-64", display_name="Somebody", roles=[role]
    )
    client = Client()
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    client.force_login(somebody)
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/players/person/").status_code == 302
    assert client.post("/admin/players/person/add/", {"surname": "X"}).status_code == 302
    assert not Person.objects.exists()


def test_the_office_needs_no_table_of_model_rights(office, administrator):
    assert not administrator.is_superuser
    assert administrator.get_all_permissions() == set()
    text = office.get("/admin/").content.decode()
    for address in (
        "players/person",
        "players/account",
        "players/region",
        "players/ratinglist",
        "tournaments/event",
        "tournaments/entry",
        "core/ledgerrow",
        "core/job",
        "tournaments/event/editions",
    ):
        assert f"/admin/{address}/" in text, address
    assert "/admin/auth/group/" not in text


@pytest.mark.django_db
def test_every_register_of_ours_opens_and_deletes_nothing(office, person, event, published):
    for model, _page in admin.site._registry.items():
        if model._meta.app_label not in ("core", "players", "tournaments"):
            continue
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert office.get(base).status_code == 200, base
        assert office.get(base, {"q": "kosar"}).status_code == 200, base
        first = model.objects.first()
        if first is None:
            continue
        assert office.get(f"{base}{first.pk}/change/").status_code == 200, base
        assert office.post(f"{base}{first.pk}/delete/", {"post": "yes"}).status_code == 403, base
        before = model.objects.count()
        office.post(base, {"action": "delete_selected", "_selected_action": [first.pk], "post": "yes"})
        assert model.objects.count() == before, base


# --- persons


def test_a_person_is_admitted_through_the_service_with_a_ledger_row(office, db):
    page = office.get("/admin/players/person/add/")
    response = office.post("/admin/players/person/add/", typed(page, surname="Гнатюк", given_name="Олег"))
    assert response.status_code == 302, errors(response)
    person = Person.objects.get()
    assert person.latin_surname == "Gnatiuk"
    row = last("person", person.pk)
    assert (row.verb, row.actor_name, row.reason) == ("person.created", "Olga M.", "Letter of 3 March")


def test_a_change_of_a_person_writes_only_what_was_changed(office, person):
    address = f"/admin/players/person/{person.pk}/change/"
    response = office.post(address, typed(office.get(address), club="New Club"))
    assert response.status_code == 302, errors(response)
    assert last("person", person.pk).payload == {"changed": {"club": ["Old Club", "New Club"]}}


def test_bad_input_keeps_the_form_and_writes_nothing(office, person):
    Person.objects.create(surname="Other", national_id="00999999")
    address = f"/admin/players/person/{person.pk}/change/"
    page = office.get(address)
    response = office.post(address, typed(page, birth="17.5.2014", club="New Club"))
    assert response.status_code == 200
    assert errors(response) == {"birth": ["Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY."]}
    assert 'value="17.5.2014"' in response.content.decode()
    assert 'value="New Club"' in response.content.decode()
    response = office.post(address, typed(page, national_id="00999999"))
    assert errors(response) == {"national_id": ["00999999 is the number of Other in the register."]}
    response = office.post(address, typed(page, club="New Club", reason=""))
    assert errors(response) == {"reason": ["This field is required."]}
    person.refresh_from_db()
    assert (person.club, person.national_id) == ("Old Club", "00120456")
    assert rows_of("person", person.pk).count() == 1


def test_two_office_pages_open_at_once_keep_both_changes(office, person):
    address = f"/admin/players/person/{person.pk}/change/"
    first, second = office.get(address), office.get(address)
    assert office.post(address, typed(first, club="New Club")).status_code == 302
    assert office.post(address, typed(second, title="FM")).status_code == 302
    person.refresh_from_db()
    assert (person.club, person.title) == ("New Club", "FM")


def test_two_values_for_one_field_are_shown_and_the_next_save_decides(office, person):
    address = f"/admin/players/person/{person.pk}/change/"
    first, second = office.get(address), office.get(address)
    office.post(address, typed(first, club="First Club"))
    refused = office.post(address, typed(second, club="Second Club"))
    assert refused.status_code == 200
    assert errors(refused)["club"][0].startswith(
        "Two values: “Second Club” (you), “First Club” (saved meanwhile)"
    )
    person.refresh_from_db()
    assert person.club == "First Club"
    assert office.post(address, typed(refused)).status_code == 302
    person.refresh_from_db()
    assert person.club == "Second Club"


def test_the_office_finds_a_person_by_either_script_and_by_the_national_number(office, person):
    for query in ("kosar", "IVO KOSAR", "00120456"):
        assert "Kosar, Ivo" in office.get("/admin/players/person/", {"q": query}).content.decode(), query
    found = office.get(
        "/admin/autocomplete/",
        {"term": "kosar", "app_label": "tournaments", "model_name": "entry", "field_name": "person"},
    ).json()
    assert [row["text"] for row in found["results"]] == ["Kosar, Ivo"]


def test_the_history_of_a_person_is_his_chain_in_the_ledger(office, person):
    response = office.get(f"/admin/players/person/{person.pk}/history/", follow=True)
    assert response.status_code == 200
    assert [row.verb for row in response.context["cl"].result_list] == ["person.created"]


# --- regions and accounts


def test_a_region_is_saved_through_the_service(office):
    page = office.get("/admin/players/region/add/")
    assert (
        office.post("/admin/players/region/add/", typed(page, code="07", name="Harbourland")).status_code
        == 302
    )
    region = Region.objects.get()
    address = f"/admin/players/region/{region.pk}/change/"
    assert office.post(address, typed(office.get(address), name="Harbour Land")).status_code == 302
    assert [row.payload for row in rows_of("federation", "regions")] == [
        {"code": "07", "name": "Harbourland"},
        {"code": "07", "name": "Harbour Land"},
    ]
    again = office.post("/admin/players/region/add/", typed(page, code="07", name="Other"))
    assert list(errors(again)) == ["code"]


def test_an_account_is_opened_with_roles_and_can_log_in(office):
    page = office.get("/admin/players/account/add/")
    response = office.post(
        "/admin/players/account/add/",
        typed(
            page,
            username="mira",
            display_name="Mira",
            is_active="on",
            roles=["rating_officer"],
            new_password="green-table-7421",
        ),
    )
    assert response.status_code == 302, errors(response)
    assert Client().login(username="mira", password="green-table-7421")
    assert list(Account.objects.get(username="mira").groups.values_list("name", flat=True)) == [
        "rating_officer"
    ]


def test_roles_are_taken_away_and_the_password_stays(office, administrator):
    from players.services import account_create

    mira = account_create(
        actor=None,
        username="mira",
        password="green-table-7421",
        display_name="Mira",
        roles=["rating_officer", "player"],
    )
    address = f"/admin/players/account/{mira.pk}/change/"
    page = office.get(address)
    assert set(page.context["adminform"].form["roles"].value()) == {"rating_officer", "player"}
    assert office.post(address, typed(page, roles=["player"])).status_code == 302
    assert list(mira.groups.values_list("name", flat=True)) == ["player"]
    assert Client().login(username="mira", password="green-table-7421")
    assert last("federation", "accounts").payload["roles"] == ["player"]


def test_a_weak_password_and_an_empty_office_are_refused_in_the_form(office, administrator):
    address = f"/admin/players/account/{administrator.pk}/change/"
    page = office.get(address)
    assert list(errors(office.post(address, typed(page, new_password="12345")))) == ["new_password"]
    assert errors(office.post(address, typed(page, roles=[]))) == {
        "__all__": ["Nobody would be left who can open the office. Give the role to somebody else first."]
    }
    assert Account.objects.get(pk=administrator.pk).is_staff


# --- events and entries


def test_an_event_is_drafted_through_the_service(office):
    page = office.get("/admin/tournaments/event/add/")
    assert "reason" not in [
        name for group in page.context["adminform"].fieldsets for name in group[1]["fields"]
    ]
    response = office.post(
        "/admin/tournaments/event/add/", typed(page, name="Harbour Cup", start="2026-05-01")
    )
    assert response.status_code == 302, errors(response)
    made = Event.objects.get()
    assert made.state == Event.State.DRAFT
    assert [row.verb for row in rows_of("event", made.pk)] == ["event.created"]


def test_a_change_of_an_event_goes_through_its_service_with_reason_and_version(office, event):
    version = event.version
    address = f"/admin/tournaments/event/{event.pk}/change/"
    response = office.post(address, typed(office.get(address), city="Inventown"))
    assert response.status_code == 302, errors(response)
    row = last("event", event.pk)
    assert (row.verb, row.reason, row.payload) == (
        "event.changed",
        "Letter of 3 March",
        {"changed": {"city": ["", "Inventown"]}},
    )
    event.refresh_from_db()
    assert event.version > version


def test_an_event_that_ends_before_it_starts_is_refused_at_its_field(office, event):
    address = f"/admin/tournaments/event/{event.pk}/change/"
    response = office.post(address, typed(office.get(address), end="2026-03-01"))
    assert errors(response) == {"end": ["The last day comes before the first day of play."]}


def test_a_frozen_event_says_so_in_the_office_too(office, event):
    Event.objects.filter(pk=event.pk).update(locked_by_report=1)
    address = f"/admin/tournaments/event/{event.pk}/change/"
    response = office.post(address, typed(office.get(address), city="Elsewhere"))
    assert "The report has frozen this event" in errors(response)["__all__"][0]
    assert Event.objects.get(pk=event.pk).city == ""


def test_an_entry_is_added_changed_and_identified_through_the_services(office, event, person):
    page = office.get("/admin/tournaments/entry/add/")
    response = office.post(
        "/admin/tournaments/entry/add/", typed(page, event=str(event.pk), name="Belova, Nina", birth="2014")
    )
    assert response.status_code == 302, errors(response)
    entry = Entry.objects.get(name="Belova, Nina")
    address = f"/admin/tournaments/entry/{entry.pk}/change/"
    assert office.post(address, typed(office.get(address), club="Harbour")).status_code == 302
    row = last("event", event.pk)
    assert (row.verb, row.reason, row.payload["changed"]) == (
        "entry.changed",
        "Letter of 3 March",
        {"club": ["", "Harbour"]},
    )
    assert office.post(address, typed(office.get(address), person=str(person.pk))).status_code == 302
    entry.refresh_from_db()
    assert (entry.person, entry.event, last("event", event.pk).verb) == (person, event, "entry.identified")


def test_an_entry_without_a_name_keeps_the_form(office, event):
    page = office.get("/admin/tournaments/entry/add/")
    response = office.post("/admin/tournaments/entry/add/", typed(page, event=str(event.pk), name=""))
    assert response.status_code == 200
    assert list(errors(response)) == ["name"]
    assert event.entries.count() == 4


def test_an_edition_that_does_not_exist_cannot_be_chosen(office, event):
    address = f"/admin/tournaments/event/{event.pk}/change/"
    response = office.post(address, typed(office.get(address), rating_edition="fide-1066"))
    assert list(errors(response)) == ["rating_edition"]


def test_the_office_finds_an_event_in_any_case_and_script(office, administrator, event):
    from tournaments.services import event_create

    event_create(actor=administrator, name="Кубок Гавані")
    for query, name in (("INVENTED", "Invented Open"), ("кубок", "Кубок Гавані"), ("kubok", "Кубок Гавані")):
        rows = office.get("/admin/tournaments/event/", {"q": query}).context["cl"].result_list
        assert [row.name for row in rows] == [name], query


# --- to look at only


@pytest.mark.parametrize(
    "register", ["core/ledgerrow", "core/job", "players/ratinglist", "tournaments/round"]
)
def test_what_is_to_be_looked_at_only_cannot_be_written(office, person, published, register):
    Job.objects.create(kind="demo.fill")
    assert office.get(f"/admin/{register}/add/").status_code == 403
    first = {"core/ledgerrow": rows_of("person", person.pk).get().pk, "core/job": Job.objects.get().pk}
    key = first.get(register, published.pk)
    if register != "tournaments/round":
        assert office.get(f"/admin/{register}/{key}/change/").status_code == 200
        assert office.post(f"/admin/{register}/{key}/change/", {"reason": "rewritten"}).status_code == 403


def test_a_rating_list_leads_to_its_rows_and_writes_its_numbers_whole(office, settings, published):
    settings.USE_THOUSAND_SEPARATOR = True
    text = office.get("/admin/players/ratinglist/").content.decode()
    assert f"/ratings/{published.key}/" in text
    assert "1234" in text


def test_the_ledger_shows_its_facts_in_their_own_letters(office, db):
    from players.services import person_create

    made = person_create(actor=None, surname="Гнатюк")
    row = rows_of("person", made.pk).get()
    text = office.get(f"/admin/core/ledgerrow/{row.pk}/change/").content.decode()
    assert "Гнатюк" in text
    assert row.hash in text


def test_every_edition_file_stands_with_its_source_and_hash(office):
    import hashlib

    from tournaments.rulebook.editions import EDITION_FOLDERS

    files = [path for folder in EDITION_FOLDERS for path in folder.glob("*.toml")]
    text = office.get("/admin/tournaments/event/editions/").content.decode()
    assert files
    for path in files:
        assert path.stem in text, path
        assert hashlib.sha256(path.read_bytes()).hexdigest() in text, path
    assert Client().get("/admin/tournaments/event/editions/").status_code == 302


def test_a_refused_save_in_the_office_is_logged(office, administrator, person, caplog):
    """A page opened before the role was taken away saves nothing."""
    address = f"/admin/players/person/{person.pk}/change/"
    page = office.get(address)
    administrator.groups.clear()
    with caplog.at_level(logging.WARNING, "crosstable.permissions"):
        response = office.post(address, typed(page, club="New Club"))
    assert errors(response) == {"__all__": ["You do not have the right to do this."]}
    assert any("denied person_edit" in record.getMessage() for record in caplog.records)
    person.refresh_from_db()
    assert person.club == "Old Club"
