"""The rows of the list of coefficients, from the lists before and the events counted in a period. Reads only.

Called by `ratings.building`, with the same promises: one function for preview, publication and `recompute`.

* rating, previous_rating  the coefficient after the last event counted in the period, and that of the player's
                           newest row on an earlier list, as corrected since
* games, games_total       games of the events counted in the period, and in all
* last_played              last day of the latest counted event, as its frozen record has it
* last_entered             first day of the newest list into which a counted event brought him (1.6)
* number, region, name     the national number, the region, the name with patronymic of the register (1.6)
* mark                     first, entered, back, playing, or nothing

Only active players are printed (1.6): an event is counted for them in the period, they finished one within five
years, or they play in a registered one (3.5). A player who is not printed keeps his newest row on an older list
and comes back with it. Whether somebody plays is a fact of the day of publication; the mark keeps it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.db.models import Max, Q, QuerySet

from players.models import ListedRating, RatingKind, RatingList
from ratings.corrections import entries_standing, view_of
from ratings.derivations import frozen_record
from ratings.engine.list_rows import BACK, ENTERED, FIRST
from ratings.engine.period import PeriodRating, State
from ratings.engine.racc.activity import activity, years_before
from ratings.engine.racc.event import REGULATION
from ratings.list_contents import BuiltRow, Identity
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.played import ended_on
from ratings.racc_standing import carried, in_order, newest_rows
from tournaments.models import Entry, Event
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input, Step
from tournaments.rulebook.shelf import edition_in_force

PLAYING = "playing"
# A record is named by its hash: what was read of it once stays true.
NAMES: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Sources:
    """What a period's list is made of: newest rows before it, entries in their order, who plays, by person."""

    before: Mapping[int, ListedRating]
    entries: Mapping[int, list[RatedEntry]]
    playing: frozenset[int]
    last_list: date | None


def build_rows_racc(
    period: Period,
    identities: Mapping[int, Identity],
    only: set[int] | None = None,
    as_of: date | None = None,
    base: Mapping[int, ListedRating] | None = None,
) -> list[BuiltRow]:
    """The rows of the period's list in the order of persons; `identities` holds those of `persons_concerned_racc`.

    `base` are newest rows that stand on no published list yet.
    """
    rules = edition_in_force(REGULATION, period.effective_from)
    sources = _sources(period, only, as_of)
    if base is not None:
        sources = replace(sources, before=base)
    made = []
    for person_id in sorted(set(sources.before) | set(sources.entries)):
        row = _row(rules, period, person_id, sources, identities)
        if row is not None:
            made.append(row)
    return made


def rate_one_racc(period: Period, person_id: int) -> PeriodRating | None:
    """What the period does to one player's coefficient, event by event; nothing if it does not concern him."""
    rules = edition_in_force(REGULATION, period.effective_from)
    sources = _sources(period, {person_id}, None)
    if person_id not in sources.before and person_id not in sources.entries:
        return None
    return _outcome(rules, person_id, sources)


def persons_concerned_racc(period: Period) -> set[int]:
    """Everybody whose row the period could make: on any list before it, or in an event counted in it."""
    sources = _sources(period, None, None)
    return set(sources.before) | set(sources.entries)


def counted_events(rating_list: RatingList) -> dict[int, list[str]]:
    """The names of the events counted for each person of a published list of coefficients, in their order (1.6)."""
    if rating_list.kind != RatingKind.CORRESPONDENCE:
        return {}
    rows = entries_standing(rating_list.effective_from).filter(
        rated_event__period__rating_list=rating_list, games__gt=0
    )
    found: dict[int, list[str]] = {}
    for entry in in_order(rows.select_related("rated_event__period")):
        found.setdefault(entry.person_id, []).append(counted_name(entry.rated_event))
    return found


def of_period(rows: QuerySet[RatedEntry], period: Period) -> QuerySet[RatedEntry]:
    """Those counted in a period; for one that nobody has opened yet, those that are in none."""
    if period.pk is None:
        return rows.filter(rated_event__period__isnull=True, rated_event__kind=period.kind)
    return rows.filter(rated_event__period=period)


def _sources(period: Period, only: set[int] | None, as_of: date | None) -> Sources:
    view = as_of or view_of(period)
    rows = of_period(entries_standing(view), period).filter(games__gt=0)
    if only is not None:
        rows = rows.filter(person_id__in=only)
    entries: dict[int, list[RatedEntry]] = {}
    for entry in in_order(rows.select_related("rated_event__period")):
        entries.setdefault(entry.person_id, []).append(entry)
    before = newest_rows(period.effective_from, only, view)
    return Sources(before, entries, _playing(period, only), _last_list(period))


def _last_list(period: Period) -> date | None:
    """The first day of the list before the period's."""
    lists = RatingList.objects.filter(
        kind=period.kind,
        state=RatingList.State.PUBLISHED,
        effective_from__lt=period.effective_from,
    )
    day: date | None = lists.aggregate(last=Max("effective_from"))["last"]
    return day


def _playing(period: Period, only: set[int] | None) -> frozenset[int]:
    """Who is in a registered event that has begun and whose end does not lie five years back.

    A list that is published says it by its marks: the events have gone on since.
    """
    if period.rating_list is not None:
        rows = period.rating_list.rows.filter(mark=PLAYING)
        return frozenset(rows.values_list("person_id", flat=True))
    day = period.effective_from
    rules = edition_in_force(REGULATION, day)
    ended = years_before(day, rules["active_years"].integer)
    entries = Entry.objects.filter(
        Q(event__end__isnull=True) | Q(event__end__gte=ended),
        event__rating_kind=RatingKind.CORRESPONDENCE,
        event__registered_on__isnull=False,
        event__start__lte=day,
        withdrawn_after__isnull=True,
        person__isnull=False,
    ).exclude(event__state=Event.State.DRAFT)
    if only is not None:
        entries = entries.filter(person_id__in=only)
    return frozenset(person_id for person_id in entries.values_list("person_id", flat=True) if person_id)


def _row(
    rules: Edition,
    period: Period,
    person_id: int,
    sources: Sources,
    identities: Mapping[int, Identity],
) -> BuiltRow | None:
    """The player's row, or nothing where he is not active."""
    before, entries = sources.before.get(person_id), sources.entries.get(person_id, [])
    mark = _mark(rules, period.effective_from, person_id, sources)
    if mark is None:
        return None
    outcome = _outcome(rules, person_id, sources)
    last_entered = period.effective_from if entries else _entered(before)
    return BuiltRow(
        person_id=person_id,
        identity=identities[person_id],
        rating=outcome.new,
        previous_rating=outcome.old,
        k=None,
        games=outcome.n,
        games_total=(before.games_total if before else 0) + outcome.n,
        highest=max(
            value for value in (before.highest if before else None, outcome.new) if value is not None
        ),
        mark=mark,
        calculation=outcome if outcome.n else None,
        last_played=_latest(
            [*(ended_on(entry.rated_event) for entry in entries), before.last_played if before else None]
        ),
        last_entered=last_entered,
    )


def _mark(rules: Edition, day: date, person_id: int, sources: Sources) -> str | None:
    """The mark of a printed player, None for one who is not printed."""
    before, entries = sources.before.get(person_id), sources.entries.get(person_id, [])
    if not entries and not _is_active(rules, day, before):
        return PLAYING if person_id in sources.playing else None
    if before is None:
        return FIRST if entries[0].coefficient["estimated"] else ENTERED
    return "" if before.rating_list.effective_from == sources.last_list else BACK


def _is_active(rules: Edition, day: date, before: ListedRating | None) -> bool:
    """Active by what he finished (3.5); who was on a list that was entered had finished something by then."""
    if before is None:
        return False
    listed = before.rating_list.effective_from
    finished = before.last_played or before.last_entered or listed
    return activity(rules, day, last_finished=finished, last_listed=listed, plays=False).value == "active"


def _entered(before: ListedRating | None) -> date | None:
    """The list into which the last counted event brought him; for an entered list the list itself."""
    if before is None:
        return None
    return before.last_entered or before.rating_list.effective_from


def _outcome(rules: Edition, person_id: int, sources: Sources) -> PeriodRating:
    """The coefficient through the events of the period, in the order in which they were counted (3.2)."""
    before, entries = sources.before.get(person_id), sources.entries.get(person_id, [])
    article = rules["new_coefficient"].article
    value = before.rating if before else None
    steps = []
    if before is not None:
        inputs: dict[str, Input] = {"day": before.rating_list.effective_from}
        steps.append(Step(article, "racc.period.before", inputs, before.rating))
    elif entries and not entries[0].coefficient["estimated"]:
        value = entries[0].own_rating
    old = None if entries and entries[0].coefficient["estimated"] else value
    for entry in entries:
        after = carried(value, entry.coefficient)
        steps.append(_event_step(article, entry, value, after))
        value = after
    state: State = "unchanged" if not entries else "first" if old is None else "changed"
    change = (value or 0) - (old or 0) if old is not None else 0
    return PeriodRating(
        number=person_id,
        state=state,
        old=old,
        new=value,
        change=Fraction(change),
        rounded_change=change,
        n=sum(entry.games for entry in entries),
        steps=tuple(steps),
    )


def _event_step(article: str, entry: RatedEntry, before: int | None, after: int) -> Step:
    name = counted_name(entry.rated_event)
    if before is None or entry.coefficient["estimated"]:
        return Step(article, "racc.period.first", {"event": name}, after)
    inputs: dict[str, Input] = {"event": name, "old": before, "change": Fraction(entry.change)}
    return Step(article, "racc.period.event", inputs, after)


def counted_name(rated: RatedEvent) -> str:
    """The name of a counted event, as its frozen record has it: files of a list print it for good."""
    if rated.record_sha256 not in NAMES:
        NAMES[rated.record_sha256] = frozen_record(rated).event.name
    return NAMES[rated.record_sha256]


def _latest(days: Iterable[date | None]) -> date | None:
    return max((day for day in days if day is not None), default=None)
