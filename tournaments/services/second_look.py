"""The second look: a result typed again from the slip, compared, and kept as confirmed or as doubted."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Game, SecondLook
from tournaments.record.codes import OPEN_CODES
from tournaments.services.common import event_locked_for, refuse_frozen, write_ledger
from tournaments.services.hall import hall_rules, marks_changed
from tournaments.services.results import refuse_code, stale


@transaction.atomic
def result_look(game: Game, *, actor: Account | None, code: str, version: int) -> SecondLook:
    """Type a result a second time. The same value confirms it; another one marks it as doubted, changes nothing.

    Where the event asks for two persons, whoever entered the result cannot confirm it. A doubt, and a
    confirmation by a second person, leave a ledger row. Raises PermissionDenied, DomainError (no result yet,
    same person, unknown code) and StaleVersion.
    """
    event = event_locked_for(game.round.event_id, actor=actor, permission="result_enter")
    refuse_frozen(event)
    stored = Game.objects.select_related("round", "white", "black", "entered_by").get(pk=game.pk)
    refuse_code(event, code)
    if stored.version != version:
        raise stale(stored, code)
    if stored.code in OPEN_CODES:
        raise DomainError(
            _("Board %(board)s has no result to look at again.") % {"board": stored.board}, "still_open"
        )
    rules = hall_rules(event)
    if rules.two_persons and actor is not None and stored.entered_by_id == actor.pk:
        raise DomainError(
            _("You entered board %(board)s yourself; this event asks for a second person.")
            % {"board": stored.board},
            "same_person",
            _("Another official looks at it."),
        )
    look, _made = SecondLook.objects.update_or_create(
        game=stored,
        defaults={
            "version": stored.version,
            "code": code,
            "by": actor,
            "at": timezone.now(),
            "let_through": "",
        },
    )
    agrees = code == stored.code
    if not agrees or rules.two_persons:
        write_ledger(
            event,
            actor=actor,
            verb="result.confirmed" if agrees else "result.doubted",
            payload={
                "game": stored.pk,
                "round": stored.round.number,
                "board": stored.board,
                "white": stored.white.name,
                "black": stored.black.name,
                "new": code,
                "old": stored.code,
            },
        )
    marks_changed(event)
    return look
