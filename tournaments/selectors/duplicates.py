"""Who may stand in an event twice: one number under two entries, or one name in any spelling and script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.keys import search_key
from tournaments.models import Entry, Event

# Why two entries may be one player; the first that holds is told.
SAME_NUMBER, SAME_NAME = "number", "name"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two entries that may be one player, and why: `number` or `name`."""

    first: Entry
    second: Entry
    why: str


def duplicates_of(event: Event) -> list[Duplicate]:
    """Pairs of entries that may be one player, in the order of the list."""
    return list(duplicates_among(list(event.entries.order_by("number", "pk"))))


def duplicates_among(entries: Sequence[Entry]) -> Iterator[Duplicate]:
    """The same for entries that are read already.

    Two entries with one FIDE or national number; or the same words in the name, in any of the spellings under
    which the register would find them, and nothing that both say of the birth speaks against it. Two entries of
    two persons of the register are two persons.
    """
    seen: set[tuple[int, int]] = set()
    for group, why in (*_by_numbers(entries), *_by_names(entries)):
        for first, second in combinations(group, 2):
            pair = (first.pk, second.pk)
            if pair not in seen and _may_be_one(first, second):
                seen.add(pair)
                yield Duplicate(first, second, why)


def _by_numbers(entries: Sequence[Entry]) -> list[tuple[list[Entry], str]]:
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        for field in ("fide_id", "national_id"):
            if number := getattr(entry, field).lstrip("0"):
                groups.setdefault((field, number), []).append(entry)
    return [(group, SAME_NUMBER) for group in groups.values() if len(group) > 1]


def _by_names(entries: Sequence[Entry]) -> list[tuple[list[Entry], str]]:
    """Entries whose names have a spelling in common for every word; found by the spellings of the longest word."""
    words = {entry.pk: _words(entry.name) for entry in entries}
    buckets: dict[str, list[Entry]] = {}
    for entry in entries:
        if words[entry.pk]:
            for spelling in max(words[entry.pk], key=lambda word: len(min(word, key=len))):
                buckets.setdefault(spelling, []).append(entry)
    return [
        ([first, second], SAME_NAME)
        for bucket in buckets.values()
        for first, second in combinations(bucket, 2)
        if _same_name(words[first.pk], words[second.pk])
    ]


def _words(name: str) -> list[frozenset[str]]:
    """For each word its spellings; initials tell nobody from another."""
    plain = name.replace(",", " ").replace(".", " ").replace("-", " ").split()
    return [
        spellings for word in plain if len(word) > 1 and (spellings := frozenset(search_key(word).split()))
    ]


def _same_name(first: Sequence[frozenset[str]], second: Sequence[frozenset[str]]) -> bool:
    """Every word of the shorter name is one of the other's; a single word must be all that both have."""
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) < 2 and len(longer) > len(shorter):
        return False
    return all(any(word & other for other in longer) for word in shorter)


def _may_be_one(first: Entry, second: Entry) -> bool:
    if first.person_id and second.person_id:
        return False
    years = {entry.birth[:4] for entry in (first, second) if entry.birth}
    if len(years) > 1 or (first.sex and second.sex and first.sex != second.sex):
        return False
    return all(
        not (one and other) or one.lstrip("0") == other.lstrip("0")
        for one, other in ((first.fide_id, second.fide_id), (first.national_id, second.national_id))
    )
