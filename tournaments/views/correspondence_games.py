"""Games by correspondence at the desk: results as they come, in any order; what is open, and reminders."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.jobs import submit
from tournaments.errors import DomainError, StaleVersion
from tournaments.forms.correspondence import GameForm
from tournaments.models import Event, Game
from tournaments.record.codes import OPEN_CODES, shown
from tournaments.selectors.correspondence import NotTyped, games_page, open_page, typed_game
from tournaments.services import allowed_codes
from tournaments.services.correspondence import reminder_terms, setup_of
from tournaments.services.correspondence_games import game_end
from tournaments.services.reminders import REMIND_JOB, reminders_refuse
from tournaments.views.access import actor_of, may, own_game, posted_number
from tournaments.views.correspondence import postal_event

SHOWN = ("open", "done", "all")
A_PAGE = 50  # rows


def result_words(event: Event) -> list[tuple[str, str]]:
    """The results that may be entered, the usual ones first, with what they mean by correspondence."""
    words = {
        "1-0": _("White won"),
        "1/2-1/2": _("draw"),
        "0-1": _("Black won"),
        "+/-": _("time-out: Black lost"),
        "-/+": _("time-out: White lost"),
        "-/-": _("time-out: both lost"),
        "1-0a": _("adjudicated: White won"),
        "1/2-1/2a": _("adjudicated: draw"),
        "0-1a": _("adjudicated: Black won"),
        "*": _("no result yet"),
    }
    allowed = set(allowed_codes(event))
    return [(code, f"{shown(code)} {text}") for code, text in words.items() if code in allowed]


@login_required
@require_http_methods(["GET", "POST"])
def games(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a result by two start numbers or by a chosen game; the square and the list show where things stand."""
    event = postal_event(request, pk, "result_enter")
    codes = result_words(event)
    form = GameForm(request.POST or None, codes=codes, initial={"ended_on": request.GET.get("on", "")})
    chosen = posted_number(request.POST.get("game") or request.GET.get("game"))
    game = own_game(event, chosen) if chosen else None
    stale: StaleVersion | None = None
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                saved = _enter(request, event, form, game)
                messages.success(request, _saved_words(saved))
                return redirect(_back(request, event, form))
            except NotTyped as error:
                form.add_error("typed", str(error))
            except StaleVersion as error:
                stale, status = error, 409
                form.add_error(None, str(error))
            except ValidationError as error:
                form.show_refusal(error)
            except DomainError as error:
                form.add_error(error.field if error.field in form.fields else None, str(error))
    if game is not None:
        game.refresh_from_db()
    return render(
        request,
        "tournaments/correspondence_games.html",
        _context(request, event, form, game) | {"stale": stale, "codes": codes},
        status=status,
    )


def _enter(request: HttpRequest, event: Event, form: GameForm, game: Game | None) -> Game:
    """Store what was typed or chosen; a result that stands is changed only where the game was chosen."""
    data = form.cleaned_data
    if game is not None:
        code, version = data["code"], data["version"] or 0
    else:
        game, code = typed_game(event, data["typed"])
        version = game.version
        if game.code not in OPEN_CODES and game.code != code:
            raise NotTyped(
                _("%(white)s – %(black)s has the result %(code)s; choose the game to change it.")
                % {"white": game.white.name, "black": game.black.name, "code": shown(game.code)}
            )
    return game_end(
        game,
        actor=actor_of(request),
        code=code,
        version=version,
        ended_on=data["ended_on"],
        reason=data["reason"],
    )


def _saved_words(game: Game) -> str:
    return _("%(one)s %(white)s – %(other)s %(black)s: %(code)s") % {
        "one": game.white.number,
        "white": game.white.name,
        "other": game.black.number,
        "black": game.black.name,
        "code": shown(game.code) if game.code != "*" else _("no result yet"),
    }


def _back(request: HttpRequest, event: Event, form: GameForm) -> str:
    """The page again, with the same list and the same day for the next result of the pile."""
    query = request.GET.copy()
    query.pop("game", None)
    day = form.cleaned_data["ended_on"]
    query["on"] = day.isoformat() if day else ""
    return f"{reverse('tournaments:correspondence_games', args=[event.pk])}?{query.urlencode()}"


def _context(request: HttpRequest, event: Event, form: GameForm, game: Game | None) -> dict[str, Any]:
    show = request.GET.get("show", "open")
    show = show if show in SHOWN else "open"
    player = posted_number(request.GET.get("player"))
    page = games_page(event, show=show, player=player)
    return {
        "event": event,
        "form": form,
        "chosen": game,
        "show": show,
        "player": player,
        "page": page,
        "games": Paginator(page.games, A_PAGE).get_page(request.GET.get("page")),
        "may_enter": not event.is_locked,
        "may_contacts": may(request, "contacts_edit", event),
        "part": "games",
    }


@login_required
@require_http_methods(["GET", "POST"])
def open_games(request: HttpRequest, pk: int) -> HttpResponse:
    """Who has open games while the end comes nearer; POST reminds everybody now."""
    event = postal_event(request, pk, "contacts_edit")
    setup = setup_of(event)
    if request.method == "POST":
        try:
            days = reminders_refuse(event, actor=actor_of(request))
            key = f"{REMIND_JOB}-{event.pk}"
            submit(
                REMIND_JOB, {"event": event.pk, "days": days}, created_by_id=request.user.pk, dedupe_key=key
            )
            messages.success(
                request,
                _("The reminders go out; whoever had one for the same number of days gets no second one."),
            )
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("tournaments:correspondence_open", pk=pk)
    page = open_page(event, reminder_terms(setup.reminder_days))
    context = {
        "event": event,
        "setup": setup,
        "page": page,
        "rows": Paginator(page.rows, A_PAGE).get_page(request.GET.get("page")),
        "part": "open",
    }
    return render(request, "tournaments/correspondence_open.html", context)
