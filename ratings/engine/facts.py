"""The players of an event as the rating rules see them: the record's entries and what else is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from ratings.engine.errors import UnknownEntryError
from tournaments.record.model import Entry, Record


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of a player beside the record; None or empty means not said, and the record stands.

    `rating` and `k` are those of the list in force, a rating of 0 says that the player is unrated. `games`
    are the rated games completed before the event. `born` is a year or an ISO date. `first_event` says that
    this is the first event of an unrated player, `valid_event_before` that an earlier result of his already
    counts, which excludes a first event. `unrated_for_opponents` marks a player who got his first rating
    between the event and its calculation: rated for himself, unrated for the others. `standard_rating` is
    that of the standard list of the day, which the rapid and blitz chapters fall back on (7.2.1; 15.0a of
    2004). `organisation` is IBCA, ICSC or IPCA, whose members need fewer games for a first rating (9.14).
    `lists` holds the same facts by the first day of a later list, where games of one event take the list of
    their period (4.11 of 2004).
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
    standard_rating: int | None = None
    organisation: str = ""
    lists: Mapping[date, "PlayerFacts"] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Player:
    """One player, record and facts put together.

    `rating` is what he himself is rated from, `shown` what his opponents meet; None is unrated. `k` is None
    where nobody gives it. `standard` is his rating on the standard list, `from_standard` says that he is rated
    here from it, `meanwhile` that he was rated between the event and its calculation.
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
    standard: int | None = None
    organisation: str = ""
    from_standard: bool = False
    meanwhile: bool = False


NO_FACTS = PlayerFacts()


def players_of(record: Record, facts: Mapping[int, PlayerFacts] | None = None) -> dict[int, Player]:
    """All players of the record by start number; raises UnknownEntryError for facts about nobody."""
    known = facts or {}
    numbers = {entry.number for entry in record.entries}
    strangers = sorted(set(known) - numbers)
    if strangers:
        raise UnknownEntryError("player_unknown", {"numbers": ", ".join(map(str, strangers))})
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
        standard=facts.standard_rating or None,
        organisation=facts.organisation,
        meanwhile=facts.unrated_for_opponents,
    )


def rated_from_standard(player: Player, least: int) -> Player:
    """An unrated player with a standard rating of at least `least`, rated from it; any other as he is.

    He is new to the rapid or blitz list, so his games in it are none unless said.
    """
    if player.rating is not None or player.standard is None or player.standard < least:
        return player
    return replace(
        player,
        rating=player.standard,
        shown=None if player.meanwhile else player.standard,
        games=player.games or 0,
        from_standard=True,
        ever_2400=player.ever_2400 or player.standard >= 2400,
        ever_2300=player.ever_2300 or player.standard >= 2300,
    )


def _ever(said: bool | None, rating: int | None, limit: int) -> bool:
    if said is None:
        return rating is not None and rating >= limit
    return said


def _first_event(entry: Entry, facts: PlayerFacts) -> bool | None:
    """Told by an earlier result that counts, said outright, or told by the games before; None if not known."""
    if facts.valid_event_before:
        return False
    if facts.first_event is not None:
        return facts.first_event
    games = entry.rating_games if facts.games is None else facts.games
    return None if games is None else games == 0
