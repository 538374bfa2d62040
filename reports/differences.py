"""Where the entries of an event differ from the list in force on its first day (11.23), found without being asked."""

from collections.abc import Iterator, Mapping

from core.keys import fold
from players.models import ListedRating, Person
from players.selectors import listed_ratings
from reports.sheets.model import Difference, Part
from tournaments.models import Entry, Event

NOTHING: Mapping[str, str] = {}


def field_name(number: int, part: str) -> str:
    """The name under which a difference is explained: start number and part."""
    return f"difference-{number}-{part}"


def differences_of(event: Event, explanations: Mapping[str, str] = NOTHING) -> tuple[Difference, ...]:
    """Every difference between an entry and its row of the event's list, by start number, with what was said of it.

    `explanations` by `field_name`. A name counts as the same in the native and in the Latin spelling of the register;
    who is not on the list differs from nothing. Events by correspondence have no such rule.
    """
    if event.correspondence or event.rating_list_id is None:
        return ()
    entries = list(
        Entry.objects.filter(event=event, number__isnull=False, person__isnull=False)
        .select_related("person")
        .order_by("number")
    )
    rows = listed_ratings(event.rating_list, [entry.person_id for entry in entries if entry.person_id])
    found = []
    for entry in entries:
        row = rows.get(entry.person_id or 0)
        if row is None or entry.number is None or entry.person is None:
            continue
        for part, written, listed in _of_entry(entry, entry.person, row):
            said = explanations.get(field_name(entry.number, part), "").strip()
            found.append(Difference(entry.number, entry.name, part, written, listed, said))
    return tuple(found)


def _of_entry(entry: Entry, person: Person, row: ListedRating) -> Iterator[tuple[Part, str, str]]:
    if not _same_name(entry.name, row.name, person):
        yield "name", entry.name, row.name
    if entry.title.upper() != row.title.upper():
        yield "title", entry.title, row.title
    if entry.federation != row.federation:
        yield "federation", entry.federation, row.federation
    year = entry.birth[:4]
    if year and row.birth_year and year != str(row.birth_year):
        yield "birth", year, str(row.birth_year)
    if entry.rating != row.rating and not entry.other_source:
        yield "rating", _rating(entry.rating), _rating(row.rating)


def _rating(rating: int | None) -> str:
    return "" if rating is None else str(rating)


def _same_name(written: str, listed: str, person: Person) -> bool:
    """Both are the same letters, or the two spellings of one name in the register."""
    own, other = _letters(written), _letters(listed)
    spellings = {_letters(person.name), _letters(person.latin_name)}
    return own == other or {own, other} <= spellings


def _letters(name: str) -> str:
    """A name without marks, capitals and punctuation."""
    return " ".join("".join(each if each.isalnum() else " " for each in fold(name)).split())
