"""When the papers of an event are due, and which list they still reach (8, 9.13, later 9.1; RACC 1.5, 2.2)."""

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, islice

from tournaments.eligibility.case import Case, finding
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.explained import Input

DAYS_BEFORE = {"seven_days_before": 7, "three_days_before": 3}


@dataclass(frozen=True, slots=True)
class ListDay:
    """A list by its first day, and the last day on which papers for it are received."""

    day: date
    closing: date


def lists_after(edition: Edition, day: date) -> Iterator[ListDay]:
    """The lists of the edition whose first day comes after this day, one after the other."""
    texts = [str(text) for text in edition["list_days"].items]
    for year in count(day.year):
        for place, text in enumerate(texts):
            first = date.fromisoformat(f"{year}-{text}")
            if first > day:
                yield ListDay(first, _closing(edition, first, place))


def list_reached(edition: Edition, received: date) -> ListDay:
    """The first list whose closing day is not before the day on which papers are received."""
    return next(
        item for item in lists_after(edition, received - timedelta(days=1)) if item.closing >= received
    )


def papers_findings(case: Case) -> Iterator[Finding]:
    """Papers that miss their term, their list, or every list, or came before the end, when nothing is due."""
    end, told = case.record.event.end, case.registration
    if end is None or not (told.papers_known or told.papers) or closing_rule(case.edition) is None:
        return
    day = told.papers or case.today
    if told.papers is not None and told.papers < end:
        yield _before_end(case, end, told.papers)
    if day <= end:
        return
    if _too_late(case, end, day):
        yield from _never(case, end, day)
        return
    yield from _term(case, end, day)
    yield from _list_missed(case, end, day)


def _before_end(case: Case, end: date, received: date) -> Finding:
    terms = _day_terms(case.edition)
    rule = terms[0] if terms else case.edition.get("late_months") or closing_rule(case.edition)
    assert rule is not None
    return finding("warning", "papers.before_end", rule, inputs={"received": received, "end": end})


def closing_rule(edition: Edition) -> Parameter | None:
    """The parameter that says when a list closes; None where the edition has no lists."""
    return edition.get("closing_days") or edition.get("list_closing")


def _closing(edition: Edition, first: date, place: int) -> date:
    days = edition.get("closing_days")
    if days is not None:
        closing = date.fromisoformat(f"{first.year}-{days.items[place]}")
        return closing if closing < first else closing.replace(year=first.year - 1)
    rule = edition["list_closing"].text
    if rule == "one_month_before":
        return months_later(first, -1)
    return first - timedelta(days=DAYS_BEFORE.get(rule, 0))


def months_later(day: date, months: int) -> date:
    """The same day so many months later, or the last day of that month.

    >>> months_later(date(2026, 11, 30), 3), months_later(date(2026, 1, 1), -1)
    (datetime.date(2027, 2, 28), datetime.date(2025, 12, 1))
    """
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(years, month + 1, min(day.day, calendar.monthrange(years, month + 1)[1]))


def _last_list(case: Case, end: date) -> ListDay | None:
    limit = case.edition.get("report_lists")
    if limit is None:
        return None
    return next(islice(lists_after(case.edition, end), limit.integer - 1, None))


def _too_late(case: Case, end: date, day: date) -> bool:
    last = _last_list(case, end)
    return last is not None and day > last.closing


def _never(case: Case, end: date, day: date) -> Iterator[Finding]:
    """The report missed the last list after the end that may still take it (9.1 since 2024)."""
    last, limit = _last_list(case, end), case.edition["report_lists"]
    assert last is not None
    inputs: dict[str, Input] = {"end": end, "list": last.day, "closing": last.closing, "lists": limit.integer}
    has_come = case.registration.papers is not None
    yield finding(
        "refusal",
        "papers.too_late",
        limit,
        key="papers.too_late" if has_come else "papers.never_came",
        inputs=inputs | {"received": day},
    )


def _term(case: Case, end: date, day: date) -> Iterator[Finding]:
    """Seven days for the report and thirty for handing it on; by correspondence three months."""
    edition, has_come = case.edition, case.registration.papers is not None
    months = edition.get("late_months")
    terms = [(item, end + timedelta(days=item.integer)) for item in _day_terms(edition)]
    if months is not None:
        terms.append((months, months_later(end, months.integer)))
    missed = [(item, due) for item, due in terms if day > due]
    if not missed:
        return
    rule, due = missed[-1]
    inputs: dict[str, Input] = {"end": end, "due": due, "received": day, "term": rule.integer}
    in_months = rule.unit == "months"
    key = f"papers.{'late' if has_come else 'due'}_{'months' if in_months else 'days'}"
    yield finding("warning", "papers.after_term", rule, key=key, inputs=inputs)


def _day_terms(edition: Edition) -> list[Parameter]:
    return [item for name in ("report_days", "upload_days") if (item := edition.get(name)) is not None]


def _list_missed(case: Case, end: date, day: date) -> Iterator[Finding]:
    """Papers after the closing day go into a later list, and the finding says which (9.13)."""
    edition, rule = case.edition, closing_rule(case.edition)
    assert rule is not None
    first, reached = list_reached(edition, end), list_reached(edition, day)
    if reached.day <= first.day:
        return
    has_come = case.registration.papers is not None
    inputs: dict[str, Input] = {
        "received": day,
        "closing": first.closing,
        "missed": first.day,
        "list": reached.day,
        "next_closing": reached.closing,
    }
    yield finding(
        "warning",
        "papers.after_closing",
        rule,
        key="papers.after_closing" if has_come else "papers.closing_past",
        inputs=inputs,
    )
