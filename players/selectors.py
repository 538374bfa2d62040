"""Reads about people: the register, search as you type, the list in force."""

from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import get_language

from core.keys import search_key, search_terms
from core.ledger import rows_of
from core.models import LedgerRow
from players.models import CurrentRating, ListedRating, Person, PersonMerge, RatingKind, RatingList

SORT_LANGUAGES = ("en", "hr", "ru", "uk", "es")


def persons() -> QuerySet[Person]:
    """Everybody in the register who was not merged into somebody else, with the region."""
    return Person.objects.filter(merged_into__isnull=True).select_related("region")


def records_of(person: Person) -> list[int]:
    """The keys of the record and of those that were merged into it, under which published facts stay; his own first."""
    return [person.pk, *person.merged.order_by("pk").values_list("pk", flat=True)]


def sort_column() -> str:
    """The stored key that sorts names in the language of the page."""
    language = (get_language() or "en").split("-")[0]
    return f"sort_key_{language if language in SORT_LANGUAGES else 'en'}"


def persons_matching(
    query: str, among: QuerySet[Person] | None = None, *, national_numbers: bool = False
) -> QuerySet[Person]:
    """Persons whose names (either script) or FIDE ID hold every word of the query, in any letter case.

    The national number is not public: only a search by somebody who may see it looks there too, for the whole
    number, so that nobody can feel his way to one digit by digit. A number of a record that was merged into
    another finds the one that stayed.
    """
    found = persons() if among is None else among
    for term in search_terms(query):
        # A name stored in Latin letters only is found by its Cyrillic spelling too.
        spellings = [term] if term.isascii() else [term, *search_key(term).split()]
        held = Q()
        for spelling in dict.fromkeys(spellings):
            held |= Q(search_key__contains=spelling)
        if national_numbers:
            held |= Q(national_id=term)
        if any(letter.isdigit() for letter in term):
            held |= Q(pk__in=_stayed(term, national_numbers=national_numbers))
        found = found.filter(held)
    return found


def _stayed(number: str, *, national_numbers: bool) -> QuerySet[Person, int | None]:
    """The records into which one with this number was merged, by id."""
    numbered = Q(fide_id=number) | Q(national_id=number) if national_numbers else Q(fide_id=number)
    return Person.objects.filter(numbered, merged_into__isnull=False).values_list("merged_into_id", flat=True)


def persons_suggested(query: str, limit: int = 12, *, national_numbers: bool = False) -> list[Person]:
    """The first persons for a search as you type; each carries `current_standard` (rating or None)."""
    if not search_terms(query):
        return []
    matching = persons_matching(query, national_numbers=national_numbers)
    found = list(matching.order_by(sort_column(), "pk")[:limit])
    ratings = {
        row.person_id: row.rating
        for row in CurrentRating.objects.filter(person__in=found, kind=RatingKind.STANDARD)
    }
    for person in found:
        person.current_standard = ratings.get(person.pk)  # type: ignore[attr-defined]
    return found


def corrections_asked(person: Person) -> list[LedgerRow]:
    """What the player asked to have corrected, newest first."""
    return list(rows_of("person", person.pk).filter(verb="person.correction_asked").order_by("-seq"))


def list_in_force(kind: str, day: date) -> RatingList | None:
    """The newest published list of a kind that was in force on the day, or nothing."""
    return (
        RatingList.objects.filter(kind=kind, state=RatingList.State.PUBLISHED, effective_from__lte=day)
        .order_by("-effective_from")
        .first()
    )


def listed_ratings(rating_list: RatingList | None, person_ids: list[int]) -> dict[int, ListedRating]:
    """The rows of these persons on a list, by person id.

    For somebody into whom another record was merged after the list came out it is the row that the merge lets
    stand, or the only one there is.
    """
    if rating_list is None or not person_ids:
        return {}
    wanted = set(person_ids)
    either = Person.objects.filter(Q(pk__in=wanted) | Q(merged_into__in=wanted)).values("pk")
    rows = ListedRating.objects.filter(rating_list=rating_list, person_id__in=either)
    found: dict[int, ListedRating] = {}
    others: list[ListedRating] = []
    for row in rows.annotate(stayed=F("person__merged_into")):
        if row.person_id in wanted:
            found[row.person_id] = row
        if row.stayed in wanted:
            others.append(row)
    return found | _of_merged(rating_list, found, others) if others else found


def _of_merged(
    rating_list: RatingList, own: Mapping[int, ListedRating], others: Sequence[Any]
) -> dict[int, ListedRating]:
    """The rows of merged records that stand for the ones that stayed, under their ids."""
    standing = PersonMerge.objects.filter(
        state=PersonMerge.State.CONFIRMED, merged__in=[row.person_id for row in others]
    )
    chosen = {merge.merged_id: merge.ratings.get(rating_list.kind) for merge in standing}
    found: dict[int, ListedRating] = {}
    for row in others:
        mine = own.get(row.stayed)
        if mine is None or mine.rating is None or chosen.get(row.person_id) == "merged":
            found[row.stayed] = copy(row)
            found[row.stayed].person_id = row.stayed
    return found
