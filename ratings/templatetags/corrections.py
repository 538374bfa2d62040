"""Corrections on the pages of lists, events and players, and the table of what a correction would change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from core.ledger import rows_of
from players.models import Person, RatingList
from ratings.corrections import all_corrections, corrections_of, shown_with
from ratings.decided_results import standing_results
from ratings.models import ListCorrection, RatedEvent
from tournaments.models import Event
from tournaments.record.codes import GAME_CODES, shown

register = template.Library()

SHOWN = 20
SHOWN_BESIDE = 8
VERBS = ("event.corrected", "event.annulled")


@dataclass(frozen=True, slots=True)
class EventCorrection:
    """One correction of an event: when, by whom and why, annulled or not, and the rows it changed."""

    at: datetime
    by: str
    reason: str
    annulled: bool
    rows: Sequence[ListCorrection]
    more: int


@register.simple_tag
def correction_step(before: int | None, after: int | None) -> str:
    """A figure before and after, or once if it stays: `20 → 40`, `35`; a dash for none.

    >>> correction_step(20, 40), correction_step(35, 35), correction_step(12, None)
    ('20 → 40', '35', '12 → –')
    """
    shown = ["–" if value is None else str(value) for value in (before, after)]
    return shown[0] if before == after else " → ".join(shown)


@register.inclusion_tag("ratings/_list_corrections.html")
def list_corrections(chosen: RatingList, shown_already: bool = False) -> dict[str, Any]:
    """What a published list shows of corrections, and how many of its own rows were corrected since.

    `shown_already`: the page itself is the table of what the list corrects.
    """
    rows = [] if shown_already else list(shown_with(chosen)[: SHOWN + 1])
    since = ListCorrection.objects.filter(corrected_list=chosen)
    address = reverse("ratings:corrections")
    return {
        "list": chosen,
        "rows": rows[:SHOWN],
        "has_more": len(rows) > SHOWN,
        "all_url": f"{reverse('ratings:list', args=[chosen.key])}?part=corrections",
        "since": since.values("person_id").distinct().count(),
        "since_url": f"{address}?list={chosen.key}",
    }


@register.inclusion_tag("ratings/_event_corrections.html")
def event_corrections(event: Event) -> dict[str, Any]:
    """The corrections of an event after its publication, each with its effect; nothing if there is none.

    Who, when and why is read from the event's ledger, which has one row for each correction.
    """
    calculations = corrections_of(event.pk)
    told = list(rows_of("event", event.pk).filter(verb__in=VERBS)) if calculations else []
    corrections = [
        _event_correction(calculation, line) for calculation, line in zip(calculations, told, strict=True)
    ]
    return {"corrections": corrections, "all_url": f"{reverse('ratings:corrections')}?event={event.pk}"}


def _event_correction(calculation: RatedEvent, line: Any) -> EventCorrection:
    rows = all_corrections().filter(calculation=calculation).order_by("corrected_list__effective_from", "pk")
    return EventCorrection(
        at=calculation.rated_at,
        by=calculation.rated_by_name,
        reason=line.reason,
        annulled=line.verb == "event.annulled",
        rows=list(rows[:SHOWN_BESIDE]),
        more=max(0, rows.count() - SHOWN_BESIDE),
    )


@register.inclusion_tag("ratings/_rating_results.html")
def rating_results(event: Event) -> dict[str, Any]:
    """The games of an event that are rated otherwise than they stand in the table; nothing if there is none."""
    rows = standing_results(event)
    names = {}
    if rows:
        wanted = {number for row in rows for number in (row.white, row.black)}
        names = dict(event.entries.filter(number__in=wanted).values_list("number", "name"))
    return {
        "rows": [
            {
                "row": row,
                "white": names.get(row.white, ""),
                "black": names.get(row.black, ""),
                "table": shown(row.table_code),
                "rated": result_words(row.code),
            }
            for row in rows
        ]
    }


def result_words(code: str) -> str:
    """How a result is rated, in words where the code alone says little: `½-½`, `not rated`."""
    if code.endswith("u") or not any(side.rated for side in GAME_CODES[code]):
        return _("not rated")
    return shown(code.removesuffix("a"))


@register.inclusion_tag("ratings/_profile_corrections.html")
def profile_corrections(person: Person) -> dict[str, Any]:
    """The corrections of a player's published ratings, newest first; nothing if there is none."""
    rows = list(all_corrections().filter(person=person).order_by("-pk")[: SHOWN + 1])
    return {
        "rows": rows[:SHOWN],
        "has_more": len(rows) > SHOWN,
        "all_url": f"{reverse('ratings:corrections')}?person={person.pk}",
    }
