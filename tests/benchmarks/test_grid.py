"""A result saved from the grid and the grid's page: ratios to the ways that a portal usually goes.

Every ratio is taken in one run, in turn, of this process's own computing time. The ordinary run is small and checks
equality alone; `FULL_SIZE=1` takes 150 boards in the ninth round and holds the ratios.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client
from django.urls import path, reverse

from config.urls import urlpatterns as portal_addresses
from tournaments.models import Event, Game, Round, Seat
from tournaments.record.codes import OPEN_CODES
from tournaments.record.crosstable import crosstable
from tournaments.selectors.events import rounds_progress
from tournaments.selectors.rounds import points_before
from tournaments.services import entries_add, entries_number, event_create, event_register, record_result
from tournaments.snapshot import record_of
from tournaments.views.access import desk_event

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

CODES = ("1-0", "1/2-1/2", "0-1")
LEAST_FASTER_THAN_WHOLE_FORM = 3
MOST_OF_A_PLAIN_SAVE = 2.5
MOST_OF_SINGLE_REQUESTS = 0.5
LEAST_FASTER_THAN_CROSSTABLE = 3
LEAST_FASTER_THAN_JOINS = 5


@login_required
def plain_board(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """One board saved as a tutorial does it: no version, no ledger."""
    desk_event(request, pk, "result_enter")
    board = Game.objects.get(pk=game, round__event_id=pk)
    board.code = request.POST["code"]
    board.save()
    return JsonResponse({"code": board.code})


@login_required
def plain_form(request: HttpRequest, pk: int) -> HttpResponse:
    """A form of all boards, each saved, changed or not."""
    desk_event(request, pk, "result_enter")
    with transaction.atomic():
        for board in Game.objects.filter(round__event_id=pk, pk__in=list(request.POST)):
            board.code = request.POST[str(board.pk)]
            board.save()
    return JsonResponse({})


urlpatterns = [
    path("plain/<int:pk>/<int:game>/", plain_board),
    path("plain/<int:pk>/", plain_form),
    *portal_addresses,
]


@pytest.fixture
def hall(full_size: bool) -> tuple[Any, Event, Client]:
    """A director with the last round of an event open before him: 150 boards in round 9, or 6 in round 3."""
    from players.services import account_create

    boards, rounds = (150, 9) if full_size else (6, 3)
    director = account_create(actor=None, username="ana", password="baize-and-ink-64", display_name="Ana")
    event = event_create(
        actor=director, name="Hall", start=date(2026, 3, 7), rounds_planned=rounds, first_colour="w"
    )
    rows = [{"name": f"Player {n:03d}, Test", "rating": 2600 - 3 * n} for n in range(2 * boards)]
    entries_add(event, actor=director, rows=rows)
    event = event_register(event, actor=director)
    entries = entries_number(event, actor=director)
    Event.objects.filter(pk=event.pk).update(state="playing")
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(event=event, number=number)
        games = [
            Game(
                round=round_,
                board=board + 1,
                white=entries[board],
                black=entries[boards + (board + number) % boards],
                code="*" if number == rounds else CODES[(board + number) % 3],
            )
            for board in range(boards)
        ]
        Game.objects.bulk_create(games)
        seats = [
            Seat(round=round_, entry=entry, game=game, colour=colour)
            for game in games
            for entry, colour in ((game.white, "w"), (game.black, "b"))
        ]
        Seat.objects.bulk_create(seats)
    client = Client()
    client.force_login(director)
    return director, Event.objects.get(pk=event.pk), client


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
        sys.stdout.write(f"\n{text} ({connection.vendor})\n")


def open_boards(event: Event) -> list[Game]:
    games = Game.objects.filter(round__event=event, round__number=event.rounds_planned)
    return list(games.select_related("round").order_by("board"))


def other(code: str) -> str:
    return CODES[(CODES.index(code) + 1) % 3] if code in CODES else CODES[0]


def test_one_board_is_saved_faster_than_a_whole_form(
    hall: Any, capsys: pytest.CaptureFixture[str], full_size: bool
) -> None:
    director, event, client = hall
    address = reverse("tournaments:round_entries", args=[event.pk, event.rounds_planned])
    last = open_boards(event)
    first = last[0]

    def send(games: list[Game]) -> None:
        entries = [
            {"n": game.board, "game": game.pk, "code": other(game.code), "version": game.version}
            for game in games
        ]
        body = json.dumps({"account": director.pk, "entries": entries})
        answers = client.post(address, body, content_type="application/json").json()["answers"]
        assert [answer["status"] for answer in answers] == [200] * len(games)
        for game, answer in zip(games, answers, strict=True):
            game.code, game.version = answer["code"], answer["version"]

    def whole_form() -> None:
        data = {str(game.pk): other(game.code) for game in last}
        assert client.post(f"/plain/{event.pk}/", data).status_code == 200

    def plain() -> None:
        data = {"code": other(last[-1].code)}
        assert client.post(f"/plain/{event.pk}/{last[-1].pk}/", data).status_code == 200

    some = last[1:41]
    runs = 9 if full_size else 1
    times = medians(
        {
            "ours": lambda: send([first]),
            "form": whole_form,
            "plain": plain,
            "together": lambda: send(some),
            "singly": lambda: [send([game]) for game in some],
        },
        runs,
    )
    told(
        capsys,
        f"one result from the grid: {times['ours']:.1f} ms, 1/{times['form'] / times['ours']:.1f} of a form of all "
        f"boards, {times['ours'] / times['plain']:.1f} times a plain save; {len(some)} after an outage in one "
        f"request: {times['together']:.0f} ms, {times['together'] / times['singly']:.2f} of single ones",
    )
    if full_size:
        assert times["ours"] <= MOST_OF_A_PLAIN_SAVE * times["plain"]
        assert times["form"] >= LEAST_FASTER_THAN_WHOLE_FORM * times["ours"]
        assert times["together"] <= MOST_OF_SINGLE_REQUESTS * times["singly"]


def test_the_grid_reads_points_and_counters_without_the_whole_event(
    hall: Any, capsys: pytest.CaptureFixture[str], full_size: bool
) -> None:
    director, event, client = hall
    number = event.rounds_planned
    record_result(open_boards(event)[0], actor=director, code="1-0", version=1)

    def from_crosstable() -> dict[int, int]:
        table = crosstable(record_of(event.pk))
        return {start: row.score_after(number - 1) for start, row in table.rows.items()}

    def joined() -> list[tuple[int, int, int]]:
        rounds = Round.objects.filter(event=event).annotate(
            boards=Count("games", distinct=True),
            open=Count("games", filter=Q(games__code__in=OPEN_CODES), distinct=True),
            byes=Count("seats", filter=Q(seats__game__isnull=True), distinct=True),
        )
        return sorted((row.number, row.boards, row.open) for row in rounds)

    assert points_before(event, number) == from_crosstable()
    assert [(row.number, row.boards, row.open) for row in rounds_progress(event)] == joined()
    address = reverse("tournaments:desk_round", args=[event.pk, number])
    times = medians(
        {
            "points": lambda: points_before(event, number),
            "crosstable": from_crosstable,
            "progress": lambda: rounds_progress(event),
            "joined": joined,
            "page": lambda: client.get(address),
        },
        9 if full_size else 1,
    )
    points, counters = times["crosstable"] / times["points"], times["joined"] / times["progress"]
    told(
        capsys,
        f"page of the grid: {times['page']:.0f} ms; points before the round 1/{points:.1f} of the crosstable, "
        f"counters of the rounds 1/{counters:.1f} of joined counts",
    )
    if full_size:
        assert times["crosstable"] >= LEAST_FASTER_THAN_CROSSTABLE * times["points"]
        # PostgreSQL computes the joins in its own process, which this clock does not see.
        if connection.vendor == "sqlite":
            assert times["joined"] >= LEAST_FASTER_THAN_JOINS * times["progress"]
