"""Play-offs of article 30.5: each size played through, and the branches of the text by hand."""

import json
from pathlib import Path
from random import Random

import pytest

from tiebreaks.engine.playoff.contests import progress
from tiebreaks.engine.playoff.model import Mode, Options, PlayedGame, PlayOffError, Progress, Result
from tiebreaks.engine.playoff.structures import rules

RULES = rules("ua-2011")
DATA = (
    Path(__file__).resolve().parents[3].parent / "shared" / "regulations" / "tables" / "ua2011_playoffs.json"
)
Results = dict[str, PlayedGame]


def after(players: list[int], results: Results, seed: int = 7, options: Options | None = None) -> Progress:
    return progress(RULES, players, seed=seed, results=results, options=options)


def play(
    players: list[int], winners: dict[tuple[int, int], int], moves: dict[int, int] | None = None
) -> Progress:
    """Plays on with a fixed winner for each pair (0: drawn) until nothing is open."""
    results: Results = {}
    for _ in range(100):
        state = after(players, results)
        if not state.open_games:
            return state
        for game in state.open_games:
            pair = (min(game.white, game.black), max(game.white, game.black))
            winner = winners[pair]
            code: Result = "1/2-1/2" if not winner else "1-0" if winner == game.white else "0-1"
            results[game.key] = PlayedGame(code, (moves or {}).get(winner) if game.needs_moves else None)
    raise AssertionError("the play-off does not end")


def keys(state: Progress) -> list[str]:
    return [stage.key for stage in state.stages]


@pytest.mark.parametrize("size", range(2, 13))
@pytest.mark.parametrize("seed", range(8))
def test_every_size_comes_to_one_winner_and_loses_nobody(size: int, seed: int) -> None:
    chance, players = Random(f"{size}:{seed}"), list(range(101, 101 + size))
    results: Results = {}
    state = after(players, results, seed)
    while state.open_games:
        game = chance.choice(state.open_games)
        code: Result = results[game.key].result if game.result else chance.choice(["1-0", "1/2-1/2", "0-1"])
        results[game.key] = PlayedGame(code, chance.randint(20, 60) if game.needs_moves else None)
        state = after(players, results, seed)
    assert state.ranking is not None
    assert len(state.ranking[0]) == 1
    assert sorted(player for group in state.ranking for player in group) == players
    assert len(state.eliminated) == max(0, size - 8) * (size > 10)


def test_two_play_two_games_with_colours_changed_and_then_one_armageddon() -> None:
    start = after([4, 9], {})
    first, second = start.open_games
    assert (first.white, first.black) == (second.black, second.white)
    assert first.mode.white == (180, 5)
    results = {first.key: PlayedGame("1/2-1/2"), second.key: PlayedGame("1/2-1/2")}
    tied = after([4, 9], results)
    (decider,) = tied.open_games
    assert (decider.mode.white, decider.mode.black) == ((300, 0), (240, 0))
    done = after([4, 9], results | {decider.key: PlayedGame("1/2-1/2")})
    assert done.ranking == ((decider.black,), (decider.white,))


def test_a_match_won_with_one_and_a_half_points_needs_no_armageddon() -> None:
    first, second = after([4, 9], {}).open_games
    done = after([4, 9], {first.key: PlayedGame("0-1"), second.key: PlayedGame("1/2-1/2")})
    assert done.ranking == ((first.black,), (first.white,))
    assert len(done.stages) == 1


def test_three_in_a_circle_play_armageddon_and_then_count_moves() -> None:
    circle = {(1, 2): 1, (2, 3): 2, (1, 3): 3}
    state = play([1, 2, 3], circle, moves={1: 41, 2: 35, 3: 52})
    assert [stage.type for stage in state.stages] == ["round_robin", "round_robin", "fewest_moves"]
    assert [stage.mode.key for stage in state.stages[:2] if stage.mode] == ["BLITZ1", "ARM"]
    assert state.ranking == ((2,), (1,), (3,))
    assert state.choices == ("fewest_moves_counts_wins",)


def test_two_of_three_who_leave_the_third_behind_play_one_armageddon() -> None:
    start = after([1, 2, 3], {})
    results: Results = {
        game.key: PlayedGame(
            "1/2-1/2" if 3 not in (game.white, game.black) else "0-1" if game.white == 3 else "1-0"
        )
        for game in start.open_games
    }
    state = after([1, 2, 3], results)
    (decider,) = state.open_games
    assert {decider.white, decider.black} == {1, 2}
    assert decider.mode.key == "ARM"
    done = after([1, 2, 3], results | {decider.key: PlayedGame("1-0")})
    assert done.ranking == ((decider.white,), (decider.black,), (3,))


def test_four_play_one_against_four_and_two_against_three_by_lot() -> None:
    state = after([1, 2, 3, 4], {})
    number = state.numbers
    pairs = [sorted(number[player] for player in stage.players) for stage in state.stages]
    assert pairs == [[1, 4], [2, 3]]
    assert {game.mode.key for game in state.open_games} == {"MINI2"}
    short = after([1, 2, 3, 4], {}, options=Options(short=True))
    assert {game.mode.key for game in short.open_games} == {"ARM"}


def test_four_of_five_play_without_armageddon_and_the_lot_ends_what_two_matches_leave_drawn() -> None:
    # 5 loses to everybody, the others draw: four on 2½.
    winners = {(a, b): 0 for a in range(1, 5) for b in range(a + 1, 5)} | {(a, 5): a for a in range(1, 5)}
    state = play([1, 2, 3, 4, 5], winners)
    assert {stage.mode.key for stage in state.stages if stage.mode} == {"BLITZ1", "MINI2"}
    assert [stage.type for stage in state.stages].count("lot") == 3  # two semifinals and the final
    assert state.ranking is not None
    assert state.ranking[-1] == (5,)
    assert "four_of_five" in state.choices


def test_five_on_equal_points_are_ordered_by_the_moves_of_their_won_games() -> None:
    # Each beats the next two in the circle: everybody has two points.
    winners = {(min(a, b), max(a, b)): a for a in range(1, 6) for b in ((a % 5) + 1, ((a + 1) % 5) + 1)}
    state = play([1, 2, 3, 4, 5], winners, moves={1: 40, 2: 30, 3: 50, 4: 20, 5: 60})
    assert state.ranking == ((4,), (2,), (1,), (3,), (5,))
    assert state.stages[-1].values == {4: 40, 2: 60, 1: 80, 3: 100, 5: 120}


def test_six_play_in_the_groups_that_the_article_names() -> None:
    state = after([10, 20, 30, 40, 50, 60], {})
    assert [sorted(stage.players) for stage in state.stages] == [[10, 40, 50], [20, 30, 60]]


def test_nine_and_ten_play_in_their_groups() -> None:
    nine = after(list(range(1, 10)), {})
    assert [stage.players for stage in nine.stages] == [(1, 5, 9), (2, 6, 7), (3, 4, 8)]
    assert {game.mode.key for game in nine.open_games} == {"ARM"}
    ten = after(list(range(1, 11)), {})
    assert [sorted(stage.players) for stage in ten.stages] == [[1, 4, 5, 8, 9], [2, 3, 6, 7, 10]]
    assert "ten_groups" in ten.choices


def test_eight_meet_by_number_and_the_winners_of_one_and_four_meet() -> None:
    players = list(range(1, 9))
    better = {(a, b): a for a in players for b in players if a < b}
    state = play(players, better)
    assert [stage.players for stage in state.stages] == [
        (1, 8),
        (2, 7),
        (3, 6),
        (4, 5),
        (1, 4),
        (2, 3),
        (1, 2),
    ]
    assert state.ranking == ((1,), (2,), (4, 3), (8, 7, 6, 5))


def test_from_eleven_on_the_ninth_and_below_are_left_out() -> None:
    state = after(list(range(1, 13)), {})
    assert state.eliminated == (9, 10, 11, 12)
    assert len(state.open_games) == 4


def test_late_play_offs_go_straight_to_armageddon() -> None:
    late = Options(late=True)
    for size in range(2, 12):
        assert {game.mode.key for game in after(list(range(1, size + 1)), {}, options=late).open_games} == {
            "ARM"
        }
    circle = {(1, 2): 1, (2, 3): 2, (1, 3): 3}
    results: Results = {}
    state = after([1, 2, 3], {}, options=late)
    while state.open_games:
        for game in state.open_games:
            winner = circle[min(game.white, game.black), max(game.white, game.black)]
            code: Result = "1-0" if winner == game.white else "0-1"
            results[game.key] = PlayedGame(code, 20 + winner if game.needs_moves else None)
        state = after([1, 2, 3], results, options=late)
    assert [stage.type for stage in state.stages] == ["round_robin", "fewest_moves"]


def test_two_may_agree_on_a_longer_rate() -> None:
    longer = Mode("LONG", 2, (900, 10), (900, 10), article="30.5.7")
    state = after([1, 2], {}, options=Options(longer=longer))
    assert {game.mode for game in state.open_games} == {longer}
    assert longer.minutes_for_60_moves == 25
    assert {game.mode.key for game in after([1, 2, 3], {}, options=Options(longer=longer)).open_games} == {
        "BLITZ1"
    }


def test_a_gap_of_the_text_is_filled_as_the_event_chose() -> None:
    def chosen(size: int, **choices: str) -> Progress:
        return after(list(range(1, size + 1)), {}, options=Options(chosen=choices))

    ten = chosen(10, ten_groups="odd")
    assert [sorted(stage.players) for stage in ten.stages] == [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]
    assert list(chosen(8).numbers) == list(range(1, 9))
    assert list(chosen(8, eight_numbers="lot").numbers) != list(range(1, 9))
    with pytest.raises(PlayOffError, match="cannot be"):
        chosen(10, ten_groups="even")


def test_winners_meet_their_neighbours_and_three_winners_play_armageddon_where_the_event_chose_it() -> None:
    def finished(size: int, **choices: str) -> Progress:
        players, results = list(range(1, size + 1)), Results()
        options = Options(chosen=choices)
        state = after(players, results, options=options)
        while state.open_games:
            for game in state.open_games:
                results[game.key] = PlayedGame("1-0" if game.white < game.black else "0-1")
            state = after(players, results, options=options)
        return state

    near = finished(8, eight_bracket="near")
    assert [stage.players for stage in near.stages][4:] == [(1, 2), (3, 4), (1, 3)]
    nine = finished(9, nine_final="armageddon")
    assert [stage.mode.key for stage in nine.stages if stage.mode] == ["ARM"] * 4
    assert nine.ranking is not None
    assert nine.ranking[:3] == ((1,), (2,), (3,))


def test_a_drawn_match_of_four_of_five_goes_to_the_lot_at_once_where_the_event_chose_it() -> None:
    winners = {(a, b): 0 for a in range(1, 5) for b in range(a + 1, 5)} | {(a, 5): a for a in range(1, 5)}
    results: Results = {}
    options = Options(chosen={"four_of_five": "lot"})
    state = after([1, 2, 3, 4, 5], results, options=options)
    while state.open_games:
        for game in state.open_games:
            winner = winners[min(game.white, game.black), max(game.white, game.black)]
            code: Result = "1/2-1/2" if not winner else "1-0" if winner == game.white else "0-1"
            results[game.key] = PlayedGame(code)
        state = after([1, 2, 3, 4, 5], results, options=options)
    kinds = [stage.type for stage in state.stages]
    assert kinds == ["round_robin", "match", "lot", "match", "lot", "match", "lot"]


def test_those_equal_across_the_last_qualifying_place_play_on() -> None:
    # Four players for three places: the two losers of the semifinals are equal third.
    players = [1, 2, 3, 4]
    results: Results = {}
    state = progress(RULES, players, seed=7, results=results, places=3)
    while state.open_games:
        results |= {
            game.key: PlayedGame("1-0" if game.white < game.black else "0-1") for game in state.open_games
        }
        state = progress(RULES, players, seed=7, results=results, places=3)
    assert state.ranking is not None
    assert [len(group) for group in state.ranking] == [1, 1, 1, 1]
    assert "boundary" in state.choices


def test_a_corrected_result_takes_back_what_followed_from_it() -> None:
    first, second = after([1, 2], {}).open_games
    drawn = {first.key: PlayedGame("1/2-1/2"), second.key: PlayedGame("1/2-1/2")}
    (decider,) = after([1, 2], drawn).open_games
    everything = drawn | {decider.key: PlayedGame("1-0")}
    corrected = after([1, 2], everything | {first.key: PlayedGame("1-0")})
    assert corrected.ranking == ((first.white,), (first.black,))
    assert len(corrected.stages) == 1


def test_the_same_seed_draws_the_same_lot_and_another_seed_another() -> None:
    players = list(range(1, 8))
    assert after(players, {}, seed=1).numbers == after(players, {}, seed=1).numbers
    assert len({tuple(after(players, {}, seed=seed).numbers.items()) for seed in range(10)}) > 5


def test_nonsense_is_refused() -> None:
    for players in ([1], [1, 1], []):
        with pytest.raises(PlayOffError):
            after(players, {})
    with pytest.raises(PlayOffError, match="no ready structures"):
        rules("c07-2026")


@pytest.mark.skipif(
    not DATA.is_file(), reason="the table of play-offs lies beside the repository, in ../shared"
)
def test_rates_pairs_and_groups_are_those_of_the_table() -> None:
    table = json.loads(DATA.read_text("utf-8"))
    for name, mode in table["modes"].items():
        ours = RULES.modes[name]
        assert ours.games == mode["games"]
        assert ours.white == (mode["white"]["base_s"], mode["white"]["inc_s"])
        assert ours.black == (mode["black"]["base_s"], mode["black"]["inc_s"])
        assert (ours.draw_wins, ours.article) == (mode.get("draw", ""), mode["art"])
    theirs = {name.strip("+"): item for name, item in table["structures"].items()}
    assert {name: item["art"] for name, item in theirs.items()} == {
        name: item["article"] for name, item in RULES.structures.items()
    }
    assert RULES.structures["4"]["play"]["pairs"] == theirs["4"]["stages"][0]["pairs"]
    assert RULES.structures["8"]["play"]["pairs"] == theirs["8"]["stages"][0]["pairs"]
    for name in ("6", "9"):
        assert RULES.structures[name]["play"]["groups"] == list(theirs[name]["groups"].values())
    assert RULES.common["keep"]["value"] == theirs["11"]["keep"]
    assert RULES.common["pause_after_last_game"]["value"] == table["common"]["pause_after_last_game_min"]
    assert RULES.common["pause_between_stages"]["value"] == table["common"]["pause_between_stages_min"]
