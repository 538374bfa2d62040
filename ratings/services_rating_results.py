"""Results that are rated otherwise than they stand in the table: decided for the ratings alone.

The tables, the standings and the report stay as they are. A decision is a fact of its own, follows an earlier one of
the same game and is never deleted.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account
from players.permissions import require
from ratings.decided_results import AS_IN_THE_TABLE, standing_results
from ratings.models import RatingResult
from ratings.permissions import PERMISSIONS
from tournaments.errors import DomainError
from tournaments.models import Event, Game
from tournaments.record.codes import GAME_CODES, OPEN_CODES
from tournaments.services.common import facts_changed


@transaction.atomic
def rating_result_set(
    event: Event, *, actor: Account, round_number: int, board: int, code: str, reason: str
) -> RatingResult:
    """Decide how a game is rated; `AS_IN_THE_TABLE` takes an earlier decision back by a further one.

    The calculation is made anew by the caller. Raises PermissionDenied, and DomainError without a reason, for a
    board that does not exist, a result that is none, or one by which nothing would be rated otherwise.
    """
    require(PERMISSIONS, "event_correct", actor, event)
    if not reason.strip():
        raise DomainError(
            _("Give a reason; both pages show it to everybody."), "reason_missing", field="reason"
        )
    locked = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    game = _game(locked, round_number, board)
    standing = {row.pair: row.code for row in standing_results(locked)}
    white, black = game.white.number, game.black.number
    if white is None or black is None:
        raise DomainError(_("The players have no start numbers."), "unnumbered")
    if code and (code not in GAME_CODES or code in OPEN_CODES):
        raise DomainError(_("This is no result."), "no_result", field="code")
    if standing.get((round_number, white, black), AS_IN_THE_TABLE) == code or code == game.code:
        raise DomainError(_("The game is rated like that already."), "same", field="code")
    made = RatingResult.objects.create(
        event=locked,
        round_number=round_number,
        board=board,
        white=white,
        black=black,
        table_code=game.code,
        code=code,
        reason=reason.strip(),
        decided_by_name=actor.shown_name,
        decided_at=timezone.now(),
    )
    append(
        scope="event",
        object_id=str(locked.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="rating.result",
        reason=reason.strip(),
        payload={
            "round": round_number,
            "board": board,
            "white": game.white.name,
            "black": game.black.name,
            "old": game.code,
            "new": code or game.code,
        },
    )
    facts_changed(locked)
    return made


def _game(event: Event, round_number: int, board: int) -> Game:
    game = (
        Game.objects.filter(round__event=event, round__number=round_number, board=board)
        .select_related("white", "black")
        .first()
    )
    if game is None:
        raise DomainError(
            _("There is no board %(board)s in round %(round)s of this event.")
            % {"board": board, "round": round_number},
            "no_board",
            field="game",
        )
    return game
