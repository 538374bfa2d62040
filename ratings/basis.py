"""What a calculation rests on, and what of that is another by now. Reads only.

A calculation is made of the frozen record (with the results decided for the ratings in it), the text of the rules, the
list in force, what the lists and the register said of each player, and the engine. Its hash covers these and every
line that came out.
"""

from collections.abc import Mapping
from typing import Any

from core.canonical import digest
from ratings.engine.facts import PlayerFacts
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.version import ENGINE_VERSION
from ratings.event_facts import Field, facts_of, field_of
from ratings.exact import facts_as_json
from ratings.models import RatedEntry, RatedEvent
from ratings.racc_exact import facts_as_json as coefficient_facts_as_json
from tournaments.models import Event
from tournaments.rulebook.shelf import edition

RECORD, EDITION, ENGINE, LIST, PLAYERS, FACTS = ("record", "edition", "engine", "list", "players", "facts")
BASES = (RECORD, EDITION, ENGINE, LIST, PLAYERS, FACTS)
LINE = (
    "own_rating",
    "opponents_rating",
    "games",
    "score_halves",
    "expected",
    "k",
    "k_nominal",
    "gain",
    "change",
    "first_rating",
    "first_part",
    "coefficient",
)


def basis_changes(rated: RatedEvent, record_sha256: str) -> tuple[str, ...]:
    """What a calculation made now from this record would rest on otherwise than the one that stands, of `BASES`.

    Of an event over the board; by correspondence `services_racc.coefficient_changes` says it.
    """
    return changes_of_basis(rated, field_of(rated.event), record_sha256, facts_of(rated.event))


def changes_of_basis(
    rated: RatedEvent, field: Field, record_sha256: str, facts: Mapping[int, PlayerFacts]
) -> tuple[str, ...]:
    """The same where the facts are known already."""
    rows = list(rated.entries.all())
    rules = edition(field.basis.rating_edition or rated.edition)
    now = {entry.pk: entry.person_id for entry in field.entries.values()}
    return _named(
        {
            RECORD: rated.record_sha256 != record_sha256,
            EDITION: rated.edition_sha256 != rules.sha256,
            ENGINE: rated.engine_version != ENGINE_VERSION,
            LIST: rated.rating_list_id != field.basis.rating_list_id,
            PLAYERS: {row.entry_id: row.person_id for row in rows} != now,
            FACTS: {row.number: row.facts for row in rows}
            != {number: facts_as_json(known) for number, known in facts.items()},
        }
    )


def changes_of_coefficients(
    rated: RatedEvent,
    event: Event,
    record_sha256: str,
    persons: Mapping[int, int],
    facts: Mapping[int, CoefficientFacts],
) -> tuple[str, ...]:
    """The same for an event by correspondence: `persons` and their coefficients at its turn, by start number."""
    rows = list(rated.entries.all())
    return _named(
        {
            RECORD: rated.record_sha256 != record_sha256,
            EDITION: rated.edition_sha256 != edition(event.rating_edition).sha256,
            ENGINE: rated.engine_version != ENGINE_VERSION,
            PLAYERS: {row.number: row.person_id for row in rows} != dict(persons),
            FACTS: {row.number: row.facts for row in rows}
            != {number: coefficient_facts_as_json(known) for number, known in facts.items()},
        }
    )


def published_basis_changes(rated: RatedEvent, record_sha256: str) -> tuple[str, ...]:
    """What of a published calculation is another by now: its record or its text; the players' facts have moved on."""
    return _named(
        {
            RECORD: rated.record_sha256 != record_sha256,
            EDITION: rated.edition_sha256 != edition(rated.edition).sha256,
        }
    )


def calculation_sha256(rated: RatedEvent | None) -> str:
    """The hash of a calculation: what it rests on and every line; empty for none."""
    if rated is None:
        return ""
    return digest(
        {
            "record": rated.record_sha256,
            "edition": rated.edition_sha256,
            "list": rated.rating_list.key if rated.rating_list else "",
            "engine": rated.engine_version,
            "lines": [_line(row) for row in _lines(rated)],
        }
    )


def changed_players(before: RatedEvent | None, after: RatedEvent | None) -> int:
    """How many players have another line in one calculation than in the other; without one before, all with games."""
    one, other = ({row.person_id: _line(row) for row in _lines(rated)} for rated in (before, after))
    return sum(
        one.get(person_id) != other.get(person_id)
        for person_id in one.keys() | other.keys()
        if any(lines.get(person_id, {}).get("games") for lines in (one, other))
    )


def _lines(rated: RatedEvent | None) -> list[RatedEntry]:
    return [] if rated is None else list(rated.entries.order_by("number"))


def _line(row: RatedEntry) -> dict[str, Any]:
    return {"number": row.number, "person": row.person_id} | {name: getattr(row, name) for name in LINE}


def _named(differs: Mapping[str, bool]) -> tuple[str, ...]:
    return tuple(name for name in BASES if differs.get(name))
