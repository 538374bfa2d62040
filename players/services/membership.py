"""Writes about who may be on a rating list (16): notes on players and on federations, never deleted but ended."""

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from core.ledger import append
from players.models import Account, FederationNote, MembershipNote, Person
from players.permissions import PERMISSIONS, require


@transaction.atomic
def membership_note_save(
    pk: int | None,
    *,
    actor: Account | None,
    person: Person,
    kind: str,
    since: date,
    until: date | None = None,
    decision: str,
    reason: str = "",
) -> MembershipNote:
    """Write down that a player is suspended, in no federation or specially included, or change such a note.

    A note stays with its player and kind; it ends by its last day. `actor` is None only for the portal's own
    commands. Raises PermissionDenied, or ValidationError for days that another note of the kind holds already.
    """
    if actor is not None:
        require(PERMISSIONS, "person_edit", actor, person)
    note = MembershipNote.objects.select_for_update().get(pk=pk) if pk else MembershipNote()
    if pk and (note.person_id, note.kind) != (person.pk, kind):
        raise ValidationError(_("A note stays with its player and its kind; end it and write another one."))
    note.person, note.kind = person, kind
    others = MembershipNote.objects.filter(person=person, kind=kind)
    _fill(note, others, since=since, until=until, decision=decision)
    _write("person", str(person.pk), "person.membership", actor, reason, {"kind": kind} | _told(note))
    return note


@transaction.atomic
def federation_note_save(
    pk: int | None,
    *,
    actor: Account | None,
    federation: str,
    kind: str,
    since: date,
    until: date | None = None,
    decision: str,
    reason: str = "",
) -> FederationNote:
    """Write down that a federation is inactive (9.24) or suspended (16.1), or change such a note.

    Raises PermissionDenied, or ValidationError for a code that is none or days held already.
    """
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    code = federation.strip().upper()
    if len(code) != 3 or not code.isalpha():
        raise ValidationError({"federation": _("A federation has a code of three letters.")})
    note = FederationNote.objects.select_for_update().get(pk=pk) if pk else FederationNote()
    if pk and (note.federation, note.kind) != (code, kind):
        raise ValidationError(
            _("A note stays with its federation and its kind; end it and write another one.")
        )
    note.federation, note.kind = code, kind
    others = FederationNote.objects.filter(federation=code, kind=kind)
    _fill(note, others, since=since, until=until, decision=decision)
    told = {"federation": code, "kind": kind} | _told(note)
    _write("federation", "federations", "federation.standing", actor, reason, told)
    return note


def _fill(
    note: MembershipNote | FederationNote,
    others: QuerySet[Any],
    *,
    since: date,
    until: date | None,
    decision: str,
) -> None:
    """Set days and decision and save; no two notes of a kind hold on one day."""
    note.since, note.until, note.decision = since, until, decision.strip()
    if until is not None and until < since:
        raise ValidationError({"until": _("The last day comes before the first.")})
    beside = others.exclude(pk=note.pk).filter(Q(until__isnull=True) | Q(until__gte=since))
    if until is not None:
        beside = beside.filter(since__lte=until)
    if beside.exists():
        raise ValidationError({"since": _("Another note of this kind holds on some of these days.")})
    note.full_clean()
    note.save()


def _told(note: MembershipNote | FederationNote) -> dict[str, str]:
    return {
        "since": note.since.isoformat(),
        "until": note.until.isoformat() if note.until else "",
        "decision": note.decision,
    }


def _write(
    scope: str, object_id: str, verb: str, actor: Account | None, reason: str, payload: dict[str, Any]
) -> None:
    append(
        scope=scope,
        object_id=object_id,
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason,
        payload=payload,
    )
