"""The steps of a stored change, computed again from the frozen record and the facts kept with it."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.files import read
from ratings.engine.event import rate_event
from ratings.engine.results import EventRating, PlayerRating
from ratings.exact import exact, facts_from_json
from ratings.models import RatedEntry, RatedEvent
from ratings.sentences import sentence
from tournaments.record.canonical import from_canonical
from tournaments.rulebook.explained import Step
from tournaments.rulebook.rounding import Exact, plain
from tournaments.rulebook.shelf import edition


class StoredChangeError(RuntimeError):
    """A recomputed change is not the stored one: a fault of the portal, never hidden."""


def recompute_event(rated: RatedEvent) -> EventRating:
    """The calculation again, from exactly what it was made of. Entries are read with one query."""
    record = from_canonical(read(rated.record_sha256))
    facts = {
        row.entry.number: facts_from_json(row.facts)
        for row in rated.entries.select_related("entry")
        if row.facts and row.entry.number is not None
    }
    return rate_event(record, edition(rated.edition), facts)


def recompute_entry(row: RatedEntry) -> PlayerRating:
    """One player's line again; raises StoredChangeError if it is not what was stored."""
    assert row.entry.number is not None
    line = recompute_event(row.rated_event).player(row.entry.number)
    if exact(line.change) != row.change or line.n != row.games:
        raise StoredChangeError(
            f"entry {row.pk}: stored {row.change} from {row.games} games, "
            f"recomputed {exact(line.change)} from {line.n}"
        )
    return line


def derivation(row: RatedEntry) -> dict[str, Any]:
    """What `components/derivation.html` shows for one change."""
    line = recompute_entry(row)
    rules = edition(row.rated_event.edition)
    names = {
        entry.number: entry.name
        for entry in row.rated_event.event.entries.filter(number__isnull=False)
        if entry.number is not None
    }
    result = plain(line.ru) if line.ru is not None else plain(line.change)
    return {
        "title": _("First rating") if line.ru is not None else _("Change of the rating"),
        "subject": row.entry.name,
        "subject_url": reverse("players:profile", args=[row.person_id]),
        "result": result if result.startswith("-") or line.ru is not None else f"+{result}",
        "unit": _("Elo points"),
        "steps": [step_view(step, names) for step in line.steps],
        "edition": rules.key,
        "source": rules.source_title,
        "permalink": reverse("ratings:change", args=[row.pk]),
        "note": _list_note(row.rated_event),
    }


def step_view(step: Step, names: dict[int, str]) -> dict[str, Any]:
    """One step as the component draws it, with its parts."""
    return {
        "article": step.article,
        "text": sentence(step, names),
        "value": value_text(step.value),
        "parts": [step_view(part, names) for part in step.parts],
        "open": len(step.parts) <= 20,
    }


def value_text(value: Any) -> str:
    """A step's value as text; nothing for a step that only says something."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Exact):
        return plain(value)
    return str(value)


def _list_note(rated: RatedEvent) -> str:
    if rated.rating_list is None:
        return _("No list was in force; everybody counted as unrated unless the file gave a rating.")
    return _("Ratings and K are those of the list of %(day)s, in force on the first day of play.") % {
        "day": rated.rating_list.effective_from.isoformat()
    }
