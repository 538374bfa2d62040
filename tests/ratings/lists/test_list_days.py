"""The days of the lists and of their papers, by the text in force on the list's first day."""

from datetime import date, timedelta
from typing import Any

import pytest

from ratings.engine.list_days import closing_day, days_in_words, is_list_day
from tournaments.rulebook.shelf import edition

QUARTERS = ((1, 1), (4, 1), (7, 1), (10, 1))


@pytest.mark.parametrize(
    ("key", "day", "closing"),
    [
        ("fide-2004", date(2006, 4, 1), date(2006, 3, 1)),  # 9.13: a month before
        ("fide-2009", date(2010, 3, 1), date(2010, 2, 22)),  # seven days before
        ("fide-2024", date(2024, 5, 1), date(2024, 4, 28)),  # 7.1: three days before
        ("racc-2014", date(2026, 1, 1), date(2025, 12, 10)),  # 1.5: the 10th of the month before
        ("racc-2014", date(2026, 10, 1), date(2026, 9, 10)),
    ],
)
def test_the_papers_close_as_the_text_says(key: str, day: date, closing: date) -> None:
    assert is_list_day(edition(key), day)
    assert closing_day(edition(key), day) == closing


@pytest.mark.parametrize(
    ("key", "months"),
    [
        ("fide-2005", {1, 4, 7, 10}),
        ("fide-2009", {1, 3, 5, 7, 9, 11}),
        ("fide-2012", set(range(1, 13))),
        ("racc-2014", {1, 4, 7, 10}),
    ],
)
def test_lists_come_out_quarterly_every_second_month_and_monthly(key: str, months: set[int]) -> None:
    year = [date(2010, 1, 1) + timedelta(days=number) for number in range(365)]
    assert [day for day in year if is_list_day(edition(key), day)] == [
        date(2010, month, 1) for month in sorted(months)
    ]
    assert days_in_words(edition(key)) == tuple((month, 1) for month in sorted(months))


@pytest.mark.django_db
def test_a_day_that_is_none_of_the_texts_days_is_refused(officer: Any) -> None:
    from ratings.models import Period
    from ratings.services import period_open
    from tournaments.errors import DomainError

    for kind, day in (
        ("standard", date(2026, 5, 2)),
        ("standard", date(2010, 2, 1)),
        ("ik", date(2026, 2, 1)),
    ):
        with pytest.raises(DomainError) as refused:
            period_open(actor=officer, kind=kind, effective_from=day)
        assert (refused.value.code, refused.value.field) == ("list_day", "effective_from")
    assert "January 1, March 1, May 1" in _sentence(officer)
    assert not Period.objects.exists()


def _sentence(officer: Any) -> str:
    from ratings.services import period_open
    from tournaments.errors import DomainError

    with pytest.raises(DomainError) as refused:
        period_open(actor=officer, kind="standard", effective_from=date(2010, 2, 1))
    return str(refused.value)


@pytest.mark.django_db
def test_a_day_before_any_text_is_refused(officer: Any) -> None:
    from ratings.services import period_open
    from tournaments.errors import DomainError

    with pytest.raises(DomainError) as refused:
        period_open(actor=officer, kind="standard", effective_from=date(1999, 1, 1))
    assert refused.value.code == "no_edition"


@pytest.mark.django_db
def test_without_a_closing_day_the_text_gives_it(officer: Any) -> None:
    from ratings.services import period_open

    for kind, day, closing in (
        ("standard", date(2026, 5, 1), date(2026, 4, 28)),
        ("ik", date(2026, 7, 1), date(2026, 6, 10)),
    ):
        assert period_open(actor=officer, kind=kind, effective_from=day).closing_day == closing


@pytest.mark.django_db
def test_the_next_list_follows_the_last_of_its_kind(people: Any, opening: Any, period: Any) -> None:
    from ratings.list_days import next_lists

    opening({people(1)[0]: 1700})
    found = {item.kind: (item.effective_from, item.closing_day) for item in next_lists(date(2026, 2, 27))}
    assert found["standard"] == (date(2026, 2, 1), date(2026, 1, 29))
    period(date(2026, 2, 1))
    found = {item.kind: (item.effective_from, item.closing_day) for item in next_lists(date(2026, 2, 27))}
    assert found["standard"] == (date(2026, 3, 1), date(2026, 2, 26))
    # No list of the kind yet: the first whose papers have not closed; 10 March is to come, 26 February is gone.
    assert found["ik"] == (date(2026, 4, 1), date(2026, 3, 10))


@pytest.mark.django_db
def test_a_list_outside_the_calendar_needs_a_reason_and_a_closing_day_and_shows_the_reason(
    people: Any, opening: Any, officer: Any, publish: Any, client: Any
) -> None:
    from core.ledger import rows_of
    from ratings.services import period_open
    from ratings.services_lists import list_recompute
    from tournaments.errors import DomainError

    opening({people(1)[0]: 1600})
    day, reason = date(2026, 4, 15), "The championship seeds by it"
    with pytest.raises(DomainError) as refused:
        period_open(actor=officer, kind="standard", effective_from=day, outside_reason=reason)
    assert refused.value.field == "closing_day"
    chosen = period_open(
        actor=officer,
        kind="standard",
        effective_from=day,
        closing_day=date(2026, 4, 10),
        outside_reason=reason,
    )
    assert rows_of("federation", "lists").last().reason == reason
    client.force_login(officer)
    assert reason in client.get(f"/commission/periods/{chosen.pk}/").content.decode()
    made = publish(chosen)
    assert list_recompute(made).equal
    assert reason in client.get(f"/ratings/{made.key}/").content.decode()
    usual = period_open(
        actor=officer, kind="standard", effective_from=date(2026, 5, 1), outside_reason="not needed"
    )
    assert usual.outside_reason == ""


@pytest.mark.django_db
def test_the_portal_opens_the_next_list_of_its_kinds_once_and_passes_over_those_missed(
    people: Any, opening: Any, officer: Any, settings: Any
) -> None:
    """The list of January closed on 10 December: on the 10th papers are in time for it, on the 11th for April's."""
    from core.ledger import rows_of
    from ratings.models import Period
    from ratings.services import periods_open_due
    from ratings.services_lists import OpeningRow, list_enter_opening

    persons = people(1)
    opening({persons[0]: 1600})
    assert periods_open_due(date(2025, 12, 10)) == []  # no list of coefficients yet
    list_enter_opening(
        actor=officer,
        kind="ik",
        effective_from=date(2025, 4, 1),
        edition_key="racc-2014",
        rows=[OpeningRow(persons[0].pk, 2200)],
    )
    days = []
    for today in (date(2025, 12, 10), date(2025, 12, 10), date(2025, 12, 11), date(2026, 2, 1)):
        days.append([(one.kind, one.effective_from, one.closing_day) for one in periods_open_due(today)])
    assert days == [
        [("ik", date(2026, 1, 1), date(2025, 12, 10))],
        [],
        [("ik", date(2026, 4, 1), date(2026, 3, 10))],
        [],
    ]
    assert rows_of("federation", "lists").last().actor_name == "portal"
    settings.LISTS_OPENED = ("standard",)
    assert [one.kind for one in periods_open_due(date(2026, 2, 1))] == ["standard"]
    assert Period.objects.count() == 3
