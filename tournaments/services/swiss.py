"""The next round of a Swiss: asked of the engine in a child process, checked, stored."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from core.jobs.child import run_limited
from core.models import Job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Round
from tournaments.pairing.boards import board_numbers
from tournaments.pairing.swiss import (
    PairingError,
    PairingResult,
    request_from,
    result_from,
)
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.engine import (
    engine_refusals,
    engine_round,
    engine_words,
    first_colour_fix,
    pairing_queue,
    refuse_overtaken,
)
from tournaments.services.pairing import (
    RoundPlan,
    absences,
    begin_play,
    numbered_entries,
    refuse_not_registered,
    round_write,
)
from tournaments.services.swiss_setup import acceleration_fix, fixed_tables
from tournaments.snapshot import record_of

PAIR_JOB = "tournaments.pair_round"
# The engine's search grows with the cube of a score group: 120 seconds do for any event of a club, and each player
# above three hundred has two more.
PAIR_SECONDS = 120
PLAYERS_AT_ONCE = 300
ENGINE = "tournaments.pairing.gacrux_adapter:pair_json"


@transaction.atomic
def round_pair_later(event: Event, *, actor: Account | None) -> Job:
    """Queue the pairing of the next Swiss round; the job's page shows how far it is.

    The same round is queued once. Raises PermissionDenied and DomainError.
    """
    stored, number = _ready_for_swiss(event, actor)
    return pairing_queue(PAIR_JOB, stored, number, actor)


def pair_seconds(players: int) -> int:
    """How long the engine may search before it is stopped.

    >>> pair_seconds(60), pair_seconds(1000)
    (120, 1520)
    """
    return PAIR_SECONDS + 2 * max(players - PLAYERS_AT_ONCE, 0)


def round_pair(event: Event, *, actor: Account | None, seconds: int | None = None) -> Round:
    """Pair the next Swiss round now, in a child process that is killed after `seconds` (default: by size).

    Raises PermissionDenied and DomainError with the reason of the rules or of the engine.
    """
    with transaction.atomic():
        stored, number = _ready_for_swiss(event, actor)
    result = swiss_pairing(stored.pk, number, seconds=seconds)
    return round_store(stored, actor=actor, result=result, version=stored.version)


def _ready_for_swiss(event: Event, actor: Account | None) -> tuple[Event, int]:
    """The locked event and the round to be paired, with the first colour drawn if nobody gave one."""
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_not_registered(stored)
    if not stored.is_swiss:
        raise DomainError(
            _("Only a Swiss is paired round by round by the engine."),
            "not_swiss",
            _("Pair all rounds at once, or by hand."),
        )
    entries = numbered_entries(stored)
    hint = _("Enter the results; an adjourned game counts as a draw for the pairing.")
    number = engine_round(stored, hint=hint)
    if number == 1:
        prepare_first_round(stored, actor, entries)
    try:
        request_from(record_of(stored.pk), number)
    except PairingError as error:
        raise DomainError(engine_words(error), "not_ready") from error
    return stored, number


def prepare_first_round(event: Event, actor: Account | None, entries: Mapping[int, Entry]) -> None:
    """Draw the first colour if nobody gave one, and split the players if the event is accelerated."""
    first_colour_fix(event, actor)
    away = absences(event, 1, entries)
    here = [entry for number, entry in sorted(entries.items()) if number not in away]
    acceleration_fix(event, actor=actor, players=here)


def swiss_pairing(
    event_id: int,
    round_number: int,
    *,
    seconds: int | None = None,
    waiting: Callable[[float], None] | None = None,
) -> PairingResult:
    """The engine's pairing of a round, held against our own check. Writes nothing.

    `waiting` is called while the engine works, with the seconds gone by; what it raises stops the engine.
    Raises DomainError: not ready, no legal pairing, out of time, or an engine's fault.
    """
    record = record_of(event_id)
    if seconds is None:
        seconds = pair_seconds(len(record.entries))
    with engine_refusals(seconds):
        request = request_from(record, round_number)
        answer = run_limited(ENGINE, request.to_json(), seconds, waiting)
        return result_from(record, request, answer)


@transaction.atomic
def round_store(event: Event, *, actor: Account | None, result: PairingResult, version: int) -> Round:
    """Store a pairing that was made from the event as of `version`; refused if facts changed meanwhile."""
    stored = event_locked_for(event.pk, actor=actor, permission="round_pair")
    refuse_frozen(stored)
    refuse_overtaken(stored, version)
    refuse_unconfirmed(stored)
    entries = numbered_entries(stored)
    pairs = tuple((pair.white, pair.black) for pair in result.pairs)
    byes = absences(stored, result.round, entries)
    if result.bye is not None:
        byes[result.bye] = "U"
    numbers = board_numbers(pairs, fixed_tables(stored.pk))
    plan = RoundPlan(result.round, pairs, byes, result.engine, result.edition, boards=numbers)
    made = round_write(stored, plan, entries)
    begin_play(stored)
    notes = [finding.code for finding in result.findings]
    payload = {"round": result.round, "engine": result.engine, "edition": result.edition, "notes": notes}
    write_ledger(stored, actor=actor, verb="round.paired", payload=payload)
    facts_changed(stored)
    return made
