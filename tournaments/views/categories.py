"""Categories and prize groups at the desk: what bounds them and who belongs."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.forms.categories import CategoryForm
from tournaments.models import Category, Event
from tournaments.selectors.categories import memberships
from tournaments.services import category_delete, category_save
from tournaments.views.access import actor_of, desk_event


@login_required
@require_http_methods(["GET", "POST"])
def categories(request: HttpRequest, pk: int) -> HttpResponse:
    """All categories with their members, and the form of a new one."""
    event = desk_event(request, pk, "entries_edit")
    first = {"age_on": date(event.start.year, 1, 1)} if event.start else {}
    return _page(request, event, CategoryForm(request.POST or None, initial=first), None)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int, category: int) -> HttpResponse:
    """Change what bounds a category."""
    event = desk_event(request, pk, "entries_edit")
    row = get_object_or_404(Category, pk=category, event=event)
    return _page(request, event, CategoryForm(request.POST or None, instance=row), row)


def _page(request: HttpRequest, event: Event, form: CategoryForm, row: Category | None) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        try:
            category_save(event, actor=actor_of(request), category=row, **form.values)
            messages.success(request, _("Saved."))
            return redirect("tournaments:categories", pk=event.pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(None, str(error))
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "category": row,
        "memberships": memberships(event),
    }
    return render(request, "tournaments/categories.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int, category: int) -> HttpResponse:
    """Take a category away; its members lose nothing, since nothing was stored."""
    event = desk_event(request, pk, "entries_edit")
    row = get_object_or_404(Category, pk=category, event=event)
    try:
        category_delete(row, actor=actor_of(request))
        messages.success(request, _("Category %(name)s is gone.") % {"name": row.name})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:categories", pk=pk)
