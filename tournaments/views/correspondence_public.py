"""The start list with addresses for the participants: by private link, or logged in. Never public, never kept."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.throttle import within_limit
from tournaments.errors import DomainError
from tournaments.forms.correspondence import OwnForm, QuestionnaireForm
from tournaments.models import Entry, Event
from tournaments.record.norms import ordered, parse_norms
from tournaments.sealing import unseal
from tournaments.selectors.correspondence import below_the_table, own_games, start_lines
from tournaments.services.correspondence import (
    contact_set_by_player,
    entry_of_token,
    last_kept_day,
    questionnaire_save,
)
from tournaments.views.access import desk_event
from tournaments.views.correspondence import document_address, questionnaire_start
from tournaments.words import norm_points, norm_words

WINDOW_SECONDS = 600
MOST_WRITES = 12

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def unseen(view: View[P]) -> View[P]:
    """A page that no search engine keeps and whose address no link to elsewhere gives away.

    `no-referrer` would hide it from the portal too: browsers then send forms with `Origin: null`, which are refused.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "same-origin"
        return response

    return wrapped


def list_context(event: Event, *, with_addresses: bool = True) -> dict[str, Any]:
    """The start list with the players' addresses and what stands below it; the arbiter's address always."""
    norms = ordered(parse_norms(event.norms))
    return {
        "event": event,
        "lines": start_lines(event, with_addresses=with_addresses),
        "below": below_the_table(event, with_addresses=True),
        "norms": [
            (norm_words(norm.category), norm_points(_halves(norm.halves), norm.games)) for norm in norms
        ],
        "kept_until": last_kept_day(event),
    }


def _halves(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}"


def _own(request: HttpRequest, pk: int, token: str) -> tuple[Event, Entry]:
    """The event and the player of the link; raises Http404 for whatever is no link of it.

    Of a draft too: addresses and questionnaires go to the commission with the start list, before the registration.
    Nobody guesses a signature, and a good link is never refused for what others tried from the same address.
    """
    event = get_object_or_404(Event.objects.select_related("region", "rating_list"), pk=pk)
    entry = entry_of_token(event, token)
    if entry is None:
        raise Http404
    return event, entry


def _without_key(event: Event) -> str:
    """Where the log-in leads from a private page: its own address would be kept with failed log-ins."""
    return reverse("tournaments:event", args=[event.pk])


@login_required
@never_cache
@unseen
@require_safe
def participants(request: HttpRequest, pk: int) -> HttpResponse:
    """The list for whoever is logged in and plays or officiates in the event."""
    event = desk_event(request, pk, "contacts_view")
    if not event.correspondence:
        raise Http404
    document = document_address("reports:start_list_pdf", pk)
    return render(
        request, "tournaments/correspondence_list.html", list_context(event) | {"document": document}
    )


@never_cache
@unseen
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """A player's private page: the list, his open games, his own address. The address of the page is the key.

    Whoever has left plays with nobody any more: he sees his own address and the arbiter's.
    """
    event, entry = _own(request, pk, token)
    contact = unseal(entry.contact.sealed) if hasattr(entry, "contact") else {}
    known = getattr(entry, "by_correspondence", None)
    initial = contact | {"no_reminders": bool(known and known.no_reminders)}
    form = OwnForm(request.POST or None, initial=initial)
    if request.method == "POST":
        if not within_limit(f"own:{entry.pk}", most=MOST_WRITES, seconds=WINDOW_SECONDS):
            return render(request, "429.html", status=429)
        if form.is_valid():
            try:
                contact_set_by_player(entry, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect("tournaments:correspondence_own", pk=pk, token=token)
            except ValidationError as error:
                form.show_refusal(error)
            except DomainError as error:
                form.add_error(None, str(error))
    plays = entry.withdrawn_after is None
    context = list_context(event, with_addresses=plays) | {
        "entry": entry,
        "form": form,
        "games": own_games(entry),
        "token": token,
        "login_next": _without_key(event),
        "needs_questionnaire": not entry.national_id and not hasattr(entry, "questionnaire"),
        "document": document_address("reports:start_list_pdf_own", pk, token) if plays else "",
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/correspondence_list.html", context, status=status)


@never_cache
@unseen
@require_http_methods(["GET", "POST"])
def own_questionnaire(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """The questionnaire, filled in by the new player himself."""
    event, entry = _own(request, pk, token)
    if entry.national_id:
        raise Http404
    stored = getattr(entry, "questionnaire", None)
    form = QuestionnaireForm(
        request.POST or None, instance=stored, initial={} if stored else questionnaire_start(entry)
    )
    if request.method == "POST":
        if not within_limit(f"own:{entry.pk}", most=MOST_WRITES, seconds=WINDOW_SECONDS):
            return render(request, "429.html", status=429)
        if form.is_valid():
            try:
                questionnaire_save(entry, actor=None, by_player=True, **form.values)
                messages.success(request, _("The questionnaire has arrived. Thank you."))
                return redirect("tournaments:correspondence_own", pk=pk, token=token)
            except ValidationError as error:
                form.show_refusal(error)
            except DomainError as error:
                form.add_error(None, str(error))
    context = {"event": event, "entry": entry, "form": form, "stored": stored, "token": token}
    context["login_next"] = _without_key(event)
    context["document"] = document_address("reports:questionnaire_pdf_own", pk, token)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/correspondence_questionnaire_own.html", context, status=status)
