"""The filters of the commission's queue: whose, overdue, kind, region, new messages; each with what it finds."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.models import Dossier
from commission.selectors import WAITING, queue_counts
from players.models import RatingKind, Region


def queue_filtered(rows: QuerySet[Dossier], wanted: Mapping[str, Any], account: Any) -> QuerySet[Dossier]:
    """The dossiers that the filters choose; a value that no filter knows chooses nothing away."""
    if wanted.get("mine") == "1":
        rows = rows.filter(assigned_to=account.pk)
    elif wanted.get("mine") == "0":
        rows = rows.filter(assigned_to__isnull=True)
    if wanted.get("due") == "over":
        rows = rows.filter(stage__in=WAITING, due_on__lt=timezone.localdate())
    if wanted.get("kind") in RatingKind.values:
        rows = rows.filter(event__rating_kind=wanted["kind"])
    if _is_id(wanted.get("region")):
        rows = rows.filter(event__region=int(wanted["region"]))
    if wanted.get("again") == "1":
        rows = rows.exclude(rate_again="")
    if wanted.get("new") == "1":
        rows = rows.filter(Q(unread__gt=0))  # the count of `messages.with_unread`
    return rows


def queue_filters(wanted: Mapping[str, Any], account: Any, rate_again: int) -> list[dict[str, Any]]:
    """The filters as the toolbar draws them, with the counts of what waits and of what is to be rated again."""
    counts = queue_counts(account)
    regions = [(str(pk), name) for pk, name in Region.objects.values_list("pk", "name")]
    whose = [
        ("", _("everybody's")),
        ("1", f"{_('mine')} ({counts['mine']})"),
        ("0", f"{_('nobody has')} ({counts['nobody']})"),
    ]
    due = [("", _("all days")), ("over", f"{_('overdue')} ({counts['overdue']})")]
    filters: list[tuple[str, Any, list[tuple[str, Any]]]] = [
        ("mine", _("Whose"), whose),
        ("due", _("Due"), due),
        ("kind", _("Kind"), [("", _("all kinds")), *RatingKind.choices]),
        ("region", _("Region"), [("", _("all regions")), *regions]),
        (
            "again",
            _("Ratings"),
            [("", _("all ratings")), ("1", f"{_('to be rated again')} ({rate_again})")],
        ),
        ("new", _("Messages"), [("", _("all dossiers")), ("1", _("with new messages"))]),
    ]
    return [
        {"name": name, "label": label, "options": options, "value": _known(wanted.get(name, ""), options)}
        for name, label, options in filters
        if name != "region" or regions
    ]


def _known(value: str, options: list[tuple[str, Any]]) -> str:
    return value if value in {key for key, _label in options} else ""


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10
