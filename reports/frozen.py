"""What a report's stored files hold: the record, and beside it as canonical JSON all else that is printed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from core.canonical import canonical_bytes as canonical_json
from core.files import read
from ratings.engine.version import ENGINE_VERSION
from reports.models import Report
from reports.sheets.model import Difference, Particulars, PlayOff, PlayOffGame
from tiebreaks.engine.ranking import Standings, StandingsRow
from tournaments.models import Event
from tournaments.record.canonical import from_canonical
from tournaments.record.model import Record


def frozen_bytes(
    event: Event,
    record_sha256: str,
    standings: Standings,
    particulars: Particulars,
    play_offs: Sequence[PlayOff] = (),
    coefficients: Mapping[str, Any] | None = None,
    rating: Mapping[str, Any] | None = None,
) -> bytes:
    """What a report freezes beside the record, as canonical JSON: engine and editions, standing, particulars.

    With play-offs also the places and games of each; the standing is then that after them. By correspondence also
    the calculation of the coefficients, figures and steps. `rating` is what the rating of the event is computed from
    (`reports.derivations.rating_facts`).
    """
    frozen: dict[str, Any] = frozen_head(event, record_sha256) | {
        "rating": dict(rating or {}),
        "particulars": asdict(particulars),
        "standings": _standings_json(standings),
    }
    if play_offs:
        frozen["play_offs"] = [asdict(play_off) for play_off in play_offs]
    if coefficients is not None:
        frozen["coefficients"] = coefficients
    return canonical_json(frozen)


def frozen_head(event: Event, record_sha256: str) -> dict[str, Any]:
    """What every frozen paper begins with: the record by its hash, the engine and the editions of the event."""
    return {
        "schema": 1,
        "record_sha256": record_sha256,
        "engine": ENGINE_VERSION,
        "editions": {
            "rating": event.rating_edition,
            "tie_break": event.tie_break_edition,
            "unplayed": event.unplayed_edition,
        },
    }


def rests_on(report: Report) -> dict[str, str]:
    """Engine and editions that a report was frozen with, for its page; empty for one frozen before they were kept."""
    frozen = frozen_of(report)
    if "engine" not in frozen:
        return {}
    return {"engine": frozen["engine"], **{name: key for name, key in frozen["editions"].items() if key}}


def particulars_of(event: Event, *, arbiter: str, unusual: str, place: str, **more: Any) -> Particulars:
    """What the form prints of an event and the record does not hold."""
    return Particulars(
        arbiter=event.chief_arbiter_name or arbiter,
        group_code=event.group_code,
        registration_number=event.registration_number,
        region=event.region.name if event.region else "",
        norms=event.norms,
        rating_edition=event.rating_edition,
        rating_list=str(event.rating_list) if event.rating_list else "",
        unusual=unusual,
        place=place,
        **more,
    )


def particulars_frozen(frozen: Mapping[str, Any]) -> Particulars:
    """The particulars of a frozen report."""
    kept = dict(frozen["particulars"])
    kept["players"] = tuple(
        (number, category, region) for number, category, region in kept.get("players", ())
    )
    kept["differences"] = tuple(Difference(**each) for each in kept.get("differences", ()))
    return Particulars(**kept)


def record_of_report(report: Report) -> Record:
    """The record as it was frozen."""
    return from_canonical(read(report.record_sha256))


def frozen_of(report: Report) -> dict[str, Any]:
    """What was frozen beside the record."""
    found: dict[str, Any] = json.loads(read(report.standings_sha256))
    return found


def public_record(record: Record) -> Record:
    """The record as anybody may have it: of a birth date the year, no national number unless it is published.

    The federation publishes the numbers of correspondence players itself (RACC 1.6).
    """
    keeps_number = record.event.correspondence
    entries = tuple(
        replace(entry, birth=entry.birth[:4], national_id=entry.national_id if keeps_number else "")
        for entry in record.entries
    )
    return replace(record, entries=entries, source=None)


def _standings_json(standings: Standings) -> dict[str, Any]:
    return {
        "edition": standings.edition,
        "unplayed": standings.unplayed,
        "order": list(standings.order),
        "labels": list(standings.labels),
        "rounds": standings.rounds,
        "rows": [
            {
                "place": row.place,
                "number": row.number,
                "values": {
                    label: None if value is None else str(Fraction(value))
                    for label, value in row.values.items()
                },
            }
            for row in standings.rows
        ],
    }


def play_offs_frozen(frozen: dict[str, Any]) -> tuple[PlayOff, ...]:
    """The play-offs of a frozen report; the older ones have one at most, under `play_off`."""
    found = frozen.get("play_offs") or ([frozen["play_off"]] if "play_off" in frozen else [])
    return tuple(
        PlayOff(
            article=item["article"],
            places=tuple((place, tuple(numbers)) for place, numbers in item["places"]),
            games=tuple(PlayOffGame(**game) for game in item["games"]),
            last_round=item["last_round"],
        )
        for item in found
    )


def standings_frozen(frozen: dict[str, Any]) -> Standings:
    """The standing of a frozen report."""
    rows = tuple(
        StandingsRow(
            place=row["place"],
            number=row["number"],
            values={
                label: None if value is None else Fraction(value) for label, value in row["values"].items()
            },
            reasons={},
            path=(),
        )
        for row in frozen["rows"]
    )
    return Standings(
        edition=frozen["edition"],
        unplayed=frozen["unplayed"],
        order=tuple(frozen["order"]),
        labels=tuple(frozen["labels"]),
        rows=rows,
        findings=(),
        rounds=frozen["rounds"],
    )
