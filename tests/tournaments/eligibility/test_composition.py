"""The field: 6.3 to 6.43 with the numbers of the worked table, later editions, matches."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.eligibility.building import entries, event, everybody_meets
from tournaments.eligibility.composition import rated_players_needed
from tournaments.record.model import Entry, Game
from tournaments.rulebook.shelf import edition


def field(rated: int, unrated: int) -> tuple[Entry, ...]:
    return entries(*[2000] * rated, *[0] * unrated)


# players -> rated ones: a third, and four where there are fewer than ten
NEEDED = {6: 4, 8: 4, 9: 4, 10: 4, 11: 4, 12: 4, 13: 5, 14: 5, 15: 5, 16: 6}


@pytest.mark.parametrize(("players", "needed"), NEEDED.items())
def test_rated_players_of_a_round_robin(check: Any, players: int, needed: int) -> None:
    assert rated_players_needed(edition("fide-2004"), players) == needed
    enough = event(field(needed, players - needed), system="round_robin")
    few = event(field(needed - 1, players - needed + 1), system="round_robin")
    assert "round_robin.few_rated" not in check(enough)
    found = check(few)["round_robin.few_rated"]
    assert (found.severity, found.article) == ("objection", "6.31" if players < 10 else "6.3")
    assert found.players == tuple(range(needed, players + 1))


def test_a_double_round_robin_with_an_unrated_player_needs_six(check: Any) -> None:
    five = event(field(4, 1), system="round_robin", cycles=2)
    found = check(five)["round_robin.double_small"]
    assert (found.severity, found.article, found.players) == ("objection", "6.32", (5,))
    assert "round_robin.double_small" not in check(event(field(5, 1), system="round_robin", cycles=2))
    assert "round_robin.double_small" not in check(event(field(5, 0), system="round_robin", cycles=2))
    assert "round_robin.double_small" not in check(event(field(4, 1), system="round_robin"))
    # nobody says so, but everybody met twice
    played = event(field(4, 1), everybody_meets(5, cycles=2), system="round_robin", rounds=20)
    assert "round_robin.double_small" in check(played)


def test_a_national_championship_needs_three_rated_men(check: Any) -> None:
    def championship(*ratings: int, women: int = 0, occasion: str = "national_championship") -> Any:
        players = [
            Entry(number, "X", sex="w" if number <= women else "m", rating=rating or None, federation="INV")
            for number, rating in enumerate(ratings, 1)
        ]
        return event(players, system="round_robin", occasion=occasion)

    twelve = [0] * 9
    assert "round_robin.few_rated" not in check(championship(2000, 2000, 2000, *twelve))
    found = check(championship(2000, 2000, 0, *twelve))["round_robin.championship_men"]
    assert (found.severity, found.article, found.code) == ("objection", "6.33", "round_robin.few_rated")
    assert "round_robin.championship_men" in check(championship(2000, 2000, 2000, *twelve, women=1))
    only = "national_championship_women"
    assert not _field(check(championship(2000, 2000, *twelve, women=11, occasion=only)))
    # where only women play the national championship is one of women, whatever it is called
    assert not _field(check(championship(2000, 2000, *twelve, women=11)))
    alone = check(championship(2000, 0, *twelve, women=11))
    assert alone["round_robin.championship_women"].article == "6.33"
    found = check(championship(2000, 0, *twelve, women=11, occasion=only))
    assert found["round_robin.championship_women"].article == "6.33"


def _field(found: dict[str, Any]) -> list[str]:
    return [key for key in found if key.startswith("round_robin")]


def test_later_editions_ask_nothing_of_round_robins(check: Any) -> None:
    assert not _field(check(event(field(1, 9), system="round_robin"), "fide-2024"))


def test_a_scheveningen_has_one_unrated_player_at_most(check: Any) -> None:
    assert "scheveningen.unrated" not in check(event(field(5, 1), system="scheveningen"))
    found = check(event(field(4, 2), system="team_scheveningen"))["scheveningen.unrated"]
    assert (found.severity, found.article, found.players) == ("objection", "6.4", (5, 6))


def test_a_match_with_an_unrated_player_since_2024(check: Any) -> None:
    found = check(event(field(1, 1), system="match"), "fide-2024")["match.unrated"]
    assert (found.severity, found.article, found.players) == ("objection", "6.1", (2,))
    assert "match.unrated" not in check(event(field(2, 0), system="match"), "fide-2024")
    assert "match.unrated" not in check(event(field(1, 1), system="match"))


def test_where_nobody_is_rated_no_game_counts(check: Any) -> None:
    assert check(event(field(0, 8)))["field.nobody_rated"].severity == "objection"
    assert "field.nobody_rated" not in check(event(field(1, 7)))


def test_unrated_players_of_a_swiss_who_met_too_few_rated_ones_are_told(check: Any) -> None:
    """Number 5 meets three rated players, number 6 two and the fourth by forfeit."""
    pairs = [(5, 1), (5, 2), (5, 3), (6, 1), (6, 2), (6, 5)]
    played = [Game(number, 1, white, black, "1-0") for number, (white, black) in enumerate(pairs, 1)]
    played.append(Game(7, 1, 6, 4, "+/-"))
    record = event(field(4, 2), played, rounds=7)
    found = check(record)["field.few_met"]
    assert (found.severity, found.article, found.players) == ("note", "6.42", (6,))
    assert check(record, "fide-2005")["field.few_met"].players == (5, 6)  # four since 2005
    assert "field.few_met" not in check(event(field(4, 2), played, rounds=8))  # one round is to come
    assert "field.few_met" not in check(record, "fide-2024")


def test_a_round_robin_with_a_game_missing_becomes_a_swiss_event(check: Any) -> None:
    games = list(everybody_meets(4))
    whole = event(field(4, 0), games, system="round_robin", rounds=6)
    assert "round_robin.as_swiss" not in check(whole)
    games[2] = Game(3, 1, 1, 4, "+/-")
    found = check(event(field(4, 0), games, system="round_robin", rounds=6))["round_robin.as_swiss"]
    assert (found.severity, found.article) == ("note", "6.43")
    assert (found.players, found.rounds) == ((1, 4), (3,))
    # still being played: an open board is no missing game
    games[2] = Game(3, 1, 1, 4, "*")
    assert "round_robin.as_swiss" not in check(event(field(4, 0), games, system="round_robin", rounds=6))


def test_unplayed_games_do_not_count(check: Any) -> None:
    games = [Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 1, "-/+")]
    found = check(event(field(3, 0), games))["unplayed.forfeits"]
    assert (found.severity, found.article, found.players, found.rounds) == ("note", "5.1", (1, 3), (2,))
    assert "unplayed.forfeits" not in check(event(field(3, 0), games[:1]))


def test_a_system_that_nobody_knows_is_asked_for_where_it_matters(check: Any) -> None:
    assert check(event(field(3, 0), system="unknown"))["system.unknown"].severity == "warning"
    assert "system.unknown" not in check(event(field(3, 0), system="unknown"), "fide-2024")


def test_from_2012_to_2021_the_system_matters_where_rated_and_unrated_players_met(check: Any) -> None:
    games = everybody_meets(5)
    games = (replace(games[0], code="+/-"), *games[1:])
    for unrated in (0, 1):
        known = event(field(5 - unrated, unrated), games, system="round_robin", rounds=10)
        found = check(known, "fide-2017")
        assert ("round_robin.as_swiss" in found) is bool(unrated)
        assert ("unplayed.forfeits" in found) is not bool(unrated)
        unknown = event(field(5 - unrated, unrated), system="unknown")
        assert ("system.unknown" in check(unknown, "fide-2017")) is bool(unrated)
