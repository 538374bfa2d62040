"""Documents of the hall, made by a worker; what was set before is not set again.

A document is known by the hash of all that is set: the sheet, its options and the version of the event. So it is kept
as long as nothing of it changes, though some of it (who reports by link, the prize fund) is no fact of play.
"""

import hashlib

from django.conf import settings
from django.db import transaction
from django.utils import translation

from core.files import store
from core.jobs import submit
from core.models import Job
from players.models import Account
from players.permissions import require
from reports.desk_kinds import KINDS, Options
from reports.desk_setting import Set, set_sheet
from reports.desk_sheets import as_of, sheet_of
from reports.models import DeskDocument
from reports.permissions import PERMISSIONS
from reports.render import Rendered, render_sheet
from tournaments.models import Event

DESK_JOB = "reports.desk"


def document_set(event: Event, options: Options) -> Set:
    """The document ready for the renderer. Raises DomainError for what the event or print lacks."""
    sheet = sheet_of(event, options)
    with translation.override(options.language):
        told = as_of(event)
    return set_sheet(sheet, options, as_of=told, federation=settings.FEDERATION_NAME)


def key_of(made: Set) -> str:
    """The hash of all that is set."""
    return hashlib.sha256(f"{made.html}\0{made.style}".encode()).hexdigest()


def document_order(event: Event, *, actor: Account, options: Options) -> DeskDocument | Job:
    """The document if it was made before, else the order of it; an order that waits or runs is returned again.

    Raises PermissionDenied, and DomainError as `document_set`.
    """
    require(PERMISSIONS, KINDS[options.kind].permission, actor, event)
    key = key_of(document_set(event, options))
    found = DeskDocument.objects.filter(event=event, key=key).first()
    if found is not None:
        return found
    payload = {"event": event.pk, "actor": actor.pk, "options": options.as_json()}
    return submit(DESK_JOB, payload, created_by_id=actor.pk, dedupe_key=job_key(event, key))


def job_key(event: Event, key: str = "") -> str:
    """What makes two orders the same work; without a key the beginning that all orders of an event share."""
    return f"desk-{event.pk}-{key}"


def document_rendered(made: Set) -> Rendered:
    """The document as PDF; this takes the time."""
    return render_sheet(made.html, made.style)


@transaction.atomic
def document_keep(
    event: Event, *, actor_id: int | None, options: Options, made: Set, rendered: Rendered
) -> DeskDocument:
    """Keep a document under its key; one that another worker has just kept is returned instead."""
    kept, _created = DeskDocument.objects.get_or_create(
        event=event,
        key=key_of(made),
        defaults={
            "kind": options.kind,
            "options": options.as_json(),
            "language": options.language,
            "event_version": event.version,
            "sha256": store(rendered.pdf, "application/pdf").sha256,
            "pages": rendered.pages,
            "created_by_id": actor_id,
        },
    )
    return kept
