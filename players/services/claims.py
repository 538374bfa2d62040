"""Writes about claims of a profile: made by an account, decided by the commission, with what it proved erased after."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.jobs import submit
from core.ledger import append
from core.sealing import seal, unseal
from players.models import Account, Person, ProfileClaim
from players.permissions import PERMISSIONS, PLAYER, require
from players.services.people import is_partial_date

MAIL_JOB = "players.claim_mail"
SECRETS = ("number", "birth", "note")
MOST_A_DAY = 5
State = ProfileClaim.State


@transaction.atomic
def claim_make(person: Person, *, account: Account, number: str, birth: str, note: str = "") -> ProfileClaim:
    """Say that a profile is one's own, with what proves it. It tells nobody whether that agrees with the register.

    Raises PermissionDenied for an account that has a profile, ValidationError by field without a number or a date of
    birth, for a second claim while one is open, and for one too many in a day.
    """
    require(PERMISSIONS, "claim_make", account, person)
    said = {"number": number.strip(), "birth": birth.strip(), "note": note.strip()}
    errors = {}
    if not said["number"]:
        errors["number"] = _("Give your national number or your FIDE ID.")
    if not is_partial_date(said["birth"]) or len(said["birth"]) != 10:
        errors["birth"] = _("Write your date of birth as YYYY-MM-DD.")
    if errors:
        raise ValidationError(errors)
    stored = Person.objects.select_for_update(of=("self",)).get(pk=person.pk)
    if stored.merged_into_id is not None:
        raise ValidationError(_("This entry was merged into another one; claim that one."))
    now = timezone.now()
    if (
        ProfileClaim.objects.filter(account=account, made_at__gt=now - timedelta(days=1)).count()
        >= MOST_A_DAY
    ):
        raise ValidationError(_("Too many claims within a day; wait until tomorrow, or write to the office."))
    try:
        with transaction.atomic():
            claim = ProfileClaim.objects.create(
                account=account, person=stored, sealed=seal(said), made_at=now
            )
    except IntegrityError as error:
        raise ValidationError(_("Your last claim waits for its decision; withdraw it first.")) from error
    _tell(claim, account, "person.claimed", "")
    return claim


@transaction.atomic
def claim_withdraw(claim: ProfileClaim, *, account: Account) -> ProfileClaim:
    """Take one's own claim back. Raises PermissionDenied, ValidationError once it is decided."""
    require(PERMISSIONS, "claim_withdraw", account, claim)
    stored = _open(claim)
    _decide(stored, State.WITHDRAWN, account, "")
    _tell(stored, account, "person.claim_withdrawn", "")
    return stored


@transaction.atomic
def claim_refuse(claim: ProfileClaim, *, actor: Account, reason: str) -> ProfileClaim:
    """Refuse a claim; whoever made it reads why. Raises PermissionDenied, ValidationError without a reason."""
    require(PERMISSIONS, "claim_decide", actor, claim)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why: whoever claimed the profile reads it.")})
    stored = _open(claim)
    _decide(stored, State.REFUSED, actor, reason.strip())
    _tell(stored, actor, "person.claim_refused", reason.strip())
    submit(MAIL_JOB, {"claim": stored.pk})
    return stored


@transaction.atomic
def claim_confirm(claim: ProfileClaim, *, actor: Account, reason: str) -> ProfileClaim:
    """Confirm a claim: the account has the profile from now on, and the role of a player.

    Raises PermissionDenied, ValidationError without a reason, where the profile or the account is linked already,
    and for a record that was merged meanwhile.
    """
    require(PERMISSIONS, "claim_decide", actor, claim)
    if not reason.strip():
        raise ValidationError({"reason": _("Say how you made sure that it is this player.")})
    stored = _open(claim)
    person = Person.objects.select_for_update(of=("self",)).get(pk=stored.person_id)
    account = Account.objects.select_for_update(of=("self",)).get(pk=stored.account_id)
    if person.merged_into_id is not None:
        raise ValidationError(
            _("The record was merged meanwhile; refuse the claim and say which one it is now.")
        )
    if account.person_id is not None:
        raise ValidationError(_("This account has a profile already."))
    holder = Account.objects.filter(person=person).first()
    if holder is not None:
        raise ValidationError(_("The account %(name)s has this profile.") % {"name": holder.username})
    account.person = person
    account.save(update_fields=["person"])
    account.groups.add(Group.objects.get_or_create(name=PLAYER)[0])
    _decide(stored, State.CONFIRMED, actor, reason.strip())
    _tell(stored, actor, "person.claim_confirmed", reason.strip())
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="account.linked",
        payload={"account": account.pk, "username": account.username, "person": person.pk},
    )
    submit(MAIL_JOB, {"claim": stored.pk})
    return stored


def agreement(claim: ProfileClaim) -> dict[str, str]:
    """What of the claim's words agrees with the register: `number` and `birth`, each yes, no or unknown."""
    if claim.state != State.OPEN:
        return dict(claim.agreed)
    said, person = unseal(claim.sealed), claim.person
    numbers = [number for number in (person.national_id, person.fide_id) if number]
    number, birth = said.get("number", ""), said.get("birth", "")
    return {
        "number": _agrees(number in numbers) if numbers and number else "unknown",
        "birth": _agrees(birth.startswith(person.birth)) if person.birth and birth else "unknown",
    }


def _agrees(same: bool) -> str:
    return "yes" if same else "no"


def _open(claim: ProfileClaim) -> ProfileClaim:
    rows = ProfileClaim.objects.select_for_update(of=("self",)).select_related("person", "account")
    stored = rows.get(pk=claim.pk)
    if stored.state != State.OPEN:
        raise ValidationError(_("This claim was decided or withdrawn meanwhile."))
    return stored


def _decide(claim: ProfileClaim, state: str, by: Account, reason: str) -> None:
    claim.agreed = agreement(claim)
    claim.state, claim.sealed = state, ""
    claim.decided_by, claim.decided_at, claim.reason = by, timezone.now(), reason
    claim.save()


def _tell(claim: ProfileClaim, actor: Account, verb: str, reason: str) -> None:
    """A row in the player's chain, which everybody may read: of the reason it has the SHA-256."""
    payload: dict[str, Any] = {"claim": claim.pk, "account": claim.account_id}
    if reason:
        payload["reason_sha256"] = sha256(reason.encode()).hexdigest()
    append(
        scope="person",
        object_id=str(claim.person_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        payload=payload,
    )
