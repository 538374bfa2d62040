"""Games and byes out of the players' lines; every cell must be mirrored by the opponent's."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from tournaments.interchange.trf.cells import BYES, GAMES
from tournaments.interchange.trf.errors import Remarks
from tournaments.interchange.trf.players import PlayerCell, PlayerLine, column_of
from tournaments.record.codes import BYE_CODES, GAME_CODES
from tournaments.record.findings import Finding
from tournaments.record.model import Bye, Game, ScoreSystem

Lines = Mapping[int, PlayerLine]


def pair_up(lines: Lines, unread: AbstractSet[int], remarks: Remarks) -> tuple[list[Game], list[Bye]]:
    """Games (board 0, numbered later) and byes; notes an error for every contradiction, once for each pair.

    Nothing is said about opponents whose own lines are `unread`: those lines have their errors already.
    """
    games: list[Game] = []
    byes: list[Bye] = []
    readings: dict[str, list[tuple[int, int]]] = {}
    for number, player in lines.items():
        for cell in player.cells.values():
            if cell.opponent and cell.opponent in unread:
                continue
            if cell.opponent:
                _add_game(number, cell, lines, games, remarks)
            elif cell.code:
                _add_bye(number, cell, player.line, byes=byes, readings=readings, remarks=remarks)
    for letter, places in readings.items():
        remarks.note(
            Finding(
                "warning",
                "bye.read_as",
                inputs={"count": len(places)},
                players=tuple(number for number, _ in places),
                codes=(letter, BYES[letter][0]),
                lines=tuple(line for _, line in places),
            )
        )
    return games, byes


def _add_bye(
    number: int,
    cell: PlayerCell,
    line: int,
    *,
    byes: list[Bye],
    readings: dict[str, list[tuple[int, int]]],
    remarks: Remarks,
) -> None:
    if cell.code not in BYES:
        remarks.error(
            "code.needs_opponent",
            line,
            column=column_of(cell.round),
            round_number=cell.round,
            players=(number,),
            codes=(cell.code,),
        )
        return
    code, reading = BYES[cell.code]
    if reading:
        readings.setdefault(cell.code, []).append((number, line))
    byes.append(Bye(cell.round, number, code))


def _add_game(number: int, cell: PlayerCell, lines: Lines, games: list[Game], remarks: Remarks) -> None:
    """Add the game once, from the side that comes first, after comparing both."""
    own_line = lines[number].line
    other = lines.get(cell.opponent)
    if cell.opponent == number:
        column = column_of(cell.round)
        remarks.error("opponent.self", own_line, column=column, round_number=cell.round, players=(number,))
        return
    if other is None:
        remarks.error(
            "opponent.missing",
            own_line,
            column=column_of(cell.round),
            round_number=cell.round,
            players=(number, cell.opponent),
        )
        return
    mirror = other.cells.get(cell.round)
    if mirror is None or mirror.opponent != number:
        _unmirrored(number, cell, mirror, (own_line, other.line), remarks)
    elif number < cell.opponent:
        game = _game(number, cell, mirror, (own_line, other.line), remarks)
        if game is not None:
            games.append(game)


def _unmirrored(
    number: int, cell: PlayerCell, mirror: PlayerCell | None, lines: tuple[int, int], remarks: Remarks
) -> None:
    remarks.error(
        "opponent.not_mirrored",
        *lines,
        column=column_of(cell.round),
        key="opponent.not_mirrored" if mirror is None or not mirror.opponent else "opponent.plays_another",
        round_number=cell.round,
        players=(number, cell.opponent),
        codes=(cell.code, mirror.code if mirror else ""),
        third=mirror.opponent if mirror else None,
    )


def _game(
    number: int, cell: PlayerCell, mirror: PlayerCell, lines: tuple[int, int], remarks: Remarks
) -> Game | None:
    """The game of two cells that name each other; `number` is the smaller start number."""
    if {cell.colour, mirror.colour} not in ({"w", "b"}, {""}):
        colours = (cell.colour or "-", mirror.colour or "-")
        remarks.error(
            "colour.not_mirrored",
            *lines,
            column=column_of(cell.round),
            codes=colours,
            round_number=cell.round,
            players=(number, cell.opponent),
        )
        return None
    white_first = cell.colour != "b"
    letters = (cell.code, mirror.code) if white_first else (mirror.code, cell.code)
    code = GAMES.get(letters)
    if code is None:
        alone = cell.code in ("U", "F", "Z", "H") or mirror.code in ("U", "F", "Z", "H")
        remarks.error(
            "code.bye_with_opponent" if alone else "result.not_mirrored",
            *lines,
            column=column_of(cell.round),
            round_number=cell.round,
            players=(number, cell.opponent),
            codes=(cell.code, mirror.code),
        )
        return None
    white, black = (number, cell.opponent) if white_first else (cell.opponent, number)
    return Game(cell.round, 0, white, black, code, colours_known=bool(cell.colour))


def number_boards(
    games: list[Game], byes: list[Bye], system: ScoreSystem, *, by_score: bool
) -> tuple[Game, ...]:
    """The games with board numbers, which TRF does not hold.

    By score (Swiss): the pair with the higher score first, then the higher sum, then the smaller start
    number, as C.04 publishes pairings; else by the smaller start number alone.
    """
    scores: dict[int, int] = {}
    rounds: dict[int, list[Game]] = {}
    for game in games:
        rounds.setdefault(game.round, []).append(game)
    gained: dict[int, list[Bye]] = {}
    for bye in byes:
        gained.setdefault(bye.round, []).append(bye)
    numbered: list[Game] = []
    for round_number in sorted(rounds):
        pairs = sorted(rounds[round_number], key=lambda game: _board_key(game, scores, by_score=by_score))
        numbered += [_on_board(game, board) for board, game in enumerate(pairs, 1)]
        _add_scores(scores, pairs, gained.get(round_number, []), system)
    return tuple(numbered)


def _board_key(game: Game, scores: Mapping[int, int], *, by_score: bool) -> tuple[int, int, int]:
    smaller = min(game.white, game.black)
    if not by_score:
        return 0, 0, smaller
    own, other = scores.get(game.white, 0), scores.get(game.black, 0)
    return -max(own, other), -own - other, smaller


def _on_board(game: Game, board: int) -> Game:
    return Game(game.round, board, game.white, game.black, game.code, game.colours_known)


def _add_scores(scores: dict[int, int], games: list[Game], byes: list[Bye], system: ScoreSystem) -> None:
    for game in games:
        white, black = GAME_CODES[game.code]
        scores[game.white] = scores.get(game.white, 0) + system.halves(white.outcome)
        scores[game.black] = scores.get(game.black, 0) + system.halves(black.outcome)
    for bye in byes:
        scores[bye.entry] = scores.get(bye.entry, 0) + system.halves(BYE_CODES[bye.code].outcome, bye.code)
