"""The start list by the sequence of lists that the event names, and a new list before the start (9.11)."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from players.models import ListedRating, RatingList
from players.services import person_create
from tournaments.errors import DomainError
from tournaments.services import (
    entries_add,
    entries_number,
    event_create,
    event_register,
    list_difference,
    list_take_over,
    lists_refresh,
    rating_sequence_set,
    rounds_pair_all,
)
from tournaments.services.start_list import REFRESH_JOB

pytestmark = pytest.mark.django_db


def published(kind: str, day: date, **ratings: int | None) -> RatingList:
    """A list of a kind in force from the day, with ratings by the persons' surnames."""
    from players.models import Person

    made = RatingList.objects.create(
        key=f"{kind}-{day.isoformat()}", kind=kind, effective_from=day, edition="fide-2024", sha256="0" * 64
    )
    for surname, rating in ratings.items():
        person = Person.objects.get(surname=surname)
        ListedRating.objects.create(
            rating_list=made, person=person, name=person.name, rating=rating, k=20, games_total=50
        )
    made.state = RatingList.State.PUBLISHED
    made.save()
    return made


@pytest.fixture
def people(db):
    return [person_create(actor=None, surname=name) for name in ("Alderon", "Birkov", "Cedrin", "Dunmar")]


@pytest.fixture
def ahead():
    return timezone.localdate() + timedelta(days=20)


@pytest.fixture
def event(director, people, ahead):
    """Registered, starts in twenty days, all four entered."""
    published("standard", ahead - timedelta(days=60), Alderon=2100, Birkov=1900)
    made = event_create(actor=director, name="Invented Open", start=ahead, rounds_planned=3)
    entries_add(made, actor=director, rows=[{"person": person} for person in people])
    return event_register(made, actor=director)


def seeding(event) -> dict[str, tuple]:
    return {entry.name: (entry.seeding, entry.start_source, entry.start_day) for entry in event.entries.all()}


def test_without_a_sequence_the_rating_counted_with_orders_the_list(event):
    assert seeding(event) == {
        "Alderon": (2100, "", None),
        "Birkov": (1900, "", None),
        "Cedrin": (None, "", None),
        "Dunmar": (None, "", None),
    }


def test_first_list_of_the_sequence_that_has_the_player_gives_rating_source_and_day(event, director, ahead):
    day = ahead - timedelta(days=30)
    published("rapid", day, Alderon=2300, Cedrin=2200)
    entry = event.entries.get(name="Dunmar")
    entry.other_rating, entry.other_source, entry.other_day = 2050, "FIDE", date(2026, 11, 1)
    entry.save()
    rating_sequence_set(event, actor=director, sequence=["standard", "rapid", "other"])
    standard = event.rating_list
    assert seeding(event) == {
        "Alderon": (2100, standard.key, standard.effective_from),
        "Birkov": (1900, standard.key, standard.effective_from),
        "Cedrin": (2200, f"rapid-{day.isoformat()}", day),
        "Dunmar": (2050, "FIDE", date(2026, 11, 1)),
    }
    # What is counted with stays that of the list by which the event is rated.
    assert event.entries.get(name="Cedrin").rating is None
    entries_number(event, actor=director)
    assert list(event.entries.order_by("number").values_list("name", flat=True)) == [
        "Cedrin",
        "Alderon",
        "Dunmar",
        "Birkov",
    ]


def test_player_on_no_list_of_the_sequence_has_no_rating_there(event, director):
    rating_sequence_set(event, actor=director, sequence=["rapid"])
    assert {rating for rating, _source, _day in seeding(event).values()} == {None}


@pytest.mark.parametrize(
    ("sequence", "code"), [(["standard", "standard"], "list_twice"), (["club"], "unknown_list")]
)
def test_sequence_that_cannot_be_is_refused(event, director, sequence, code):
    with pytest.raises(DomainError) as refused:
        rating_sequence_set(event, actor=director, sequence=sequence)
    assert refused.value.code == code


def test_after_the_first_pairing_the_sequence_stays(paired_event, director):
    event = paired_event(4)
    with pytest.raises(DomainError) as refused:
        rating_sequence_set(event, actor=director, sequence=["rapid"])
    assert refused.value.code == "paired_already"


def test_new_list_is_compared_without_writing_and_then_taken_over(event, director, ahead):
    old = event.rating_list
    new = published("standard", ahead - timedelta(days=10), Alderon=2090, Birkov=1900, Cedrin=1750)
    difference = list_difference(event)
    assert (difference.before, difference.after) == (old, new)
    assert [(change.name, change.before, change.after) for change in difference.changes] == [
        ("Alderon", (2100, 20, None), (2090, 20, None)),
        ("Cedrin", (None, None, None), (1750, 20, None)),
    ]
    event.refresh_from_db()
    assert event.rating_list == old
    assert event.entries.get(name="Alderon").rating == 2100
    version = event.version
    list_take_over(event, actor=director)
    event.refresh_from_db()
    assert (event.rating_list, event.version) == (new, version + 1)
    assert event.entries.get(name="Alderon").rating == 2090
    row = rows_of("event", event.pk).filter(verb="event.list_refreshed").get()
    assert (row.payload["before"], row.payload["list"]) == (old.key, new.key)
    assert list_difference(event) is None
    assert list_take_over(event, actor=director) is None


def test_list_of_another_day_or_kind_changes_nothing(event, ahead):
    published("standard", ahead + timedelta(days=1), Alderon=1000)
    published("blitz", ahead - timedelta(days=5), Alderon=1000)
    assert list_difference(event) is None


def test_paired_event_keeps_the_list_of_its_start(event, director, ahead):
    event.system = "round_robin"
    event.numbering = "lot"
    event.save()
    entries_number(event, actor=director, seed=7)
    rounds_pair_all(event, actor=director)
    published("standard", ahead - timedelta(days=10), Alderon=1000)
    event.refresh_from_db()
    assert list_difference(event) is None
    assert lists_refresh() == []
    with pytest.raises(DomainError) as refused:
        list_take_over(event, actor=director)
    assert refused.value.code == "started"


def test_event_whose_first_day_is_over_keeps_its_list(event, ahead):
    event.start = timezone.localdate() - timedelta(days=1)
    event.save()
    published("standard", event.start - timedelta(days=1), Alderon=1000)
    assert list_difference(event) is None


def test_stranger_may_not_take_a_list_over(event, stranger, ahead):
    from django.core.exceptions import PermissionDenied

    published("standard", ahead - timedelta(days=10), Alderon=1000)
    with pytest.raises(PermissionDenied):
        list_take_over(event, actor=stranger)


def test_worker_refreshes_every_event_that_has_not_started(event, ahead, django_capture_on_commit_callbacks):
    from core.jobs import submit

    new = published("standard", ahead - timedelta(days=10), Alderon=2090)
    ordered = submit(REFRESH_JOB, {"list": new.key})
    run(ordered.pk)
    ordered.refresh_from_db()
    assert (ordered.state, ordered.result) == (Job.State.DONE, {"events": [event.pk]})
    event.refresh_from_db()
    assert event.rating_list == new
    row = rows_of("event", event.pk).filter(verb="event.list_refreshed").get()
    assert row.actor_name == "portal"
