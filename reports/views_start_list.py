"""The start list of an event by correspondence: filed as a document, and as PDF with the addresses.

With addresses it is set when it is asked for, for those who may see them, and stored nowhere: a stored file would
outlive the addresses in it. A list has the size of one group, so that takes about a second.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.throttle import within_limit
from players.permissions import allowed, require
from reports import selectors
from reports.models import Report
from reports.pages import chip
from reports.permissions import PERMISSIONS
from reports.render import render_page
from reports.services.start_lists import start_list_file
from reports.sheets.correspondence_start_list import without_addresses
from reports.start_lists import list_html, list_style, living_sheet, norms_of, whole_sheet
from reports.typesetting import UnprintableLetter
from reports.words import sentence
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services.correspondence import entry_of_token, last_kept_day
from tournaments.views.access import actor_of, desk_event

MOST_LISTS, WINDOW_SECONDS = 30, 600


def private_pdf(make: Callable[[], str], style: str, *, name: str, whose: str) -> HttpResponse:
    """A paper with addresses as an answer: set now, never cached, never indexed, not too often for one reader."""
    if not within_limit(f"start-list:{whose}", most=MOST_LISTS, seconds=WINDOW_SECONDS):
        return HttpResponse(_("Too many requests."), status=429, content_type="text/plain; charset=utf-8")
    try:
        html = make()
    except UnprintableLetter as error:
        text = _("The letter %(name)s cannot be printed.") % {"name": error.name}
        return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")
    response = HttpResponse(render_page(html, style), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def _pdf(request: HttpRequest, event: Event, whose: str) -> HttpResponse:
    if not event.correspondence:
        raise Http404
    return private_pdf(
        lambda: list_html(living_sheet(event), get_language() or "en"),
        list_style(),
        name=f"start-list-{event.pk}",
        whose=whose,
    )


@login_required
@never_cache
@require_safe
def start_list_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """For officials and for participants who are logged in."""
    event = desk_event(request, pk, "contacts_view")
    return _pdf(request, event, f"account:{request.user.pk}")


@never_cache
@require_safe
def start_list_pdf_own(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """For the player whose private link it is."""
    event = get_object_or_404(Event, pk=pk)
    entry = entry_of_token(event, token)
    if entry is None or entry.withdrawn_after is not None:
        raise Http404
    return _pdf(request, event, f"entry:{entry.pk}")


@login_required
@never_cache
@require_safe
def start_list_filed_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """A filed list with the addresses that were filed with it, as long as those are kept; 404 afterwards."""
    found = get_object_or_404(Report, pk=pk, sheet=Report.Sheet.START_LIST)
    event = desk_event(request, found.event_id, "contacts_view")
    last = last_kept_day(event)
    sheet = whole_sheet(found) if last is None or timezone.localdate() <= last else None
    if sheet is None:
        raise Http404
    return private_pdf(
        lambda: list_html(sheet, found.language),
        list_style(),
        name=f"start-list-{found.code}",
        whose=f"account:{request.user.pk}",
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def filing(request: HttpRequest, pk: int) -> HttpResponse:
    """The list as it would be filed now, what keeps it from that, and the versions that were filed."""
    event = desk_event(request, pk, "contacts_edit")
    if not event.correspondence:
        raise Http404
    refusal: DomainError | None = None
    if request.method == "POST":
        require(PERMISSIONS, "hand_in", request.user, event)
        language = request.POST.get("language", "")
        try:
            made = start_list_file(
                event,
                actor=actor_of(request),
                language=language if language in dict(settings.LANGUAGES) else "",
            )
            return redirect("reports:report", pk=made.pk)
        except DomainError as error:
            refusal = error
    context = _filing_context(request, event) | {"refusal": refusal}
    return render(request, "reports/start_list_filing.html", context, status=422 if refusal else 200)


def _filing_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    sheet = without_addresses(living_sheet(event, filed=timezone.localdate()))
    filed = [each for each in selectors.documents_of(event.pk) if each.sheet == Report.Sheet.START_LIST]
    return {
        "event": event,
        "signed": next((each for each in filed if each.stands and selectors.signatures_of(each)), None),
        "sheet": sheet,
        "norms": norms_of(sheet),
        "missing": [(sentence(part), part.article) for part in sheet.missing],
        "filed": [(each, selectors.standing_of(each), chip(each)) for each in filed],
        "may_file": allowed(PERMISSIONS, "hand_in", request.user, event),
        "languages": settings.LANGUAGES,
        "language": get_language(),
        "kept_until": last_kept_day(event),
        "back": reverse("tournaments:correspondence", args=[event.pk]),
        "part": "filing",
    }
