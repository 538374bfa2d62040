"""What is due of an event and when, by the text that binds it; each day counted by hand."""

from datetime import date
from typing import Any

import pytest

from tournaments.eligibility.deadlines import deadlines
from tournaments.rulebook.shelf import edition


def terms(key: str, start: date, end: date | None) -> list[tuple[Any, ...]]:
    return [
        (term.key, term.due, term.article, term.choice, term.of_commission)
        for term in deadlines(edition(key), start, end)
    ]


def test_by_correspondence_three_months_after_the_end_and_both_papers_before_the_start() -> None:
    """RACC 2.1 and 2.2; three months after 30 November end with February."""
    assert terms("racc-2014", date(2024, 6, 1), date(2025, 11, 30)) == [
        ("start_list", date(2024, 6, 1), "2.1", "", False),
        ("regulations", date(2024, 6, 1), "2.1", "", False),
        ("papers", date(2026, 2, 28), "2.2", "", False),
    ]


@pytest.mark.parametrize("key", ["fide-2017", "fide-2025-10", "fide-rb-2024-12"])
def test_since_2017_seven_days_for_the_report_and_thirty_for_handing_it_on(key: str) -> None:
    """9.1: 9 March and 7 days are 16 March, and 30 days are 8 April."""
    assert terms(key, date(2026, 3, 7), date(2026, 3, 9))[1:] == [
        ("papers", date(2026, 3, 16), "9.1", "", False),
        ("handed_on", date(2026, 4, 8), "9.1", "", True),
    ]


def test_before_2017_no_article_names_a_term_and_the_handbook_gives_thirty_days() -> None:
    assert terms("fide-2004", date(2006, 3, 7), date(2006, 3, 9)) == [
        ("start_list", date(2006, 3, 7), "", "house", False),
        ("papers", date(2006, 4, 8), "", "B.01.07", False),
    ]


def test_papers_have_no_term_before_the_last_day_is_known() -> None:
    assert [term[0] for term in terms("fide-2025-10", date(2026, 3, 7), None)] == ["start_list"]
