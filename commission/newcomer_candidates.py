"""Whom a newcomer resembles: persons of the register, and other questionnaires that wait. Found, never decided."""

from dataclasses import dataclass

from commission.models import Newcomer
from core.keys import search_key
from players.models import Person
from tournaments.selectors.people import candidates_of_rows


@dataclass(frozen=True, slots=True)
class Sought:
    """A newcomer as the search for candidates reads him."""

    name: str
    birth: str
    fide_id: str = ""
    national_id: str = ""


def candidates_for(newcomer: Newcomer) -> list[Person]:
    """Persons of the same name in any spelling and script and of no other birth year. Three queries at most."""
    birth = newcomer.birth.isoformat() if newcomer.birth else ""
    (found,) = candidates_of_rows([Sought(newcomer.name, birth)])
    return found


def twins_of(newcomer: Newcomer) -> list[Newcomer]:
    """Other undecided questionnaires of the same birth date whose surname is the same in any spelling."""
    if newcomer.birth is None:
        return []
    spellings = set(search_key(newcomer.surname).split())
    others = Newcomer.objects.filter(state__in=Newcomer.UNDECIDED, birth=newcomer.birth).exclude(
        pk=newcomer.pk
    )
    return [other for other in others[:50] if spellings & set(search_key(other.surname).split())]
