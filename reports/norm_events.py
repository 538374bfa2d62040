"""Title norms of an event: the edition that binds it, and the computation, kept while nothing changes."""

from django.core.cache import cache
from django.utils.translation import gettext as _

from players.models import RatingKind
from ratings.engine.title_norms.model import REGULATION, TitleNorm
from ratings.engine.title_norms.norm import title_norm, title_norms
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition_in_force
from tournaments.snapshot import record_of

KEPT_SECONDS = 24 * 60 * 60


def title_edition(event: Event) -> Edition:
    """The text of the Title Regulations that binds an event.

    Raises DomainError for an event in which no norms are made (by correspondence, rapid, blitz, not rated), and
    where the text of its first day is not at hand.
    """
    if event.correspondence or event.rating_kind != RatingKind.STANDARD:
        raise DomainError(
            _("Title norms are made in standard events over the board alone."),
            "no_title_norms",
            _("This event is played by correspondence, is rapid or blitz, or is not rated."),
        )
    try:
        return edition_in_force(REGULATION, event.start)
    except EditionError as error:
        raise DomainError(
            _("The Title Regulations of the first day of play are not at hand."),
            "no_title_edition",
            str(error),
        ) from error


def norms_of(event: Event) -> tuple[TitleNorm, ...]:
    """Every norm that somebody of the event has reached or can still reach, by start number and title.

    Computed again when a fact of the event changes. Raises DomainError as `title_edition`.
    """
    edition = title_edition(event)
    key = f"title-norms:{event.pk}:{event.version}:{edition.sha256[:16]}"
    found: tuple[TitleNorm, ...] | None = cache.get(key)
    if found is None:
        found = tuple(norm for norm in title_norms(record_of(event.pk), edition) if norm.possible)
        cache.set(key, found, KEPT_SECONDS)
    return found


def norm_of(event: Event, number: int, title: str) -> tuple[Record, TitleNorm]:
    """The record and the norm of one player for one title; KeyError for either that does not exist."""
    edition = title_edition(event)
    record = record_of(event.pk)
    return record, title_norm(record, edition, number, title)
