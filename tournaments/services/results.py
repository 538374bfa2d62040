"""The one gate for results: every change passes here and leaves its ledger row in the same transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from core.ledger import rows_of
from core.models import LedgerRow
from players.models import Account
from tournaments.errors import Competing, DomainError, StaleVersion
from tournaments.models import Event, Game
from tournaments.record.codes import ADJUDICATED_CODES, FORFEIT_CODES, GAME_CODES, OPEN_CODES, shown
from tournaments.services.carried import carried_follow
from tournaments.services.common import (
    check_right,
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.hall import refuse_locked_round
from tournaments.services.knock_out import knock_out_refresh

RESULT_VERB = "result.recorded"


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One board of a form: the game, the code wanted, and the version that the sender saw."""

    game: int
    code: str
    version: int


def allowed_codes(event: Event) -> tuple[str, ...]:
    """The result codes that may be entered; adjudication belongs to correspondence play."""
    return tuple(code for code in GAME_CODES if event.correspondence or code not in ADJUDICATED_CODES)


@transaction.atomic
def record_result(game: Game, *, actor: Account | None, code: str, version: int, reason: str = "") -> Game:
    """Store the result of one board, if nobody changed it since `version`.

    The same value sent twice is no conflict (a repeated sending after a lost answer). After the event has
    finished an arbiter must give a reason. A result that stands in a locked round is not changed; a board that is
    still open there (adjourned) is. Raises PermissionDenied, DomainError (frozen, unknown code, reason missing,
    round locked) and StaleVersion with both values.
    """
    event = event_locked_for(game.round.event_id, actor=actor, permission="result_enter")
    stored = Game.objects.select_related("round", "white", "black", "entered_by").get(pk=game.pk)
    refuse_frozen(event)
    refuse_code(event, code)
    if event.state == Event.State.FINISHED:
        check_right(event, actor=actor, permission="result_correct")
        if not reason.strip():
            raise DomainError(
                _("The event is finished; a result is changed only with a reason."),
                "reason_missing",
                _("Say why."),
                field="reason",
            )
    if stored.version != version:
        if stored.code == code:
            return stored
        raise stale(stored, code)
    if stored.code == code:
        return stored
    if stored.code not in OPEN_CODES:
        refuse_locked_round(event, stored.round)
    _refuse_unexplained(event, code, reason)
    return _write(event, stored, actor=actor, code=code, reason=reason)


def refuse_code(event: Event, code: str) -> None:
    """Raise DomainError for a code that may not be entered in this event."""
    if code not in allowed_codes(event):
        raise DomainError(
            _("“%(code)s” is not a result that can be entered here.") % {"code": code},
            "unknown_result",
            _("Known are: %(codes)s.") % {"codes": " ".join(shown(one) for one in allowed_codes(event))},
            field="code",
        )


def _refuse_unexplained(event: Event, code: str, reason: str) -> None:
    """By correspondence a time-out and an adjudication are the arbiter's decision, which has a reason."""
    if event.correspondence and code in FORFEIT_CODES | ADJUDICATED_CODES and not reason.strip():
        raise DomainError(
            _("A time-out or an adjudication needs the arbiter's reason."),
            "reason_missing",
            _("Enter it on the page of the games by correspondence."),
            field="reason",
        )


def _write(event: Event, stored: Game, *, actor: Account | None, code: str, reason: str) -> Game:
    before = stored.code
    updated = Game.objects.filter(pk=stored.pk, version=stored.version).update(
        code=code, version=F("version") + 1, entered_by=actor, entered_at=timezone.now()
    )
    if not updated:
        raise stale(Game.objects.select_related("entered_by").get(pk=stored.pk), code)
    if event.state == Event.State.REGISTERED:
        Event.objects.filter(pk=event.pk).update(state=Event.State.PLAYING)
    write_ledger(
        event,
        actor=actor,
        verb=RESULT_VERB,
        reason=reason,
        payload={
            "game": stored.pk,
            "round": stored.round.number,
            "board": stored.board,
            "white": stored.white.name,
            "black": stored.black.name,
            "old": before,
            "new": code,
            "version": stored.version + 1,
        },
    )
    facts_changed(event)
    stored.refresh_from_db(fields=["code", "version", "entered_by", "entered_at"])
    if event.system == Event.System.KNOCK_OUT:
        knock_out_refresh(event, actor=actor)
    carried_follow(event, stored, actor=actor, reason=reason)
    return stored


def stale(stored: Game, sent: str) -> StaleVersion:
    """The error that shows both values of a board: the one sent and the one that stands."""
    by = stored.entered_by.shown_name if stored.entered_by else ""
    return StaleVersion(
        _("Two values for board %(board)s.") % {"board": stored.board},
        competing=Competing(sent, stored.code, stored.version, by, stored.entered_at),
        hint=_("Nothing was overwritten. Keep which?"),
    )


@transaction.atomic
def results_record(
    event: Event, *, actor: Account | None, changes: Sequence[ResultChange], reason: str = ""
) -> tuple[list[Game], list[tuple[Game, StaleVersion]]]:
    """Store the changed boards of a form; those that somebody else changed meanwhile come back as conflicts.

    The others are stored. A board of another event is refused as if it did not exist.
    Raises as `record_result`.
    """
    games = {
        game.pk: game
        for game in Game.objects.filter(
            round__event_id=event.pk, pk__in=[change.game for change in changes]
        ).select_related("round")
    }
    saved: list[Game] = []
    conflicts: list[tuple[Game, StaleVersion]] = []
    for change in changes:
        game = games.get(change.game)
        if game is None:
            raise DomainError(_("This board is not part of the event."), "unknown_board")
        try:
            saved.append(
                record_result(game, actor=actor, code=change.code, version=change.version, reason=reason)
            )
        except StaleVersion as error:
            conflicts.append((game, error))
    return saved, conflicts


@transaction.atomic
def result_undo(game: Game, *, actor: Account | None, version: int, reason: str = "") -> Game:
    """Put a board back to the value it had before its last change, as a new change with its own ledger row.

    Raises as `record_result`, and DomainError if the board was never changed.
    """
    last = _last_change(game)
    if last is None:
        raise DomainError(_("This board has nothing to undo."), "nothing_to_undo")
    return record_result(game, actor=actor, code=last.payload["old"], version=version, reason=reason)


def _last_change(game: Game) -> LedgerRow | None:
    rows = rows_of("event", game.round.event_id).filter(verb=RESULT_VERB, payload__game=game.pk)
    found: LedgerRow | None = rows.order_by("-seq").first()
    return found
