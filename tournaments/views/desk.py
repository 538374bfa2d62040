"""The director's desk: own events with the next step, and one event with everything that is to do."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.models import Event, Game
from tournaments.record.codes import OPEN_CODES
from tournaments.selectors.checklist import checklist, counts
from tournaments.selectors.events import (
    events_of,
    events_of_others,
    round_in_play_of,
    rounds_progress,
    with_progress,
)
from tournaments.selectors.notices import unrated_notice
from tournaments.selectors.start_list import last_refresh
from tournaments.services import event_finish, event_register, event_reopen, list_difference
from tournaments.views.access import actor_of, desk_event, may
from tournaments.words import state_words, system_words


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the director does next, and where."""

    label: str
    url: str
    icon: str = "arrow-right"


def next_step(event: Any) -> NextStep | None:
    """The next step of an event that carries its progress (`players`, `unnumbered`, `boards_open`, `last_round`)."""
    if event.is_locked:
        return NextStep(_("See the report"), _address("reports:documents", event), "file-check")
    if event.state == Event.State.DRAFT:
        return NextStep(
            _("Complete and register"), reverse("tournaments:desk_event", args=[event.pk]), "pencil"
        )
    if not event.players:
        return NextStep(
            _("Enter the players"), reverse("tournaments:desk_entries", args=[event.pk]), "user-plus"
        )
    if event.is_team_event and not event.last_round and event.state == Event.State.REGISTERED:
        teams = reverse("tournaments:desk_teams", args=[event.pk])
        return NextStep(_("Form the teams, then pair"), teams, "users")
    if event.state == Event.State.FINISHED:
        return NextStep(_("Hand in the report"), _address("reports:documents", event), "file-check")
    if event.boards_open and event.last_round:
        number = _first_open_round(event)
        text = ngettext(
            "Enter results (%(count)s board open)", "Enter results (%(count)s boards open)", event.boards_open
        )
        return NextStep(
            text % {"count": event.boards_open},
            reverse("tournaments:correspondence_games", args=[event.pk])
            if event.correspondence
            else reverse("tournaments:desk_round", args=[event.pk, number]),
            "keyboard",
        )
    rounds = reverse("tournaments:desk_rounds", args=[event.pk])
    if (event.last_round or 0) < event.rounds_planned:
        if event.unnumbered:
            return NextStep(
                _("Give the start numbers"),
                reverse("tournaments:desk_entries", args=[event.pk]),
                "list-ordered",
            )
        if event.system == Event.System.KNOCK_OUT:
            return NextStep(
                _("Decide the level ties") if event.last_round else _("Draw the bracket"),
                reverse("tournaments:desk_bracket", args=[event.pk]),
                "network",
            )
        number = (event.last_round or 0) + 1
        return NextStep(_("Pair round %(number)s") % {"number": number}, rounds, "shuffle")
    return NextStep(_("Finish the event"), reverse("tournaments:desk_event", args=[event.pk]), "flag")


def _first_open_round(event: Any) -> int:
    games = Game.objects.filter(round__event_id=event.pk, code__in=OPEN_CODES).order_by("round__number")
    return games.values_list("round__number", flat=True).first() or event.last_round


def _address(name: str, event: Event) -> str:
    try:
        return reverse(name, args=[event.pk])
    except NoReverseMatch:
        return reverse("tournaments:event", args=[event.pk])


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """The account's own events with state and next step; the commission sees the others' below."""
    own = [_row(event) for event in events_of(request.user)]
    others = [_row(event) for event in events_of_others(request.user)[:50]]
    return render(request, "tournaments/desk.html", {"own": own, "others": others})


def _row(event: Any) -> dict[str, Any]:
    return {
        "event": event,
        "state_label": state_words(event, round_in_play_of(event)),
        "system": system_words(event),
        "next": next_step(event),
    }


@login_required
@require_safe
def event_desk(request: HttpRequest, pk: int) -> HttpResponse:
    """One event at the desk: the steps, the next one, and what the commission would find."""
    event = desk_event(request, pk, "event_desk")
    counted = with_progress(Event.objects.filter(pk=pk)).get()
    context = {
        "event": event,
        "counted": counted,
        "next": next_step(counted),
        "steps": _steps(counted),
        "rounds": rounds_progress(event),
        "may_see_findings": may(request, "event_edit", event),
        "notice": unrated_notice(event),
        "ends_ahead": event.end if event.end and event.end > timezone.localdate() else None,
        "may_register": event.state == Event.State.DRAFT and may(request, "event_register", event),
        "may_finish": event.state == Event.State.PLAYING and may(request, "event_finish", event),
        "may_reopen": event.state == Event.State.FINISHED
        and not event.is_locked
        and may(request, "event_finish", event),
        "unidentified": event.entries.filter(person__isnull=True).count()
        if may(request, "entry_identify", event)
        else 0,
    }
    return render(request, "tournaments/event_desk.html", context | _before_the_start(request, event))


def _before_the_start(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The check before the start and a new list, for those who may do something about them."""
    if event.state not in (Event.State.DRAFT, Event.State.REGISTERED) or not may(
        request, "event_edit", event
    ):
        return {}
    items = checklist(event)
    return {
        "checklist": items,
        "checked": counts(items),
        "difference": list_difference(event),
        "refreshed": last_refresh(event),
    }


def _steps(event: Any) -> list[dict[str, str]]:
    """The way of an event, as the strip over its desk shows it."""
    registered = event.state != Event.State.DRAFT
    paired = bool(event.last_round)
    finished = event.state == Event.State.FINISHED
    last, planned = event.last_round or 0, event.rounds_planned
    marks = [
        (_("Register"), event.registration_number, registered),
        (_("Players"), _("%(count)s entered") % {"count": event.players}, registered and bool(event.players)),
        (_("Pairings"), _("%(last)s of %(all)s rounds") % {"last": last, "all": planned}, last >= planned),
        (_("Results"), _("%(count)s boards open") % {"count": event.boards_open}, paired and finished),
        (_("Finish"), "", finished),
        (_("Report"), "", event.is_locked),
    ]
    steps: list[dict[str, str]] = []
    for label, note, done in marks:
        is_current = not done and all(step["state"] == "done" for step in steps)
        steps.append(
            {"label": label, "note": note, "state": "done" if done else "current" if is_current else "todo"}
        )
    return steps


@login_required
@require_POST
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce the event: the start day fixes its rules."""
    event = desk_event(request, pk, "event_register")
    try:
        done = event_register(event, actor=actor_of(request))
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("tournaments:event_edit" if error.field else "tournaments:desk_event", pk=pk)
    messages.success(request, _("Registered as %(number)s.") % {"number": done.registration_number})
    return redirect("tournaments:desk_event", pk=pk)


@login_required
@require_POST
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the play."""
    event = desk_event(request, pk, "event_finish")
    try:
        event_finish(event, actor=actor_of(request))
        messages.success(request, _("The event is finished. The report can be handed in."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_event", pk=pk)


@login_required
@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a finished event up again, with a reason."""
    event = desk_event(request, pk, "event_finish")
    try:
        event_reopen(event, actor=actor_of(request), reason=request.POST.get("reason", ""))
        messages.success(request, _("The event is being played again."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_event", pk=pk)
