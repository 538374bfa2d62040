"""Reads about the moves of games: the list of an event, one game with its board, the event as PGN."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.interchange.pgn import PgnMove, Position, pgn_text, positions, read_pgn
from tournaments.interchange.pgn_matching import PGN_RESULTS
from tournaments.models import Entry, Event, Game, GameMoves


def games_with_moves(event: Event) -> QuerySet[Game]:
    """The games of an event that have moves, with players and round, by round and board."""
    return (
        Game.objects.filter(round__event_id=event.pk, moves__isnull=False)
        .select_related("round", "white", "black", "moves")
        .order_by("round__number", "board")
    )


def has_pgn(event: Event) -> bool:
    """Whether the event as PGN would hold any game: one that was played, or one that has moves."""
    games = Game.objects.filter(round__event_id=event.pk)
    return games.filter(Q(code__in=PGN_RESULTS) | Q(moves__isnull=False)).exists()


def with_moves() -> Exists:
    """For a query of events: whether any of its games has moves."""
    return Exists(GameMoves.objects.filter(game__round__event_id=OuterRef("pk")))


def game_with_moves() -> Exists:
    """For a query of games: whether it has moves."""
    return Exists(GameMoves.objects.filter(game_id=OuterRef("pk")))


@dataclass(frozen=True, slots=True)
class Step:
    """A half move of the list: its number in the game, how the move number is written, and what was said."""

    ply: int
    number: str
    move: PgnMove


@dataclass(frozen=True, slots=True)
class Replay:
    """A game at one half move; `ply` 0 is the position before the first."""

    game: Game
    steps: tuple[Step, ...]
    positions: tuple[Position, ...]
    ply: int

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.positions[self.ply]

    @property
    def last(self) -> int:
        """The last half move that can be shown."""
        return len(self.positions) - 1

    @property
    def step(self) -> Step | None:
        """The half move that led to the position; None before the first."""
        return self.steps[self.ply - 1] if self.ply else None


def replay(game: Game, ply: int | None) -> Replay:
    """The game at a half move (None: at its end); numbers beyond the game are its ends."""
    stored: GameMoves = game.moves
    moves = stored_moves(stored)
    found = positions([move.san for move in moves], stored.start_fen)
    moves = moves[: len(found) - 1]
    first_black = found[0].to_move == "b"
    first = _first_number(stored.start_fen)
    steps = []
    for place, move in enumerate(moves):
        half = place + (1 if first_black else 0)
        dots = "…" if half % 2 else "."
        steps.append(Step(place + 1, f"{first + half // 2}{dots}", move))
    last = len(found) - 1
    shown = last if ply is None else max(0, min(ply, last))
    return Replay(game, tuple(steps), found, shown)


def stored_moves(stored: GameMoves) -> tuple[PgnMove, ...]:
    """The main line of stored movetext."""
    head = {"SetUp": "1", "FEN": stored.start_fen} if stored.start_fen else {}
    games = read_pgn(pgn_text({"White": "?", **head}, stored.movetext, "*").encode())
    return games[0].moves if games else ()


def _first_number(fen: str) -> int:
    fields = fen.split()
    return int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1


def neighbours(event: Event, game: Game) -> tuple[Game | None, Game | None]:
    """The games with moves before and after this one, by round and board."""
    order = list(games_with_moves(event).values_list("pk", flat=True))
    place = order.index(game.pk)
    near = [order[place - 1] if place else None, order[place + 1] if place + 1 < len(order) else None]
    found = {
        each.pk: each
        for each in Game.objects.select_related("white", "black").filter(pk__in=filter(None, near))
    }
    return found.get(near[0] or 0), found.get(near[1] or 0)


def pgn_of(event: Event) -> str:
    """All games of the event that were played or have moves, as PGN: tags from the record, moves where stored."""
    games = (
        Game.objects.filter(round__event_id=event.pk)
        .select_related("round", "white", "black", "moves")
        .order_by("round__number", "board")
    )
    return "\n".join(_pgn_games(event, games))


def pgn_of_game(event: Event, game: Game) -> str:
    """One game as PGN."""
    return "".join(_pgn_games(event, [game]))


def _pgn_games(event: Event, games: "QuerySet[Game] | list[Game]") -> Iterator[str]:
    for game in games:
        stored: GameMoves | None = getattr(game, "moves", None)
        result = PGN_RESULTS.get(game.code, "*")
        if stored is None and result == "*":
            continue  # forfeits, open boards
        yield pgn_text(_tags(event, game, stored), stored.movetext if stored else "", result)


def _tags(event: Event, game: Game, stored: GameMoves | None) -> Mapping[str, str]:
    """The tags of a game from the record, then those that its file had beside them."""
    day = game.played_on or game.round.day
    site = " ".join(part for part in (event.city, event.federation) if part)
    tags = {
        "Event": event.name,
        "Site": site or "?",
        "Date": _day(day),
        "Round": f"{game.round.number}.{game.board}",
        "White": game.white.name,
        "Black": game.black.name,
        "WhiteTitle": game.white.title,
        "BlackTitle": game.black.title,
        "WhiteElo": _figure(game.white),
        "BlackElo": _figure(game.black),
        "WhiteFideId": game.white.fide_id,
        "BlackFideId": game.black.fide_id,
        "EventDate": _day(event.start) if event.start else "",
    }
    if stored is None:
        return tags
    if stored.start_fen:
        tags |= {"SetUp": "1", "FEN": stored.start_fen}
    return {**tags, "PlyCount": str(stored.plies), **stored.tags}


def _day(day: date | None) -> str:
    return f"{day:%Y.%m.%d}" if day else "????.??.??"


def _figure(entry: Entry) -> str:
    return str(entry.rating) if entry.rating else ""
