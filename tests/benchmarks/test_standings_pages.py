"""Standings stored after a result, their pages made and given: ratios to the ways that a portal usually goes.

Every ratio is taken in one run, in turn, of this process's own computing time. The ordinary run is small and checks
equality alone; `FULL_SIZE=1` takes 500 (the crosstable 300) players and eleven rounds and holds the ratios.
"""

import gc
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_started
from django.db import close_old_connections, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path, reverse

from config.urls import urlpatterns as portal_addresses
from tests.benchmarks.plain_pages import engine, plain_crosstable, plain_standings
from tests.benchmarks.standings_data import open_event, stored
from tests.tiebreaks.web.reading import table
from tiebreaks import stored as stored_standings
from tiebreaks.engine.ranking import rank
from tiebreaks.facts import ENTRY_COLUMNS, GAME_COLUMNS
from tiebreaks.models import StandingsRow, StoredStandings
from tiebreaks.services import counted, rules_of, standings_of
from tournaments.models import ByeRequest, Entry, Event, Game, Seat
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

CHANGING = ("position", "place", "place_before", "path", "raw", "reasons")  # of a row, by a result
LEAST_FASTER_THAN_OBJECTS = 20
MOST_OF_READING = 4  # on SQLite
MOST_OF_PLAIN_STANDINGS = 0.25
MOST_OF_PLAIN_CROSSTABLE = 0.3
LEAST_OF_HELLO = 0.8


def hello(request: HttpRequest, pk: int) -> HttpResponse:
    """The least view that asks the database once."""
    version = Event.objects.filter(pk=pk).values_list("version", flat=True).first()
    return HttpResponse(f"hello {version}")


urlpatterns = [path("hello/<int:pk>/", hello, name="hello"), *portal_addresses]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def _connection_stays() -> Iterator[None]:
    """The test's transaction outlives the requests, as in Django's own test client."""
    request_started.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)


def medians(works: dict[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The median milliseconds of computing of each work, done in turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _run in range(runs):
        for name, work in works.items():
            gc.collect()
            began = time.process_time_ns()
            work()
            times[name].append((time.process_time_ns() - began) / 1e6)
    return {name: sorted(found)[len(found) // 2] for name, found in times.items()}


def told(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """A line of the run's output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{text}\n")


# -- a result is saved: until the standings are stored -----------------------------------------------------------


def test_standings_are_stored_faster_than_by_objects(
    capsys: pytest.CaptureFixture[str], full_size: bool
) -> None:
    event = stored(open_event(500) if full_size else open_event(12, 4))
    event.refresh_from_db()
    standings_of(event)
    by_objects = ObjectsWay(event)

    def ours() -> None:
        """What the first reader after a result pays: everything counted anew and stored."""
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
        event.version += 1
        key = {"event_id": event.pk, "event_version": event.version, "through_round": 0, "order_text": "x"}
        stored_standings.keep(key | {"edition": "", "unplayed_edition": ""}, counted(event, rules_of(event)))

    ours()
    by_objects.store()
    assert by_objects.kept() == list(
        StandingsRow.objects.filter(standings__event=event, standings__order_text="x")
        .order_by("number")
        .values_list("number", *CHANGING)
    )
    times = medians(
        {"ours": ours, "objects": by_objects.store, "reading": lambda: read_rows(event.pk)},
        7 if full_size else 1,
    )
    told(
        capsys,
        f"result saved to standings stored: {times['ours']:.1f} ms, 1/{times['objects'] / times['ours']:.0f} of "
        f"objects, {times['ours'] / times['reading']:.1f} times the reading of the rows ({connection.vendor})",
    )
    if full_size:
        assert times["objects"] > LEAST_FASTER_THAN_OBJECTS * times["ours"]
        if connection.vendor == "sqlite":
            assert times["ours"] < MOST_OF_READING * times["reading"]


def read_rows(event_id: int) -> None:
    """Every row that a standing is counted from, as tuples."""
    list(
        Game.objects.filter(round__event_id=event_id)
        .order_by("round__number", "board")
        .values_list(*GAME_COLUMNS)
    )
    list(
        Seat.objects.filter(round__event_id=event_id, game__isnull=True).values_list(
            "round__number", "entry_id", "bye"
        )
    )
    asked = ByeRequest.objects.filter(entry__event_id=event_id)
    list(asked.values_list("round_number", "entry_id", "code"))
    list(Entry.objects.filter(event_id=event_id).values_list(*ENTRY_COLUMNS))


class ObjectsWay:
    """The same with an object for each pairing and each row, and `bulk_update` of all that a result can change."""

    def __init__(self, event: Event) -> None:
        self.event, self.rules = event, rules_of(event)
        self.head = StoredStandings.objects.create(
            event=event, event_version=10_000, order_text="objects", edition="", payload={}
        )
        made = counted(event, self.rules).rows
        StandingsRow.objects.bulk_create(
            StandingsRow(standings=self.head, position=position, **row._asdict() | {"raw": "", "path": ""})
            for position, row in enumerate(made, start=1)
        )

    def store(self) -> None:
        """Read, count, write."""
        with transaction.atomic():
            list(Game.objects.filter(round__event=self.event).select_related("round", "white", "black"))
            record = record_of(self.event.pk)
            standings = rank(record, self.rules.edition, self.rules.order, self.rules.unplayed)
            rows = {row.number: row for row in StandingsRow.objects.filter(standings=self.head)}
            player = {entry.number: index for index, entry in enumerate(record.entries)}
            for position, found in enumerate(standings.rows, start=1):
                row = rows[found.number]
                row.position, row.place, row.place_before = position, found.place, None
                raw = [standings.columns[label].values[player[found.number]] for label in standings.labels]
                row.raw, row.path = _listed(raw), _listed(found.path)
                row.reasons = ",".join(found.reasons.values())
            StandingsRow.objects.bulk_update(rows.values(), CHANGING)

    def kept(self) -> list[tuple[Any, ...]]:
        """What was written."""
        rows = StandingsRow.objects.filter(standings=self.head).order_by("number")
        return list(rows.values_list("number", *CHANGING))


def _listed(values: Sequence[int | None]) -> str:
    return ",".join("null" if value is None else str(value) for value in values)


# -- pages ---------------------------------------------------------------------------------------------------------


def cold(client: Client, address: str) -> Callable[[], HttpResponse]:
    """The page made anew, from stored standings."""

    def make() -> HttpResponse:
        cache.clear()
        response: Any = client.get(address)
        assert response.status_code == HTTPStatus.OK
        return response

    return make


@pytest.mark.parametrize(
    ("name", "plain", "players", "most"),
    [
        ("standings", plain_standings, 500, MOST_OF_PLAIN_STANDINGS),
        ("crosstable", plain_crosstable, 300, MOST_OF_PLAIN_CROSSTABLE),
    ],
)
def test_cold_page_costs_a_part_of_a_plain_one(
    capsys: pytest.CaptureFixture[str],
    full_size: bool,
    name: str,
    plain: Callable[..., HttpResponse],
    players: int,
    most: float,
) -> None:
    event = stored(open_event(players) if full_size else open_event(12, 4))
    event.refresh_from_db()
    standings_of(event)
    client, templates, requests = Client(), engine(), RequestFactory()
    address = reverse(f"tiebreaks:{name}", args=[event.pk])
    ours = cold(client, address)
    client.get(address)

    def usual() -> HttpResponse:
        from django.contrib.auth.models import AnonymousUser

        request = requests.get(address)
        request.user = AnonymousUser()
        return plain(templates, request, event.pk)

    columns = ("SNo", "Name", "Rtg", "1") if name == "crosstable" else ("Rk", "SNo", "Name", "Rtg")
    mine, other = table(ours()), table(usual())
    assert [[row[column] for column in columns] for row in mine] == [
        [row[column] for column in columns] for row in other
    ]
    times = medians({"ours": ours, "plain": usual}, 9 if full_size else 1)
    share = times["ours"] / times["plain"]
    told(capsys, f"cold {name} of {len(mine)} rows: {times['ours']:.1f} ms, {share:.2f} of the plain page")
    if full_size:
        assert share < most


@pytest.mark.urls(__name__)
@pytest.mark.usefixtures("_connection_stays")
@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_kept_page_is_given_nearly_as_often_as_a_hello(
    capsys: pytest.CaptureFixture[str], full_size: bool, name: str
) -> None:
    event = stored(open_event(500) if full_size else open_event(12, 4))
    page, least = reverse(f"tiebreaks:{name}", args=[event.pk]), reverse("hello", args=[event.pk])
    portal = Portal()
    assert portal.get(page) == portal.get(page)
    assert portal.get(least) == b"hello 1"
    turns = 200 if full_size else 2

    def often(address: str) -> Callable[[], None]:
        def ask() -> None:
            for _turn in range(turns):
                portal.get(address)

        return ask

    times = medians({"page": often(page), "hello": often(least)}, 7 if full_size else 1)
    rate = times["hello"] / times["page"]
    told(
        capsys,
        f"kept {name}: {1000 * turns / times['page']:.0f} a second, {rate:.2f} of a hello with one query",
    )
    if full_size:
        assert rate > LEAST_OF_HELLO


class Portal:
    """The portal as a server calls it, without the net between."""

    def __init__(self) -> None:
        self._handler = WSGIHandler()

    def get(self, address: str) -> bytes:
        """The bytes of a page, packed as browsers take them."""
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": address,
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "HTTP_HOST": "testserver",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "wsgi.input": io.BytesIO(),
            "wsgi.url_scheme": "http",
        }
        answer: Any = self._handler(environ, lambda status, headers: None)
        body: bytes = b"".join(answer)
        return body
