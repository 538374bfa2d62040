"""What a row of a list holds, and a list's canonical bytes, whose hash the list page shows."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from players.models import ListedRating, Person, RatingKind, RatingList
from players.titles import titles_otherwise
from players.transliteration import latin
from ratings.engine.period import PeriodRating

FORMAT = "crosstable-list-2"
TITLED = "titled"
COLUMNS = (
    "person_id",
    "number",
    "name",
    "latin_name",
    "title",
    "federation",
    "region",
    "sex",
    "birth_year",
    "rating",
    "previous_rating",
    "k",
    "k_games",
    "games",
    "games_total",
    "highest",
    "mark",
    "inactive_lists",
    "last_played",
    "last_entered",
)
LATIN = COLUMNS.index("latin_name")


@dataclass(frozen=True, slots=True)
class Identity:
    """What a list prints of a person beside the numbers; `number` is the one that identifies on this list."""

    name: str
    title: str
    federation: str
    sex: str
    birth_year: int | None
    latin_name: str = ""
    number: str = ""
    region: str = ""


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
    k_games: int | None = None
    inactive_lists: int = 0
    last_played: date | None = None
    last_entered: date | None = None


def identity_of(person: Person, kind: str, title: str) -> Identity:
    """What the register says of a person now, with the `title` of the list's day.

    A list by correspondence has national number and patronymic.
    """
    by_correspondence = kind == RatingKind.CORRESPONDENCE
    return Identity(
        name=f"{person.name} {person.patronymic}".strip() if by_correspondence else person.name,
        title=title,
        federation=person.federation,
        sex=person.sex,
        birth_year=person.birth_year,
        latin_name=latin(person.latin_name),
        number=person.national_id if by_correspondence else person.fide_id,
        region=str(person.region) if by_correspondence and person.region_id else "",
    )


def identities_of(person_ids: Iterable[int], kind: str, day: date) -> dict[int, Identity]:
    """What the register says of these persons now, for the list of this kind and day: the titles are those of the day.

    Two queries, however many they are.
    """
    wanted = set(person_ids)
    titles = titles_otherwise(day, wanted)
    persons = Person.objects.filter(pk__in=wanted).select_related("region")
    return {person.pk: identity_of(person, kind, titles.get(person.pk, person.title)) for person in persons}


def identity_on(row: ListedRating, latin_name: str = "") -> Identity:
    """What a list printed; the spelling in Latin letters stands in its canonical file only."""
    return Identity(
        row.name, row.title, row.federation, row.sex, row.birth_year, latin_name, row.number, row.region
    )


def listed(rating_list: RatingList, row: BuiltRow) -> ListedRating:
    """The row as it is stored."""
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
        number=identity.number,
        region=identity.region,
        k_games=row.k_games,
        inactive_lists=row.inactive_lists,
        last_played=row.last_played,
        last_entered=row.last_entered,
    )


def as_built(row: ListedRating, latin_name: str = "") -> BuiltRow:
    """A stored row as it was before it was stored."""
    return BuiltRow(
        person_id=row.person_id,
        identity=identity_on(row, latin_name),
        rating=row.rating,
        previous_rating=row.previous_rating,
        k=row.k,
        games=row.games,
        games_total=row.games_total,
        highest=row.highest,
        mark=row.mark,
        k_games=row.k_games,
        inactive_lists=row.inactive_lists,
        last_played=row.last_played,
        last_entered=row.last_entered,
    )


def list_bytes(
    rating_list: RatingList,
    previous_sha256: str,
    rows: Iterable[BuiltRow],
    corrections: Iterable[Sequence[str | int | None]] = (),
) -> bytes:
    """A list's canonical bytes: UTF-8, LF, a head line that binds it to the list before, rows by person.

    Below them a line for each correction of an earlier list that this one shows (`ratings.corrections.cells_of`).
    """
    return list_opening(rating_list, previous_sha256) + list_lines(rows) + list_closing(corrections)


def list_opening(rating_list: RatingList, previous_sha256: str) -> bytes:
    """The lines above the rows of a list's canonical bytes."""
    head = [
        FORMAT,
        rating_list.key,
        rating_list.kind,
        rating_list.effective_from.isoformat(),
        rating_list.edition,
        rating_list.engine_version,
        previous_sha256,
    ]
    return _as_csv([head, COLUMNS])


def list_lines(rows: Iterable[BuiltRow]) -> bytes:
    """The lines of rows; those of several parts stand one after the other."""
    return _as_csv(_cells(row) for row in rows)


def list_closing(corrections: Iterable[Sequence[str | int | None]]) -> bytes:
    """The lines below the rows."""
    return _as_csv(["" if cell is None else cell for cell in cells] for cells in corrections)


def _as_csv(lines: Iterable[Sequence[str | int]]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(lines)
    return buffer.getvalue().encode("utf-8")


def latin_names(published: bytes) -> dict[int, str]:
    """The spellings in Latin letters that a list's canonical file holds, by person."""
    return {int(cells[0]): cells[LATIN] for cells in _rows(published)}


def _rows(published: bytes) -> Iterator[list[str]]:
    lines = csv.reader(io.StringIO(published.decode("utf-8"), newline=""))
    head = next(lines, [])
    if head[:1] != [FORMAT] or tuple(next(lines, [])) != COLUMNS:
        return
    yield from (cells for cells in lines if len(cells) == len(COLUMNS) and cells[0].isdigit())


def day_text(day: date | None) -> str | None:
    """A day as files write it."""
    return None if day is None else day.isoformat()


def _cells(row: BuiltRow) -> list[str | int]:
    identity = row.identity
    cells = (
        row.person_id,
        identity.number,
        identity.name,
        identity.latin_name,
        identity.title,
        identity.federation,
        identity.region,
        identity.sex,
        identity.birth_year,
        row.rating,
        row.previous_rating,
        row.k,
        row.k_games,
        row.games,
        row.games_total,
        row.highest,
        row.mark,
        row.inactive_lists,
        day_text(row.last_played),
        day_text(row.last_entered),
    )
    return ["" if cell is None else cell for cell in cells]
