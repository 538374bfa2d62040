"""Freezing an event's record into a report, making its document, withdrawing it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.files import store
from core.jobs import submit
from core.ledger import append
from players.models import Account
from players.permissions import require
from reports.derivations import rating_facts
from reports.differences import NOTHING
from reports.documents import new_code, places_json, render_report
from reports.frozen import frozen_bytes
from reports.kinds.kind import Printed
from reports.models import Report
from reports.permissions import PERMISSIONS
from reports.ready import ready_of, refuse_before_the_end, refuse_open_play_offs
from reports.selectors import papers_of_clerk
from reports.sheet_kinds import kind_of
from reports.sheets.model import Order
from reports.typesetting import SCRIPTS, UnprintableLetter, refuse_unprintable_texts
from reports.words import sentence
from tournaments.errors import DomainError
from tournaments.models import Event, Game
from tournaments.record.canonical import canonical_bytes
from tournaments.record.codes import OPEN_CODES
from tournaments.services.events import event_lock, event_unlock

RENDER_JOB = "reports.render"
BOARDS_NAMED = 12


@dataclass(frozen=True, slots=True)
class Document:
    """A stored document: its hash, the places of its signature fields, its pages."""

    sha256: str
    fields: dict[str, Any]
    pages: int


@transaction.atomic
def report_hand_in(
    event: Event,
    *,
    actor: Account,
    unusual: str = "",
    place: str = "",
    language: str = "",
    order: Order = "places",
    explanations: Mapping[str, str] = NOTHING,
) -> Report:
    """Freeze the event's record into a new report and order its document.

    `explanations` are what the arbiter says of each difference to the list in force (11.23), by
    `reports.differences.field_name`; all of them are mandatory.

    Handed in by the clerk who entered papers of an arbiter without an account, the report is that arbiter's.
    The event stays locked until the report is returned; the version before it is superseded. Rated games of
    play-offs are frozen as further rounds of the record. The document is
    made in `language`, by default the one the account works in; by correspondence its lines stand in the `order` of
    the places or of the draw (RACC 2.2). Raises PermissionDenied, and DomainError with
    the open boards, the mandatory parts that are missing, or the letter that cannot be printed.
    """
    locked = (
        Event.objects.select_for_update(of=("self",)).select_related("rating_list", "region").get(pk=event.pk)
    )
    require(PERMISSIONS, "hand_in", actor, locked)
    _refuse_unready(locked)
    refuse_open_play_offs(locked)
    papers = papers_of_clerk(locked, actor)
    if papers is not None:
        refuse_before_the_end(locked, papers.received_on)
    ready = ready_of(
        locked,
        arbiter=papers.arbiter_name if papers else actor.shown_name,
        unusual=unusual.strip(),
        place=place.strip() or locked.city,
        order=order,
        explanations=explanations,
    )
    refuse_unfit(ready.sheet, kind_of(ready.form).texts)
    record_sha256 = store(canonical_bytes(ready.rated), "application/json").sha256
    particulars = ready.particulars
    frozen = store(
        frozen_bytes(
            locked,
            record_sha256,
            ready.standings,
            particulars,
            ready.play_offs,
            coefficients=ready.coefficients,
            rating=rating_facts(locked),
        ),
        "application/json",
    )
    report = _new_version(
        locked,
        actor=actor,
        sheet=ready.form,
        record_sha256=record_sha256,
        standings_sha256=frozen.sha256,
        unusual=particulars.unusual,
        place=particulars.place,
        language=language or actor.language or get_language() or settings.LANGUAGE_CODE,
        received_papers=papers,
    )
    event_lock(locked, report.pk)
    render_order(report, actor)
    told = {"form": report.sheet} | ({"papers": papers.pk} if papers else {})
    write_ledger(report, actor=actor, verb="report.frozen", payload=told)
    event.refresh_from_db()
    return report


def render_order(report: Report, actor: Account) -> None:
    """Order the document of a frozen report."""
    report.job_id = submit(RENDER_JOB, {"report": report.pk, "redirect": True}, created_by_id=actor.pk).pk
    report.save(update_fields=["job_id"])


def _new_version(event: Event, *, actor: Account, **kept: Any) -> Report:
    """The next version of the event's report; the one before is superseded by it."""
    last = Report.objects.main().filter(event=event).order_by("-number").first()
    if last is not None:
        Report.objects.filter(pk=last.pk).update(state=Report.State.SUPERSEDED)
    return Report.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        event_version=event.version,
        code=new_code(),
        created_by=actor,
        supersedes=last,
        **kept,
    )


def _refuse_unready(event: Event) -> None:
    if event.is_locked:
        raise DomainError(
            _("A report of this event stands already."),
            "report_exists",
            _("Return it first if something has to be corrected."),
        )
    unfinished = Game.objects.filter(round__event=event, code__in=OPEN_CODES).order_by(
        "round__number", "board"
    )
    places = [f"{number}/{board}" for number, board in unfinished.values_list("round__number", "board")]
    if places:
        named = ", ".join(places[:BOARDS_NAMED]) + (" …" if len(places) > BOARDS_NAMED else "")
        raise DomainError(
            _("These boards have no result yet (round/board): %(places)s.") % {"places": named},
            "open_games",
            _("Enter the results, or the forfeits."),
        )
    if event.state != Event.State.FINISHED:
        raise DomainError(
            _("The event is not finished."),
            "not_finished",
            _("Finish it at the desk, then hand in the report."),
        )


def refuse_unfit(sheet: Printed, texts: Callable[[Any], Iterable[str]]) -> None:
    """Raise DomainError for a form that nobody could sign: a part is missing, a letter cannot be printed."""
    if sheet.missing:
        raise DomainError(
            _("The form lacks mandatory parts: %(parts)s")
            % {"parts": " ".join(f"{sentence(part)} ({part.article})" for part in sheet.missing)},
            "parts_missing",
            _("Fill them in on the pages of the event and its players, then hand in."),
        )
    refuse_unfit_letters(texts(sheet))


def refuse_unfit_letters(texts: Iterable[str]) -> None:
    """Raise DomainError that names the letter which the printed faces lack."""
    try:
        refuse_unprintable_texts(texts)
    except UnprintableLetter as error:
        raise DomainError(
            _("The letter %(letter)s (%(name)s) in “%(text)s” cannot be printed.")
            % {"letter": error.letter, "name": error.name, "text": error.text},
            "letter_missing",
            _("Documents are printed in these scripts: %(scripts)s. Write the name in one of them.")
            % {"scripts": SCRIPTS},
        ) from error


def report_document(report: Report) -> Document:
    """The stored unsigned document of a report, set in type if that was not done yet."""
    if report.unsigned_sha256:
        return Document(report.unsigned_sha256, report.fields, report.pages)
    rendered = render_report(report)
    stored = store(rendered.pdf, "application/pdf")
    return Document(stored.sha256, places_json(rendered.places), rendered.pages)


@transaction.atomic
def report_rendered(report: Report, *, document: Document) -> Report:
    """Keep the document that was made; does nothing if the report has one or was returned meanwhile."""
    locked = Report.objects.select_for_update().get(pk=report.pk)
    if locked.state != Report.State.FROZEN:
        return locked
    locked.unsigned_sha256 = locked.pdf_sha256 = document.sha256
    locked.fields, locked.pages = document.fields, document.pages
    locked.state = Report.State.RENDERED
    locked.save(update_fields=["unsigned_sha256", "pdf_sha256", "fields", "pages", "state"])
    return locked


@transaction.atomic
def report_return(report: Report, *, actor: Account, reason: str, by_commission: bool = False) -> Report:
    """Withdraw a report's document and open the event again; the reason goes to the ledger.

    The papers that go with it are returned too; a paper alone may be returned and leaves the event locked.
    With both signatures the report is in the commission's hands: then only its own move, which withdraws
    approval and calculation too, may do it (`by_commission`). Raises PermissionDenied, or DomainError without
    a reason, for a report that no longer stands, or with both signatures.
    """
    locked = Report.objects.select_for_update(of=("self",)).select_related("event").get(pk=report.pk)
    require(PERMISSIONS, "return", actor, locked)
    if not reason.strip():
        raise DomainError(_("Say why the report is returned."), "reason_missing", field="reason")
    if not locked.stands:
        raise DomainError(
            _("The report does not stand any more: %(state)s.") % {"state": locked.get_state_display()},
            "not_standing",
        )
    if locked.is_main and locked.state == Report.State.COUNTERSIGNED and not by_commission:
        raise DomainError(
            _("Both signatures stand; only the commission can return this report."),
            "countersigned",
            _("Hand it in and tell the commission what is wrong."),
        )
    for paper in locked.papers.select_for_update().live().order_by("pk"):  # type: ignore[attr-defined]
        _returned(paper, actor, reason.strip())
    _returned(locked, actor, reason.strip())
    if locked.is_main:
        event_unlock(locked.event)
    return locked


def _returned(report: Report, actor: Account, reason: str) -> None:
    report.state = Report.State.RETURNED
    report.save(update_fields=["state"])
    write_ledger(report, actor=actor, verb="report.returned", reason=reason)


def write_ledger(
    report: Report, *, actor: Account, verb: str, payload: dict[str, Any] | None = None, reason: str = ""
) -> None:
    """Append a row to the chain of the report's event."""
    append(
        scope="event",
        object_id=str(report.event_id),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb=verb,
        reason=reason,
        payload={
            "report": report.number,
            **({} if report.is_main else {"paper": report.sheet}),
            "code": report.code,
            "record_sha256": report.record_sha256,
            **(payload or {}),
        },
    )
