"""Create and change an event; the editions that its first day decides; its officials."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.models import Account, RatingKind
from players.permissions import require
from players.selectors import list_in_force
from tournaments.errors import DomainError, StaleVersion
from tournaments.forms.events import EventForm, OfficialForm
from tournaments.models import Event, EventOfficial
from tournaments.permissions import PERMISSIONS
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition
from tournaments.services import (
    editions_for,
    event_create,
    event_register,
    event_update,
    official_remove,
    official_set,
)
from tournaments.views.access import actor_of, desk_event, posted_number


def editions_shown(start: date | None, rating_kind: str) -> dict[str, Any]:
    """The editions and the list that a first day decides, with their sources; or why none can be told."""
    if start is None:
        return {"missing": _("Type the first day of play: it decides which rules bind the event.")}
    try:
        keys = editions_for(start, rating_kind)
    except EditionError as error:
        return {"missing": str(error)}
    rows = [
        (_("Ratings"), edition(keys["rating_edition"]) if keys["rating_edition"] else None),
        (_("Tie-breaks"), edition(keys["tie_break_edition"])),
    ]
    return {"start": start, "rows": rows, "list": list_in_force(rating_kind, start) if rating_kind else None}


@login_required
@require_safe
def editions_fragment(request: HttpRequest) -> HttpResponse:
    """The editions for the day in the form, while it is being typed."""
    try:
        start = date.fromisoformat(request.GET.get("start", ""))
    except ValueError:
        start = None
    kind = request.GET.get("rating_kind", "")
    shown = editions_shown(start, kind if kind in RatingKind.values else "")
    return render(request, "tournaments/_editions.html", {"editions": shown})


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Draft an event; with “Save and register” its rules are fixed at once. `?stage_of=` proposes a main event."""
    require(PERMISSIONS, "event_create", request.user)
    main = posted_number(request.GET.get("stage_of"))
    proposed = {"stage_of": main, "system": Event.System.ROUND_ROBIN} if main else None
    form = EventForm(request.POST or None, account=request.user, initial=proposed)
    if request.method == "POST" and form.is_valid():
        event = _saved(request, form, None)
        if event is not None:
            return _after(request, event)
    return _form_page(request, form, None)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an event; what was typed stays in the form when it cannot be saved."""
    event = desk_event(request, pk, "event_edit")
    form = EventForm(request.POST or None, instance=event, account=request.user)
    if request.method == "POST" and form.is_valid():
        saved = _saved(request, form, event)
        if saved is not None:
            return _after(request, saved)
    return _form_page(request, form, event)


def _saved(request: HttpRequest, form: EventForm, event: Event | None) -> Event | None:
    """The saved event, or nothing with the reasons at the form's fields."""
    try:
        if event is None:
            return event_create(actor=actor_of(request), **form.values)
        version = form.cleaned_data["version"]
        return event_update(event, actor=actor_of(request), version=version, **form.values)
    except ValidationError as error:
        form.show_refusal(error)
    except StaleVersion as error:
        form.add_error(None, str(error))
        form.stale = True  # type: ignore[attr-defined]
    except DomainError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
    return None


def _after(request: HttpRequest, event: Event) -> HttpResponse:
    """Where the director goes next: registering was asked for, or back to the event's desk."""
    if "register" in request.POST and event.state == Event.State.DRAFT:
        try:
            event = event_register(event, actor=actor_of(request))
            messages.success(request, _("Registered as %(number)s.") % {"number": event.registration_number})
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("tournaments:event_edit", pk=event.pk)
    else:
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_event", pk=event.pk)


def _form_page(request: HttpRequest, form: EventForm, event: Event | None) -> HttpResponse:
    start, kind = form["start"].value(), form["rating_kind"].value() or ""
    try:
        day = start if isinstance(start, date) else date.fromisoformat(str(start or ""))
    except ValueError:
        day = None
    status = 200
    if form.errors:
        status = 409 if getattr(form, "stale", False) else 422
    context = {"form": form, "event": event, "editions": editions_shown(day, kind)}
    return render(request, "tournaments/event_form.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def officials(request: HttpRequest, pk: int) -> HttpResponse:
    """Who may work at this event, and in which role."""
    event = desk_event(request, pk, "officials_edit")
    form = OfficialForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        account = Account.objects.filter(username=form.cleaned_data["username"], is_active=True).first()
        if account is None:
            form.add_error("username", _("Nobody logs in under this name."))
        else:
            official_set(event, actor=actor_of(request), account=account, role=form.cleaned_data["role"])
            messages.success(request, _("Saved."))
            return redirect("tournaments:officials", pk=pk)
    rows = EventOfficial.objects.filter(event=event).select_related("account").order_by("role", "pk")
    context = {"event": event, "form": form, "officials": rows}
    return render(request, "tournaments/officials.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def official_delete(request: HttpRequest, pk: int, official: int) -> HttpResponse:
    """Take a role away."""
    event = desk_event(request, pk, "officials_edit")
    row = get_object_or_404(EventOfficial.objects.select_related("account"), pk=official, event=event)
    try:
        official_remove(row, actor=actor_of(request))
        messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:officials", pk=pk)
