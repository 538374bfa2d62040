"""The result grid of a round: board by board as they are typed, or the whole form without script."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event, Game
from tournaments.record.codes import shown
from tournaments.selectors.events import last_paired_round, rounds_progress
from tournaments.selectors.rounds import RoundPage, round_page
from tournaments.services import ResultChange, allowed_codes, record_result, result_undo, results_record
from tournaments.typed_results import NotAResult, typed_code
from tournaments.views.access import actor_of, desk_event, may, own_game, posted_number

MENU_CODES = (
    "-/-",
    "=/=",
    "0-0",
    "1/2-0",
    "0-1/2",
    "1-0u",
    "1/2-1/2u",
    "0-1u",
    "*j",
    "1-0a",
    "1/2-1/2a",
    "0-1a",
)


@login_required
@require_http_methods(["GET", "POST"])
def grid(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The boards of a round with their results; POST takes the whole form and writes the changed boards."""
    event = desk_event(request, pk, "result_enter")
    page = round_page(event, number)
    if not page.boards and number > max(event.rounds_planned, last_paired_round(event.pk)):
        raise Http404
    problems: dict[int, dict[str, Any]] = {}
    if request.method == "POST":
        problems = _save_form(request, event, page)
        if not problems:
            return redirect(request.get_full_path())
        page = round_page(event, number)
    status = 200
    if problems:
        status = 409 if any("stored" in problem for problem in problems.values()) else 422
    return render(request, "tournaments/grid.html", _context(request, event, page, problems), status=status)


def _context(
    request: HttpRequest, event: Event, page: RoundPage, problems: dict[int, dict[str, Any]]
) -> dict[str, Any]:
    codes = allowed_codes(event)
    only_open = request.GET.get("show") == "open"
    rows = [
        {"board": board, "problem": problems.get(board.game.pk)}
        for board in page.boards
        if not only_open or board.is_open or board.game.pk in problems
    ]
    return {
        "event": event,
        "page": page,
        "rows": rows,
        "number": page.number,
        "progress": rounds_progress(event),
        "only_open": only_open,
        "needs_reason": event.state == Event.State.FINISHED,
        "is_readonly": event.is_locked
        or (event.state == Event.State.FINISHED and not may(request, "result_correct", event)),
        "menu_codes": [(code, shown(code), code_words(code)) for code in MENU_CODES if code in codes],
        "may_pair": may(request, "round_pair", event),
        "reason": request.POST.get("reason", ""),
    }


def code_words(code: str) -> str:
    """What a code of the menu means."""
    words = {
        "-/-": _("both forfeited"),
        "=/=": _("half a point awarded to both, not played"),
        "0-0": _("both penalised, game played"),
        "1/2-0": _("White half a point, Black penalised"),
        "0-1/2": _("Black half a point, White penalised"),
        "1-0u": _("White won, not rated"),
        "1/2-1/2u": _("draw, not rated"),
        "0-1u": _("Black won, not rated"),
        "*j": _("adjourned"),
        "1-0a": _("adjudicated: White won"),
        "1/2-1/2a": _("adjudicated: draw"),
        "0-1a": _("adjudicated: Black won"),
    }
    return words[code]


def _save_form(request: HttpRequest, event: Event, page: RoundPage) -> dict[int, dict[str, Any]]:
    """Write the boards that this form changed; problems by game id, with what was typed."""
    problems: dict[int, dict[str, Any]] = {}
    changes = []
    for board in page.boards:
        game = board.game
        text = request.POST.get(f"result-{game.pk}")
        if text is None:
            continue
        try:
            code = typed_code(text)
        except NotAResult:
            problems[game.pk] = {
                "typed": text,
                "message": _("“%(text)s” is not a result.") % {"text": text[:20]},
            }
            continue
        # What the form was shown decides whether its author changed the board.
        if code != request.POST.get(f"was-{game.pk}"):
            changes.append(ResultChange(game.pk, code, posted_number(request.POST.get(f"version-{game.pk}"))))
    try:
        reason = request.POST.get("reason", "")
        saved, conflicts = results_record(event, actor=actor_of(request), changes=changes, reason=reason)
    except DomainError as error:
        messages.error(request, str(error))
        for change in changes:
            problems[change.game] = {"typed": shown(change.code), "message": ""}
        return problems
    for game, conflict in conflicts:
        problems[game.pk] = _conflict(conflict)
    if saved:
        text = ngettext("%(count)s result saved.", "%(count)s results saved.", len(saved))
        messages.success(request, text % {"count": len(saved)})
    return problems


def _conflict(error: StaleVersion) -> dict[str, Any]:
    competing = error.competing
    assert competing is not None
    return {
        "typed": "" if competing.sent == "*" else shown(competing.sent),
        "stored": shown(competing.stored) if competing.stored != "*" else _("none"),
        "by": competing.by,
        "at": competing.at,
        "message": error.message,
    }


def board_json(game: Game) -> dict[str, Any]:
    """A board as the grid's script reads it."""
    at = timezone.localtime(game.entered_at).strftime("%H:%M") if game.entered_at else ""
    return {
        "game": game.pk,
        "code": game.code,
        "version": game.version,
        "by": game.entered_by.shown_name if game.entered_by else "",
        "at": at,
    }


@login_required
@require_POST
def result(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """One result as it is typed: 200 with the stored board, 409 with both values, 422 with the reason."""
    event = desk_event(request, pk, "result_enter")
    row = own_game(event, game)
    try:
        code = typed_code(request.POST.get("code", ""))
        stored = record_result(
            row,
            actor=actor_of(request),
            code=code,
            version=posted_number(request.POST.get("version")),
            reason=request.POST.get("reason", ""),
        )
    except NotAResult:
        message = _("“%(text)s” is not a result.") % {"text": request.POST.get("code", "")[:20]}
        return JsonResponse({"error": "unknown_result", "message": message}, status=422)
    except StaleVersion as error:
        fresh = own_game(event, game)
        answer = board_json(fresh) | {"error": error.code, "message": error.message, "sent": code}
        return JsonResponse(answer, status=409)
    except DomainError as error:
        return JsonResponse({"error": error.code, "message": str(error)}, status=422)
    stored = own_game(event, stored.pk)
    return JsonResponse(board_json(stored))


@login_required
@require_POST
def undo(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """Put a board back to its value before (the button that works without script)."""
    event = desk_event(request, pk, "result_enter")
    row = own_game(event, game)
    try:
        result_undo(row, actor=actor_of(request), version=row.version, reason=request.POST.get("reason", ""))
        messages.success(request, _("Board %(board)s is as it was before.") % {"board": row.board})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect(reverse("tournaments:desk_round", args=[pk, row.round.number]))


@login_required
@require_safe
def state(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The boards of a round as they stand, for a grid that other clerks fill too; 204 if nothing is new."""
    event = desk_event(request, pk, "result_enter")
    if request.GET.get("since") == str(event.version):
        return HttpResponse(status=204)
    games = Game.objects.filter(round__event=event, round__number=number).select_related("entered_by")
    return JsonResponse(
        {
            "version": event.version,
            "locked": event.is_locked,
            "boards": [board_json(game) for game in games.order_by("board")],
        }
    )
