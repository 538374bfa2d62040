"""Results as a list at the desk: which column is what, which row is which board, then everything at once."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError
from tournaments.forms.results import ResultListForm
from tournaments.interchange.result_list import (
    FIELDS,
    ResultMatch,
    ResultSheet,
    read_result_list,
    result_matches,
)
from tournaments.models import Event, Game
from tournaments.record.codes import shown
from tournaments.selectors.events import last_paired_round
from tournaments.services import ResultChange, results_record
from tournaments.snapshot import record_of
from tournaments.views.access import actor_of, desk_event, posted_number


@login_required
@require_http_methods(["GET", "POST"])
def result_list(request: HttpRequest, pk: int) -> HttpResponse:
    """A list of results, how it was read, and what would change; nothing is written until confirmed."""
    event = desk_event(request, pk, "result_enter")
    last = last_paired_round(event.pk)
    rounds = list(range(1, last + 1))
    form = ResultListForm(
        request.POST or None, request.FILES or None, rounds=rounds, initial={"round": last or None}
    )
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "tournaments/result_list.html", {"event": event, "form": form}, status=status)
    sheet = read_result_list(form.cleaned_data["text"], _chosen(request.POST))
    number = form.cleaned_data["round"]
    rows = _rows(event, result_matches(sheet.rows(), record_of(event.pk), number), request.POST)
    refused = ""
    if "confirm" in request.POST:
        try:
            return _store(request, event, rows)
        except DomainError as error:
            refused = f"{error} {error.hint}".strip()
            rows = _rows(event, result_matches(sheet.rows(), record_of(event.pk), number), {})
    context = {
        "event": event,
        "columns": _columns(sheet),
        "fields": [("", _("not used")), *_words().items()],
        "rows": rows,
        "changes": sum(1 for row in rows if row["changes"]),
        "content": form.cleaned_data["text"],
        "round": number or "",
        "refused": refused,
    }
    return render(request, "tournaments/result_list_preview.html", context, status=422 if refused else 200)


def _chosen(posted: Mapping[str, str]) -> list[str] | None:
    """The fields of the columns as somebody chose them on the page."""
    count = posted_number(posted.get("columns"))
    return [posted.get(f"column-{place}", "") for place in range(min(count, 100))] if count else None


def _words() -> dict[str, str]:
    words = {
        "round": _("round"),
        "board": _("board"),
        "white_number": _("start number of White"),
        "white": _("White"),
        "result": _("result"),
        "white_points": _("points of White"),
        "black_points": _("points of Black"),
        "black_number": _("start number of Black"),
        "black": _("Black"),
    }
    return {field: words[field] for field in FIELDS}


def _columns(sheet: ResultSheet) -> list[dict[str, Any]]:
    return [
        {
            "place": place,
            "head": sheet.heads[place] if sheet.heads else "",
            "field": field,
            "samples": " · ".join(sheet.samples(place)),
        }
        for place, field in enumerate(sheet.columns)
    ]


def _rows(event: Event, matches: tuple[ResultMatch, ...], posted: Mapping[str, str]) -> list[dict[str, Any]]:
    """The rows with their boards; `version` is the one that the reader saw."""
    games = {
        (game.round.number, game.board): game
        for game in Game.objects.filter(round__event_id=event.pk).select_related("round", "white", "black")
    }
    troubles = {
        "no_result": _("no result"),
        "no_board": _("no such board"),
        "ambiguous": _("several boards fit"),
        "other_players": _("other players sit at this board"),
        "twice": _("the board stands in the list twice"),
        "": "",
    }
    rows = []
    for match in matches:
        game = games.get((match.game.round, match.game.board)) if match.game else None
        code = match.row.code or ""
        version = posted_number(posted.get(f"version-{game.pk}")) if game else 0
        rows.append(
            {
                "line": match.row.line,
                "says": match.row,
                "game": game,
                "code": code,
                "result": shown(code),
                "before": shown(game.code) if game and game.code != "*" else "",
                "changes": bool(game and game.code != code),
                "replaces": bool(game and game.code not in ("*", code)),
                "trouble": troubles[match.trouble],
                "version": version or (game.version if game else 0),
                "seen": bool(version),
            }
        )
    return rows


def _store(request: HttpRequest, event: Event, rows: list[dict[str, Any]]) -> HttpResponse:
    """Record what would change; boards that somebody changed meanwhile are told and left as they are."""
    changes = [
        ResultChange(row["game"].pk, row["code"], row["version"])
        for row in rows
        if row["changes"] and row["seen"]
    ]
    reason = request.POST.get("reason", "")
    saved, conflicts = results_record(event, actor=actor_of(request), changes=changes, reason=reason)
    messages.success(
        request,
        ngettext("%(count)s result was entered.", "%(count)s results were entered.", len(saved))
        % {"count": len(saved)},
    )
    if conflicts:
        places = ", ".join(f"{game.round.number}.{game.board}" for game, _error in conflicts)
        messages.error(
            request, _("Changed by somebody else meanwhile, and left so: %(places)s.") % {"places": places}
        )
    return redirect("tournaments:desk_rounds", pk=event.pk)
