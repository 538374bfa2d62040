"""The rows of a list, computed from the list before and the calculations of a period. Reads only.

The same function serves preview, publication and, years later, `recompute`: the numbers come from the rows of
the list before, the frozen records and the facts kept with each calculation; the printed names are handed in.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from players.models import ListedRating, Person, RatingList
from ratings.corrections import calculations_standing, corrected, entries_standing, view_of
from ratings.derivations import check_event
from ratings.engine.factor import derived_factor
from ratings.engine.facts import Player
from ratings.engine.period import FirstPart, PeriodPlayer, PeriodRating, RatedPart, rate_period
from ratings.exact import first_from_json
from ratings.models import Period, RatedEntry
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition_in_force
from tournaments.services.rules import RATING_REGULATIONS

FORMAT = "crosstable-list-1"
DELISTED, FIRST, ENTERED = "delisted", "first", "entered"
COLUMNS = (
    "person_id",
    "name",
    "title",
    "federation",
    "sex",
    "birth_year",
    "rating",
    "previous_rating",
    "k",
    "games",
    "games_total",
    "highest",
    "mark",
)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a list prints of a person beside the numbers."""

    name: str
    title: str
    federation: str
    sex: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the K of the next list depends on beside the birth: rating, games in all, highest rating."""

    rating: int
    games_total: int
    highest: int | None


@dataclass(frozen=True, slots=True)
class BuiltRow:
    """One row of a list to be, with the calculation it comes from (None: taken over unchanged)."""

    person_id: int
    identity: Identity
    rating: int | None
    previous_rating: int | None
    k: int | None
    games: int
    games_total: int
    highest: int | None
    mark: str
    calculation: PeriodRating | None = None


def identity_of(person: Person) -> Identity:
    """What the register says of a person now."""
    return Identity(person.name, person.title, person.federation, person.sex, person.birth_year)


def identity_on(row: ListedRating) -> Identity:
    """What a list printed."""
    return Identity(row.name, row.title, row.federation, row.sex, row.birth_year)


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
    rows = entries_standing(as_of or view_of(period)).filter(rated_event__period=period, games__gt=0)
    if only is not None:
        rows = rows.filter(person_id__in=only)
    return list(
        rows.select_related("rated_event__event", "rated_event__period", "entry").order_by(
            "rated_event__event__start", "rated_event__event_id", "pk"
        )
    )


def check_calculations(period: Period) -> None:
    """Compute the period's events again from their records; raises StoredChangeError if a row differs."""
    for rated in calculations_standing(view_of(period)).filter(period=period).order_by("pk"):
        check_event(rated)


def build_rows(
    period: Period,
    identities: Mapping[int, Identity],
    only: set[int] | None = None,
    as_of: date | None = None,
) -> list[BuiltRow]:
    """The rows of the period's list in the order of persons, of all or of these persons alone.

    `identities` must hold everybody of the list before and everybody with games in the period.
    """
    rules = rules_of(period.kind, period.effective_from)
    before = rows_before(period, only, as_of)
    entries = calculations(period, only, as_of)
    outcomes = rate_period(rules, period.effective_from, _players(period, before, entries, as_of))
    made = []
    for person_id in sorted(set(before) | set(outcomes)):
        row, outcome = before.get(person_id), outcomes.get(person_id)
        if outcome is not None and outcome.state not in ("waiting", "unrated"):
            made.append(_built(rules, period, identities[person_id], row, outcome))
    return made


def rate_one(period: Period, person_id: int) -> PeriodRating | None:
    """What the period does to one player, with every step; nothing for a player it does not concern."""
    rules = rules_of(period.kind, period.effective_from)
    only = {person_id}
    players = _players(period, rows_before(period, only), calculations(period, only))
    return rate_period(rules, period.effective_from, players).get(person_id)


def rows_before(
    period: Period, only: set[int] | None = None, as_of: date | None = None
) -> dict[int, ListedRating]:
    """The rated rows of the list before as corrected since, by person; those delisted there are unrated now."""
    previous = previous_list(period.kind, period.effective_from)
    if previous is None:
        return {}
    rows = previous.rows.all() if only is None else previous.rows.filter(person_id__in=only)
    found = corrected(rows, previous, as_of or view_of(period), only)
    return {person_id: row for person_id, row in found.items() if row.rating is not None}


def persons_concerned(period: Period) -> set[int]:
    """Everybody whose row the period could make."""
    return set(rows_before(period)) | {entry.person_id for entry in calculations(period)}


def _players(
    period: Period,
    before: Mapping[int, ListedRating],
    entries: Sequence[RatedEntry],
    as_of: date | None = None,
) -> list[PeriodPlayer]:
    """Those of the list before, those who came with a rating from elsewhere, and those without one yet."""
    rated: dict[int, list[RatedPart]] = {}
    newcomers: set[int] = set()
    for entry in entries:
        if entry.own_rating is None:
            newcomers.add(entry.person_id)
        else:
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
    pools = _pools(period, newcomers - set(base), as_of)
    players += [PeriodPlayer(person_id, None, first=tuple(parts)) for person_id, parts in pools.items()]
    return players


def _from_elsewhere(period: Period, entries: Sequence[RatedEntry]) -> dict[int, int | None]:
    """The ratings of players who are on no list yet and were entered with one, as of their first event.

    Whoever was on a list and is not rated there any more is unrated: an older event does not bring his old
    rating back.
    """
    own = {entry.person_id: entry.own_rating for entry in reversed(entries) if entry.own_rating is not None}
    listed = ListedRating.objects.filter(
        person_id__in=own,
        rating_list__kind=period.kind,
        rating_list__state=RatingList.State.PUBLISHED,
        rating_list__effective_from__lt=period.effective_from,
    )
    gone = set(listed.values_list("person_id", flat=True))
    return {person_id: rating for person_id, rating in own.items() if person_id not in gone}


def _pools(period: Period, newcomers: Iterable[int], as_of: date | None = None) -> dict[int, list[FirstPart]]:
    """The first results of unrated players of this period, with those of the periods before."""
    wanted = set(newcomers)
    rows = (
        entries_standing(as_of or view_of(period))
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
    pools: dict[int, list[FirstPart]] = {person_id: [] for person_id in wanted}
    for row in rows:
        assert row.rated_event.period is not None
        pools[row.person_id].append(
            FirstPart(
                row.rated_event.event.name,
                row.rated_event.period.effective_from,
                first_from_json(row.first_part),
            )
        )
    return pools


def _built(
    rules: Edition,
    period: Period,
    identity: Identity,
    row: ListedRating | None,
    outcome: PeriodRating,
) -> BuiltRow:
    games_before = row.games_total if row else 0
    highest_before = row.highest if row else None
    listed = None if outcome.state == "delisted" else outcome.new
    highest = max((value for value in (highest_before, listed) if value is not None), default=None)
    total = games_before + outcome.n
    standing = Standing(listed or 0, total, highest)
    mark = {"delisted": DELISTED, "first": FIRST}.get(outcome.state, "" if row else ENTERED)
    return BuiltRow(
        person_id=outcome.number,
        identity=identity,
        rating=listed,
        previous_rating=outcome.old,
        k=None if listed is None else next_k(rules, period.effective_from, identity, standing),
        games=outcome.n,
        games_total=total,
        highest=highest,
        mark=mark,
        calculation=outcome if outcome.n else None,
    )


def next_k(rules: Edition, day: date, identity: Identity, standing: Standing) -> int:
    """The K printed on a list: the edition's own rule, from rating, games, birth year and highest rating."""
    top = max(standing.rating, standing.highest or 0)
    player = Player(
        number=0,
        name=identity.name,
        rating=standing.rating,
        shown=standing.rating,
        k=None,
        games=standing.games_total,
        born=str(identity.birth_year or ""),
        title=identity.title,
        ever_2400=top >= rules["k_high_from"].integer,
        ever_2300=top >= (junior.integer if (junior := rules.get("k_junior_below")) else 10_000),
        first_event=False,
        valid_event_before=True,
    )
    return derived_factor(rules, player, day).value


def list_bytes(rating_list: RatingList, previous_sha256: str, rows: Iterable[BuiltRow]) -> bytes:
    """A list's canonical bytes: UTF-8, LF, a head line that binds it to the list before, rows by person."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(
        [
            FORMAT,
            rating_list.key,
            rating_list.kind,
            rating_list.effective_from.isoformat(),
            rating_list.edition,
            rating_list.engine_version,
            previous_sha256,
        ]
    )
    writer.writerow(COLUMNS)
    for row in rows:
        identity = row.identity
        cells = (
            row.person_id,
            identity.name,
            identity.title,
            identity.federation,
            identity.sex,
            identity.birth_year,
            row.rating,
            row.previous_rating,
            row.k,
            row.games,
            row.games_total,
            row.highest,
            row.mark,
        )
        writer.writerow(["" if cell is None else cell for cell in cells])
    return buffer.getvalue().encode("utf-8")
