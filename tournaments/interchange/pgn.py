"""Games in PGN: read with the rules of the moves, replayed ply by ply, written. The one module that knows pgn-read.

A file comes in as bytes, a game goes out as tags, main line and movetext. Nothing is looked up here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from types import MappingProxyType

from pgn_read.core.game import generate_fen_for_position
from pgn_read.core.game_indicate_check import GameIndicateCheck
from pgn_read.core.parser import PGN, add_token_to_game

from tournaments.interchange.encodings import LATIN_1, NAMES, decode
from tournaments.record.findings import Finding

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
MOST_BYTES, MOST_GAMES, MOST_PLIES = 5_000_000, 1_000, 1_200
WIDTH = 79
BAD_MOVE_SHOWN = 40  # letters of what is no move
_BREAKS = re.compile(r"\r\n|\r")
_GAME_START = re.compile(r"^[ \t]*\[", re.MULTILINE)
_FEN_TAG = re.compile(r'(\[\s*FEN\s*")([^"\n]*)(")')
_FEN = re.compile(
    r"(?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8} [wb] (?:-|[KQkqA-Ha-h]{1,4}) (?:-|[a-h][36])"
    r" [0-9]{1,4} [0-9]{1,4}"
)
_NUMBER = re.compile(r"[0-9]+\.*|\.+")


class PgnRefused(ValueError):
    """The file is no PGN or too large; `code` says why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class PgnMove:
    """A move of the main line in SAN, with the comment and the glyphs (`$1`) that follow it."""

    san: str
    comment: str = ""
    glyphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game of a file: tags, result, main line, and the movetext with comments and variations, without result.

    `bad_move` is the move that the rules do not allow (or that is no move), with the half moves before it in
    `moves`; empty for a game that is sound.
    """

    tags: Mapping[str, str]
    result: str
    moves: tuple[PgnMove, ...]
    movetext: str
    bad_move: str = ""

    @property
    def start_fen(self) -> str:
        """The position that the game began from, empty for the usual one."""
        return self.tags.get("FEN", "")


@dataclass(frozen=True, slots=True)
class Position:
    """The board after a half move: 64 letters from a8 to h1 (blank for an empty square), and who is to move.

    `squares` are those that the move touched (`e2`, `e4`), empty before the first.
    """

    board: str
    to_move: str
    squares: tuple[str, ...] = ()


def read_pgn(content: bytes) -> tuple[PgnGame, ...]:
    """The games of a file in its order; raises PgnRefused for what is no PGN, or more than a tournament holds."""
    if len(content) > MOST_BYTES:
        raise PgnRefused("too_large", f"A file of more than {MOST_BYTES // 1_000_000} MB is no tournament's.")
    text = _FEN_TAG.sub(_sound_fen, _BREAKS.sub("\n", _decoded(content)))
    if "\x00" in text or not _GAME_START.search(text):
        raise PgnRefused(
            "no_games", 'There is no game in the file: no tag such as [White "…"] begins a line.'
        )
    games: list[PgnGame] = []
    try:
        for game in PGN(game_class=GameIndicateCheck).read_games(text):
            if len(games) == MOST_GAMES:
                raise PgnRefused("too_many", f"The file holds more than {MOST_GAMES} games; divide it.")
            if game.pgn_text:
                games.append(_game(game))
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise PgnRefused("damaged", f"The game after the {len(games)}. cannot be read.") from error
    return tuple(game for game in games if game.tags or game.moves)


def _decoded(content: bytes) -> str:
    """UTF-8, or UTF-16 by its mark; Windows' Cyrillic or Central European letters where the words are such.

    Else its Western letters, which hold the Latin-1 of the standard.
    """
    told: list[Finding] = []
    text = decode(content.removeprefix(b"\xef\xbb\xbf"), told).removeprefix("\ufeff")
    if told and told[0].inputs["encoding"] == NAMES[LATIN_1]:
        return content.decode("cp1252", errors="replace")
    return text


def _sound_fen(tag: re.Match[str]) -> str:
    """The tag as it is, or with `?` for what is no position: the game then has no move that could be replayed."""
    fen = tag[2].strip()
    ranks = fen.split(" ")[0].split("/")
    whole = all(sum(int(letter) if letter.isdecimal() else 1 for letter in rank) == 8 for rank in ranks)
    return tag[0] if _FEN.fullmatch(fen) and whole else f"{tag[1]}?{tag[3]}"


def _game(game: GameIndicateCheck) -> PgnGame:
    tags = {name: _unescaped(value) for name, value in game.pgn_tags.items()}
    tokens = _tokens(game.pgn_text)
    stated = tags.get("Result", "*")
    result = stated if stated in RESULTS else "*"
    if tokens and tokens[-1] in RESULTS:
        result = tokens[-1] if result == "*" else result
    bad = ""
    if game.state is not None:
        bad = str(game.pgn_text[game.state]).strip() if game.state < len(game.pgn_text) else "?"
        tokens = _tokens(game.pgn_text[: game.state])
    body = [token for token in tokens if token not in RESULTS]
    moves = tuple(main_line(body))
    if len(moves) > MOST_PLIES:
        raise PgnRefused("too_long", f"A game of more than {MOST_PLIES // 2} moves is none.")
    return PgnGame(MappingProxyType(tags), result, moves, _numbered(body, tags.get("FEN", "")), _short(bad))


def _short(text: str) -> str:
    return text if len(text) <= BAD_MOVE_SHOWN else f"{text[: BAD_MOVE_SHOWN - 1]}…"


def _tokens(words: Sequence[str]) -> list[str]:
    """What stands behind the tags: moves, comments, glyphs, brackets, the result; no numbers of moves."""
    found = [word.strip() for word in words if not word.lstrip().startswith("[")]
    return [word for word in found if word and not _NUMBER.fullmatch(word)]


def _unescaped(value: str) -> str:
    return " ".join(value.replace('\\"', '"').replace("\\\\", "\\").split())


def main_line(tokens: list[str]) -> Iterator[PgnMove]:
    """The moves outside all variations, each with what is said after it.

    >>> [(move.san, move.comment) for move in main_line(["e4", "{best}", "e5", "(", "c5", "{sharp}", ")", "Nf3"])]
    [('e4', 'best'), ('e5', ''), ('Nf3', '')]
    """
    depth, san = 0, ""
    said: list[str] = []
    glyphs: list[str] = []
    for word in tokens:
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
        elif depth or word[0] == "<":
            continue
        elif word[0] in "{;":
            said += word.strip("{}; \n").split()
        elif word[0] == "$":
            glyphs.append(word)
        else:
            if san:
                yield PgnMove(san, " ".join(said), tuple(glyphs))
            san, said, glyphs = word, [], []
    if san:
        yield PgnMove(san, " ".join(said), tuple(glyphs))


def _numbered(tokens: list[str], fen: str) -> str:
    """The tokens as movetext with move numbers.

    >>> _numbered(["e4", "e5", "(", "c5", "Nf3", ")", "Nf3", "{good}", "Nc6"], "")
    '1. e4 e5 ( 1... c5 2. Nf3 ) 2. Nf3 {good} 2... Nc6'
    """
    fields = fen.split()
    first = 2 * (int(fields[5]) - 1 if len(fields) > 5 and fields[5].isdigit() else 0)
    ply = first + (1 if len(fields) > 1 and fields[1] == "b" else 0)
    stack: list[int] = []
    parts: list[str] = []
    fresh = True
    for word in tokens:
        if word == "(":
            stack.append(ply)
            ply, fresh = max(ply - 1, 0), True
        elif word == ")":
            ply, fresh = stack.pop() if stack else ply, True
        elif word[0] in "{;$<":
            fresh = word[0] != "$"
        else:
            if ply % 2 == 0:
                parts.append(f"{ply // 2 + 1}.")
            elif fresh:
                parts.append(f"{ply // 2 + 1}...")
            ply, fresh = ply + 1, False
        said = f"{{{word[1:].strip()}}}" if word[0] == ";" else word
        parts.append(" ".join(said.split()))
    return " ".join(parts)


def positions(moves: list[str], fen: str = "") -> tuple[Position, ...]:
    """The position before the first move, then the one after each; ends before a move that the rules forbid.

    >>> [position.board[32:40] for position in positions(["e4", "e5"])]
    ['        ', '    P   ', '    P   ']
    >>> positions(["e4"])[1].squares
    ('e2', 'e4')
    """
    head = f'[SetUp "1"][FEN "{fen}"]' if fen else ""
    text = f"{head}{' '.join(moves)} *"
    game, place = GameIndicateCheck(), 0
    found = [_start(fen)]
    while len(found) <= len(moves):
        following = add_token_to_game(text, game, place)
        if not following or following <= place or game.state is not None:
            break
        place = following
        if not game.piece_placement_data or text[:place].rstrip().endswith("]"):
            continue
        board = _board(_fen(game))
        found.append(Position(board, game.active_color, _touched(found[-1].board, board)))
    return tuple(found)


def _start(fen: str) -> Position:
    fields = fen.split() or [START, "w"]
    return Position(_board(fields[0]), fields[1] if len(fields) > 1 else "w")


def _fen(game: GameIndicateCheck) -> str:
    return str(
        generate_fen_for_position(
            game.piece_placement_data.values(),
            game.active_color,
            game.castling_availability,
            game.en_passant_target_square,
            game.halfmove_clock,
            game.fullmove_number,
        )
    )


def _board(fen: str) -> str:
    """The placement of a FEN as 64 letters, rank 8 first."""
    rows = fen.split(maxsplit=1)[0].split("/")
    return "".join(
        "".join(" " * int(letter) if letter in "12345678" else letter for letter in row) for row in rows
    )


def square_name(place: int) -> str:
    """The square of a place in `Position.board`.

    >>> square_name(0), square_name(63), square_name(36)
    ('a8', 'h1', 'e4')
    """
    return f"{'abcdefgh'[place % 8]}{8 - place // 8}"


def _touched(before: str, after: str) -> tuple[str, ...]:
    """The squares whose occupant changed, those left first."""
    changed = [place for place in range(min(len(before), len(after))) if before[place] != after[place]]
    return tuple(square_name(place) for place in sorted(changed, key=lambda place: after[place] != " "))


def pgn_text(tags: Mapping[str, str], movetext: str, result: str) -> str:
    r"""One game in export format: the seven tags first, lines of at most 79 characters.

    >>> print(pgn_text({"White": 'Noname, "N"', "ECO": "C20"}, "1. e4 e5", "1-0"))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Noname, \"N\""]
    [Black "?"]
    [Result "1-0"]
    [ECO "C20"]
    <BLANKLINE>
    1. e4 e5 1-0
    <BLANKLINE>
    """
    defaults = {"Date": "????.??.??", "Result": result}
    lines = [_tag(name, tags.get(name) or defaults.get(name, "?")) for name in ROSTER if name != "Result"]
    lines.append(_tag("Result", result))
    lines += [_tag(name, value) for name, value in tags.items() if name not in ROSTER and value]
    return "\n".join([*lines, "", *wrap(f"{movetext} {result}".strip(), WIDTH, break_long_words=False), ""])


def _tag(name: str, value: str) -> str:
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
