"""Questionnaires of newcomers (RACC 2.1): begun with a private link or filled in, then decided by the commission.

The public ledger hears that a questionnaire moved and by whose hand, of a reason its SHA-256, of a person nothing.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.models import Newcomer, NewcomerPaper, NewcomerStep
from commission.newcomer_candidates import candidates_for
from commission.permissions import PERMISSIONS
from core.keys import search_key
from core.ledger import append
from players.models import Account, Person, Region
from players.permissions import require
from players.services import is_possible_birth, national_number_next, person_create, person_update
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Entry, Questionnaire
from tournaments.permissions import PERMISSIONS as EVENT_PERMISSIONS
from tournaments.sealing import seal, unseal
from tournaments.services.correspondence import (
    PROVED_BY_PAPERS,
    QUESTIONNAIRE_OPEN,
    QUESTIONNAIRE_SECRETS,
)
from tournaments.services.people import entry_identify

CHAIN = "newcomers"
MANDATORY = ("surname", "given_name", "birth", "region")
_SALT = "commission.newcomer"
State, Verb = Newcomer.State, NewcomerStep.Verb


@transaction.atomic
def newcomer_begin(*, actor: Account, surname: str, given_name: str) -> Newcomer:
    """Begin a questionnaire that the player fills in through his private link.

    Raises PermissionDenied for whoever neither directs an event nor belongs to the commission, ValidationError.
    """
    require(PERMISSIONS, "newcomer_begin", actor)
    newcomer = Newcomer(
        surname=surname.strip(), given_name=given_name.strip(), created_by=actor, created_at=timezone.now()
    )
    _save(newcomer)
    _step(newcomer, actor, Verb.BEGUN)
    return newcomer


@transaction.atomic
def newcomer_enter(*, actor: Account, entry: Entry | None = None, **fields: Any) -> Newcomer:
    """Fill in a questionnaire for a player and submit it. Raises as `newcomer_begin` and `newcomer_fill`."""
    require(PERMISSIONS, "newcomer_begin", actor)
    newcomer = Newcomer(created_by=actor, created_at=timezone.now(), entry=entry)
    _fill(newcomer, actor, fields)
    return newcomer


@transaction.atomic
def newcomer_fill(
    newcomer: Newcomer, *, actor: Account | None, version: int | None = None, **fields: Any
) -> Newcomer:
    """Fill in or change a questionnaire and submit it; without `actor` the player does, through his link.

    `fields` are the eighteen of the appendix. Changing what papers prove undoes that they were seen. Raises
    PermissionDenied, StaleVersion, DomainError once it is decided, ValidationError by field.
    """
    stored = _locked(newcomer, version)
    if actor is not None:
        require(PERMISSIONS, "newcomer_fill", actor, stored)
    _refuse_decided(stored)
    _fill(stored, actor, fields)
    return stored


@transaction.atomic
def newcomer_take(questionnaire: Questionnaire, *, actor: Account) -> Newcomer:
    """Hand the questionnaire of an event by correspondence to the commission, with the papers that were seen.

    Its region is matched by name; an unknown one stays open, and the questionnaire is then filled in here. Raises
    PermissionDenied, DomainError if it was handed in already or the player is identified.
    """
    entry = (
        Entry.objects.select_for_update(of=("self",)).select_related("event").get(pk=questionnaire.entry_id)
    )
    require(EVENT_PERMISSIONS, "contacts_edit", actor, entry.event)
    if entry.person_id is not None:
        raise DomainError(_("%(name)s is in the register.") % {"name": entry.name}, "identified")
    if Newcomer.objects.filter(entry=entry, state__in=Newcomer.UNDECIDED).exists():
        raise DomainError(_("The commission has this questionnaire already."), "taken_already")
    newcomer = Newcomer(created_by=actor, created_at=timezone.now(), entry=entry)
    for name in QUESTIONNAIRE_OPEN:
        if name != "region":
            setattr(newcomer, name, getattr(questionnaire, name))
    newcomer.region = Region.objects.filter(name__iexact=questionnaire.region.strip()).first()
    newcomer.sealed = questionnaire.sealed
    newcomer.filled_at = questionnaire.filled_at
    newcomer.state = State.SUBMITTED if newcomer.region else State.OPEN
    _save(newcomer)
    if questionnaire.papers_seen_by is not None and questionnaire.papers_seen_on is not None:
        for kind in (NewcomerPaper.Kind.PASSPORT, NewcomerPaper.Kind.CERTIFICATE):
            NewcomerPaper.objects.create(
                newcomer=newcomer,
                kind=kind,
                seen_on=questionnaire.papers_seen_on,
                seen_by=questionnaire.papers_seen_by,
            )
    _step(newcomer, actor, Verb.SUBMITTED if newcomer.region else Verb.BEGUN)
    return newcomer


@transaction.atomic
def newcomer_paper_seen(newcomer: Newcomer, *, actor: Account, kind: str, on: date) -> NewcomerPaper:
    """Note that somebody has seen a paper, and when; no copy is kept.

    Raises PermissionDenied, DomainError for a day to come or a decided questionnaire, ValidationError for no kind.
    """
    stored = _locked(newcomer, None)
    require(PERMISSIONS, "newcomer_fill", actor, stored)
    _refuse_decided(stored)
    if on > timezone.localdate():
        raise DomainError(_("That day has not come yet."), "day_ahead", field="seen_on")
    paper = NewcomerPaper(newcomer=stored, kind=kind, seen_on=on, seen_by=actor)
    paper.full_clean()
    paper.save()
    _tell(stored, actor, "paper_seen", {"kind": str(kind), "on": on.isoformat()})
    return paper


@transaction.atomic
def newcomer_link_renew(newcomer: Newcomer, *, actor: Account) -> Newcomer:
    """End the private link given out before. Raises PermissionDenied, DomainError once it is decided."""
    stored = _locked(newcomer, None)
    require(PERMISSIONS, "newcomer_fill", actor, stored)
    _refuse_decided(stored)
    stored.link_series += 1
    _save(stored)
    _tell(stored, actor, "link_renewed", {})
    return stored


@transaction.atomic
def newcomer_admit(
    newcomer: Newcomer, *, actor: Account, version: int, none_of: Sequence[int] = (), reason: str = ""
) -> Newcomer:
    """Admit a newcomer as a new person, with the next number of his region; identify the entry he came with.

    `none_of` are the candidates whom the deciding member has looked at and found to be others: one who is not
    among them is a refusal. Address and telephones are erased; the first e-mail address goes to the register.
    Raises PermissionDenied (also for who filled it in or officiates in his event), StaleVersion, DomainError.
    """
    stored = _decidable(newcomer, actor, version)
    _refuse_unproved(stored)
    unseen = [person for person in candidates_for(stored) if person.pk not in set(none_of)]
    if unseen:
        names = "; ".join(person.name for person in unseen)
        raise DomainError(
            _("Alike in the register: %(names)s.") % {"names": names},
            "candidates",
            _("Say of each whether the newcomer is this person, or that he is none of them."),
            field="none_of",
        )
    region = stored.region
    assert region is not None
    assert stored.birth is not None
    secrets = unseal(stored.sealed)
    try:
        number = national_number_next(region, actor=actor)
        person = person_create(
            actor=actor,
            reason=_("Questionnaire %(number)s") % {"number": stored.pk},
            surname=stored.surname,
            given_name=stored.given_name,
            patronymic=stored.patronymic,
            birth=stored.birth.isoformat(),
            sex=stored.entry.sex if stored.entry else "",
            federation=settings.FEDERATION_CODE,
            region=region,
            national_id=number,
            email=secrets.get("email_1", ""),
        )
    except ValidationError as error:
        raise DomainError(" ".join(error.messages), "refused") from error
    return _settle(stored, actor, State.ADMITTED, Verb.ADMITTED, person, reason)


@transaction.atomic
def newcomer_identify(
    newcomer: Newcomer, *, actor: Account, version: int, person: Person, reason: str = ""
) -> Newcomer:
    """Say that the newcomer is a person of the register; one without a number gets his now, others keep theirs.

    Raises PermissionDenied, StaleVersion, DomainError (a merged record).
    """
    stored = _decidable(newcomer, actor, version)
    known = Person.objects.select_for_update(of=("self",)).select_related("region").get(pk=person.pk)
    if known.merged_into_id is not None:
        raise DomainError(_("This entry was merged into another one; choose that one."), "merged")
    if not known.national_id and stored.region is not None:
        try:
            number = national_number_next(stored.region, actor=actor)
            why = _("Questionnaire %(number)s") % {"number": stored.pk}
            known = person_update(known, actor=actor, reason=why, national_id=number)
        except ValidationError as error:
            raise DomainError(" ".join(error.messages), "refused") from error
    return _settle(stored, actor, State.KNOWN, Verb.KNOWN, known, reason)


@transaction.atomic
def newcomer_return(newcomer: Newcomer, *, actor: Account, version: int, reason: str) -> Newcomer:
    """Give a questionnaire back with a reason, for the player or who filled it in. Raises as `newcomer_refuse`."""
    return _close(newcomer, actor, version, reason, State.RETURNED, Verb.RETURNED)


@transaction.atomic
def newcomer_refuse(newcomer: Newcomer, *, actor: Account, version: int, reason: str) -> Newcomer:
    """Refuse a questionnaire with a reason; its addresses are erased, and it may be taken up again.

    Raises PermissionDenied, StaleVersion, DomainError without a reason or once it is decided.
    """
    return _close(newcomer, actor, version, reason, State.REFUSED, Verb.REFUSED)


@transaction.atomic
def newcomer_reopen(newcomer: Newcomer, *, actor: Account, version: int, reason: str) -> Newcomer:
    """Take a refused questionnaire up again: it waits for the addresses. Raises as `newcomer_refuse`."""
    stored = _locked(newcomer, version)
    require(PERMISSIONS, "newcomer_decide", actor, stored)
    if stored.state != State.REFUSED:
        raise DomainError(_("Only a refused questionnaire is taken up again."), "not_refused")
    _refuse_silent(reason)
    stored.state = State.RETURNED
    _save(stored)
    _step(stored, actor, Verb.REOPENED, reason)
    return stored


# --- the private link -----------------------------------------------------------------------------------------------


def newcomer_token(newcomer: Newcomer) -> str:
    """What the private link of a questionnaire ends with."""
    return Signer(salt=_SALT, sep=".").sign(f"{newcomer.pk}-{newcomer.link_series}")


def newcomer_of_token(token: str) -> Newcomer | None:
    """The questionnaire of a private link; None for a forged or renewed one."""
    try:
        key, series = (int(part) for part in Signer(salt=_SALT, sep=".").unsign(token[:200]).split("-"))
    except (BadSignature, ValueError):
        return None
    rows = Newcomer.objects.select_related("region", "person", "entry__event")
    return rows.filter(pk=key, link_series=series).first()


# --- common parts ---------------------------------------------------------------------------------------------------


def _locked(newcomer: Newcomer, version: int | None) -> Newcomer:
    rows = Newcomer.objects.select_for_update(of=("self",)).select_related(
        "region", "entry__event", "created_by", "filled_by"
    )
    stored = rows.get(pk=newcomer.pk)
    if version is not None and version != stored.version:
        raise StaleVersion(_("The questionnaire was changed meanwhile; nothing was done. Look at it again."))
    return stored


def _refuse_decided(newcomer: Newcomer) -> None:
    if not newcomer.is_undecided:
        raise DomainError(
            _("The questionnaire is decided: %(state)s.") % {"state": newcomer.get_state_display()}, "decided"
        )


def _refuse_silent(reason: str) -> None:
    if not reason.strip():
        raise DomainError(_("Say why; those concerned read it."), "reason_missing", field="reason")


def _decidable(newcomer: Newcomer, actor: Account, version: int) -> Newcomer:
    stored = _locked(newcomer, version)
    require(PERMISSIONS, "newcomer_decide", actor, stored)
    _refuse_decided(stored)
    if stored.state != State.SUBMITTED:
        raise DomainError(_("The questionnaire is not submitted."), "not_submitted")
    return stored


def _refuse_unproved(newcomer: Newcomer) -> None:
    """Without the papers that RACC 2.1 names nobody is admitted."""
    seen = set(newcomer.papers.filter(overtaken_at__isnull=True).values_list("kind", flat=True))
    kinds = NewcomerPaper.Kind
    missing = []
    if not seen & {kinds.PASSPORT, kinds.BIRTH}:
        missing.append(str(kinds.PASSPORT.label))
    if newcomer.board_category and kinds.CERTIFICATE not in seen:
        missing.append(str(kinds.CERTIFICATE.label))
    if missing:
        raise DomainError(
            _("Not seen yet (RACC 2.1): %(papers)s.") % {"papers": ", ".join(missing)},
            "papers_missing",
            _("Note who has seen it and when, or return the questionnaire."),
        )


def _fill(newcomer: Newcomer, actor: Account | None, fields: dict[str, Any]) -> None:
    secrets = {name: str(fields.pop(name, "") or "").strip() for name in QUESTIONNAIRE_SECRETS}
    errors: dict[str, Any] = {}
    for name in ("email_1", "email_2"):
        if secrets[name]:
            try:
                validate_email(secrets[name])
            except ValidationError as error:
                errors[name] = error.messages
    if not secrets["email_1"]:
        errors["email_1"] = _("Without an e-mail address nobody can play.")
    proved = {name: getattr(newcomer, name) for name in PROVED_BY_PAPERS}
    for name, value in fields.items():
        if name not in QUESTIONNAIRE_OPEN:
            raise ValidationError(_("There is no field %(name)s.") % {"name": name})
        setattr(newcomer, name, value.strip() if isinstance(value, str) else value)
    for name in MANDATORY:
        if not getattr(newcomer, name):
            errors.setdefault(name, _("This has to be filled in."))
    if newcomer.birth and (
        not is_possible_birth(newcomer.birth.isoformat()) or newcomer.birth > timezone.localdate()
    ):
        errors["birth"] = _("Nobody who plays was born then.")
    if errors:
        raise ValidationError(errors)
    is_new = newcomer.state != State.SUBMITTED
    newcomer.state, newcomer.sealed = State.SUBMITTED, seal(secrets)
    newcomer.filled_by, newcomer.filled_at = actor, timezone.now()
    _save(newcomer)
    if any(getattr(newcomer, name) != value for name, value in proved.items()):
        newcomer.papers.filter(overtaken_at__isnull=True).update(overtaken_at=timezone.now())
    _step(newcomer, actor, Verb.SUBMITTED if is_new else Verb.CHANGED)


def _close(
    newcomer: Newcomer,
    actor: Account,
    version: int,
    reason: str,
    state: Newcomer.State,
    verb: NewcomerStep.Verb,
) -> Newcomer:
    stored = _locked(newcomer, version)
    require(PERMISSIONS, "newcomer_decide", actor, stored)
    _refuse_decided(stored)
    _refuse_silent(reason)
    stored.state = state
    if state == State.REFUSED:
        stored.sealed = ""
    _save(stored)
    _step(stored, actor, verb, reason)
    return stored


def _settle(
    newcomer: Newcomer,
    actor: Account,
    state: Newcomer.State,
    verb: NewcomerStep.Verb,
    person: Person,
    reason: str,
) -> Newcomer:
    newcomer.state, newcomer.person, newcomer.sealed = state, person, ""
    _save(newcomer)
    if newcomer.entry is not None and newcomer.entry.person_id is None:
        entry_identify(newcomer.entry, actor=actor, person=person)
    _step(newcomer, actor, verb, reason)
    return newcomer


def _save(newcomer: Newcomer) -> None:
    """Save what fits its columns, under the next version."""
    words = f"{newcomer.surname} {newcomer.given_name} {newcomer.patronymic}"
    newcomer.search_key = search_key(words)[:700]
    newcomer.full_clean(exclude=["entry", "person", "created_by", "filled_by", "search_key"])
    if newcomer.pk:
        newcomer.version += 1
    newcomer.save()


def _step(newcomer: Newcomer, actor: Account | None, verb: NewcomerStep.Verb, reason: str = "") -> None:
    words = reason.strip()[:300]
    NewcomerStep.objects.create(newcomer=newcomer, verb=verb, account=actor, at=timezone.now(), reason=words)
    facts = {"reason_sha256": sha256(words.encode()).hexdigest()} if words else {}
    if newcomer.person_id:
        facts["person"] = str(newcomer.person_id)
    _tell(newcomer, actor, str(verb.value), facts)


def _tell(newcomer: Newcomer, actor: Account | None, what: str, facts: dict[str, str]) -> None:
    append(
        scope="federation",
        object_id=CHAIN,
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "player",
        verb=f"newcomer.{what}",
        payload={"newcomer": newcomer.pk, **facts},
    )
