"""The bracket that the rounds of a finished or running knock-out tell: who met whom, who went on, and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.knock_out import (
    TieGame,
    TieScore,
    decided_for_upper,
    first_ties,
    stages_needed,
    tie_score,
)
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import Game, Record


@dataclass(frozen=True, slots=True)
class ReadTie:
    """A tie by start numbers, from the top of the bracket; `lower` is None for a player without an opponent.

    `winner` is None while it is open. `beyond_games` where the games do not say who went on and the next stage does.
    """

    stage: int
    number: int
    upper: int
    lower: int | None
    upper_white: bool = True
    winner: int | None = None
    beyond_games: bool = False


@dataclass(frozen=True, slots=True)
class ReadBracket:
    """The ties by stage and number, how many games each may have, how many stages, and whether 3rd place was played."""

    ties: tuple[ReadTie, ...]
    tie_games: int
    stages: int
    third_place: bool


class NoBracket(ValueError):
    """The rounds are none of one bracket; `code` is a message key, `round` where it shows."""

    def __init__(self, code: str, round_number: int = 0) -> None:
        super().__init__(code)
        self.code, self.round = code, round_number


Pair = frozenset[int]


def read_bracket(record: Record) -> ReadBracket:
    """The bracket of a record; raises NoBracket where its rounds do not allow one.

    Every tie has as many games as the pairs of round 1 met in a row. Who goes on is who plays in the next stage.
    """
    started = rounds_started(record)
    pairs = {number: _pairs(record, number) for number in range(1, started + 1)}
    if not started or len(record.entries) < 2:
        raise NoBracket("knock_out.not_begun")
    stages = stages_needed(len(record.entries))
    tie_games = _games_of_a_tie(pairs, stages, record.event.rounds)
    ordered: list[list[tuple[int, int | None]]] = []
    for stage in range(1, (started - 1) // tie_games + 2):
        first = (stage - 1) * tie_games + 1
        for later in range(first + 1, min(first + tie_games, started + 1)):
            if pairs[later] - pairs[first]:
                raise NoBracket("knock_out.other_pairs", later)
        if stage > stages:
            raise NoBracket("knock_out.too_many_rounds", first)
        ordered.append(_stage(record, ordered, pairs[first], stage, stages, first))
    third_place = len(ordered) == stages and len(ordered[-1]) == 2
    if third_place:
        ordered[-1] = _final_first(record, ordered[-2], ordered[-1], stages - 1, tie_games)
    chain = _in_order(ordered, stages, len(record.entries))
    return ReadBracket(_ties(record, chain, tie_games, stages), tie_games, stages, third_place)


def _games_of_a_tie(pairs: Mapping[int, set[Pair]], stages: int, announced: int) -> int:
    """As many rounds as the pairs of round 1 met in a row; while they still meet, as the announced rounds say."""
    started = len(pairs)
    found = next((n for n in range(1, started) if pairs[n + 1] - pairs[1]), 0)
    if found:
        return found
    return max(started, announced // stages if announced % stages == 0 else started)


def _final_first(
    record: Record,
    semi_finals: Sequence[tuple[int, int | None]],
    last: Sequence[tuple[int, int | None]],
    stage: int,
    tie_games: int,
) -> list[tuple[int, int | None]]:
    """The final and then the tie for the third place, the loser of the first finalist's semi-final named first."""
    winners = set()
    for upper, lower in semi_finals:
        assert lower is not None
        games = _games(record, {upper, lower}, stage, tie_games)
        winners.add(_winner(record, games, upper, lower, tie_games))
    if None in winners:
        raise NoBracket("knock_out.final_unknown", stage * tie_games)
    final = next((tie for tie in last if set(tie) == winners), None)
    if final is None:
        raise NoBracket("knock_out.loser_went_on", stage * tie_games + 1)
    first = next(tie for tie in semi_finals if final[0] in tie)
    third = next(tie for tie in last if tie != final)
    return [final, third if third[0] in first else (third[1] or 0, third[0])]


def _pairs(record: Record, number: int) -> set[Pair]:
    return {frozenset((game.white, game.black)) for game in record.games if game.round == number}


def _stage(
    record: Record,
    before: Sequence[Sequence[tuple[int, int | None]]],
    pairs: set[Pair],
    stage: int,
    stages: int,
    round_number: int,
) -> list[tuple[int, int | None]]:
    """The ties of a stage, unordered; each player of a later one comes out of a tie of the stage before."""
    met = sorted((min(pair), max(pair)) for pair in pairs)
    players = [number for pair in met for number in pair]
    if len(players) != len(set(players)):
        raise NoBracket("knock_out.two_ties", round_number)
    places = 2 ** (stages - stage)
    if not before:
        free = sorted({entry.number for entry in record.entries} - set(players))
        if len(met) + len(free) != places:
            raise NoBracket("knock_out.number_of_ties", round_number)
        return [*met, *((number, None) for number in free)]
    for upper, lower in before[-1]:
        on = [number for number in (upper, lower) if number in players]
        last_two = stage == stages and len(met) == 2
        if len(on) != (2 if last_two and lower is not None else 1):
            raise NoBracket("knock_out.nobody_or_both", round_number)
    known = {number for tie in before[-1] for number in tie}
    if set(players) - known or len(met) not in ((places, 2) if stage == stages else (places,)):
        raise NoBracket("knock_out.number_of_ties", round_number)
    return list(met)


def _in_order(
    stages_read: Sequence[Sequence[tuple[int, int | None]]], stages: int, players: int
) -> list[list[tuple[int, int | None]]]:
    """Every stage from top to foot, so that neighbours meet next: from the last stage back, or by the start numbers."""
    last = list(stages_read[-1])
    if len(stages_read) < stages:
        usual = [frozenset(tie) for tie in first_ties(players)]
        if {frozenset(tie) for tie in stages_read[0]} != set(usual):
            raise NoBracket("knock_out.order_unknown")
        place = {number: at for at, tie in enumerate(usual) for number in tie}
        last = [
            (low, high) if high is None or place[low] <= place[high] else (high, low) for low, high in last
        ]
        last.sort(key=lambda tie: place[tie[0]])
    chain = [last]
    for earlier in reversed(stages_read[:-1]):
        at = {number: tie for tie in earlier for number in tie if number is not None}
        row: list[tuple[int, int | None]] = []
        for upper, lower in chain[0]:
            for number in (upper, lower):
                if number is not None and at[number] not in row:
                    row.append(at[number])
        chain.insert(0, row)
    return chain


def _ties(
    record: Record, chain: Sequence[Sequence[tuple[int, int | None]]], tie_games: int, stages: int
) -> tuple[ReadTie, ...]:
    found = []
    for stage, row in enumerate(chain, 1):
        following = (
            {number for tie in chain[stage] for number in tie} if stage < len(chain) else set[int | None]()
        )
        both = stage + 1 == stages and len(chain) > stage and len(chain[stage]) == 2
        for number, (upper, lower) in enumerate(row, 1):
            if lower is None:
                found.append(ReadTie(stage, number, upper, None, winner=upper))
                continue
            games = _games(record, {upper, lower}, stage, tie_games)
            by_games = _winner(record, games, upper, lower, tie_games)
            goes_on = None if both else next((one for one in (upper, lower) if one in following), None)
            if by_games is not None and goes_on not in (None, by_games):
                raise NoBracket("knock_out.loser_went_on", stage * tie_games + 1)
            found.append(
                ReadTie(
                    stage,
                    number,
                    upper,
                    lower,
                    games[0].white == upper,
                    by_games or goes_on,
                    by_games is None and goes_on is not None,
                )
            )
    return tuple(found)


def _games(record: Record, players: set[int], stage: int, tie_games: int) -> list[Game]:
    rounds = range((stage - 1) * tie_games + 1, stage * tie_games + 1)
    own = (game for game in record.games if game.round in rounds and {game.white, game.black} == players)
    return sorted(own, key=lambda game: game.round)


def _winner(record: Record, games: Sequence[Game], upper: int, lower: int, tie_games: int) -> int | None:
    """Who won by the games; games that were not played any more count as open."""
    system = record.event.score_system
    score = tie_score([TieGame(game.code, game.white == upper) for game in games], system)
    missing = tie_games - len(games) + score.open
    for_upper = decided_for_upper(TieScore(score.upper, score.lower, missing), system)
    return None if for_upper is None else upper if for_upper else lower
