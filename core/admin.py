"""Ledger and job rows in the office: to look at, never to change."""

import json
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.checkpoints import missed_days
from core.models import Checkpoint, Job, LedgerRow

DAYS_TOLD = 10


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """No adding, changing or deleting."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """The office may look."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """The office sees it."""
        return bool(request.user.is_active and request.user.is_staff)


@admin.register(LedgerRow)
class LedgerRowAdmin(LookOnly):
    """The ledger, newest first."""

    list_display = ("at", "chain", "seq", "actor_name", "verb", "reason")
    list_select_related = ("chain",)
    list_filter = ("chain__scope", "verb")
    search_fields = ("actor_name", "reason")
    date_hierarchy = "at"
    ordering = ("-at",)
    fields = (
        "at",
        "chain",
        "seq",
        "actor_id",
        "actor_name",
        "verb",
        "reason",
        "facts",
        "previous_hash",
        "hash",
    )
    readonly_fields = ("facts",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """One object's chain may be asked for: that is its history."""
        return lookup == "chain__object_id" or super().lookup_allowed(lookup, value, request)

    @admin.display(description=_("facts"))
    def facts(self, obj: LedgerRow) -> str:
        """The row's facts as JSON, in the letters they were written in."""
        return format_html(
            "<pre>{}</pre>", json.dumps(obj.payload, ensure_ascii=False, indent=2, sort_keys=True)
        )


@admin.register(Checkpoint)
class CheckpointAdmin(LookOnly):
    """The ledger's daily signatures, newest first; days that have none are told above the list."""

    list_display = ("day", "at", "chains", "key_id")
    ordering = ("-day",)
    fields = ("day", "at", "digest", "key_id", "public_key", "signature")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, with the days that were missed: their rows are covered by the next checkpoint only."""
        missed = missed_days()
        if missed:
            days = ", ".join(day.isoformat() for day in missed[-DAYS_TOLD:])
            words = ngettext(
                "%(count)s day has no checkpoint. The last: %(days)s.",
                "%(count)s days have no checkpoint. The last: %(days)s.",
                len(missed),
            ) % {"count": len(missed), "days": days}
            messages.warning(request, words)
        return super().changelist_view(request, extra_context)

    @admin.display(description=_("chains"))
    def chains(self, obj: Checkpoint) -> str:
        """How many chains it covers."""
        return str(len(obj.heads))


@admin.register(Job)
class JobAdmin(LookOnly):
    """Long work, newest first."""

    list_display = ("created_at", "kind", "state", "progress", "total", "message", "starts")
    list_filter = ("kind", "state")
    ordering = ("-created_at",)
