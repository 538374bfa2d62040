"""Events for the validator, built by hand; everybody is invented."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from typing import Any

from tournaments.record.model import Entry, EventFacts, Game, Record, Round

START = date(2005, 10, 3)


def entries(*ratings: int, **fields: Any) -> tuple[Entry, ...]:
    """Players by rating, 0 for an unrated one, all of one federation."""
    given = {"federation": "INV"} | fields
    return tuple(
        Entry(number, f"Player {number}", rating=rating or None, **given)
        for number, rating in enumerate(ratings, 1)
    )


def everybody_meets(players: int, cycles: int = 1, code: str = "1/2-1/2") -> tuple[Game, ...]:
    """All pairs of a round robin, a round for each game: only who met whom matters here."""
    pairs = [pair for _cycle in range(cycles) for pair in combinations(range(1, players + 1), 2)]
    return tuple(Game(number, 1, white, black, code) for number, (white, black) in enumerate(pairs, 1))


def event(
    players: Sequence[Entry], games: Sequence[Game] = (), dated: Sequence[Round] = (), **facts: Any
) -> Record:
    """A Swiss of 2005 with enough time for everybody, unless said otherwise."""
    given: dict[str, Any] = {
        "name": "Invented Open",
        "start": START,
        "end": START + timedelta(days=8),
        "system": "swiss",
        "rounds": 9,
        "rate_of_play": "40/75'+15'+30\"",
    } | facts
    return Record(EventFacts(**given), tuple(players), tuple(games), (), tuple(dated))


def moved(record: Record, **facts: Any) -> Record:
    """The record with another head."""
    return replace(record, event=replace(record.event, **facts))
