"""The pages of the start list: the sequence of lists, and a new list in two steps."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from players.models import ListedRating, RatingList
from players.services import person_create
from tournaments.services import entry_add, event_create, event_register

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


@pytest.fixture
def event(director):
    event = event_create(actor=director, name="Invented Open", start=timezone.localdate() + timedelta(days=9))
    entry_add(event, actor=director, person=person_create(actor=None, surname="Alderon"))
    return event_register(event, actor=director)


def published(kind, rating):
    day = timezone.localdate() - timedelta(days=3)
    made = RatingList.objects.create(
        key=f"{kind}-new", kind=kind, effective_from=day, edition="fide-2024", sha256="0" * 64
    )
    from players.models import Person

    ListedRating.objects.create(
        rating_list=made, person=Person.objects.get(), name="Alderon", rating=rating, k=20
    )
    made.state = "published"
    made.save()
    return made


def test_sequence_is_saved_and_shown_with_source_and_day(desk, event):
    made = published("rapid", 1876)
    address = reverse("tournaments:start_list", args=[event.pk])
    desk.post(address, {"list_0": "standard", "list_1": "rapid"})
    page = desk.get(address).content.decode()
    assert "1876" in page
    assert f"rapid, {made.effective_from.day} " in page
    entry = event.entries.get()
    assert (entry.start_rating, entry.rating) == (1876, None)


def test_list_twice_in_the_sequence_is_refused_in_the_form(desk, event):
    address = reverse("tournaments:start_list", args=[event.pk])
    response = desk.post(address, {"list_0": "rapid", "list_1": "rapid"})
    assert response.status_code == 422
    assert "once only" in response.content.decode()


def test_new_list_is_told_on_the_desk_shown_and_taken_over_by_a_second_step(desk, event):
    made = published("standard", 2011)
    page = desk.get(reverse("tournaments:desk_event", args=[event.pk])).content.decode()
    assert "A newer list is in force on the first day" in page
    address = reverse("tournaments:new_list", args=[event.pk])
    assert "2011" in desk.get(address).content.decode()
    assert event.entries.get().rating is None
    desk.post(address, {"list": made.key})
    assert event.entries.get().rating == 2011
    page = desk.get(reverse("tournaments:desk_event", args=[event.pk])).content.decode()
    assert "List standard-new was taken over" in page
    assert "1 player changed." in page


def test_list_other_than_the_one_that_was_seen_is_shown_first(desk, event):
    published("standard", 2011)
    response = desk.post(reverse("tournaments:new_list", args=[event.pk]), {"list": "standard-old"})
    assert response.status_code == 422
    assert event.entries.get().rating is None


@pytest.mark.parametrize("name", ["start_list", "new_list"])
def test_pages_are_for_the_officials_of_the_event(client, event, stranger, name):
    client.force_login(stranger)
    assert client.get(reverse(f"tournaments:{name}", args=[event.pk])).status_code == 403
