"""The players of an event as the rating rules see them: the record's entries and what else is known."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.engine.errors import UnknownEntryError
from tournaments.record.model import Entry, Record


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of a player beside the record; None or empty means not said, and the record stands.

    `rating` and `k` are those of the list in force, a rating of 0 says that the player is unrated. `games`
    are the rated games completed before the event. `born` is a year or an ISO date. `first_event` says that
    this is the first event of an unrated player, `valid_event_before` that an earlier result of his already
    counts. `unrated_for_opponents` marks a player who got his first rating between the event and its
    calculation: rated for himself, unrated for the others.
    """

    rating: int | None = None
    k: int | None = None
    games: int | None = None
    born: str = ""
    title: str = ""
    ever_2400: bool | None = None
    ever_2300: bool | None = None
    first_event: bool | None = None
    valid_event_before: bool | None = None
    unrated_for_opponents: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """One player, record and facts put together.

    `rating` is what he himself is rated from, `shown` what his opponents meet; None is unrated. `k` is None
    where nobody gives it.
    """

    number: int
    name: str
    rating: int | None
    shown: int | None
    k: int | None
    games: int | None
    born: str
    title: str
    ever_2400: bool
    ever_2300: bool
    first_event: bool | None
    valid_event_before: bool | None


NO_FACTS = PlayerFacts()


def players_of(record: Record, facts: Mapping[int, PlayerFacts] | None = None) -> dict[int, Player]:
    """All players of the record by start number; raises UnknownEntryError for facts about nobody."""
    known = facts or {}
    numbers = {entry.number for entry in record.entries}
    strangers = sorted(set(known) - numbers)
    if strangers:
        raise UnknownEntryError(
            f"No player has the start number {', '.join(map(str, strangers))}.",
            hint="Give the start numbers of the record.",
        )
    return {entry.number: _player(entry, known.get(entry.number, NO_FACTS)) for entry in record.entries}


def _player(entry: Entry, facts: PlayerFacts) -> Player:
    rating = (entry.rating if facts.rating is None else facts.rating) or None
    return Player(
        number=entry.number,
        name=entry.name,
        rating=rating,
        shown=None if facts.unrated_for_opponents else rating,
        k=entry.rating_k if facts.k is None else facts.k,
        games=entry.rating_games if facts.games is None else facts.games,
        born=facts.born or entry.birth,
        title=facts.title or entry.title,
        ever_2400=_ever(facts.ever_2400, rating, 2400),
        ever_2300=_ever(facts.ever_2300, rating, 2300),
        first_event=_first_event(entry, facts),
        valid_event_before=facts.valid_event_before,
    )


def _ever(said: bool | None, rating: int | None, limit: int) -> bool:
    if said is None:
        return rating is not None and rating >= limit
    return said


def _first_event(entry: Entry, facts: PlayerFacts) -> bool | None:
    """Said outright, or told by the games completed before; None where nothing is known."""
    if facts.first_event is not None:
        return facts.first_event
    games = entry.rating_games if facts.games is None else facts.games
    return None if games is None else games == 0
