"""Large Swiss events for the benchmarks: byes, forfeits and withdrawals among the games, from a fixed seed."""

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from tournaments.record.model import Bye, Entry, EventFacts, Game, Record

START = date(2026, 4, 1)
ROUNDS = 11
PLAYED = ("1-0", "1/2-1/2", "0-1")
SET_OF_ELEVEN = ("PTS", "PS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "KS", "ARO", "TPR", "DE")


def open_event(players: int, rounds: int = ROUNDS, *, whole: bool = False) -> Record:
    """A Swiss event in which neighbours of a shuffled order meet.

    One game in a hundred is a forfeit, one player in fifty a round asks for half a point, one in twenty leaves
    after some round, and with an odd number somebody has the allocated bye. `whole`: everybody plays every round.
    """
    chance = Random(players)
    entries = [
        Entry(n, f"Player {n:04d}, Test", rating=2700 - n, federation="XXA") for n in _numbers(players)
    ]
    last = {n: chance.randrange(1, rounds) for n in _numbers(players) if not whole and chance.random() < 0.05}
    games, byes = list[Game](), list[Bye]()
    for number in range(1, rounds + 1):
        there = [n for n in _numbers(players) if last.get(n, rounds) >= number]
        byes += [Bye(number, n, "Z") for n in _numbers(players) if last.get(n, rounds) < number]
        asks = [] if whole else [n for n in there if chance.random() < 0.02]
        byes += [Bye(number, n, "H") for n in asks]
        order = [n for n in there if n not in asks]
        chance.shuffle(order)
        if len(order) % 2:
            byes.append(Bye(number, order.pop(), "U"))
        pairs = zip(order[::2], order[1::2], strict=True)
        for board, (white, black) in enumerate(pairs, start=1):
            forfeit = not whole and chance.random() < 0.01
            games.append(Game(number, board, white, black, "+/-" if forfeit else chance.choice(PLAYED)))
    facts = EventFacts("Invented open", start=START, system="swiss", rounds=rounds)
    return Record(facts, tuple(entries), tuple(games), tuple(byes))


def _numbers(players: int) -> range:
    return range(1, players + 1)


def stored(record: Record, order: tuple[str, ...] = SET_OF_ELEVEN, **fields: Any) -> Any:
    """The record as an event in the database, being played, with a person for each entry and a seat for each round."""
    from players.models import Person
    from tournaments import models

    values = {
        "name": record.event.name,
        "start": START,
        "system": "swiss",
        "state": "playing",
        "tie_break_edition": "c07-2026",
        "unplayed_edition": "c07-2026",
        "tie_break_order": ",".join(order),
        "rounds_planned": record.event.rounds,
    }
    event = models.Event.objects.create(**(values | fields))
    people = Person.objects.bulk_create(Person(surname=entry.name) for entry in record.entries)
    entries = {
        entry.number: entry
        for entry in models.Entry.objects.bulk_create(
            models.Entry(
                event=event,
                person=person,
                number=entry.number,
                name=entry.name,
                rating=entry.rating,
                federation=entry.federation,
                rating_k=20,
                birth="",
            )
            for entry, person in zip(record.entries, people, strict=True)
        )
    }
    for number in range(1, record.event.rounds + 1):
        _store_round(models, record, event, number, entries)
    return event


def _store_round(models: Any, record: Record, event: Any, number: int, entries: dict[int, Any]) -> None:
    a_round = models.Round.objects.create(event=event, number=number)
    games = models.Game.objects.bulk_create(
        models.Game(
            round=a_round,
            board=game.board,
            white=entries[game.white],
            black=entries[game.black],
            code=game.code,
        )
        for game in record.games
        if game.round == number
    )
    models.Seat.objects.bulk_create(_seats(models, record, a_round, games, entries))


def _seats(
    models: Any, record: Record, a_round: Any, games: list[Any], entries: dict[int, Any]
) -> Iterator[Any]:
    for game in games:
        yield models.Seat(round=a_round, entry=game.white, game=game, colour="w")
        yield models.Seat(round=a_round, entry=game.black, game=game, colour="b")
    for bye in record.byes:
        if bye.round == a_round.number:
            yield models.Seat(round=a_round, entry=entries[bye.entry], bye=bye.code)
