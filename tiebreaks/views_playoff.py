"""The play-off of an event: what was announced, its games as they are played, disputes, final places."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.listing import json_response
from tiebreaks.forms import DisputeForm, GameForm, PlanForm, StartForm
from tiebreaks.models import PlayOff, PlayOffPlan
from tiebreaks.pages import file_name
from tiebreaks.play_off_pages import PlayOffView, play_off_view
from tiebreaks.play_offs import candidates_of, earliest_start
from tiebreaks.services import play_off_rests, standings_of
from tiebreaks.services_playoff import (
    RESULTS,
    StartChoices,
    dispute_record,
    game_save,
    plan_drop,
    plan_save,
    play_off_cancel,
    play_off_start,
)
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.views.access import actor_of, desk_event, may, public_event


@require_safe
def play_off(request: HttpRequest, pk: int) -> HttpResponse:
    """The play-off as it stands, for everybody; officials enter results on the same page."""
    event = public_event(request, pk)
    if request.GET.get("format") == "json":
        return json_response(file_name(event, "play-off"), _document(event))
    return render(request, "tiebreaks/play_off.html", _context(request, event))


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    begun = PlayOff.objects.filter(event=event).prefetch_related("games", "disputes").first()
    plan = PlayOffPlan.objects.filter(event=event).first()
    context: dict[str, Any] = {
        "event": event,
        "plan": plan,
        "play_off": begun,
        "results": [(code, code.replace("1/2", "½")) for code in RESULTS],
        "may_enter": not event.is_locked and may(request, "result_enter", event),
        "may_plan": event.state in (Event.State.DRAFT, Event.State.REGISTERED)
        and may(request, "event_edit", event),
        "may_start": not event.is_locked and may(request, "event_finish", event),
        "may_decide": not event.is_locked and may(request, "result_correct", event),
    }
    if begun is not None:
        view = _view(begun)
        context |= {"view": view, "dispute_form": _dispute_form(view), "rests": _rests(event, begun)}
        context["disputes"] = [(view.labels.get(item.game_key, ""), item) for item in begun.disputes.all()]
        context["has_results"] = any(game.result for game in begun.games.all())
    elif plan is not None and event.state == Event.State.FINISHED:
        context |= _candidates(event, plan)
    return context


def _rests(event: Event, begun: PlayOff) -> bool:
    try:
        return play_off_rests(event, begun)
    except DomainError:
        return False


def _view(begun: PlayOff) -> PlayOffView:
    rows = Entry.objects.filter(event_id=begun.event_id, number__in=begun.players)
    return play_off_view(
        begun, {number: name for number, name in rows.values_list("number", "name") if number}
    )


def _candidates(event: Event, plan: PlayOffPlan) -> dict[str, Any]:
    try:
        found = candidates_of(plan, standings_of(event)["rows"])
        earliest = earliest_start(event, [row["number"] for row in found.rows])
        return {"candidates": found, "earliest": earliest, "start_form": StartForm()}
    except DomainError as problem:
        return {"problem": problem}


def _dispute_form(view: PlayOffView, data: Any = None) -> DisputeForm:
    form = DisputeForm(data)
    form.fields["key"].choices = list(view.labels.items())  # type: ignore[attr-defined]
    return form


def _document(event: Event) -> dict[str, Any]:
    """The play-off as plain values: stages, games, order."""
    begun = PlayOff.objects.filter(event=event).first()
    if begun is None:
        return {"event": event.pk, "stages": [], "ranking": None}
    state = _view(begun).progress
    return {
        "event": event.pk,
        "rule": begun.rule,
        "seed": begun.seed,
        "first_place": begun.first_place,
        "players": begun.players,
        "numbers": {str(player): number for player, number in state.numbers.items()},
        "stages": [
            {
                "key": stage.key,
                "type": stage.type,
                "article": stage.article,
                "choice": stage.choice,
                "ranking": stage.ranking,
                "games": [
                    {
                        "key": game.key,
                        "white": game.white,
                        "black": game.black,
                        "result": game.result,
                        "moves": game.moves,
                    }
                    for game in stage.games
                ],
            }
            for stage in state.stages
        ],
        "ranking": state.ranking,
    }


@login_required
@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, pk: int) -> HttpResponse:
    """What the event announces of its play-off; locked at its start."""
    event = desk_event(request, pk, "event_edit")
    stored = PlayOffPlan.objects.filter(event=event).first()
    form = PlanForm(request.POST or None, instance=stored)
    if request.method == "POST":
        try:
            if "drop" in request.POST:
                plan_drop(event, actor=actor_of(request))
                messages.success(request, _("The event announces no play-off."))
                return redirect("tiebreaks:play_off", pk=pk)
            if form.is_valid():
                plan_save(event, actor=actor_of(request), values=form.values)
                messages.success(request, _("Saved."))
                return redirect("tiebreaks:play_off", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    context = {"event": event, "form": form, "stored": stored}
    return render(request, "tiebreaks/play_off_plan.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the play-off; the lot is drawn now."""
    event = desk_event(request, pk, "event_finish")
    form = StartForm(request.POST)
    if form.is_valid():
        chosen = StartChoices(**form.cleaned_data)
        try:
            play_off_start(event, actor=actor_of(request), choices=chosen)
            messages.success(request, _("The play-off has begun."))
            return redirect("tiebreaks:play_off", pk=pk)
        except DomainError as error:
            form.add_error(
                error.field if error.field in form.fields else None, f"{error} {error.hint}".strip()
            )
    context = _context(request, event) | {"start_form": form}
    return render(request, "tiebreaks/play_off.html", context, status=422)


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a play-off without results."""
    event = desk_event(request, pk, "event_finish")
    reason = request.POST.get("reason", "")
    _try(
        request,
        _("The play-off was taken back."),
        play_off_cancel,
        event,
        actor=actor_of(request),
        reason=reason,
    )
    return redirect("tiebreaks:play_off", pk=pk)


@login_required
@require_POST
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the result of a game."""
    event = desk_event(request, pk, "result_enter")
    form = GameForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            game_save(
                event,
                said["key"],
                actor=actor_of(request),
                result=said["result"],
                moves=said["moves"],
                arbiter=said["arbiter"],
                version=said["version"],
            )
            messages.success(request, _("Saved."))
            return redirect("tiebreaks:play_off", pk=pk)
        except DomainError as error:
            form.add_error(None, str(error))
    return render(request, "tiebreaks/play_off.html", _context(request, event) | _typed(form), status=422)


def _typed(form: GameForm) -> dict[str, Any]:
    """What was typed for a game and refused, with why; it stays in the game's form, or is told if there is none."""
    typed: dict[str, Any] = {name: form[name].value() or "" for name in ("key", "result", "moves", "arbiter")}
    reasons = [str(text) for texts in form.errors.values() for text in texts]
    said = " · ".join(
        str(typed[name]).replace("1/2", "½") for name in ("result", "moves", "arbiter") if typed[name]
    )
    return {"typed": typed | {"error": " ".join(reasons), "said": said}}


@login_required
@require_POST
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Record a dispute with its decision; what was typed stays when it is refused."""
    event = desk_event(request, pk, "result_correct")
    context = _context(request, event)
    if "view" not in context:
        messages.error(request, _("The play-off has not begun."))
        return redirect("tiebreaks:play_off", pk=pk)
    form = _dispute_form(context["view"], request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            dispute_record(
                event,
                said["key"],
                actor=actor_of(request),
                matter=said["matter"],
                panel=form.names,
                decision=said["decision"],
            )
            messages.success(request, _("The decision is recorded; it is final."))
            return redirect("tiebreaks:play_off", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return render(request, "tiebreaks/play_off.html", context | {"dispute_form": form}, status=422)


def _try(request: HttpRequest, done: str, service: Any, *arguments: Any, **named: Any) -> None:
    """Do it, and say that it was done or why it was refused."""
    try:
        service(*arguments, **named)
        messages.success(request, done)
    except DomainError as error:
        messages.error(request, str(error))
