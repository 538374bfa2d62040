"""Matches of teams out of the games of a record."""

from dataclasses import replace

import pytest

from tournaments.record.matches import boards_of_match, byes_of_teams, matches_of
from tournaments.record.model import (
    Bye,
    Entry,
    EventFacts,
    Game,
    LineUp,
    MatchForfeit,
    Record,
    RecordError,
    Team,
    TeamBye,
    TeamRules,
)

# Four teams of three players: 1 2 3, 4 5 6, 7 8 9, 10 11 12.
TEAMS = tuple(
    Team(number, f"T{number}", tuple(range(3 * number - 2, 3 * number + 1))) for number in range(1, 5)
)


def record_of(
    *games: Game, byes: tuple[Bye, ...] = (), system: str = "team_swiss", **facts: object
) -> Record:
    entries = tuple(Entry(number, f"P{number}") for number in range(1, 13))
    event = EventFacts("Invented", system=system, rounds=3)  # type: ignore[arg-type]
    return Record(event, entries, games, byes, teams=TEAMS, **facts)  # type: ignore[arg-type]


def seats(record: Record, place: int = 0) -> list[tuple[int, int, bool]]:
    return [(board.home, board.away, board.home_white) for board in matches_of(record)[place].boards]


def test_the_home_team_has_white_on_the_first_board() -> None:
    games = (Game(1, 1, 4, 1, "1-0"), Game(1, 2, 2, 5, "1/2-1/2"), Game(1, 3, 6, 3, "0-1"))
    match = matches_of(record_of(*games))[0]
    assert (match.home, match.away, match.home_halves, match.away_halves) == (2, 1, 3, 3)
    assert seats(record_of(*games)) == [(4, 1, True), (5, 2, False), (6, 3, True)]


def test_a_player_who_did_not_come_leaves_his_board_to_the_others() -> None:
    """Team 2 comes without its second player: player 2 of team 1 won without play, at the second board."""
    games = (Game(1, 1, 1, 4, "1-0"), Game(1, 3, 3, 6, "0-1"))
    record = record_of(*games, byes=(Bye(1, 2, "+"),))
    assert seats(record) == [(1, 4, True), (2, 0, False), (3, 6, True)]
    match = matches_of(record)[0]
    assert (match.home_halves, match.away_halves, match.played) == (4, 2, True)


def test_a_line_up_goes_before_the_order_of_the_team() -> None:
    games = (Game(1, 1, 1, 6, "1-0", match=1), Game(1, 3, 3, 4, "0-1", match=1))
    record = record_of(*games, byes=(Bye(1, 2, "+"),), line_ups=(LineUp(1, 2, (6, 0, 4), 1),))
    assert seats(record) == [(1, 6, True), (2, 0, False), (3, 4, True)]


def test_matches_without_numbers_are_counted_by_their_boards() -> None:
    games = (Game(1, 1, 7, 10, "1-0"), Game(1, 2, 1, 4, "1-0"), Game(2, 1, 1, 7, "*"))
    matches = matches_of(record_of(*games))
    assert [(match.round, match.number, match.home, match.away) for match in matches] == [
        (1, 1, 3, 4),
        (1, 2, 1, 2),
        (2, 1, 1, 3),
    ]
    assert [match.open for match in matches] == [False, False, True]


def test_a_forfeited_match_is_won_on_every_board() -> None:
    record = record_of(
        Game(1, 1, 1, 4, "1-0"),
        match_forfeits=(MatchForfeit(1, 4, 3, "-/+"),),
        team_rules=TeamRules(colours="WBW"),
    )
    match = matches_of(record)[1]
    assert (match.number, match.home, match.away, match.forfeit) == (2, 4, 3, "-/+")
    assert (match.home_halves, match.away_halves, match.played) == (0, 6, False)


def test_who_came_counts_where_the_others_sent_nobody() -> None:
    record = record_of(
        byes=(Bye(1, 1, "+"), Bye(1, 2, "+")),
        match_forfeits=(MatchForfeit(1, 1, 2, "+/-"),),
        team_rules=TeamRules(colours="WBW"),
    )
    assert matches_of(record)[0].home_halves == 4


def test_the_bye_of_a_team_is_the_best_of_its_players_unless_it_is_stated() -> None:
    byes = (Bye(1, 7, "U"), Bye(1, 8, "Z"), Bye(1, 10, "Z"))
    record = record_of(Game(1, 1, 1, 4, "1-0"), byes=byes)
    assert [(bye.round, bye.team, bye.code) for bye in byes_of_teams(record)] == [(1, 3, "U"), (1, 4, "Z")]
    stated = replace(record, team_byes=(TeamBye(1, 3, "H"),))
    assert [(bye.team, bye.code) for bye in byes_of_teams(stated)] == [(3, "H"), (4, "Z")]


def test_the_size_of_a_match_is_agreed_or_that_of_the_largest() -> None:
    games = (Game(1, 1, 1, 4, "1-0"), Game(1, 2, 5, 2, "1-0"))
    assert boards_of_match(record_of(*games)) == 2
    assert boards_of_match(record_of(*games, team_rules=TeamRules(colours="WBWB"))) == 4
    assert boards_of_match(record_of()) == 1


def test_in_a_scheveningen_match_the_first_team_stays_at_home() -> None:
    games = (Game(2, 1, 5, 1, "1-0", match=1), Game(2, 2, 2, 6, "1-0", match=1))
    record = record_of(*games, system="team_scheveningen", line_ups=(LineUp(2, 2, (5, 6, 0), 1),))
    match = matches_of(record)[0]
    assert (match.home, match.away) == (1, 2)
    assert seats(record) == [(1, 5, False), (2, 6, True), (0, 0, True)]


@pytest.mark.parametrize(
    "games",
    [(Game(1, 1, 1, 2, "1-0"),), (Game(1, 1, 1, 4, "1-0"), Game(1, 2, 2, 7, "1-0"))],
)
def test_games_that_are_no_matches_are_refused(games: tuple[Game, ...]) -> None:
    with pytest.raises(RecordError, match="does not meet one other team"):
        matches_of(record_of(*games))
