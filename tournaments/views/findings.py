"""Findings of the pure checks as the component draws them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.record.findings import Finding, rank, template, values
from tournaments.record.sentences import HINTS, SENTENCES


def finding_rows(
    findings: Iterable[Finding], sentences: Mapping[str, str] = SENTENCES
) -> list[dict[str, Any]]:
    """The findings, the gravest first, with sentences in the reader's language and the lines of the file."""
    return [_row(finding, sentences) for finding in sorted(findings, key=lambda one: -rank(one.severity))]


def _row(finding: Finding, sentences: Mapping[str, str]) -> dict[str, Any]:
    labels = {
        "note": _("note"),
        "warning": _("warning"),
        "objection": _("objection"),
        "refusal": _("refusal"),
    }
    text = gettext(template(finding, sentences)).format_map(_words(finding))
    shown = finding.lines[:8]
    lines = ", ".join(map(str, shown)) + (" …" if len(finding.lines) > len(shown) else "")
    place = _("Lines of the file: %(lines)s") % {"lines": lines} if lines else ""
    if len(finding.lines) > 1 and finding.column:
        place = _("Lines of the file: %(lines)s, column %(column)s") % {
            "lines": lines,
            "column": finding.column,
        }
    elif lines and finding.column:
        place = _("Line %(line)s of the file, column %(column)s") % {
            "line": finding.lines[0],
            "column": finding.column,
        }
    hint = gettext(HINTS[finding.code]) if finding.code in HINTS else ""
    return {
        "severity": finding.severity,
        "severity_label": labels[finding.severity],
        "article": finding.article,
        "text": text,
        "remedy": " ".join(part for part in (hint, place) if part),
    }


def _words(finding: Finding) -> dict[str, str]:
    """What fills the sentence; a system of play in the reader's words, not by its key."""
    labels = dict(Event.System.choices)
    return {name: str(labels.get(text, text)) for name, text in values(finding).items()}
