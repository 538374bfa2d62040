"""The rows of a list, computed from the list before and the calculations of a period. Reads only.

The same function serves preview, publication and, years later, `recompute`: the numbers come from the rows of
the list before, the frozen records and the facts kept with each calculation; the printed names are handed in.

How each column of a row comes about, for everyone who is rated on the list before or by the period:

* `ratings.engine.period.rate_period` gives state, old and new rating and the games of the period, from the
  rating on the list before (as corrected since) and the calculations that stand in this view;
* `ratings.engine.list_rows.next_row` derives every column from that and the row before; its head says how:
  rating, previous_rating, k, k_games, games, games_total, highest, mark, inactive_lists, last_played;
* what it is told beside: `ended`, the last day (first, where no last is given) of the latest event counted for
  the player in this period, as its frozen record has it; for a first rating, of all results put together;
  `year_games`, his counted games in events that ended on or after `active_from`, on lists up to this one, where
  the edition asks for more than one game a year; `known_games`, the games before his event of a player who came
  with a rating; `known_since`, the first day of the first list of the kind;
* name, title, federation, sex, year of birth and FIDE ID are those of the register at publication.

A titled player without a rating stands below the others with the mark `titled` and no numbers (9.22).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction

from django.db.models import QuerySet

from players.models import ListedRating, Person, RatingKind, RatingList
from players.titles import titles_otherwise
from ratings.building_racc import build_rows_racc, of_period, persons_concerned_racc, rate_one_racc
from ratings.corrections import calculations_standing, corrected, entries_standing, view_of
from ratings.derivations import check_event
from ratings.engine.list_rows import DELISTED, Before, Play, next_row
from ratings.engine.period import FirstPart, PeriodPlayer, PeriodRating, RatedPart, rate_period
from ratings.exact import first_from_json
from ratings.list_contents import TITLED, BuiltRow, Identity
from ratings.merges import merges_standing, one_row_each, survivors, with_merged
from ratings.models import Period, RatedEntry
from ratings.played import Played, played_of
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition_in_force
from tournaments.services.rules import RATING_REGULATIONS


def rules_of(kind: str, effective_from: date) -> Edition:
    """The edition that makes a list: the text in force on its first day. Raises KeyError for another kind."""
    return edition_in_force(RATING_REGULATIONS[kind], effective_from)


def previous_list(kind: str, effective_from: date) -> RatingList | None:
    """The published list before a day, or nothing."""
    return (
        RatingList.objects.filter(
            kind=kind, state=RatingList.State.PUBLISHED, effective_from__lt=effective_from
        )
        .order_by("-effective_from")
        .first()
    )


def calculations(period: Period, only: set[int] | None = None, as_of: date | None = None) -> list[RatedEntry]:
    """The calculations counted in a period, of all players with games, or of these persons alone.

    `as_of` here and below is the view on corrections (see `ratings.corrections`), by default the list's own.
    """
    rows = of_period(entries_standing(as_of or view_of(period)), period).filter(games__gt=0)
    if only is not None:
        rows = rows.filter(person_id__in=only)
    found = list(
        rows.select_related("rated_event__event", "rated_event__period", "entry").order_by(
            "rated_event__event__start", "rated_event__event_id", "pk"
        )
    )
    for entry in found:
        entry.rated_event.period = period
    return found


def check_calculations(
    period: Period,
    checked: frozenset[int] = frozenset(),
    report: Callable[[int, int, str], None] = lambda done, total, name: None,
) -> frozenset[int]:
    """Compute the period's events again from their records; raises StoredChangeError if a row differs.

    Calculations already `checked` are passed over; the answer has all of them. `report` hears before each event
    how many are done, of how many, and its name.
    """
    standing = calculations_standing(view_of(period)).filter(period=period)
    waiting = list(standing.exclude(pk__in=checked).select_related("event").order_by("pk"))
    for done, rated in enumerate(waiting):
        report(done, len(waiting), rated.event.name)
        check_event(rated)
    return checked | {rated.pk for rated in waiting}


def build_rows(
    period: Period,
    identities: Mapping[int, Identity],
    only: set[int] | None = None,
    as_of: date | None = None,
    base: Mapping[int, ListedRating] | None = None,
) -> list[BuiltRow]:
    """The rows of the period's list in the order of persons, of all or of these persons alone.

    `identities` must hold everybody whom `persons_concerned` names. `base` are the rows to build on where they are
    not those of the list before: rows of a list that is still to come.
    """
    if period.kind == RatingKind.CORRESPONDENCE:
        return build_rows_racc(period, identities, only, as_of, base)
    rules = rules_of(period.kind, period.effective_from)
    before = rows_before(period, only, as_of) if base is None else base
    entries = calculations(period, only, as_of)
    pools = _pool_rows(period, _newcomers(entries) - set(before), as_of)
    outcomes = rate_period(rules, period.effective_from, _players(period, before, entries, pools))
    played = played_of(period, rules, [*entries, *pools], only, as_of or view_of(period))
    made: dict[int, BuiltRow] = {}
    for person_id, outcome in outcomes.items():
        row = _whole_row(rules, period, identities[person_id], before.get(person_id), outcome, played)
        if row is not None:
            made[person_id] = row
    for person_id in titled_persons(period, only) - set(made):
        made[person_id] = _titled_row(person_id, identities[person_id])
    return [made[person_id] for person_id in sorted(made)]


def rate_one(period: Period, person_id: int) -> PeriodRating | None:
    """What the period does to one player, with every step; nothing for a player it does not concern."""
    if period.kind == RatingKind.CORRESPONDENCE:
        return rate_one_racc(period, person_id)
    rules = rules_of(period.kind, period.effective_from)
    only = {person_id}
    before, entries = rows_before(period, only), calculations(period, only)
    pools = _pool_rows(period, _newcomers(entries) - set(before))
    players = _players(period, before, entries, pools)
    return rate_period(rules, period.effective_from, players).get(person_id)


def rows_before(
    period: Period, only: set[int] | None = None, as_of: date | None = None
) -> dict[int, ListedRating]:
    """The rated rows of the list before as corrected since, by person; those delisted there are unrated now.

    Records merged since have one row (see `ratings.merges`).
    """
    previous = previous_list(period.kind, period.effective_from)
    if previous is None:
        return {}
    view = as_of or view_of(period)
    merges = [merge for merge in merges_standing(period.kind, view) if merge.base_list_id == previous.pk]
    wanted = None if only is None else with_merged(only, survivors(merges))
    rows = previous.rows.all() if wanted is None else previous.rows.filter(person_id__in=wanted)
    found = one_row_each(corrected(rows, previous, view, wanted), merges, previous)
    return {
        person_id: row
        for person_id, row in found.items()
        if row.rating is not None and (only is None or person_id in only)
    }


def persons_concerned(period: Period) -> set[int]:
    """Everybody whose row the period could make."""
    if period.kind == RatingKind.CORRESPONDENCE:
        return persons_concerned_racc(period)
    players = {entry.person_id for entry in calculations(period)}
    return set(rows_before(period)) | players | titled_persons(period)


def titled_persons(period: Period, only: set[int] | None = None) -> set[int]:
    """The players with a title on the list's day, of whom those without a rating are shown by themselves (9.22).

    A published list keeps whom it showed; before that the register says it. The lists beside the standard one
    have no such part.
    """
    if period.kind != RatingKind.STANDARD:
        return set()
    if period.rating_list is not None:
        rows = period.rating_list.rows.filter(mark=TITLED)
        found = set(rows.values_list("person_id", flat=True))
    else:
        titled = Person.objects.filter(merged_into__isnull=True).exclude(title="")
        otherwise = titles_otherwise(period.effective_from)
        found = set(titled.values_list("pk", flat=True)) - set(otherwise)
        found |= {person_id for person_id, title in otherwise.items() if title}
    return found if only is None else found & only


def _newcomers(entries: Iterable[RatedEntry]) -> set[int]:
    return {entry.person_id for entry in entries if entry.own_rating is None}


def _players(
    period: Period,
    before: Mapping[int, ListedRating],
    entries: Sequence[RatedEntry],
    pools: Iterable[RatedEntry],
) -> list[PeriodPlayer]:
    """Those of the list before, those who came with a rating from elsewhere, and those without one yet."""
    rated: dict[int, list[RatedPart]] = {}
    for entry in entries:
        if entry.own_rating is not None:
            part = RatedPart(
                entry.rated_event.event.name, entry.games, Fraction(entry.gain), entry.k_nominal or 0
            )
            rated.setdefault(entry.person_id, []).append(part)
    base = {person_id: row.rating for person_id, row in before.items()} | _from_elsewhere(
        period, [entry for entry in entries if entry.person_id not in before]
    )
    players = [
        PeriodPlayer(person_id, rating, rated=tuple(rated.get(person_id, ())))
        for person_id, rating in base.items()
    ]
    first: dict[int, list[FirstPart]] = {person_id: [] for person_id in _newcomers(entries) - set(base)}
    for row in pools:
        if row.person_id in first:
            first[row.person_id].append(_first_part(row))
    players += [PeriodPlayer(person_id, None, first=tuple(parts)) for person_id, parts in first.items()]
    return players


def _first_part(row: RatedEntry) -> FirstPart:
    assert row.rated_event.period is not None
    return FirstPart(
        row.rated_event.event.name, row.rated_event.period.effective_from, first_from_json(row.first_part)
    )


def _from_elsewhere(period: Period, entries: Sequence[RatedEntry]) -> dict[int, int | None]:
    """The ratings of players who are on no list yet and were entered with one, as of their first event.

    Whoever was on a list and is not rated there any more is unrated: an older event does not bring his old
    rating back. One who entered a rapid or blitz event with his standard rating begins anew from that (7.2.1).
    """
    own = {entry.person_id: entry.own_rating for entry in reversed(entries) if entry.own_rating is not None}
    anew = {entry.person_id for entry in entries if _is_from_standard(entry)}
    gone = set(_rows_on_earlier_lists(period, own).exclude(mark=TITLED).values_list("person_id", flat=True))
    return {person_id: rating for person_id, rating in own.items() if person_id not in gone - anew}


def _is_from_standard(entry: RatedEntry) -> bool:
    """Whether the player was unrated on the list of the kind and rated from the standard one."""
    own = entry.own_rating
    return own is not None and not entry.facts.get("rating") and entry.facts.get("standard_rating") == own


def _rows_on_earlier_lists(period: Period, person_ids: Iterable[int]) -> QuerySet[ListedRating]:
    return ListedRating.objects.filter(
        person_id__in=person_ids,
        rating_list__kind=period.kind,
        rating_list__state=RatingList.State.PUBLISHED,
        rating_list__effective_from__lt=period.effective_from,
    )


def _pool_rows(period: Period, newcomers: Iterable[int], as_of: date | None = None) -> list[RatedEntry]:
    """The first results of unrated players of this period, with those of the periods before.

    Whoever fell below the floor is as any other unrated player from then on (9.21): what he did before has
    made its rating and does not make another.
    """
    view = as_of or view_of(period)
    stays = survivors(merges_standing(period.kind, view)) if (wanted := set(newcomers)) else {}
    wanted = with_merged(wanted, stays)
    rows = (
        entries_standing(view)
        .filter(
            person_id__in=wanted,
            rated_event__kind=period.kind,
            rated_event__period__effective_from__lte=period.effective_from,
            own_rating__isnull=True,
        )
        .exclude(first_part={})
        .select_related("rated_event__event", "rated_event__period")
        .order_by("rated_event__period__effective_from", "rated_event__event__start", "pk")
    )
    delisted = _rows_on_earlier_lists(period, wanted).filter(mark=DELISTED)
    left: dict[int, date] = {}
    for person_id, day in delisted.order_by("rating_list__effective_from").values_list(
        "person_id", "rating_list__effective_from"
    ):
        left[stays.get(person_id, person_id)] = day
    pooled = list(rows)
    if period.pk is None:
        pooled += [
            row for row in calculations(period, wanted, as_of) if row.own_rating is None and row.first_part
        ]
    for row in pooled:
        row.person_id = stays.get(row.person_id, row.person_id)
    return [row for row in pooled if _first_part(row).period > left.get(row.person_id, date.min)]


def _titled_row(person_id: int, identity: Identity) -> BuiltRow:
    return BuiltRow(
        person_id=person_id,
        identity=identity,
        rating=None,
        previous_rating=None,
        k=None,
        games=0,
        games_total=0,
        highest=None,
        mark=TITLED,
    )


def _whole_row(
    rules: Edition,
    period: Period,
    identity: Identity,
    row: ListedRating | None,
    outcome: PeriodRating,
    played: Played,
) -> BuiltRow | None:
    made = next_row(
        rules,
        period.effective_from,
        None if row is None else _as_before(row),
        Play(
            outcome.state,
            outcome.old,
            outcome.new,
            outcome.n,
            played.ended.get(outcome.number),
            played.year_games.get(outcome.number, 0),
            played.known_games.get(outcome.number),
        ),
        birth_year=identity.birth_year,
        known_since=played.known_since,
    )
    if made is None:
        return None
    return BuiltRow(
        person_id=outcome.number,
        identity=identity,
        rating=made.rating,
        previous_rating=made.previous_rating,
        k=made.k,
        games=made.games,
        games_total=made.games_total,
        highest=made.highest,
        mark=made.mark,
        calculation=outcome if outcome.n else None,
        k_games=made.k_games,
        inactive_lists=made.inactive_lists,
        last_played=made.last_played,
    )


def _as_before(row: ListedRating) -> Before:
    assert row.rating is not None
    return Before(row.rating, row.games_total, row.highest, row.k_games, row.inactive_lists, row.last_played)
