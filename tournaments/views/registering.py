"""Self-registration: the public page, the player's own page, the director's list. The first two need no account."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.throttle import sender
from tournaments.errors import DomainError, StaleVersion
from tournaments.forms.registering import RegistrationForm, RegistrationSettingsForm
from tournaments.models import EntrySettings, Event, Registration
from tournaments.selectors.notices import unrated_notice
from tournaments.selectors.registering import (
    place_in_line,
    registration_rows,
    registration_state,
)
from tournaments.services import (
    registration_approve,
    registration_by_token,
    registration_change,
    registration_create,
    registration_decline,
    registration_settings_set,
    registration_take_changes,
    registration_withdraw,
)
from tournaments.services.registering import TooManyRegistrations, link_token
from tournaments.views.access import actor_of, desk_event, public_event


def origin_of(request: HttpRequest) -> str:
    """What tells one sender from another for an hour's limit: a keyed digest, from which no address comes back."""
    return salted_hmac("tournaments.registration.origin", sender(request)).hexdigest()[:64]


@never_cache
@require_http_methods(["GET", "POST"])
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """The public form of an event that is open for it; otherwise why it is not."""
    event = public_event(request, pk)
    state = registration_state(event)
    form = RegistrationForm(request.POST or None, initial={"federation": event.federation})
    status = 200
    if request.method == "POST" and not state.closed and form.is_valid():
        if form.is_from_a_program:
            # Nothing is stored, and whoever filled in the hidden field learns nothing of it.
            return redirect("tournaments:register_self", pk=pk)
        try:
            made = registration_create(
                event,
                fields=form.values,
                consented=form.cleaned_data["consent"],
                origin=origin_of(request),
            )
            messages.success(
                request, _("Your registration has arrived. Keep the address of this page: it is yours.")
            )
            return redirect("tournaments:registration", pk=pk, token=link_token(made))
        except ValidationError as error:
            form.show_refusal(error)
        except TooManyRegistrations as error:
            return render(request, "429.html", {"message": str(error)}, status=429)
        except DomainError as error:
            form.add_error(None, str(error))
    if form.errors:
        status = 422
    context = {"event": event, "state": state, "form": form, "notice": unrated_notice(event)}
    return render(request, "tournaments/register_self.html", context, status=status)


def _own(request: HttpRequest, pk: int, token: str) -> tuple[Event, Registration]:
    event = public_event(request, pk)
    found = registration_by_token(event, token)
    if found is None:
        raise Http404
    return event, found


@never_cache
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """A player's own page: how it stands, change, withdraw. The address is the key; no search engine may keep it."""
    event, registration = _own(request, pk, token)
    form = RegistrationForm(
        request.POST if request.method == "POST" and "withdraw" not in request.POST else None,
        instance=registration,
    )
    status, refused = 200, ""
    if request.method == "POST":
        status = 422
        try:
            if "withdraw" in request.POST:
                registration_withdraw(registration)
                messages.success(request, _("Your registration is taken back."))
                return redirect("tournaments:registration", pk=pk, token=token)
            if form.is_valid():
                version = form.cleaned_data["version"] or 0
                registration_change(registration, version=version, fields=form.values)
                messages.success(request, _("Saved."))
                return redirect("tournaments:registration", pk=pk, token=token)
        except ValidationError as error:
            form.show_refusal(error)
        except StaleVersion as error:
            refused, status = str(error), 409
        except DomainError as error:
            refused = str(error)
    registration.refresh_from_db()
    context = {
        "event": event,
        "registration": registration,
        "is_live": registration.state in Registration.LIVE,
        "place": place_in_line(registration),
        "form": form,
        "refused": refused,
        "address": request.build_absolute_uri(),
        "notice": unrated_notice(event),
    }
    response = render(request, "tournaments/registration.html", context, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@login_required
@require_safe
def registrations(request: HttpRequest, pk: int) -> HttpResponse:
    """Who has registered: to be decided, waiting, entered, declined; and what is open until when."""
    event = desk_event(request, pk, "entries_edit")
    return _list(request, event, _settings_form(event))


def _settings_form(event: Event, data: Any = None) -> RegistrationSettingsForm:
    return RegistrationSettingsForm(data, instance=EntrySettings.objects.filter(event=event).first())


def _list(request: HttpRequest, event: Event, form: RegistrationSettingsForm) -> HttpResponse:
    rows = registration_rows(event)
    context = {
        "event": event,
        "form": form,
        "state": registration_state(event),
        "asked": rows[Registration.State.ASKED],
        "waiting": rows[Registration.State.WAITING],
        "approved": rows[Registration.State.APPROVED],
        "over": rows[Registration.State.DECLINED] + rows[Registration.State.WITHDRAWN],
        "none": not any(rows.values()),
    }
    return render(request, "tournaments/registrations.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Open or close the registration."""
    event = desk_event(request, pk, "entries_edit")
    form = _settings_form(event, request.POST)
    if form.is_valid():
        try:
            registration_settings_set(event, actor=actor_of(request), **form.values)
            messages.success(request, _("Saved."))
            return redirect("tournaments:registrations", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(None, str(error))
    return _list(request, event, form)


@login_required
@require_POST
def decide(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Enter a player, decline him with a reason, or take over what he changed."""
    event = desk_event(request, pk, "entries_edit")
    row = get_object_or_404(Registration.objects.select_related("entry"), pk=number, event=event)
    try:
        if "decline" in request.POST:
            registration_decline(row, actor=actor_of(request), reason=request.POST.get("reason", ""))
            messages.success(request, _("%(name)s is declined.") % {"name": row.name})
        elif "take" in request.POST:
            registration_take_changes(row, actor=actor_of(request))
            messages.success(request, _("Saved."))
        else:
            registration_approve(row, actor=actor_of(request), person=_person(event, row, request))
            messages.success(request, _("%(name)s is entered.") % {"name": row.name})
    except DomainError as error:
        messages.error(request, str(error))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("tournaments:registrations", pk=pk)


def _person(event: Event, row: Registration, request: HttpRequest) -> Any:
    """The person that was chosen among those proposed for this registration, or none."""
    rows = registration_rows(event)
    shown = next((one for group in rows.values() for one in group if one.registration.pk == row.pk), None)
    chosen = request.POST.get("person", "")
    return next((person for person in shown.persons if str(person.pk) == chosen), None) if shown else None
