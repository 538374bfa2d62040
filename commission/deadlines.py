"""The clock of an event: which terms run, how many days are left, and what has been done in time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from commission.models import Dossier
from tournaments.eligibility.deadlines import Deadline, deadlines
from tournaments.models import Entry, Event, EventRegulations
from tournaments.review import edition_of

Stage = Dossier.Stage
DECIDED = frozenset({Stage.ACCEPTED, Stage.RATED, Stage.PUBLISHED, Stage.CORRECTED, Stage.ANNULLED})
# Nobody is reminded of a term that passed longer ago.
FORGOTTEN_DAYS = 30
# Reminders go out once a stage: the least number of days left at which it begins, the last one first.
STAGES = (("overdue", -1), ("last_day", 1), ("soon", 7))
LONGEST_TERM_DAYS = 92

LABELS = {
    "start_list": gettext_lazy("Start list"),
    "regulations": gettext_lazy("Regulations"),
    "papers": gettext_lazy("Final papers"),
    "handed_on": gettext_lazy("Decision of the commission"),
}
CHOICES = {
    "house": gettext_lazy("no article names this term; the portal's choice"),
    "B.01.07": gettext_lazy("no article of its text names this term; FIDE Handbook 2003, B.01.07"),
}


@dataclass(frozen=True, slots=True)
class Clock:
    """One term of an event on a day. `left` are the days to its last one, negative when it is past."""

    deadline: Deadline
    left: int
    edition: str

    @property
    def label(self) -> str:
        """What is due."""
        return str(LABELS[self.deadline.key])

    @property
    def choice(self) -> str:
        """Where the term comes from if no article names it."""
        return str(CHOICES.get(self.deadline.choice, ""))

    @property
    def is_overdue(self) -> bool:
        """Its last day is past."""
        return self.left < 0

    @property
    def words(self) -> str:
        """How much time is left: `5 days left`, `today`, `3 days overdue`."""
        if self.left == 0:
            return _("due today")
        if self.left < 0:
            return ngettext("%(count)s day overdue", "%(count)s days overdue", -self.left) % {
                "count": -self.left
            }
        return ngettext("%(count)s day left", "%(count)s days left", self.left) % {"count": self.left}

    @property
    def stage(self) -> str:
        """The stage of reminding that has begun; empty before the first and long after the last."""
        if self.left < -FORGOTTEN_DAYS:
            return ""
        return next((name for name, days in STAGES if self.left <= days), "")


def with_filed(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events with what the clock asks: `unnumbered`, `has_entries`, `has_regulations`, and their dossier."""
    entries = Entry.objects.filter(event=OuterRef("pk"))
    return events.select_related("dossier").annotate(
        has_entries=Exists(entries),
        unnumbered=Exists(entries.filter(number__isnull=True)),
        has_regulations=Exists(EventRegulations.objects.filter(event=OuterRef("pk"))),
    )


def clocks_of(event: Event, today: date) -> list[Clock]:
    """The terms of an event that nobody has met, the first due first; none for one that is not to be rated.

    Terms of before the start need an event that carries what `with_filed` adds.
    """
    if event.state == Event.State.DRAFT or not event.rating_kind or event.stage_of_id or not event.start:
        return []
    chosen = edition_of(event)
    if chosen is None:
        return []
    dossier = getattr(event, "dossier", None)
    found = [
        Clock(term, (term.due - today).days, chosen.key)
        for term in deadlines(chosen, event.start, event.end)
        if not _met(term, event, dossier)
    ]
    return sorted(found, key=lambda clock: clock.deadline.due)


def _met(term: Deadline, event: Event, dossier: Dossier | None) -> bool:
    """Whether the term was met; papers that were returned and come again were not late for that."""
    if term.key == "start_list":
        if event.state != Event.State.REGISTERED:
            return True
        return bool(event.has_entries and not event.unnumbered)  # type: ignore[attr-defined]
    if term.key == "regulations":
        return bool(event.has_regulations)  # type: ignore[attr-defined]
    if dossier is None:
        return False
    if term.of_commission:
        return dossier.stage in DECIDED
    return dossier.arrived_on is not None or dossier.stage != Stage.NONE


def clock_of_papers(dossier: Dossier, today: date) -> Clock | None:
    """The next term of a report that is handed in, from its row and its event alone; None where none runs."""
    event = dossier.event
    chosen = edition_of(event) if event.start and event.rating_kind else None
    if chosen is None or event.start is None or dossier.stage in DECIDED:
        return None
    running = [
        Clock(term, (term.due - today).days, chosen.key)
        for term in deadlines(chosen, event.start, event.end)
        if term.of_commission
    ]
    return min(running, key=lambda clock: clock.left, default=None)


def papers_missing(today: date) -> QuerySet[Event]:
    """The events that are over, to be rated, and whose papers have not come, the longest over first."""
    waiting = Q(dossier__isnull=True) | Q(dossier__stage=Stage.NONE, dossier__arrived_on__isnull=True)
    return _to_be_rated().filter(waiting, end__lt=today)


def events_with_terms(today: date) -> Iterable[Event]:
    """The events of which a term may be near: for the daily reminders."""
    since = today - timedelta(days=LONGEST_TERM_DAYS + FORGOTTEN_DAYS)
    near = Q(start__gte=since) | Q(end__gte=since)
    return with_filed(_to_be_rated().filter(near)).order_by("pk").iterator(500)


def _to_be_rated() -> QuerySet[Event]:
    rows = Event.objects.exclude(state=Event.State.DRAFT).exclude(rating_kind="")
    return rows.filter(stage_of__isnull=True, start__isnull=False)
