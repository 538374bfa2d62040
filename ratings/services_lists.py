"""Writes about lists: an opening list entered, a period's list previewed, published and computed again."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import FileDamaged, FileMissing, read, store
from core.ledger import append
from players.models import Account, CurrentRating, ListedRating, Person, RatingList
from players.permissions import require
from ratings.building import (
    BuiltRow,
    Identity,
    Standing,
    build_rows,
    check_calculations,
    identity_of,
    identity_on,
    list_bytes,
    next_k,
    persons_concerned,
    previous_list,
    rules_of,
)
from ratings.derivations import StoredChangeError
from ratings.engine.version import ENGINE_VERSION
from ratings.exact import exact
from ratings.models import Period
from ratings.permissions import PERMISSIONS
from tournaments.errors import DomainError
from tournaments.rulebook.editions import EditionError

MEDIA_TYPE = "text/csv"


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One player of a list that is entered, not computed."""

    person_id: int
    rating: int
    games_total: int = 0
    highest: int | None = None
    k: int | None = None


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One player whom the list would change. `exact_change` is the unrounded sum of the period."""

    person_id: int
    name: str
    before: int | None
    after: int | None
    exact_change: str
    games: int
    k: int | None
    mark: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A list to be, compared with the list before."""

    previous: RatingList | None
    total: int
    changed: int
    new: int
    delisted: int
    rows: tuple[PreviewRow, ...]


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What computing a published list again gave; `difference` says in words what is not equal."""

    rating_list: RatingList
    equal: bool
    sha256: str
    difference: str = ""


def period_preview(period: Period) -> Preview:
    """What the list of an open period would say now. Writes nothing."""
    rows = build_rows(period, _identities(persons_concerned(period)))
    shown = [row for row in rows if row.calculation is not None]
    return Preview(
        previous=previous_list(period.kind, period.effective_from),
        total=sum(row.rating is not None for row in rows),
        changed=sum(row.rating != row.previous_rating and row.previous_rating is not None for row in shown),
        new=sum(row.previous_rating is None for row in shown),
        delisted=sum(row.rating is None for row in shown),
        rows=tuple(_preview_row(row) for row in sorted(shown, key=_by_change)),
    )


def _by_change(row: BuiltRow) -> tuple[int, str]:
    change = (row.rating or 0) - (row.previous_rating or 0)
    return (-abs(change), row.identity.name)


def _preview_row(row: BuiltRow) -> PreviewRow:
    change = exact(row.calculation.change) if row.calculation and row.previous_rating is not None else ""
    return PreviewRow(
        row.person_id,
        row.identity.name,
        row.previous_rating,
        row.rating,
        change,
        row.games,
        row.k,
        row.mark,
    )


@transaction.atomic
def period_publish(period: Period, *, actor: Account) -> RatingList:
    """Publish the list of a period: rows, canonical bytes and hash, current ratings, ledger, all or nothing.

    Every event of the period is computed again from its frozen record first. Raises PermissionDenied,
    DomainError (published already, an earlier period is open, a later list exists), StoredChangeError.
    """
    require(PERMISSIONS, "period_publish", actor)
    locked = Period.objects.select_for_update().get(pk=period.pk)
    _refuse_unready(locked)
    check_calculations(locked)
    previous = previous_list(locked.kind, locked.effective_from)
    rating_list = RatingList(
        key=list_key(locked.kind, locked.effective_from),
        kind=locked.kind,
        effective_from=locked.effective_from,
        closing_day=locked.closing_day,
        edition=rules_of(locked.kind, locked.effective_from).key,
        engine_version=ENGINE_VERSION,
        previous=previous,
    )
    rows = build_rows(locked, _identities(persons_concerned(locked)))
    _publish(rating_list, rows, actor=actor, previous_sha256=previous.sha256 if previous else "")
    locked.rating_list, locked.state = rating_list, Period.State.PUBLISHED
    locked.save()
    period.refresh_from_db()
    return rating_list


def _refuse_unready(period: Period) -> None:
    if period.state == Period.State.PUBLISHED:
        raise DomainError(_("The list of this period is published already."), "published")
    earlier = Period.objects.filter(
        kind=period.kind, state=Period.State.OPEN, effective_from__lt=period.effective_from
    )
    if earlier.exists():
        raise DomainError(
            _("An earlier period is still open."), "earlier_period_open", _("Publish its list first.")
        )
    if RatingList.objects.filter(kind=period.kind, effective_from__gte=period.effective_from).exists():
        raise DomainError(_("There is a list of this day, or a later one, already."), "list_exists")
    try:
        rules_of(period.kind, period.effective_from)
    except (KeyError, EditionError) as error:
        raise DomainError(
            _("No edition of the rules makes lists of this kind on this day."), "no_edition"
        ) from error


@transaction.atomic
def list_enter_opening(
    *, actor: Account, kind: str, effective_from: date, edition_key: str, rows: Sequence[OpeningRow]
) -> RatingList:
    """Enter the list with which a kind begins: figures from elsewhere, marked as entered, published at once.

    Raises PermissionDenied, or DomainError if the kind has a list already.
    """
    require(PERMISSIONS, "period_publish", actor)
    if RatingList.objects.filter(kind=kind).exists():
        raise DomainError(_("There is a list of this kind already."), "list_exists")
    rating_list = RatingList(
        key=list_key(kind, effective_from),
        kind=kind,
        effective_from=effective_from,
        edition=edition_key,
        engine_version=ENGINE_VERSION,
        initial=True,
    )
    identities = _identities({row.person_id for row in rows})
    built = [_opening(row, identities[row.person_id], kind, effective_from) for row in rows]
    _publish(rating_list, sorted(built, key=lambda row: row.person_id), actor=actor, previous_sha256="")
    return rating_list


def _opening(row: OpeningRow, identity: Identity, kind: str, day: date) -> BuiltRow:
    k = row.k
    if k is None and kind == "standard":
        standing = Standing(row.rating, row.games_total, row.highest)
        k = next_k(rules_of(kind, day), day, identity, standing)
    return BuiltRow(
        row.person_id, identity, row.rating, None, k, 0, row.games_total, row.highest or row.rating, ""
    )


def _publish(
    rating_list: RatingList, rows: Sequence[BuiltRow], *, actor: Account, previous_sha256: str
) -> None:
    data = list_bytes(rating_list, previous_sha256, rows)
    rating_list.sha256 = store(data, MEDIA_TYPE).sha256
    rating_list.player_count = sum(row.rating is not None for row in rows)
    rating_list.save()
    ListedRating.objects.bulk_create((_listed(rating_list, row) for row in rows), batch_size=500)
    # Last of all: from here on the database refuses every change of the list and of its rows.
    rating_list.state = RatingList.State.PUBLISHED
    rating_list.published_at = timezone.now()
    rating_list.published_by_name = actor.shown_name
    rating_list.save(update_fields=["state", "published_at", "published_by_name"])
    _roll_up(rating_list, rows)
    append(
        scope="list",
        object_id=str(rating_list.pk),
        actor_id=actor.pk,
        actor_name=actor.shown_name,
        verb="list.published",
        reason="",
        payload={
            "key": rating_list.key,
            "sha256": rating_list.sha256,
            "players": rating_list.player_count,
            "edition": rating_list.edition,
            "engine": rating_list.engine_version,
            "initial": rating_list.initial,
        },
    )


def _listed(rating_list: RatingList, row: BuiltRow) -> ListedRating:
    identity = row.identity
    return ListedRating(
        rating_list=rating_list,
        person_id=row.person_id,
        name=identity.name,
        title=identity.title,
        federation=identity.federation,
        sex=identity.sex,
        birth_year=identity.birth_year,
        rating=row.rating,
        previous_rating=row.previous_rating,
        k=row.k,
        games=row.games,
        games_total=row.games_total,
        highest=row.highest,
        mark=row.mark,
    )


def _roll_up(rating_list: RatingList, rows: Iterable[BuiltRow]) -> None:
    """Make the list's figures the current ones of their players."""
    CurrentRating.objects.bulk_create(
        (
            CurrentRating(
                person_id=row.person_id,
                kind=rating_list.kind,
                rating_list=rating_list,
                rating=row.rating,
                k=row.k,
                games_total=row.games_total,
                highest=row.highest,
            )
            for row in rows
        ),
        batch_size=500,
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["rating_list", "rating", "k", "games_total", "highest"],
    )


def list_recompute(rating_list: RatingList) -> Recomputed:
    """Compute a published list again and compare its bytes with the stored ones. Writes nothing.

    Three things must agree: the stored file, the rows of the list, and what the list before, the frozen
    records and the facts kept with them give. An opening list was entered: nothing stands behind its rows.
    Raises StoredChangeError if an event of the period does not give what was stored, or a file is gone or
    was changed.
    """
    previous_sha256 = rating_list.previous.sha256 if rating_list.previous else ""
    stored_rows = list(rating_list.rows.order_by("person_id"))
    as_stored = [_as_built(row) for row in stored_rows]
    rows = as_stored if rating_list.initial else _rebuilt(rating_list.period, stored_rows)
    data = list_bytes(rating_list, previous_sha256, rows)
    try:
        published = read(rating_list.sha256)
    except (FileMissing, FileDamaged) as error:
        raise StoredChangeError(f"{rating_list.key}: {error}") from error
    difference = ""
    if data != published:
        difference = _first_difference(published, data)
    elif list_bytes(rating_list, previous_sha256, as_stored) != published:
        difference = _first_difference(published, list_bytes(rating_list, previous_sha256, as_stored))
    return Recomputed(rating_list, not difference, hashlib.sha256(data).hexdigest(), difference)


def _rebuilt(period: Period, stored_rows: Sequence[ListedRating]) -> list[BuiltRow]:
    """The rows from what the period was made of; names as the list printed them."""
    check_calculations(period)
    identities = _identities(persons_concerned(period))
    identities.update({row.person_id: identity_on(row) for row in stored_rows})
    return build_rows(period, identities)


def _first_difference(published: bytes, found: bytes) -> str:
    """The first line in which two lists differ, for the one who looks into it."""
    pairs = zip_longest(published.decode().splitlines(), found.decode().splitlines(), fillvalue="")
    for number, (wanted, got) in enumerate(pairs, start=1):
        if wanted != got:
            return f"line {number}: published {wanted!r}, found {got!r}"
    return "the same lines, other line ends"


def _as_built(row: ListedRating) -> BuiltRow:
    return BuiltRow(
        row.person_id,
        identity_on(row),
        row.rating,
        row.previous_rating,
        row.k,
        row.games,
        row.games_total,
        row.highest,
        row.mark,
    )


def list_key(kind: str, effective_from: date) -> str:
    """The address of a list: its kind and first day.

    >>> list_key("standard", date(2026, 10, 1))
    'standard-2026-10-01'
    """
    return f"{kind}-{effective_from.isoformat()}"


def _identities(person_ids: Iterable[int]) -> dict[int, Identity]:
    wanted = set(person_ids)
    return {person.pk: identity_of(person) for person in Person.objects.filter(pk__in=wanted)}
