"""The result grid of a round: the page, and the whole form for those who work without script."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.pages import Part, page_in_parts
from core.templatetags.ui import UNKNOWN, icon, points
from tournaments.errors import DomainError, StaleVersion
from tournaments.hall_words import MENU_CODES, code_words, mark_of
from tournaments.models import Event, HallRules, Round
from tournaments.record.codes import OPEN_CODES, shown
from tournaments.selectors.events import last_paired_round, rounds_progress
from tournaments.selectors.hall import NO_MARK, Mark, marks_of
from tournaments.selectors.rounds import Board, RoundPage, round_page
from tournaments.services import (
    ResultChange,
    allowed_codes,
    hall_rules,
    result_look,
    result_undo,
    results_record,
)
from tournaments.services.hall import round_is_locked
from tournaments.typed_results import NotAResult, typed_code
from tournaments.views.access import actor_of, desk_event, may, own_game, posted_number
from tournaments.views.grid_rows import lines_put, now_and_later, runs_of
from tournaments.views.match_rows import place_in_matches

WORTH_A_LOOK = frozenset({"look", "decide", "doubted"})
FILTERS = ("all", "open", "look")


GridRow = dict[str, Any]


@login_required
@require_http_methods(["GET", "POST"])
def grid(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """The boards of a round with their results; POST takes the whole form and writes the changed boards.

    `?plain=1` is the page for browsers without script: all boards stand in the form, not only the first.
    `?look=1` is the second look: the fields are empty, and what is typed is compared with what stands.
    """
    event = desk_event(request, pk, "result_enter")
    if number > event.rounds_planned and number > last_paired_round(event.pk):
        raise Http404
    looking = request.GET.get("look") == "1"
    problems: dict[int, dict[str, Any]] = {}
    if request.method == "POST":
        page = round_page(event, number)
        problems = (_look_form if looking else _save_form)(request, event, page)
        if not problems:
            return redirect(request.get_full_path())

    def boards() -> Iterator[Part]:
        yield "tournaments/_grid.html", _context(request, event, round_page(event, number), problems, looking)

    status = 200
    if problems:
        status = 409 if any("stored" in problem for problem in problems.values()) else 422
    shell = {"event": event, "number": number, "plain": _is_plain(request)}
    return page_in_parts(request, "tournaments/grid.html", shell, boards, status=status)


def _is_plain(request: HttpRequest) -> bool:
    """Whether all boards stand in the form: it was asked for, or came back from a browser that sends forms itself."""
    return request.method == "POST" or request.GET.get("plain") == "1"


def _context(
    request: HttpRequest,
    event: Event,
    page: RoundPage,
    problems: dict[int, dict[str, Any]],
    looking: bool,
) -> dict[str, Any]:
    codes = allowed_codes(event)
    rules = hall_rules(event)
    free_teams = place_in_matches(event, page)
    marks = marks_of(event, page.number, [board.game for board in page.boards])
    show = request.GET.get("show", "all")
    show = show if show in FILTERS else "all"
    label = _("Result of board %(board)s, %(white)s against %(black)s")
    rows = [
        _row(board, marks.get(board.game.pk, NO_MARK), problems.get(board.game.pk), looking, show, label)
        for board in page.boards
    ]
    readonly = event.is_locked or (
        event.state == Event.State.FINISHED and not may(request, "result_correct", event)
    )
    histories = reverse("tournaments:board_history", args=[event.pk, 0]).removesuffix("0/history/")
    hand = icon("hand", label=_("paired by hand"))
    lines_put(rows, histories=histories, hand=hand, readonly=readonly)
    runs = runs_of(rows)
    # Without its scripts a page has nobody who would take up what waits.
    now, later = (runs, ()) if readonly or _is_plain(request) else now_and_later(runs)
    locked = page.round is not None and round_is_locked(event, page.round)
    progress = rounds_progress(event)
    is_earlier = any(each.paired and each.number > page.number for each in progress)
    return {
        "event": event,
        "free_teams": free_teams,
        "page": page,
        "rows": rows,
        "now": now,
        "later": later,
        "nothing_shown": not any(row["shown"] for row in rows),
        "number": page.number,
        "progress": progress,
        "show": show,
        "looking": looking,
        "to_look": sum(row["mark"] in WORTH_A_LOOK for row in rows),
        "confirmed": sum(row["mark"] == "confirmed" for row in rows),
        "rules": rules,
        "needs_reason": event.state == Event.State.FINISHED,
        "is_readonly": readonly,
        "locked": locked,
        "opening": _opening(page.round) if page.round is not None and is_earlier and not locked else None,
        "menu_codes": [(code, shown(code), code_words(code)) for code in MENU_CODES if code in codes],
        "may_pair": may(request, "round_pair", event),
        "may_open": may(request, "round_open", event),
        "may_set": may(request, "hall_rules", event),
        "may_lineup": event.is_team_event and may(request, "lineups_edit", event),
        "reason": request.POST.get("reason", ""),
        "etag": round_etag(request, event, rules),
        "grid_base": reverse("tournaments:desk_round", args=[event.pk, page.number]),
        "histories": histories,
    }


def round_etag(request: HttpRequest, event: Event, rules: HallRules) -> str:
    """What changes whenever a grid would read something new: facts, marks, lock, language."""
    language = getattr(request, "LANGUAGE_CODE", "")
    return f'"{event.version}-{rules.marks}-{int(event.is_locked)}-{language}"'


def _opening(found: Round) -> Any:
    """The opening under which a locked round can be changed now, for those who look at it."""
    return found.openings.filter(closed_at__isnull=True).select_related("opened_by").first()


def _row(
    board: Board, mark: Mark, problem: dict[str, Any] | None, looking: bool, show: str, label: str
) -> GridRow:
    """One board with everything that its line prints; `label` names the field, translated once for all.

    `by_hand` is the reason of a board paired by hand, None of the others.
    """
    game = board.game
    kind, note = mark_of(game, mark)
    belongs = {"open": board.is_open, "look": kind in WORTH_A_LOOK}.get(show, True)
    text = board.text if not looking or kind == "confirmed" else ""
    names = {"board": game.board, "white": game.white.name, "black": game.black.name}
    return {
        "pk": game.pk,
        "number": game.board,
        "version": game.version,
        "code": game.code,
        "author": game.entered_by_id or 0,
        "open": board.is_open,
        "white_title": game.white.title,
        "white": game.white.name,
        "white_rating": game.white.rating or UNKNOWN,
        "white_points": points(board.white_halves),
        "black_title": game.black.title,
        "black": game.black.name,
        "black_rating": game.black.rating or UNKNOWN,
        "black_points": points(board.black_halves),
        "by_hand": game.manual_reason if game.manual else None,
        "typed": problem["typed"] if problem else text,
        "label": label % names,
        "saved": saved_words(board),
        "state": "conflict" if problem else "open" if board.is_open else "saved",
        "mark": kind,
        "note": note,
        "placed": getattr(game, "placed", None),
        "shown": belongs or problem is not None,
        "problem": problem,
    }


def saved_words(board: Board) -> str:
    """The tick with time and author of a board that has a result."""
    game = board.game
    if game.code == "*":
        return ""
    at = timezone.localtime(game.entered_at).strftime("%H:%M") if game.entered_at else ""
    by = game.entered_by.shown_name if game.entered_by else ""
    return " ".join(part for part in ("✓", at, by) if part)


def _typed(request: HttpRequest, page: RoundPage) -> tuple[dict[int, str], dict[int, dict[str, Any]]]:
    """The codes that the form holds by game id, and the fields that hold none."""
    codes: dict[int, str] = {}
    problems: dict[int, dict[str, Any]] = {}
    for board in page.boards:
        text = request.POST.get(f"result-{board.game.pk}")
        if text is None:
            continue
        try:
            codes[board.game.pk] = typed_code(text)
        except NotAResult:
            message = _("“%(text)s” is not a result.") % {"text": text[:20]}
            problems[board.game.pk] = {"typed": text, "message": message}
    return codes, problems


def _stood(request: HttpRequest, game_id: int) -> tuple[int, str]:
    """Version and code that the form was shown for a board."""
    version, _space, code = request.POST.get(f"stood-{game_id}", "").partition(" ")
    return posted_number(version), code


def _save_form(request: HttpRequest, event: Event, page: RoundPage) -> dict[int, dict[str, Any]]:
    """Write the boards that this form changed; problems by game id, with what was typed."""
    codes, problems = _typed(request, page)
    # What the form was shown decides whether its author changed the board.
    stood = {game: _stood(request, game) for game in codes}
    changes = [
        ResultChange(game, code, stood[game][0]) for game, code in codes.items() if code != stood[game][1]
    ]
    try:
        reason = request.POST.get("reason", "")
        saved, conflicts = results_record(event, actor=actor_of(request), changes=changes, reason=reason)
    except DomainError as error:
        messages.error(request, str(error))
        return problems | {each.game: {"typed": shown(each.code), "message": ""} for each in changes}
    for game, conflict in conflicts:
        problems[game.pk] = _conflict(conflict)
    if saved:
        text = ngettext("%(count)s result saved.", "%(count)s results saved.", len(saved))
        messages.success(request, text % {"count": len(saved)})
    return problems


def _look_form(request: HttpRequest, event: Event, page: RoundPage) -> dict[int, dict[str, Any]]:
    """Compare what was typed a second time; boards that differ come back, and nothing of them is changed."""
    codes, problems = _typed(request, page)
    agreed = 0
    for board in page.boards:
        code = codes.get(board.game.pk, "*")
        if code in OPEN_CODES:
            continue
        try:
            version, _code = _stood(request, board.game.pk)
            result_look(board.game, actor=actor_of(request), code=code, version=version)
        except StaleVersion as error:
            problems[board.game.pk] = _conflict(error)
            continue
        except DomainError as error:
            problems[board.game.pk] = {"typed": shown(code), "message": str(error)}
            continue
        if code == board.game.code:
            agreed += 1
        else:
            message = _("The second look says %(typed)s, entered is %(stored)s. Nothing was changed.") % {
                "typed": shown(code),
                "stored": shown(board.game.code),
            }
            problems[board.game.pk] = {"typed": shown(code), "message": message}
    if agreed:
        text = ngettext("%(count)s result confirmed.", "%(count)s results confirmed.", agreed)
        messages.success(request, text % {"count": agreed})
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
