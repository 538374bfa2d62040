"""Rules of one sentence that no worked example shows: each is named by its article's line."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from ratings.articles import article_address
from ratings.engine.display import shown_rating
from ratings.engine.errors import EditionLacksRuleError
from ratings.engine.event import rate_event
from ratings.engine.facts import PlayerFacts
from ratings.engine.first import FEW_GAMES_OCCASIONS
from ratings.engine.period import FirstPart, PeriodPlayer, rate_period
from tournaments.errors import DomainError
from tournaments.record.model import Entry, EventFacts, Game, Record
from tournaments.rulebook.shelf import edition

START = date(2006, 2, 1)
LIST = date(2006, 4, 1)


def newcomer_after(games: int, *, organisation: str = "", occasion: str = "") -> Any:
    """What a newcomer has on the list after so many draws with players of 2000."""
    entries = [Entry(1, "Newcomer")]
    entries += [Entry(number, f"Opponent {number}", rating=2000) for number in range(2, games + 2)]
    played = [Game(number, 1, 1, number + 1, "1/2-1/2") for number in range(1, games + 1)]
    event = EventFacts("Open", start=START, system="swiss", rounds=games, occasion=occasion)
    facts = {1: PlayerFacts(organisation=organisation, first_event=True)}
    line = rate_event(Record(event, tuple(entries), tuple(played)), edition("fide-2004"), facts).player(1)
    assert line.first is not None
    found = rate_period(
        edition("fide-2004"), LIST, [PeriodPlayer(1, None, first=(FirstPart("Open", LIST, line.first),))]
    )
    return found[1].state, found[1].new


@pytest.mark.parametrize("organisation", ["IBCA", "ICSC", "IPCA"])
def test_seven_games_suffice_for_members_of_three_organisations(organisation: str) -> None:
    assert newcomer_after(7, organisation=organisation) == ("first", 2000)
    assert newcomer_after(6, organisation=organisation)[0] == "waiting"


def test_seven_games_suffice_in_olympiads_and_team_championships() -> None:
    assert frozenset({"olympiad", "continental_team", "world_team"}) == FEW_GAMES_OCCASIONS
    for occasion in FEW_GAMES_OCCASIONS:
        assert newcomer_after(7, occasion=occasion) == ("first", 2000)


def test_everybody_else_needs_nine_games() -> None:
    assert newcomer_after(8)[0] == "waiting"
    assert newcomer_after(9) == ("first", 2000)


def rapid(k: int | None) -> Any:
    entries = (Entry(1, "One", rating=1700), Entry(2, "Two", rating=1700))
    event = EventFacts("Rapid", start=START, system="swiss", rounds=1)
    facts = {1: PlayerFacts(k=k), 2: PlayerFacts(k=k)}
    record = Record(event, entries, (Game(1, 1, 1, 2, "1-0"),))
    return rate_event(record, edition("fide-rb-2004"), facts)


def test_k_of_rapid_games_is_the_administrators_and_is_asked_for_where_nobody_gives_it() -> None:
    assert rapid(20).player(1).change == Fraction(10)
    assert rapid(30).player(1).change == Fraction(15)
    with pytest.raises(EditionLacksRuleError) as refused:
        rapid(None)
    assert refused.value.article == "15.0b"


@pytest.mark.parametrize(
    ("key", "rating", "shown"),
    [
        ("fide-rb-2004", 1994, "199"),
        ("fide-rb-2004", 2400, "240"),
        ("fide-rb-2004", None, ""),
        ("fide-2004", 1994, "1994"),
    ],
)
def test_a_rapid_rating_is_shown_with_its_first_three_digits(
    key: str, rating: int | None, shown: str
) -> None:
    assert shown_rating(edition(key), rating) == shown


@pytest.mark.django_db
def test_an_event_announced_as_not_rated_is_never_calculated(
    people: Any, opening: Any, played: Any, rate: Any
) -> None:
    one, two = people(2)
    opening({one: 2100, two: 2000})
    event = played([one, two], [[(1, 2, "1-0")]], rating_kind="")
    with pytest.raises(DomainError) as refused:
        rate(event)
    assert refused.value.code == "not_rated"


@pytest.mark.parametrize(
    "key", ["fide-2014", "fide-2017", "fide-2022", "fide-2024", "fide-2025-10", "fide-rb-2024"]
)
def test_the_performance_is_cited_as_of_the_title_regulations(key: str) -> None:
    """B.02 has no 1.4.9; the citation leads to the parameter itself."""
    cited = edition(key)["performance_rating"].article
    assert cited == "B.01 1.4.9"
    assert article_address(key, cited).endswith("#article-b.01-1.4.9")
