"""Deadlines: 9.13 of 2004, seven and thirty days since 2017, the third list since 2024; RACC 1.5 and 2.2."""

from datetime import date
from typing import Any

import pytest

from tests.tournaments.eligibility.building import entries, event
from tournaments.eligibility.facts import Registration
from tournaments.eligibility.papers import list_reached, months_later
from tournaments.record.model import Norm
from tournaments.rulebook.shelf import edition


def papers(
    check: Any, key: str, end: date, received: date | None, today: date | None = None
) -> dict[str, Any]:
    start = end.replace(day=1)
    kind = "ik" if key.startswith("racc") else "standard"
    record = event(entries(2200, 2100), start=start, end=end, norms=(Norm("kms", 2),), system="round_robin")
    told = Registration(kind=kind, registered=date(2000, 1, 1), papers=received, papers_known=True)
    found = check(record, key, registration=told, today=today or received)
    return {name: finding for name, finding in found.items() if name.startswith("papers")}


@pytest.mark.parametrize(
    ("key", "received", "first_day"),
    [
        # closing one month before: 1 December for 1 January
        ("fide-2004", date(2005, 12, 1), date(2006, 1, 1)),
        ("fide-2004", date(2005, 12, 2), date(2006, 4, 1)),
        # seven days before, six lists: 25 December for 1 January, then 1 March
        ("fide-2009", date(2010, 12, 25), date(2011, 1, 1)),
        ("fide-2009", date(2010, 12, 26), date(2011, 3, 1)),
        # three days before, twelve lists
        ("fide-2024", date(2025, 5, 29), date(2025, 6, 1)),
        ("fide-2024", date(2025, 5, 30), date(2025, 7, 1)),
        # by correspondence the tenth of the month before
        ("racc-2014", date(2024, 9, 10), date(2024, 10, 1)),
        ("racc-2014", date(2024, 9, 11), date(2025, 1, 1)),
        ("racc-2014", date(2024, 12, 10), date(2025, 1, 1)),
        ("racc-2014", date(2024, 12, 11), date(2025, 4, 1)),
    ],
)
def test_the_list_that_papers_reach(key: str, received: date, first_day: date) -> None:
    assert list_reached(edition(key), received).day == first_day


def test_papers_after_the_closing_day_wait_for_the_next_list(check: Any) -> None:
    end = date(2005, 11, 28)
    assert papers(check, "fide-2004", end, date(2005, 12, 1)) == {}
    late = papers(check, "fide-2004", end, date(2005, 12, 2))["papers.after_closing"]
    assert (late.severity, late.article) == ("warning", "9.13")
    assert (late.inputs["closing"], late.inputs["list"]) == (date(2005, 12, 1), date(2006, 4, 1))
    missing = papers(check, "fide-2004", end, None, today=date(2005, 12, 2))["papers.closing_past"]
    assert missing.inputs["list"] == date(2006, 4, 1)
    assert papers(check, "fide-2004", end, None, today=date(2005, 12, 1)) == {}


@pytest.mark.parametrize(
    ("key", "article"), [("fide-2004", "9.13"), ("fide-2024", "9.1"), ("racc-2014", "2.2")]
)
def test_papers_that_came_before_the_end_cannot_be_whole(check: Any, key: str, article: str) -> None:
    end = date(2024, 9, 10)
    (early,) = papers(check, key, end, date(2024, 9, 9)).values()
    assert (early.severity, early.code, early.article) == ("warning", "papers.before_end", article)
    assert papers(check, key, end, end) == {}


def test_nobody_is_late_before_the_end_or_where_nobody_knows(check: Any) -> None:
    end = date(2005, 11, 28)
    assert papers(check, "fide-2004", end, None, today=end) == {}
    record = event(entries(2200, 2100), end=end)
    found = check(record, registration=Registration(registered=date(2005, 1, 1)), today=date(2009, 1, 1))
    assert not [name for name in found if name.startswith("papers")]


def test_seven_days_for_the_report_and_thirty_to_hand_it_on(check: Any) -> None:
    end = date(2018, 5, 2)
    assert papers(check, "fide-2017", end, date(2018, 5, 9)) == {}
    late = papers(check, "fide-2017", end, date(2018, 5, 10))["papers.late_days"]
    assert (late.severity, late.article, late.inputs["due"]) == ("warning", "9.1", date(2018, 5, 9))
    later = papers(check, "fide-2017", end, date(2018, 6, 2))["papers.late_days"]
    assert later.inputs["due"] == date(2018, 6, 1)
    assert "papers.due_days" in papers(check, "fide-2017", end, None, today=date(2018, 5, 10))
    assert papers(check, "fide-2004", date(2005, 11, 1), date(2005, 11, 30)) == {}


def test_a_report_that_misses_the_third_list_is_refused_since_2024(check: Any) -> None:
    """The end is 9 March 2025: the lists of April, May and June follow; that of June closes on 29 May."""
    end = date(2025, 3, 9)
    assert "papers.too_late" not in papers(check, "fide-2024", end, date(2025, 5, 29))
    found = papers(check, "fide-2024", end, date(2025, 5, 30))
    assert list(found) == ["papers.too_late"]
    late = found["papers.too_late"]
    assert (late.severity, late.article, late.inputs["list"]) == ("refusal", "9.1", date(2025, 6, 1))
    assert list(papers(check, "fide-2024", end, None, today=date(2025, 5, 30))) == ["papers.never_came"]
    assert "papers.too_late" not in papers(check, "fide-2022", date(2022, 3, 9), date(2022, 12, 1))


def test_final_tables_by_correspondence_come_within_three_months(check: Any) -> None:
    end = date(2024, 11, 30)
    on_time = papers(check, "racc-2014", end, date(2025, 2, 28))
    assert "papers.late_months" not in on_time
    late = papers(check, "racc-2014", end, date(2025, 3, 1))["papers.late_months"]
    assert (late.severity, late.article, late.inputs["due"]) == ("warning", "2.2", date(2025, 2, 28))


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2024, 11, 30), 3, date(2025, 2, 28)),
        (date(2023, 11, 30), 3, date(2024, 2, 29)),
        (date(2024, 1, 1), -1, date(2023, 12, 1)),
        (date(2024, 12, 31), 1, date(2025, 1, 31)),
    ],
)
def test_months_later(day: date, months: int, expected: date) -> None:
    assert months_later(day, months) == expected
