"""How a Swiss is paired, at the desk: acceleration, limits of byes, players kept apart, fixed tables."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.forms.swiss import ForbidForm, SetupForm, TableForm
from tournaments.models import Event, FixedBoard, ForbiddenPair
from tournaments.selectors.events import last_paired_round
from tournaments.services import (
    fixed_board_set,
    forbidden_pair_add,
    forbidden_pair_remove,
    is_fide_rated,
    setup_change,
    swiss_setup,
)
from tournaments.snapshot import record_of
from tournaments.views.access import actor_of, desk_event


@login_required
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """The choices of the event; a post changes them."""
    event = desk_event(request, pk, "round_pair")
    form = SetupForm(request.POST or None, instance=swiss_setup(event))
    if request.method == "POST" and form.is_valid():
        try:
            setup_change(event, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("tournaments:pairing_rules", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, setup=form)


@login_required
@require_POST
def forbid(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep two players apart."""
    event = desk_event(request, pk, "round_pair")
    form = ForbidForm(request.POST, event=event)
    if form.is_valid():
        try:
            forbidden_pair_add(event, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("tournaments:pairing_rules", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, apart=form)


@login_required
@require_POST
def allow(request: HttpRequest, pk: int, pair: int) -> HttpResponse:
    """Let two players meet again."""
    event = desk_event(request, pk, "round_pair")
    row = get_object_or_404(ForbiddenPair.objects.select_related("one", "other"), pk=pair, event=event)
    try:
        forbidden_pair_remove(row, actor=actor_of(request))
        messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:pairing_rules", pk=pk)


@login_required
@require_POST
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a player his table, or take it back."""
    event = desk_event(request, pk, "round_pair")
    form = TableForm(request.POST, event=event)
    if form.is_valid():
        try:
            fixed_board_set(
                form.cleaned_data["entry"], actor=actor_of(request), table=form.cleaned_data["table"]
            )
            messages.success(request, _("Saved."))
            return redirect("tournaments:pairing_rules", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, table=form)


def _page(
    request: HttpRequest,
    event: Event,
    *,
    setup: SetupForm | None = None,
    apart: ForbidForm | None = None,
    table: TableForm | None = None,
) -> HttpResponse:
    forms = {
        "setup_form": setup or SetupForm(instance=swiss_setup(event)),
        "apart_form": apart or ForbidForm(event=event),
        "table_form": table or TableForm(event=event),
    }
    rows = ForbiddenPair.objects.filter(event=event).select_related("one", "other")
    tables = FixedBoard.objects.filter(entry__event=event).select_related("entry").order_by("table")
    record = record_of(event.pk)
    context: dict[str, Any] = forms | {
        "event": event,
        "pairs": rows,
        "pairs_of_file": record.forbidden if not rows else (),
        "tables": tables,
        "players": event.entries.filter(number__isnull=False).order_by("number"),
        "accelerations": _lent(record.accelerations, event),
        "fide_rated": is_fide_rated(event),
        "paired": last_paired_round(event.pk),
    }
    failed = any(form.errors for form in forms.values())
    return render(request, "tournaments/pairing_rules.html", context, status=422 if failed else 200)


def _lent(accelerations: Any, event: Event) -> list[dict[str, Any]]:
    names = dict(event.entries.filter(number__isnull=False).values_list("number", "name"))
    return [
        {
            "halves": each.halves or 0,
            "rounds": (each.first_round, each.last_round),
            "first": each.first,
            "last": each.last,
            "last_name": names.get(each.last, ""),
        }
        for each in accelerations
    ]
