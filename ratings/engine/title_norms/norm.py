"""A title norm of one player, computed round by round under an edition of the Title Regulations."""

from collections.abc import Sequence
from fractions import Fraction

from ratings.engine.errors import EditionMismatchError
from ratings.engine.title_norms.choosing import Choice, best_choice
from ratings.engine.title_norms.conditions import (
    Asked,
    asked_for,
    average_of,
    counted_ratings,
    performance_of,
    score_required,
)
from ratings.engine.title_norms.field import Field, exemption, field_of
from ratings.engine.title_norms.forecast import forecast_of
from ratings.engine.title_norms.model import HELD, REGULATION, TITLES, WOMENS_TITLES, RoundRow, TitleNorm
from ratings.engine.title_norms.objections import objections
from ratings.engine.title_norms.rounds import counting, least_games, marked, rows_of
from ratings.engine.title_norms.steps import steps_of
from tournaments.record.model import Entry, Record
from tournaments.rulebook.editions import Edition


def title_norms(record: Record, edition: Edition) -> tuple[TitleNorm, ...]:
    """The norms of all players for every title that they can seek, by start number and title.

    Nothing in a correspondence event. Raises EditionMismatchError for an edition of another regulation.
    """
    if record.event.correspondence:
        return ()
    field = prepared(record, edition)
    return tuple(
        norm_in(field, entry.number, title)
        for entry in sorted(record.entries, key=lambda entry: entry.number)
        for title in titles_sought(entry)
    )


def title_norm(record: Record, edition: Edition, number: int, title: str) -> TitleNorm:
    """The norm of one player for one title: GM, IM, WGM or WIM.

    Raises KeyError for a start number or title that does not exist, EditionMismatchError as `title_norms`.
    """
    return norm_in(prepared(record, edition), number, title)


def prepared(record: Record, edition: Edition) -> Field:
    """The event prepared once for several applicants; raises EditionMismatchError."""
    if edition.regulation != REGULATION:
        raise EditionMismatchError(
            "edition_mismatch",
            {"edition": edition.key, "regulation": edition.regulation, "wanted": REGULATION},
        )
    return field_of(record, edition)


def titles_sought(entry: Entry) -> tuple[str, ...]:
    """The titles for which a player can still make a norm: none below his own, women's titles for women.

    >>> titles_sought(Entry(1, "Ana", sex="f", title="WIM")), titles_sought(Entry(2, "Ivo", title="IM"))
    (('GM', 'IM', 'WGM'), ('GM',))
    """
    held = HELD.get(entry.title, frozenset())
    woman = entry.sex.lower() in ("f", "w")
    return tuple(title for title in TITLES if title not in held and (woman or title not in WOMENS_TITLES))


def norm_in(field: Field, number: int, title: str) -> TitleNorm:
    """As `title_norm`, in an event that is prepared."""
    applicant, asked, edition = field.entries[number], asked_for(field.edition, title), field.edition
    rows = rows_of(field, number)
    free = exemption(field, applicant)
    least = least_games(field, rows)
    choice = best_choice(field, applicant, asked, counting(rows), least=least, exempt=bool(free))
    ratings = counted_ratings(edition, asked.floor, choice.rows)
    average = average_of(edition, [rating for rating, _raised in ratings])
    games, halves = len(choice.rows), sum(row.halves or 0 for row in choice.rows)
    per_cent, difference, performance = performance_of(edition, average, halves, games)
    required = score_required(edition, asked, average, games)
    adjusted = {row.round: found for row, found in zip(choice.rows, ratings, strict=True)}
    shown = marked(field, rows, adjusted, _last_used(field, choice, rows), adjusted)
    return TitleNorm(
        number=number,
        title=title,
        reached=choice.met,
        rows=shown,
        conditions=choice.conditions,
        games=games,
        points=Fraction(halves, 2),
        average=average,
        per_cent=per_cent,
        dp=difference,
        performance=performance,
        required=None if required is None else Fraction(required, 2),
        games_for_title=_games_for_title(field, asked, choice, games, halves, required, least),
        exemption=free,
        steps=steps_of(edition, asked, shown, choice, average),
        findings=objections(field, applicant, choice.rows) if choice.met else (),
        forecast=None if choice.met else forecast_of(field, applicant, asked, rows, least, exempt=bool(free)),
        edition=edition.key,
    )


def _last_used(field: Field, choice: Choice, rows: Sequence[RoundRow]) -> int:
    """The round after which games were ignored; the last of all where pairings were fixed beforehand."""
    return rows[-1].round if field.predetermined and rows else choice.last_round


def _games_for_title(
    field: Field, asked: Asked, choice: Choice, games: int, halves: int, required: int | None, least: int
) -> int:
    """For how many games a norm stands: one more for each full point above it, a short nine as nine, 13 at most."""
    if not choice.met or required is None:
        return 0
    counted = max(games, field.edition["short_rounds"].integer) if least < field.least_games else games
    return min(counted + (halves - required) // 2, field.edition["most_games"].integer)
