"""Writes about people: every one checks the right and leaves a ledger row in the same transaction."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.keys import search_key, sort_key
from core.ledger import append, rows_of
from players.edits import as_sent, conflicts, touched
from players.errors import Conflict, StaleValues
from players.models import Account, Person, Region
from players.permissions import PERMISSIONS, require
from players.services.standing import transfer_note
from players.transliteration import latin

OLDEST = 125
LANGUAGES = ("en", "hr", "ru", "uk", "es")
PERSON_FIELDS = frozenset(
    {
        "surname",
        "given_name",
        "patronymic",
        "latin_surname",
        "latin_given_name",
        "sex",
        "birth",
        "federation",
        "region",
        "club",
        "title",
        "national_id",
        "fide_id",
        "organisation",
        "email",
    }
)
KEY_COLUMNS = ("search_key", *(f"sort_key_{language}" for language in LANGUAGES))
# The ledger is never changed and may be read by everybody, so it does not repeat what is not public.
# Membership in an organisation of disabled players tells of a person's health.
HIDDEN_IN_LEDGER = frozenset({"email", "national_id", "organisation"})


@transaction.atomic
def person_create(*, actor: Account | None, reason: str = "", **fields: Any) -> Person:
    """Admit a new person to the register.

    `actor` is None only for the portal's own commands. Raises PermissionDenied, or ValidationError by field
    (a number already taken, a birth date that is none).
    """
    if actor is not None:
        require(PERMISSIONS, "person_create", actor)
    person = Person()
    _assign(person, fields)
    _check(person)
    person.save()
    told = {name: _told(name, fields[name]) for name in sorted(fields)}
    _write(person, actor, "person.created", reason, told)
    return person


@transaction.atomic
def persons_create(*, actor: Account | None, people: Iterable[Mapping[str, Any]]) -> list[Person]:
    """Admit many persons at once (a demo, a first import); one ledger row each, one insert for all."""
    if actor is not None:
        require(PERMISSIONS, "person_create", actor)
    rows = []
    for fields in people:
        person = Person()
        _assign(person, fields)
        person.clean_fields(exclude=[*KEY_COLUMNS, "region"])
        rows.append(person)
    created = Person.objects.bulk_create(rows, batch_size=500)
    for person in created:
        _write(person, actor, "person.created", "", {"name": person.name})
    return created


@transaction.atomic
def person_update(
    person: Person, *, actor: Account, reason: str, seen: Mapping[str, str] | None = None, **changes: Any
) -> Person:
    """Change what the register says of a person; the ledger keeps the old values and the reason.

    `seen` is what the sender's form showed when it was opened, as `players.edits` writes it: only fields that
    differ from it are written, so that a later save puts back no old value. Raises PermissionDenied,
    StaleValues where somebody else changed the same field meanwhile, or ValidationError without a reason or
    with a bad value.
    """
    require(PERMISSIONS, "person_edit", actor, person)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the entry in the register changes.")})
    stored = Person.objects.select_for_update().get(pk=person.pk)
    if stored.merged_into_id is not None:
        raise ValidationError(_("This entry was merged into another one; change that one."))
    before = {name: getattr(stored, name, None) for name in PERSON_FIELDS}
    _refuse_stale(stored, conflicts(changes, seen, before))
    wanted = touched(changes, seen)
    _respell(stored, wanted)
    _assign(stored, wanted)
    _check(stored)
    changed = [
        name for name in sorted(PERSON_FIELDS) if as_sent(before[name]) != as_sent(getattr(stored, name))
    ]
    if changed:
        if {"federation", "region"} & set(changed):
            transfer_note(
                Person.objects.select_related("region").get(pk=stored.pk),
                actor=actor,
                on=timezone.localdate(),
                decision=reason,
                federation=stored.federation,
                region=stored.region,
            )
        stored.save()
        told = {name: [_told(name, before[name]), _told(name, getattr(stored, name))] for name in changed}
        _write(stored, actor, "person.changed", reason, {"changed": told})
    return stored


def _respell(person: Person, wanted: dict[str, Any]) -> None:
    """A changed name takes its Latin spelling along where that was only a transliteration of the old one."""
    for native in ("surname", "given_name"):
        spelled = f"latin_{native}"
        if (
            native in wanted
            and spelled not in wanted
            and getattr(person, spelled) == latin(getattr(person, native))
        ):
            wanted[spelled] = ""


def _refuse_stale(person: Person, found: list[Conflict]) -> None:
    if not found:
        return
    last = rows_of("person", person.pk).last()
    messages = {
        conflict.field: _(
            "Two values: “%(sent)s” (you), “%(stored)s” (%(by)s, %(at)s). Type the one to keep."
        )
        % {
            "sent": _shown(conflict.field, conflict.sent),
            "stored": _shown(conflict.field, conflict.stored),
            "by": last.actor_name if last else "–",
            "at": f"{timezone.localtime(last.at):%H:%M}" if last else "–",
        }
        for conflict in found
    }
    raise StaleValues(messages, found)


def _shown(field: str, value: str) -> str:
    if field == "region" and value:
        return str(Region.objects.get(pk=value))
    return value or "–"


def _check(person: Person) -> None:
    """Raise ValidationError for a number that another has, or a value that its column does not take."""
    errors = {}
    for name in ("national_id", "fide_id"):
        number = getattr(person, name)
        owner = Person.objects.filter(**{name: number}).exclude(pk=person.pk).first() if number else None
        if owner is not None:
            errors[name] = _("%(number)s is the number of %(name)s in the register.") % {
                "number": number,
                "name": owner.name,
            }
    if errors:
        raise ValidationError(errors)
    person.full_clean(exclude=KEY_COLUMNS)


@transaction.atomic
def region_save(pk: int | None, *, actor: Account | None, code: str, name: str, reason: str = "") -> Region:
    """Create a region or rename it. Raises PermissionDenied, or ValidationError for a code already taken."""
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    region = Region.objects.select_for_update().get(pk=pk) if pk else Region()
    region.code, region.name = code.strip(), name.strip()
    region.full_clean()
    region.save()
    append(
        scope="federation",
        object_id="regions",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb="region.saved",
        reason=reason,
        payload={"code": region.code, "name": region.name},
    )
    return region


def _assign(person: Person, fields: Mapping[str, Any]) -> None:
    unknown = set(fields) - PERSON_FIELDS
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": sorted(unknown)[0]})
    for name, value in fields.items():
        setattr(person, name, value.strip() if isinstance(value, str) else value)
    person.federation = person.federation.upper()
    if person.birth and not is_partial_date(person.birth):
        raise ValidationError({"birth": _("Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY.")})
    if "birth" in fields and person.birth and not is_possible_birth(person.birth):
        raise ValidationError({"birth": _("Nobody who plays was born then.")})
    person.latin_surname = person.latin_surname or latin(person.surname)
    person.latin_given_name = person.latin_given_name or latin(person.given_name)
    set_keys(person)


def set_keys(person: Person) -> None:
    """Set the stored search and sort keys of a person from his names and FIDE ID.

    The national number is not public, so it does not stand where everybody's search looks.
    """
    latin_text = f"{person.latin_surname} {person.latin_given_name}"
    native = f"{person.surname} {person.given_name} {person.patronymic}"
    parts = [search_key(native), search_key(latin_text), person.fide_id]
    person.search_key = " ".join(dict.fromkeys(" ".join(parts).split()))[:700]
    for language in LANGUAGES:
        setattr(
            person, f"sort_key_{language}", sort_key(f"{person.surname} {person.given_name}", language)[:300]
        )


def is_possible_birth(text: str) -> bool:
    """Whether somebody born then may play: not to come, and not older than anybody has become.

    >>> is_possible_birth("1990-05"), is_possible_birth("3000"), is_possible_birth("0199")
    (True, False, False)
    """
    return timezone.localdate().year - OLDEST <= int(text[:4]) <= timezone.localdate().year


def is_partial_date(text: str) -> bool:
    """Whether the text is YYYY, YYYY-MM or YYYY-MM-DD with a real month and day.

    >>> is_partial_date("2008"), is_partial_date("2008-02-30"), is_partial_date("08-02-01")
    (True, False, False)
    """
    parts = text.split("-")
    if not all(part.isascii() and part.isdigit() for part in parts) or len(parts) > 3 or len(parts[0]) != 4:
        return False
    numbers = [int(part) for part in parts] + [1, 1]
    try:
        date(numbers[0], numbers[1], numbers[2])
    except ValueError:
        return False
    return all(len(part) == 2 for part in parts[1:])


def _told(field: str, value: Any) -> str:
    """A value as the ledger keeps it for good: of a birth date the year, of what is hidden nothing."""
    if field in HIDDEN_IN_LEDGER:
        return "…" if value else ""
    text = value.code if isinstance(value, Region) else as_sent(value)
    return text[:4] if field == "birth" else text


def _write(person: Person, actor: Account | None, verb: str, reason: str, payload: dict[str, Any]) -> None:
    append(
        scope="person",
        object_id=str(person.pk),
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason,
        payload=payload,
    )
