"""Reads about people: the register, search as you type, the list in force."""

from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from core.keys import search_key, search_terms
from core.ledger import rows_of
from core.models import LedgerRow
from players.models import CurrentRating, ListedRating, Person, RatingKind, RatingList

SORT_LANGUAGES = ("en", "hr", "ru", "uk", "es")


def persons() -> QuerySet[Person]:
    """Everybody in the register who was not merged into somebody else, with the region."""
    return Person.objects.filter(merged_into__isnull=True).select_related("region")


def sort_column() -> str:
    """The stored key that sorts names in the language of the page."""
    language = (get_language() or "en").split("-")[0]
    return f"sort_key_{language if language in SORT_LANGUAGES else 'en'}"


def persons_matching(
    query: str, among: QuerySet[Person] | None = None, *, national_numbers: bool = False
) -> QuerySet[Person]:
    """Persons whose names (either script) or FIDE ID hold every word of the query, in any letter case.

    The national number is not public: only a search by somebody who may see it looks there too, for the whole
    number, so that nobody can feel his way to one digit by digit.
    """
    found = persons() if among is None else among
    for term in search_terms(query):
        # A name stored in Latin letters only is found by its Cyrillic spelling too.
        spellings = [term] if term.isascii() else [term, *search_key(term).split()]
        held = Q()
        for spelling in dict.fromkeys(spellings):
            held |= Q(search_key__contains=spelling)
        found = found.filter(held | Q(national_id=term) if national_numbers else held)
    return found


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
    """The rows of these persons on a list, by person id."""
    if rating_list is None or not person_ids:
        return {}
    rows = ListedRating.objects.filter(rating_list=rating_list, person_id__in=person_ids)
    return {row.person_id: row for row in rows}
