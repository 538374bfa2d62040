"""What the engine would do with a round: asked beside a pairing by hand, kept until a fact changes."""

from collections.abc import Callable

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.jobs import submit
from core.models import Job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, PairingProposal
from tournaments.services.common import event_locked_for, open_places, refuse_frozen
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.pairing import numbered_entries, refuse_not_registered, round_next
from tournaments.services.swiss import prepare_first_round, swiss_pairing

PROPOSE_JOB = "tournaments.propose_round"


@transaction.atomic
def proposal_order(event: Event, *, actor: Account | None, round_number: int) -> Job:
    """Queue the engine's proposal for the next round, or for the one paired last.

    The first colour and the groups of an acceleration are drawn and fixed here as they are for a pairing.
    Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    if not stored.is_swiss:
        raise DomainError(_("Only a Swiss is paired round by round by the engine."), "not_swiss")
    entries = numbered_entries(stored)
    following = round_next(stored)
    if round_number not in (following, following - 1):
        raise DomainError(_("Later rounds are paired already."), "round_past")
    missing = open_places(stored) if round_number == following else ""
    if missing:
        raise DomainError(
            _("These boards have no result yet (round/board): %(places)s.") % {"places": missing},
            "open_games",
            _("Enter the results; an adjourned game counts as a draw for the pairing."),
        )
    if round_number == following:
        refuse_unconfirmed(stored)
    if following == 1:
        prepare_first_round(stored, actor, entries)
    return submit(
        PROPOSE_JOB,
        {
            "event": stored.pk,
            "round": round_number,
            "version": stored.version,
            "redirect": 1,
            "language": get_language() or "en",
        },
        created_by_id=actor.pk if actor else None,
        dedupe_key=f"{PROPOSE_JOB}:{stored.pk}:{round_number}:{stored.version}",
    )


def proposal_make(
    event_id: int,
    round_number: int,
    *,
    seconds: int | None = None,
    waiting: Callable[[float], None] | None = None,
) -> PairingProposal:
    """The engine's pairing of the round, or why there is none; not stored yet."""
    made = PairingProposal(event_id=event_id, round_number=round_number)
    try:
        result = swiss_pairing(event_id, round_number, seconds=seconds, waiting=waiting)
    except DomainError as error:
        made.refusal = str(error)
        return made
    made.pairs = [[pair.white, pair.black] for pair in result.pairs]
    made.bye, made.engine = result.bye, result.engine
    return made


def proposal_store(made: PairingProposal, *, version: int) -> PairingProposal:
    """Keep the proposal beside the version of the event from which it was made; no fact of play."""
    stored, _created = PairingProposal.objects.update_or_create(
        event_id=made.event_id,
        round_number=made.round_number,
        defaults={
            "event_version": version,
            "pairs": made.pairs,
            "bye": made.bye,
            "engine": made.engine,
            "refusal": made.refusal,
        },
    )
    return stored


def proposal_current(event: Event, round_number: int) -> PairingProposal | None:
    """The proposal for the round, if nothing in the event has changed since it was made."""
    return PairingProposal.objects.filter(
        event=event, round_number=round_number, event_version=event.version
    ).first()
