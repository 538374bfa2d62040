"""A chess position as squares to draw and as words to read out."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.interchange.pgn import Position, square_name

SIDE = 100  # units of the drawing per square


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the drawing: its corner, its shade, whether the last move touched it, the piece on it.

    `piece` is one of `kqrbnp`, `colour` w or b, both empty on an empty square. `file` and `rank` are the letters at
    the edge, empty elsewhere.
    """

    name: str
    x: int
    y: int
    dark: bool
    touched: bool
    piece: str
    colour: str
    file: str
    rank: str


def squares(position: Position, *, flipped: bool = False) -> tuple[Square, ...]:
    """The 64 squares from the top left; seen from Black if `flipped`."""
    found = []
    for place, letter in enumerate(position.board):
        name = square_name(place)
        row, column = divmod(63 - place if flipped else place, 8)
        found.append(
            Square(
                name=name,
                x=column * SIDE,
                y=row * SIDE,
                dark=(place // 8 + place % 8) % 2 == 1,
                touched=name in position.squares,
                piece=letter.strip().lower(),
                colour="" if letter == " " else "w" if letter.isupper() else "b",
                file=name[0] if row == 7 else "",
                rank=name[1] if column == 0 else "",
            )
        )
    return tuple(found)


def in_words(position: Position) -> tuple[str, str]:
    """Where the pieces stand, White's and Black's: `king e1, queen d1, rooks a1 h1`."""
    return _side(position, upper=True), _side(position, upper=False)


def _side(position: Position, *, upper: bool) -> str:
    names = {
        "k": (_("king"), _("kings")),
        "q": (_("queen"), _("queens")),
        "r": (_("rook"), _("rooks")),
        "b": (_("bishop"), _("bishops")),
        "n": (_("knight"), _("knights")),
        "p": (_("pawn"), _("pawns")),
    }
    parts = []
    for piece, (one, many) in names.items():
        letter = piece.upper() if upper else piece
        places = [square_name(place) for place, held in enumerate(position.board) if held == letter]
        if places:
            parts.append(f"{one if len(places) == 1 else many} {' '.join(sorted(places))}")
    return ", ".join(parts)
