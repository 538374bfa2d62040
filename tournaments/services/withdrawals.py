"""What a withdrawal does to games that are paired already: the ones to come are lost by forfeit."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.models import Entry, Event, Game
from tournaments.services.results import record_result

LOST_BY_WHITE, LOST_BY_BLACK, LOST_BY_BOTH = "-/+", "+/-", "-/-"


def forfeits_apply(event: Event) -> bool:
    """Whether a withdrawal loses the games to come: where players meet by tables over the board."""
    return event.pairs_all_rounds and not event.is_team_event and not event.correspondence


def forfeits_write(entry: Entry, *, actor: Account | None, reason: str = "") -> int:
    """Enter the open games of the rounds after the withdrawal as lost without play; how many there were.

    Where the opponent has withdrawn too, both lose. In the caller's transaction, through the gate of the results.
    """
    after = entry.withdrawn_after or 0
    said = reason.strip() or _("withdrew after round %(number)s") % {"number": after}
    games = [game for game in _games(entry).filter(round__number__gt=after) if _is_lost_now(game, entry)]
    for game in games:
        record_result(game, actor=actor, code=_code(game, entry), version=game.version, reason=said)
    return len(games)


def forfeits_take_back(entry: Entry, after: int, *, actor: Account | None, reason: str = "") -> int:
    """Open again the games after round `after` that were lost without play by a withdrawal that is taken back.

    A game against somebody who has withdrawn himself is won without play now.
    """
    said = reason.strip() or _("the withdrawal was taken back")
    changed = 0
    for game in _games(entry).filter(round__number__gt=after):
        lost = LOST_BY_WHITE if game.white_id == entry.pk else LOST_BY_BLACK
        if game.code not in (lost, LOST_BY_BOTH):
            continue
        other = game.black if game.white_id == entry.pk else game.white
        code = (
            (LOST_BY_BLACK if game.white_id == entry.pk else LOST_BY_WHITE) if _is_gone(other, game) else "*"
        )
        record_result(game, actor=actor, code=code, version=game.version, reason=said)
        changed += 1
    return changed


def _games(entry: Entry) -> QuerySet[Game]:
    found = Game.objects.filter(Q(white=entry) | Q(black=entry))
    return found.select_related("round", "white", "black").order_by("round__number")


def _is_lost_now(game: Game, entry: Entry) -> bool:
    """Whether the game is open, or was won without play against somebody who had left before him."""
    is_white = game.white_id == entry.pk
    won = LOST_BY_BLACK if is_white else LOST_BY_WHITE
    return game.code == "*" or (game.code == won and _is_gone(game.black if is_white else game.white, game))


def _code(game: Game, entry: Entry) -> str:
    """How the game of somebody who has left is lost."""
    is_white = game.white_id == entry.pk
    if _is_gone(game.black if is_white else game.white, game):
        return LOST_BY_BOTH
    return LOST_BY_WHITE if is_white else LOST_BY_BLACK


def _is_gone(entry: Entry, game: Game) -> bool:
    return entry.withdrawn_after is not None and entry.withdrawn_after < game.round.number
