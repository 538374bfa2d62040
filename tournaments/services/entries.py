"""Writes about the players of an event: entries, start numbers, byes asked for, withdrawals."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.keys import sort_key
from players.models import Account, Person
from players.services import is_partial_date, is_possible_birth
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import ByeRequest, Entry, Event, Seat
from tournaments.pairing.lots import LOT_METHOD, draw_numbers, start_numbers_by_rating
from tournaments.record.model import Entry as RecordEntry
from tournaments.services.byes import byes_ask, late_byes_write, missed_seats
from tournaments.services.common import (
    event_locked_for,
    facts_changed,
    refuse_finished,
    refuse_frozen,
    write_ledger,
)
from tournaments.services.knock_out import knock_out_refresh
from tournaments.services.lineups import lineups_refresh
from tournaments.services.ratings import ratings_refresh, start_ratings_set
from tournaments.services.waiting_list import waiting_move_up
from tournaments.services.withdrawals import forfeits_apply, forfeits_take_back, forfeits_write

ENTRY_FIELDS = frozenset(
    {
        "name",
        "sex",
        "title",
        "federation",
        "birth",
        "fide_id",
        "national_id",
        "club",
        "rating",
        "rating_k",
        "rating_games",
        "other_rating",
        "other_source",
        "other_day",
        "team",
        "board_order",
        "substitute_for",
    }
)
GREATEST = {
    "rating": 4000,
    "other_rating": 4000,
    "rating_k": 100,
    "rating_games": 100_000,
    "board_order": 1000,
}
PERSON_FACTS = ("name", "sex", "title", "federation", "birth", "fide_id", "national_id", "club")


@transaction.atomic
def entry_add(event: Event, *, actor: Account | None, person: Person | None = None, **fields: Any) -> Entry:
    """Enter one player, out of the register or by name only (then he is not identified yet).

    Raises PermissionDenied, DomainError (entered already, play has begun), ValidationError by field.
    """
    return entries_add(event, actor=actor, rows=[{"person": person, **fields}])[0]


@transaction.atomic
def entries_add(event: Event, *, actor: Account | None, rows: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """Enter several players at once; all or none. Each row may hold `person` and the fields of an entry."""
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    refuse_finished(stored)
    paired = rounds_paired(stored)
    if paired and not (stored.is_swiss or stored.is_team_event):
        raise DomainError(
            _("All rounds are paired already; nobody can be added."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    given = [dict(row) for row in rows]
    _refuse_entered_twice(stored, [row["person"] for row in given if row.get("person")])
    entries = [_new_entry(stored, row) for row in given] if len(given) == 1 else _all_new(stored, given)
    if paired:
        _number_late(stored, entries)
    created = Entry.objects.bulk_create(entries, batch_size=200)
    if paired:
        late_byes_write(stored, created)
    ratings_refresh(stored, created)
    names = [entry.name for entry in created]
    write_ledger(stored, actor=actor, verb="entry.added", payload={"names": names, "late": int(bool(paired))})
    facts_changed(stored)
    return created


def rounds_paired(event: Event) -> int:
    """The number of rounds that have seats."""
    return Seat.objects.filter(round__event_id=event.pk).values("round_id").distinct().count()


def _all_new(event: Event, rows: Sequence[dict[str, Any]]) -> list[Entry]:
    """The entries of a list; a row that cannot be stored is named, for nobody sees its field."""
    made = []
    for row in rows:
        name = row["person"].name if row.get("person") else row.get("name") or "?"
        try:
            made.append(_new_entry(event, row))
        except ValidationError as error:
            why = " ".join(error.messages)
            raise DomainError(f"{str(name)[:80]}: {why}", "row_wrong") from error
    return made


def _new_entry(event: Event, row: dict[str, Any]) -> Entry:
    person: Person | None = row.pop("person", None)
    entry = Entry(event=event, person=person)
    if person is not None:
        for name in PERSON_FACTS:
            setattr(entry, name, getattr(person, name))
    _assign(entry, {name: value for name, value in row.items() if value not in (None, "")})
    entry.full_clean(exclude=["event"], validate_unique=False, validate_constraints=False)
    return entry


def _assign(entry: Entry, fields: Mapping[str, Any]) -> None:
    unknown = sorted(set(fields) - ENTRY_FIELDS)
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    for name, value in fields.items():
        setattr(entry, name, value.strip() if isinstance(value, str) else value)
    entry.federation = entry.federation.upper()
    if not entry.name:
        raise ValidationError({"name": _("Type the name of the player.")})
    if entry.birth and not is_partial_date(entry.birth):
        raise ValidationError({"birth": _("Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY.")})
    if "birth" in fields and entry.birth and not is_possible_birth(entry.birth):
        raise ValidationError({"birth": _("Nobody who plays was born then.")})
    for name, most in GREATEST.items():
        if (getattr(entry, name) or 0) > most:
            raise ValidationError({name: _("At most %(most)s.") % {"most": most}})
    if {"rating", "rating_k", "rating_games"} & set(fields):
        entry.rating_source, entry.rating_list = "typed", None


def _refuse_entered_twice(event: Event, persons: Sequence[Person]) -> None:
    ids = [person.pk for person in persons]
    known = set(Entry.objects.filter(event=event, person_id__in=ids).values_list("person_id", flat=True))
    for place, person in enumerate(persons):
        if person.pk in known or person.pk in ids[:place]:
            raise DomainError(
                _("%(name)s is entered already.") % {"name": person.name}, "entered_already", field="person"
            )


def _number_late(event: Event, entries: Sequence[Entry]) -> None:
    """Whoever comes after the first pairing takes the next numbers, so that pairings keep theirs."""
    last = max(event.entries.values_list("number", flat=True), key=lambda number: number or 0, default=0) or 0
    for place, entry in enumerate(entries, start=1):
        entry.number = last + place


@transaction.atomic
def entry_update(
    entry: Entry, *, actor: Account | None, version: int | None = None, reason: str = "", **fields: Any
) -> Entry:
    """Change what an entry says of its player. Raises as `entry_add`, and StaleVersion."""
    event = event_locked_for(entry.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    stored = Entry.objects.select_for_update().get(pk=entry.pk)
    if version is not None and stored.version != version:
        raise StaleVersion(
            _("Somebody changed this player while you were typing; nothing was saved."),
            hint=_("Your values are still in the form. Compare, then save again."),
        )
    before = {name: getattr(stored, name) for name in fields}
    changes = {name: value for name, value in fields.items() if before[name] != value}
    if not changes:
        return stored
    _assign(stored, changes)
    stored.full_clean(exclude=["event"])
    stored.version += 1
    stored.save()
    changed = {name: [_plain(before[name]), _plain(getattr(stored, name))] for name in sorted(changes)}
    # The ledger is public; a birth date is not beyond its year, a national number not at all.
    if "birth" in changed:
        changed["birth"] = [text[:4] for text in changed["birth"]]
    if "national_id" in changed:
        changed["national_id"] = ["…" if text else "" for text in changed["national_id"]]
    start_ratings_set(event, [stored])
    write_ledger(
        event,
        actor=actor,
        verb="entry.changed",
        reason=reason,
        payload={"entry": stored.pk, "name": stored.name, "changed": changed},
    )
    facts_changed(event)
    return stored


def _plain(value: Any) -> Any:
    return "" if value is None else value if isinstance(value, (int, str)) else str(value)


@transaction.atomic
def entry_remove(entry: Entry, *, actor: Account | None) -> None:
    """Take a player out before any round is paired with him; afterwards he can only withdraw."""
    event = event_locked_for(entry.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    refuse_finished(event)
    missed = missed_seats(entry)
    if Seat.objects.filter(entry_id=entry.pk).exclude(pk__in=missed).exists():
        raise DomainError(
            _("%(name)s has been paired and cannot be removed.") % {"name": entry.name},
            "paired_already",
            _("Withdraw the player instead: the games stay."),
        )
    Seat.objects.filter(pk__in=missed).delete()
    ByeRequest.objects.filter(entry_id=entry.pk).delete()
    Entry.objects.filter(pk=entry.pk).delete()
    if not rounds_paired(event):
        _close_gaps(event)
    write_ledger(event, actor=actor, verb="entry.removed", payload={"name": entry.name})
    waiting_move_up(event)
    facts_changed(event)


def _close_gaps(event: Event) -> None:
    """Start numbers run from 1 without a gap, as TRF asks."""
    numbered = list(event.entries.filter(number__isnull=False).order_by("number"))
    for number, entry in enumerate(numbered, start=1):
        if entry.number != number:
            Entry.objects.filter(pk=entry.pk).update(number=number)


@transaction.atomic
def entries_number(
    event: Event,
    *,
    actor: Account | None,
    seed: int | None = None,
    numbers: Mapping[int, int] | None = None,
) -> list[Entry]:
    """Give start numbers as the event says: by rating, by lot (the seed stands in the ledger), or typed.

    `seed` repeats a known lot, otherwise one is drawn. `numbers` maps entry ids to the numbers typed; they
    must be 1 to n, each once. Raises PermissionDenied and DomainError.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="entries_edit")
    refuse_frozen(stored)
    if rounds_paired(stored):
        raise DomainError(
            _("Rounds are paired; start numbers stay as they are."),
            "paired_already",
            _("Delete the pairings first: that is possible while there is no result."),
        )
    entries = list(stored.entries.order_by("pk"))
    if not entries:
        raise DomainError(_("There is nobody to number yet."), "no_entries", _("Enter the players first."))
    payload: dict[str, Any] = {"numbering": stored.numbering, "entries": [entry.pk for entry in entries]}
    if stored.numbering == Event.Numbering.TYPED:
        given = _typed(entries, numbers)
    elif stored.numbering == Event.Numbering.LOT:
        drawn = secrets.randbelow(10**12) if seed is None else seed
        payload |= {"seed": str(drawn), "method": LOT_METHOD}
        given = draw_numbers(len(entries), drawn)
    else:
        given = start_numbers_by_rating([entry_for_order(entry) for entry in entries], name_key)
    numbers_store(entries, given)
    payload["numbers"] = list(given)
    write_ledger(stored, actor=actor, verb="entries.numbered", payload=payload)
    facts_changed(stored)
    return sorted(entries, key=lambda entry: entry.number or 0)


def _typed(entries: Sequence[Entry], numbers: Mapping[int, int] | None) -> tuple[int, ...]:
    if numbers is None:
        raise DomainError(
            _("This event takes the numbers that you type."),
            "numbers_missing",
            _("Type a number beside every player."),
        )
    given = tuple(numbers.get(entry.pk, 0) for entry in entries)
    missing = sorted(set(range(1, len(entries) + 1)) - set(given))
    if missing:
        shown = ", ".join(map(str, missing[:10]))
        raise DomainError(
            _("Start numbers run from 1 to %(last)s, each once; missing: %(missing)s.")
            % {"last": len(entries), "missing": shown},
            "numbers_wrong",
        )
    return given


def entry_for_order(entry: Entry) -> RecordEntry:
    """What the order by rating, title and name asks about an entry."""
    return RecordEntry(entry.pk, entry.name, title=entry.title, rating=entry.seeding)


def name_key(entry: RecordEntry) -> str:
    """The alphabet of the start list."""
    return sort_key(entry.name, "en")


def numbers_store(entries: Sequence[Entry], numbers: Sequence[int]) -> None:
    """Two steps, since two entries may not have one number even for a moment."""
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(number=None)
    for entry, number in zip(entries, numbers, strict=True):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"], batch_size=200)


def bye_request(
    entry: Entry, *, actor: Account | None, round_number: int, code: str, reason: str = ""
) -> ByeRequest | None:
    """Note a bye asked for ahead in one round; an empty `code` takes it back. Raises as `byes_ask`."""
    asked = byes_ask(entry, actor=actor, wanted={round_number: code}, reason=reason)
    return asked[0] if asked else None


@transaction.atomic
def entry_withdraw(
    entry: Entry, *, actor: Account | None, after_round: int | None, reason: str = ""
) -> Entry:
    """Withdraw a player after a round (0: before the first), or take him back with None.

    He is paired no more; his games stay. Where all rounds are paired by tables, his games to come are lost without
    play, and open again if he comes back. Raises PermissionDenied and DomainError.
    """
    event = event_locked_for(entry.event_id, actor=actor, permission="entries_edit")
    refuse_frozen(event)
    refuse_finished(event)
    if after_round is not None:
        if event.correspondence and event.is_team_event and rounds_paired(event):
            raise DomainError(
                _("All games of %(name)s have begun.") % {"name": entry.name},
                "games_begun",
                _("On the pages of correspondence he leaves, or somebody takes his games over."),
            )
        if not 0 <= after_round <= event.rounds_planned:
            raise DomainError(
                _("The event has rounds 1 to %(last)s.") % {"last": event.rounds_planned},
                "unknown_round",
                field="after_round",
            )
        seated = Seat.objects.filter(entry=entry, game__isnull=False).order_by("-round__number")
        last = seated.values_list("round__number", flat=True).first() or 0
        if event.is_swiss and after_round < last:
            raise DomainError(
                _("%(name)s is paired in round %(last)s, so he cannot have left before it.")
                % {"name": entry.name, "last": last},
                "paired_already",
                field="after_round",
            )
    before = Entry.objects.values_list("withdrawn_after", flat=True).get(pk=entry.pk)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_after=after_round, version=entry.version + 1)
    entry.refresh_from_db()
    if event.is_team_event:
        lineups_refresh(event)
    write_ledger(
        event,
        actor=actor,
        verb="entry.withdrawn" if after_round is not None else "entry.returned",
        reason=reason,
        payload={"entry": entry.pk, "name": entry.name, "after": -1 if after_round is None else after_round},
    )
    if forfeits_apply(event) and before is not None:
        forfeits_take_back(entry, before, actor=actor, reason=reason)
    if forfeits_apply(event) and after_round is not None:
        forfeits_write(entry, actor=actor, reason=reason)
    if event.system == Event.System.KNOCK_OUT:
        knock_out_refresh(event, actor=actor)
    waiting_move_up(event)
    facts_changed(event)
    return entry
