"""The start list of an event by correspondence at the desk: players, set-up, links, newcomers, who leaves."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from core.jobs import submit
from players.models import Person
from tournaments.correspondence_mails import private_address
from tournaments.errors import DomainError
from tournaments.forms.correspondence import LeaveForm, QuestionnaireForm, SetupForm, SubstituteForm
from tournaments.models import Entry, Event, Questionnaire
from tournaments.selectors.correspondence import full_name, missing_parts, start_lines
from tournaments.services.correspondence import (
    PlayerLine,
    correspondence_setup_set,
    last_kept_day,
    line_state,
    papers_seen,
    private_links_renew,
    questionnaire_save,
    setup_of,
    start_list_save,
)
from tournaments.services.correspondence_games import (
    open_games_of,
    player_leaves,
    substitute_enter,
    substitute_undo,
)
from tournaments.services.reminders import LINK_JOB, links_sent
from tournaments.views.access import actor_of, desk_event, own_entry

COLUMNS = ("category", "region", "address", "email")


def postal_event(request: HttpRequest, pk: int, permission: str) -> Event:
    """An event by correspondence in which the account has the right; any other does not exist here."""
    event = desk_event(request, pk, permission)
    if not event.correspondence:
        raise Http404
    return event


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def players(request: HttpRequest, pk: int) -> HttpResponse:
    """The start list as a form: category, region and addresses of every player, and what is missing."""
    event = postal_event(request, pk, "contacts_edit")
    errors: dict[str, Any] = {}
    if request.method == "POST":
        try:
            changed = start_list_save(event, actor=actor_of(request), lines=_typed_lines(request, event))
            text = ngettext("%(count)s player changed.", "%(count)s players changed.", len(changed))
            messages.success(request, text % {"count": len(changed)})
            return redirect("tournaments:correspondence", pk=pk)
        except ValidationError as error:
            errors = dict(error.message_dict)
        except DomainError as error:
            errors = {"": [str(error)]}
    return render(
        request,
        "tournaments/correspondence_players.html",
        _players_context(request, event, errors),
        status=422 if errors else 200,
    )


def _typed_lines(request: HttpRequest, event: Event) -> list[PlayerLine]:
    """What was typed of the players whose fields were sent."""
    lines = []
    for key in event.entries.values_list("pk", flat=True):
        sent = {name: request.POST.get(f"{name}-{key}") for name in COLUMNS}
        if any(value is not None for value in sent.values()):
            lines.append(PlayerLine(key, **sent, seen=request.POST.get(f"seen-{key}")))
    return lines


def _players_context(request: HttpRequest, event: Event, errors: dict[str, Any]) -> dict[str, Any]:
    lines, setup = start_lines(event, with_addresses=True), setup_of(event)
    rows = []
    for line in lines:
        fields = {}
        for name in COLUMNS:
            key = f"{name}-{line.entry.pk}"
            typed = request.POST.get(key) if errors else None
            fields[name] = {
                "name": key,
                "value": getattr(line, name) if typed is None else typed,
                "error": " ".join(errors.get(key, [])),
            }
        link = private_address(line.entry, event, setup.link_series)
        rows.append({"line": line, "fields": fields, "link": link, "seen": line_state(line.entry)})
    return {
        "event": event,
        "rows": rows,
        "errors": errors,
        "missing": missing_parts(event, lines, setup),
        "kept_until": last_kept_day(event),
        "reachable": sum(bool(line.email) for line in lines),
        "document": document_address("reports:start_list_pdf", event.pk),
        "filing": document_address("reports:start_list_file", event.pk),
        "part": "players",
    }


def document_address(name: str, *args: Any) -> str:
    """The address of a paper, which an app above makes; empty where that app is not there."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def setup(request: HttpRequest, pk: int) -> HttpResponse:
    """Norms, rules, arbiter, appeals committee, organiser, reminders."""
    event = postal_event(request, pk, "event_edit")
    form = SetupForm(request.POST or None, event=event, setup=setup_of(event), players=event.entries.count())
    if request.method == "POST" and form.is_valid():
        try:
            correspondence_setup_set(event, actor=actor_of(request), **form.values)
            messages.success(request, _("Saved."))
            return redirect("tournaments:correspondence", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(None, str(error))
    context = {"event": event, "form": form, "part": "setup"}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/correspondence_setup.html", context, status=status)


@login_required
@require_POST
def links(request: HttpRequest, pk: int) -> HttpResponse:
    """Send everybody his private link by mail, or end all links."""
    event = postal_event(request, pk, "contacts_edit")
    try:
        if "renew" in request.POST:
            private_links_renew(event, actor=actor_of(request))
            messages.success(request, _("All links given out before are worth nothing now."))
        else:
            keys = links_sent(event, actor=actor_of(request))
            for key in keys:
                submit(
                    LINK_JOB, {"entry": key}, created_by_id=request.user.pk, dedupe_key=f"{LINK_JOB}-{key}"
                )
            text = ngettext(
                "%(count)s player gets his link by mail.",
                "%(count)s players get their links by mail.",
                len(keys),
            )
            messages.success(request, text % {"count": len(keys)})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:correspondence", pk=pk)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def questionnaire(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """The questionnaire of a new player, filled in by an official; and that the papers were seen."""
    event = postal_event(request, pk, "contacts_edit")
    player = own_entry(event, entry)
    stored = Questionnaire.objects.filter(entry=player).select_related("papers_seen_by", "entry").first()
    if request.method == "POST" and "seen" in request.POST and stored is not None:
        return _papers(request, event, stored)
    form = QuestionnaireForm(
        request.POST or None, instance=stored, initial={} if stored else questionnaire_start(player)
    )
    if request.method == "POST" and form.is_valid():
        try:
            questionnaire_save(player, actor=actor_of(request), **form.values)
            messages.success(request, _("The questionnaire is stored."))
            return redirect("tournaments:correspondence", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(None, str(error))
    context = {
        "event": event,
        "entry": player,
        "stored": stored,
        "form": form,
        "document": "" if player.national_id else document_address("reports:questionnaire_pdf", pk, entry),
        "today": timezone.localdate(),
        "part": "players",
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "tournaments/correspondence_questionnaire.html", context, status=status)


def questionnaire_start(entry: Entry) -> dict[str, str]:
    """What the entry says already."""
    surname, _comma, given = entry.name.partition(",")
    return {"surname": surname.strip(), "given_name": given.strip(), "birth": entry.birth}


def _papers(request: HttpRequest, event: Event, stored: Questionnaire) -> HttpResponse:
    try:
        day = parse_date(request.POST.get("on", "")) or timezone.localdate()
        papers_seen(stored, actor=actor_of(request), on=day)
        messages.success(request, _("Noted."))
    except (DomainError, ValueError) as error:
        messages.error(request, str(error))
    return redirect("tournaments:correspondence_questionnaire", pk=event.pk, entry=stored.entry_id)


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """A player leaves; in a team somebody takes over his open games, and that can be taken back at first."""
    event = postal_event(request, pk, "entries_edit")
    player = own_entry(event, entry)
    verb = request.POST.get("verb", "")
    forms = {
        "leave": LeaveForm(request.POST if verb == "leave" else None, prefix="leave"),
        "substitute": SubstituteForm(request.POST if verb == "substitute" else None, prefix="substitute"),
    }
    refused = ""
    if request.method == "POST":
        form = forms.get(verb)
        try:
            if verb == "undo":
                substitute_undo(player, actor=actor_of(request), reason=request.POST.get("reason", ""))
                messages.success(request, _("The substitution is taken back."))
                return redirect("tournaments:correspondence", pk=pk)
            if form is not None and form.is_valid():
                messages.success(request, _leave(request, player, verb, form.cleaned_data))
                return redirect("tournaments:correspondence", pk=pk)
        except DomainError as error:
            refused = str(error)
        except ValidationError as error:
            refused = " ".join(error.messages)
    context = {
        "event": event,
        "entry": player,
        "name": full_name(player),
        "games": open_games_of(player),
        "substitutes": list(Entry.objects.filter(substitute_for=player)),
        "forms": forms,
        "refused": refused,
        "part": "players",
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/correspondence_leave.html", context, status=status)


def _leave(request: HttpRequest, player: Entry, verb: str, data: dict[str, Any]) -> str:
    """What was done, in words."""
    actor = actor_of(request)
    if verb == "leave":
        decided = player_leaves(player, actor=actor, reason=data["reason"], lost=data["lost"] == "1")
        text = ngettext(
            "%(name)s has left; %(count)s game is decided.",
            "%(name)s has left; %(count)s games are decided.",
            len(decided),
        )
        return text % {"name": player.name, "count": len(decided)}
    person = None
    if data["national_id"]:
        person = Person.objects.filter(national_id=data["national_id"].strip()).first()
        if person is None:
            raise DomainError(
                _("Nobody in the register has the number %(number)s.") % {"number": data["national_id"]},
                "unknown_number",
            )
    facts = {} if person else {"rating": data["rating"], "birth": data["birth"]}
    made = substitute_enter(
        player, actor=actor, reason=data["reason"], person=person, name=data["name"], **facts
    )
    return _("%(substitute)s plays on for %(main)s.") % {"substitute": made.name, "main": player.name}
