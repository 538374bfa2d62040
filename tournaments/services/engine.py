"""What rounds of players and of teams share when an engine pairs them: ready, queued, asked, stored."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.jobs import submit
from core.jobs.child import ChildFailed, ChildTimeout
from core.models import Job
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.pairing.lots import LOT_METHOD, draw_first_colour
from tournaments.pairing.refusals import REFUSALS
from tournaments.pairing.swiss import PairingError
from tournaments.record.findings import template, values
from tournaments.services.common import facts_changed, open_places, write_ledger
from tournaments.services.confirmations import refuse_unconfirmed
from tournaments.services.pairing import round_next


def engine_round(event: Event, *, hint: str) -> int:
    """The number of the round that an engine may pair now; `hint` says what to do about open boards.

    Raises DomainError: all rounds paired, boards open, or boards that wait for a second person.
    """
    number = round_next(event)
    if number > event.rounds_planned:
        raise DomainError(
            _("All %(count)s rounds are paired.") % {"count": event.rounds_planned}, "all_rounds_paired"
        )
    missing = open_places(event)
    if missing:
        raise DomainError(
            _("These boards have no result yet (round/board): %(places)s.") % {"places": missing},
            "open_games",
            hint,
        )
    refuse_unconfirmed(event)
    return number


def first_colour_fix(event: Event, actor: Account | None) -> None:
    """Draw the first colour if nobody gave one; the ledger keeps seed and method."""
    if event.first_colour:
        return
    seed = secrets.randbelow(10**12)
    event.first_colour = draw_first_colour(seed)
    event.save(update_fields=["first_colour"])
    payload = {"colour": event.first_colour, "seed": str(seed), "method": LOT_METHOD}
    write_ledger(event, actor=actor, verb="first_colour.drawn", payload=payload)
    facts_changed(event)


def pairing_queue(kind: str, event: Event, number: int, actor: Account | None) -> Job:
    """Order a round from the worker, in the language of whoever asks. The same round is queued once."""
    return submit(
        kind,
        {
            "event": event.pk,
            "round": number,
            "version": event.version,
            "actor": actor.pk if actor else 0,
            "redirect": 1,
            "language": get_language() or "en",
        },
        created_by_id=actor.pk if actor else None,
        dedupe_key=f"{kind}:{event.pk}:{number}:{event.version}",
    )


@contextmanager
def engine_refusals(seconds: int) -> Iterator[None]:
    """What goes wrong in an engine's process of at most `seconds`, as DomainError with what to do next."""
    try:
        yield
    except ChildTimeout as error:
        raise DomainError(
            _("The pairing engine was stopped after %(seconds)s seconds.") % {"seconds": seconds},
            "pairing_timeout",
            _("Try again, or pair the round by hand."),
        ) from error
    except ChildFailed as error:
        raise DomainError(
            _("The pairing engine failed: %(why)s") % {"why": error},
            "pairing_failed",
            _("Pair the round by hand and report this."),
        ) from error
    except PairingError as error:
        raise DomainError(
            engine_words(error), "pairing_refused", _("The round can be paired by hand.")
        ) from error


def engine_words(error: PairingError) -> str:
    """Why the round cannot be paired in the reader's language; what the engine itself says stays as it is."""
    finding = error.finding
    if finding is None:
        return str(error)
    return _(template(finding, REFUSALS)).format_map(values(finding))


def refuse_overtaken(event: Event, version: int) -> None:
    """Raise DomainError if facts changed since the event's `version` from which a round was paired."""
    if event.version != version:
        raise DomainError(
            _("Something in the event changed while the round was being paired; nothing was stored."),
            "stale_version",
            _("Pair the round again."),
        )
