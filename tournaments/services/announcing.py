"""Writes about what is filed with a registration: regulations, and sources of an event without a report."""

from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.attachments import Attachment
from players.models import Account
from tournaments.errors import DomainError
from tournaments.models import Event, EventRegulations, EventSource
from tournaments.services.common import event_locked_for, facts_changed, write_ledger


@transaction.atomic
def regulations_file(
    event: Event,
    *,
    actor: Account,
    address: str = "",
    document: Attachment | None = None,
    on: date | None = None,
) -> EventRegulations:
    """File the regulations of an event, by their address or as a document; earlier ones stay in the history.

    `on` is the day on which they came where they came on paper; only the commission states another than today.
    Raises PermissionDenied, DomainError (neither address nor document, a day to come).
    """
    stated = on is not None and on != timezone.localdate()
    stored = event_locked_for(
        event.pk, actor=actor, permission="registration_day" if stated else "event_register"
    )
    if not address.strip() and document is None:
        raise DomainError(
            _("Attach the regulations or give their address."), "regulations_missing", field="address"
        )
    day = on or timezone.localdate()
    if day > timezone.localdate():
        raise DomainError(_("The day has not come yet."), "day_ahead", field="on")
    file = document.keep() if document else None
    filed = EventRegulations.objects.create(
        event=stored,
        address=address.strip(),
        document=file,
        document_name=document.name if document else "",
        filed_on=day,
        filed_by=actor,
    )
    write_ledger(
        stored,
        actor=actor,
        verb="event.regulations",
        payload={
            "what": str(filed),
            "day": day.isoformat(),
            "document_sha256": file.sha256 if file else "",
        },
    )
    facts_changed(stored)
    return filed


@transaction.atomic
def source_cite(
    event: Event,
    *,
    actor: Account,
    title: str,
    seen_on: date,
    seen_by: str,
    address: str = "",
    kept_at: str = "",
) -> EventSource:
    """Cite a source of an event that the commission opened without a report (0.2).

    Raises PermissionDenied for anybody but the commission, DomainError (no title, nobody who saw it, neither an
    address nor a place where it is kept, a day to come).
    """
    stored = event_locked_for(event.pk, actor=actor, permission="source_cite")
    if not title.strip():
        raise DomainError(_("Name the source."), "title_missing", field="title")
    if not address.strip() and not kept_at.strip():
        raise DomainError(_("Give its address, or say where it is kept."), "source_nowhere", field="address")
    if not seen_by.strip():
        raise DomainError(_("Say who has seen it."), "seen_by_missing", field="seen_by")
    if seen_on > timezone.localdate():
        raise DomainError(_("The day has not come yet."), "day_ahead", field="seen_on")
    source = EventSource.objects.create(
        event=stored,
        title=title.strip(),
        address=address.strip(),
        kept_at=kept_at.strip(),
        seen_on=seen_on,
        seen_by=seen_by.strip(),
        cited_by=actor,
        cited_at=timezone.now(),
    )
    where = source.address or source.kept_at
    write_ledger(
        stored,
        actor=actor,
        verb="event.source",
        payload={
            "title": source.title,
            "where": where,
            "seen_by": source.seen_by,
            "day": seen_on.isoformat(),
        },
    )
    facts_changed(stored)
    return source
