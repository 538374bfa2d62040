"""Published decisions that waive an article for an event; nothing else sets a late registration aside."""

from collections.abc import Mapping

from django.db.models import QuerySet

from commission.models import Decision

# Refusals that no reason of one member sets aside.
NEVER_WAIVED = frozenset({"registered_late", "registered_never", "regulations_late"})


def standing() -> QuerySet[Decision]:
    """Published decisions that no later published one has taken the place of."""
    return Decision.objects.filter(state=Decision.State.PUBLISHED).exclude(
        followers__state=Decision.State.PUBLISHED
    )


def waivers_of(event_id: int) -> Mapping[str, Decision]:
    """The standing decisions of an event by the article that each waives; the newest wins."""
    rows = standing().filter(event_id=event_id).exclude(article="").order_by("published_at", "pk")
    return {row.article: row for row in rows.select_related("proposed_by", "confirmed_by")}
