"""What the grid's script asks: entries in the order in which they were typed, and the state of a round."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError, StaleVersion
from tournaments.hall_words import mark_of
from tournaments.models import Event, Game
from tournaments.selectors.hall import NO_MARK, Mark, marks_of
from tournaments.services import hall_rules, record_result, result_look
from tournaments.typed_results import NotAResult, typed_code
from tournaments.views.access import actor_of, desk_event, own_game, posted_number
from tournaments.views.grid import round_etag

MOST_AT_ONCE = 200


def board_json(game: Game, mark: Mark = NO_MARK) -> dict[str, Any]:
    """A board as the grid's script reads it."""
    at = timezone.localtime(game.entered_at).strftime("%H:%M") if game.entered_at else ""
    kind, note = mark_of(game, mark)
    return {
        "game": game.pk,
        "code": game.code,
        "version": game.version,
        "by": game.entered_by.shown_name if game.entered_by else "",
        "author": game.entered_by_id or 0,
        "at": at,
        "mark": kind,
        "note": note,
    }


@login_required
@require_POST
def result(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """One result as it is typed: 200 with the stored board, 409 with both values, 422 with the reason."""
    event = desk_event(request, pk, "result_enter")
    sent = {
        "code": request.POST.get("code", ""),
        "version": posted_number(request.POST.get("version")),
        "reason": request.POST.get("reason", ""),
    }
    answer = _answer(request, event, own_game(event, game), sent)
    return JsonResponse(answer, status=answer.pop("status"))


@login_required
@require_POST
def entries(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Entries of a round in their order, each with its own answer (`status` as in `result`).

    The body is JSON: `account` that typed them, and `entries` of `n` (the sender's own number), `game`, `kind`
    (`result` or `look`), `code`, `version`, `reason`. Nothing is taken for another account than the one logged
    in: 409 `other_account`.
    """
    try:
        event = desk_event(request, pk, "result_enter")
    except PermissionDenied as error:
        return JsonResponse({"error": "denied", "message": str(error)}, status=403)
    try:
        body = json.loads(request.body)
        sent = [dict(each) for each in body["entries"]][:MOST_AT_ONCE]
        account = int(body["account"])
    except (ValueError, TypeError, KeyError):
        return JsonResponse({"error": "unreadable", "message": _("This cannot be read.")}, status=400)
    if account != request.user.pk:
        message = _("Somebody else is logged in now; nothing was entered under his name.")
        return JsonResponse({"error": "other_account", "message": message}, status=409)
    wanted = [posted_number(str(each.get("game", ""))) for each in sent]
    games = Game.objects.filter(round__event=event, round__number=number, pk__in=wanted)
    boards = {game.pk: game for game in games.select_related("round", "white", "black", "entered_by")}
    answers = []
    with transaction.atomic():
        for each, game_id in zip(sent, wanted, strict=True):
            board = boards.get(game_id)
            if board is None:
                message = _("This board is no longer part of the round.")
                answer = {"status": 422, "error": "unknown_board", "message": message, "game": game_id}
            else:
                answer = _answer(request, event, board, each)
            answers.append(answer | {"n": each.get("n", 0)})
    return JsonResponse({"answers": answers})


def _answer(request: HttpRequest, event: Event, board: Game, sent: dict[str, Any]) -> dict[str, Any]:
    """Store one entry and say what became of it."""
    text = str(sent.get("code", ""))
    version = posted_number(str(sent.get("version", "")))
    try:
        code = typed_code(text)
        if sent.get("kind") == "look":
            result_look(board, actor=actor_of(request), code=code, version=version)
            stored = own_game(event, board.pk)
        else:
            reason = str(sent.get("reason", "")).replace("\x00", "")[:200]
            stored = record_result(board, actor=actor_of(request), code=code, version=version, reason=reason)
    except NotAResult:
        message = _("“%(text)s” is not a result.") % {"text": text[:20]}
        return {"status": 422, "error": "unknown_result", "message": message, "game": board.pk}
    except StaleVersion as error:
        fresh = board_json(own_game(event, board.pk))
        return fresh | {"status": 409, "error": error.code, "message": error.message, "sent": code}
    except DomainError as error:
        fresh = board_json(own_game(event, board.pk))
        return fresh | {"status": 422, "error": error.code, "message": str(error)}
    return board_json(stored) | {"status": 200}


@login_required
@require_safe
@cache_control(private=True, no_cache=True)
def state(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The boards of a round as they stand, for a grid that other clerks fill too; 304 if nothing is new."""
    event = desk_event(request, pk, "result_enter")
    etag = round_etag(request, event, hall_rules(event))
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    found = Game.objects.filter(round__event=event, round__number=number)
    games = list(found.select_related("entered_by", "white", "black").order_by("board"))
    marks = marks_of(event, number, games)
    boards = [board_json(game, marks.get(game.pk, NO_MARK)) for game in games]
    answer = JsonResponse({"locked": event.is_locked, "boards": boards})
    answer["ETag"] = etag
    return answer


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps an opened grid for the moment when the hall has no network."""
    return render(request, "tournaments/grid_worker.js", content_type="text/javascript")
