"""The steps of a stored change of a coefficient, computed again from the frozen record and the facts kept with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.derivations import StoredChangeError, frozen_record, signed, step_view
from ratings.engine.racc.event import rate_correspondence
from ratings.engine.racc.results import METHOD, CoefficientLine, EventCoefficients
from ratings.models import RatedEntry, RatedEvent
from ratings.racc_exact import columns_of, facts_from_json
from tournaments.rulebook.explained import Reference, Step
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.shelf import edition

PROTECTIONS = {
    "first_place": gettext_lazy("first place, sole or shared"),
    "favourite": gettext_lazy("more than 200 above the average, 75 % scored"),
    "substitute": gettext_lazy("came in as a substitute"),
}
MARKS = {
    "first_place": gettext_lazy("first place"),
    "favourite": gettext_lazy("favourite"),
    "substitute": gettext_lazy("substitute"),
}
LIMIT = gettext_lazy("±200")
OPPONENT_KEYS = frozenset(
    {"racc.opponent", "racc.opponent.defaulted", "racc.opponent.newcomer", "racc.opponent.board"}
)


@dataclass(frozen=True, slots=True)
class OpponentRow:
    """One counted game as the page prints it: the opponent and the coefficient at which he counts.

    `note` says why that is not simply his own: a newcomer's estimate, a substituted board, a default.
    """

    round: int
    opponent: str
    opponent_url: str
    counted: int
    score_halves: int
    note: str


def recount(rated: RatedEvent, rows: list[RatedEntry]) -> EventCoefficients:
    """The event counted again, from exactly what it was made of."""
    facts = {row.number: facts_from_json(row.facts) for row in rows if row.facts}
    return rate_correspondence(frozen_record(rated), edition(rated.edition), facts)


def check_coefficients(rated: RatedEvent) -> None:
    """Count an event again; raises StoredChangeError at the first stored value that does not come out."""
    rows = list(rated.entries.select_related("entry"))
    lines = {line.number: line for line in recount(rated, rows).players}
    if len(rows) != len(lines):
        raise StoredChangeError(f"{rated}: {len(rows)} rows are stored, the record has {len(lines)} players")
    for row in rows:
        _check_row(row, lines.get(row.number))


def recount_entry(row: RatedEntry) -> CoefficientLine:
    """One player's line again; raises StoredChangeError if it is not what was stored."""
    line = recount(row.rated_event, list(row.rated_event.entries.all())).player(row.number)
    _check_row(row, line)
    return line


def coefficient_view(row: RatedEntry) -> dict[str, Any]:
    """What the page of one change shows: the derivation, the opponents, and the figures in one line."""
    line = recount_entry(row)
    entries = {
        entry.number: entry
        for entry in row.rated_event.event.entries.filter(number__isnull=False)
        if entry.number is not None
    }
    names = {number: entry.name for number, entry in entries.items()}
    links = {
        number: reverse("players:profile", args=[entry.person_id])
        for number, entry in entries.items()
        if entry.person_id is not None
    }
    return {
        "derivation": _derivation(row, line, names),
        "games": [],
        "opponents": _opponents(line, names, links),
        "coefficient": row.coefficient,
        "protection": protection_words(row.coefficient),
        "method": METHOD,
        "per_game": False,
    }


def protection_words(coefficient: Mapping[str, Any]) -> str:
    """What corrected the change, in a sentence's words; empty if nothing did."""
    if coefficient.get("protection"):
        return str(PROTECTIONS[coefficient["protection"]])
    return _("at most 200 for one event") if coefficient.get("limited") else ""


def protection_mark(coefficient: Mapping[str, Any]) -> str:
    """The same for a column of a table."""
    if coefficient.get("protection"):
        return str(MARKS[coefficient["protection"]])
    return str(LIMIT) if coefficient.get("limited") else ""


def _check_row(row: RatedEntry, line: CoefficientLine | None) -> None:
    if line is None:
        raise StoredChangeError(f"entry {row.pk} ({row.entry.name}) is not in the record that was calculated")
    for name, value in columns_of(line, edition(row.rated_event.edition)).items():
        stored = getattr(row, name)
        if stored != value:
            raise StoredChangeError(
                f"entry {row.pk} ({row.entry.name}): {name} is stored as {stored}, its record gives {value}"
            )


def _derivation(row: RatedEntry, line: CoefficientLine, names: dict[int, str]) -> dict[str, Any]:
    rules = edition(row.rated_event.edition)
    return {
        "title": _("First coefficient") if line.estimated else _("Change of the coefficient"),
        "subject": row.entry.name,
        "subject_url": reverse("players:profile", args=[row.person_id]),
        "result": str(line.ik_new) if line.estimated else signed(plain(line.delta)),
        "unit": _("coefficient") if line.estimated else _("points of the coefficient"),
        "steps": [step_view(step, names) for step in line.steps],
        "edition": rules.key,
        "source": rules.source_title,
        "permalink": reverse("ratings:change", args=[row.pk]),
        "note": _(
            "Each player counts with his coefficient at the moment of counting; the start list only prints one."
        ),
    }


def _opponents(
    line: CoefficientLine, names: Mapping[int, str], links: Mapping[int, str]
) -> list[OpponentRow]:
    """Every counted game with the coefficient at which the opponent counts."""
    parts = [part for step in line.steps for part in step.parts if part.key in OPPONENT_KEYS]
    return [_opponent(part, names, links) for part in parts]


def _opponent(part: Step, names: Mapping[int, str], links: Mapping[int, str]) -> OpponentRow:
    met, score = part.inputs["opponent"], part.inputs["score"]
    assert isinstance(met, Reference)
    assert isinstance(score, Fraction)
    assert isinstance(part.value, int)
    notes = {
        "racc.opponent.defaulted": _("by default"),
        "racc.opponent.newcomer": _("estimate of a newcomer"),
        "racc.opponent.board": _("substituted board, the greater counts"),
    }
    round_number = part.inputs["round"]
    assert isinstance(round_number, int)
    return OpponentRow(
        round=round_number,
        opponent=names.get(met.number, str(met.number)),
        opponent_url=links.get(met.number, ""),
        counted=part.value,
        score_halves=int(score * 2),
        note=notes.get(part.key, ""),
    )
