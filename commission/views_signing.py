"""What waits for somebody's signature: read, chosen, signed with one passphrase, each with its own result."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from core.keys import search_terms
from core.templatetags.ui import moment
from players.listing import Column, ListPage
from players.listing_days import moment_column
from reports import services
from reports.following import after_signature
from reports.forms import SignForm
from reports.models import Report
from reports.waiting import waiting_for
from reports.words import ROLES
from tournaments.errors import DomainError

MOST_AT_ONCE = 100
A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one document."""

    report: Report
    signed: bool
    message: str


@sensitive_post_parameters("passphrase")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signing(request: HttpRequest) -> HttpResponse:
    """The list; a POST signs what is chosen, one after the other: the page's script signs each by itself instead."""
    sent = request.method == "POST"
    form = SignForm(request.POST) if sent else SignForm()
    results: list[Result] = []
    if sent and form.is_valid():
        chosen = [int(pk) for pk in request.POST.getlist("report") if pk.isdecimal() and len(pk) < 12]
        if chosen:
            results = _signed(request, chosen[:MOST_AT_ONCE], **form.cleaned_data)
        else:
            form.add_error(None, _("Choose at least one document."))
    context = {
        "table": _table(request),
        "form": form,
        "results": results,
        "key": next(iter(services.usable_keys(request.user)), None),  # type: ignore[arg-type]
    }
    failed = form.errors or any(not each.signed for each in results)
    return render(request, "commission/signing.html", context, status=422 if failed else 200)


def _signed(request: HttpRequest, chosen: list[int], *, passphrase: str, place: str) -> list[Result]:
    """Sign each; a refusal stops no other unless the next would meet it too."""
    reports = {report.pk: report for report in waiting_for(request.user).filter(pk__in=chosen)}
    results, stopped = list[Result](), False
    for pk in chosen:
        report = reports.get(pk)
        if report is None:
            continue
        if stopped:
            results.append(Result(report, False, _("not tried")))
            continue
        try:
            signed = services.report_sign(
                report,
                actor=request.user,  # type: ignore[arg-type]
                role=services.expected_role(report),
                passphrase=passphrase,
                place=place,
                before=request.POST.get(f"before-{pk}", ""),
            )
        except PermissionDenied as error:
            results.append(Result(report, False, str(error)))
        except DomainError as error:
            stopped = error.code in services.STOPS
            results.append(Result(report, False, f"{error.message} {error.hint}".strip()))
        else:
            told = after_signature(signed, request.user)
            results.append(Result(report, True, " · ".join(filter(None, (_("signed"), told)))))
    return results


def _table(request: HttpRequest) -> ListPage:
    rows = waiting_for(request.user).prefetch_related("signatures")
    sheet = request.GET.get("sheet", "")
    if sheet in Report.Sheet.values:
        rows = rows.filter(sheet=sheet)
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(Q(event__search_key__contains=term) | Q(code__icontains=term))
    return ListPage(
        request,
        rows,
        _columns(),
        default_sort="frozen",
        per_page=A_PAGE,
        empty_title=_("Nothing waits for your signature"),
        empty_text=_("Documents appear here when it is your turn to sign them."),
        empty_icon="pen-line",
        filters=[
            {
                "name": "sheet",
                "label": _("Form"),
                "options": [("", _("all")), *Report.Sheet.choices],
                "value": sheet,
            }
        ],
        caption=_("Documents"),
        query_label=_("Event or number"),
        desk=True,
    )


def _columns() -> list[Column]:
    return [
        Column("choose", _("Choose"), lambda row: row.code, html=_box, exported=False),
        Column(
            "event",
            _("Event"),
            lambda row: row.event.name,
            ("event__name",),
            link=lambda row: reverse("reports:report", args=[row.pk]),
        ),
        Column("form", _("Form"), lambda row: row.named, ("sheet",), fold=True),
        Column("role", _("You sign as"), lambda row: str(ROLES[services.expected_role(row)]), fold=True),
        Column("signed", _("Signed by"), _signed_by, fold=True),
        moment_column("frozen", _("Frozen"), lambda row: row.created_at, order=("created_at",), fold=True),
        Column(
            "pdf",
            _("Document"),
            lambda row: row.code,
            html=lambda row: format_html(
                '<a href="{}" target="_blank" rel="noopener">{}</a>',
                reverse("reports:pdf", args=[row.pk]),
                row.code,
            ),
        ),
        Column("result", _("Result"), lambda row: "", html=_result, exported=False),
    ]


def _signed_by(report: Report) -> str:
    return ", ".join(f"{each.name}, {moment(each.signed_at)}" for each in report.signatures.all())


def _box(report: Report) -> Any:
    return format_html(
        '<input type="checkbox" class="form-check-input" form="signing" name="report" value="{}" data-url="{}"'
        ' data-before="{}" data-role="{}" aria-label="{}">'
        '<input type="hidden" form="signing" name="before-{}" value="{}">',
        report.pk,
        reverse("reports:sign", args=[report.pk]),
        report.pdf_sha256,
        services.expected_role(report),
        f"{report.event.name}, {report.code}",
        report.pk,
        report.pdf_sha256,
    )


def _result(report: Report) -> Any:
    return format_html('<span class="small" aria-live="polite" data-result="{}"></span>', report.pk)
