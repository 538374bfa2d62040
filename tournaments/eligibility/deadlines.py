"""What is due of an event and when: start list and regulations before the start, the papers after the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from tournaments.eligibility.papers import months_later
from tournaments.rulebook.editions import Edition

# Where a text of its time names no term for the report: that of the FIDE Handbook 2003, B.01.07.
USUAL_REPORT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Deadline:
    """One term. `due` is its last day in time; `article` is empty where no article of the event's text says so.

    `choice` then says where the term comes from. `of_commission`: the federation, and no longer the arbiter, is to
    have done its part by then.
    """

    key: str
    due: date
    article: str = ""
    choice: str = ""
    of_commission: bool = False


def deadlines(edition: Edition, start: date, end: date | None) -> tuple[Deadline, ...]:
    """The terms of an event in their order; those of the papers are not known before its last day is.

    Over the board the registration is due before the start (7.1, later 0.2) and nothing is said of a start list:
    that it is complete on the first day is a choice. The report is due within 7 days and handed on within 30 (9.1
    since 2017); before that within 30 by the handbook. By correspondence start list and regulations come before
    the start (2.1), the final table within three months (2.2). The first day itself is in time, as everywhere.
    """
    return (*_before(edition, start), *(_after(edition, end) if end else ()))


def _before(edition: Edition, start: date) -> Iterator[Deadline]:
    notice = edition.get("registration_days")
    if edition.get("late_months") is not None:
        article = notice.article if notice else ""
        yield Deadline("start_list", start, article)
        yield Deadline("regulations", start, article)
    else:
        yield Deadline("start_list", start, choice="house")


def _after(edition: Edition, end: date) -> Iterator[Deadline]:
    months, report, upload = (edition.get(name) for name in ("late_months", "report_days", "upload_days"))
    if months is not None:
        yield Deadline("papers", months_later(end, months.integer), months.article)
        return
    if report is None:
        yield Deadline("papers", end + timedelta(days=USUAL_REPORT_DAYS), choice="B.01.07")
    else:
        yield Deadline("papers", end + timedelta(days=report.integer), report.article)
    if upload is not None:
        due = end + timedelta(days=upload.integer)
        yield Deadline("handed_on", due, upload.article, of_commission=True)
