"""The demo event that takes entries: its schedule, its registration page with two requests, its categories."""

from datetime import datetime, time, timedelta

from django.utils import timezone

from players.models import Account
from tournaments.models import Event
from tournaments.services import (
    category_save,
    registration_create,
    registration_settings_set,
    schedule_fill,
)

TIMES = (time(9), time(13, 30), time(18))
PLACES = 40
ASKING = (
    {"surname": "Harrowen", "given_name": "Ida", "birth": "2011-05-02", "sex": "w", "federation": "INV"},
    {"surname": "Quirogal", "given_name": "Tomás", "birth": "1979", "sex": "m", "club": "Torre Blanca"},
)


def open_for_entries(event: Event, director: Account) -> None:
    """Let players register until two days before the start, and say which groups get prizes of their own."""
    assert event.start is not None
    schedule_fill(event, actor=director, times=TIMES)
    closes = timezone.make_aware(datetime.combine(event.start - timedelta(days=2), time(20)))
    registration_settings_set(
        event,
        actor=director,
        is_open=True,
        closes_at=closes,
        limit=PLACES,
        notes="Bring nothing: boards and clocks are there.",
    )
    new_year = event.start.replace(month=1, day=1)
    for code, name, bounds in (
        ("U18", "Youth", {"age_most": 17, "age_on": new_year}),
        ("S65", "Seniors", {"age_least": 65, "age_on": new_year}),
        ("W", "Women", {"sex": "w"}),
        ("B", "Rating group B", {"rating_most": 1899, "with_unrated": True}),
    ):
        category_save(event, actor=director, code=code, name=name, kind="prize", **bounds)
    for fields in ASKING if closes > timezone.now() else ():
        registration_create(event, fields=fields, consented=True)
