"""The standing: players in the order of the tie-breaks, equal places left equal (C.07, 4.2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
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
    columns: dict[str, Column] = {}
    reasons: dict[str, list[str]] = {}
    ties = _everybody(numbers)
    places: list[list[int]] = []
    for label, (tie_break, criterion) in zip(labels, wanted, strict=True):
        column = column_of(working, tie_break, criterion)
        if criterion.decide is not None:
            ranks, reasons[label] = _by_decision(working, tie_break, criterion.decide, ties)
            columns[label] = ranks if column is None else column
        elif column is not None:
            columns[label] = column
            ties.split(column.values if column.keys is None else column.keys)
        places.append(ties.places)
    return Standings(
        edition=working.edition.key,
        unplayed=working.unplayed.key,
        order=tuple(tie_break.code for tie_break, _ in wanted),
        labels=labels,
        rows=_rows(numbers, columns, reasons, places),
        findings=remarks(working, wanted),
        rounds=working.field.rounds,
        columns=columns,
    )


def _rows(
    numbers: list[int],
    columns: Mapping[str, Column],
    reasons: Mapping[str, list[str]],
    places: list[list[int]],
) -> tuple[StandingsRow, ...]:
    """The columns turned into rows, in the order of the places."""
    paths = list(zip(*places, strict=True))
    told = list(zip(*reasons.values(), strict=True)) if reasons else [()] * len(numbers)
    new = partial(tuple.__new__, StandingsRow)
    shared = {keys: MappingProxyType(dict(zip(reasons, keys, strict=True))) for keys in set(told)}
    return tuple(
        [
            new(
                (
                    paths[player][-1],
                    numbers[player],
                    RowValues(columns, player),
                    shared[told[player]],
                    paths[player],
                )
            )
            for player in sorted(_by_number(numbers), key=places[-1].__getitem__)
        ]
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
    labels, seen = list[str](), Counter[str]()
    for code in codes:
        seen[code] += 1
        labels.append(f"{code}#{seen[code]}" if seen[code] > 1 else code)
    return tuple(labels)


def _by_number(numbers: list[int]) -> list[int]:
    """The players in the order of their start numbers."""
    return sorted(range(len(numbers)), key=numbers.__getitem__)


def _everybody(numbers: list[int]) -> "_Ties":
    """One tie of everybody for the first place."""
    players = _by_number(numbers)
    return _Ties([1] * len(players), [players] if len(players) > 1 else [])


@dataclass(slots=True)
class _Ties:
    """The place of each player so far, and the groups still tied; members in the order of their numbers."""

    places: list[int]
    groups: list[list[int]]

    def split(self, keys: Sequence[int | tuple[int, ...] | None]) -> None:
        """Each tied group by the keys, the greatest first, the undefined last."""
        self.part([_classes(group, keys) for group in self.groups])

    def part(self, parted: Iterable[Sequence[Sequence[int]]]) -> None:
        """The tied groups in classes, in the order of the groups: the places of whom it moves, what is still tied."""
        places, groups = self.places.copy(), list[list[int]]()
        for classes in parted:
            if len(classes) == 1:
                groups.append(list(classes[0]))
                continue
            place = places[classes[0][0]]
            for members in classes:
                for player in members:
                    places[player] = place
                place += len(members)
                if len(members) > 1:
                    groups.append(list(members))
        self.places, self.groups = places, groups


def _classes(group: list[int], keys: Sequence[int | tuple[int, ...] | None]) -> list[list[int]]:
    """A tied group by the keys, the greatest first, the undefined last."""
    buckets: dict[int | tuple[int, ...] | None, list[int]] = {}
    for player in group:
        key = keys[player]
        if key in buckets:
            buckets[key].append(player)
        else:
            buckets[key] = [player]
    if len(buckets) == 1:
        return [group]
    undefined = buckets.pop(None, None)
    found = [buckets[key] for key in sorted(buckets, reverse=True)]  # type: ignore[type-var]
    return [*found, undefined] if undefined else found


def _by_decision(
    working: Working, tie_break: TieBreak, decide: Decide, ties: _Ties
) -> tuple[Column, list[str]]:
    """Each tied group by a criterion of its own: every player's rank and the reason for it."""
    working = working.referring(tie_break)
    numbers, decided = working.field.numbers, list[Sequence[Sequence[int]]]()
    values: list[int | None] = [None] * len(numbers)
    # Whoever is alone in his place is told so by the criterion, one like another.
    reasons = [decide(working, tie_break, (0,)).reason if numbers else ""] * len(numbers)
    for group in ties.groups:
        decision = decide(working, tie_break, group)
        for player in group:
            reasons[player] = decision.reason
        for player, rank_inside in decision.ranks().items():
            values[player] = rank_inside
        decided.append([sorted(members, key=numbers.__getitem__) for members in decision.classes])
    ties.part(decided)
    return Column(values, 1), reasons
