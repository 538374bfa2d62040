"""Numbers of a small invented event, counted by hand."""

from fractions import Fraction

from tournaments.record.model import Bye, Entry, EventFacts, Game, Record
from tournaments.record.statistics import statistics

ENTRIES = (
    Entry(1, "One", rating=2400, federation="INV"),
    Entry(2, "Two", rating=2200, federation="INV"),
    Entry(3, "Three", rating=2000, federation="CRO"),
    Entry(4, "Four", federation="CRO"),
)
GAMES = (
    Game(1, 1, 1, 3, "0-1"),
    Game(1, 2, 2, 4, "1/2-1/2"),
    Game(2, 1, 3, 2, "1-0u"),
    Game(2, 2, 4, 1, "+/-"),
    Game(3, 1, 1, 2, "*"),
)
BYES = (Bye(3, 3, "H"), Bye(3, 4, "U"), Bye(4, 1, "Z"))


def found(games=GAMES, byes=BYES):
    return statistics(Record(EventFacts("Invented", rounds=5), ENTRIES, games, byes))


def test_results_by_colour_leave_out_forfeits_and_open_boards():
    total = found().total
    assert (total.games, total.white, total.draws, total.black, total.other) == (3, 1, 1, 1, 0)
    assert (total.forfeits, total.open, total.byes) == (1, 1, 2)
    assert total.white_score == Fraction(1, 2)


def test_the_mean_rating_counts_everybody_once_a_game_and_nobody_without_a_rating():
    # round 1: 2400, 2000, 2200; round 2: 2000, 2200 (the forfeit is no game); round 3 is open
    assert [each.mean for each in found().rounds] == [2200, 2100, None]
    assert found().total.mean == 2160
    assert (found().mean, found().rated, found().players) == (2200, 3, 4)


def test_a_bye_asked_for_in_a_round_to_come_is_none_yet():
    assert [(each.round, each.byes) for each in found().rounds] == [(1, 0), (2, 0), (3, 2)]


def test_federations_score_from_played_games():
    lines = {each.federation: each for each in found().federations}
    assert (lines["INV"].players, lines["INV"].mean, lines["INV"].games, lines["INV"].halves) == (
        2,
        2300,
        3,
        1,
    )
    assert (lines["CRO"].players, lines["CRO"].mean, lines["CRO"].games, lines["CRO"].halves) == (
        2,
        2000,
        3,
        5,
    )
    assert lines["CRO"].score == Fraction(5, 6)


def test_upsets_stand_by_difference_with_the_colour_of_the_winner():
    assert [(each.winner.name, each.loser.name, each.gap, each.winner_white) for each in found().upsets] == [
        ("Three", "One", 400, False),
        ("Three", "Two", 200, True),
    ]


def test_a_penalty_is_a_game_without_a_winner():
    total = found(games=(Game(1, 1, 1, 2, "0-0"), Game(1, 2, 3, 4, "1-0")), byes=()).total
    assert (total.games, total.white, total.other) == (2, 1, 1)
    assert total.white_score == 1


def test_an_event_without_games_has_no_shares():
    empty = found(games=(), byes=())
    assert (empty.rounds, empty.upsets, empty.total.white_score, empty.total.share(0)) == ((), (), None, None)
