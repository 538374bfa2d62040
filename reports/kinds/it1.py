"""IT1 as a paper: frozen whole from the record of the report that it goes with, one for each applicant and title."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from core.files import read
from players.models import Account
from ratings.engine.title_norms.model import TitleNorm
from ratings.engine.title_norms.norm import title_norm
from ratings.norm_sentences import REASON_WORDS, condition_words
from reports.frozen import frozen_of, record_of_report
from reports.kinds.kind import PaperOrder, SheetKind, record_enclosure
from reports.kinds.plain import plain_steps, plain_value, read_back
from reports.models import Report
from reports.norm_events import title_edition
from reports.norm_typesetting import common_context, norm_paper_style, printed_system
from reports.render import Enclosure
from reports.sheets.it1 import BigSwiss, It1, It1Particulars, It1Round, NormNotReached, it1
from reports.typesetting import Papers, refuse_unprintable_texts
from tournaments.errors import DomainError
from tournaments.models import Event

SCHEMA = 1


def particulars_of(event: Event, actor: Account, typed: dict[str, Any], federation: str) -> It1Particulars:
    """What the certificate prints beside the record: the arbiter by the event, else who hands in."""
    return It1Particulars(
        arbiter=event.chief_arbiter_name or actor.shown_name,
        arbiter_id=typed.get("arbiter_id", ""),
        confirming=typed.get("confirming", "") or federation,
        official=typed.get("official", ""),
        remarks=typed.get("remarks", ""),
        place=typed.get("place", ""),
    )


def frozen(order: PaperOrder) -> dict[str, Any]:
    """The certificate and its derivation as JSON; raises DomainError with what the norm fails on."""
    if order.main is None or order.entry is None:
        raise LookupError("A certificate goes with a report and belongs to an applicant.")
    record, edition = record_of_report(order.main), title_edition(order.event)
    norm = title_norm(record, edition, order.entry.number or 0, order.title)
    particulars = particulars_of(order.event, order.actor, dict(order.typed), record.event.federation)
    try:
        sheet = it1(record, edition, norm, particulars)
    except NormNotReached as error:
        raise not_reached(error.norm, order.entry.name) from error
    return {
        "norm": plain_value(sheet),
        "derivation": plain_steps(norm.steps),
        "title_edition": {"key": edition.key, "sha256": edition.sha256},
        "place": particulars.place,
    }


def not_reached(norm: TitleNorm, name: str) -> DomainError:
    """Why no certificate is made: every condition that the norm fails on."""
    parts = "; ".join(f"{condition_words(condition)} ({condition.article})" for condition in norm.failed)
    return DomainError(
        _("%(name)s has not reached a norm of %(title)s: %(parts)s.")
        % {"name": name, "title": norm.title, "parts": parts},
        "norm_not_reached",
        _("A certificate is made of a norm that was reached; the page of norms shows each step."),
    )


def sheet_of(report: Report) -> It1:
    """The certificate of a report, from its frozen file alone."""
    kept: dict[str, Any] = dict(frozen_of(report)["norm"])
    big_swiss = kept.pop("big_swiss")
    parts = {
        "titles": tuple((title, count) for title, count in kept["titles"]),
        "big_swiss": BigSwiss(**big_swiss) if big_swiss else None,
        "rounds": tuple(It1Round(**each) for each in kept["rounds"]),
        "particulars": It1Particulars(**kept["particulars"]),
    }
    return It1(**read_back(kept) | parts)


def texts_of(sheet: It1) -> Iterator[str]:
    """Everything printed that somebody wrote."""
    said = sheet.particulars
    yield from (sheet.name, sheet.given_name, sheet.federation, sheet.event, sheet.city, sheet.rate_of_play)
    yield from (said.arbiter, said.arbiter_id, said.confirming, said.official, said.remarks, said.place)
    for each in sheet.rounds:
        yield from (each.name, each.federation, each.fide_id)


def html_of(sheet: It1, papers: Papers, *, break_before: int | None = None) -> str:
    """The certificate as HTML in its language; it fits one page, so nothing is moved. Raises UnprintableLetter."""
    refuse_unprintable_texts(texts_of(sheet))
    with translation.override(papers.language):
        context = common_context(sheet, papers, "it1") | {
            "system": printed_system(sheet.system),
            "rounds": [(each, REASON_WORDS[each.reason] if each.reason else "") for each in sheet.rounds],
        }
        return render_to_string("reports/print/it1.html", context)


def enclosures(report: Report) -> tuple[Enclosure, ...]:
    """The public part of the record, and the norm with every step."""
    return (
        record_enclosure(record_of_report(report)),
        Enclosure("norm.json", "title norm and its derivation", read(report.standings_sha256)),
    )


def kinds() -> Iterator[SheetKind]:
    """The one kind of this module."""
    yield SheetKind(
        sheet="it1",
        sheet_of=sheet_of,
        html=html_of,
        style=norm_paper_style,
        texts=texts_of,
        frozen=frozen,
        enclosures=enclosures,
    )
