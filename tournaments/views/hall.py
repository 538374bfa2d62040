"""Around the grid: rules of result entry, private links, slips, rounds opened again, the history of a board."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.qr import qr_svg
from tournaments.errors import DomainError
from tournaments.links import address_of, player_link, slip_links
from tournaments.models import Event, Game, Round
from tournaments.record.codes import shown
from tournaments.selectors.events import last_paired_round
from tournaments.selectors.hall import BoardHistory, board_history
from tournaments.selectors.ledger import line_of
from tournaments.services import hall_rules, hall_rules_set, links_renew, round_close, round_open
from tournaments.services.confirmations import unconfirmed_games, unconfirmed_let_through
from tournaments.services.hall import round_is_locked
from tournaments.views.access import actor_of, desk_event, may, own_game

WAITING_SHOWN = 60


@login_required
@require_safe
def history(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """Everything that was entered for one board, with the way back."""
    event = desk_event(request, pk, "result_enter")
    board = own_game(event, game)
    found = board_history(board)
    context = {
        "event": event,
        "game": board,
        "lines": [line_of(row) for row in found.rows],
        "reports": [(each, shown(each.code)) for each in found.reports],
        "look": _look_words(found),
        "may_undo": found.can_be_undone and not event.is_locked and event.state != Event.State.FINISHED,
    }
    return render(request, "tournaments/board_history.html", context)


def _look_words(found: BoardHistory) -> str:
    if found.look is None:
        return ""
    by = found.look.by.shown_name if found.look.by else ""
    code = shown(found.look.code)
    if found.look.version != found.game.version:
        return _("%(by)s typed %(code)s; the result was changed since.") % {"by": by, "code": code}
    return _("%(by)s typed %(code)s.") % {"by": by, "code": code}


# -- an earlier round ----------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
def open_round(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Open a locked round in two steps: say why, then read what follows and confirm."""
    event = desk_event(request, pk, "round_open")
    found = get_object_or_404(Round, event=event, number=number)
    if not round_is_locked(event, found):
        return redirect("tournaments:desk_round", pk=pk, number=number)
    reason, problem = request.POST.get("reason", "").strip()[:200], ""
    confirming = request.method == "POST" and bool(reason)
    if request.method == "POST" and not reason:
        problem = _("Say why the round is opened.")
    if confirming and request.POST.get("step") == "open":
        try:
            round_open(event, actor=actor_of(request), round_number=number, reason=reason)
            messages.success(request, _("Round %(number)s is open for corrections.") % {"number": number})
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("tournaments:desk_round", pk=pk, number=number)
    context = {
        "event": event,
        "number": number,
        "last": last_paired_round(event.pk),
        "reason": reason,
        "confirming": confirming,
        "problem": problem,
    }
    return render(request, "tournaments/round_open.html", context, status=422 if problem else 200)


@login_required
@require_POST
def close_round(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Lock a round that was opened again."""
    event = desk_event(request, pk, "round_open")
    if round_close(event, actor=actor_of(request), round_number=number):
        messages.success(request, _("Round %(number)s is locked again.") % {"number": number})
    return redirect("tournaments:desk_round", pk=pk, number=number)


# -- how results come in ---------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Whether a second person confirms and players report; the players' private links."""
    event = desk_event(request, pk, "hall_rules")
    if request.method == "POST":
        if "let_through" in request.POST:
            return _let_through(request, event)
        if "renew" in request.POST:
            links_renew(event, actor=actor_of(request))
            messages.success(request, _("The old links have ended; those below are new."))
        else:
            hall_rules_set(
                event,
                actor=actor_of(request),
                two_persons="two_persons" in request.POST,
                players_report="players_report" in request.POST,
            )
            messages.success(request, _("Saved."))
        return redirect("tournaments:hall", pk=pk)
    return _rules_page(request, event)


def _let_through(request: HttpRequest, event: Event) -> HttpResponse:
    reason = request.POST.get("reason", "")
    try:
        count = unconfirmed_let_through(event, actor=actor_of(request), reason=reason)
    except DomainError as error:
        messages.error(request, str(error))
        return _rules_page(request, event, status=422)
    text = ngettext("%(count)s board let through.", "%(count)s boards let through.", count)
    messages.success(request, text % {"count": count})
    return redirect("tournaments:desk_rounds", pk=event.pk)


def _rules_page(request: HttpRequest, event: Event, status: int = 200) -> HttpResponse:
    stored = hall_rules(event)
    shows_links = request.GET.get("links") == "1"
    query = request.GET.get("q", "")
    players = event.entries.filter(name__icontains=query) if query else event.entries.all()
    links = [
        {"entry": entry, "address": address_of(player_link(entry, event, stored.link_series))}
        for entry in players.order_by("number", "name")
        if shows_links
    ]
    context = {
        "event": event,
        "rules": stored,
        "links": links,
        "shows_links": shows_links,
        "query": query,
        "waiting": unconfirmed_games(event)[:WAITING_SHOWN] if stored.two_persons else [],
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "tournaments/hall_rules.html", context, status=status)


@login_required
@never_cache
@require_safe
def link_code(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """One player's link, large, to be scanned at the arbiter's table."""
    event = desk_event(request, pk, "hall_rules")
    player = get_object_or_404(event.entries, pk=entry)
    address = address_of(player_link(player, event, hall_rules(event).link_series))
    context = {"event": event, "entry": player, "address": address, "code": qr_svg(address)}
    return render(request, "tournaments/link_code.html", context)


@login_required
@never_cache
@require_safe
def slips(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The result slips of a round to print: each side has a code of its own, where players report."""
    event = desk_event(request, pk, "hall_rules")
    found = Round.objects.filter(event=event, number=number).first()
    boards = slip_boards(event, found) if found else []
    if not boards:
        raise Http404
    context = {
        "event": event,
        "number": number,
        "day": found.day if found else None,
        "boards": boards,
        "back": reverse("tournaments:desk_round", args=[pk, number]),
        "may_set": may(request, "hall_rules", event),
        "with_codes": hall_rules(event).players_report,
    }
    return render(request, "tournaments/slips.html", context)


def slip_boards(event: Event, round_: Round) -> list[dict[str, Any]]:
    """The boards of a round with the code of each side's link; codes are empty where players do not report."""
    stored = hall_rules(event)
    link = slip_links(round_, stored.link_series)
    games = Game.objects.filter(round=round_).filter(Q(code="*") | Q(code="*j"))
    found = []
    for game in games.select_related("white", "black").order_by("board"):
        sides = [
            {"entry": entry, "code": qr_svg(address_of(link(entry))) if stored.players_report else ""}
            for entry in (game.white, game.black)
        ]
        found.append({"game": game, "white": sides[0], "black": sides[1]})
    return found
