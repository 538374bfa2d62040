"""Games in PGN: tags, main line, what the rules forbid, the board after every half move, and out again."""

from time import process_time

import pytest

from tournaments.interchange.pgn import PgnRefused, pgn_text, positions, read_pgn

SCHOLAR = b"""[Event "Club"]
[Round "1.2"]
[White "Alderon, Nora"]
[Black "O\\"Birk, Emil"]
[Result "1-0"]

1. e4 {best} e5 2. Bc4 Nc6 (2... d6 3. d4 {sharp}) 3. Qh5 Nf6?? ; a slip
4. Qxf7# 1-0
"""


def test_a_game_has_its_tags_main_line_comments_and_glyphs() -> None:
    (game,) = read_pgn(SCHOLAR)
    assert game.tags["Black"] == 'O"Birk, Emil'
    assert (game.result, game.bad_move) == ("1-0", "")
    assert [move.san for move in game.moves] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert game.moves[0].comment == "best"
    assert (game.moves[5].glyphs, game.moves[5].comment) == (("$4",), "a slip")
    assert game.movetext == (
        "1. e4 {best} 1... e5 2. Bc4 Nc6 ( 2... d6 3. d4 {sharp} ) 3. Qh5 Nf6 $4 {a slip} 4. Qxf7#"
    )


def test_a_written_game_reads_back_equal() -> None:
    (game,) = read_pgn(SCHOLAR)
    (again,) = read_pgn(pgn_text(game.tags, game.movetext, game.result).encode())
    assert (again.moves, again.movetext, again.result) == (game.moves, game.movetext, game.result)
    assert again.tags == {"Site": "?", "Date": "????.??.??", **game.tags}
    assert all(len(line) < 80 for line in pgn_text(game.tags, game.movetext * 9, "1-0").split("\n"))


def test_a_move_that_the_rules_forbid_ends_the_game_before_it() -> None:
    first, second = read_pgn(
        b'[White "A"]\n[Result "0-1"]\n\n1. e4 e5 2. Ke3 Nc6 0-1\n\n[White "B"]\n\n1. d4 *\n'
    )
    assert ([move.san for move in first.moves], first.bad_move, first.result) == (["e4", "e5"], "Ke3", "0-1")
    assert ([move.san for move in second.moves], second.bad_move) == (["d4"], "")


@pytest.mark.parametrize("content", [b"", b"no game here", b'\x00[White "A"]', b"1;2;3"])
def test_what_is_no_pgn_is_refused(content: bytes) -> None:
    with pytest.raises(PgnRefused):
        read_pgn(content)


@pytest.mark.parametrize(("encoding"), ["utf-8", "cp1252", "utf-8-sig"])
def test_names_are_read_in_utf8_and_in_the_letters_of_old_programs(encoding: str) -> None:
    (game,) = read_pgn('[White "Ó Briain, Žan"]\n\n1. e4 *\n'.encode(encoding))
    assert game.tags["White"] == "Ó Briain, Žan"


def test_castling_and_taking_in_passing_move_what_they_move() -> None:
    moves = ["e4", "e5", "Nf3", "Nf6", "Bc4", "a6", "O-O", "a5", "d4", "exd4", "e5", "d5", "exd6"]
    found = positions(moves)
    assert len(found) == 14
    # After 4. O-O the first rank is R N B Q - R K -.
    assert found[7].board[56:] == "RNBQ RK "
    assert set(found[7].squares) == {"e1", "f1", "g1", "h1"}
    # 7. exd6 takes the pawn that stands on d5.
    assert (found[13].board[8 * 2 + 3], found[13].board[8 * 3 + 3]) == ("P", " ")
    assert found[13].to_move == "b"


def test_a_game_may_begin_from_another_position_and_promote() -> None:
    fen = "8/P6k/8/8/8/8/7K/8 b - - 0 30"
    (game,) = read_pgn(f'[SetUp "1"]\n[FEN "{fen}"]\n\n30... Kg7 31. a8=Q *\n'.encode())
    assert game.movetext == "30... Kg7 31. a8=Q"
    found = positions([move.san for move in game.moves], fen)
    assert (found[0].to_move, found[-1].board[0], found[-1].board[8]) == ("b", "Q", " ")


def test_a_forbidden_move_that_was_sound_before_ends_the_game_where_it_stands() -> None:
    (game,) = read_pgn(b'[White "A"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Nf3 Nc6 *\n')
    assert [move.san for move in game.moves] == ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"]
    assert game.bad_move == "Nf3"


def test_a_variation_that_the_rules_forbid_keeps_its_numbers_right() -> None:
    (game,) = read_pgn(b'[White "A"]\n\n1. Nf3 Nf6 (1... Ng8 2. e4) 2. Ng1 *\n')
    assert game.movetext == "1. Nf3 Nf6 ( 1... Ng8 2. e4 ) 2. Ng1"


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ²",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  KQkq - 0 1",
        "junk",
    ],
)
def test_a_position_that_is_none_leaves_the_game_without_moves_and_the_others_whole(fen: str) -> None:
    text = f'[White "A"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n'
    first, second = read_pgn(text.encode())
    assert (first.moves, first.start_fen) == ((), "?")
    assert [move.san for move in second.moves] == ["d4"]


@pytest.mark.parametrize(
    "filling", [b"$1 ", b"{a} ", b"\n", b"(", b"(1. d4) ", b"{", b"[", b"<", b"1", b" ", b'[A "'], ids=repr
)
def test_rubbish_is_read_in_a_time_that_grows_with_its_length_only(filling: bytes) -> None:
    def seconds(size: int) -> float:
        content = b'[White "A"]\n\n1. e4 ' + filling * (size // len(filling)) + b" *\n"
        begun = process_time()
        read_pgn(content)
        return process_time() - begun

    seconds(1_000)
    assert seconds(160_000) < 40 * max(
        seconds(20_000), 0.02
    )  # eight times the length; the square would be 64


def test_blank_lines_before_something_that_is_no_game_cost_nothing() -> None:
    begun = process_time()
    with pytest.raises(PgnRefused):
        read_pgn(b"\n" * 1_000_000 + b"x")
    assert process_time() - begun < 2


def test_what_is_no_move_is_told_in_few_letters() -> None:
    (game,) = read_pgn(b'[White "A"]\n\n1. e4 {' + b"x" * 100_000)
    assert ([move.san for move in game.moves], len(game.bad_move)) == (["e4"], 40)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1251"])
def test_cyrillic_names_are_read_as_programs_write_them(encoding: str) -> None:
    (game,) = read_pgn('[White "Шевченко, Тарас"]\n[Black "Щёголев, Артём"]\n\n1. e4 *\n'.encode(encoding))
    assert (game.tags["White"], game.tags["Black"]) == ("Шевченко, Тарас", "Щёголев, Артём")
