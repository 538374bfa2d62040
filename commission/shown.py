"""How dossiers read on a page: due days, findings in words, how far a report has come."""

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from commission.deadlines import Clock, clock_of_papers
from commission.models import Dossier
from commission.selectors import WAITING
from core.templatetags.ui import day, state
from ratings.basis import EDITION, ENGINE, FACTS, LIST, PLAYERS, RECORD

PATH = (
    Dossier.Stage.SUBMITTED,
    Dossier.Stage.IN_REVIEW,
    Dossier.Stage.ACCEPTED,
    Dossier.Stage.RATED,
    Dossier.Stage.PUBLISHED,
)
PATH_OF_CORRECTION = (*PATH[:3], Dossier.Stage.CORRECTED)
AFTERWARDS = (Dossier.Stage.CORRECTED, Dossier.Stage.ANNULLED)


def is_overdue(dossier: Dossier, today: date | None = None) -> bool:
    """Whether the commission still owes an answer whose day is past."""
    return (
        dossier.stage in WAITING
        and dossier.due_on is not None
        and dossier.due_on < (today or timezone.localdate())
    )


def due_html(dossier: Dossier) -> Any:
    """The due day, with a word beside it when it is past."""
    if not is_overdue(dossier):
        return format_html('<span class="nowrap">{}</span>', day(dossier.due_on))
    return format_html(
        '<span class="nowrap">{}</span> <span class="chip chip--danger">{}</span>',
        day(dossier.due_on),
        _("overdue"),
    )


def clock_words(dossier: Dossier) -> str:
    """How much is left of the term of the rules within which the report is to be handed on; a dash for none."""
    clock = clock_of_papers(dossier, timezone.localdate())
    return clock.words if clock else "–"


def clock_html(dossier: Dossier) -> Any:
    """The same, marked when the term is past."""
    return clock_chip(clock_of_papers(dossier, timezone.localdate()))


def clock_chip(clock: Clock | None) -> Any:
    """The words of a clock, in a chip when its term is past."""
    if clock is None:
        return "–"
    kind = "chip chip--danger" if clock.is_overdue else "nowrap"
    return format_html('<span class="{}">{}</span>', kind, clock.words)


def basis_words(kept: str) -> list[str]:
    """What the calculation of an event rests on otherwise by now, in words; `kept` as the dossier has it."""
    words = {
        RECORD: _("the record, or a result decided for the ratings"),
        EDITION: _("the text of the rules"),
        ENGINE: _("the way in which the portal computes"),
        LIST: _("the list in force on the first day"),
        PLAYERS: _("who the players are in the register"),
        FACTS: _("what lists and register say of a player"),
    }
    return [words[name] for name in kept.split() if name in words]


def stage_html(dossier: Dossier) -> Any:
    """The state of a dossier, with a mark where its event is to be rated again."""
    shown = state(dossier.stage, dossier.get_stage_display())
    if not dossier.rate_again:
        return shown
    return format_html('{} <span class="chip chip--danger">{}</span>', shown, _("rate again"))


def findings_words(dossier: Dossier) -> str:
    """What stands open against a report: `1 refusal, 2 warnings`; a dash for nothing."""
    parts = []
    if dossier.open_refusals:
        count = dossier.open_refusals
        parts.append(ngettext("%(count)s refusal", "%(count)s refusals", count) % {"count": count})
    if dossier.open_objections:
        count = dossier.open_objections
        parts.append(ngettext("%(count)s objection", "%(count)s objections", count) % {"count": count})
    if dossier.open_warnings:
        count = dossier.open_warnings
        parts.append(ngettext("%(count)s warning", "%(count)s warnings", count) % {"count": count})
    return ", ".join(parts) or "–"


def progress_steps(dossier: Dossier, *, correction: bool = False) -> list[dict[str, Any]]:
    """The way of a report for `components/steps.html`; that of a `correction` ends otherwise."""
    if dossier.stage in AFTERWARDS:
        passed = [{"label": stage.label, "note": "", "state": "done"} for stage in PATH]
        return [*passed, {"label": dossier.get_stage_display(), "note": "", "state": "current"}]
    # What was published and not opened again has gone the whole way.
    path = PATH_OF_CORRECTION if correction and dossier.stage != Dossier.Stage.PUBLISHED else PATH
    if dossier.stage not in path:
        return [{"label": stage.label, "note": "", "state": "todo"} for stage in path]
    reached = path.index(Dossier.Stage(dossier.stage))
    return [
        {
            "label": stage.label,
            "note": "",
            "state": "done" if place < reached else "current" if place == reached else "todo",
        }
        for place, stage in enumerate(path)
    ]
