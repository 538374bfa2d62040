"""Knock-out: the bracket from start numbers, when a tie is decided, and the final places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.record.codes import GAME_CODES, OPEN_CODES
from tournaments.record.model import ScoreSystem


@dataclass(frozen=True, slots=True)
class TieGame:
    """A game of a tie: its result code, and whether the player named first had White."""

    code: str
    upper_white: bool


@dataclass(frozen=True, slots=True)
class TieScore:
    """Half points of both players, and how many games have no result."""

    upper: int
    lower: int
    open: int


@dataclass(frozen=True, slots=True)
class PlayOffStep:
    """The games of one step of a play-off, all at one rate. With `armageddon` Black wins with a draw."""

    games: tuple[TieGame, ...]
    armageddon: bool = False


@dataclass(frozen=True, slots=True)
class DecidedTie:
    """A tie for the places: start numbers, `lower` None for a player without an opponent, `winner` None if open."""

    stage: int
    number: int
    upper: int
    lower: int | None
    winner: int | None


def bracket_order(size: int) -> tuple[int, ...]:
    """The start numbers from the top of the bracket to its foot, for a power of two.

    Two neighbours meet; the sum of their numbers is one more than the number of players left. So 1 and 2 can
    meet in the final only, and 1 to 4 not before the semi-finals. Raises ValueError for another size.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    if size < 1 or size & (size - 1):
        raise ValueError(f"A bracket has a power of two of places, not {size}.")
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = tuple(place for number in order for place in (number, whole - number))
    return order


def stages_needed(players: int) -> int:
    """How many stages lead to one winner. Raises ValueError for fewer than two players.

    >>> stages_needed(2), stages_needed(5), stages_needed(8), stages_needed(9)
    (1, 3, 3, 4)
    """
    if players < 2:
        raise ValueError(f"A knock-out needs two players, not {players}.")
    return (players - 1).bit_length()


def first_ties(players: int) -> tuple[tuple[int, int | None], ...]:
    """The ties of the first stage by start number, from top to foot; the smaller number stands first.

    Where the players are no power of two, the smallest numbers go on without an opponent (None).

    >>> first_ties(6)
    ((1, None), (4, 5), (2, None), (3, 6))
    """
    order = bracket_order(2 ** stages_needed(players))
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple((min(pair), max(pair) if max(pair) <= players else None) for pair in pairs)


def tie_score(games: Sequence[TieGame], system: ScoreSystem) -> TieScore:
    """The points of both players of a tie."""
    upper = lower = still_open = 0
    for game in games:
        white, black = (system.halves(side.outcome) for side in GAME_CODES[game.code])
        upper, lower = (upper + white, lower + black) if game.upper_white else (upper + black, lower + white)
        still_open += game.code in OPEN_CODES
    return TieScore(upper, lower, still_open)


def decided_for_upper(score: TieScore, system: ScoreSystem) -> bool | None:
    """Whether the player named first goes on; None while the other can still draw level.

    Decided as soon as whoever is behind cannot reach the other by winning every game left.

    >>> decided_for_upper(TieScore(5, 1, 1), ScoreSystem()), decided_for_upper(TieScore(3, 1, 1), ScoreSystem())
    (True, None)
    """
    reach = score.open * (system.win - system.loss)
    if score.upper - score.lower > reach:
        return True
    if score.lower - score.upper > reach:
        return False
    return None


def play_off_for_upper(steps: Sequence[PlayOffStep]) -> bool | None:
    """Whether the player named first won the play-off: the first step that does not end level decides.

    Games count 1, a half and 0 whatever the event's score system. None while no step has decided.

    >>> level = PlayOffStep((TieGame("1-0", True), TieGame("1-0", False)))
    >>> play_off_for_upper([level, PlayOffStep((TieGame("1/2-1/2", True),), armageddon=True)])
    False
    """
    for step in steps:
        system = ScoreSystem()
        score = tie_score(step.games, system)
        found = decided_for_upper(score, system)
        if found is None and step.armageddon and score.open == 0 and step.games:
            found = not step.games[-1].upper_white
        if found is not None:
            return found
        if score.open:
            return None
    return None


def last_step_is_level(steps: Sequence[PlayOffStep]) -> bool:
    """Whether another step may begin: there is none yet, or the last is played and decided nothing."""
    if not steps:
        return True
    has_open = any(game.code in OPEN_CODES for game in steps[-1].games)
    return not has_open and play_off_for_upper(steps) is None


def next_pairs(winners: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Who meets in the next stage: neighbours of the bracket, whoever stood higher first.

    >>> next_pairs([1, 5, 2, 3])
    ((1, 5), (2, 3))
    """
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def final_places(ties: Sequence[DecidedTie], stages: int) -> Mapping[int, int]:
    """The place of every player by start number; who is still in the bracket shares the first place left.

    The losers of one stage share a place; the third place is shared unless it was played for.

    >>> semi = [DecidedTie(1, 1, 1, 4, 1), DecidedTie(1, 2, 2, 3, 3)]
    >>> sorted(final_places([*semi, DecidedTie(2, 1, 1, 3, 3)], 2).items())
    [(1, 2), (2, 3), (3, 1), (4, 3)]
    """
    places: dict[int, int] = {}
    for tie in sorted(ties, key=lambda each: (each.stage, each.number)):
        players = [number for number in (tie.upper, tie.lower) if number is not None]
        is_third = tie.stage == stages and tie.number == 2
        beaten = 4 if is_third else 2 ** (stages - tie.stage) + 1
        for number in players:
            if tie.winner is not None and number != tie.winner:
                places[number] = beaten
            elif is_third:
                places[number] = 3
            else:
                places[number] = 1
    return places
