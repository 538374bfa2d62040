"""Writes about two records of one player: proposed, decided, joined and parted again.

The decision itself is the commission's (`commission.services_merge`), for it moves facts of play and ratings too;
here is what happens to the persons. Nothing is deleted: the merged record stays and sends its readers on.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.models import Account, Person, PersonMerge, Region
from players.services.people import HIDDEN_IN_LEDGER, set_keys
from players.services.people import _write as write

# What the record that stays takes over where it says nothing itself.
TAKEN_OVER = (
    "patronymic",
    "sex",
    "birth",
    "federation",
    "region_id",
    "club",
    "title",
    "national_id",
    "fide_id",
    "organisation",
    "email",
)
# Only one record may have a number: the merged one gives it away.
NUMBERS = ("national_id", "fide_id")


def persons_locked(*ids: int) -> dict[int, Person]:
    """The records by id, locked in the order of ids: of two decisions on one record the second waits."""
    rows = Person.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    return {person.pk: person for person in rows}


def refuse_unmergeable(survivor: Person, merged: Person) -> None:
    """Raise ValidationError for a record with itself, and for one that was merged already (so no circle arises)."""
    if survivor.pk == merged.pk:
        raise ValidationError(_("These are not two records but one."))
    for person in (survivor, merged):
        if person.merged_into_id is not None:
            raise ValidationError(
                _("%(name)s (record %(number)s) is merged into record %(other)s already.")
                % {"name": person.name, "number": person.pk, "other": person.merged_into_id}
            )


def taken_over(survivor: Person, merged: Person) -> dict[str, Any]:
    """What the record that stays would take over, by column: it says nothing, or less of the birth."""
    found = {}
    for name in TAKEN_OVER:
        own, other = getattr(survivor, name), getattr(merged, name)
        more = name == "birth" and bool(own) and other != own and str(other).startswith(str(own))
        if other and (not own or more):
            found[name] = other
    return found


def persons_join(survivor: Person, merged: Person) -> dict[str, Any]:
    """Send readers of one record to the other, with what that one lacks; the journal of it.

    Both are locked by the caller. Records that were merged into `merged` before go on to `survivor`.
    """
    taken = taken_over(survivor, merged)
    fields = {name: [getattr(survivor, name), value] for name, value in taken.items()}
    given = {name: getattr(merged, name) for name in NUMBERS if name in taken}
    for name in given:
        setattr(merged, name, "")
    merged.merged_into = survivor
    set_keys(merged)
    merged.save()
    for name, value in taken.items():
        setattr(survivor, name, value)
    set_keys(survivor)
    survivor.save()
    forwarded = list(Person.objects.filter(merged_into=merged).order_by("pk").values_list("pk", flat=True))
    Person.objects.filter(pk__in=forwarded).update(merged_into=survivor)
    return {"fields": fields, "given": given, "forwarded": forwarded}


def persons_part(survivor: Person, merged: Person, journal: Mapping[str, Any]) -> None:
    """Make two records of one again: what was taken over goes back, unless it was changed since."""
    for name, (before, after) in journal.get("fields", {}).items():
        if getattr(survivor, name) == after:
            setattr(survivor, name, before)
    set_keys(survivor)
    survivor.save()
    for name, value in journal.get("given", {}).items():
        if not Person.objects.filter(**{name: value}).exists():
            setattr(merged, name, value)
    merged.merged_into = None
    set_keys(merged)
    merged.save()
    Person.objects.filter(pk__in=journal.get("forwarded", [])).update(merged_into=merged)


def merge_told(merge: PersonMerge, actor: Account, verb: str, reason: str, **payload: Any) -> None:
    """A row in the chain of both records."""
    for person in (merge.survivor, merge.merged):
        words = {"merge": merge.pk, "survivor": merge.survivor_id, "merged": merge.merged_id}
        write(person, actor, verb, reason, words | payload)


def fields_told(fields: Mapping[str, Any]) -> dict[str, list[str]]:
    """What was taken over, as the ledger keeps it for good: nothing that is hidden, of a birth the year."""
    told = {}
    for name, (before, after) in fields.items():
        plain = name.removesuffix("_id") if name == "region_id" else name
        told[plain] = [_told(plain, before), _told(plain, after)]
    return told


def _told(name: str, value: Any) -> str:
    if name in HIDDEN_IN_LEDGER:
        return "…" if value else ""
    if name == "region":
        return str(Region.objects.get(pk=value).code) if value else ""
    text = str(value or "")
    return text[:4] if name == "birth" else text
