"""What a merge of two records would do, what undoing it would do, and who may be recorded twice. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import F, Field, Q, QuerySet
from django.db.models.functions import Coalesce

from players.models import CurrentRating, Person, PersonMerge, RatingKind, RatingList
from players.services.merging import taken_over
from ratings.models import Period, RatedEvent
from ratings.services_merges import kinds_of, newest_list
from tournaments.models import Entry, Event

# What keeps the record under which it was made for good: published rows, what corrects them, decisions on records.
STAYS = frozenset(
    {
        "players.CurrentRating.person",
        "players.ListedRating.person",
        "players.Person.merged_into",
        "players.PersonMerge.merged",
        "players.PersonMerge.survivor",
        "ratings.ListCorrection.person",
        "ratings.MergedRating.merged",
        "ratings.MergedRating.stands",
        "ratings.MergedRating.survivor",
    }
)
# What follows as far as no published list holds it; `entries_following` says which.
BY_LIST = frozenset({"ratings.RatedEntry.person", "tournaments.Entry.person"})


@dataclass(frozen=True, slots=True)
class KindPreview:
    """The published figures of both records on one kind of list (None: none), and the games of both together."""

    kind: str
    label: str
    base: RatingList
    survivor: CurrentRating | None
    merged: CurrentRating | None

    @property
    def games(self) -> int:
        """Games in all of both records: no event counts for both, so none is counted twice."""
        return sum(row.games_total for row in (self.survivor, self.merged) if row is not None)

    @property
    def both(self) -> bool:
        """Whether somebody has to say which figure stands."""
        return all(row is not None and row.rating is not None for row in (self.survivor, self.merged))


@dataclass(frozen=True, slots=True)
class Side:
    """What one record has: entries, of them in published lists, and rows of other tables by their names."""

    person: Person
    entries: int
    published: int
    others: tuple[tuple[str, int], ...]
    account: str


@dataclass(frozen=True, slots=True)
class MergePreview:
    """Everything that a merge would bring; `common` are events in which both are entered, which stop it."""

    survivor: Side
    merged: Side
    kinds: tuple[KindPreview, ...]
    taken: tuple[tuple[str, Any], ...]
    common: tuple[Event, ...]

    @property
    def moving(self) -> int:
        """The entries that go over to the record that stays."""
        return self.merged.entries - self.merged.published


@dataclass(frozen=True, slots=True)
class UndoLine:
    """An entry made after the merge, and whether the number used at entry says that it is the merged record's."""

    entry: Entry
    to_merged: bool
    published: bool


def merge_preview(survivor: Person, merged: Person) -> MergePreview:
    """What making `merged` one with `survivor` would do. Writes nothing."""
    return MergePreview(
        _side(survivor),
        _side(merged),
        tuple(_kinds(survivor, merged)),
        tuple(_taken_words(survivor, merged)),
        tuple(common_events(survivor, merged)),
    )


def common_events(one: Person, other: Person) -> list[Event]:
    """The events, each with its stages as one, in which both records are entered."""
    main = Coalesce(F("event__stage_of_id"), F("event_id"))
    entered = [
        set(Entry.objects.filter(person=person).annotate(main=main).values_list("main", flat=True))
        for person in (one, other)
    ]
    return list(Event.objects.filter(pk__in=entered[0] & entered[1]).order_by("start", "pk"))


def entries_following(person: Person) -> QuerySet[Entry]:
    """The entries of a record that no published list holds: they go over to the record that stays."""
    return Entry.objects.filter(person=person).exclude(_published())


def _published() -> Q:
    """Entries of events that a published list has counted, and of the stages of such events."""
    events = RatedEvent.objects.filter(period__state=Period.State.PUBLISHED).values("event_id")
    return Q(event_id__in=events) | Q(event__stage_of_id__in=events)


def fields_moving() -> "list[tuple[str, Field[Any, Any]]]":
    """Every column of the portal that names a person and follows a merge as a whole, with its name.

    A new table follows by itself; what must not is named in `STAYS`.
    """
    found = []
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            name = f"{model._meta.label}.{field.name}"
            if field.related_model is Person and name not in STAYS | BY_LIST:
                found.append((name, field))
    return sorted(found, key=lambda pair: pair[0])


def undo_lines(merge: PersonMerge) -> list[UndoLine]:
    """The entries that the record which stayed got after the merge, newest event first."""
    later = PersonMerge.objects.filter(
        state=PersonMerge.State.CONFIRMED, survivor=merge.survivor, pk__gt=merge.pk
    )
    known = {*merge.journal.get("own_entries", []), *merge.journal.get("entries", [])}
    for other in later:
        known |= set(other.journal.get("entries", []))
    entries = list(
        Entry.objects.filter(person=merge.survivor)
        .exclude(pk__in=known)
        .select_related("event")
        .order_by("-event__start", "-event_id")
    )
    counted = set(
        Entry.objects.filter(_published(), pk__in=[entry.pk for entry in entries]).values_list(
            "pk", flat=True
        )
    )
    return [UndoLine(entry, _is_of_merged(entry, merge), entry.pk in counted) for entry in entries]


def _is_of_merged(entry: Entry, merge: PersonMerge) -> bool:
    """Whether the entry bears a number of the merged record, as that record had it."""
    given = merge.journal.get("given", {})
    numbers = {
        "fide_id": merge.merged.fide_id or given.get("fide_id", ""),
        "national_id": merge.merged.national_id or given.get("national_id", ""),
    }
    return any(number and getattr(entry, name) == number for name, number in numbers.items())


def _side(person: Person) -> Side:
    entries = Entry.objects.filter(person=person)
    others = []
    for name, field in fields_moving():
        if name != "players.Account.person":
            count = field.model._default_manager.filter(**{field.name: person}).count()
            if count:
                others.append((str(field.model._meta.verbose_name_plural), count))
    account = getattr(person, "account", None)
    return Side(
        person,
        entries.count(),
        entries.filter(_published()).count(),
        tuple(others),
        account.shown_name if account is not None else "",
    )


def _kinds(survivor: Person, merged: Person) -> Iterable[KindPreview]:
    figures = {
        (row.person_id, row.kind): row
        for row in CurrentRating.objects.filter(person__in=(survivor, merged)).select_related("rating_list")
    }
    for kind in kinds_of(survivor, merged):
        base = newest_list(kind)
        if base is not None:
            yield KindPreview(
                kind,
                str(RatingKind(kind).label),
                base,
                figures.get((survivor.pk, kind)),
                figures.get((merged.pk, kind)),
            )


def _taken_words(survivor: Person, merged: Person) -> Iterable[tuple[str, Any]]:
    for name, value in taken_over(survivor, merged).items():
        field = Person._meta.get_field(name.removesuffix("_id") if name == "region_id" else name)
        shown = merged.region if name == "region_id" else value
        yield str(getattr(field, "verbose_name", name)), shown


def merges_listed(state: str = "", persons: QuerySet[Person] | None = None) -> QuerySet[PersonMerge]:
    """All merges ever proposed, of a state, of these persons; newest first."""
    rows = PersonMerge.objects.select_related("survivor", "merged", "proposed_by", "decided_by", "undone_by")
    if state:
        rows = rows.filter(state=state)
    if persons is not None:
        rows = rows.filter(Q(survivor__in=persons) | Q(merged__in=persons))
    return rows


def decided_before(pairs: Sequence[tuple[int, int]]) -> dict[frozenset[int], PersonMerge]:
    """The newest proposal or decision on each pair of records, by the pair."""
    ids = {person for pair in pairs for person in pair}
    rows = PersonMerge.objects.filter(survivor__in=ids, merged__in=ids).order_by("pk")
    return {frozenset((row.survivor_id, row.merged_id)): row for row in rows}
