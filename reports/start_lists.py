"""The start list of an event by correspondence between the living event, what was filed of it, and the page."""

import json
from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from core.files import FileMissing, read
from core.qr import qr_svg
from reports.frozen import frozen_of
from reports.models import Report
from reports.sheets.correspondence_start_list import (
    BelowTheTable,
    StartListLine,
    StartListSheet,
    start_list,
    thawed_start_list,
    with_addresses,
)
from reports.typesetting import (
    Papers,
    counted_pages,
    font_style,
    quoted,
    refuse_unprintable_texts,
    short_hash,
    signature_fields_style,
)
from reports.words import ROLES
from tournaments.models import Event
from tournaments.record.norms import parse_norms
from tournaments.sealing import unseal
from tournaments.selectors.correspondence import StartLine, below_the_table, start_lines
from tournaments.words import norm_points, norm_words

TEMPLATE = "reports/print/correspondence_start_list.html"


def living_sheet(event: Event, *, filed: date | None = None) -> StartListSheet:
    """The sheet of an event as it stands, with all addresses; the caller has checked who asks."""
    lines = [_line(line) for line in start_lines(event, with_addresses=True)]
    return start_list(
        event.name,
        event.group_code,
        lines,
        start=event.start,
        end=event.end,
        norms=parse_norms(event.norms),
        below=BelowTheTable(**below_the_table(event, with_addresses=True)),
        games=(len(lines) - 1) * event.cycles if event.system == Event.System.ROUND_ROBIN and lines else None,
        filed=filed,
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
        questionnaire=line.has_questionnaire,
    )


def filed_sheet(report: Report) -> StartListSheet:
    """The list as it was filed, without addresses."""
    return thawed_start_list(frozen_of(report)["start_list"])


def annex_of(report: Report) -> dict[str, Any] | None:
    """The addresses filed with a list; None once their time is over, or where the secret is no longer known."""
    sha256 = filed_sheet(report).annex
    try:
        sealed = unseal(read(sha256).decode()) if sha256 else {}
    except FileMissing:
        return None
    found: dict[str, Any] | None = json.loads(sealed["annex"]) if "annex" in sealed else None
    return found


def whole_sheet(report: Report) -> StartListSheet | None:
    """The filed list with its addresses put back, while they are kept."""
    annex = annex_of(report)
    return None if annex is None else with_addresses(filed_sheet(report), annex)


def texts_of(sheet: StartListSheet) -> list[str]:
    """Everything printed of a start list that somebody wrote."""
    below = sheet.below
    texts = [sheet.title, sheet.group_code, below.arbiter, below.arbiter_category, below.arbiter_address]
    texts += [
        below.arbiter_email,
        below.appeals_address,
        below.appeals_email,
        below.rule_set,
        below.organiser,
    ]
    for line in sheet.lines:
        texts += [line.name, line.national_id, line.category, line.region, line.address, line.email]
        texts += [line.team, line.main]
    return texts


def list_html(sheet: StartListSheet, language: str) -> str:
    """The list with its addresses as HTML. Raises UnprintableLetter before anything is set."""
    refuse_unprintable_texts(texts_of(sheet))
    return render_to_string(TEMPLATE, {"sheet": sheet, "norms": norms_of(sheet), "language": language})


def list_style() -> str:
    """A4 across, pages counted."""
    return font_style() + (
        "@page { size: A4 landscape; margin: 14mm 12mm 14mm; @bottom-right { content: counter(page) ' / '"
        " counter(pages) } }"
        " .start-list table { table-layout: auto } .start-list td { overflow-wrap: anywhere; padding-block: .7mm }"
        " .start-list .facts { margin-top: 5mm } .private { color: #6b665e }"
    )


def filed_html(
    sheet: StartListSheet,
    papers: Papers,
    *,
    break_before: int | None = None,
) -> str:
    """The list as it is filed, with the arbiter's field. Raises UnprintableLetter before anything is set."""
    refuse_unprintable_texts(texts_of(sheet))
    with translation.override(papers.language):
        context = {
            "sheet": sheet,
            "norms": norms_of(sheet),
            "language": papers.language,
            "papers": papers,
            "break_before": break_before,
            "signatures": [(item.name, ROLES[item.role], item.person) for item in sheet.signatures],
            "code": qr_svg(f"{papers.address}/verify/{papers.code}"),
            "short_hash": short_hash(papers.record_sha256),
            "annex_hash": short_hash(sheet.annex),
            "created": papers.moment.isoformat(),
        }
        return render_to_string(TEMPLATE, context)


def filed_style(sheet: StartListSheet, papers: Papers) -> str:
    """The style of the filed list: A4 upright, document number and hash at the foot of every page."""
    with translation.override(papers.language):
        counted = counted_pages()
    left = f"{papers.code} · {short_hash(papers.record_sha256)}"
    return list_style() + (
        "@page { size: A4; margin: 14mm 14mm 15mm }"
        f"@page {{ @bottom-left {{ content: {quoted(left)} }} @bottom-right {{ content: {counted} }} }}"
        + signature_fields_style(landscape=False)
    )


def norms_of(sheet: StartListSheet) -> list[tuple[str, str]]:
    """The norms as words and `x of y`, in the language of the moment."""
    return [(norm_words(norm.category), norm_points(norm.points, norm.games)) for norm in sheet.norms]
