"""Papers by post or e-mail: a clerk enters them for an arbiter without an account; he then hands the report in."""

from datetime import date
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.attachments import NAME_LENGTH
from core.files import store
from core.ledger import append
from players.models import Account
from players.officers import arbiter_numbered
from players.permissions import require
from reports.models import ReceivedPapers, Report
from reports.permissions import PERMISSIONS
from reports.ready import refuse_before_the_end
from reports.services.paper_signatures import Scan
from tournaments.errors import DomainError
from tournaments.models import Event, EventOfficial
from tournaments.services import official_set

ENDINGS = {"application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png"}


@transaction.atomic
def papers_enter(
    event: Event,
    *,
    actor: Account,
    received_on: date,
    original: Scan,
    arbiter_name: str = "",
    arbiter_number: str = "",
    way: str = ReceivedPapers.Way.POST,
    name: str = "",
    note: str = "",
) -> ReceivedPapers:
    """Enter the papers of an event's report: the day received, the original, the arbiter by name and number.

    A number of the register gives the name where none is typed. Whoever enters them gets a role in the event, so he
    never decides on it. Raises PermissionDenied, DomainError (no arbiter, a day to come, before the event began
    or, once it is finished, before its last day, a report that stands already).
    """
    locked = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    require(PERMISSIONS, "papers_enter", actor, locked)
    known = arbiter_numbered(arbiter_number)
    arbiter = arbiter_name.strip() or (known.name if known else "")
    if not arbiter:
        raise DomainError(_("Name the arbiter."), "arbiter_missing", field="arbiter_name")
    _refuse_day(locked, received_on)
    if locked.is_locked:
        raise DomainError(
            _("A report of this event stands already."),
            "report_exists",
            _("Return it first if these papers take its place."),
        )
    kept = store(original.data, original.media_type)
    papers = ReceivedPapers.objects.create(
        event=locked,
        received_on=received_on,
        way=way,
        arbiter_name=arbiter[:120],
        arbiter_number=arbiter_number.strip()[:20],
        arbiter=known,
        document=kept,
        document_name=_file_name(name, original.media_type),
        note=note.strip()[:300],
        entered_by=actor,
        entered_at=timezone.now(),
    )
    if not EventOfficial.objects.filter(event=locked, account=actor).exists():
        official_set(locked, actor=actor, account=actor, role=EventOfficial.Role.CLERK)
    _tell(papers, actor, "papers.received")
    return papers


@transaction.atomic
def papers_withdraw(papers: ReceivedPapers, *, actor: Account, reason: str) -> ReceivedPapers:
    """Say that papers were entered wrongly; the row stays and no longer counts.

    Raises PermissionDenied, DomainError without a reason, when they were withdrawn before, or while a report stands
    that was made from them.
    """
    rows = ReceivedPapers.objects.select_for_update(of=("self",)).select_related("event")
    locked = rows.get(pk=papers.pk)
    require(PERMISSIONS, "papers_enter", actor, locked.event)
    if not reason.strip():
        raise DomainError(_("Say why they are withdrawn."), "reason_missing", field="reason")
    if not locked.counts:
        raise DomainError(_("They were withdrawn already."), "withdrawn")
    if Report.objects.main().live().filter(received_papers=locked).exists():
        raise DomainError(
            _("A report that was made from these papers stands."),
            "report_exists",
            _("Return it first; then withdraw the papers and enter them anew."),
        )
    locked.withdrawn_by, locked.withdrawn_because = actor, reason.strip()[:300]
    locked.save(update_fields=["withdrawn_by", "withdrawn_because"])
    _tell(locked, actor, "papers.withdrawn", reason.strip())
    return locked


def _refuse_day(event: Event, received_on: date) -> None:
    if received_on > timezone.localdate():
        raise DomainError(_("The day has not come yet."), "day_ahead", field="received_on")
    if event.start is not None and received_on < event.start:
        raise DomainError(
            _("The event had not begun on this day."), "day_before_the_event", field="received_on"
        )
    if event.state == Event.State.FINISHED:
        refuse_before_the_end(event, received_on)


def _file_name(name: str, media_type: str) -> str:
    stem = "".join(letter for letter in PurePath(name).stem if letter.isprintable()).strip(" .")
    return f"{(stem or 'papers')[: NAME_LENGTH - 5]}{ENDINGS[media_type]}"


def _tell(papers: ReceivedPapers, actor: Account, verb: str, reason: str = "") -> None:
    append(
        scope="event",
        object_id=str(papers.event_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={
            "papers": papers.pk,
            "day": papers.received_on.isoformat(),
            "way": papers.way,
            "arbiter": papers.arbiter_name,
            "number": papers.arbiter_number,
            "sha256": papers.document_id,
        },
    )
