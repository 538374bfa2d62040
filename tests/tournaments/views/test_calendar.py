"""The calendar: a month, a list, filters, and the files for other calendars."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

pytestmark = pytest.mark.django_db
TODAY = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is 15 November 2026, a Sunday."""
    from django.utils import timezone

    monkeypatch.setattr(timezone, "now", lambda: TODAY)


def event(name: str, start: str, end: str | None = None, **fields: Any) -> Any:
    from tournaments.models import Event
    from tournaments.services.events import set_search_key

    values = {"state": "registered", "rating_kind": "standard", "system": "swiss"} | fields
    made = Event(
        name=name,
        start=date.fromisoformat(start),
        end=date.fromisoformat(end) if end else None,
        **values,
    )
    set_search_key(made)
    made.save()
    return made


def names_by_day(page: Any) -> dict[str, list[str]]:
    weeks = page.context["month"].weeks
    return {
        cell.day.isoformat(): [one.name for one in cell.events]
        for week in weeks
        for cell in week
        if cell.events
    }


def test_a_month_shows_each_day_of_play_in_whole_weeks_from_monday(client: Any) -> None:
    """November 2026 begins on a Sunday and ends on a Monday: six weeks, 26 October to 6 December."""
    event("Weekend", "2026-10-31", "2026-11-01", city="Harbour")
    event("One day", "2026-11-30")
    event("Secret", "2026-11-10", state="draft")
    page = client.get("/calendar/")
    days = [cell.day for week in page.context["month"].weeks for cell in week]
    assert (days[0], days[-1], len(days)) == (date(2026, 10, 26), date(2026, 12, 6), 42)
    assert names_by_day(page) == {
        "2026-10-31": ["Weekend"],
        "2026-11-01": ["Weekend"],
        "2026-11-30": ["One day"],
    }
    text = page.content.decode()
    assert "?month=2026-10" in text
    assert "?month=2026-12" in text
    assert "Secret" not in text


def test_an_event_of_months_stands_above_and_on_its_first_and_last_day_alone(client: Any) -> None:
    event("By post", "2026-06-01", "2027-11-30", correspondence=True, rating_kind="ik")
    page = client.get("/calendar/?month=2026-11")
    assert [one.name for one in page.context["month"].running] == ["By post"]
    assert names_by_day(page) == {}
    assert names_by_day(client.get("/calendar/?month=2026-06")) == {"2026-06-01": ["By post"]}


def test_a_full_day_says_how_many_more_there_are(client: Any) -> None:
    for number in range(6):
        event(f"Cup {number}", "2026-11-21")
    page = client.get("/calendar/")
    assert names_by_day(page)["2026-11-21"] == ["Cup 0", "Cup 1", "Cup 2", "Cup 3"]
    assert "and 2 more" in page.content.decode()


@pytest.mark.parametrize("month", ["soon", "2026-13", "99999-01", "0001-01", "9999-12"])
def test_a_month_that_does_not_exist_is_the_present_one(client: Any, month: str) -> None:
    page = client.get("/calendar/", {"month": month})
    assert page.context["month"].first == date(2026, 11, 1)


def test_an_empty_month_says_so(client: Any) -> None:
    assert "No event in this month" in client.get("/calendar/").content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Swiss", "League", "Post", "Blitz"]),
        ("kind=team", ["League"]),
        ("kind=individual", ["Swiss", "Post", "Blitz"]),
        ("speed=blitz", ["Blitz"]),
        ("state=playing", ["Post"]),
        ("play=correspondence", ["Post"]),
        ("play=board", ["Swiss", "League", "Blitz"]),
        ("region=02", ["Blitz"]),
        ("region=99", []),
        ("kind=nothing", ["Swiss", "League", "Post", "Blitz"]),
    ],
)
def test_month_list_and_feed_have_the_same_filters(client: Any, query: str, found: list[str]) -> None:
    from players.models import Region

    region = Region.objects.create(code="02", name="Harbourland")
    event("Swiss", "2026-11-16")
    event("League", "2026-11-17", system="team_swiss")
    event("Post", "2026-11-18", correspondence=True, rating_kind="ik", state="playing")
    event("Blitz", "2026-11-19", rating_kind="blitz", region=region)
    days = names_by_day(client.get(f"/calendar/?{query}"))
    assert [name for names in days.values() for name in names] == found
    rows = client.get(f"/calendar/list/?{query}&format=json").json()
    assert [row["name"] for row in rows] == found
    lines = client.get(f"/calendar/events.ics?{query}").content.decode().split("\r\n")
    assert [line.removeprefix("SUMMARY:") for line in lines if line.startswith("SUMMARY:")] == found


def test_the_list_begins_with_what_is_to_come(client: Any) -> None:
    event("Over", "2026-11-01", "2026-11-14")
    event("Ends today", "2026-11-10", "2026-11-15")
    event("Later", "2026-12-01")

    def listed(query: str) -> list[str]:
        return [row["name"] for row in client.get(f"/calendar/list/?format=json&{query}").json()]

    assert listed("") == ["Ends today", "Later"]
    assert listed("when=past") == ["Over"]
    assert listed("when=all") == ["Over", "Ends today", "Later"]
    assert listed("when=all&q=lat") == ["Later"]


def test_a_feed_keeps_a_year_and_says_when_each_event_changed(client: Any, settings: Any) -> None:
    from django.db import transaction

    from core.ledger import append

    settings.PUBLIC_ADDRESS = "https://chess.example"
    event("Long ago", "2025-11-13")
    kept = event("Kept", "2025-11-20", city="Harbour", federation="INV", rate_of_play="90'+30\"")
    with transaction.atomic():
        append(scope="event", object_id=str(kept.pk), actor_id=None, actor_name="x", verb="event.changed")
    response = client.get("/calendar/events.ics")
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="events.ics"'
    text = response.content.decode().replace("\r\n ", "")
    assert "Long ago" not in text
    for line in (
        f"UID:event-{kept.pk}@chess.example",
        "DTSTAMP:20261115T120000Z",
        "DTSTART;VALUE=DATE:20251120",
        "DTEND;VALUE=DATE:20251121",
        "LOCATION:Harbour\\, INV",
        "DESCRIPTION:Swiss\\, 9 rounds\\nstandard\\n90'+30\"",
        f"URL:https://chess.example/events/{kept.pk}/",
    ):
        assert f"\r\n{line}\r\n" in text, line


def test_one_event_as_a_file_and_no_draft(client: Any) -> None:
    shown, draft = event("Shown", "2026-11-20"), event("Secret", "2026-11-20", state="draft")
    assert b"SUMMARY:Shown" in client.get(f"/events/{shown.pk}/event.ics").content
    assert client.get(f"/events/{draft.pk}/event.ics").status_code == 404
    assert f"/events/{shown.pk}/event.ics" in client.get(f"/events/{shown.pk}/").content.decode()


@pytest.mark.parametrize("path", ["/calendar/", "/calendar/list/", "/calendar/events.ics"])
def test_queries_do_not_grow_with_the_events(client: Any, path: str, django_assert_num_queries: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    event("First", "2026-11-16")
    with CaptureQueriesContext(connection) as first:
        client.get(path)
    assert len(first) <= 3
    for number in range(2):
        event(f"Other {number}", "2026-11-17")
    with django_assert_num_queries(len(first)):
        client.get(path)
