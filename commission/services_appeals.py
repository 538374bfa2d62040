"""Appeals against decisions of the commission, decided by members of the committee who had no part in them."""

from datetime import date, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.models import Appeal, CorrectionRequest, DossierMove, RequestStep
from commission.permissions import PERMISSIONS
from commission.services_requests import ledger_write, request_follow, step_write
from core.jobs import submit
from core.ledger import append
from players.models import Account
from players.permissions import require
from tournaments.errors import DomainError, StaleVersion

MAIL_JOB = "commission.appeal_mail"
# The moves of a dossier that decide something.
APPEALED_MOVES = frozenset({"return", "accept", "correct", "correct_rating", "annul"})
Outcome, State, Verb = Appeal.Outcome, CorrectionRequest.State, RequestStep.Verb
STEPS = {Outcome.UPHELD: Verb.UPHELD, Outcome.CHANGED: Verb.CHANGED, Outcome.RETURNED: Verb.RETURNED}


def appeal_until(decision: RequestStep | DossierMove) -> date:
    """The last day on which a decision can be appealed against: `APPEAL_DAYS` after the day of the decision."""
    at = decision.at if isinstance(decision, RequestStep) else decision.made_at
    return timezone.localtime(at).date() + timedelta(days=settings.APPEAL_DAYS)


def can_be_appealed(decision: RequestStep | DossierMove, *, today: date | None = None) -> bool:
    """Whether it decides something, its time runs, and nobody has appealed yet."""
    if isinstance(decision, RequestStep):
        decides = decision.verb in RequestStep.DECISIONS and decision.pk == _last_decision(decision.request)
    else:
        decides = decision.verb in APPEALED_MOVES
    return (
        decides
        and not hasattr(decision, "appeal")
        and (today or timezone.localdate()) <= appeal_until(decision)
    )


@transaction.atomic
def appeal_make(
    decision: RequestStep | DossierMove,
    *,
    account: Account | None,
    text: str,
    holds_link: bool = False,
) -> Appeal:
    """Appeal against a decision. `holds_link`: whoever asked without a log-in comes by the private link.

    Raises PermissionDenied for somebody whom the decision does not concern, DomainError without words or after the
    last day, StaleVersion where somebody has appealed already.
    """
    if not (holds_link and isinstance(decision, RequestStep)):
        require(PERMISSIONS, "appeal", account, decision)
    if not text.strip():
        raise DomainError(_("Say why the decision is wrong."), "reason_missing", field="text")
    if timezone.localdate() > appeal_until(decision):
        raise DomainError(
            _("The time for an appeal ended on %(day)s.") % {"day": appeal_until(decision)}, "too_late"
        )
    if not can_be_appealed(decision):
        raise StaleVersion(_("Against this decision no appeal is possible, or there is one already."))
    step = decision if isinstance(decision, RequestStep) else None
    by_name = account.shown_name if account is not None else step.request.name if step is not None else ""
    try:
        with transaction.atomic():
            made = Appeal.objects.create(
                step=step,
                move=decision if isinstance(decision, DossierMove) else None,
                text=text.strip(),
                account=account,
                by_name=by_name,
                made_at=timezone.now(),
                due_on=timezone.localdate() + timedelta(days=settings.APPEAL_ANSWER_DAYS),
            )
    except IntegrityError as error:
        raise StaleVersion(_("Somebody has appealed against this decision already.")) from error
    if step is not None:
        step_write(step.request, Verb.APPEALED, account=account, text=text)
    _write(made, "appeal.made", account, "")
    submit(MAIL_JOB, {"appeal": made.pk, "what": "made"})
    return made


@transaction.atomic
def appeal_decide(appeal: Appeal, *, actor: Account, outcome: str, reason: str) -> Appeal:
    """Decide an appeal; the outcome and its reason are public with the decision.

    A changed decision on a request turns round: what was rejected is accepted and waits to be carried out, what was
    accepted is rejected. A returned request is open again. Of a changed or returned move the commission sees the
    outcome in the dossier and makes the further decision there. Raises PermissionDenied for whoever decided in the
    first instance or has a part in it, StaleVersion for an appeal that is decided, DomainError without a reason.
    """
    locked = (
        Appeal.objects.select_for_update(of=("self",))
        .select_related("step__request", "move__dossier")
        .get(pk=appeal.pk)
    )
    if locked.outcome != Outcome.OPEN:
        # Who decided it has a part in it since; a second tab of his is old, not forbidden.
        require(PERMISSIONS, "appeals", actor)
        raise StaleVersion(_("The appeal is decided already; nothing was changed."))
    require(PERMISSIONS, "appeal_decide", actor, locked)
    if outcome not in STEPS:
        raise DomainError(_("Choose an outcome."), "outcome", field="outcome")
    if not reason.strip():
        raise DomainError(
            _("Give a reason; it is public with the decision."), "reason_missing", field="reason"
        )
    locked.outcome, locked.reason = outcome, reason.strip()
    locked.decided_by, locked.decided_at = actor, timezone.now()
    locked.save()
    if locked.step is not None:
        step_write(locked.step.request, STEPS[Outcome(outcome)], account=actor, text=reason)
        request_follow(locked.step.request, _state_after(locked.step, outcome))
    _write(locked, f"appeal.{outcome}", actor, reason)
    submit(MAIL_JOB, {"appeal": locked.pk, "what": "decided"})
    return locked


def _state_after(step: RequestStep, outcome: str) -> str:
    if outcome == Outcome.RETURNED:
        return State.OPEN
    if outcome == Outcome.CHANGED:
        return State.ACCEPTED if step.verb == Verb.REJECTED else State.REJECTED
    return step.request.state


def _last_decision(found: CorrectionRequest) -> int | None:
    rows = found.steps.filter(verb__in=RequestStep.DECISIONS).order_by("-at", "-pk")
    return rows.values_list("pk", flat=True).first()


def _write(appeal: Appeal, verb: str, actor: Account | None, reason: str) -> None:
    if appeal.step is not None:
        ledger_write(appeal.step.request, verb, actor=actor, reason=reason)
        return
    assert appeal.move is not None
    append(
        scope="event",
        object_id=str(appeal.move.dossier.event_id),
        actor_id=actor.pk if actor is not None else None,
        actor_name=actor.shown_name if actor is not None else "–",
        verb=verb,
        reason=reason.strip(),
        payload={"appeal": appeal.pk, "move": appeal.move.verb},
    )
