"""Where the entries of a report differ from the register and from the list of their event, with what was decided."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from commission.models import Dossier, RegisterDecision
from core.canonical import digest
from core.keys import fold
from players.models import Person, TitleAward
from reports.differences import differences_of
from tournaments.models import Entry

# Parts of an entry that a decision can write into the register, with their words.
PARTS = {
    "name": _("name"),
    "title": _("title"),
    "birth": _("date of birth"),
    "federation": _("federation"),
    "fide_id": _("FIDE ID"),
    "national_id": _("national number"),
    "rating": _("rating"),
    "list": _("rating of another list"),
}
# A rating stands in a published list, which no report changes.
OF_LISTS = frozenset({"rating", "list"})


@dataclass(frozen=True, slots=True)
class RegisterDifference:
    """One difference: whose, in what, what the report says, what stands against it, and the decision that holds."""

    entry: Entry
    part: str
    written: str
    registered: str
    decision: RegisterDecision | None

    @property
    def key(self) -> str:
        """The name of exactly this difference: another value is another difference."""
        return digest([self.entry.pk, self.part, self.written, self.registered])[:16]

    @property
    def label(self) -> str:
        """What differs, in the reader's language."""
        return str(PARTS[self.part])

    @property
    def can_be_accepted(self) -> bool:
        """Whether the register can take what the report says; a list cannot, and nothing is no value."""
        return self.part not in OF_LISTS and bool(self.written)

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided it; a question to the director leaves it open."""
        return self.decision is None or self.decision.outcome == RegisterDecision.Outcome.ASKED


def register_differences(dossier: Dossier) -> list[RegisterDifference]:
    """All differences of the event's identified entries, by start number, the open ones with the decided ones.

    Five queries, whatever the number of entries.
    """
    entries = list(
        Entry.objects.filter(event_id=dossier.event_id, person__isnull=False)
        .select_related("person", "rating_list")
        .order_by("number", "pk")
    )
    awards = _awards(dossier, entries)
    decided = _decisions(dossier)
    of_list = {item.number: item for item in differences_of(dossier.event) if item.part == "rating"}
    found = []
    for entry in entries:
        assert entry.person is not None
        parts = list(_of_person(entry, entry.person, awards))
        listed = of_list.get(entry.number or 0)
        if listed is not None:
            parts.append(("rating", listed.written, listed.listed))
        if entry.other_source:
            parts.append(("list", f"{entry.other_rating or '–'}, {entry.other_source}", _rating(entry)))
        for part, written, registered in parts:
            decision = decided.get((entry.pk, part, written, registered))
            found.append(RegisterDifference(entry, part, written, registered, decision))
    return found


def _of_person(
    entry: Entry, person: Person, awards: Mapping[tuple[int, str], bool]
) -> Iterator[tuple[str, str, str]]:
    if _letters(entry.name) not in {_letters(person.name), _letters(person.latin_name)}:
        yield "name", entry.name, person.name
    if entry.title.upper() != person.title.upper() and not awards.get((person.pk, person.title)):
        yield "title", entry.title, person.title
    if entry.birth and not person.birth.startswith(entry.birth):
        yield "birth", entry.birth, person.birth
    for part in ("federation", "fide_id", "national_id"):
        written, registered = getattr(entry, part), getattr(person, part)
        if written and written != registered:
            yield part, written, registered


def _awards(dossier: Dossier, entries: list[Entry]) -> dict[tuple[int, str], bool]:
    """Titles that a player got only after the event had begun: its papers rightly do not have them."""
    start = dossier.event.start
    if start is None:
        return {}
    persons = [entry.person_id for entry in entries]
    later = TitleAward.objects.filter(person__in=persons, awarded_on__gt=start)
    return {(award.person_id, award.title): True for award in later}


def _decisions(dossier: Dossier) -> dict[tuple[int, str, str, str], RegisterDecision]:
    if not dossier.pk:
        return {}
    rows = RegisterDecision.objects.filter(dossier=dossier).select_related("account")
    return {(row.entry_id, row.part, row.written, row.registered): row for row in rows}


def _rating(entry: Entry) -> str:
    return "" if entry.rating is None else str(entry.rating)


def _letters(name: str) -> str:
    """A name without marks, capitals and punctuation."""
    return " ".join("".join(each if each.isalnum() else " " for each in fold(name)).split())
