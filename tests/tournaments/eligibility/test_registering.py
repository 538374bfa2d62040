"""Registration before the start: 7.1 of 2004, 0.2 of 2024, 2.1 by correspondence."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.tournaments.eligibility.building import START, entries, event
from tournaments.eligibility.facts import Registration
from tournaments.record.model import Norm

OPEN = event(entries(2000, 2000, 2000, 2000))


@pytest.mark.parametrize(
    ("day", "severity", "key"),
    [
        (START - timedelta(days=1), None, None),
        (START, None, None),
        (START + timedelta(days=1), "refusal", "registered_late"),
    ],
)
def test_registered_late_is_refused(check: Any, day: date, severity: str | None, key: str | None) -> None:
    found = check(OPEN, registration=Registration(registered=day))
    assert [name for name in found if name.startswith("registered")] == ([key] if key else [])
    if key:
        assert (found[key].severity, found[key].article) == (severity, "7.1")


def test_unregistered_is_a_warning_until_play_begins_and_then_a_refusal(check: Any) -> None:
    nothing = Registration()
    assert check(OPEN, registration=nothing, today=START)["not_registered"].severity == "warning"
    late = check(OPEN, registration=nothing, today=START + timedelta(days=1))
    assert "not_registered" not in late
    assert (late["registered_never"].severity, late["registered_never"].article) == ("refusal", "7.1")


def test_a_file_does_not_tell_when_it_was_registered(check: Any) -> None:
    assert check(OPEN, registration=Registration(known=False))["registration.unknown"].severity == "note"


def test_without_a_first_day_nothing_can_be_said(check: Any) -> None:
    found = check(event(entries(2000), start=None))["start_missing.given"]
    assert (found.severity, found.code) == ("objection", "start_missing")


@pytest.mark.parametrize(
    ("ratings", "sex", "days", "late"),
    [
        ((2500,), "m", 3, False),
        ((2500,), "m", 2, True),
        ((2700,), "m", 3, False),  # not above 2700
        ((2701,), "m", 29, True),
        ((2701,), "m", 30, False),
        ((2501,), "w", 29, True),
        ((2501,), "m", 29, False),
    ],
)
def test_days_of_notice_since_2024(
    check: Any, ratings: tuple[int, ...], sex: str, days: int, late: bool
) -> None:
    start = date(2025, 5, 10)
    record = event(entries(*ratings, 2000, 2000, sex=sex), start=start, end=start)
    found = check(record, "fide-2025-10", registration=Registration(registered=start - timedelta(days=days)))
    short = [finding for finding in found.values() if finding.code == "registered_short"]
    assert bool(short) is late
    if short:
        assert (short[0].severity, short[0].article) == ("objection", "0.2")
        strong = ratings[0] > 2500 and days > 3
        assert short[0].players == ((1,) if strong else ())


def test_one_month_of_notice_in_2009(check: Any) -> None:
    start = date(2010, 5, 10)
    record = event(entries(2000, 2000, 2000, 2000), start=start, end=start)
    for days, late in ((30, False), (29, True)):
        found = check(record, "fide-2009", registration=Registration(registered=start - timedelta(days=days)))
        assert ("registered_short" in found) is late


def test_regulations_by_correspondence_come_before_the_start(check: Any) -> None:
    start = date(2024, 6, 1)
    record = event(entries(2200, 2100), start=start, norms=(Norm("kms", 2),), system="round_robin", rounds=1)
    told = {"kind": "ik", "registered": start - timedelta(days=5)}
    good = check(record, "racc-2014", registration=Registration(**told, regulations=start))
    bad = check(record, "racc-2014", registration=Registration(**told, regulations=start + timedelta(days=1)))
    assert "regulations_late" not in good
    assert (bad["regulations_late"].severity, bad["regulations_late"].article) == ("refusal", "2.1")
    late = check(
        record, "racc-2014", registration=Registration(kind="ik", registered=start + timedelta(days=1))
    )
    assert (late["registered_late"].severity, late["registered_late"].article) == ("refusal", "2.1")
