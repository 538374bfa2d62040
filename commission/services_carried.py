"""Accepted requests carried out: the event opened, the register changed, or noted as done otherwise."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from commission.models import CorrectedFact, CorrectionRequest, Dossier
from commission.permissions import PERMISSIONS
from commission.services import dossier_move, dossier_of
from commission.services_corrected import person_correction_record
from commission.services_requests import request_accept, request_done, request_for_decision
from core.jobs import submit
from players.models import Account, Person
from players.permissions import require
from players.services import person_update
from ratings.services_rating_results import rating_result_set
from tournaments.errors import DomainError
from tournaments.models import Event

Fact, Stage = CorrectedFact.Fact, Dossier.Stage
OPEN_EVENT, CHANGE_PERSON, OTHERWISE, LATER = "event", "person", "otherwise", "later"
WAYS = (OPEN_EVENT, CHANGE_PERSON, OTHERWISE, LATER)
OPENED_BY = {
    Stage.PUBLISHED: "reopen",
    Stage.CORRECTED: "reopen",
    Stage.ANNULLED: "reopen",
    Stage.SUBMITTED: "return",
    Stage.IN_REVIEW: "return",
    Stage.ACCEPTED: "return",
    Stage.RATED: "return",
}
# What a request can change in the register, by its subject.
REGISTER_FIELDS: Mapping[str, tuple[str, ...]] = {
    CorrectionRequest.Subject.NAME: ("surname", "given_name"),
    CorrectionRequest.Subject.BIRTH: ("birth",),
    CorrectionRequest.Subject.TITLE: ("title",),
}
RATE_JOB = "commission.rate_otherwise"


@transaction.atomic
def request_accept_and_carry(
    found: CorrectionRequest,
    *,
    actor: Account,
    reason: str,
    way: str,
    version: int | None = None,
    changes: Mapping[str, str] | None = None,
) -> CorrectionRequest:
    """Accept a request and do what follows from it, all or nothing. Raises as `request_accept` and `request_carry`."""
    accepted = request_accept(found, actor=actor, reason=reason, version=version)
    return request_carry(accepted, actor=actor, reason=reason, way=way, changes=changes)


@transaction.atomic
def request_carry(
    found: CorrectionRequest,
    *,
    actor: Account,
    reason: str,
    way: str,
    version: int | None = None,
    changes: Mapping[str, str] | None = None,
) -> CorrectionRequest:
    """Carry out an accepted request by one of `WAYS`.

    `OPEN_EVENT` opens the event's report for the director; the correction that follows closes the request.
    `CHANGE_PERSON` writes `changes` into the register, with a public row. `OTHERWISE` notes that it was done;
    `LATER` leaves it to be carried out. Raises PermissionDenied, StaleVersion, DomainError with the field to mend.
    """
    found = request_for_decision(found, actor, version, (CorrectionRequest.State.ACCEPTED,))
    if way == OPEN_EVENT:
        _open_event(found, actor, reason)
    elif way == CHANGE_PERSON:
        _change_person(found, actor, reason, changes or {})
        return request_done(found, actor=actor, text=reason)
    elif way == OTHERWISE:
        return request_done(found, actor=actor, text=reason)
    elif way != LATER:
        raise DomainError(_("Say how it is carried out."), "way", field="way")
    found.refresh_from_db()
    return found


@transaction.atomic
def result_rated_otherwise(
    event: Event,
    *,
    actor: Account,
    round_number: int,
    board: int,
    code: str,
    reason: str,
    version: int | None = None,
    found: CorrectionRequest | None = None,
) -> Dossier:
    """Decide that a game is rated otherwise than it stands in the table, and rate its event anew.

    Of a stage the main event is rated anew. An event that was accepted and not rated yet is rated with it
    later. Raises PermissionDenied, StaleVersion, DomainError; then nothing is written.
    """
    dossier = dossier_of(event.stage_of or event)
    require(PERMISSIONS, "correct", actor, dossier)
    rating_result_set(event, actor=actor, round_number=round_number, board=board, code=code, reason=reason)
    if dossier.stage != Stage.ACCEPTED:
        dossier = dossier_move(dossier, "correct_rating", actor=actor, reason=reason, version=version)
    if found is not None:
        calculation = dossier.event.calculations.filter(current=True).first()
        request_done(
            found,
            actor=actor,
            text=reason,
            calculation_id=calculation.pk if calculation is not None else None,
        )
    return dossier


def rate_otherwise_order(event: Event, *, actor: Account, facts: Mapping[str, Any]) -> Any:
    """Order the job that decides as `result_rated_otherwise`; gives its row."""
    return submit(
        RATE_JOB,
        {"event": event.pk, "actor": actor.pk, **facts},
        created_by_id=actor.pk,
        dedupe_key=f"rate-otherwise-{event.pk}",
    )


def _open_event(found: CorrectionRequest, actor: Account, reason: str) -> None:
    if found.event is None:
        raise DomainError(_("The request names no event."), "no_event", field="way")
    dossier = dossier_of(found.event)
    verb = OPENED_BY.get(Stage(dossier.stage))
    if verb is not None:
        dossier_move(dossier, verb, actor=actor, reason=reason)


def _change_person(
    found: CorrectionRequest, actor: Account, reason: str, changes: Mapping[str, str]
) -> Person:
    names = REGISTER_FIELDS.get(found.subject, ())
    if found.person is None or not names:
        raise DomainError(_("The request is not about an entry of the register."), "no_person", field="way")
    before = {name: str(getattr(found.person, name)) for name in names}
    was = found.person.name
    wanted: dict[str, Any] = {name: changes[name].strip() for name in names if name in changes}
    if all(before[name] == value for name, value in wanted.items()):
        raise DomainError(_("Nothing would change in the register."), "nothing", field=names[0])
    try:
        changed = person_update(found.person, actor=actor, reason=reason, **wanted)
    except ValidationError as error:
        raise DomainError("; ".join(error.messages), "register", field=names[0]) from error
    person_correction_record(changed, actor=actor, reason=reason, changes=_facts(was, before, changed))
    return changed


def _facts(was: str, before: Mapping[str, str], changed: Person) -> dict[str, tuple[str, str]]:
    if "surname" in before:
        return {Fact.NAME: (was, changed.name)}
    fact = {"birth": Fact.BIRTH, "title": Fact.TITLE}
    return {fact[name]: (old, str(getattr(changed, name))) for name, old in before.items()}
