"""A role counts in its own event alone: a foreign official comes nowhere, not even with a nested id."""

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Account
from tests.tournaments.events import made_account, made_paired_event
from tournaments import urls
from tournaments.models import Event, Game
from tournaments.services import event_create, official_set

pytestmark = pytest.mark.django_db

PUBLIC = {"events", "event", "rounds", "round", "entries", "history", "download", "player_link",
          "register_self", "registration", "round_why", "board_why", "bracket", "teams", "team", "team_crosstable",
          "captain", "games", "game", "pgn", "game_pgn", "correspondence_own", "questionnaire_own",
          "schedule", "statistics", "participant", "embed", "round_embedded", "schedule_embedded", "card",
          "calendar", "calendar_feed", "calendar_list", "event_ics", "regulations_document"}  # fmt: skip
OWN = {"desk", "event_create", "event_import", "editions", "grid_worker"}


def arguments(name, event, entry, game, official):
    """The arguments of an address, by the names in its route."""
    route = next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)
    known = {
        "pk": event.pk,
        "number": 1,
        "entry": entry.pk,
        "game": game.pk,
        "official": official.pk,
        "name": "trf26",
        "pair": 1,
        "category": 1,
        "tie": 1,
        "team": 1,
        "match": 1,
        "row": 1,
    }
    return {key: value for key, value in known.items() if f":{key}>" in route}


@pytest.fixture(scope="module")
def made(kept_rows):
    """The keys of an event of ana, of another of boris, and of both accounts."""
    director, stranger = made_account("ana"), made_account("boris")
    event = made_paired_event(director)
    other = event_create(actor=stranger, name="Of the stranger", system="swiss")
    return event.pk, other.pk, director.pk, stranger.pk


@pytest.fixture
def director(db, made):
    return Account.objects.get(pk=made[2])


@pytest.fixture
def stranger(db, made):
    return Account.objects.get(pk=made[3])


@pytest.fixture
def foreign(made, stranger):
    """An event of the director, and a client of somebody who directs another event."""
    event, other = (Event.objects.get(pk=pk) for pk in made[:2])
    client = Client()
    client.force_login(stranger)
    parts = (event.entries.first(), Game.objects.filter(round__event=event).first(), event.officials.first())
    return event, other, parts, client


NAMES = sorted(pattern.name for pattern in urls.urlpatterns if pattern.name not in PUBLIC | OWN)


@pytest.mark.parametrize("name", NAMES)
def test_a_foreign_official_is_refused_at_every_address_of_the_desk(foreign, name):
    event, _other, parts, client = foreign
    address = reverse(f"tournaments:{name}", kwargs=arguments(name, event, *parts))
    answers = {
        client.get(address).status_code,
        client.post(address, {"code": "1-0", "version": 1}).status_code,
    }
    assert answers <= {403, 404, 405}
    assert answers & {403, 404}


OF_THE_EVENT = ("entry_", "result", "official_", "check_in_mark")
NESTED = [name for name in NAMES if name.startswith(OF_THE_EVENT) and name not in (
    "entry_search", "entry_add", "entry_new", "result_list")]  # fmt: skip


@pytest.mark.parametrize("name", NESTED)
def test_an_id_of_a_foreign_event_is_not_found_under_the_own_one(foreign, name):
    event, other, parts, client = foreign
    address = reverse(f"tournaments:{name}", kwargs=arguments(name, event, *parts) | {"pk": other.pk})
    data = {"code": "1-0", "version": 1, "person": 1}
    assert client.post(address, data).status_code == 404
    assert Game.objects.filter(round__event=event).exclude(code="*").count() == 0
    assert event.entries.count() == 4
    assert event.officials.count() == 1


@pytest.mark.parametrize("name", NAMES)
def test_whoever_is_not_logged_in_is_asked_to(foreign, client, name):
    event, _other, parts, _client = foreign
    address = reverse(f"tournaments:{name}", kwargs=arguments(name, event, *parts))
    answers = [client.get(address), client.post(address)]
    assert all(answer.status_code in (302, 405) for answer in answers)
    assert any("/login/" in answer.get("Location", "") for answer in answers)


def test_a_clerk_enters_results_and_sees_nothing_else(foreign, director, stranger):
    event, _other, parts, _client = foreign
    official_set(event, actor=director, account=stranger, role="clerk")
    client = Client()
    client.force_login(stranger)
    answers = {}
    for name in NAMES:
        answer = client.get(reverse(f"tournaments:{name}", kwargs=arguments(name, event, *parts)))
        answers[name] = answer.status_code
    may = {name for name, status in answers.items() if status == 200}
    assert may == {
        "desk_event",
        "desk_round",
        "desk_rounds",
        "round_state",
        "board_history",
        "check_in",
        "result_list",
    }
    page = client.get(reverse("tournaments:desk_event", args=[event.pk])).content.decode()
    assert reverse("tournaments:desk_entries", args=[event.pk]) not in page


def test_counts_and_lists_of_the_desk_know_own_events_only(foreign):
    _event, _other, _parts, client = foreign
    page = client.get(reverse("tournaments:desk")).content.decode()
    assert "Of the stranger" in page
    assert "Invented Open" not in page


def test_the_commission_may_correct_an_event_of_anybody(foreign, commissioner):
    event, _other, _parts, _client = foreign
    client = Client()
    client.force_login(commissioner)
    assert client.get(reverse("tournaments:event_edit", args=[event.pk])).status_code == 200
