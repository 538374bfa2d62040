"""The start list of an event by correspondence as PDF, for those who may see its addresses.

It is set when it is asked for and stored nowhere: a stored file would outlive the addresses in it. A list has the
size of one group, so that takes about a second.
"""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.throttle import within_limit
from reports.render import render_page
from reports.sheets.correspondence_start_list import (
    BelowTheTable,
    StartListLine,
    StartListSheet,
    start_list,
)
from reports.typesetting import UnprintableLetter, font_style, refuse_unprintable_texts
from tournaments.models import Event
from tournaments.record.norms import parse_norms
from tournaments.selectors.correspondence import StartLine, below_the_table, start_lines
from tournaments.services.correspondence import entry_of_token
from tournaments.views.access import desk_event
from tournaments.words import norm_points, norm_words

MOST_LISTS, WINDOW_SECONDS = 30, 600


def sheet_of(event: Event) -> StartListSheet:
    """The sheet of an event with all addresses; the caller has checked who asks."""
    return start_list(
        event.name,
        event.group_code,
        [_line(line) for line in start_lines(event, with_addresses=True)],
        start=event.start,
        end=event.end,
        norms=parse_norms(event.norms),
        below=BelowTheTable(**below_the_table(event, with_addresses=True)),
    )


def _line(line: StartLine) -> StartListLine:
    entry = line.entry
    return StartListLine(
        number=entry.number,
        national_id=entry.national_id,
        birth=line.birth,
        category=line.category,
        rating=entry.rating or None,
        name=line.name,
        region=line.region,
        address=line.address,
        email=line.email,
        team=entry.team.name if entry.team else "",
        main=entry.substitute_for.name if entry.substitute_for else "",
    )


def html_of(sheet: StartListSheet, language: str) -> str:
    """The page as HTML. Raises UnprintableLetter before anything is set."""
    refuse_unprintable_texts(_texts(sheet))
    norms = [(norm_words(norm.category), norm_points(norm.points, norm.games)) for norm in sheet.norms]
    return render_to_string(
        "reports/print/correspondence_start_list.html", {"sheet": sheet, "norms": norms, "language": language}
    )


def _texts(sheet: StartListSheet) -> list[str]:
    below = sheet.below
    texts = [sheet.title, sheet.group_code, below.arbiter, below.arbiter_category, below.arbiter_address]
    texts += [below.appeals_address, below.rule_set, below.organiser]
    for line in sheet.lines:
        texts += [line.name, line.category, line.region, line.address, line.email, line.team, line.main]
    return texts


def style() -> str:
    """A4 across, pages counted."""
    return font_style() + (
        "@page { size: A4 landscape; margin: 14mm 12mm 14mm; @bottom-right { content: counter(page) ' / '"
        " counter(pages) } }"
        " .start-list table { table-layout: auto } .start-list td { overflow-wrap: anywhere; padding-block: .7mm }"
        " .start-list .facts { margin-top: 5mm } .private { color: #6b665e }"
    )


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
        lambda: html_of(sheet_of(event), get_language() or "en"),
        style(),
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
