"""Standings kept per version of an event: counted when first read, dropped when the facts change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.engine.criterion import Value
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.ranking import Standings, StandingsRow, column_of, rank_working, working_of
from tiebreaks.engine.registry import resolve
from tiebreaks.engine.working import Working
from tiebreaks.models import StoredStandings
from tiebreaks.play_offs import final_places
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.crosstable import rounds_started
from tournaments.record.findings import values as finding_values
from tournaments.record.model import Entry as RecordEntry
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.rounding import exact_text, plain
from tournaments.rulebook.shelf import edition, edition_in_force
from tournaments.snapshot import record_of, split_order

REGULATION = "c07"  # whose text of the first day binds an event that names no edition
PERFORMANCE = "TPR"
Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rules:
    """What ranks an event: the edition, the one for unplayed rounds (None: it follows), the order."""

    edition: Edition
    unplayed: Edition | None
    order: tuple[str, ...]


def standings_of(event: Event, through_round: int | None = None) -> Payload:
    """The standings of an event after a round (None: as it stands), counted once per version.

    `edition`, `unplayed`, `order`, `labels`, `rounds` (counted), `started`, `planned`, `fixed_pairings`,
    `findings`, and `rows` by place: `place`, `number`, `entry`, `person`, `name`, `title`, `federation`,
    `rating`, `points`, `values` by label (plain text or None), `exact` where a value has no finite decimal,
    `reasons` of direct encounters, `performance`, and `path`, the place after each criterion.

    The version is read before the facts, so what is kept under it is never older than it. Raises DomainError
    where no edition can be told or the order cannot be counted.
    """
    rules = rules_of(event)
    key = {
        "event_version": event.version,
        "through_round": through_round or 0,
        "order_text": ",".join(rules.order),
        "edition": rules.edition.key,
        "unplayed_edition": rules.unplayed.key if rules.unplayed else "",
    }
    stored = StoredStandings.objects.filter(event_id=event.pk, **key).first()
    if stored is not None:
        found: Payload = stored.payload
        return found
    payload = _counted(event, rules, through_round)
    with transaction.atomic():
        StoredStandings.objects.filter(event_id=event.pk, event_version__lt=event.version).delete()
        # Two first readers may meet here; both counted the same.
        StoredStandings.objects.bulk_create(
            [StoredStandings(event_id=event.pk, payload=payload, **key)], ignore_conflicts=True
        )
    return payload


def other_standings(event: Event, *, order: str, edition_key: str, unplayed_key: str) -> Payload:
    """The standings under another order or edition, beside the event's own; nothing is kept.

    Raises DomainError for an edition that is not on the shelf or a criterion that it does not have.
    """
    try:
        rules = Rules(
            edition(edition_key), edition(unplayed_key) if unplayed_key else None, split_order(order.upper())
        )
    except EditionError as error:
        raise _no_edition(error) from error
    return _counted(event, rules, None)


def rules_of(event: Event) -> Rules:
    """Edition and order of an event: those stored with it, for a draft those of its first day.

    Raises DomainError where the first day is missing, or an edition is not on the shelf.
    """
    try:
        chosen = (
            edition(event.tie_break_edition)
            if event.tie_break_edition
            else edition_in_force(REGULATION, event.start)
        )
        unplayed = edition(event.unplayed_edition) if event.unplayed_edition else None
    except EditionError as error:
        raise _no_edition(error) from error
    return Rules(chosen, unplayed, split_order(event.tie_break_order))


def working_for(event: Event, record: Record, through_round: int | None = None) -> Working:
    """The count of a record under the rules of its event; raises DomainError as `rules_of`."""
    return _working(record, rules_of(event), through_round)


def _working(record: Record, rules: Rules, through_round: int | None) -> Working:
    try:
        return working_of(record, rules.edition, rules.unplayed, through_round)
    except EditionError as error:
        raise _no_edition(error) from error


def ranked(working: Working, order: tuple[str, ...]) -> Standings:
    """The standing of a count; raises DomainError for a criterion that the edition does not have."""
    try:
        return rank_working(working, order)
    except TieBreakError as error:
        raise DomainError(
            _("The order of tie-breaks %(order)s cannot be counted under %(edition)s: %(reason)s")
            % {"order": ", ".join(order), "edition": working.edition.key, "reason": error.message},
            error.code,
            _("Correct the order on the event's form."),
        ) from error


def _no_edition(error: EditionError) -> DomainError:
    if error.code == "start_day_missing":
        return DomainError(
            _("The first day of play decides the tie-break rules, and it is not known."),
            error.code,
            _("The director types it on the event's form; then the standings appear."),
        )
    return DomainError(
        _("No edition of the tie-break rules can be told: %(reason)s") % {"reason": str(error)},
        error.code,
        _("Choose another edition on the event's form."),
    )


def _counted(event: Event, rules: Rules, through_round: int | None) -> Payload:
    """The payload, from the facts as they stand."""
    record = record_of(event.pk)
    working = _working(record, rules, through_round)
    standings = ranked(working, rules.order)
    performances = _performances(working, standings)
    entries = {entry.number: entry for entry in record.entries}
    ids = _ids(event)
    rows = [
        _row(row, entries[row.number], ids.get(row.number, (None, None)), performances)
        for row in standings.rows
    ]
    if through_round is None:
        rows = _after_play_off(rows, final_places(event.pk))
    return {
        "event": event.pk,
        "version": event.version,
        "edition": standings.edition,
        "unplayed": standings.unplayed,
        "order": list(standings.order),
        "labels": list(standings.labels),
        "rounds": standings.rounds,
        "started": rounds_started(record),
        "planned": record.event.rounds,
        "fixed_pairings": working.field.fixed_pairings,
        "findings": [
            {
                "severity": finding.severity,
                "key": finding.key,
                "article": finding.article,
                "values": finding_values(finding),
            }
            for finding in standings.findings
        ],
        "rows": rows,
    }


def _after_play_off(rows: list[Payload], places: Mapping[int, int]) -> list[Payload]:
    """The rows in the order of the final places: those of the play-off take theirs, with the place before it."""
    if not places:
        return rows
    moved = [
        row | {"place": places[row["number"]], "place_before": row["place"]}
        if row["number"] in places
        else row
        for row in rows
    ]
    return sorted(moved, key=lambda row: (row["place"], row.get("place_before", row["place"])))


def _row(
    row: StandingsRow,
    entry: RecordEntry,
    ids: tuple[int | None, int | None],
    performances: Mapping[int, int],
) -> Payload:
    exact = {
        label: text
        for label, value in row.values.items()
        if value is not None and (text := exact_text(value)) is not None
    }
    found: Payload = {
        "place": row.place,
        "number": row.number,
        "entry": ids[0],
        "person": ids[1],
        "name": entry.name,
        "title": entry.title,
        "federation": entry.federation,
        "rating": entry.rating,
        "points": _plain(row.values["PTS"]),
        "values": {label: _plain(value) for label, value in row.values.items()},
        "reasons": dict(row.reasons),
        "performance": performances.get(row.number),
        "path": list(row.path),
    }
    if exact:
        found["exact"] = exact
    return found


def _plain(value: Value) -> str | None:
    return None if value is None else plain(value)


def _performances(working: Working, standings: Standings) -> dict[int, int]:
    """The performance rating of each player who has one; nobody's where the edition knows none."""
    if PERFORMANCE in standings.labels or PERFORMANCE not in working.edition["criteria"].table:
        return {}
    column = column_of(working, *resolve(PERFORMANCE, working.edition))
    if column is None:
        return {}
    return {
        number: value
        for number, value in zip(working.field.numbers, column.values, strict=True)
        if value is not None
    }


def _ids(event: Event) -> dict[int, tuple[int, int | None]]:
    """Entry and person ids by start number."""
    rows = Entry.objects.filter(event_id=event.pk, number__isnull=False)
    return {
        number: (entry, person)
        for number, entry, person in rows.values_list("number", "pk", "person_id")
        if number is not None
    }
