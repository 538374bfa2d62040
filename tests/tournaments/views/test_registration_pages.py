"""The pages of self-registration and of categories: without an account, and at the desk."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Registration
from tournaments.services import (
    category_save,
    entry_add,
    event_create,
    event_register,
    registration_create,
    registration_settings_set,
)
from tournaments.services.registering import SENDS_AN_HOUR

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


@pytest.fixture
def visitor():
    return Client()


@pytest.fixture
def event(director):
    made = event_create(actor=director, name="Invented Open", start=timezone.localdate() + timedelta(days=30))
    return event_register(made, actor=director)


@pytest.fixture
def opened(event, director):
    registration_settings_set(
        event, actor=director, is_open=True, closes_at=timezone.now() + timedelta(days=20), limit=2
    )
    return event


def text(response) -> str:
    return response.content.decode()


def sent(visitor, event, **more):
    data = {"surname": "Belić", "given_name": "Ana", "birth": "1990-04-01", "email": "ana@example.invalid"}
    address = reverse("tournaments:register_self", args=[event.pk])
    return visitor.post(address, data | {"consent": "on"} | more)


def test_page_of_an_event_that_takes_no_registrations_says_so(visitor, event):
    page = text(visitor.get(reverse("tournaments:register_self", args=[event.pk])))
    assert "Registration is not open" in page
    assert '<form method="post" class="stack"' not in page


def test_visitor_registers_and_comes_to_a_page_of_his_own(visitor, opened):
    response = sent(visitor, opened)
    assert response.status_code == 302
    page = visitor.get(response["Location"])
    assert "You hold a place; the director decides." in text(page)
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in page["Cache-Control"]
    assert Registration.objects.get().origin


def test_without_consent_everything_typed_stays_in_the_form(visitor, opened):
    response = sent(visitor, opened, consent="")
    assert response.status_code == 422
    assert 'value="Belić"' in text(response)
    assert not Registration.objects.exists()


def test_program_that_fills_in_everything_stores_nothing(visitor, opened):
    assert sent(visitor, opened, website="http://example.invalid").status_code == 302
    assert not Registration.objects.exists()


def test_flood_from_one_connection_is_stopped_with_429(visitor, opened):
    for number in range(SENDS_AN_HOUR):
        sent(visitor, opened, remark=f"player {number}")
    assert sent(visitor, opened).status_code == 429


def test_own_page_changes_and_withdraws(visitor, opened):
    address = sent(visitor, opened)["Location"]
    data = {"surname": "Belić", "given_name": "Ana", "birth": "1990-04-01", "club": "Osijek", "version": "1"}
    assert visitor.post(address, data).status_code == 302
    assert Registration.objects.get().club == "Osijek"
    assert visitor.post(address, data).status_code == 409
    visitor.post(address, {"withdraw": "1"})
    assert "Taken back." in text(visitor.get(address))


def test_address_of_nobody_is_no_page(visitor, opened):
    sent(visitor, opened)
    guess = reverse("tournaments:registration", args=[opened.pk, "0" * 64 + ":abc"])
    assert visitor.get(guess).status_code == 404


def test_email_stands_on_no_public_page(visitor, desk, opened):
    sent(visitor, opened)
    row = Registration.objects.get()
    desk.post(reverse("tournaments:registration_decide", args=[opened.pk, row.pk]), {"approve": "1"})
    for name in ("event", "entries", "history", "register_self"):
        page = text(visitor.get(reverse(f"tournaments:{name}", args=[opened.pk])))
        assert "ana@example.invalid" not in page
        assert "04-01" not in page
    assert "ana@example.invalid" in text(desk.get(reverse("tournaments:registrations", args=[opened.pk])))


def test_director_enters_and_declines_from_his_list(visitor, desk, opened):
    sent(visitor, opened)
    sent(visitor, opened, surname="Kos", given_name="Ivo")
    sent(visitor, opened, surname="Third", given_name="Ida")
    page = text(desk.get(reverse("tournaments:registrations", args=[opened.pk])))
    assert "Waiting list" in page
    first, second, _third = Registration.objects.order_by("pk")
    desk.post(reverse("tournaments:registration_decide", args=[opened.pk, first.pk]), {"approve": "1"})
    decline = reverse("tournaments:registration_decide", args=[opened.pk, second.pk])
    assert "Say why" in text(desk.post(decline, {"decline": "1"}, follow=True))
    desk.post(decline, {"decline": "1", "reason": "only members"})
    assert opened.entries.get().name == "Belić, Ana"
    assert list(Registration.objects.order_by("pk").values_list("state", flat=True)) == [
        "approved",
        "declined",
        "asked",
    ]


def test_overview_leads_to_the_registration_while_it_is_open(visitor, opened):
    page = text(visitor.get(reverse("tournaments:event", args=[opened.pk])))
    assert reverse("tournaments:register_self", args=[opened.pk]) in page
    assert "2 places are free." in page


@pytest.mark.parametrize("name", ["registrations", "categories"])
def test_pages_of_the_desk_are_for_its_officials(client, opened, stranger, name):
    client.force_login(stranger)
    assert client.get(reverse(f"tournaments:{name}", args=[opened.pk])).status_code == 403


def test_registrations_ask_the_same_for_one_row_and_many(desk, event, director, django_assert_num_queries):
    registration_settings_set(
        event, actor=director, is_open=True, closes_at=timezone.now() + timedelta(days=20), limit=None
    )
    counts = []
    for number in (1, 9):
        for place in range(number):
            fields = {"surname": f"Player{number}{place}", "birth": "1990", "fide_id": f"{number}{place}9991"}
            registration_create(event, fields=fields, consented=True)
        with django_assert_num_queries(30, exact=False) as captured:
            desk.get(reverse("tournaments:registrations", args=[event.pk]))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_category_is_made_at_the_desk_and_filters_the_public_list(desk, visitor, event, director):
    entry_add(event, actor=director, name="Girl, Ana", sex="w")
    entry_add(event, actor=director, name="Boy, Ivo", sex="m")
    address = reverse("tournaments:categories", args=[event.pk])
    assert desk.post(address, {"code": "W", "name": "Women", "kind": "prize"}).status_code == 422
    desk.post(address, {"code": "W", "name": "Women", "kind": "prize", "sex": "w"})
    assert "1 player" in text(desk.get(address))
    everybody = text(visitor.get(reverse("tournaments:entries", args=[event.pk])))
    women = text(visitor.get(reverse("tournaments:entries", args=[event.pk]), {"category": "W"}))
    assert "Boy, Ivo" in everybody
    assert "Boy, Ivo" not in women
    assert "Girl, Ana" in women
    csv = text(visitor.get(reverse("tournaments:entries", args=[event.pk]), {"format": "csv"}))
    assert re.search(r"Girl, Ana.*W", csv)


def test_category_is_changed_and_deleted(desk, event, director):
    row = category_save(event, actor=director, code="W", name="Women", sex="w")
    data = {"code": "W", "name": "All women", "kind": "category", "sex": "w"}
    desk.post(reverse("tournaments:category_edit", args=[event.pk, row.pk]), data)
    row.refresh_from_db()
    assert row.name == "All women"
    desk.post(reverse("tournaments:category_delete", args=[event.pk, row.pk]))
    assert not event.categories.exists()


def test_button_pressed_twice_registers_once_and_comes_to_the_same_page(visitor, opened):
    first, second = sent(visitor, opened), sent(visitor, opened)
    assert first["Location"] == second["Location"]
    assert Registration.objects.count() == 1
    sent(visitor, opened, given_name="Iva")
    assert Registration.objects.count() == 2


def test_somebody_who_registered_twice_with_other_words_is_flagged_to_the_director(visitor, opened, desk):
    sent(visitor, opened)
    sent(visitor, opened, email="other@example.invalid")
    page = text(desk.get(reverse("tournaments:registrations", args=[opened.pk])))
    assert page.count("perhaps registered twice: Belić, Ana") == 2


def test_date_of_birth_that_lies_in_the_future_stays_in_the_form(visitor, opened):
    response = sent(visitor, opened, birth="3000")
    assert response.status_code == 422
    assert "Nobody who plays was born then." in text(response)
