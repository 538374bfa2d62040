"""A league over more than 90 days: each game takes the list of the period in which it was played (4.11)."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.output import game_rows
from ratings.engine.results import EventRating
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

JANUARY = date(2006, 1, 1)
BEFORE, AFTER = date(2005, 11, 10), date(2006, 1, 10)


def league(occasion: str = "league", end: date = date(2006, 3, 1)) -> Record:
    """Four players, two rounds: one on the list of October, one on that of January. No. 3 is unrated in October."""
    ratings = (2200, 2200, None, 2000)
    entries = tuple(
        Entry(number, f"Player {number}", rating=rating, rating_k=15 if rating else None)
        for number, rating in enumerate(ratings, 1)
    )
    games = (
        Game(1, 1, 1, 2, "1-0", played_on=BEFORE),
        Game(1, 2, 3, 4, "1-0", played_on=BEFORE),
        Game(2, 1, 1, 2, "1/2-1/2", played_on=AFTER),
        Game(2, 2, 3, 4, "1-0", played_on=AFTER),
    )
    event = EventFacts(
        "League", start=date(2005, 11, 1), end=end, system="swiss", rounds=2, occasion=occasion
    )  # type: ignore[arg-type]
    return Record(event, entries, games)


def on_january(rating: int, k: int = 15) -> PlayerFacts:
    return PlayerFacts(rating=rating, k=k)


FACTS = {
    1: PlayerFacts(lists={JANUARY: on_january(2240)}),
    2: PlayerFacts(lists={JANUARY: on_january(2100)}),
    3: PlayerFacts(lists={JANUARY: on_january(2000)}),
    4: PlayerFacts(lists={JANUARY: on_january(2000)}),
}


def rated(record: Record, key: str = "fide-2004", facts: dict[int, PlayerFacts] | None = None) -> EventRating:
    return rate_event(record, edition(key), FACTS if facts is None else facts)


def test_each_game_is_rated_with_the_ratings_of_its_period() -> None:
    rating = rated(league())
    # October: 2200 v 2200, .50; January: 2240 v 2100, D 140, .69. 15 x (0.5 - 0.19) and the same lost.
    assert [(rating.player(n).n, rating.player(n).change) for n in (1, 2)] == [
        (2, Fraction("4.65")),
        (2, Fraction("-4.65")),
    ]
    parts = [step for step in rating.player(1).steps if step.key == "league.part"]
    assert [(step.article, step.inputs["list"], step.inputs["rating"]) for step in parts] == [
        ("4.11", date(2005, 10, 1), 2200),
        ("4.11", JANUARY, 2240),
    ]
    assert [(row.rc, row.ro) for row in game_rows(rating.player(1))] == [(2200, 2200), (2100, 2240)]


def test_each_part_has_the_factor_of_its_list() -> None:
    facts = FACTS | {1: PlayerFacts(k=25, lists={JANUARY: on_january(2240)})}
    line = rated(league(), facts=facts).player(1)
    # 25 x 0.5 - 15 x 0.19 = 12.5 - 2.85; the factor shown is the last, and with it the gain gives the change
    assert (line.change, line.k, line.k_nominal) == (Fraction("9.65"), 15, 15)
    assert line.k * line.gain == line.change


def test_who_is_rated_in_the_course_of_the_league_is_unrated_for_his_opponents_before() -> None:
    rating = rated(league())
    # 10.4: for himself 2000 v 2000 twice; his opponent counts the second game alone.
    assert (rating.player(3).n, rating.player(3).change) == (2, 15)
    assert (rating.player(4).n, rating.player(4).change) == (1, Fraction("-7.5"))


def test_an_unrated_player_meets_each_opponent_at_the_rating_of_the_period() -> None:
    record = league()
    games = (
        Game(1, 1, 1, 2, "1-0", played_on=BEFORE),
        Game(1, 2, 3, 4, "1/2-1/2", played_on=BEFORE),
        Game(2, 1, 3, 1, "1/2-1/2", played_on=AFTER),
        Game(3, 1, 3, 2, "1/2-1/2", played_on=AFTER),
    )
    facts = FACTS | {3: PlayerFacts(first_event=False)}
    line = rated(replace(record, games=games), facts=facts).player(3)
    # 2000 of October, 2240 and 2100 of January: 6340 / 3 = 2113.33
    assert (line.n, line.rc, line.ru) == (3, 2113, 2113)


def test_a_shorter_league_and_a_tournament_keep_the_list_of_the_first_day() -> None:
    for record in (league(end=date(2006, 1, 29)), league(occasion="")):
        rating = rated(record)
        # 1.5 of 2 against 2200: 15 x 0.5
        assert (rating.player(1).change, rating.findings) == (Fraction("7.5"), ())


def test_the_text_that_is_silent_keeps_the_list_of_the_first_day_and_says_so() -> None:
    later = league()
    event = replace(later.event, start=date(2006, 11, 1), end=date(2007, 3, 1))
    line = rated(replace(later, event=event), "fide-2005").player(1)
    assert line.change == Fraction("7.5")
    assert "long_events" in line.doubts
    assert (
        "long_events"
        not in rated(replace(later, event=replace(event, occasion="")), "fide-2005").player(1).doubts
    )


def test_ratings_of_a_later_list_that_nobody_gives_are_asked_for() -> None:
    rating = rated(league(), facts={})
    missing = [finding for finding in rating.findings if finding.code == "league.lists_missing"]
    assert [(f.severity, f.article, f.inputs["lists"]) for f in missing] == [
        ("warning", "4.11", "2006-01-01")
    ]
    assert rating.player(1).change == Fraction("7.5")


def test_a_list_that_nobody_gives_has_the_ratings_of_the_newest_before_it() -> None:
    """Games of November, January and April; what January says of no. 1 stands in April too."""
    record = league(end=date(2006, 5, 1))
    games = (*record.games, Game(3, 1, 1, 2, "1/2-1/2", played_on=date(2006, 4, 10)))
    facts = {1: PlayerFacts(lists={JANUARY: on_january(2240)})}
    rating = rated(replace(record, games=games), facts=facts)
    # 2200 v 2200, .50 and a win; twice 2240 v 2200, D 40, .56 and a draw: 15 x (0.5 - 0.06 - 0.06)
    assert rating.player(1).change == Fraction("5.7")
    missing = [finding for finding in rating.findings if finding.code == "league.list_before"]
    assert [(f.severity, f.article, f.inputs["lists"]) for f in missing] == [
        ("warning", "4.11", "2006-04-01")
    ]


def test_a_list_before_the_first_one_does_not_matter() -> None:
    early = {1: PlayerFacts(lists={date(2005, 7, 1): on_january(2500)})}
    rating = rated(league(), facts=early)
    assert rating.player(1).change == Fraction("7.5")
    assert "league.lists_missing" in [finding.code for finding in rating.findings]


def test_games_without_a_day_are_told() -> None:
    record = league()
    undated = replace(record, games=(replace(record.games[0], played_on=None), *record.games[1:]))
    found = [(f.code, f.inputs["games"]) for f in rated(undated).findings]
    assert ("league.day_unknown", 1) in found
