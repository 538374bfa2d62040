"""Which day the next list of a kind has, and when its papers close, by the text in force on its first day."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.templatetags.ui import day as in_words
from players.models import RatingKind, RatingList
from ratings.building import rules_of
from ratings.engine.list_days import closing_day, days_in_words, is_list_day
from ratings.models import Period
from tournaments.errors import DomainError
from tournaments.rulebook.editions import Edition, EditionError

LONGEST_GAP = 366
ANY_LEAP_YEAR = 2000


@dataclass(frozen=True, slots=True)
class NextList:
    """The list of a kind that comes next: its first day, the last day of papers, the text that says so."""

    kind: str
    effective_from: date
    closing_day: date
    edition: str

    @property
    def kind_label(self) -> str:
        """The kind in words."""
        return str(RatingKind(self.kind).label)


def closing_of(kind: str, day: date, *, outside: bool = False) -> date | None:
    """The closing day of the list of `day` by the text in force; None where the text has no list of this day.

    Raises DomainError if no text makes lists of this kind on this day, or its lists have other days, unless a list
    `outside` of its calendar is wanted.
    """
    rules = rules_of_list(kind, day, outside=outside)
    return closing_day(rules, day) if is_list_day(rules, day) else None


def rules_of_list(kind: str, day: date, *, outside: bool = False) -> Edition:
    """The text that makes the list of `day`; raises DomainError as `closing_of` does."""
    try:
        rules = rules_of(kind, day)
    except (KeyError, EditionError) as error:
        raise DomainError(
            _("No edition of the rules makes lists of this kind on this day."), "no_edition"
        ) from error
    if not is_list_day(rules, day) and not outside:
        raise DomainError(
            _("%(edition)s has no list of %(day)s. Its lists are of %(days)s.")
            % {
                "edition": rules.key,
                "day": in_words(day),
                "days": ", ".join(
                    date_format(date(ANY_LEAP_YEAR, month, number), "MONTH_DAY_FORMAT")
                    for month, number in days_in_words(rules)
                ),
            },
            "list_day",
            _("Choose one of these days, or give the reason for a list outside the calendar."),
            field="effective_from",
        )
    return rules


def list_days_between(kind: str, after: date, before: date) -> list[date]:
    """The days strictly between two on which the text in force then has a list of the kind, in order.

    Every text has its lists on the first day of a month (9.11, later 7.1; RACC 1.4); a day without a text has none.
    """
    found = []
    month = after.year * 12 + after.month  # of the next month, counted from 0
    while (day := date(month // 12, month % 12 + 1, 1)) < before:
        month += 1
        try:
            if is_list_day(rules_of(kind, day), day):
                found.append(day)
        except (KeyError, EditionError):
            continue
    return found


def next_lists(today: date) -> list[NextList]:
    """For each kind the list that would be opened next: the first list day after the kind's last list or period.

    A kind with neither begins with the first list day whose papers have not closed. Kinds of which no text is
    known have none.
    """
    found = (next_list(kind, today) for kind in RatingKind.values)
    return [item for item in found if item is not None]


def next_list(kind: str, today: date, *, in_time: bool = False) -> NextList | None:
    """The list of a kind that would be opened next, as `next_lists` has it.

    With `in_time` the first one for which papers that come today are in time; those missed are passed over.
    """
    last = _last_day(kind)
    first = last + timedelta(days=1) if last else today
    if in_time:
        first = max(first, today)
    for number in range(LONGEST_GAP):
        day = first + timedelta(days=number)
        try:
            rules = rules_of(kind, day)
        except (KeyError, EditionError):
            return None
        if is_list_day(rules, day) and ((last and not in_time) or closing_day(rules, day) >= today):
            return NextList(kind, day, closing_day(rules, day), rules.key)
    return None


def _last_day(kind: str) -> date | None:
    lists = (
        RatingList.objects.filter(kind=kind)
        .order_by("-effective_from")
        .values_list("effective_from", flat=True)
    )
    periods = (
        Period.objects.filter(kind=kind).order_by("-effective_from").values_list("effective_from", flat=True)
    )
    return max((days[0] for days in (lists[:1], periods[:1]) if days), default=None)
