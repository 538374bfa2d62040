"""Changes of events after their registration, read from the ledger: what, when, by whom."""

from collections.abc import Collection

from django.db.models import Exists, F, OuterRef, QuerySet

from core.ledger import rows_of
from core.models import LedgerRow
from tournaments.models import Event
from tournaments.selectors.ledger import LedgerLine, line_of

# What was registered, and so what changes it; who plays has the start list and its own history.
CHANGES = (
    "event.changed",
    "event.order_changed",
    "event.registration_day",
    "event.regulations",
    "event.source",
    "kind.rules",
    "official.removed",
    "official.set",
)
REGISTERED = "event.registered"


def changes_after_registration(verbs: Collection[str] = CHANGES) -> QuerySet[LedgerRow]:
    """The rows of all events that changed what was registered, each with its chain, the newest first."""
    before = LedgerRow.objects.filter(chain=OuterRef("chain"), verb=REGISTERED, seq__lt=OuterRef("seq"))
    rows = LedgerRow.objects.filter(chain__scope="event", verb__in=verbs)
    return rows.filter(Exists(before)).select_related("chain").order_by("-at", "-pk")


def changes_of(event: Event) -> list[LedgerLine]:
    """The changes of one event after its registration, the newest first; empty before it."""
    registered = rows_of("event", event.pk).filter(verb=REGISTERED).values("seq")[:1]
    rows = rows_of("event", event.pk).filter(verb__in=CHANGES, seq__gt=registered)
    return [line_of(row) for row in rows.order_by(F("seq").desc())]
