"""Writes about people: every one checks the right and leaves a ledger row in the same transaction."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.keys import search_key, sort_key
from core.ledger import append
from players.models import Account, Person, Region, RegionalAssignment, TitleAward
from players.permissions import PERMISSIONS, ROLES, require
from players.transliteration import latin

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
        "email",
    }
)


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
    person.full_clean(exclude=["search_key", *(f"sort_key_{language}" for language in LANGUAGES)])
    person.save()
    _write(person, actor, "person.created", reason, {name: _plain(fields[name]) for name in sorted(fields)})
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
        rows.append(person)
    created = Person.objects.bulk_create(rows, batch_size=500)
    for person in created:
        _write(person, actor, "person.created", "", {"name": person.name})
    return created


@transaction.atomic
def person_update(person: Person, *, actor: Account, reason: str, **changes: Any) -> Person:
    """Change what the register says of a person; the ledger keeps the old values and the reason.

    Raises PermissionDenied, or ValidationError without a reason or with a bad value.
    """
    require(PERMISSIONS, "person_edit", actor, person)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the entry in the register changes.")})
    stored = Person.objects.select_for_update().get(pk=person.pk)
    before = {name: _plain(getattr(stored, name)) for name in changes}
    _assign(stored, changes)
    stored.full_clean(exclude=["search_key", *(f"sort_key_{language}" for language in LANGUAGES)])
    stored.save()
    after = {name: _plain(getattr(stored, name)) for name in changes}
    changed = {name: [before[name], after[name]] for name in sorted(changes) if before[name] != after[name]}
    if changed:
        _write(stored, actor, "person.changed", reason, {"changed": changed})
    return stored


@transaction.atomic
def title_award(
    person: Person, *, actor: Account | None, title: str, awarded_on: Any, decision: str
) -> TitleAward:
    """Write down a title with its day and decision, and make it the person's title."""
    if actor is not None:
        require(PERMISSIONS, "person_edit", actor, person)
    award = TitleAward(person=person, title=title, awarded_on=awarded_on, decision=decision)
    award.full_clean()
    award.save()
    Person.objects.filter(pk=person.pk).update(title=title)
    _write(person, actor, "person.title", decision, {"title": title, "awarded_on": str(awarded_on)})
    return award


@transaction.atomic
def account_create(
    *,
    actor: Account | None,
    username: str,
    password: str | None,
    display_name: str,
    roles: Iterable[str] = (),
    regions: Iterable[Region] = (),
    person: Person | None = None,
    email: str = "",
) -> Account:
    """Open an account with federation-wide roles.

    Raises PermissionDenied (only the federation's administrator opens accounts), ValidationError for a role
    that does not exist or a name already taken.
    """
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    account = Account(username=username, display_name=display_name, person=person, email=email)
    if password is None:
        account.set_unusable_password()
    else:
        account.set_password(password)
    account.full_clean(exclude=["password"])
    account.save()
    roles_set(account, actor=actor, roles=roles, regions=regions)
    return account


@transaction.atomic
def account_update(
    account: Account,
    *,
    actor: Account,
    reason: str,
    username: str,
    display_name: str,
    email: str,
    language: str,
    is_active: bool,
    person: Person | None,
    roles: Iterable[str],
    regions: Iterable[Region],
    password: str | None = None,
) -> Account:
    """Change an account, its roles and regions; a password only if one is given.

    Raises PermissionDenied, or ValidationError without a reason or with a name already taken.
    """
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the account changes.")})
    stored = Account.objects.select_for_update().get(pk=account.pk)
    stored.username, stored.display_name, stored.email = username, display_name, email
    stored.language, stored.is_active, stored.person = language, is_active, person
    if password:
        stored.set_password(password)
    stored.full_clean(exclude=["password"])
    stored.save()
    roles_set(stored, actor=actor, roles=roles, regions=regions, reason=reason)
    return stored


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


@transaction.atomic
def roles_set(
    account: Account,
    *,
    actor: Account | None,
    roles: Iterable[str],
    regions: Iterable[Region] = (),
    reason: str = "",
) -> None:
    """Give an account exactly these federation-wide roles and regions; the federation's ledger keeps it."""
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    wanted = sorted(set(roles))
    unknown = [name for name in wanted if name not in ROLES]
    if unknown:
        raise ValidationError(_("There is no role %(name)s.") % {"name": unknown[0]})
    groups = [Group.objects.get_or_create(name=name)[0] for name in wanted]
    account.groups.set(groups)
    account.is_staff = "federation_admin" in wanted
    account.save(update_fields=["is_staff"])
    account.__dict__.pop("_group_names", None)
    region_list = list(regions)
    RegionalAssignment.objects.filter(account=account).exclude(region__in=region_list).delete()
    for region in region_list:
        RegionalAssignment.objects.get_or_create(account=account, region=region)
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb="account.roles",
        reason=reason,
        payload={
            "account": account.pk,
            "roles": wanted,
            "regions": sorted(region.code for region in region_list),
        },
    )


def _assign(person: Person, fields: Mapping[str, Any]) -> None:
    unknown = set(fields) - PERSON_FIELDS
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": sorted(unknown)[0]})
    for name, value in fields.items():
        setattr(person, name, value.strip() if isinstance(value, str) else value)
    if person.birth and not is_partial_date(person.birth):
        raise ValidationError({"birth": _("Write the date of birth as YYYY-MM-DD, YYYY-MM or YYYY.")})
    person.latin_surname = person.latin_surname or latin(person.surname)
    person.latin_given_name = person.latin_given_name or latin(person.given_name)
    set_keys(person)


def set_keys(person: Person) -> None:
    """Set the stored search and sort keys of a person from his names and numbers."""
    latin_text = f"{person.latin_surname} {person.latin_given_name}"
    native = f"{person.surname} {person.given_name} {person.patronymic}"
    parts = [search_key(native), search_key(latin_text), person.national_id, person.fide_id]
    person.search_key = " ".join(dict.fromkeys(" ".join(parts).split()))[:700]
    for language in LANGUAGES:
        setattr(
            person, f"sort_key_{language}", sort_key(f"{person.surname} {person.given_name}", language)[:300]
        )


def is_partial_date(text: str) -> bool:
    """Whether the text is YYYY, YYYY-MM or YYYY-MM-DD with a real month and day.

    >>> is_partial_date("2008"), is_partial_date("2008-02-30"), is_partial_date("08-02-01")
    (True, False, False)
    """
    parts = text.split("-")
    if not all(part.isdigit() for part in parts) or len(parts) > 3 or len(parts[0]) != 4:
        return False
    numbers = [int(part) for part in parts] + [1, 1]
    try:
        date(numbers[0], numbers[1], numbers[2])
    except ValueError:
        return False
    return all(len(part) == 2 for part in parts[1:])


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Region) else value


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
