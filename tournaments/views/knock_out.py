"""The bracket of a knock-out, public and at the desk: draw, play-offs and decisions of ties."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.forms.kinds import DecisionForm, KindForm, StepForm
from tournaments.models import Event, KnockOutTie, TiePlayOffGame
from tournaments.record.codes import shown
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition
from tournaments.selectors.knock_out import bracket_of, may_add_step
from tournaments.services.kinds import kind_rules, kind_rules_set
from tournaments.services.knock_out import knock_out_draw
from tournaments.services.tie_play_offs import (
    PLAY_OFF_CODES,
    tie_decide,
    tie_play_off_add,
    tie_play_off_remove,
    tie_play_off_result,
)
from tournaments.views.access import actor_of, desk_event, may, posted_number, public_event


@require_safe
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """The bracket for everybody."""
    event = public_event(request, pk)
    if event.system != Event.System.KNOCK_OUT:
        raise Http404
    return render(request, "tournaments/bracket.html", {"event": event, "bracket": bracket_of(event)})


@login_required
@require_safe
def desk_bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """The bracket at the desk, with what is to do next."""
    event = desk_event(request, pk, "event_desk")
    if event.system != Event.System.KNOCK_OUT:
        raise Http404
    context = {
        "event": event,
        "bracket": bracket_of(event),
        "players": event.entries.count(),
        "unnumbered": event.entries.filter(number__isnull=True).count(),
        "may_pair": may(request, "round_pair", event) and not event.is_locked,
        "at_desk": True,
    }
    return render(request, "tournaments/desk_bracket.html", context)


@login_required
@require_POST
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the first stage."""
    event = desk_event(request, pk, "round_pair")
    try:
        knock_out_draw(event, actor=actor_of(request))
        messages.success(request, _("The bracket is drawn."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_bracket", pk=pk)


@login_required
@require_http_methods(["GET", "POST"])
def kind(request: HttpRequest, pk: int) -> HttpResponse:
    """The choices of this kind of event."""
    event = desk_event(request, pk, "event_edit")
    stages = event.stages.exists()
    form = KindForm(request.POST or None, instance=kind_rules(event), event=event, stages=stages)
    if request.method == "POST" and form.is_valid():
        try:
            kind_rules_set(event, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("tournaments:kind", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    context = {"event": event, "form": form, "stages": stages} | _unplayed_games(event)
    return render(request, "tournaments/kind.html", context, status=422 if form.errors else 200)


def _unplayed_games(event: Event) -> dict[str, Any]:
    """What the rating text of the event says of a round robin with unplayed games (6.43); empty for a draft."""
    try:
        text = edition(event.rating_edition) if event.rating_edition and not event.correspondence else None
    except EditionError:
        text = None
    rule = text.get("round_robin_unplayed") if text else None
    return {"rating_edition": text.key if text else "", "as_swiss": rule.article if rule else ""}


@login_required
@require_safe
def tie(request: HttpRequest, pk: int, tie: int) -> HttpResponse:
    """One tie: its games, the play-off, the decision."""
    event = desk_event(request, pk, "event_desk")
    return _tie_page(request, event, _own_tie(event, tie))


def _tie_page(
    request: HttpRequest,
    event: Event,
    row: KnockOutTie,
    *,
    step: StepForm | None = None,
    decision: DecisionForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = bracket_of(event)
    view, title = next(
        (view, stage.title) for stage in found.stages for view in stage.ties if view.tie.pk == row.pk
    )
    editable = not event.is_locked
    context: dict[str, Any] = {
        "event": event,
        "view": view,
        "tie": view.tie,
        "title": title,
        "faster": view.tie.play_off_games.all(),
        "codes": [(code, "·" if code == "*" else shown(code)) for code in PLAY_OFF_CODES],
        "step_form": step or StepForm(tie=view.tie),
        "decision_form": decision or DecisionForm(tie=view.tie),
        "may_step": view.is_level
        and may_add_step(view.tie)
        and editable
        and may(request, "round_pair", event),
        "may_decide": view.tie.lower_id and editable and may(request, "round_pair", event),
        "may_enter": editable and may(request, "result_enter", event),
    }
    return render(request, "tournaments/tie.html", context, status=status)


@login_required
@require_POST
def step(request: HttpRequest, pk: int, tie: int) -> HttpResponse:
    """Add a step of the play-off, or take the last one back."""
    event = desk_event(request, pk, "round_pair")
    row = _own_tie(event, tie)
    if "remove" in request.POST:
        try:
            tie_play_off_remove(row, actor=actor_of(request))
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("tournaments:tie", pk=pk, tie=tie)
    form = StepForm(request.POST, tie=row)
    if form.is_valid():
        values = form.cleaned_data
        try:
            tie_play_off_add(
                row,
                actor=actor_of(request),
                rate=values["rate"],
                games=values["games"],
                armageddon=values["armageddon"],
                upper_white=form.upper_white,
            )
            return redirect("tournaments:tie", pk=pk, tie=tie)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _tie_page(request, event, row, step=form, status=422)


@login_required
@require_POST
def faster(request: HttpRequest, pk: int, tie: int, game: int) -> HttpResponse:
    """The result of a play-off game."""
    event = desk_event(request, pk, "result_enter")
    row = get_object_or_404(TiePlayOffGame.objects.select_related("tie"), pk=game, tie=_own_tie(event, tie))
    try:
        version = posted_number(request.POST.get("version"))
        tie_play_off_result(row, actor=actor_of(request), code=request.POST.get("code", ""), version=version)
        messages.success(request, _("Result saved"))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:tie", pk=pk, tie=tie)


@login_required
@require_POST
def decide(request: HttpRequest, pk: int, tie: int) -> HttpResponse:
    """Say who goes on, with a reason."""
    event = desk_event(request, pk, "round_pair")
    row = _own_tie(event, tie)
    form = DecisionForm(request.POST, tie=row)
    if form.is_valid():
        winner = next(
            (one for one in (row.upper, row.lower) if one and one.pk == form.cleaned_data["winner"]), None
        )
        try:
            tie_decide(row, actor=actor_of(request), winner=winner, reason=form.cleaned_data["reason"])
            messages.success(request, _("Saved."))
            return redirect("tournaments:tie", pk=pk, tie=tie)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _tie_page(request, event, row, decision=form, status=422)


def _own_tie(event: Event, pk: int) -> KnockOutTie:
    """A tie of this event and no other; raises Http404."""
    return get_object_or_404(
        KnockOutTie.objects.select_related("upper", "lower", "winner"), pk=pk, event=event
    )
