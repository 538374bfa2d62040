"""What the commission does with a dossier beside its moves: differences to the register, messages, interests."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.models import DeclaredInterest, Dossier, DossierMessage, MessagesRead, RegisterDecision
from commission.permissions import PERMISSIONS
from commission.register_differences import RegisterDifference, register_differences
from core.canonical import digest
from core.jobs import submit
from core.ledger import append
from players.models import Account
from players.permissions import allowed, require
from players.services import person_update
from reports.models import Report
from tournaments.errors import DomainError, StaleVersion

MAIL_JOB = "commission.message_mail"
LONGEST_MESSAGE = 4000
Outcome = RegisterDecision.Outcome


@transaction.atomic
def difference_decide(
    dossier: Dossier, *, actor: Account, key: str, outcome: str, reason: str
) -> RegisterDecision:
    """Decide one difference: the register takes it over, keeps what it has, or the director is asked.

    Taking over changes the person through his own ledger, with the report as the source. Every decision has a
    reason; a later one follows it and nothing is deleted. Raises PermissionDenied, StaleVersion if the difference
    is not there any more, DomainError for a reason missing or a value that the register does not take.
    """
    require(PERMISSIONS, "difference_decide", actor, dossier)
    if outcome not in Outcome.values:
        raise DomainError(_("Choose what becomes of the difference."), code="outcome")
    if not reason.strip():
        raise DomainError(_("Give a reason; it stays with the decision."), code="reason_missing")
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    found = next((item for item in register_differences(locked) if item.key == key), None)
    if found is None:
        raise StaleVersion(_("This difference is not there any more."))
    if outcome == Outcome.ACCEPTED:
        _take_over(locked, found, actor, reason.strip())
    decision = RegisterDecision.objects.create(
        dossier=locked,
        entry=found.entry,
        part=found.part,
        written=found.written,
        registered=found.registered,
        outcome=outcome,
        reason=reason.strip()[:500],
        account=actor,
        decided_at=timezone.now(),
    )
    _append(
        locked,
        actor,
        "register.decided",
        reason.strip(),
        {"number": found.entry.number or 0, "name": found.entry.name, "part": found.part, "outcome": outcome},
    )
    if outcome == Outcome.ASKED:
        _ask(locked, found, actor, reason.strip())
    return decision


def _take_over(dossier: Dossier, found: RegisterDifference, actor: Account, reason: str) -> None:
    if not found.can_be_accepted or found.entry.person is None:
        raise DomainError(
            _("The register cannot take this over: a rating stands in its list."),
            code="not_for_the_register",
            hint=_("Keep what stands, or ask the director."),
        )
    changes: dict[str, Any] = {found.part: found.written}
    if found.part == "name":
        surname, _comma, given = found.written.partition(",")
        changes = {"surname": surname.strip(), "given_name": given.strip()}
    try:
        person_update(found.entry.person, actor=actor, reason=f"{reason} ({_source(dossier)})", **changes)
    except ValidationError as error:
        raise DomainError(" ".join(error.messages), code="register_refuses") from error


def _source(dossier: Dossier) -> str:
    """The document that says so, as the person's ledger names it."""
    report = Report.objects.main().live().filter(event_id=dossier.event_id).first()
    name = dossier.event.name
    return f"{name}, {report.code}" if report is not None else name


def _ask(dossier: Dossier, found: RegisterDifference, actor: Account, reason: str) -> None:
    text = _(
        "No. %(number)s %(name)s, %(part)s: the report says “%(written)s”, the register “%(registered)s”."
    ) % {
        "number": found.entry.number or "–",
        "name": found.entry.name,
        "part": found.label,
        "written": found.written or "–",
        "registered": _askable(found),
    }
    _send(dossier, actor, f"{text}\n{reason}", by_commission=True)


def _askable(found: RegisterDifference) -> str:
    """What stands in the register as far as a director may read it: of a date of birth the year alone."""
    if found.part == "birth":
        return found.registered[:4] or "–"
    return "…" if found.part == "national_id" and found.registered else found.registered or "–"


@transaction.atomic
def message_send(dossier: Dossier, *, actor: Account, text: str) -> DossierMessage:
    """Write into the thread of a dossier; the other side gets a notice by e-mail, without the text.

    Whoever directs the event writes as its director, also if he is of the commission. Raises PermissionDenied,
    DomainError for an empty or overlong message.
    """
    require(PERMISSIONS, "messages", actor, dossier)
    words = text.strip()
    if not words:
        raise DomainError(_("Write something first."), code="text_missing")
    if len(words) > LONGEST_MESSAGE:
        raise DomainError(
            _("A message has %(count)s letters at most.") % {"count": LONGEST_MESSAGE}, code="text_long"
        )
    by_commission = not allowed(PERMISSIONS, "directs", actor, dossier)
    return _send(dossier, actor, words, by_commission=by_commission)


def _send(dossier: Dossier, actor: Account, text: str, *, by_commission: bool) -> DossierMessage:
    message = DossierMessage.objects.create(
        dossier=dossier, by_commission=by_commission, account=actor, text=text, sent_at=timezone.now()
    )
    # The text is between the two; the ledger, which everybody reads, has its hash.
    payload = {"sha256": digest(text), "commission": "yes" if by_commission else ""}
    _append(dossier, actor, "message.sent", "", payload)
    _read_up_to(dossier, actor, message.pk)
    transaction.on_commit(
        partial(
            submit,
            MAIL_JOB,
            {"message": message.pk},
            created_by_id=actor.pk,
            dedupe_key=f"message-{message.pk}",
        )
    )
    return message


@transaction.atomic
def messages_read(dossier: Dossier, *, actor: Account) -> int:
    """Note that the account has read the thread as far as it goes now; the number of the last message, 0 for none."""
    require(PERMISSIONS, "messages", actor, dossier)
    last = dossier.messages.order_by("-pk").values_list("pk", flat=True).first() or 0
    if last:
        _read_up_to(dossier, actor, last)
    return last


def _read_up_to(dossier: Dossier, actor: Account, last: int) -> None:
    row, created = MessagesRead.objects.get_or_create(
        dossier=dossier, account=actor, defaults={"last_id": last}
    )
    if not created and row.last_id < last:
        MessagesRead.objects.filter(pk=row.pk, last_id__lt=last).update(last_id=last)


@transaction.atomic
def dossier_assign(dossier: Dossier, *, actor: Account, member: Account, reason: str) -> Dossier:
    """Give a dossier to a member; the event's ledger keeps who gave it to whom and why.

    The member must be one who may review this event: no other is ever asked to decide on it. Raises
    PermissionDenied, DomainError without a reason, for a member who may not, or whose dossier it is already.
    """
    require(PERMISSIONS, "assign", actor, dossier)
    if not reason.strip():
        raise DomainError(_("Say why the dossier goes to this member."), code="reason_missing")
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    if not allowed(PERMISSIONS, "review", member, locked):
        raise DomainError(
            _("%(name)s may not decide on this event.") % {"name": member.shown_name},
            code="member_excluded",
            hint=_("Who directs, signed or plays an event, or declared an interest in it, is excluded."),
        )
    if locked.assigned_to_id == member.pk:
        raise DomainError(_("The dossier is with this member already."), code="assigned_already")
    locked.assigned_to = member
    locked.save(update_fields=["assigned_to"])
    payload: dict[str, str | int] = {"member": member.shown_name, "account": member.pk}
    _append(locked, actor, "dossier.assigned", reason.strip(), payload)
    return locked


@transaction.atomic
def interest_declare(dossier: Dossier, *, actor: Account, reason: str) -> DeclaredInterest:
    """Declare an interest in an event: the member decides nothing in it, and a dossier he had is nobody's again.

    Raises PermissionDenied for whoever is no member, DomainError without a reason or if it is declared already.
    """
    require(PERMISSIONS, "take_over", actor, dossier)
    if not reason.strip():
        raise DomainError(_("Say what the interest is; the dossier shows it."), code="reason_missing")
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    if DeclaredInterest.objects.filter(dossier=locked, account=actor, ended_at__isnull=True).exists():
        raise DomainError(_("You have declared an interest already."), code="declared_already")
    declared = DeclaredInterest.objects.create(
        dossier=locked, account=actor, reason=reason.strip()[:300], declared_at=timezone.now()
    )
    if locked.assigned_to_id == actor.pk:
        locked.assigned_to = None
        locked.save(update_fields=["assigned_to"])
    _append(locked, actor, "interest.declared", reason.strip(), {"member": actor.shown_name})
    return declared


@transaction.atomic
def interest_end(dossier: Dossier, *, actor: Account, reason: str) -> DeclaredInterest:
    """Take back one's own declaration, with a reason; the row stays with its end.

    Raises PermissionDenied, DomainError without a reason or where nothing is declared.
    """
    require(PERMISSIONS, "take_over", actor, dossier)
    if not reason.strip():
        raise DomainError(_("Say why the interest is no more."), code="reason_missing")
    locked = Dossier.objects.select_for_update(of=("self",)).select_related("event").get(pk=dossier.pk)
    declared = DeclaredInterest.objects.filter(dossier=locked, account=actor, ended_at__isnull=True).first()
    if declared is None:
        raise DomainError(_("You have declared no interest."), code="not_declared")
    declared.ended_at, declared.end_reason = timezone.now(), reason.strip()[:300]
    declared.save(update_fields=["ended_at", "end_reason"])
    _append(locked, actor, "interest.ended", reason.strip(), {"member": actor.shown_name})
    return declared


def _append(
    dossier: Dossier, actor: Account, verb: str, reason: str, payload: Mapping[str, str | int]
) -> None:
    append(
        scope="event",
        object_id=str(dossier.event_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload=dict(payload),
    )
