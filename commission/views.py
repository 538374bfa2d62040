"""The commission's queue and the page of one dossier."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from commission import selectors
from commission.checks import is_published, live_report
from commission.corrections import awaits_correction, effect_of
from commission.fide import STAGES
from commission.findings import findings_of
from commission.messages import with_unread
from commission.models import Dossier
from commission.moves import MOVES
from commission.permissions import PERMISSIONS
from commission.queue_filters import queue_filtered, queue_filters
from commission.services import (
    dossier_move,
    dossier_of,
    finding_dismiss,
    moves_open_to,
    registration_state,
)
from commission.services_admit import players_admit
from commission.services_rerate import may_be_rated_again
from commission.shown import (
    basis_words,
    clock_html,
    clock_words,
    due_html,
    findings_words,
    progress_steps,
    stage_html,
)
from commission.version_changes import version_changes
from core.jobs import submit
from core.keys import search_terms
from players.listing import Column, ListPage
from players.listing_days import day_column
from players.models import RatingKind, Region
from players.permissions import allowed, require
from ratings.selectors import current_calculation
from reports.selectors import signatures_of
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event

# The states in which a report is not rated yet, so that its effect is previewed.
UNRATED = frozenset({Dossier.Stage.SUBMITTED, Dossier.Stage.IN_REVIEW, Dossier.Stage.ACCEPTED})
# The moves that calculate, each with the job that makes it.
CALCULATED = {"rate": "commission.rate", "correct": "commission.correct", "annul": "commission.correct"}


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Everything handed in: what is due first, filtered by state, mine or all; `j k Enter` by keyboard."""
    require(PERMISSIONS, "queue", request.user)
    stage = request.GET.get("stage", "waiting")
    rate_again = selectors.rate_again_count()
    rows = with_unread(selectors.queue(), request.user)  # type: ignore[arg-type]
    if stage == "waiting":
        rows = rows.filter(stage__in=selectors.WAITING)
    elif stage in Dossier.Stage.values:
        rows = rows.filter(stage=stage)
    rows = queue_filtered(rows, request.GET, request.user)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(event__search_key__contains=term)
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="due",
        empty_title=_("Nothing waits here"),
        empty_text=_("Reports appear as soon as both signatures are on the final table."),
        empty_icon="inbox",
        filters=[*_filters(stage), *queue_filters(request.GET, request.user, rate_again)],
        caption=_("Dossiers"),
        query_label=_("Event or number"),
        desk=True,
    )
    return table.download("dossiers") or render(
        request,
        "commission/queue.html",
        {"table": table, "rate_again": rate_again},
    )


@login_required
@require_safe
def dossier(request: HttpRequest, pk: int) -> HttpResponse:
    """One event's dossier: findings, documents, moves, history, and what may be done next."""
    found = _dossier(request, pk, "dossier_view")
    return render(request, "commission/dossier.html", _dossier_context(request, found))


@login_required
@require_POST
def move(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Make a move; a refusal comes back on the page with its reason and nothing is lost."""
    if verb not in MOVES or MOVES[verb].has_own_page:
        raise Http404(verb)
    found = _dossier(request, pk, MOVES[verb].permission)
    version = request.POST.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 10 else None
    if verb in CALCULATED:
        return _submit_calculation(request, found, verb, seen)
    try:
        dossier_move(
            found,
            verb,
            actor=request.user,  # type: ignore[arg-type]
            reason=request.POST.get("reason", ""),
            version=seen,
        )
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(
        request, _("%(event)s: %(move)s.") % {"event": found.event.name, "move": MOVES[verb].done}
    )
    return redirect(_after(request, found))


@login_required
@require_POST
def dismiss(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a finding aside with a reason."""
    found = _dossier(request, pk, "dismiss_finding")
    try:
        finding_dismiss(
            found,
            actor=request.user,  # type: ignore[arg-type]
            fingerprint=request.POST.get("finding", ""),
            reason=request.POST.get("reason", ""),
        )
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, _("The finding is set aside; the event page shows the reason."))
    return redirect("commission:dossier", pk=pk)


@login_required
@require_POST
def registration(request: HttpRequest, pk: int) -> HttpResponse:
    """State the day on which the event was registered on paper."""
    found = _dossier(request, pk, "dismiss_finding")
    try:
        typed = date.fromisoformat(request.POST.get("day", ""))
    except ValueError:
        return _refused(request, found, DomainError(_("Write the day as YYYY-MM-DD."), "day"))
    try:
        registration_state(
            found,
            actor=request.user,  # type: ignore[arg-type]
            day=typed,
            reason=request.POST.get("reason", ""),
        )
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(request, _("The day of registration is stated; the event's history shows it."))
    return redirect("commission:dossier", pk=pk)


@login_required
@require_POST
def admit(request: HttpRequest, pk: int) -> HttpResponse:
    """Admit as new players all entries that nobody in the register resembles."""
    found = _dossier(request, pk, "admit_players")
    try:
        admitted = players_admit(
            found,
            actor=request.user,  # type: ignore[arg-type]
            region=_region(request.POST.get("region", "")),
        )
    except DomainError as error:
        return _refused(request, found, error)
    messages.success(
        request,
        ngettext(
            "%(count)s player admitted to the register.",
            "%(count)s players admitted to the register.",
            len(admitted.persons),
        )
        % {"count": len(admitted.persons)},
    )
    without = admitted.without_number
    if without:
        text = ngettext(
            "%(count)s of them has no national number: the region is not known.",
            "%(count)s of them have no national number: their region is not known.",
            without,
        )
        messages.warning(request, text % {"count": without})
    for name, why in admitted.left:
        messages.warning(request, f"{name}: {why}")
    return redirect("commission:dossier", pk=pk)


def _region(key: str) -> Region | None:
    """The region that was chosen, or none."""
    return Region.objects.filter(pk=int(key)).first() if key.isascii() and key.isdigit() else None


def _dossier(request: HttpRequest, pk: int, permission: str) -> Dossier:
    """The dossier after the right was checked; the row is made only for somebody who has it."""
    event = get_object_or_404(Event, pk=pk)
    found = Dossier.objects.filter(event=event).first() or Dossier(event=event)
    require(PERMISSIONS, permission, request.user, found)
    return dossier_of(event)


def _submit_calculation(request: HttpRequest, found: Dossier, verb: str, seen: int | None) -> HttpResponse:
    """Order the job that calculates and makes the move; what can be seen at once is refused at once."""
    if seen is not None and seen != found.version:
        return _refused(request, found, StaleVersion(_("The dossier has moved on; nothing was changed.")))
    reason = request.POST.get("reason", "").strip()
    if MOVES[verb].reason_required and not reason:
        refusal = DomainError(_("Give a reason; those concerned will read it."), code="reason_missing")
        return _refused(request, found, refusal)
    job = submit(
        CALCULATED[verb],
        {
            "event": found.event_id,
            "actor": request.user.pk,
            "version": found.version,
            "verb": verb,
            "reason": reason,
        },
        created_by_id=request.user.pk,
        dedupe_key=f"{verb}-{found.event_id}",
    )
    return redirect("core:job", job.pk)


def _refused(request: HttpRequest, found: Dossier, error: DomainError) -> HttpResponse:
    """The page again with what is in the way, and with what was typed."""
    now = dossier_of(found.event)
    context = _dossier_context(request, now) | {
        "refusal": error,
        "typed_reason": request.POST.get("reason", ""),
        "typed_finding": request.POST.get("finding", ""),
    }
    status = 409 if isinstance(error, StaleVersion) else 422
    return render(request, "commission/dossier.html", context, status=status)


def _after(request: HttpRequest, found: Dossier) -> str:
    if allowed(PERMISSIONS, "dossier_view", request.user, found):
        return reverse("commission:dossier", args=[found.event_id])
    return reverse("reports:documents", args=[found.event_id])


def _dossier_context(request: HttpRequest, found: Dossier) -> dict[str, Any]:
    items = findings_of(found)
    unidentified = found.event.entries.filter(person__isnull=True).count()
    report = live_report(found)
    moves = moves_open_to(found, request.user)
    decides = allowed(PERMISSIONS, "queue", request.user)
    return {
        "dossier": found,
        "event": found.event,
        "findings": items,
        "open_moves": moves,
        "history": found.moves.select_related("account"),
        "calculation": current_calculation(found.event_id),
        "report": report,
        "signatures": signatures_of(report) if report else [],
        "changed": version_changes(report) if report else None,
        "unidentified": unidentified,
        "may_admit": bool(unidentified) and allowed(PERMISSIONS, "admit_players", request.user, found),
        "rate_again": basis_words(found.rate_again),
        "may_rate_again": may_be_rated_again(found) and allowed(PERMISSIONS, "rate", request.user, found),
        "regions": _regions_offered(found) if unidentified else (),
        "may_dismiss": allowed(PERMISSIONS, "dismiss_finding", request.user, found),
        "steps": progress_steps(found, correction=is_published(found.event_id)),
        "effect": effect_of(found, "correct") if decides else None,
        "is_correction": awaits_correction(found),
        "may_take_over": allowed(PERMISSIONS, "take_over", request.user),
        "sees_fide": decides and found.stage in STAGES,
        "previews": decides and report is not None and found.stage in UNRATED,
    }


def _regions_offered(found: Dossier) -> list[tuple[int, str]]:
    """The regions whose next numbers can be given to new players; by correspondence the questionnaire says it."""
    if found.event.rating_kind == RatingKind.CORRESPONDENCE:
        return []
    return list(Region.objects.order_by("code").values_list("pk", "name"))


def _columns() -> list[Column]:
    def event_link(row: Dossier) -> str:
        return reverse("commission:dossier", args=[row.event_id])

    return [
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.event.name,
            order=("event__name",),
            link=event_link,
        ),
        Column("director", gettext_lazy("Director"), lambda row: row.event.chief_arbiter_name, fold=True),
        day_column(
            "arrived",
            gettext_lazy("Arrived"),
            lambda row: row.arrived_on,
            order=("arrived_on",),
            fold=True,
        ),
        day_column("due", gettext_lazy("Due"), lambda row: row.due_on, order=("due_on",), html=due_html),
        Column("clock", gettext_lazy("Term"), clock_words, html=clock_html, fold=True),
        Column("findings", gettext_lazy("Findings"), findings_words, fold=True),
        Column(
            "stage",
            gettext_lazy("State"),
            lambda row: row.get_stage_display(),
            order=("stage",),
            html=stage_html,
        ),
        Column("unread", gettext_lazy("New messages"), lambda row: row.unread or "", numeric=True, fold=True),
        Column("member", gettext_lazy("Member"), lambda row: row.assigned_to or "", fold=True),
    ]


def _filters(stage: str) -> list[dict[str, Any]]:
    counts = selectors.stage_counts()
    waiting = sum(counts.get(name, 0) for name in selectors.WAITING)
    stages = [
        ("waiting", f"{_('waiting')} ({waiting})"),
        ("all", f"{_('all')} ({sum(counts.values())})"),
        *(
            (value, f"{label} ({counts[value]})")
            for value, label in Dossier.Stage.choices
            if counts.get(value)
        ),
    ]
    return [{"name": "stage", "label": _("State"), "options": stages, "value": stage}]
