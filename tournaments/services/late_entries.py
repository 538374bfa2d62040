"""Pairing numbers after the first pairing: provisional while people may still come, then definitive (C.04.2)."""

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.pairing.lots import start_numbers_by_rating
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.entries import entry_for_order, name_key, numbers_store, rounds_paired

# C.04.2: numbers may be given anew for the first three rounds; none changes after round 4 was paired.
LAST_ROUND_BEFORE_THE_NUMBERS_STAND = 3


@transaction.atomic
def entries_number_late(event: Event, *, actor: Account | None, reason: str = "") -> list[Entry]:
    """Put late entries (and corrected ratings) in their places: everybody numbered anew by rating.

    Games, byes and results stay with their players; only the numbers in the tables move. Possible after the
    first pairing and until round 4 is paired. Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    _refuse_out_of_time(stored)
    entries = list(stored.entries.order_by("pk"))
    before = {entry.pk: entry.number for entry in entries}
    given = start_numbers_by_rating([entry_for_order(entry) for entry in entries], name_key)
    numbers_store(entries, given)
    moved = [
        [before[entry.pk] or 0, entry.number or 0] for entry in entries if before[entry.pk] != entry.number
    ]
    payload = {"numbering": "late", "moved": sorted(moved), "rounds_paired": rounds_paired(stored)}
    write_ledger(stored, actor=actor, verb="entries.renumbered", reason=reason, payload=payload)
    facts_changed(stored)
    return sorted(entries, key=lambda entry: entry.number or 0)


def late_numbering_refusal(event: Event) -> str:
    """Why the numbers cannot be given anew now, in words; empty where they can."""
    try:
        _refuse_out_of_time(event)
    except DomainError as error:
        return str(error)
    return ""


def _refuse_out_of_time(event: Event) -> None:
    paired = rounds_paired(event)
    if not event.is_swiss or event.numbering != Event.Numbering.RATING:
        raise DomainError(
            _("Only a Swiss that is numbered by rating puts late entries in their places."),
            "not_by_rating",
            _("Late entries keep the numbers behind the others."),
        )
    if not paired:
        raise DomainError(
            _("No round is paired yet."), "nothing_paired", _("Number the players on their page.")
        )
    if paired > LAST_ROUND_BEFORE_THE_NUMBERS_STAND:
        raise DomainError(
            _("Round 4 is paired: no pairing number changes any more (C.04.2)."),
            "numbers_stand",
            _("Late entries keep the numbers behind the others."),
        )
    if event.source_format:
        raise DomainError(_("The numbers of an imported file stay as the file has them."), "numbers_of_file")
