"""Ledger and job rows in the office: to look at, never to change."""

from django.contrib import admin
from django.http import HttpRequest

from core.models import Job, LedgerRow


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """No adding, changing or deleting."""

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
    search_fields = ("actor_name", "reason", "chain__object_id")
    ordering = ("-at",)
    show_full_result_count = False


@admin.register(Job)
class JobAdmin(LookOnly):
    """Long work, newest first."""

    list_display = ("created_at", "kind", "state", "progress", "total", "message", "starts")
    list_filter = ("kind", "state")
    ordering = ("-created_at",)
