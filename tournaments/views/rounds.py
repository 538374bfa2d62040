"""The rounds of an event at the desk: pair, type the day, delete a pairing."""

from datetime import date, time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.events import rounds_progress
from tournaments.selectors.hall import absent_entries
from tournaments.services import (
    pairings_delete,
    round_pair_later,
    rounds_pair_all,
    schedule_set,
)
from tournaments.services.confirmations import unconfirmed_games
from tournaments.services.team_pairing import team_rounds_pair_all
from tournaments.services.team_swiss import team_round_pair_later
from tournaments.views.access import actor_of, desk_event, may


@login_required
@require_safe
def rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """All rounds with their state, and what can be done with the next one."""
    event = desk_event(request, pk, "event_desk")
    progress = rounds_progress(event)
    last = max((each.number for each in progress if each.paired), default=0)
    may_pair = may(request, "round_pair", event) and not event.is_locked
    context = {
        "event": event,
        "progress": progress,
        "last": last,
        "next": last + 1 if last < event.rounds_planned else 0,
        "unnumbered": event.entries.filter(number__isnull=True).count(),
        "players": event.entries.count(),
        "may_pair": may_pair,
        "may_edit": may(request, "event_edit", event) and not event.is_locked,
        "may_delete": may_pair and last > 0,
        "unconfirmed": len(unconfirmed_games(event)) if may_pair else 0,
        "absent": len(absent_entries(event, last + 1)),
    }
    return render(request, "tournaments/desk_rounds.html", context)


@login_required
@require_POST
def pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair all rounds by the tables, or order the next Swiss round from the engine."""
    event = desk_event(request, pk, "round_pair")
    try:
        if event.is_swiss:
            job = round_pair_later(event, actor=actor_of(request))
            return redirect("core:job", job.pk)
        if event.system == Event.System.TEAM_SWISS:
            job = team_round_pair_later(event, actor=actor_of(request))
            return redirect("core:job", job.pk)
        pair_all = team_rounds_pair_all if event.is_team_event else rounds_pair_all
        made = pair_all(event, actor=actor_of(request))
        told = ngettext(
            "%(count)s round is paired by the tables.",
            "%(count)s rounds are paired by the tables.",
            len(made),
        )
        messages.success(request, told % {"count": len(made)})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the newest pairing, if it has no results."""
    event = desk_event(request, pk, "round_pair")
    try:
        numbers = pairings_delete(event, actor=actor_of(request), reason=request.POST.get("reason", ""))
        messages.success(
            request, _("Pairing deleted: rounds %(rounds)s.") % {"rounds": ", ".join(map(str, numbers))}
        )
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


@login_required
@require_POST
def days(request: HttpRequest, pk: int) -> HttpResponse:
    """Type the days and times of the rounds; what cannot be read is told and stays."""
    event = desk_event(request, pk, "event_edit")
    typed: dict[int, tuple[date | None, time | None]] = {}
    for each in rounds_progress(event):
        number = each.number
        if f"day-{number}" not in request.POST:
            continue
        at = request.POST.get(f"time-{number}")
        try:
            typed[number] = (
                _typed_day(request.POST[f"day-{number}"]),
                _typed_time(at) if at is not None else each.round.time if each.round else None,
            )
        except ValueError:
            messages.error(
                request,
                _("Round %(number)s: write the day as YYYY-MM-DD and the time as HH:MM.")
                % {"number": number},
            )
    try:
        if schedule_set(event, actor=actor_of(request), rounds=typed):
            messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


def _typed_day(text: str) -> date | None:
    return date.fromisoformat(text) if text.strip() else None


def _typed_time(text: str) -> time | None:
    return time.fromisoformat(text).replace(second=0, microsecond=0) if text.strip() else None
