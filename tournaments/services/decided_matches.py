"""A match that is decided needs the games that are left no more."""

from players.models import Account
from tournaments.models import Event, Game, Seat
from tournaments.pairing.knock_out import TieGame, decided_for_upper, tie_score
from tournaments.record.model import ScoreSystem
from tournaments.services.common import write_ledger


def decided_rest_drop(event: Event, *, actor: Account | None) -> int:
    """Drop the open games of a match of two that nobody can turn any more; how many there were.

    In the caller's transaction, when play is closed. Games after the decision that were played stay.
    """
    if event.system != Event.System.MATCH or event.entries.count() != 2:
        return 0
    games = list(Game.objects.filter(round__event=event).order_by("round__number"))
    idle = [game.pk for game in games if game.code == "*"]
    if not idle:
        return 0
    upper = games[0].white_id
    system = ScoreSystem(event.win_halves, event.draw_halves, event.loss_halves)
    score = tie_score([TieGame(game.code, game.white_id == upper) for game in games], system)
    if decided_for_upper(score, system) is None:
        return 0
    Seat.objects.filter(game_id__in=idle).delete()
    Game.objects.filter(pk__in=idle).delete()
    write_ledger(event, actor=actor, verb="match.rest_dropped", payload={"games": len(idle)})
    return len(idle)
