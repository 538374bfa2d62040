"""The moves of games: a PGN file at the desk, and the games to be replayed by everybody."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.files import FileMissing, read, store
from players.listing import Column, ListPage, disposition
from tournaments.drawing import in_words, squares
from tournaments.errors import DomainError
from tournaments.forms.moves import PgnUploadForm, read_targets
from tournaments.interchange.pgn import PgnGame, PgnRefused, read_pgn
from tournaments.interchange.pgn_matching import pgn_matches
from tournaments.models import Event, GameMoves
from tournaments.record.codes import shown
from tournaments.selectors.moves import games_with_moves, has_pgn, neighbours, pgn_of, pgn_of_game, replay
from tournaments.services.moves import moves_remove, moves_store
from tournaments.snapshot import record_of
from tournaments.table_files import file_name
from tournaments.views.access import actor_of, desk_event, may, own_game, posted_number, public_event

SIGNER = Signer(salt="tournaments.moves")
PGN_TYPE = "application/vnd.chess-pgn; charset=utf-8"


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose a PGN file; the answer lays its games beside the boards. Nothing is stored before it is confirmed."""
    event = desk_event(request, pk, "event_edit")
    if request.method == "POST" and "sha256" in request.POST:
        return _confirm(request, event)
    form = PgnUploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data["file"].read()
        try:
            games = read_pgn(data)
        except PgnRefused as refused:
            form.add_error("file", _refusal(refused))
        else:
            sha256 = store(data, "text/plain").sha256
            return _preview(request, event, games, sha256)
    status = 422 if request.method == "POST" else 200
    stored = games_with_moves(event).count()
    context = {"event": event, "form": form, "stored": stored, "has_pgn": has_pgn(event)}
    return render(request, "tournaments/moves_upload.html", context, status=status)


def _refusal(refused: PgnRefused) -> str:
    words = {
        "no_games": _('There is no game in this file: no tag such as [White "…"] begins a line.'),
        "too_many": _("The file holds more than 1,000 games; please divide it."),
        "too_large": _("The file is larger than 5 MB; please divide it."),
        "damaged": _("The file is damaged: a game in it cannot be read."),
        "too_long": _("A game of the file is longer than any game of chess."),
    }
    return words.get(refused.code, str(refused))


def _preview(
    request: HttpRequest,
    event: Event,
    games: Sequence[PgnGame],
    sha256: str,
    *,
    error: DomainError | None = None,
    unread: dict[int, str] | None = None,
) -> HttpResponse:
    typed = request.POST if "sha256" in request.POST else None
    has_moves = set(
        GameMoves.objects.filter(game__round__event_id=event.pk).values_list(
            "game__round__number", "game__board"
        )
    )
    labels = _notes()
    rows = []
    for match in pgn_matches(games, record_of(event.pk)):
        game = games[match.place]
        proposed = f"{match.game.round}.{match.game.board}" if match.game and game.moves else ""
        name = f"target-{match.place}"
        rows.append(
            {
                "number": match.place + 1,
                "name": name,
                "game": game,
                "white": game.tags.get("White", "?"),
                "black": game.tags.get("Black", "?"),
                "round": game.tags.get("Round", "?"),
                "moves": (len(game.moves) + 1) // 2,
                "target": typed.get(name, "") if typed is not None else proposed,
                "confidence": match.confidence,
                "notes": [labels[note] for note in match.notes],
                "replaces": bool(match.game and (match.game.round, match.game.board) in has_moves),
                "wrong": bool((error and error.field == name) or match.place in (unread or {})),
            }
        )
    context = {
        "event": event,
        "rows": rows,
        "matched": sum(1 for row in rows if row["target"]),
        "sha256": sha256,
        "seal": SIGNER.sign(f"{request.user.pk}:{event.pk}:{sha256}"),
        "error": error,
        "unread": bool(unread),
    }
    status = 422 if error or unread else 200
    return render(request, "tournaments/moves_preview.html", context, status=status)


def _notes() -> dict[str, str]:
    return {
        "ambiguous": _("several boards fit; say which"),
        "unknown_players": _("no board with these two players"),
        "reversed": _("colours differ from the record"),
        "result_differs": _("result differs from the record, which stays"),
        "board_differs": _("another board number in the file"),
        "twice": _("a game before it has the board"),
        "bad_move": _("ends before a move that the rules forbid"),
        "no_moves": _("no moves"),
    }


def _confirm(request: HttpRequest, event: Event) -> HttpResponse:
    sha256 = request.POST["sha256"]
    try:
        sealed = SIGNER.unsign(request.POST.get("seal", "")) == f"{request.user.pk}:{event.pk}:{sha256}"
        data = read(sha256) if sealed else None
    except (BadSignature, FileMissing):
        data = None
    if data is None:
        messages.error(request, _("The file is no longer at hand. Please choose it again."))
        return redirect("tournaments:moves_upload", pk=event.pk)
    games = read_pgn(data)
    targets, unread = read_targets(request.POST, len(games))
    if unread:
        return _preview(request, event, games, sha256, unread=unread)
    try:
        done = moves_store(event, actor=actor_of(request), games=games, targets=targets, sha256=sha256)
    except DomainError as error:
        return _preview(request, event, games, sha256, error=error)
    messages.success(
        request,
        _("%(added)s games have moves now; %(replaced)s were replaced.")
        % {"added": done.added, "replaced": done.replaced},
    )
    return redirect("tournaments:games", pk=event.pk)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """Take the moves of one board away."""
    event = desk_event(request, pk, "event_edit")
    moves_remove(own_game(event, game), actor=actor_of(request))
    messages.success(request, _("The moves are removed."))
    return redirect("tournaments:games", pk=event.pk)


@require_safe
def games(request: HttpRequest, pk: int) -> HttpResponse:
    """All games of an event that can be replayed, by round and board."""
    event = public_event(request, pk)
    chosen = posted_number(request.GET.get("round"))
    found = games_with_moves(event)
    numbers = sorted(set(found.values_list("round__number", flat=True)))
    for word in request.GET.get("q", "").split()[:4]:
        found = found.filter(white__name__icontains=word) | found.filter(black__name__icontains=word)
    options = [("", _("all rounds")), *((str(number), str(number)) for number in numbers)]
    table = ListPage(
        request,
        found.filter(round__number=chosen) if chosen else found,
        _columns(event),
        default_sort="round",
        empty_title=_("No game can be replayed yet"),
        empty_text=_("The moves appear here when the director has handed in the game scores."),
        empty_icon="swords",
        query_label=_("Name"),
        filters=[{"name": "round", "label": _("Round"), "options": options, "value": str(chosen or "")}],
        caption=_("Games"),
    )
    context = {"event": event, "table": table, "may_enter": may(request, "event_edit", event)}
    return table.download(file_name(event, "games")) or render(request, "tournaments/games.html", context)


def _columns(event: Event) -> list[Column]:
    return [
        Column(
            "round",
            gettext_lazy("Rd"),
            lambda game: game.round.number,
            order=("round__number", "board"),
            numeric=True,
        ),
        Column(
            "board",
            gettext_lazy("Bd"),
            lambda game: game.board,
            order=("board", "round__number"),
            numeric=True,
        ),
        Column(
            "white",
            gettext_lazy("White"),
            lambda game: game.white.name,
            order=("white__name",),
            link=lambda game: reverse("tournaments:game", args=[event.pk, game.pk]),
        ),
        Column("result", gettext_lazy("Result"), lambda game: shown(game.code)),
        Column("black", gettext_lazy("Black"), lambda game: game.black.name, order=("black__name",)),
        Column(
            "moves",
            gettext_lazy("Moves"),
            lambda game: (game.moves.plies + 1) // 2,
            order=("-moves__plies",),
            numeric=True,
            fold=True,
        ),
        Column("eco", gettext_lazy("ECO"), lambda game: game.moves.tags.get("ECO", ""), fold=True),
    ]


@require_safe
def game(request: HttpRequest, pk: int, game: int) -> HttpResponse:
    """One game on a board, at the half move that the address names; without it at the end."""
    event = public_event(request, pk)
    found = get_object_or_404(games_with_moves(event), pk=game)
    text = request.GET.get("ply")
    shown_game = replay(found, posted_number(text) if text is not None else None)
    flipped = request.GET.get("side") == "b"
    before, after = neighbours(event, found)
    white, black = in_words(shown_game.position)
    context: dict[str, Any] = {
        "event": event,
        "game": found,
        "replay": shown_game,
        "squares": squares(shown_game.position, flipped=flipped),
        "flipped": flipped,
        "white_words": white,
        "black_words": black,
        "before": before,
        "after": after,
        "tags": sorted(found.moves.tags.items()),
        "may_enter": may(request, "event_edit", event),
    }
    return render(request, "tournaments/game.html", context)


@require_safe
def pgn(request: HttpRequest, pk: int, game: int | None = None) -> HttpResponse:
    """The event, or one game of it, as PGN."""
    event = public_event(request, pk)
    one = get_object_or_404(games_with_moves(event), pk=game) if game is not None else None
    content = pgn_of_game(event, one) if one else pgn_of(event)
    if not content:
        raise Http404
    response = HttpResponse(content.encode(), content_type=PGN_TYPE)
    response["Content-Disposition"] = disposition(f"{file_name(event, str(game or ''))}.pgn")
    response["ETag"] = f'"{event.pk}-{event.version}-pgn-{game or 0}"'
    return response
