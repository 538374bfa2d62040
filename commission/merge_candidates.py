"""Pairs of records that may be one person: a number, the name in any spelling, or the day of birth. Reads only.

Nothing here decides: many people share a name, and some have two numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext_lazy as _

from commission.merging import decided_before
from players.models import Person, PersonMerge
from players.selectors import persons, persons_matching
from tournaments.selectors.people import candidates_of_rows

# How many records are compared with the whole register at once.
COMPARED = 200
WHOLE_BIRTH = len("YYYY-MM-DD")
NUMBER, NAME, BIRTH = "number", "name", "birth"
WHY = {
    NUMBER: _("the same number but for zeros"),
    NAME: _("the same name in some spelling"),
    BIRTH: _("the same day of birth and a name"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two records, the older first, why they may be one person, and what was decided of them before."""

    first: Person
    second: Person
    why: str
    before: PersonMerge | None

    @property
    def name(self) -> str:
        """What the list sorts by."""
        return self.first.sort_key_en

    @property
    def second_pk(self) -> int:
        """The newer record's number, which the list sorts by at first."""
        return self.second.pk


def candidates(query: str = "") -> list[Candidate]:
    """Pairs among which one record is found by the query, or is of the newest ones; newest first."""
    found = persons_matching(query, national_numbers=True) if query else persons()
    compared = list(found.order_by("-pk")[:COMPARED])
    pairs: dict[frozenset[int], tuple[Person, Person, str]] = {}
    for one, other, why in (*_by_number(compared), *_by_name(compared), *_by_birth(compared)):
        first, second = sorted((one, other), key=lambda person: person.pk)
        if first.pk != second.pk and _may_be_one(first, second):
            pairs.setdefault(frozenset((first.pk, second.pk)), (first, second, why))
    before = decided_before([(first.pk, second.pk) for first, second, _why in pairs.values()])
    made = [Candidate(first, second, why, before.get(pair)) for pair, (first, second, why) in pairs.items()]
    return sorted(made, key=lambda pair: (-pair.second.pk, pair.first.pk))


def _by_number(compared: Sequence[Person]) -> Iterator[tuple[Person, Person, str]]:
    for name in ("national_id", "fide_id"):
        numbers = {getattr(person, name).lstrip("0") for person in compared} - {""}
        spellings = {bare.zfill(width) for bare in numbers for width in range(len(bare), 11)}
        groups: dict[str, list[Person]] = {}
        if spellings:
            for person in persons().filter(**{f"{name}__in": spellings}):
                groups.setdefault(getattr(person, name).lstrip("0"), []).append(person)
        for group in groups.values():
            yield from ((one, other, NUMBER) for one, other in combinations(group, 2))


def _by_name(compared: Sequence[Person]) -> Iterator[tuple[Person, Person, str]]:
    for person, others in zip(compared, candidates_of_rows(compared), strict=True):
        yield from ((person, other, NAME) for other in others)


def _by_birth(compared: Sequence[Person]) -> Iterator[tuple[Person, Person, str]]:
    """The whole day of birth, and a word of the name: a married name, a second given name."""
    days = {person.birth for person in compared if len(person.birth) == WHOLE_BIRTH}
    groups: dict[str, list[Person]] = {}
    if days:
        for person in persons().filter(birth__in=days):
            groups.setdefault(person.birth, []).append(person)
    for group in groups.values():
        for one, other in combinations(group, 2):
            if _words(one) & _words(other):
                yield one, other, BIRTH


def _words(person: Person) -> set[str]:
    return {word for word in person.search_key.split() if len(word) > 1 and word != person.fide_id}


def _may_be_one(one: Person, other: Person) -> bool:
    """Nothing that both say of sex or birth speaks against it; two numbers do not."""
    if one.sex and other.sex and one.sex != other.sex:
        return False
    births: Iterable[str] = sorted((one.birth, other.birth), key=len)
    shorter, longer = births
    return longer.startswith(shorter)
