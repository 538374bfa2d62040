"""Papers beside the final table: frozen from the living event once, then made, signed and returned as it is."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.canonical import canonical_bytes as canonical_json
from core.files import store
from players.models import Account
from players.permissions import require
from reports.documents import new_code
from reports.frozen import frozen_head
from reports.kinds.kind import PaperOrder
from reports.models import Report
from reports.permissions import PERMISSIONS
from reports.services.reports import refuse_unfit, render_order, report_hand_in, write_ledger
from reports.sheet_kinds import kind_of
from reports.sheets.model import SheetKey
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.canonical import canonical_bytes
from tournaments.snapshot import record_of


@transaction.atomic
def report_hand_in_with_papers(
    event: Event, *, actor: Account, papers: Iterable[SheetKey] = (), language: str = "", **typed: Any
) -> Report:
    """Hand in the report with the papers that are to go with it; all of them are frozen, or nothing is.

    `typed` as `report_hand_in` takes it. Raises what that and `paper_freeze` raise.
    """
    report = report_hand_in(event, actor=actor, language=language, **typed)
    for sheet in papers:
        paper_freeze(PaperOrder(event=event, actor=actor, main=report), sheet, language=report.language)
    return report


@transaction.atomic
def paper_freeze(order: PaperOrder, sheet: SheetKey, *, language: str = "") -> Report:
    """Freeze a paper of an event and order its document; a version of it that stands is superseded.

    A paper that goes with a report rests on the record of that report, which must stand; a start list on the entries
    as they are. The frozen JSON is what the kind says, with the engine and the editions. Raises PermissionDenied,
    and DomainError with the mandatory parts that are missing, the letter that cannot be printed, or the version that
    carries a signature and has to be returned first.
    """
    event = Event.objects.select_for_update(of=("self",)).get(pk=order.event.pk)
    require(PERMISSIONS, "hand_in", order.actor, event)
    _refuse_without_report(order, sheet)
    last = _last(order, sheet)
    kind = kind_of(sheet)
    if order.main is None:
        record_sha256 = store(canonical_bytes(record_of(event.pk)), "application/json").sha256
    else:
        record_sha256 = order.main.record_sha256
    frozen = frozen_head(event, record_sha256) | {"sheet": sheet} | kind.frozen(order)
    place = str(frozen.get("place", ""))
    if last is not None and last.state != Report.State.SUPERSEDED:
        Report.objects.filter(pk=last.pk).update(state=Report.State.SUPERSEDED)
    report = Report.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        sheet=sheet,
        event_version=event.version,
        record_sha256=record_sha256,
        standings_sha256=store(canonical_json(frozen), "application/json").sha256,
        code=new_code(),
        place=place,
        created_by=order.actor,
        language=language or order.actor.language or get_language() or settings.LANGUAGE_CODE,
        supersedes=last,
        accompanies=order.main,
        entry=order.entry,
        title=order.title,
    )
    refuse_unfit(kind.sheet_of(report), kind.texts)
    render_order(report, order.actor)
    write_ledger(report, actor=order.actor, verb="report.frozen", payload={"form": sheet})
    return report


def _refuse_without_report(order: PaperOrder, sheet: SheetKey) -> None:
    if sheet == "start_list":
        return
    if order.main is None or not order.main.is_main or not order.main.stands:
        raise DomainError(
            _("No report of this event stands, so nothing can go with it."),
            "no_report",
            _("Hand in the final table first."),
        )


def _last(order: PaperOrder, sheet: SheetKey) -> Report | None:
    """The newest version of the same paper; refuses one that somebody signed."""
    versions = Report.objects.filter(
        event_id=order.event.pk, sheet=sheet, entry=order.entry, title=order.title
    ).order_by("-number")
    last = versions.select_for_update().first()
    if last is not None and last.state in (Report.State.CERTIFIED, Report.State.COUNTERSIGNED):
        raise DomainError(
            _("This paper is signed already."),
            "paper_signed",
            _("Return it with a reason if something has to be corrected."),
        )
    return last
