"""What a player opens by his private link or by the code on his slip: report a result, say that he is here."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.throttle import sender, within_limit
from tournaments.errors import DomainError
from tournaments.links import BadLink, PlayerLink, read_link
from tournaments.models import Entry, Event, Game
from tournaments.record.codes import shown
from tournaments.selectors.hall import check_ins_open, games_of_entry
from tournaments.services import check_in_self, hall_rules, result_report
from tournaments.services.player_reports import REPORTED_CODES, refuse_ended_link
from tournaments.views.access import posted_number

WINDOW_SECONDS = 600
MOST_WRITES = 12  # of one link in a window
MOST_FORGED = 20  # from one address in a window


@never_cache
@require_http_methods(["GET", "POST"])
def player(request: HttpRequest, token: str) -> HttpResponse:
    """The player's own boards and check-ins, without a log-in; 404 for a forged link, 410 for one that ended."""
    try:
        link = read_link(token)
    except BadLink:
        # Good links are never refused here: a whole hall comes from one address.
        if not within_limit(f"forged-link:{sender(request)}", most=MOST_FORGED, seconds=WINDOW_SECONDS):
            return too_often(request)
        return _ended(request, status=404)
    event = get_object_or_404(Event, pk=link.event)
    entry = Entry.objects.filter(event=event, pk=link.entry).first()
    try:
        refuse_ended_link(event, link)
    except DomainError:
        return _ended(request, status=410)
    if entry is None:
        return _ended(request, status=410)
    if request.method == "POST":
        key = f"link:{link.event}:{link.entry}:{link.round_number}"
        if not within_limit(key, most=MOST_WRITES, seconds=WINDOW_SECONDS):
            return too_often(request)
        _write(request, event, entry, link)
        return redirect(request.path)
    return render(request, "tournaments/player_link.html", _context(event, entry, link))


def _write(request: HttpRequest, event: Event, entry: Entry, link: PlayerLink) -> None:
    try:
        if "check_in" in request.POST:
            number = posted_number(request.POST["check_in"])
            check_in_self(entry, link=link, round_number=number)
            messages.success(request, _("You are checked in for round %(number)s.") % {"number": number})
            return
        game = get_object_or_404(Game, pk=posted_number(request.POST.get("game")), round__event=event)
        done = result_report(game, link=link, code=request.POST.get("code", ""))
    except DomainError as error:
        messages.error(request, f"{error} {error.hint}".strip())
        return
    if done.entered:
        messages.success(request, _("Both of you say the same. The result is entered."))
    elif done.agreed:
        messages.success(request, _("Thank you. The arbiter has the last word."))
    else:
        messages.success(
            request, _("Thank you. Your opponent reports too; if you differ, the arbiter decides.")
        )


def _context(event: Event, entry: Entry, link: PlayerLink) -> dict[str, Any]:
    games = games_of_entry(entry, link.round_number)
    boards = [_board(game, entry) for game in games]
    reports = hall_rules(event).players_report and event.state != Event.State.FINISHED
    current = next((board for board in boards if board["open"]), boards[0] if boards else None)
    check_ins = check_ins_open(entry)
    now = timezone.now()
    for each in check_ins:
        each["over"] = each["deadline"] is not None and now > each["deadline"]
    return {
        "event": event,
        "entry": entry,
        "reports": reports,
        "current": current,
        "earlier": [board for board in boards if board is not current],
        "check_ins": [each for each in check_ins if link.round_number in (0, each["number"])],
        "codes": [
            ("1-0", "1–0", _("White won")),
            ("1/2-1/2", "½–½", _("draw")),
            ("0-1", "0–1", _("Black won")),
        ]
        if reports
        else [],
    }


def _board(game: Game, entry: Entry) -> dict[str, Any]:
    side = "w" if game.white_id == entry.pk else "b"
    said = {each.side: each.code for each in game.reports.all()}
    own, other = said.get(side, ""), said.get("b" if side == "w" else "w", "")
    return {
        "game": game,
        "side": side,
        "open": game.code in ("*", "*j"),
        "result": shown(game.code) if game.code != "*" else "",
        "own": own,
        "own_shown": shown(own) if own in REPORTED_CODES else "",
        "other_shown": shown(other) if other in REPORTED_CODES else "",
        "differ": bool(own and other and own != other),
    }


def too_often(request: HttpRequest) -> HttpResponse:
    """The answer to a private link that was used too often (HTTP 429)."""
    message = _("This link was used too often in a short time.")
    return render(request, "429.html", {"message": message}, status=429)


def _ended(request: HttpRequest, *, status: int) -> HttpResponse:
    return render(request, "tournaments/link_ended.html", status=status)
