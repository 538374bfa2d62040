"""Standings kept per version of an event: counted when first read, dropped when the facts change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tiebreaks import stored as stored_standings
from tiebreaks.brackets import bracket_places
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.ranking import Standings, column_of, rank_working, working_of
from tiebreaks.engine.registry import codes_of, resolve
from tiebreaks.engine.working import Working
from tiebreaks.facts import Facts, facts_of, standing_facts
from tiebreaks.lots import Settled, settled
from tiebreaks.models import PlayOff
from tiebreaks.play_offs import at_rest
from tiebreaks.stored import Payload, Row, Stored, lists_of, payload_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.crosstable import rounds_started
from tournaments.record.findings import values as finding_values
from tournaments.record.model import Record
from tournaments.record.withdrawals import in_standings, left_early
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition, edition_in_force
from tournaments.snapshot import split_order

REGULATION = "c07"  # whose text of the first day binds an event that names no edition
PERFORMANCE = "TPR"
NOTHING_SETTLED = Settled({}, frozenset(), {})


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
    `reasons` of direct encounters, `performance`, and `path`, the place after each criterion. Whom a play-off or a
    lot placed has `place_before`, `by_lot`, and `play_off`, the first place of the play-off played (or None).

    The version is read before the facts, so what is kept under it is never older than it. Raises DomainError
    where no edition can be told or the order cannot be counted.
    """
    rules = rules_of(event)
    key = key_of(event, rules, through_round)
    stored = stored_standings.found(key)
    if stored is None:
        stored = counted(event, rules, through_round)
        stored_standings.keep(key, stored)
    return payload_of(stored)


def key_of(event: Event, rules: Rules, through_round: int | None, *, of_teams: bool = False) -> Payload:
    """Under what a standing is kept: all that it is counted from beside the facts of this version."""
    return {
        "event_id": event.pk,
        "event_version": event.version,
        "through_round": through_round or 0,
        "of_teams": of_teams,
        "order_text": ",".join(rules.order),
        "edition": rules.edition.key,
        "unplayed_edition": rules.unplayed.key if rules.unplayed else "",
    }


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
    return payload_of(counted(event, rules, None))


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


def player_order(rules: Rules) -> tuple[str, ...]:
    """The order as far as players are ranked by it: an event of teams has one order for both."""
    teams_only = set(codes_of(rules.edition, teams=True)) - set(codes_of(rules.edition))
    return tuple(code for code in rules.order if code.partition("/")[0] not in teams_only and ":" not in code)


def working_for(event: Event, record: Record, through_round: int | None = None) -> Working:
    """The count of a record under the rules of its event, as far as it stands in the standings.

    Raises DomainError as `rules_of`.
    """
    return _working(in_standings(record), rules_of(event), through_round)


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


def after_play_off(standings: Standings, places: Mapping[int, int]) -> Standings:
    """The standing in the order of the final places that play-offs gave; itself where there was none."""
    if not places:
        return standings
    before = {row.number: row.place for row in standings.rows}
    moved = (row._replace(place=places.get(row.number, row.place)) for row in standings.rows)
    return replace(standings, rows=tuple(sorted(moved, key=lambda row: (row.place, before[row.number]))))


def play_offs_at_rest(event: Event, begun: Sequence[PlayOff]) -> frozenset[int]:
    """Which of the event's play-offs (their ids) decide nothing any more.

    Raises DomainError where nobody can be ranked.
    """
    if not begun:
        return frozenset()
    rules = rules_of(event)
    working = _working(standing_facts(facts_of(event)).as_record(), rules, None)
    return at_rest(begun, ranked(working, player_order(rules)))


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


def counted(event: Event, rules: Rules, through_round: int | None = None) -> Stored:
    """The standing from the facts as they stand, ready to be stored; raises DomainError as `standings_of`."""
    whole = facts_of(event)
    facts = standing_facts(whole)
    working = _working(facts.as_record(), rules, through_round)
    standings = ranked(working, player_order(rules))
    rows = _rows(working, standings, facts)
    found = NOTHING_SETTLED
    bracket = bracket_places(event) if through_round is None else {}
    if bracket:
        rows = _by_bracket(rows, bracket)
    elif through_round is None:
        found = settled(event.pk, standings)
        rows = _after_play_off(rows, found.places)
    head = {
        "by_lot": sorted(found.by_lot),
        "by_bracket": int(bool(bracket)),
        "play_offs": [[first, list(numbers)] for first, numbers in found.play_offs.items()],
        **head_of(event, standings),
        "units": [standings.columns[label].unit for label in standings.labels],
        "reason_labels": list(standings.rows[0].reasons) if standings.rows else [],
        "left_early": sorted(left_early(whole.as_record())),
        "started": rounds_started(whole.as_record()),
        "planned": facts.event.rounds,
        "fixed_pairings": working.field.fixed_pairings,
        "special": sorted(having_special_points(working)),
    }
    return Stored(head, rows)


def having_special_points(working: Working) -> set[int]:
    """The numbers of those whose score holds points beside the results."""
    field = working.field
    if not field.given and not field.apart:
        return set()
    given = field.given or [()] * len(field.numbers)
    apart = field.apart or [0] * len(field.numbers)
    return {number for number, own, more in zip(field.numbers, given, apart, strict=True) if own or more}


def head_of(event: Event, standings: Standings) -> Payload:
    """What the head of a standing says, of players or of teams."""
    return {
        "event": event.pk,
        "version": event.version,
        "edition": standings.edition,
        "unplayed": standings.unplayed,
        "order": list(standings.order),
        "labels": list(standings.labels),
        "rounds": standings.rounds,
        "findings": [
            {
                "severity": finding.severity,
                "key": finding.key,
                "article": finding.article,
                "values": finding_values(finding),
            }
            for finding in standings.findings
        ],
    }


def _rows(working: Working, standings: Standings, facts: Facts) -> list[Row]:
    """The rows by place, of the whole numbers of the columns."""
    players = {number: player for player, number in enumerate(working.field.numbers)}
    order = [players[row.number] for row in standings.rows]
    columns = [standings.columns[label].values for label in standings.labels]
    values = list(zip(*columns, strict=True))
    raw, paths = lists_of(values[player] for player in order), lists_of(row.path for row in standings.rows)
    performances = _performances(working, standings)
    entries = [facts.entries[player] for player in order]
    return [
        Row(
            row.number,
            row.place,
            None,
            entry.entry,
            entry.person,
            entry.name,
            entry.title,
            entry.federation,
            entry.rating,
            performances.get(row.number),
            path,
            numbers,
            ",".join(row.reasons.values()),
        )
        for row, entry, path, numbers in zip(standings.rows, entries, paths, raw, strict=True)
    ]


def _after_play_off(rows: list[Row], places: Mapping[int, int]) -> list[Row]:
    """The rows in the order of the final places: those of the play-off take theirs, with the place before it."""
    if not places:
        return rows
    moved = [
        row._replace(place=places[row.number], place_before=row.place) if row.number in places else row
        for row in rows
    ]
    return sorted(moved, key=lambda row: (row.place, row.place_before or row.place))


def _by_bracket(rows: list[Row], places: Mapping[int, int]) -> list[Row]:
    """The rows in the order of the bracket; who did not play in it stands last."""
    last = max(places.values()) + 1
    moved = [row._replace(place=places.get(row.number, last)) for row in rows]
    return sorted(moved, key=lambda row: row.place)


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
