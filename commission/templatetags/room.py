"""The parts of the commission's room as tabs, each with how much waits there."""

from typing import Any

from django import template
from django.db.models import Count, QuerySet, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from commission import selectors
from commission.fide import OVERDUE, in_state, to_be_sent
from commission.models import Appeal, CorrectionRequest, Decision, Dossier, Newcomer
from commission.permissions import PERMISSIONS
from players.models import PersonMerge, ProfileClaim
from players.permissions import allowed
from reports.selectors import papers_on_the_way

register = template.Library()


@register.simple_tag(takes_context=True)
def room_tabs(context: dict[str, Any], here: str) -> list[dict[str, Any]]:
    """The tabs for a member, `here` among them; nothing for anybody else who may see the page."""
    if not allowed(PERMISSIONS, "queue", context.get("user")):
        return []
    counts = room_counts()
    if not allowed(PERMISSIONS, "decisions_draft", context.get("user")):
        counts["decisions"] = 0  # proposals are for members alone
    parts = {
        "queue": _("Reports"),
        "requests": _("Requests"),
        "appeals": _("Appeals"),
        "decisions": _("Decisions"),
        "newcomers": _("Newcomers"),
        "claims": _("Claims"),
        "merges": _("Merges"),
        "due": _("Papers due"),
        "papers": _("Papers received"),
        "fide": _("For FIDE"),
        "changes": _("Changes"),
        "periods": _("Rating periods"),
        "runs": _("Rating runs"),
    }
    return [
        {
            "label": label,
            "url": reverse(f"{'players' if name == 'claims' else 'commission'}:{name}")
            + (PROPOSALS if name == "decisions" and counts[name] else ""),
            "count": counts.get(name) or None,
            "active": name == here,
        }
        for name, label in parts.items()
    ]


PROPOSALS = "?state=proposed"


def room_counts() -> dict[str, int]:
    """How much waits in each part of the room, in one query."""
    waiting: dict[str, QuerySet[Any]] = {
        "queue": Dossier.objects.filter(stage__in=selectors.WAITING),
        "requests": CorrectionRequest.objects.filter(state=CorrectionRequest.State.OPEN),
        "appeals": Appeal.objects.filter(outcome=Appeal.Outcome.OPEN),
        "decisions": Decision.objects.filter(state=Decision.State.PROPOSED),
        "newcomers": Newcomer.objects.filter(state=Newcomer.State.SUBMITTED),
        "claims": ProfileClaim.objects.filter(state=ProfileClaim.State.OPEN),
        "merges": PersonMerge.objects.filter(state=PersonMerge.State.PROPOSED),
        "papers": papers_on_the_way(),
        "fide": in_state(to_be_sent(), OVERDUE, timezone.localdate()),
    }
    first, *others = (
        rows.order_by().annotate(part=Value(name)).values("part").annotate(count=Count("pk"))
        for name, rows in waiting.items()
    )
    counts = dict.fromkeys(waiting, 0)
    counts.update({row["part"]: row["count"] for row in first.union(*others, all=True)})
    return counts
