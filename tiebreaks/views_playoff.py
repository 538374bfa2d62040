"""The play-offs of an event: what was announced, the list, games as they are played, hours, disputes, places."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.listing import json_response
from tiebreaks.forms import DisputeForm, GameForm, PlanForm, StageHourForm, StartForm
from tiebreaks.models import PlayOff, PlayOffPlan
from tiebreaks.play_off_pages import (
    PlayOffLine,
    PlayOffView,
    StageView,
    places_text,
    play_off_line,
    play_off_view,
)
from tiebreaks.play_offs import Candidates, earliest_starts, play_offs_of, progress_of
from tiebreaks.selectors import waiting_play_offs
from tiebreaks.services import play_offs_at_rest
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
from tiebreaks.services_playoff_hours import stage_hour_set
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.table_files import file_name
from tournaments.views.access import actor_of, desk_event, may, public_event


@require_safe
def play_offs(request: HttpRequest, pk: int) -> HttpResponse:
    """What was announced, the play-offs that were begun and those that wait; the only one at once."""
    event = public_event(request, pk)
    if request.GET.get("format") == "json":
        documents = [_document(begun) for begun in play_offs_of(event.pk)]
        return json_response(file_name(event, "play-offs"), {"event": event.pk, "play_offs": documents})
    context = _list_context(request, event)
    if len(context["begun"]) == 1 and not context["waiting"]:
        return redirect("tiebreaks:play_off", pk=pk, first_place=context["begun"][0].play_off.first_place)
    return render(request, "tiebreaks/play_offs.html", context)


def _list_context(request: HttpRequest, event: Event, refused: StartForm | None = None) -> dict[str, Any]:
    """The list; `refused` is the form of a group that could not begin."""
    begun = play_offs_of(event.pk)
    context: dict[str, Any] = {
        **_announced(event, begun),
        "begun": _lines(event, begun),
        "may_plan": event.state in (Event.State.DRAFT, Event.State.REGISTERED)
        and may(request, "event_edit", event),
        "may_start": not event.is_locked and may(request, "event_finish", event),
    }
    groups: list[Candidates] = context["waiting"]
    asked = None if refused is None else refused.data.get("first_place") or "".join(_first(groups))
    forms = [
        refused if refused is not None and asked == str(group.first_place) else StartForm(group.first_place)
        for group in groups
    ]
    rule = context["plan"].rule if groups else ""
    hours = earliest_starts(event, [group.numbers for group in groups], rule=rule)
    context["waiting"] = list(zip(groups, hours, forms, strict=True))
    return context | {"refused": None if refused in forms else refused}


def _first(groups: list[Candidates]) -> list[str]:
    """The group that begins where none is named."""
    return [str(group.first_place) for group in groups[:1]]


def _announced(event: Event, begun: list[PlayOff]) -> dict[str, Any]:
    """The plan, and the groups that wait; why they cannot be told (`problem`)."""
    said: dict[str, Any] = {"event": event, "plan": PlayOffPlan.objects.filter(event=event).first()}
    try:
        return said | {"waiting": waiting_play_offs(event, begun)}
    except DomainError as problem:
        return said | {"waiting": [], "problem": problem}


def _lines(event: Event, begun: list[PlayOff]) -> list[PlayOffLine]:
    resting = _resting(event, begun)
    names = _names(event, [number for play_off in begun for number in play_off.players])
    return [play_off_line(play_off, names, rests=play_off.pk in resting) for play_off in begun]


@require_safe
def play_off(request: HttpRequest, pk: int, first_place: int) -> HttpResponse:
    """One play-off as it stands, for everybody; officials enter results on the same page."""
    event = public_event(request, pk)
    begun = _begun(event, first_place)
    if request.GET.get("format") == "json":
        return json_response(file_name(event, f"play-off-{first_place}"), _document(begun))
    return render(request, "tiebreaks/play_off.html", _context(request, event, begun))


def _begun(event: Event, first_place: int) -> PlayOff:
    found = PlayOff.objects.filter(event=event, first_place=first_place)
    begun = found.prefetch_related("games", "disputes", "stage_hours").first()
    if begun is None:
        raise Http404(_("No play-off was begun for these places."))
    begun.event = event
    return begun


def _context(
    request: HttpRequest, event: Event, begun: PlayOff, refused: StageHourForm | None = None
) -> dict[str, Any]:
    """One play-off; `refused` is the form of a stage whose hour was refused."""
    view = play_off_view(begun, _names(event, begun.players))
    every = play_offs_of(event.pk)
    announced = _announced(event, every)
    return announced | {
        "play_off": begun,
        "places": places_text(begun.first_place, begun.last_place),
        "several": len(every) > 1 or bool(announced["waiting"]),
        "stages": [(stage, _hour_form(stage, refused)) for stage in view.stages],
        "results": [(code, code.replace("1/2", "½")) for code in RESULTS],
        "may_enter": not event.is_locked and may(request, "result_enter", event),
        "may_start": not event.is_locked and may(request, "event_finish", event),
        "may_decide": not event.is_locked and may(request, "result_correct", event),
        "view": view,
        "dispute_form": _dispute_form(view),
        "rests": begun.pk in _resting(event, [begun]),
        "disputes": [(view.labels.get(item.game_key, ""), item) for item in begun.disputes.all()],
        "has_results": any(game.result for game in begun.games.all()),
    }


def _hour_form(stage: StageView, refused: StageHourForm | None) -> StageHourForm | None:
    """The form about the hour of a stage that has none of its results yet."""
    if refused is not None and refused.data.get("key") == stage.stage.key:
        return refused
    if stage.hour is None or not stage.is_open:
        return None
    initial = {
        "key": stage.stage.key,
        "begins_at": stage.hour.begins_at,
        "early_reason": stage.hour.early_reason,
    }
    return StageHourForm(stage.games[0].number, initial=initial)


def _resting(event: Event, begun: list[PlayOff]) -> frozenset[int]:
    try:
        return play_offs_at_rest(event, begun)
    except DomainError:
        return frozenset()


def _names(event: Event, numbers: list[int]) -> dict[int, str]:
    rows = Entry.objects.filter(event_id=event.pk, number__in=numbers).values_list("number", "name")
    return {number: name for number, name in rows if number}


def _dispute_form(view: PlayOffView, data: Any = None) -> DisputeForm:
    form = DisputeForm(data)
    form.fields["key"].choices = list(view.labels.items())  # type: ignore[attr-defined]
    return form


def _document(begun: PlayOff) -> dict[str, Any]:
    """A play-off as plain values: stages, games, order."""
    state = progress_of(begun)
    return {
        "event": begun.event_id,
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
                return redirect("tiebreaks:play_offs", pk=pk)
            if form.is_valid():
                plan_save(event, actor=actor_of(request), values=form.values)
                messages.success(request, _("Saved."))
                return redirect("tiebreaks:play_offs", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    context = {"event": event, "form": form, "stored": stored}
    return render(request, "tiebreaks/play_off_plan.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the play-off of a group; the lot is drawn now."""
    event = desk_event(request, pk, "event_finish")
    form = StartForm(None, request.POST)
    if form.is_valid():
        said = dict(form.cleaned_data)
        first_place = said.pop("first_place")
        try:
            begun = play_off_start(
                event, actor=actor_of(request), choices=StartChoices(**said), first_place=first_place
            )
            messages.success(request, _("The play-off has begun."))
            return _to(begun)
        except DomainError as error:
            _refuse(form, error)
    return render(request, "tiebreaks/play_offs.html", _list_context(request, event, form), status=422)


def _to(begun: PlayOff) -> HttpResponse:
    return redirect("tiebreaks:play_off", pk=begun.event_id, first_place=begun.first_place)


def _refuse(form: Any, error: DomainError) -> None:
    form.add_error(error.field if error.field in form.fields else None, str(error))


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int, first_place: int) -> HttpResponse:
    """Take back a play-off without results, or one at rest."""
    event = desk_event(request, pk, "event_finish")
    begun = _begun(event, first_place)
    try:
        play_off_cancel(begun, actor=actor_of(request), reason=request.POST.get("reason", ""))
        messages.success(request, _("The play-off was taken back."))
        return redirect("tiebreaks:play_offs", pk=pk)
    except DomainError as error:
        messages.error(request, str(error))
    return _to(begun)


@login_required
@require_POST
def game(request: HttpRequest, pk: int, first_place: int) -> HttpResponse:
    """Enter the result of a game."""
    event = desk_event(request, pk, "result_enter")
    begun = _begun(event, first_place)
    form = GameForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            game_save(
                begun,
                said["key"],
                actor=actor_of(request),
                result=said["result"],
                moves=said["moves"],
                arbiter=said["arbiter"],
                version=said["version"],
            )
            messages.success(request, _("Saved."))
            return _to(begun)
        except DomainError as error:
            _refuse(form, error)
    context = _context(request, event, _begun(event, first_place)) | _typed(form)
    return render(request, "tiebreaks/play_off.html", context, status=422)


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
def stage_hour(request: HttpRequest, pk: int, first_place: int) -> HttpResponse:
    """Say when a later stage begins."""
    event = desk_event(request, pk, "event_finish")
    begun = _begun(event, first_place)
    form = StageHourForm("", request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            stage_hour_set(
                begun,
                said["key"],
                actor=actor_of(request),
                begins_at=said["begins_at"],
                early_reason=said["early_reason"],
            )
            messages.success(request, _("Saved."))
            return _to(begun)
        except DomainError as error:
            _refuse(form, error)
    return render(request, "tiebreaks/play_off.html", _context(request, event, begun, form), status=422)


@login_required
@require_POST
def dispute(request: HttpRequest, pk: int, first_place: int) -> HttpResponse:
    """Record a dispute with its decision; what was typed stays when it is refused."""
    event = desk_event(request, pk, "result_correct")
    begun = _begun(event, first_place)
    context = _context(request, event, begun)
    form = _dispute_form(context["view"], request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            dispute_record(
                begun,
                said["key"],
                actor=actor_of(request),
                matter=said["matter"],
                panel=form.names,
                decision=said["decision"],
            )
            messages.success(request, _("The decision is recorded; it is final."))
            return _to(begun)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return render(request, "tiebreaks/play_off.html", context | {"dispute_form": form}, status=422)
