"""Who an entry might be: by number (certain), by name and year of birth (a proposal)."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from django.db.models import Q, QuerySet

from core.keys import search_key
from players.models import Person
from players.selectors import persons

MOST_CANDIDATES = 8
# The longest national number that is sought with other leading zeros than those written.
MOST_FIGURES = 10


class Named(Protocol):
    """What identifies: an entry, or a row of a pasted list."""

    @property
    def name(self) -> str:
        """The name as written there."""

    @property
    def birth(self) -> str:
        """`YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or empty."""

    @property
    def fide_id(self) -> str:
        """The FIDE number, or empty."""

    @property
    def national_id(self) -> str:
        """The national number, or empty."""


class Keyed(Named, Protocol):
    """An entry with its id."""

    @property
    def pk(self) -> int:
        """The id of the entry."""


def persons_by_numbers(entries: Sequence[Keyed]) -> Mapping[int, Person]:
    """The person of each entry (by its id) whose FIDE or national number is that of the register.

    Two numbers that name two persons decide nothing.
    """
    found = _by_numbers(entries)
    return {entry.pk: person for entry, person in zip(entries, found, strict=True) if person is not None}


def persons_of_rows(rows: Sequence[Named]) -> list[Person | None]:
    """The person of each row by number, in the order of the rows."""
    return _by_numbers(rows)


def _by_numbers(rows: Sequence[Named]) -> list[Person | None]:
    fide = {row.fide_id for row in rows if row.fide_id}
    national = {row.national_id for row in rows if row.national_id}
    # A file has one column for a number, and a national federation may write its own there.
    numbers = fide | national
    if not numbers:
        return [None for _row in rows]
    known = list(_numbered(Q(fide_id__in=numbers) | Q(national_id__in=numbers)))
    by_fide = {person.fide_id: _stayed(person) for person in known if person.fide_id}
    by_national = {person.national_id: _stayed(person) for person in known if person.national_id}
    found = [_one(row, by_fide, by_national) for row in rows]
    return _by_zeros(rows, found, set(by_national))


def _by_zeros(rows: Sequence[Named], found: list[Person | None], held: set[str]) -> list[Person | None]:
    """Rows whose national number lost its leading zeros in a spreadsheet, or got too many of them.

    Only where nobody has the number as it is written, and one person alone has it apart from the zeros.
    """
    lost = {
        place: row.national_id.lstrip("0")
        for place, row in enumerate(rows)
        if found[place] is None and row.national_id not in held and _is_figures(row.national_id)
    }
    spellings = {
        bare.zfill(width) for bare in lost.values() if bare for width in range(len(bare), MOST_FIGURES + 1)
    }
    if not spellings:
        return found
    by_bare: dict[str, list[Person]] = {}
    for person in _numbered(Q(national_id__in=spellings)):
        by_bare.setdefault(person.national_id.lstrip("0"), []).append(_stayed(person))
    for place, bare in lost.items():
        persons_found = by_bare.get(bare, [])
        other = rows[place].fide_id and persons_found and persons_found[0].fide_id
        if len(persons_found) == 1 and (not other or other == rows[place].fide_id):
            found[place] = persons_found[0]
    return found


def _numbered(condition: Q) -> QuerySet[Person]:
    """Persons of any record, merged ones too: their numbers still say who they are."""
    return Person.objects.filter(condition).select_related("region", "merged_into__region")


def _stayed(person: Person) -> Person:
    return person.merged_into or person


def _is_figures(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _one(row: Named, by_fide: Mapping[str, Person], by_national: Mapping[str, Person]) -> Person | None:
    named = [by_fide.get(row.fide_id), by_national.get(row.national_id)]
    found = {person.pk: person for person in named if person is not None}
    if not found and row.fide_id:
        other = by_national.get(row.fide_id)
        found = {other.pk: other} if other else {}
    return next(iter(found.values())) if len(found) == 1 else None


def candidates_of(entries: Sequence[Keyed]) -> dict[int, list[Person]]:
    """Candidates for each entry by its id; empty lists for those that nobody resembles."""
    return {entry.pk: found for entry, found in zip(entries, candidates_of_rows(entries), strict=True)}


def candidates_of_rows(rows: Sequence[Named]) -> list[list[Person]]:
    """Persons who may be meant by each row: the same name in any spelling, and no other birth year.

    Never a decision: transliteration is not unique and many people share a name.
    """
    words = [_name_words(row.name) for row in rows]
    by_word = _persons_by_word({_longest(spellings) for spellings in words if spellings})
    return [
        _fitting(row, spellings, by_word) if spellings else []
        for row, spellings in zip(rows, words, strict=True)
    ]


def _name_words(name: str) -> list[frozenset[str]]:
    """For each word of the name the spellings under which the register may hold it."""
    return [
        frozenset(search_key(word).split())
        for word in name.replace(",", " ").replace(".", " ").split()
        if len(word) > 1
    ]


def _longest(spellings: Sequence[frozenset[str]]) -> frozenset[str]:
    return max(spellings, key=lambda word: max((len(spelling) for spelling in word), default=0))


def _persons_by_word(words: set[frozenset[str]]) -> dict[frozenset[str], list[Person]]:
    """The persons whose key holds a spelling of each word, by one query for fifty words."""
    found: dict[frozenset[str], list[Person]] = {}
    wanted = sorted(words, key=sorted)
    for start in range(0, len(wanted), 50):
        part = wanted[start : start + 50]
        condition = Q()
        for word in part:
            for spelling in word:
                condition |= Q(search_key__contains=spelling)
        if not condition:
            continue
        known = list(persons().filter(condition))
        for word in part:
            found[word] = [person for person in known if word & set(person.search_key.split())]
    return found


def _fitting(
    row: Named, spellings: Sequence[frozenset[str]], by_word: Mapping[frozenset[str], list[Person]]
) -> list[Person]:
    year = row.birth[:4]
    found = []
    for person in by_word.get(_longest(spellings), []):
        held = set(person.search_key.split())
        same_year = not year or not person.birth or person.birth[:4] == year
        if same_year and all(word & held for word in spellings):
            found.append(person)
    return found[:MOST_CANDIDATES]
