"""Cases LIST-01, LIST-03, LIST-05: the day of the place, the list of the first day, numbers that are labels."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone, translation
from django.utils.formats import localize, reset_format_cache

pytestmark = pytest.mark.django_db
OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)


# ---- LIST-01: shortly after local midnight ----

#          UTC                      the day in Prague   the list in force    the one before
MIDNIGHTS = [
    ((2026, 10, 31, 23, 30), date(2026, 11, 1), date(2026, 11, 1), date(2026, 10, 1)),
    ((2026, 6, 30, 23, 15), date(2026, 7, 1), date(2026, 7, 1), date(2026, 6, 1)),
]
AFTER_MIDNIGHT = pytest.mark.parametrize(
    ("moment", "today", "in_force", "before"), MIDNIGHTS, ids=["1 November 00:30", "1 July 01:15"]
)


@pytest.fixture
def prague(settings: Any) -> Any:
    """A server in universal time whose federation lives in Prague."""
    settings.TIME_ZONE = "Europe/Prague"
    return settings


@AFTER_MIDNIGHT
def test_list_01_an_event_that_starts_today_is_registered_today_with_the_list_of_today(
    prague: Any,
    clock: Any,
    people: Any,
    typed_list: Any,
    director: Any,
    client: Any,
    *,
    moment: tuple[int, ...],
    today: date,
    in_force: date,
    before: date,
) -> None:
    from tournaments.models import Event

    one, two = people(2)
    for day, rating in ((before, 1500), (in_force, 1600)):
        typed_list(day, {one: (rating, 20), two: (rating, 20)})
    clock(*moment)
    assert timezone.now().date() != today  # what the server's own calendar says
    client.force_login(director)
    form = client.get("/desk/new/").context["form"]
    typed = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    typed |= {
        "name": "Midnight Open",
        "system": "round_robin",
        "start": today.isoformat(),
        "end": today.isoformat(),
        "rating_kind": "standard",
        "numbering": "typed",
    }
    typed = {name: value for name, value in typed.items() if value is not False}
    answer = client.post("/desk/new/", typed)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    event = Event.objects.get()
    answer = client.post(f"/desk/{event.pk}/register/")
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.start, event.registered_on) == (today, today)
    assert event.rating_list.effective_from == in_force


@AFTER_MIDNIGHT
def test_list_01_the_list_in_force_is_the_new_one(
    prague: Any,
    clock: Any,
    people: Any,
    typed_list: Any,
    *,
    moment: tuple[int, ...],
    today: date,
    in_force: date,
    before: date,
) -> None:
    from players.selectors import list_in_force

    (one,) = people(1)
    for day in (before, in_force):
        typed_list(day, {one: (1500, 20)})
    clock(*moment)
    assert list_in_force("standard", timezone.localdate()).effective_from == in_force


@AFTER_MIDNIGHT
def test_list_01_papers_after_midnight_are_a_day_late_for_the_period_that_has_closed(
    prague: Any,
    clock: Any,
    people: Any,
    typed_list: Any,
    officer: Any,
    directed: Any,
    member: Any,
    director: Any,
    sign: Any,
    client: Any,
    *,
    moment: tuple[int, ...],
    today: date,
    in_force: date,
    before: date,
) -> None:
    """The period closed with the last local day: its page offers the list, and the papers go to the next one."""
    from commission.findings import open_refusals
    from commission.services import dossier_move, dossier_of, finding_dismiss
    from ratings.models import RatedEvent
    from ratings.services import period_open
    from reports.services import report_hand_in

    crowd = people(4)
    typed_list(before, dict.fromkeys(crowd, (1600, 20)))
    clock(*moment[:2], moment[2] - 10, *moment[3:])
    event = directed(crowd, [[(1, 2, "1-0"), (3, 4, "1-0")]], start=before)
    closing = date.fromordinal(today.toordinal() - 1)
    ending = period_open(actor=officer, kind="standard", closing_day=closing, effective_from=in_force)
    following = period_open(
        actor=officer,
        kind="standard",
        closing_day=in_force.replace(day=25),
        effective_from=in_force.replace(month=in_force.month + 1),
    )
    sign(report_hand_in(event, actor=director, place="Inventown"), director, officer)
    clock(*moment)
    dossier = dossier_move(dossier_of(event), "submit", actor=director)
    assert dossier.arrived_on == today
    for refusal in open_refusals(dossier):
        finding_dismiss(dossier, actor=member, fingerprint=refusal.finding.fingerprint, reason="Decision 12")
    dossier = dossier_move(dossier_move(dossier, "accept", actor=member), "rate", actor=member)
    assert RatedEvent.objects.get().period == following
    client.force_login(officer)
    assert client.get(f"/commission/periods/{ending.pk}/").context["is_early"] is False
    assert client.get(f"/commission/periods/{following.pk}/").context["is_early"] is True


def test_list_01_days_of_play_do_not_shift_when_somebody_elsewhere_saves_them(
    prague: Any, clock: Any, people: Any, played: Any, officer: Any, client: Any
) -> None:
    """Two administrators on either side of the date line open the form and save it as it stands."""
    event = played(people(2), [[(1, 2, "*")]], start=NOVEMBER, end=date(2026, 11, 2))
    clock(2026, 10, 31, 23, 30)
    client.force_login(officer)
    for zone in ("Pacific/Auckland", "America/Los_Angeles"):
        with timezone.override(zone):
            form = client.get(f"/desk/{event.pk}/edit/").context["form"]
            typed = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
            typed = {name: value for name, value in typed.items() if value is not False}
            assert client.post(f"/desk/{event.pk}/edit/", typed | {"city": zone}).status_code == 302
        event.refresh_from_db()
        assert (event.start, event.end, event.city) == (NOVEMBER, date(2026, 11, 2), zone)


# ---- LIST-03: the list in force on the first day ----


@pytest.fixture
def three_lists(shared: Path, people: Any, typed_list: Any, clock: Any) -> tuple[Any, Any]:
    """Two players on the lists of October, November and December, as the file of the case has them."""
    path = shared / "cases" / "files" / "LIST-03_lists.csv"
    if not path.is_file():
        pytest.skip("the reference data have no cases/files/LIST-03_lists.csv")
    with path.open(encoding="utf-8") as file:
        table = list(csv.DictReader(file, delimiter=";"))
    clock(2026, 10, 20, 12)
    persons = dict(zip(("999100091", "999100092"), people(2), strict=True))
    for name in sorted({row["list"] for row in table}):
        typed_list(
            date.fromisoformat(f"{name}-01"),
            {
                persons[row["fide_id"]]: (int(row["rating"]), int(row["k"]))
                for row in table
                if row["list"] == name
            },
        )
    return persons["999100091"], persons["999100092"]


def test_list_03_the_report_of_december_is_rated_by_the_list_of_october_then_and_in_spring(
    three_lists: tuple[Any, Any],
    played: Any,
    rate: Any,
    period: Any,
    publish: Any,
    officer: Any,
    standing: Any,
    clock: Any,
) -> None:
    """1842 beats 1905: D -63, .41; .59 x 20 = 11.8. November's figures give 10.8 (11), December's 13."""
    from ratings.services import event_unrate

    one, two = three_lists
    event = played([one, two], [[(1, 2, "1-0")]], start=date(2026, 10, 31), end=date(2026, 11, 2))
    assert event.rating_list.effective_from == OCTOBER
    clock(2026, 12, 5, 12)
    rate(event, received_on=date(2026, 12, 5))
    row = standing(one, event)
    assert (row.own_rating, row.k, row.change) == (1842, 20, "11.8")
    clock(2027, 4, 5, 12)
    event_unrate(event, actor=officer, reason="calculated once more")
    rate(event, received_on=date(2027, 4, 5))
    again = standing(one, event)
    assert again.pk != row.pk
    assert (again.own_rating, again.k, again.change) == (1842, 20, "11.8")
    assert publish(period(date(2027, 5, 1))).rows.get(person=one).rating == 1849 + 12


def test_list_03_registered_late_it_is_still_the_list_of_the_first_day(
    three_lists: tuple[Any, Any], played: Any, clock: Any
) -> None:
    clock(2026, 12, 5, 12)
    event = played(list(three_lists), [[(1, 2, "1-0")]], start=date(2026, 10, 31), end=date(2026, 11, 2))
    assert event.rating_list.effective_from == OCTOBER
    assert [entry.rating for entry in event.entries.order_by("number")] == [1842, 1905]


def test_list_03_the_command_line_takes_the_event_with_its_list(
    three_lists: tuple[Any, Any], played: Any, clock: Any
) -> None:
    event = played(list(three_lists), [[(1, 2, "1-0")]], start=date(2026, 10, 31), end=date(2026, 11, 2))
    clock(2027, 4, 5, 12)
    out = io.StringIO()
    call_command("rate", str(event.pk), "--json", stdout=out)
    line = next(row for row in json.loads(out.getvalue())["players"] if row["start_number"] == 1)
    assert (line["ro"], line["k"], line["change"]) == (1842, 20, "11.8")


# ---- LIST-05: ids and ratings are labels ----

PERSON, EVENT, RATING = 999_100_001, 7_654_321, 2105
LANGUAGES = ("en", "hr", "ru", "uk", "es")
#  full stop, comma, apostrophe, thin, narrow, no-break and usual spaces, and their entities
MARK = r"(?:[.,’'\s\u00a0\u2009\u202f]|&nbsp;|&#160;|&#x27;|&#39;)"
SEPARATED = re.compile(rf"(?<!\d)(?:999{MARK}100{MARK}00[12]|7{MARK}654{MARK}32\d|2{MARK}105)(?!\d)")


def begin_ids_at(model: Any, number: int) -> None:
    """The next row of a table gets this id."""
    from django.db import connection

    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, number])
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number - 1])


@pytest.fixture
def large_numbers(
    db: Any,
    people: Callable[..., list[Any]],
    opening: Any,
    played: Any,
    rate: Any,
    period: Any,
    publish: Any,
    officer: Any,
) -> Iterator[dict[str, Any]]:
    """Two players with large ids, one rated 2105 on both lists: draws of equals change nothing."""
    from players.models import Person
    from tournaments.models import Event

    begin_ids_at(Person, PERSON)
    one, two = people(2)
    assert (one.pk, two.pk) == (PERSON, PERSON + 1)
    Person.objects.filter(pk=PERSON).update(fide_id=str(PERSON))
    opening({one: RATING, two: RATING})
    chosen = period()
    begin_ids_at(Event, EVENT)
    event = played([one, two], [[(1, 2, "1/2-1/2")], [(2, 1, "1/2-1/2")]], city="Inventown")
    assert event.pk == EVENT
    calculation = rate(event)
    yield {
        "event": event,
        "list": publish(chosen),
        "entry": calculation.entries.get(person=one),
        "open": period(date(2026, 5, 1)),
    }
    reset_format_cache()


def pages(facts: dict[str, Any]) -> dict[str, str]:
    """The addresses that show the player's id or rating, by what they are."""
    event, key = f"/events/{EVENT}", facts["list"].key
    return {
        "profile": f"/players/{PERSON}/",
        "register": "/players/",
        "register, CSV": "/players/?format=csv",
        "register, JSON": "/players/?format=json",
        "suggestions": "/players/search/?q=Player",
        "lists": "/ratings/",
        "list": f"/ratings/{key}/",
        "list, CSV": f"/ratings/{key}/?format=csv",
        "list, JSON": f"/ratings/{key}/?format=json",
        "list, canonical": f"/ratings/{key}/file/",
        "row": f"/ratings/{key}/{PERSON}/",
        "change": f"/ratings/changes/{facts['entry'].pk}/",
        "changes": f"{event}/ratings/",
        "changes, CSV": f"{event}/ratings/?format=csv",
        "changes, JSON": f"{event}/ratings/?format=json",
        "scale": "/ratings/monitoring/",
        "event": f"{event}/",
        "events": "/events/",
        "start list": f"{event}/players/",
        "round": f"{event}/rounds/1/",
        "crosstable": f"{event}/crosstable/",
        "standings": f"{event}/standings/",
        "standings, CSV": f"{event}/standings/?format=csv",
        "standings, JSON": f"{event}/standings/?format=json",
        "live standings": f"{event}/standings/live/",
        "comparison": f"{event}/compare/",
        "record, JSON": f"{event}/download/json/",
        "record, CSV": f"{event}/download/csv/",
        "documents": f"{event}/documents/",
        "history": f"{event}/history/",
        "search": "/search/?q=Player",
        "TRF16": f"{event}/download/trf16/",
        "TRF26": f"{event}/download/trf26/",
        "desk": "/desk/",
        "player in the event": f"{event}/players/{facts['entry'].entry_id}/",
        "desk of the event": f"/desk/{EVENT}/",
        "desk, players": f"/desk/{EVENT}/players/",
        "desk, one player": f"/desk/{EVENT}/players/{facts['entry'].entry_id}/",
        "desk, search": f"/desk/{EVENT}/players/search/?q=Player",
        "desk, identification": f"/desk/{EVENT}/players/identify/",
        "desk, rounds": f"/desk/{EVENT}/rounds/",
        "desk, results": f"/desk/{EVENT}/rounds/1/",
        "queue": "/commission/",
        "dossier": f"/commission/events/{EVENT}/",
        "periods": "/commission/periods/",
        "preview": f"/commission/periods/{facts['open'].pk}/",
    }


NAMES_THE_PLAYER = ("profile", "register", "list", "row", "change", "player in the event")
SHOWS_THE_RATING = (
    *NAMES_THE_PLAYER,
    "start list",
    "register, CSV",
    "register, JSON",
    "list, CSV",
    "list, JSON",
    "list, canonical",
    "changes",
    "changes, CSV",
    "changes, JSON",
    "crosstable",
    "TRF16",
    "TRF26",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_list_05_no_id_and_no_rating_is_split_into_thousands(
    client: Any, settings: Any, large_numbers: dict[str, Any], officer: Any, language: str
) -> None:
    """On every page of the public, of the director and of the commission, and in every download."""
    settings.USE_THOUSAND_SEPARATOR = True
    reset_format_cache()
    with translation.override(language):
        # The switch is on: a number that nobody protects is split.
        assert SEPARATED.search(localize(PERSON)), localize(PERSON)
    client.force_login(officer)
    split = {}
    for what, address in pages(large_numbers).items():
        answer = client.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 200, (what, address)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = content.decode("utf-8-sig")
        if found := SEPARATED.search(text):
            split[what] = text[found.start() - 80 : found.end() + 20]
        if what in NAMES_THE_PLAYER:
            assert f"/players/{PERSON}/" in text, what
        if what in SHOWS_THE_RATING:
            assert str(RATING) in text, what
    assert split == {}
