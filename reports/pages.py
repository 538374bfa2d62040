"""What the pages of a report need, gathered for one account."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.models import Job
from players.permissions import allowed
from reports import selectors
from reports.documents import sheet_of_report
from reports.downloads import downloads_of
from reports.forms import HandInForm
from reports.frozen import rests_on
from reports.mirror import mended_at, mirror, sources
from reports.models import Report
from reports.permissions import PERMISSIONS
from reports.ready import ready_of, refuse_open_play_offs
from reports.selectors import Signed
from reports.services import expected_role
from reports.services.keys import WARNING_DAYS, usable_keys
from reports.sheets.signatures import signature_fields
from reports.start_lists import norms_of
from reports.typesetting import short_hash
from reports.words import ROLES
from tiebreaks.play_off_pages import places_text
from tiebreaks.play_offs import play_offs_of
from tiebreaks.selectors import waiting_play_offs
from tournaments.errors import DomainError
from tournaments.models import Event, Game
from tournaments.record.codes import OPEN_CODES


def hand_in_context(event: Event, account: Any, form: HandInForm, *, whole: bool = False) -> dict[str, Any]:
    """The form as it would be frozen now with what was typed: as it will be printed, what it lacks, who will sign."""
    context: dict[str, Any] = {
        "event": event,
        "crumbs": [(event.name, reverse("tournaments:event", args=[event.pk]))],
        "open_boards": list(
            Game.objects.filter(round__event=event, code__in=OPEN_CODES)
            .order_by("round__number", "board")
            .values_list("round__number", "board")
        ),
        "is_finished": event.state == Event.State.FINISHED,
    }
    papers = selectors.papers_of_clerk(event, account)
    context["on_behalf"] = papers
    try:
        refuse_open_play_offs(event)
        waiting = waiting_play_offs(event, play_offs_of(event.pk))
        context["waiting_play_offs"] = [places_text(group.first_place, group.last_place) for group in waiting]
        ready = ready_of(
            event,
            arbiter=papers.arbiter_name if papers else account.shown_name,
            unusual=str(form["unusual"].value() or ""),
            place=str(form["place"].value() or event.city),
            order=str(form["order"].value() or "places") if "order" in form.fields else "places",  # type: ignore[arg-type]
            explanations=form.explanations,
        )
        told = mirror(ready.sheet, ready.form, whole=whole)
        # The open boards stand on the page as links to their grids.
        missing = [
            (*part, *mended_at(event, part[2])) for part in told["missing"] if part[2] != "open_boards"
        ]
        context |= told | {"missing": missing, "sources": sources(event)}
    except DomainError as error:
        context["cannot_tell"] = error
    # What the form itself asks for, the words for each difference, does not hold it back.
    elsewhere = [part for part in context.get("missing", ()) if part[2] != "differences"]
    context["held_back"] = bool(
        event.is_locked
        or not context["is_finished"]
        or context["open_boards"]
        or elsewhere
        or "cannot_tell" in context
    )
    return context


CHIPS = {"countersigned": "valid", "certified": "in_review", "frozen": "running", "rendered": "queued"}


def chip(found: Report) -> str:
    """The state's tone and sign among those that the pages know."""
    return CHIPS.get(found.state, found.state)


def report_context(found: Report, account: Any, form: Any, *, whole: bool = False) -> dict[str, Any]:
    """The page of a report: its sheet, its steps, what this account may do with it."""
    role = expected_role(found)
    signatures = selectors.signatures_of(found)
    on_paper = any(each.on_paper for each in signatures)
    may_sign = bool(role) and not on_paper and allowed(PERMISSIONS, f"sign_{role}", account, found)
    may_read = allowed(PERMISSIONS, "read", account, found)
    sheet = sheet_of_report(found)
    told = mirror(sheet, found.sheet, whole=whole)
    if found.sheet == Report.Sheet.START_LIST:
        told |= {"sheet": sheet, "norms": norms_of(sheet)}
    return told | {
        "report": found,
        "chip": chip(found),
        "event": found.event,
        "crumbs": [
            (found.event.name, reverse("tournaments:event", args=[found.event_id])),
            (_("Documents"), reverse("reports:documents", args=[found.event_id])),
        ],
        "form": form,
        "role": role,
        "role_label": ROLES[role] if role else "",
        "steps": _steps(found, signatures, role),
        "signatures": signatures,
        "may_sign": may_sign,
        "key": _key(account, role) if may_sign else None,
        "may_record": bool(role) and allowed(PERMISSIONS, "sign_on_paper", account, found),
        "sees_scans": on_paper and allowed(PERMISSIONS, "see_scans", account, found),
        "on_paper": on_paper,
        "locks_for_good": role == found.roles[-1],
        "may_return": found.stands
        and not (found.is_main and found.state == Report.State.COUNTERSIGNED)
        and allowed(PERMISSIONS, "return", account, found),
        "may_read": may_read,
        "may_open": bool(found.pdf_sha256) and may_read,
        "job": _job(found, account),
        "failed_job": _failed(found),
        "standing": selectors.standing_of(found),
        "newer": selectors.newer_than(found),
        "short_hash": short_hash(found.record_sha256),
        "rests_on": rests_on(found),
        "papers": list(found.papers.live().select_related("entry").order_by("sheet", "pk")),  # type: ignore[attr-defined]
        "downloads": downloads_of(found) if may_read else [],
    }


def _steps(found: Report, signatures: list[Signed], role: str) -> list[dict[str, Any]]:
    """Frozen, set in type, signed twice: what is done, whose turn it is."""
    by_role = {signature.role: signature for signature in signatures}
    steps = [
        {"label": _("Record frozen"), "state": "done", "note": str(found.created_by)},
        {
            "label": _("Document made"),
            "state": "done" if found.unsigned_sha256 else "current",
            "note": ngettext("%(count)s page", "%(count)s pages", found.pages) % {"count": found.pages}
            if found.pages
            else "",
        },
    ]
    for field in signature_fields(found.sheet):  # type: ignore[arg-type]
        signature = by_role.get(field.role)
        state = "done" if signature else "current" if field.role == role else "todo"
        steps.append(
            {"label": ROLES[field.role], "state": state, "note": signature.name if signature else ""}
        )
    return steps


def _key(account: Any, role: str) -> dict[str, Any]:
    """The key with which the account would sign, and whether its end is near."""
    key = next(iter(usable_keys(account, role)), None)
    days = (key.not_after - timezone.now()).days if key else 0
    return {"key": key, "days": days, "ends_soon": key is not None and days < WARNING_DAYS}


def _job(found: Report, account: Any) -> Job | None:
    """The job that makes the document, for who ordered it or the office; others are told to wait."""
    if found.state != Report.State.FROZEN or found.job_id is None:
        return None
    job = Job.objects.filter(pk=found.job_id).first()
    sees = job is not None and (
        account.is_authenticated and (account.is_staff or account.pk == job.created_by_id)
    )
    return job if sees else None


def _failed(found: Report) -> Job | None:
    if found.state != Report.State.FROZEN or found.job_id is None:
        return None
    return Job.objects.filter(pk=found.job_id, state__in=[Job.State.FAILED, Job.State.CANCELLED]).first()
