"""Which game of the record a game of a file is: by round and board, by FIDE numbers, by names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

from tournaments.interchange.pgn import PgnGame
from tournaments.record.model import Entry, Game, Record

Confidence = Literal["certain", "likely", "none"]
_ROUND = re.compile(r"\s*(\d{1,3})(?:\.(\d{1,4}))?(?:\.\d+)*\s*", re.ASCII)
_BY_ID, _FULL, _INITIAL, _SURNAME = 4, 3, 2, 1

# What a result of the record looks like in PGN; what is not here was not played to an end.
PGN_RESULTS: Mapping[str, str] = {
    "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "1-0u": "1-0", "0-1u": "0-1", "1/2-1/2u": "1/2-1/2",
    "1-0a": "1-0", "0-1a": "0-1", "1/2-1/2a": "1/2-1/2",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PgnMatch:
    """A game of a file with the game of the record that it is taken for; `place` counts from 0.

    `notes` are codes: `ambiguous`, `unknown_players`, `reversed` (the colours differ from the record),
    `result_differs`, `board_differs`, `twice` (another game of the file took the board), `bad_move`, `no_moves`.
    """

    place: int
    game: Game | None
    confidence: Confidence
    notes: tuple[str, ...] = ()


def pgn_matches(games: Sequence[PgnGame], record: Record) -> tuple[PgnMatch, ...]:
    """Every game of the file with its game of the record, as far as the file names one beyond doubt.

    Both players must fit, by number or by name; the round must be that of the tag, if there is one. Of several
    that fit equally well none is taken.
    """
    entries = {entry.number: entry for entry in record.entries}
    taken: set[tuple[int, int]] = set()
    return tuple(_match(place, game, record.games, entries, taken) for place, game in enumerate(games))


def round_and_board(text: str) -> tuple[int | None, int | None]:
    """Round and board of a Round tag.

    >>> round_and_board("3.12"), round_and_board("3"), round_and_board("?")
    ((3, 12), (3, None), (None, None))
    """
    match = _ROUND.fullmatch(text)
    if match is None:
        return None, None
    return int(match[1]), int(match[2]) if match[2] else None


def _match(
    place: int,
    game: PgnGame,
    candidates: Iterable[Game],
    entries: Mapping[int, Entry],
    taken: set[tuple[int, int]],
) -> PgnMatch:
    notes = [*(["bad_move"] if game.bad_move else []), *([] if game.moves else ["no_moves"])]
    number, board = round_and_board(game.tags.get("Round", ""))
    found = _best(game, [each for each in candidates if number in (None, each.round)], entries)
    if len(found) > 1 and board is not None:
        found = [each for each in found if each[2].board == board] or found
    if len(found) != 1:
        return PgnMatch(place, None, "none", (*notes, "ambiguous" if found else "unknown_players"))
    strength, is_reversed, best = found[0]
    if (best.round, best.board) in taken:
        return PgnMatch(place, None, "none", (*notes, "twice"))
    taken.add((best.round, best.board))
    if is_reversed:
        notes.append("reversed")
    if board is not None and board != best.board:
        notes.append("board_differs")
    if PGN_RESULTS.get(best.code, "*") != game.result and game.result != "*":
        notes.append("result_differs")
    certain = (
        strength >= _INITIAL and number is not None and not is_reversed and "result_differs" not in notes
    )
    return PgnMatch(place, best, "certain" if certain else "likely", tuple(notes))


def _best(
    game: PgnGame, candidates: Iterable[Game], entries: Mapping[int, Entry]
) -> list[tuple[int, bool, Game]]:
    """The candidates that fit best, with how well the weaker side fits and whether the colours are reversed."""
    white, black = _side(game.tags, "White"), _side(game.tags, "Black")
    found = []
    for each in candidates:
        own, other = entries[each.white], entries[each.black]
        straight = min(_fit(white, own), _fit(black, other))
        crossed = min(_fit(white, other), _fit(black, own))
        if straight or crossed:
            found.append((max(straight, crossed), crossed > straight, each))
    best = max(((strength, not crossed) for strength, crossed, _ in found), default=None)
    return [each for each in found if (each[0], not each[1]) == best]


def _side(tags: Mapping[str, str], colour: str) -> tuple[str, str]:
    return tags.get(colour, ""), tags.get(f"{colour}FideId", "").lstrip("0")


def _fit(side: tuple[str, str], entry: Entry) -> int:
    """How well a name and number fit an entry: 0 not at all, up to 4 for the same FIDE number."""
    name, fide_id = side
    if fide_id and entry.fide_id:
        return _BY_ID if fide_id == entry.fide_id.lstrip("0") else 0
    return name_fit(name, entry.name)


def name_fit(written: str, held: str) -> int:
    """How well a written name fits a name of the register.

    3 for the same words in any order, 2 if the rest are initials of the held ones, 1 for the surname alone,
    0 for another name.

    >>> name_fit("Nora Alderon", "Alderon, Nora"), name_fit("Alderon,N", "Alderon, Nora Maria")
    (3, 2)
    >>> name_fit("ALDERON", "Alderon, Nora"), name_fit("Alderon, Eva", "Alderon, Nora"), name_fit("?", "Alderon, N")
    (1, 0, 0)
    """
    words, own = _words(written), _words(held)
    if not words or not own:
        return 0
    if sorted(words) == sorted(own):
        return _FULL
    rest = list(own)
    for word in words:
        fitting = next((each for each in rest if each == word), None) or next(
            (each for each in rest if len(word) == 1 and each.startswith(word)), None
        )
        if fitting is None:
            return 0
        rest.remove(fitting)
    surname = _words(held.split(",", maxsplit=1)[0])
    if not set(surname) <= set(words):
        return 0
    return _INITIAL if len(words) > len(surname) else _SURNAME


def _words(name: str) -> list[str]:
    """The words of a name, small and without marks and dots.

    >>> _words("Đurić-Žak, M.")
    ['duric', 'zak', 'm']
    """
    plain = normalize("NFKD", name.casefold().replace("đ", "d").replace("ł", "l").replace("ø", "o"))
    letters = "".join(
        letter if letter.isalnum() else " " for letter in plain if not 0x300 <= ord(letter) < 0x370
    )
    return letters.split()
