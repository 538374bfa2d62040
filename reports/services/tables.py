"""The table of an event as a PDF while no report stands: made once per version and language, never signed."""

from django.conf import settings
from django.utils import timezone

from core.files import store
from core.jobs import submit
from core.models import Job
from reports.ready import ready_of
from reports.render import Rendered, render_table
from reports.services.reports import refuse_unfit_letters
from reports.sheet_kinds import kind_of
from reports.typesetting import Papers
from tournaments.models import Event
from tournaments.record.canonical import sha256

TABLE_JOB = "reports.table"


def table_key(event: Event, language: str) -> str:
    """What makes two orders the same work: the event's version and the language."""
    return f"table-{event.pk}-{event.version}-{language}"


def table_job(event: Event, language: str) -> Job | None:
    """The newest order of this very table, whatever became of it."""
    return (
        Job.objects.filter(kind=TABLE_JOB, dedupe_key=table_key(event, language))
        .order_by("-created_at")
        .first()
    )


def table_order(event: Event, *, language: str, created_by_id: int | None = None) -> Job:
    """Order the table of an event as it stands; an order that waits or runs already is returned instead."""
    payload = {"event": event.pk, "version": event.version, "language": language}
    return submit(TABLE_JOB, payload, created_by_id=created_by_id, dedupe_key=table_key(event, language))


def table_document(event: Event, language: str) -> str:
    """Set the table of the event in type and store it; its hash. Raises DomainError for an unprintable letter."""
    return store(table_rendered(event, language).pdf, "application/pdf").sha256


def table_rendered(event: Event, language: str) -> Rendered:
    """The table as it stands: no document number, no signature fields, the time at which it was made."""
    ready = ready_of(event, arbiter="", unusual="", place=event.city)
    sheet = ready.sheet
    kind = kind_of(ready.form)
    refuse_unfit_letters(kind.texts(sheet))
    papers = Papers(
        code="",
        address=settings.PUBLIC_ADDRESS,
        record_sha256=sha256(ready.rated),
        moment=timezone.now().replace(microsecond=0),
        language=language,
        federation=settings.FEDERATION_NAME,
    )
    return render_table(
        lambda break_before: kind.html(sheet, papers, break_before=break_before),
        kind.style(sheet, papers),
        lines=kind.lines(sheet),
        fields=[],
        moment=papers.moment,
    )
