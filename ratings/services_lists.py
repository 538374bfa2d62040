"""Writes about lists: an opening list entered, a period's list published and computed again."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.files import FileDamaged, FileMissing, read, store
from core.jobs import submit
from core.ledger import append
from players.models import Account, CurrentRating, ListedRating, RatingKind, RatingList
from players.permissions import require
from ratings.building import (
    build_rows,
    check_calculations,
    persons_concerned,
    rules_of,
)
from ratings.corrected_rows import corrections_check
from ratings.corrections import cells_of, file_rows, pending, shown_with
from ratings.derivations import StoredChangeError
from ratings.engine.list_rows import INACTIVE, listed_factor
from ratings.engine.version import ENGINE_VERSION
from ratings.list_contents import (
    TITLED,
    BuiltRow,
    Identity,
    as_built,
    identities_of,
    latin_names,
    list_bytes,
    listed,
)
from ratings.list_drafts import list_key, new_list
from ratings.list_files import FORMATS, formats_of, head_of
from ratings.models import ListFile, Period
from ratings.permissions import PERMISSIONS
from ratings.services_bulk import COLUMNS, columns_of, is_great, list_fill
from ratings.services_parts import list_fill_staged
from ratings.services_shown import corrections_show
from tournaments.errors import DomainError
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.services.start_list import REFRESH_JOB

MEDIA_TYPE = "text/csv"


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One player of a list that is entered, not computed; what is not said of him is None.

    Without `k` and `k_games` the edition's own article gives them, from the games in all.
    """

    person_id: int
    rating: int
    games_total: int = 0
    highest: int | None = None
    k: int | None = None
    k_games: int | None = None
    inactive_lists: int = 0
    last_played: date | None = None


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What computing a published list again gave; `difference` says in words what is not equal."""

    rating_list: RatingList
    equal: bool
    sha256: str
    difference: str = ""


@transaction.atomic
def period_publish(
    period: Period,
    *,
    actor: Account,
    checked: frozenset[int] = frozenset(),
    bulk: bool | None = None,
    staged: int | None = None,
) -> RatingList:
    """Publish the list of a period: rows, bytes, files and hash, current ratings, ledger, all or nothing.

    Every event of the period is computed again first: from its frozen record, but those that the caller has
    just `checked` with `check_calculations`, or `bulk` over arrays from its packed games (by default where the
    period is great), or from the table that parts have filled under the number `staged`. All give the same list
    to the byte. Raises PermissionDenied, DomainError (published
    already, an earlier period is open, a later list exists), StoredChangeError.
    """
    require(PERMISSIONS, "period_publish", actor)
    locked = Period.objects.select_for_update().get(pk=period.pk)
    refuse_unready(locked)
    rating_list = new_list(locked)
    previous = rating_list.previous
    if staged is not None:
        rating_list.pk = staged
        list_fill_staged(rating_list, locked)
    elif is_great(locked) if bulk is None else bulk:
        list_fill(rating_list, locked)
    else:
        check_calculations(locked, checked)
        rows = build_rows(
            locked, identities_of(persons_concerned(locked), locked.kind, locked.effective_from)
        )
        _fill(rating_list, rows, previous.sha256 if previous else "")
    list_close(rating_list, actor=actor)
    locked.rating_list, locked.state = rating_list, Period.State.PUBLISHED
    locked.save()
    period.refresh_from_db()
    return rating_list


def refuse_unready(period: Period) -> None:
    """Raise DomainError if the period's list cannot be published now."""
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
    identities = identities_of({row.person_id for row in rows}, kind, effective_from)
    rules = _rules_of_opening(kind, effective_from)
    built = [_opening(row, identities[row.person_id], rules, effective_from) for row in rows]
    _fill(rating_list, sorted(built, key=lambda row: row.person_id), "")
    list_close(rating_list, actor=actor)
    return rating_list


def _rules_of_opening(kind: str, day: date) -> Edition | None:
    """The text that gives an entered list its K; none by correspondence, or if no text of the day is known."""
    if kind == RatingKind.CORRESPONDENCE:
        return None
    try:
        return rules_of(kind, day)
    except EditionError:
        return None


def _opening(row: OpeningRow, identity: Identity, rules: Edition | None, day: date) -> BuiltRow:
    k, k_games = row.k, row.k_games
    if rules is not None:
        if k is None:
            k = listed_factor(rules, day, identity.birth_year, row.rating, row.games_total, row.highest)
        if k_games is None and row.games_total < rules["k_new_games"].integer:
            k_games = row.games_total
    return BuiltRow(
        person_id=row.person_id,
        identity=identity,
        rating=row.rating,
        previous_rating=None,
        k=k,
        games=0,
        games_total=row.games_total,
        highest=row.highest or row.rating,
        mark=INACTIVE if row.inactive_lists else "",
        k_games=k_games,
        inactive_lists=row.inactive_lists,
        last_played=row.last_played,
    )


def _fill(rating_list: RatingList, rows: Sequence[BuiltRow], previous_sha256: str) -> None:
    """The rows of a list, its bytes, files and hash, and the current ratings."""
    data = list_bytes(rating_list, previous_sha256, rows, cells_of(pending(rating_list.kind)))
    rating_list.sha256 = store(data, MEDIA_TYPE).sha256
    rating_list.player_count = sum(row.rating is not None for row in rows)
    rating_list.save()
    ListedRating.objects.bulk_create((listed(rating_list, row) for row in rows), batch_size=500)
    _store_files(rating_list, rows, previous_sha256)
    _roll_up(rating_list, rows)


def list_close(rating_list: RatingList, *, actor: Account) -> None:
    """Publish a list that is filled: state, corrections shown, ledger. In the caller's transaction."""
    # From here on the database refuses every change of the list and of its rows.
    rating_list.state = RatingList.State.PUBLISHED
    rating_list.published_at = timezone.now()
    rating_list.published_by_name = actor.shown_name
    rating_list.save(update_fields=["state", "published_at", "published_by_name"])
    corrected = pending(rating_list.kind).order_by().values("person_id")
    listed_now = rating_list.rows.filter(person_id__in=corrected).exclude(mark=TITLED)
    corrections_show(rating_list, list(listed_now.values_list("person_id", flat=True)))
    # Events that have not started take the new list over (9.11), each with a row in its own ledger.
    submit(REFRESH_JOB, {"list": rating_list.key}, dedupe_key=f"{REFRESH_JOB} {rating_list.key}")
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


def _store_files(rating_list: RatingList, rows: Sequence[BuiltRow], previous_sha256: str) -> None:
    """Make the list's file in each format, once and for all."""
    head = head_of(rating_list, previous_sha256, file_rows(pending(rating_list.kind)))
    ListFile.objects.bulk_create(
        ListFile(
            rating_list=rating_list,
            format=chosen.name,
            media_type=chosen.media_type,
            sha256=store(chosen.make(head, rows), chosen.media_type).sha256,
        )
        for chosen in formats_of(rating_list.kind)
    )


def _roll_up(rating_list: RatingList, rows: Iterable[BuiltRow]) -> None:
    """Make the list's figures the current ones of their players; those that are the same stay as they are."""
    figures = ("rating", "k", "games_total", "highest")
    standing = set(CurrentRating.objects.filter(kind=rating_list.kind).values_list("person_id", *figures))
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
            if row.mark != TITLED
            and (row.person_id, row.rating, row.k, row.games_total, row.highest) not in standing
        ),
        batch_size=500,
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["rating_list", *figures],
    )


def list_recompute(rating_list: RatingList) -> Recomputed:
    """Compute a published list again and compare all its stored bytes. Writes nothing.

    Four things must agree: the stored canonical file, the rows of the list, what the list before, the frozen
    records and the facts kept with them give, and the file in each format. An opening list was entered: nothing
    stands behind its rows. Raises StoredChangeError if an event of the period does not give what was stored, or
    a file is gone or was changed.
    """
    previous_sha256 = rating_list.previous.sha256 if rating_list.previous else ""
    published = _stored_bytes(rating_list.key, rating_list.sha256)
    names = latin_names(published)
    stored = [as_built(row, names.get(row.person_id, "")) for row in rating_list.rows.order_by("person_id")]
    rows = stored if rating_list.initial else _rebuilt(rating_list.period, stored)
    shown = cells_of(shown_with(rating_list))
    data = list_bytes(rating_list, previous_sha256, rows, shown)
    difference = (
        _difference(published, data)
        or _difference(published, list_bytes(rating_list, previous_sha256, stored, shown))
        or _differing_file(rating_list, rows, previous_sha256)
    )
    return Recomputed(rating_list, not difference, hashlib.sha256(data).hexdigest(), difference)


def _stored_bytes(name: str, sha256: str) -> bytes:
    try:
        return read(sha256)
    except (FileMissing, FileDamaged) as error:
        raise StoredChangeError(f"{name}: {error}") from error


def _rebuilt(period: Period, stored: Sequence[BuiltRow]) -> list[BuiltRow]:
    """The rows from what the period was made of; names as the list printed them."""
    check_calculations(period)
    if period.rating_list is not None:
        corrections_check(period.rating_list)
    printed = {row.person_id: row.identity for row in stored}
    missing = persons_concerned(period) - set(printed)
    return build_rows(period, identities_of(missing, period.kind, period.effective_from) | printed)


def _differing_file(rating_list: RatingList, rows: Sequence[BuiltRow], previous_sha256: str) -> str:
    """What is wrong with the first of the list's files that is missing or is not what its rows make."""
    files = {file.format: file for file in rating_list.files.order_by("format")}
    missing = [chosen.name for chosen in formats_of(rating_list.kind) if chosen.name not in files]
    if missing:
        return f"no file is stored in the format {missing[0]}"
    head = head_of(rating_list, previous_sha256, file_rows(shown_with(rating_list)))
    for file in files.values():
        made = columns_of(rows) if file.format == COLUMNS else FORMATS[file.format].make(head, rows)
        difference = _difference(_stored_bytes(f"{rating_list.key}.{file.format}", file.sha256), made)
        if difference:
            return f"{file.format}: {difference}"
    return ""


def _difference(published: bytes, found: bytes) -> str:
    """The first line in which two files differ, for the one who looks into it; nothing if they are equal."""
    if published == found:
        return ""
    pairs = zip_longest(
        published.decode(errors="replace").splitlines(),
        found.decode(errors="replace").splitlines(),
        fillvalue="",
    )
    for number, (wanted, got) in enumerate(pairs, start=1):
        if wanted != got:
            return f"line {number}: published {wanted!r}, found {got!r}"
    return "the same lines, other line ends"
