"""The archive's pages: finding a document, and what the last check of the whole archive said."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.jobs import submit
from core.models import Job
from core.templatetags.ui import day, moment, state
from players.listing import Column, ListPage
from players.permissions import allowed, require
from reports.archive import Wanted, archived
from reports.forms import ArchiveForm
from reports.models import Report
from reports.pages import chip
from reports.permissions import PERMISSIONS
from reports.services.archive import ARCHIVE_JOB

PROBLEM_WORDS = {
    "missing": gettext_lazy("The file is gone."),
    "altered": gettext_lazy("The file was changed where it lies."),
    "unknown": gettext_lazy("Nobody stored this file through the portal."),
    "unrecorded": gettext_lazy("The document names a file that was never stored."),
    "signature": gettext_lazy("A signature does not hold."),
}


class ArchiveList(ListPage):
    """The list whose toolbar carries the fields of the form beside it along."""

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Sort order, person and days."""
        names = ("sort", "person", "since", "until")
        return [(name, self.request.GET[name]) for name in names if self.request.GET.get(name)]

    @property
    def filtered(self) -> bool:
        """A field of the form is a filter too."""
        return super().filtered or any(self.request.GET.get(name) for name in ("person", "since", "until"))


@require_safe
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    """Every document that the reader may find, with search, sorting and downloads."""
    form = ArchiveForm(request.GET)
    typed = form.cleaned_data if form.is_valid() else form.cleaned_data | {"since": None, "until": None}
    wanted = Wanted(
        text=request.GET.get("q", "")[:200],
        person=typed.get("person") or "",
        sheet=_chosen(request, "sheet", Report.Sheet.values),
        state=_chosen(request, "state", Report.State.values),
        since=typed.get("since"),
        until=typed.get("until"),
    )
    table = ArchiveList(
        request,
        archived(request.user, wanted),
        _columns(),
        default_sort="-frozen",
        empty_title=_("No document found"),
        empty_text=_("Signed documents stand here for good. Try fewer words, or a wider span of days."),
        empty_icon="archive",
        filters=_filters(wanted),
        caption=_("Documents"),
        query_label=_("Event, document number or hash"),
    )
    last = last_check() if allowed(PERMISSIONS, "archive_check", request.user) else None
    context = {
        "table": table,
        "form": form,
        "carried": [
            (name, request.GET[name]) for name in ("q", "sheet", "state", "sort") if request.GET.get(name)
        ],
        "may_check": allowed(PERMISSIONS, "archive_check", request.user),
        "last": last,
    }
    status = 200 if form.is_valid() else 422
    return table.download("documents") or render(request, "reports/archive.html", context, status=status)


@login_required
@never_cache
@require_safe
def archive_check(request: HttpRequest) -> HttpResponse:
    """What the last check of the whole archive said, and the order for another."""
    require(PERMISSIONS, "archive_check", request.user)
    last = last_check()
    running = Job.objects.filter(kind=ARCHIVE_JOB, state__in=Job.LIVE).order_by("-created_at").first()
    failed = Job.objects.filter(kind=ARCHIVE_JOB).order_by("-created_at").first()
    problems = (
        [
            {**problem, "words": PROBLEM_WORDS[problem["kind"]]}
            for problem in (last.result or {}).get("problems", ())
        ]
        if last is not None
        else []
    )
    context = {
        "last": last,
        "running": running,
        "failed": failed if failed is not None and failed.state == Job.State.FAILED else None,
        "problems": problems,
        "more": (last.result or {}).get("problem_count", 0) - len(problems) if last is not None else 0,
        "crumbs": [(_("Documents"), reverse("reports:archive"))],
    }
    return render(request, "reports/archive_check.html", context)


@login_required
@require_POST
def archive_check_order(request: HttpRequest) -> HttpResponse:
    """Order a check now; one that is waiting or running already is enough."""
    require(PERMISSIONS, "archive_check", request.user)
    ordered = submit(ARCHIVE_JOB, {}, created_by_id=request.user.pk, dedupe_key=ARCHIVE_JOB)
    return redirect("core:job", job_id=ordered.pk)


def last_check() -> Job | None:
    """The newest check that came to its end."""
    return Job.objects.filter(kind=ARCHIVE_JOB, state=Job.State.DONE).order_by("-finished_at").first()


def _chosen(request: HttpRequest, name: str, known: list[str]) -> str:
    value = request.GET.get(name, "")
    return value if value in known else ""


def _filters(wanted: Wanted) -> list[dict[str, Any]]:
    return [
        {
            "name": "sheet",
            "label": _("Kind"),
            "options": [("", _("all kinds")), *Report.Sheet.choices],
            "value": wanted.sheet,
        },
        {
            "name": "state",
            "label": _("State"),
            "options": [("", _("any state")), *Report.State.choices],
            "value": wanted.state,
        },
    ]


def _columns() -> list[Column]:
    return [
        Column(
            "event",
            _("Event"),
            lambda row: row.event.name,
            ("event__search_key",),
            link=lambda row: reverse("reports:documents", args=[row.event_id]),
            strong=True,
        ),
        Column(
            "number",
            _("Number"),
            lambda row: row.code,
            ("code",),
            link=lambda row: reverse("reports:verify_code", args=[row.code]),
            html=lambda row: format_html('<span class="nowrap">{}</span>', row.code),
        ),
        Column("sheet", _("Kind"), lambda row: row.named, ("sheet",), fold=True),
        Column(
            "ended",
            _("Last day"),
            lambda row: _iso(row.event.end),
            ("event__end",),
            fold=True,
            html=_last_day,
        ),
        Column(
            "frozen",
            _("Frozen"),
            lambda row: row.created_at.isoformat(timespec="seconds"),
            ("created_at",),
            fold=True,
            html=lambda row: moment(row.created_at),
        ),
        Column("signed", _("Signed by"), _signers, fold=True),
        Column(
            "state",
            _("State"),
            lambda row: row.get_state_display(),
            ("state",),
            html=lambda row: state(chip(row), row.get_state_display()),
        ),
        Column("sha256", "SHA-256", lambda row: row.pdf_sha256, html=_short, link=_file, fold=True),
    ]


def _signers(row: Report) -> str:
    names = [signature.name for signature in row.signatures.all()]
    names += [_("%(name)s (on paper)") % {"name": each.name} for each in row.paper_signatures.all()]
    return ", ".join(names)


def _last_day(row: Report) -> str:
    return day(row.event.end)


def _iso(value: date | None) -> str:
    return value.isoformat() if value else ""


def _short(row: Report) -> str:
    return row.pdf_sha256[:12]


def _file(row: Report) -> str:
    """The address of the signed file; an unsigned one is opened from the page of its event."""
    return reverse("reports:pdf", args=[row.pk]) if row.pdf_sha256 != row.unsigned_sha256 else ""
