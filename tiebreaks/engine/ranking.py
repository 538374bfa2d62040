"""The standing: players in the order of the tie-breaks, equal places left equal (C.07, 4.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from tiebreaks.engine.criterion import Criterion, Decide, Value, shown
from tiebreaks.engine.errors import UnknownPlayer
from tiebreaks.engine.field import field_of
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.policies import unplayed_edition
from tiebreaks.engine.refusals import refusal, remarks
from tiebreaks.engine.registry import resolve_in
from tiebreaks.engine.working import Column, Working
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition

SCORE = "PTS"
NO_REASONS: Mapping[str, str] = MappingProxyType({})


class RowValues(Mapping[str, Value]):
    """One player's values by label, made of the whole numbers of the columns when they are asked for.

    A standing of five hundred players has ten thousand values, and a page shows few of them.
    """

    __slots__ = ("_columns", "_player")

    def __init__(self, columns: Mapping[str, Column], player: int) -> None:
        self._columns, self._player = columns, player

    def __getitem__(self, label: str) -> Value:
        column = self._columns[label]
        return shown(column.values[self._player], column.unit)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return repr(dict(self))


class StandingsRow(NamedTuple):
    """One player: his place, start number and value under each label of the standing.

    A value is a Fraction, an integer, or None where it is undefined or decides nothing. `reasons` says for a
    direct encounter why (a step key). `path` is the place after each criterion; equal paths are equal places.
    """

    place: int
    number: int
    values: Mapping[str, Value]
    reasons: Mapping[str, str]
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A whole standing. `edition` and `unplayed` are keys; `order` holds the codes as asked, points first.

    `labels` are the keys of the values: the code, and for a code that is listed again `DE#2`. `columns` are the
    values as counted, by label, in the order of the field.
    """

    edition: str
    unplayed: str
    order: tuple[str, ...]
    labels: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    findings: tuple[Finding, ...]
    rounds: int
    columns: Mapping[str, Column] = field(default_factory=dict, hash=False, compare=False)

    def row(self, number: int) -> StandingsRow:
        """The row of a start number; raises UnknownPlayer."""
        for row in self.rows:
            if row.number == number:
                return row
        raise UnknownPlayer(f"No player has the start number {number}.")

    def tied_before(self, label: str, number: int) -> tuple[int, ...]:
        """The start numbers, his own among them, with whom the player was tied before this criterion."""
        column, own = self.labels.index(label), self.row(number)
        return tuple(row.number for row in self.rows if row.path[:column] == own.path[:column])


@dataclass(frozen=True, slots=True)
class Comparison:
    """The first criterion that separates two players: its label and both values."""

    label: str
    first: Value
    second: Value


def rank(
    record: Record,
    edition: Edition,
    order: Sequence[str],
    unplayed: Edition | None = None,
    through_round: int | None = None,
) -> Standings:
    """The standing of a record after `through_round` (None: the last one that has started).

    `order` are codes such as `PTS`, `DE`, `BH/C1`; points come first where they are not listed. `unplayed`
    overrides the edition that says how unplayed rounds count.

    Raises UnknownTieBreak or ModifierRefused for a code, MissingStartDay where the start day decides.
    """
    return rank_working(working_of(record, edition, unplayed, through_round), order)


def working_of(
    record: Record, edition: Edition, unplayed: Edition | None = None, through_round: int | None = None
) -> Working:
    """The count of a record under an edition; raises MissingStartDay where the start day decides."""
    return Working(
        field_of(record, through_round), edition, unplayed_edition(edition, record.event.start, unplayed)
    )


def rank_working(working: Working, order: Sequence[str]) -> Standings:
    """The standing of a count already begun."""
    wanted = [resolve_in(working, code) for code in _with_points(order)]
    labels = _labels(tie_break.code for tie_break, _ in wanted)
    numbers = working.field.numbers
    groups = [sorted(range(len(numbers)), key=numbers.__getitem__)] if numbers else []
    columns: dict[str, Column] = {}
    reasons: dict[str, list[str]] = {}
    places: list[list[int]] = []
    for label, (tie_break, criterion) in zip(labels, wanted, strict=True):
        column, before = column_of(working, tie_break, criterion), len(groups)
        if criterion.decide is not None:
            groups, ranks, reasons[label] = _by_decision(working, tie_break, criterion.decide, groups)
            columns[label] = ranks if column is None else column
        elif column is not None:
            columns[label] = column
            groups = _split(column, groups) if before < len(numbers) else groups
        places.append(places[-1] if places and len(groups) == before else _places(groups, len(numbers)))
    return Standings(
        edition=working.edition.key,
        unplayed=working.unplayed.key,
        order=tuple(tie_break.code for tie_break, _ in wanted),
        labels=labels,
        rows=_rows(numbers, groups, columns, reasons, places),
        findings=remarks(working, wanted),
        rounds=working.field.rounds,
        columns=columns,
    )


def _rows(
    numbers: list[int],
    groups: list[list[int]],
    columns: Mapping[str, Column],
    reasons: Mapping[str, list[str]],
    places: list[list[int]],
) -> tuple[StandingsRow, ...]:
    """The columns turned into rows, in the order of the places."""
    paths = list(zip(*places, strict=True))
    return tuple(
        StandingsRow(
            paths[player][-1],
            numbers[player],
            RowValues(columns, player),
            {label: column[player] for label, column in reasons.items()} if reasons else NO_REASONS,
            paths[player],
        )
        for group in groups
        for player in group
    )


def column_of(working: Working, tie_break: TieBreak, criterion: Criterion) -> Column | None:
    """The values of everybody, all undefined where it is refused; None where it ranks inside a tie alone."""
    if criterion.values is None:
        return None
    if refusal(working, tie_break, criterion) is not None:
        return Column([None for _ in working.field.numbers], 1)
    return criterion.values(working.referring(tie_break), tie_break)


def compare(standings: Standings, first: int, second: int) -> Comparison | None:
    """The first criterion that separates two start numbers; None if they share a place.

    Raises UnknownPlayer.
    """
    one, other = standings.row(first), standings.row(second)
    for label, place, other_place in zip(standings.labels, one.path, other.path, strict=True):
        if place != other_place:
            return Comparison(label, one.values[label], other.values[label])
    return None


def _with_points(order: Sequence[str]) -> tuple[str, ...]:
    codes = tuple(code.strip() for code in order if code.strip())
    return codes if SCORE in (code.upper() for code in codes) else (SCORE, *codes)


def _labels(codes: Iterable[str]) -> tuple[str, ...]:
    labels: list[str] = []
    for code in codes:
        again = sum(label.partition("#")[0] == code for label in labels)
        labels.append(f"{code}#{again + 1}" if again else code)
    return tuple(labels)


def _split(column: Column, groups: list[list[int]]) -> list[list[int]]:
    """Each tied group by the keys of the column, the greatest first, the undefined last."""
    keys: Sequence[int | tuple[int, ...] | None] = column.values if column.keys is None else column.keys
    found = []
    for group in groups:
        if len(group) == 1:
            found.append(group)
            continue
        buckets: dict[int | tuple[int, ...], list[int]] = {}
        undefined = []
        for player in group:
            key = keys[player]
            if key is None:
                undefined.append(player)
            else:
                buckets.setdefault(key, []).append(player)
        found += [buckets[key] for key in sorted(buckets, reverse=True)]
        found += [undefined] if undefined else []
    return found


def _by_decision(
    working: Working, tie_break: TieBreak, decide: Decide, groups: list[list[int]]
) -> tuple[list[list[int]], Column, list[str]]:
    """Each tied group by a criterion of its own: the new groups, every player's rank and the reason for it."""
    working = working.referring(tie_break)
    numbers, found = working.field.numbers, list[list[int]]()
    values: list[int | None] = [None] * len(numbers)
    reasons = [""] * len(numbers)
    for group in groups:
        decision = decide(working, tie_break, group)
        ranks = decision.ranks()
        for player in group:
            values[player], reasons[player] = ranks.get(player), decision.reason
        found += [sorted(members, key=numbers.__getitem__) for members in decision.classes]
    return found, Column(values, 1), reasons


def _places(groups: list[list[int]], count: int) -> list[int]:
    """The place of each player: one more than the players in the groups before his."""
    places, place = [0] * count, 1
    for group in groups:
        for player in group:
            places[player] = place
        place += len(group)
    return places
