"""Who does not play when, at the desk: byes for several rounds, withdrawals and returns, late entries."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.forms.swiss import ByesForm, LeaveForm
from tournaments.models import Event
from tournaments.selectors.absences import absentees
from tournaments.selectors.events import last_paired_round
from tournaments.services import (
    byes_ask,
    entries_number_late,
    entry_withdraw,
    late_numbering_refusal,
    swiss_setup,
)
from tournaments.views.access import actor_of, desk_event, own_entry, posted_number


@login_required
@require_safe
def absences(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody who misses a round, round by round."""
    return _page(request, desk_event(request, pk, "entries_edit"))


@login_required
@require_POST
def byes(request: HttpRequest, pk: int) -> HttpResponse:
    """Note or take back the byes of one player in several rounds."""
    event = desk_event(request, pk, "entries_edit")
    form = ByesForm(request.POST, event=event, rounds=_rounds_to_come(event))
    if form.is_valid():
        wanted = dict.fromkeys(form.cleaned_data["rounds"], form.cleaned_data["code"])
        try:
            byes_ask(
                form.cleaned_data["entry"],
                actor=actor_of(request),
                wanted=wanted,
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("Saved."))
            return redirect("tournaments:absences", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, byes_form=form)


@login_required
@require_POST
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a player after a round, or take him back (`return` names his entry)."""
    event = desk_event(request, pk, "entries_edit")
    if "return" in request.POST:
        row = own_entry(event, posted_number(request.POST["return"]))
        try:
            entry_withdraw(row, actor=actor_of(request), after_round=None)
            messages.success(request, _("%(name)s plays again.") % {"name": row.name})
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("tournaments:absences", pk=pk)
    form = LeaveForm(request.POST, event=event)
    if form.is_valid():
        values = form.cleaned_data
        try:
            entry_withdraw(
                values["entry"],
                actor=actor_of(request),
                after_round=values["after_round"],
                reason=values["reason"],
            )
            messages.success(request, _("Saved."))
            return redirect("tournaments:absences", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, leave_form=form)


@login_required
@require_POST
def renumber(request: HttpRequest, pk: int) -> HttpResponse:
    """Put late entries in their places."""
    event = desk_event(request, pk, "entries_edit")
    try:
        entries_number_late(event, actor=actor_of(request), reason=request.POST.get("reason", ""))
        messages.success(request, _("Start numbers are given."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:absences", pk=pk)


def _rounds_to_come(event: Event) -> list[int]:
    return list(range(last_paired_round(event.pk) + 1, event.rounds_planned + 1))


def _page(
    request: HttpRequest,
    event: Event,
    *,
    byes_form: ByesForm | None = None,
    leave_form: LeaveForm | None = None,
) -> HttpResponse:
    paired = last_paired_round(event.pk)
    found = absentees(event, paired)
    context: dict[str, Any] = {
        "event": event,
        "rows": [(each, each.cells(event.rounds_planned)) for each in found],
        "rounds": range(1, event.rounds_planned + 1),
        "paired": paired,
        "players": event.entries.filter(number__isnull=False).order_by("number"),
        "byes_form": byes_form or ByesForm(event=event, rounds=_rounds_to_come(event)),
        "leave_form": leave_form or LeaveForm(event=event, initial={"after_round": paired}),
        "setup": swiss_setup(event),
        "late": any(each.is_late for each in found),
        "late_refusal": late_numbering_refusal(event),
        "may_change": not event.is_locked,
    }
    failed = any(form.errors for form in (context["byes_form"], context["leave_form"]))
    return render(request, "tournaments/absences.html", context, status=422 if failed else 200)
