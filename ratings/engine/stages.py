"""Preliminaries, finals and play-offs of one event, put together as one (article 6.2)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Round, System, Team

TEAM_SYSTEMS = frozenset({"team_swiss", "team_round_robin", "team_scheveningen"})

Persons = Sequence[Mapping[int, Hashable]]


@dataclass(frozen=True, slots=True)
class Pool:
    """The stages as one record.

    `numbers` has for each record, in the order given, the start numbers in it and in the pool; `earliest` for
    each number in the pool the index of the record in which he played first, and his start number there.
    """

    record: Record
    numbers: tuple[Mapping[int, int], ...]
    earliest: Mapping[int, tuple[int, int]]


@dataclass(slots=True)
class _Roll:
    """The players met so far, with all by which each can be known again."""

    entries: list[Entry] = field(default_factory=list)
    known: list[set[Hashable]] = field(default_factory=list)

    def number_of(self, entry: Entry, marks: set[Hashable], taken: set[int]) -> int:
        """The number of a player, a new one if he was in no stage before; `taken` are those of this stage."""
        for index, old in enumerate(self.entries):
            if index + 1 not in taken and _is_same(self.known[index], marks):
                self.known[index] |= marks
                self.entries[index] = _completed(old, entry)
                return index + 1
        self.entries.append(_of_all_stages(entry, len(self.entries) + 1))
        self.known.append(set(marks))
        return len(self.entries)


def _of_all_stages(entry: Entry, number: int) -> Entry:
    """The entry without what it says of one stage alone."""
    return replace(
        entry,
        number=number,
        withdrawn_after=None,
        substitute_for=None,
        stated_points=None,
        stated_rank=None,
    )


def pool_stages(records: Sequence[Record], persons: Persons = ()) -> Pool:
    """All stages as one event, in the order given; the first is the main event, whose head it takes.

    Stages are put in the order of their first days. Players are known again by FIDE ID, national number, or
    exactly equal name, birth, sex and federation where no number contradicts; `persons`, one mapping a record,
    says outright who a start number is. Everybody keeps rating, K and title of his earliest stage; rounds
    follow one another, whatever gaps a stage has. Raises ValueError without a record.
    """
    if not records:
        raise ValueError("There is no stage.")
    told = list(persons) or [{} for _ in records]
    order = sorted(range(len(records)), key=lambda index: (records[index].event.start or date.max, index))
    roll = _Roll()
    numbers: list[Mapping[int, int]] = [{} for _ in records]
    earliest: dict[int, tuple[int, int]] = {}
    for index in order:
        numbers[index] = _numbers(roll, records[index], told[index])
        for own, pooled in numbers[index].items():
            earliest.setdefault(pooled, (index, own))
    games: list[Game] = []
    byes: list[Bye] = []
    rounds: list[Round] = []
    shift = matches = 0
    for index in order:
        record, renumbered = records[index], numbers[index]
        games += [_game(game, renumbered, shift, matches) for game in record.games]
        byes += [replace(bye, round=bye.round + shift, entry=renumbered[bye.entry]) for bye in record.byes]
        rounds += [replace(item, number=item.number + shift) for item in record.rounds]
        shift += _rounds_of(record)
        matches = max([matches, *(game.match or 0 for game in games)])
    facts = _facts(records, len(roll.entries), shift)
    ordered = tuple(numbers[index] for index in order)
    teams = _teams([records[index] for index in order], ordered)
    record = Record(facts, tuple(roll.entries), tuple(games), tuple(byes), tuple(rounds), teams)
    return Pool(record, tuple(numbers), earliest)


def _numbers(roll: _Roll, record: Record, told: Mapping[int, Hashable]) -> dict[int, int]:
    """The start numbers of a stage with the numbers in the pool; the numbers sort as in the stage."""
    found: dict[int, int] = {}
    for entry in sorted(record.entries, key=lambda item: item.number):
        marks = _marks(entry, told.get(entry.number))
        found[entry.number] = roll.number_of(entry, marks, set(found.values()))
    return found


def _marks(entry: Entry, told: Hashable) -> set[Hashable]:
    marks: set[Hashable] = {("facts", entry.name, entry.birth, entry.sex, entry.federation)}
    if entry.fide_id:
        marks.add(("fide", entry.fide_id))
    if entry.national_id:
        marks.add(("national", entry.national_id))
    if told is not None:
        marks.add(("person", told))
    return marks


def _is_same(known: set[Hashable], marks: set[Hashable]) -> bool:
    """Whether two entries are one player: numbers decide where both have one, else all that is written."""
    for kind in ("person", "fide", "national"):
        own, other = _of_kind(known, kind), _of_kind(marks, kind)
        if own and other:
            return bool(own & other)
    return bool(known & marks)


def _of_kind(marks: set[Hashable], kind: str) -> set[Hashable]:
    return {mark for mark in marks if isinstance(mark, tuple) and mark[0] == kind}


def _completed(old: Entry, new: Entry) -> Entry:
    """The entry of the earlier stage, with the numbers that only the later one names."""
    return replace(
        old,
        fide_id=old.fide_id or new.fide_id,
        national_id=old.national_id or new.national_id,
        birth=old.birth or new.birth,
    )


def _game(game: Game, numbers: Mapping[int, int], rounds: int, matches: int) -> Game:
    return replace(
        game,
        round=game.round + rounds,
        white=numbers[game.white],
        black=numbers[game.black],
        match=None if game.match is None else game.match + matches,
    )


def _rounds_of(record: Record) -> int:
    """How many rounds a stage takes up: those announced, or more if more are there."""
    games, byes = (game.round for game in record.games), (bye.round for bye in record.byes)
    return max([record.event.rounds, *games, *byes, *(item.number for item in record.rounds)])


def _facts(records: Sequence[Record], players: int, rounds: int) -> EventFacts:
    main = records[0].event
    starts = [record.event.start for record in records if record.event.start]
    ends = [record.event.end or record.event.start for record in records]
    known_ends = [day for day in ends if day]
    return replace(
        main,
        start=min(starts, default=None),
        end=max(known_ends, default=None),
        system=_system(records, players),
        cycles=sum(record.event.cycles for record in records) if _is_one_field(records, players) else 1,
        rounds=rounds,
    )


def _is_one_field(records: Sequence[Record], players: int) -> bool:
    """Whether every stage was played by the same players under one system."""
    systems = {record.event.system for record in records}
    return len(systems) == 1 and all(len(record.entries) == players for record in records)


def _system(records: Sequence[Record], players: int) -> System:
    """The system of all stages where they share it and the field; else the rules for Swiss events apply."""
    if _is_one_field(records, players):
        return records[0].event.system
    teams = any(record.event.system in TEAM_SYSTEMS for record in records)
    return "team_swiss" if teams else "swiss"


def _teams(records: Sequence[Record], numbers: Sequence[Mapping[int, int]]) -> tuple[Team, ...]:
    """The teams by name and federation, with the members of all stages."""
    found: dict[tuple[str, str], Team] = {}
    for record, renumbered in zip(records, numbers, strict=True):
        for team in record.teams:
            members = tuple(renumbered[number] for number in team.members)
            old = found.get((team.name, team.federation))
            if old is None:
                shown = Team(len(found) + 1, team.name, members, team.federation, team.nickname)
            else:
                shown = replace(old, members=tuple(dict.fromkeys((*old.members, *members))))
            found[team.name, team.federation] = shown
    return tuple(found.values())
