"""Writes about arbiters and rating officers: each with its decision and a row in the federation's ledger."""

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.keys import search_key, sort_key
from core.ledger import append
from players.edits import as_sent
from players.models import Account, Arbiter, ArbiterGrade, RatingOfficerTerm
from players.permissions import PERMISSIONS, require

ARBITER_FIELDS = ("number", "surname", "given_name", "fide_id", "region", "person")
SORTED_IN = "en"


@transaction.atomic
def arbiter_save(arbiter: Arbiter | None, *, actor: Account | None, reason: str, **fields: Any) -> Arbiter:
    """Enter an arbiter into the register, or change what it says of him; the ledger keeps what stood there.

    `actor` is None only for the portal's own commands. Raises PermissionDenied, or ValidationError by field (no
    reason, no name, a number that somebody has already).
    """
    _check(actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why.")})
    unknown = sorted(set(fields) - set(ARBITER_FIELDS))
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    stored = Arbiter() if arbiter is None else Arbiter.objects.select_for_update().get(pk=arbiter.pk)
    before = {name: as_sent(getattr(stored, name)) for name in fields}
    for name, value in fields.items():
        setattr(stored, name, value.strip() if isinstance(value, str) else value)
    _set_keys(stored)
    stored.full_clean(exclude=["search_key", "sort_key"])
    stored.save()
    changed = sorted(name for name in fields if as_sent(getattr(stored, name)) != before[name])
    if arbiter is None or changed:
        verb = "arbiter.entered" if arbiter is None else "arbiter.changed"
        _tell("arbiters", actor, verb, reason, {"arbiter": stored.number, "changed": changed})
    return stored


@transaction.atomic
def arbiter_grade_add(
    arbiter: Arbiter,
    *,
    actor: Account | None,
    grade: str,
    since: date,
    decision: str,
    kind: str = ArbiterGrade.Kind.TITLE,
    until: date | None = None,
    revoked: bool = False,
) -> ArbiterGrade:
    """Write down a category, title or licence, or that it was taken away from a day on; earlier rows stay.

    Raises PermissionDenied, or ValidationError by field (a day to come, no decision, an end before the beginning,
    nothing to take away).
    """
    _check(actor)
    _refuse_undecided(since, decision, "since")
    stored = Arbiter.objects.select_for_update().get(pk=arbiter.pk)
    held = stored.grades.filter(kind=kind, since__lte=since).last()
    if revoked and (held is None or held.revoked or held.grade != grade.strip()):
        raise ValidationError({"grade": _("%(grade)s is not held on that day.") % {"grade": grade}})
    made = ArbiterGrade(
        arbiter=stored,
        kind=kind,
        grade=grade.strip(),
        since=since,
        until=None if revoked else until,
        revoked=revoked,
        decision=decision.strip(),
        entered_by=actor,
    )
    _refuse_end(since, made.until)
    made.full_clean()
    made.save()
    verb = "arbiter.grade_ended" if revoked else "arbiter.grade"
    payload = {
        "arbiter": stored.number,
        "kind": made.kind,
        "grade": made.grade,
        "since": since.isoformat(),
        "until": made.until.isoformat() if made.until else "",
    }
    _tell("arbiters", actor, verb, decision, payload)
    return made


@transaction.atomic
def officer_term_begin(
    *,
    actor: Account | None,
    name: str,
    since: date,
    decision: str,
    account: Account | None = None,
    until: date | None = None,
    told_on: date | None = None,
) -> RatingOfficerTerm:
    """Enter a rating officer of the federation with his term of office (11.5).

    Raises PermissionDenied, or ValidationError by field (no name, no decision, an end before the beginning).
    """
    _check(actor)
    if not decision.strip():
        raise ValidationError({"decision": _("Name the decision or document.")})
    _refuse_end(since, until)
    _refuse_told(told_on)
    made = RatingOfficerTerm(
        name=name.strip(),
        account=account,
        since=since,
        until=until,
        decision=decision.strip(),
        told_on=told_on,
    )
    made.full_clean()
    made.save()
    _tell_of_term(made, actor, "officer.began", decision)
    return made


@transaction.atomic
def officer_term_change(
    term: RatingOfficerTerm,
    *,
    actor: Account | None,
    until: date | None,
    decision: str,
    told_on: date | None = None,
) -> RatingOfficerTerm:
    """State the end of a term, or the day on which FIDE was told; the ledger keeps what stood there.

    Raises PermissionDenied, or ValidationError by field (no decision, an end before the beginning, a day to come).
    """
    _check(actor)
    stored = RatingOfficerTerm.objects.select_for_update(of=("self",)).get(pk=term.pk)
    if not decision.strip():
        raise ValidationError({"decision": _("Name the decision or document.")})
    _refuse_end(stored.since, until)
    _refuse_told(told_on)
    if until != stored.until:
        stored.end_decision = decision.strip()[:200]
    stored.until, stored.told_on = until, told_on
    stored.full_clean()
    stored.save()
    _tell_of_term(stored, actor, "officer.changed", decision)
    return stored


def _check(actor: Account | None) -> None:
    if actor is not None:
        require(PERMISSIONS, "registers_keep", actor)


def _set_keys(arbiter: Arbiter) -> None:
    text = f"{arbiter.surname} {arbiter.given_name}"
    found = f"{search_key(text)} {arbiter.number.casefold()} {arbiter.fide_id}".split()
    arbiter.search_key = " ".join(dict.fromkeys(found))[:700]
    arbiter.sort_key = sort_key(text, SORTED_IN)[:300]


def _refuse_undecided(day: date, decision: str, field: str) -> None:
    if not decision.strip():
        raise ValidationError({"decision": _("Name the decision or document.")})
    if day > timezone.localdate():
        raise ValidationError({field: _("That day has not come yet.")})


def _refuse_end(since: date, until: date | None) -> None:
    if until is not None and until < since:
        raise ValidationError({"until": _("It ends before it begins.")})


def _refuse_told(told_on: date | None) -> None:
    if told_on is not None and told_on > timezone.localdate():
        raise ValidationError({"told_on": _("That day has not come yet.")})


def _tell_of_term(term: RatingOfficerTerm, actor: Account | None, verb: str, decision: str) -> None:
    payload = {
        "term": term.pk,
        "name": term.name,
        "since": term.since.isoformat(),
        "until": term.until.isoformat() if term.until else "",
        "told_on": term.told_on.isoformat() if term.told_on else "",
    }
    _tell("rating_officers", actor, verb, decision, payload)


def _tell(chain: str, actor: Account | None, verb: str, reason: str, payload: dict[str, Any]) -> None:
    append(
        scope="federation",
        object_id=chain,
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason.strip(),
        payload=payload,
    )
