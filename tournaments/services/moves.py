"""The moves of games: a PGN file is laid beside the boards of an event, and stored after somebody has looked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Account
from tournaments.errors import DomainError
from tournaments.interchange.pgn import ROSTER, PgnGame
from tournaments.models import Event, Game, GameMoves
from tournaments.services.common import event_locked_for, facts_changed, write_ledger

# Tags that the event itself knows better, or that speak of the players' data.
OWN_TAGS = frozenset(
    {*ROSTER, "FEN", "SetUp", "WhiteElo", "BlackElo", "WhiteFideId", "BlackFideId", "WhiteTitle", "BlackTitle",
     "PlyCount", "EventDate"}
)  # fmt: skip
TAG_LENGTH, MOST_TAGS = 120, 30


@dataclass(frozen=True, slots=True)
class MovesStored:
    """How many boards have moves now that had none, and how many had theirs replaced."""

    added: int
    replaced: int


@transaction.atomic
def moves_store(
    event: Event,
    *,
    actor: Account | None,
    games: Sequence[PgnGame],
    targets: Mapping[int, tuple[int, int]],
    sha256: str,
) -> MovesStored:
    """Store the moves of games of a file at boards of the event; `targets` give (round, board) by place in `games`.

    Results and colours of the record stay as they are. Raises PermissionDenied, and DomainError (nothing is
    stored) for a board that does not exist or is named twice, and for a game without moves.
    """
    stored = event_locked_for(event.pk, actor=actor, permission="event_edit")
    boards = _boards(stored)
    _refuse(games, targets, boards)
    held = {moves.game_id: moves for moves in GameMoves.objects.filter(game__round__event_id=stored.pk)}
    rows = []
    for place, target in sorted(targets.items()):
        game = games[place]
        row = held.get(boards[target]) or GameMoves(game_id=boards[target])
        row.movetext = game.movetext
        row.plies = len(game.moves)
        row.start_fen = game.start_fen[:100]
        row.tags = _other_tags(game)
        row.source_sha256 = sha256
        row.added_by = actor
        row.save()
        rows.append(row)
    replaced = sum(1 for row in rows if row.game_id in held)
    if rows:
        write_ledger(
            stored,
            actor=actor,
            verb="moves.stored",
            payload={"games": len(rows), "replaced": replaced, "sha256": sha256},
        )
        facts_changed(stored)
    return MovesStored(len(rows) - replaced, replaced)


@transaction.atomic
def moves_remove(game: Game, *, actor: Account | None, reason: str = "") -> None:
    """Take the moves of a board away again. Raises PermissionDenied."""
    event = event_locked_for(game.round.event_id, actor=actor, permission="event_edit")
    removed, _by_model = GameMoves.objects.filter(game=game).delete()
    if removed:
        payload = {"round": game.round.number, "board": game.board}
        write_ledger(event, actor=actor, verb="moves.removed", reason=reason, payload=payload)
        facts_changed(event)


def _boards(event: Event) -> dict[tuple[int, int], int]:
    """The games of the event by round and board."""
    rows = Game.objects.filter(round__event_id=event.pk).values_list("round__number", "board", "pk")
    return {(number, board): pk for number, board, pk in rows}


def _refuse(
    games: Sequence[PgnGame], targets: Mapping[int, tuple[int, int]], boards: Mapping[tuple[int, int], int]
) -> None:
    seen: dict[tuple[int, int], int] = {}
    for place, target in sorted(targets.items()):
        words = {"game": place + 1, "round": target[0], "board": target[1]}
        if target not in boards:
            raise DomainError(
                _("Game %(game)s: round %(round)s has no board %(board)s.") % words,
                "unknown_board",
                _("Write the round and the board, such as 3.12, or leave the field empty."),
                field=f"target-{place}",
            )
        if target in seen:
            raise DomainError(
                _("Games %(first)s and %(game)s are both put at board %(board)s of round %(round)s.")
                % {**words, "first": seen[target] + 1},
                "board_twice",
                _("Empty one of the two fields."),
                field=f"target-{place}",
            )
        if not 0 <= place < len(games) or not games[place].moves:
            raise DomainError(
                _("Game %(game)s has no moves that could be replayed.") % words,
                "no_moves",
                _("Empty its field."),
                field=f"target-{place}",
            )
        seen[target] = place


def _other_tags(game: PgnGame) -> dict[str, str]:
    tags = [(name, value) for name, value in game.tags.items() if name not in OWN_TAGS and value.strip("?. ")]
    return {name[:40]: value[:TAG_LENGTH] for name, value in tags[:MOST_TAGS]}
