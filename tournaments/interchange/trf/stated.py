"""What a file states about itself beside what it contains: counts, extra points, the likely score system."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournaments.interchange.trf.head import Head
from tournaments.record.crosstable import crosstable
from tournaments.record.findings import Finding
from tournaments.record.model import Record, ScoreSystem

_COUNT = re.compile(r"(?<!\d)\d{1,9}(?!\d)", re.ASCII)
_OTHER_SYSTEMS = (("3-1-0", ScoreSystem(6, 2, 0, 6)), ("2-1-0", ScoreSystem(4, 2, 0, 4)))


def stated_findings(head: Head, record: Record) -> Iterator[Finding]:
    """Findings about lines 062, 072 and 082, about 299, and about points that fit another score system."""
    rated = sum(1 for entry in record.entries if entry.rating is not None)
    counts = (
        ("player_count", "players.count", len(record.entries)),
        ("rated_count", "rated.count", rated),
        ("team_count", "teams.count", len(record.teams)),
    )
    for fact, code, actual in counts:
        match = _COUNT.search(head.value(fact))
        if match and int(match[0]) != actual:
            inputs = {"stated": int(match[0]), "actual": actual}
            found = Finding("note", code, inputs=inputs, lines=(head.line(fact),))
            yield replace(found, severity="warning") if fact == "player_count" else found
    if record.special_points:
        yield Finding("note", "points.special", inputs={"count": len(record.special_points)})
    yield from _other_system(record)


def _other_system(record: Record) -> Iterator[Finding]:
    """Told, never taken: all stated points fit 3-1-0 or 2-1-0 and not the system that the file states."""
    stated = {
        entry.number: entry.stated_points for entry in record.entries if entry.stated_points is not None
    }
    if record.event.score_system != ScoreSystem() or not stated:
        return
    if _fits(record, stated):
        return
    for name, system in _OTHER_SYSTEMS:
        if _fits(replace(record, event=replace(record.event, score_system=system)), stated):
            yield Finding("warning", "scores.look_like", inputs={"system": name})


def _fits(record: Record, stated: Mapping[int, int]) -> bool:
    rows = crosstable(record).rows
    return all(rows[number].halves == halves for number, halves in stated.items())
