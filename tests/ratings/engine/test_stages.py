"""Preliminaries and finals put together: who is who, rounds one after the other, one system (6.2)."""

from datetime import date
from fractions import Fraction

import pytest

from ratings.engine.event import rate_event
from ratings.engine.stages import pool_stages
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Round, Team
from tournaments.rulebook.shelf import edition


def entry(number: int, name: str, rating: int | None = 2200, **more: str) -> Entry:
    return Entry(number, name, rating=rating, rating_k=15 if rating else None, **more)  # type: ignore[arg-type]


def final() -> Record:
    """The main event, played later: Cele, Ana, and Dino, who was not in the preliminary."""
    entries = (
        entry(1, "Cele", 2250, fide_id="303"),
        entry(2, "Ana", 2210, birth="1990"),
        entry(3, "Dino", 2000, national_id="0044"),
    )
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 2, 3, "1/2-1/2"))
    event = EventFacts("Cup", start=date(2006, 5, 6), end=date(2006, 5, 7), system="swiss", rounds=2)
    return Record(event, entries, games, (Bye(1, 3, "U"),), (Round(2, date(2006, 5, 7)),))


def preliminary() -> Record:
    """Ana, Boro, Cele; three rounds announced, the second never played."""
    entries = (
        entry(1, "Ana", 2200, birth="1990"),
        entry(2, "Boro", None),
        entry(3, "Celestina", 2240, fide_id="303"),
    )
    games = (Game(1, 1, 1, 2, "1-0", match=1), Game(3, 1, 3, 1, "0-1"))
    event = EventFacts(
        "Preliminary", start=date(2006, 5, 1), end=date(2006, 5, 3), system="round_robin", rounds=3
    )
    return Record(event, entries, games)


def test_players_are_known_again_and_numbered_in_the_order_of_the_stages() -> None:
    pool = pool_stages([final(), preliminary()])
    assert [(e.number, e.name, e.rating) for e in pool.record.entries] == [
        (1, "Ana", 2200),
        (2, "Boro", None),
        (3, "Celestina", 2240),
        (4, "Dino", 2000),
    ]
    assert list(pool.numbers) == [{1: 3, 2: 1, 3: 4}, {1: 1, 2: 2, 3: 3}]
    assert pool.earliest == {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (0, 3)}


def test_rounds_follow_one_another_and_the_head_is_that_of_the_main_event() -> None:
    record = pool_stages([final(), preliminary()]).record
    assert [(game.round, game.white, game.black) for game in record.games] == [
        (1, 1, 2),
        (3, 3, 1),
        (4, 3, 1),
        (5, 1, 4),
    ]
    assert record.byes == (Bye(4, 4, "U"),)
    assert record.rounds == (Round(5, date(2006, 5, 7)),)
    event = record.event
    assert (event.name, event.start, event.end) == ("Cup", date(2006, 5, 1), date(2006, 5, 7))
    assert (event.system, event.rounds) == ("swiss", 5)
    assert from_canonical(canonical_bytes(record)) == record


def test_all_games_of_a_player_are_rated_as_one_event() -> None:
    line = rate_event(pool_stages([final(), preliminary()]).record, edition("fide-2004")).player(1)
    # Ana, 2200: beat 2240, lost to 2240, drew with 2000; mean 2160, D 40, .56, We 1.68; 1.5 - 1.68 = -0.18
    assert (line.n, line.rc, line.change) == (3, 2160, Fraction("-2.7"))


def test_equal_names_with_different_numbers_are_two_players() -> None:
    one = Record(EventFacts("A", start=date(2006, 1, 1)), (entry(1, "Ana", fide_id="1"),))
    two = Record(EventFacts("B", start=date(2006, 2, 1)), (entry(1, "Ana", fide_id="2"),))
    assert len(pool_stages([one, two]).record.entries) == 2
    same = Record(EventFacts("B", start=date(2006, 2, 1)), (entry(1, "Ana"),))
    assert len(pool_stages([one, same]).record.entries) == 1


def test_two_entries_of_one_stage_never_become_one() -> None:
    twins = Record(EventFacts("A", start=date(2006, 1, 1)), (entry(1, "Ana"), entry(2, "Ana")))
    pool = pool_stages([twins, twins])
    assert len(pool.record.entries) == 2
    assert list(pool.numbers) == [{1: 1, 2: 2}, {1: 1, 2: 2}]


def test_who_the_register_says_they_are_goes_before_what_is_written() -> None:
    one = Record(EventFacts("A", start=date(2006, 1, 1)), (entry(1, "Ana"),))
    married = Record(EventFacts("B", start=date(2006, 2, 1)), (entry(1, "Ana Novak", fide_id="7"),))
    assert len(pool_stages([one, married]).record.entries) == 2
    assert len(pool_stages([one, married], [{1: 55}, {1: 55}]).record.entries) == 1


def test_two_round_robins_of_one_field_stay_a_round_robin() -> None:
    field = (entry(1, "Ana"), entry(2, "Boro"))
    legs = [
        Record(
            EventFacts("Leg", start=day, system="round_robin", rounds=1),
            field,
            (Game(1, 1, 1, 2, "1/2-1/2"),),
            teams=(Team(1, "Reds", (1,)), Team(2, "Blues", (2,))),
        )
        for day in (date(2006, 1, 1), date(2006, 2, 1))
    ]
    record = pool_stages(legs).record
    assert (record.event.system, record.event.cycles, record.event.rounds) == ("round_robin", 2, 2)
    assert [(team.number, team.name, team.members) for team in record.teams] == [
        (1, "Reds", (1,)),
        (2, "Blues", (2,)),
    ]


def test_no_stage_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="no stage"):
        pool_stages([])
