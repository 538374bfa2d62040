"""Games of a file find their boards, or say why they do not."""

from tournaments.interchange.pgn import PgnGame, read_pgn
from tournaments.interchange.pgn_matching import pgn_matches
from tournaments.record.model import Entry, EventFacts, Game, Record

RECORD = Record(
    EventFacts("Small", system="round_robin", cycles=2, rounds=2),
    (
        Entry(1, "Alderon, Nora", fide_id="999000001"),
        Entry(2, "Birkov, Emil"),
        Entry(3, "Čarev, Ivo"),
        Entry(4, "Čarev, Luka"),
    ),
    (
        Game(1, 1, 1, 2, "1-0"),
        Game(1, 2, 3, 4, "1/2-1/2"),
        Game(2, 1, 2, 1, "0-1"),
        Game(2, 2, 4, 3, "*"),
    ),
)


def file_of(*games: tuple[str, str, str, str]) -> tuple[PgnGame, ...]:
    return read_pgn(
        "\n".join(
            f'[White "{white}"]\n[Black "{black}"]\n[Round "{number}"]\n[Result "{result}"]\n\n1. e4 e5 {result}\n'
            for white, black, number, result in games
        ).encode()
    )


def told(*games: tuple[str, str, str, str]) -> list[tuple[object, str, tuple[str, ...]]]:
    return [
        ((match.game.round, match.game.board) if match.game else None, match.confidence, match.notes)
        for match in pgn_matches(file_of(*games), RECORD)
    ]


def test_names_in_any_order_and_the_round_find_the_board() -> None:
    assert told(("Nora ALDERON", "Birkov, E.", "1", "1-0"), ("Birkov Emil", "Alderon N", "2.1", "0-1")) == [
        ((1, 1), "certain", ()),
        ((2, 1), "certain", ()),
    ]


def test_without_a_round_the_colours_tell_two_games_of_the_same_players_apart() -> None:
    assert told(("Birkov, Emil", "Alderon, Nora", "?", "0-1")) == [((2, 1), "likely", ())]


def test_of_games_that_fit_equally_well_none_is_taken() -> None:
    # Both rounds have a Čarev with White against a Čarev.
    assert told(("Carev", "Carev", "?", "1/2-1/2")) == [(None, "none", ("ambiguous",))]


def test_a_surname_that_two_bear_decides_nothing() -> None:
    assert told(("Carev", "Carev", "1", "1/2-1/2"))[0][1:] == ("likely", ())
    assert told(("Carev, Eva", "Carev, Luka", "1", "1/2-1/2")) == [(None, "none", ("unknown_players",))]


def test_reversed_colours_and_other_results_are_told() -> None:
    assert told(("Birkov, Emil", "Alderon, Nora", "1", "0-1")) == [
        ((1, 1), "likely", ("reversed", "result_differs"))
    ]
    assert told(("Alderon, Nora", "Birkov, Emil", "1.7", "0-1")) == [
        ((1, 1), "likely", ("board_differs", "result_differs"))
    ]


def test_one_board_takes_one_game_of_a_file() -> None:
    game = ("Alderon, Nora", "Birkov, Emil", "1", "1-0")
    assert told(game, game) == [((1, 1), "certain", ()), (None, "none", ("twice",))]


def test_a_number_decides_against_a_name() -> None:
    text = '[White "Nora Alderon"]\n[WhiteFideId "1"]\n[Black "Birkov, Emil"]\n[Round "1"]\n\n1. e4 *\n'
    (match,) = pgn_matches(read_pgn(text.encode()), RECORD)
    assert (match.game, match.notes) == (None, ("unknown_players",))
