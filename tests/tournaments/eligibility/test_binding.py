"""The first day decides which text binds an event (0.11, since 2014 article 0.1)."""

from datetime import date

import pytest

from tournaments.eligibility.binding import edition_findings
from tournaments.record.findings import text
from tournaments.rulebook.shelf import edition


@pytest.mark.parametrize(
    ("key", "start", "binding", "article"),
    [
        ("fide-2004", date(2006, 7, 1), "fide-2005", "0.11"),
        ("fide-2005", date(2006, 6, 30), "fide-2004", "0.11"),
        ("fide-2004", date(2014, 7, 1), "fide-2014", "0.1"),
        ("fide-2025-10", date(2025, 9, 30), "fide-2024", "0.1"),
        ("fide-rb-2024", date(2024, 12, 1), "fide-rb-2024-12", "0.1"),
    ],
)
def test_another_text_is_named(key: str, start: date, binding: str, article: str) -> None:
    (found,) = edition_findings(edition(key), start)
    assert (found.severity, found.code, found.article) == ("warning", "edition.not_in_force", article)
    assert found.inputs["binding"] == binding
    assert binding in text(found)
    assert start.isoformat() in text(found)


@pytest.mark.parametrize(
    ("key", "start"),
    [
        ("fide-2004", date(2006, 6, 30)),
        ("fide-2005", date(2006, 7, 1)),
        ("racc-2014", date(2014, 11, 21)),
        ("fide-2004", None),
    ],
)
def test_the_text_of_the_first_day_needs_no_words(key: str, start: date | None) -> None:
    assert edition_findings(edition(key), start) == ()


def test_where_no_text_is_at_hand_that_is_said() -> None:
    (found,) = edition_findings(edition("racc-2014"), date(2014, 11, 20))
    assert (found.code, found.article) == ("edition.none_in_force", "")
    assert text(found).startswith("racc-2014 was not in force on 2014-11-20")
