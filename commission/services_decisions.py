"""Decisions of the commission: one member proposes, a second confirms and so publishes; nothing is deleted."""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from commission.findings import findings_count, findings_of
from commission.models import Decision, Dossier
from commission.permissions import PERMISSIONS
from commission.waivers import NEVER_WAIVED, standing
from core.attachments import Attachment
from core.ledger import append
from players.models import Account
from players.permissions import require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.review import edition_of

CHAIN = "decisions"
ATTEMPTS = 20


def waivable_articles(event: Event) -> dict[str, str]:
    """The articles of the refusals that only a decision waives, each with the sentence of its finding."""
    dossier = Dossier.objects.filter(event=event).first() or Dossier(event=event)
    return {
        item.finding.article: item.finding.text
        for item in findings_of(dossier)
        if item.finding.code in NEVER_WAIVED
    }


@transaction.atomic
def decision_propose(
    *,
    actor: Account,
    decided_on: date,
    subject: str,
    text: str,
    event: Event | None = None,
    article: str = "",
    follows: Decision | None = None,
    document: Attachment | None = None,
) -> Decision:
    """Draft a decision; it means nothing before a second member confirms it.

    Raises PermissionDenied (also for whoever has a role in the event), DomainError (no subject or text, a day to
    come, an article that stands in no such refusal of the event, a former decision that does not stand).
    """
    require(PERMISSIONS, "decide", actor, Dossier(event=event) if event else None)
    _refuse_incomplete(decided_on, subject, text)
    if article and (event is None or article not in waivable_articles(event)):
        raise DomainError(
            _("No refusal of the event rests on article %(article)s.") % {"article": article},
            "article_unknown",
            field="article",
        )
    if follows is not None and not standing().filter(pk=follows.pk).exists():
        raise DomainError(_("The decision before is not in force."), "not_in_force", field="follows")
    file = document.keep() if document else None
    decision = Decision.objects.create(
        decided_on=decided_on,
        subject=subject.strip(),
        text=text.strip(),
        event=event,
        article=article,
        edition=_text_of(event) if event and article else "",
        follows=follows,
        document=file,
        document_name=document.name if document else "",
        proposed_by=actor,
        proposed_at=timezone.now(),
    )
    _tell(decision, actor, "proposed", {"document_sha256": file.sha256 if file else ""})
    return decision


@transaction.atomic
def decision_confirm(decision: Decision, *, actor: Account) -> Decision:
    """Publish a proposed decision under the next number of its year, as the second member.

    From now on it waives its article, and the one that it follows waives nothing. Raises PermissionDenied (also
    for whoever has a role in the event), DomainError for the member who proposed it, StaleVersion if it is
    published or withdrawn already, or the decision before has been followed by another meanwhile.
    """
    locked = _locked(decision, actor)
    if locked.proposed_by_id == actor.pk:
        raise DomainError(
            _("A second member confirms a decision; you proposed this one."), "second_person_needed"
        )
    if locked.follows_id:
        Decision.objects.select_for_update().get(pk=locked.follows_id)
    if locked.follows_id and not standing().filter(pk=locked.follows_id).exists():
        raise StaleVersion(_("Another decision has taken the place of the one before meanwhile."))
    locked.state = Decision.State.PUBLISHED
    locked.confirmed_by, locked.published_at = actor, timezone.now()
    _save_numbered(locked)
    _tell(locked, actor, "published", {})
    for event in {locked.event_id, locked.follows.event_id if locked.follows else None} - {None}:
        _recount(int(event or 0))
    return locked


@transaction.atomic
def decision_withdraw(decision: Decision, *, actor: Account, reason: str) -> Decision:
    """Take back a proposal that nobody has confirmed; the row stays, for the commission to read.

    Raises PermissionDenied, DomainError without a reason, StaleVersion if it is no proposal any more.
    """
    locked = _locked(decision, actor)
    if not reason.strip():
        raise DomainError(_("Say why it is withdrawn."), "reason_missing", field="reason")
    locked.state = Decision.State.WITHDRAWN
    locked.withdrawn_by, locked.withdrawn_because = actor, reason.strip()[:300]
    locked.save()
    _tell(locked, actor, "withdrawn", {}, reason=reason.strip())
    return locked


def _locked(decision: Decision, actor: Account) -> Decision:
    """The proposal's row, locked, after the right was checked."""
    rows = Decision.objects.select_for_update(of=("self",)).select_related("event", "follows")
    locked = rows.get(pk=decision.pk)
    require(PERMISSIONS, "decide", actor, Dossier(event=locked.event) if locked.event else None)
    if locked.state != Decision.State.PROPOSED:
        raise StaleVersion(
            _("The decision is “%(state)s” already; nothing was changed.")
            % {"state": locked.get_state_display()}
        )
    return locked


def _text_of(event: Event) -> str:
    """The key of the text that binds the event, whose article is waived."""
    chosen = edition_of(event)
    return chosen.key if chosen else ""


def _refuse_incomplete(decided_on: date, subject: str, text: str) -> None:
    if decided_on > timezone.localdate():
        raise DomainError(_("The day of the decision has not come yet."), "day_ahead", field="decided_on")
    if not subject.strip():
        raise DomainError(_("Say what the decision is about."), "subject_missing", field="subject")
    if not text.strip():
        raise DomainError(
            _("Write the decision with its reason; everybody reads it."), "text_missing", field="text"
        )


def _save_numbered(decision: Decision) -> None:
    """Save with the next free number of the year; another writer may take one meanwhile."""
    prefix = f"{decision.decided_on.year}/"
    for _attempt in range(ATTEMPTS):
        taken = Decision.objects.filter(number__startswith=prefix).values_list("number", flat=True)
        decision.number = f"{prefix}{max((int(one.removeprefix(prefix)) for one in taken), default=0) + 1}"
        try:
            with transaction.atomic():
                decision.save()
            return
        except IntegrityError:
            continue
    raise DomainError(_("No number could be given; please try again."), "decision_number")


def _tell(decision: Decision, actor: Account, what: str, facts: dict[str, str], *, reason: str = "") -> None:
    """The ledger row of the federation; a published decision on an event stands in the event's history too."""
    payload = {
        "decision": decision.pk,
        "number": decision.number,
        "subject": decision.subject,
        "article": decision.article,
        "event": decision.event_id or 0,
        "follows": decision.follows.number if decision.follows else "",
        **facts,
    }
    chains = [("federation", CHAIN)]
    if what == "published" and decision.event_id:
        chains.append(("event", str(decision.event_id)))
    for scope, object_id in chains:
        append(
            scope=scope,
            object_id=object_id,
            actor_id=actor.pk,
            actor_name=actor.shown_name,
            verb=f"decision.{what}",
            reason=reason or (decision.text if what == "published" else ""),
            payload=payload,
        )


def _recount(event_id: int) -> None:
    """The findings that stand open, in the row that the queue reads."""
    rows = Dossier.objects.select_for_update(of=("self",)).select_related("event")
    dossier = rows.filter(event_id=event_id).first()
    if dossier is not None:
        findings_count(dossier)
        dossier.save(update_fields=["open_refusals", "open_objections", "open_warnings"])
