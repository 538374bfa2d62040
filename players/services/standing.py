"""Titles, categories and transfers of a person: each with its day and decision, followed by others, never deleted."""

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account, Person, Region, TitleAward, Transfer
from players.permissions import PERMISSIONS, require
from players.titles import TitleRow, highest_title, title_on

TITLE_LENGTH = 3
System = TitleAward.System


@transaction.atomic
def title_award(
    person: Person,
    *,
    actor: Account | None,
    title: str,
    awarded_on: date,
    decision: str,
    system: str = System.FIDE,
) -> TitleAward:
    """Write down a title or category; the highest title over the board is the one that stands beside the name.

    Raises PermissionDenied, ValidationError (a day to come, no decision, a title that he holds already).
    """
    stored = _checked(person, actor, awarded_on, decision)
    title = title.strip()
    if title in titles_held(stored, awarded_on, system):
        raise ValidationError({"title": _("%(title)s is held already on that day.") % {"title": title}})
    return _written(stored, actor, title, awarded_on, decision, system, revoked=False)


@transaction.atomic
def title_revoke(
    person: Person, *, actor: Account | None, title: str, on: date, decision: str, system: str = System.FIDE
) -> TitleAward:
    """Take a title away by a further row; the award stays on record.

    Raises PermissionDenied, ValidationError (a day to come, no decision, a title that he does not hold).
    """
    stored = _checked(person, actor, on, decision)
    title = title.strip()
    held = titles_held(stored, on, system)
    if system == System.FIDE:
        held |= {
            name for name in (stored.title, stored.title_undated) if name and not _is_recorded(stored, name)
        }
    if title not in held:
        raise ValidationError({"title": _("%(title)s is not held on that day.") % {"title": title}})
    return _written(stored, actor, title, on, decision, system, revoked=True)


def titles_held(person: Person, day: date, system: str = System.FIDE) -> set[str]:
    """The titles or categories of a system that were awarded up to the day and not revoked up to it."""
    held: set[str] = set()
    for row in person.title_awards.filter(system=system, awarded_on__lte=day).order_by("awarded_on", "pk"):
        (held.discard if row.revoked else held.add)(row.title)
    return held


@transaction.atomic
def person_transfer(
    person: Person,
    *,
    actor: Account | None,
    on: date,
    decision: str,
    federation: str | None = None,
    region: Region | None = None,
) -> Transfer:
    """Move a person to another federation or region; his national number stays, and so do events and lists before.

    None leaves a value. Raises PermissionDenied, ValidationError (nothing changes, a day to come, no decision).
    """
    stored = _checked(person, actor, on, decision)
    to_federation = stored.federation if federation is None else federation.strip().upper()
    to_region = stored.region if region is None else region
    if (to_federation, to_region) == (stored.federation, stored.region):
        raise ValidationError(_("That is where the player is already."))
    made = transfer_note(
        stored, actor=actor, on=on, decision=decision, federation=to_federation, region=to_region
    )
    stored.federation, stored.region = to_federation, to_region
    stored.save(update_fields=["federation", "region"])
    _tell(
        stored,
        actor,
        "person.transferred",
        decision,
        {
            "on": on.isoformat(),
            "federation": [made.from_federation, made.to_federation],
            "region": [
                made.from_region.code if made.from_region else "",
                made.to_region.code if made.to_region else "",
            ],
        },
    )
    return made


def transfer_note(
    before: Person,
    *,
    actor: Account | None,
    on: date,
    decision: str,
    federation: str,
    region: Region | None,
) -> Transfer:
    """The row of a transfer away from where `before` says; the caller changes the person. Raises ValidationError."""
    made = Transfer(
        person=before,
        on=on,
        from_federation=before.federation,
        to_federation=federation,
        from_region=before.region,
        to_region=region,
        decision=decision.strip()[:200],
        entered_by=actor,
    )
    made.full_clean()
    made.save()
    return made


def _checked(person: Person, actor: Account | None, day: date, decision: str) -> Person:
    if actor is not None:
        require(PERMISSIONS, "person_edit", actor, person)
    if not decision.strip():
        raise ValidationError({"decision": _("Name the decision or document.")})
    if day > timezone.localdate():
        raise ValidationError({"on": _("That day has not come yet.")})
    stored = Person.objects.select_for_update(of=("self",)).select_related("region").get(pk=person.pk)
    if stored.merged_into_id is not None:
        raise ValidationError(_("This entry was merged into another one; change that one."))
    return stored


def _is_recorded(person: Person, title: str) -> bool:
    """Whether any row tells of a title that the register has."""
    return person.title_awards.filter(system=System.FIDE, title=title).exists()


def _written(
    person: Person,
    actor: Account | None,
    title: str,
    day: date,
    decision: str,
    system: str,
    *,
    revoked: bool,
) -> TitleAward:
    if system == System.FIDE and len(title) > TITLE_LENGTH:
        raise ValidationError({"title": _("A title over the board has three letters at most.")})
    before = "" if _is_recorded(person, person.title) else person.title
    award = TitleAward(
        person=person,
        title=title,
        awarded_on=day,
        decision=decision.strip(),
        system=system,
        revoked=revoked,
        entered_by=actor,
    )
    award.full_clean()
    award.save()
    if system == System.FIDE:
        # What the register had without a day stays, unless this row takes it or tells its day.
        undated = highest_title({before, person.title_undated} - {"", "" if revoked else title})
        rows = person.title_awards.filter(system=System.FIDE).order_by("awarded_on", "pk")
        told_by_rows = [TitleRow(row.title, row.awarded_on, row.revoked) for row in rows]
        standing = title_on(timezone.localdate(), told_by_rows, "", undated)
        Person.objects.filter(pk=person.pk).update(title=standing, title_undated=undated)
    verb = "person.title_revoked" if revoked else "person.title"
    told = {"title": title, "awarded_on": day.isoformat()}
    _tell(person, actor, verb, decision, told if system == System.FIDE else told | {"system": str(system)})
    return award


def _tell(person: Person, actor: Account | None, verb: str, reason: str, payload: dict[str, Any]) -> None:
    append(
        scope="person",
        object_id=str(person.pk),
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason,
        payload=payload,
    )
