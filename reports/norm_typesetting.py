"""What the papers of title norms share when they are set: head and foot, fonts, an upright page."""

from typing import Any

from core.qr import qr_svg
from reports.kinds.kind import Printed
from reports.typesetting import (
    MARGIN_MM,
    Papers,
    counted_pages,
    font_style,
    quoted,
    short_hash,
    signature_fields_style,
)
from reports.words import FORMS, ROLES, printed_day, sentence
from tournaments.models import Event


def common_context(sheet: Any, papers: Papers, key: str) -> dict[str, Any]:
    """The paper with its name, days in words, missing parts, signatures and code; in the active language."""
    printed: Printed = sheet
    return {
        "sheet": sheet,
        "said": sheet.particulars,
        "papers": papers,
        "form": FORMS[key],
        "start": printed_day(sheet.start) if sheet.start else "–",
        "end": printed_day(sheet.end) if sheet.end else "–",
        "missing": [sentence(item) for item in printed.missing],
        "signatures": [(item.name, ROLES[item.role], item.person) for item in printed.signatures],
        "code": qr_svg(f"{papers.address}/verify/{papers.code}"),
        "short_hash": short_hash(papers.record_sha256),
        "created": papers.moment.isoformat(),
    }


def printed_system(system: str) -> str:
    """The system of an event in words."""
    return str(dict(Event.System.choices).get(system, system))


def norm_paper_style(sheet: Any, papers: Papers) -> str:
    """Fonts by file, A4 upright with the number at the foot, fields as wide as the final table's."""
    left = f"{papers.code} · {short_hash(papers.record_sha256)}"
    return (
        font_style()
        + f"@page {{ size: A4 portrait; margin: 12mm {MARGIN_MM}mm 15mm;"
        + f" @bottom-left {{ content: {quoted(left)} }} @bottom-right {{ content: {counted_pages()} }}"
        + f" @top-left {{ content: {quoted(sheet.event[:120])} }} }}"
        + "@page :first { margin-top: 14mm; @top-left { content: none } }"
        + signature_fields_style(landscape=False)
    )
