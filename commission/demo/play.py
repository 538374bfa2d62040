"""Plays the demo's games: results drawn from a seed by rating difference, entered through the one gate."""

import random
import time
from collections.abc import Iterable, Sequence

from django.db import transaction

from players.models import Account
from tournaments.models import Event, Game, Seat
from tournaments.pairing.gacrux_adapter import pair_json
from tournaments.pairing.swiss import request_from, result_from
from tournaments.services.pairing import round_next, rounds_pair_all
from tournaments.services.results import record_result
from tournaments.services.swiss import round_store
from tournaments.snapshot import record_of

UNRATED, UNRATED_BY_POST = 1500, 2130
SECONDS_TO_GIVE_WAY = 0.12


def pair_next(event: Event, actor: Account) -> None:
    """Pair the next Swiss round, or all rounds of a round robin at once."""
    event.refresh_from_db()
    if event.system == Event.System.SWISS:
        pair_swiss(event, actor)
    else:
        rounds_pair_all(event, actor=actor)


def pair_swiss(event: Event, actor: Account) -> None:
    """The engine's pairing, asked in this process: the demo's fields are small and nobody waits at a board."""
    record, number = record_of(event.pk), round_next(event)
    request = request_from(record, number)
    result = result_from(record, request, pair_json(request.to_json()))
    round_store(event, actor=actor, result=result, version=event.version)


def play_round(
    event: Event,
    number: int,
    actor: Account,
    chance: random.Random,
    share: float = 1.0,
    winner: int = 0,
) -> None:
    """Enter the results of a round; `share` below 1 leaves boards open, the last ones first.

    The entry `winner` wins whatever the chances are.
    """
    games = list(
        Game.objects.filter(round__event=event, round__number=number, code="*")
        .select_related("white", "black", "round")
        .order_by("board")
    )
    for game in games[: round(len(games) * share)]:
        drawn = _result(game, chance, correspondence=event.correspondence)
        code = {game.white_id: "1-0", game.black_id: "0-1"}.get(winner, drawn)
        record_result(game, actor=actor, code=code, version=game.version)


def give_way() -> None:
    """Let others write: SQLite asks for a lock only every tenth of a second once it has waited for a while."""
    time.sleep(SECONDS_TO_GIVE_WAY)


def play_rounds(
    event: Event, actor: Account, seed: str, last: int, shares: Sequence[float], winner: int = 0
) -> None:
    """Pair and play the rounds up to `last`; the last takes the second of the two shares of boards.

    Each round is one transaction with chances of its own, so that a start that was broken off goes on where it
    ended and comes to the same results.
    """
    if not event.is_swiss and not Seat.objects.filter(round__event=event).exists():
        pair_next(event, actor)
    for number in range(1, last + 1):
        with transaction.atomic():
            if Game.objects.filter(round__event=event, round__number=number).exclude(code="*").exists():
                continue
            if event.is_swiss:
                pair_next(event, actor)
            share = shares[1] if number == last else shares[0]
            play_round(event, number, actor, random.Random(f"{seed}-{number}"), share, winner)
        give_way()
    event.refresh_from_db()


def _result(game: Game, chance: random.Random, *, correspondence: bool) -> str:
    roll = chance.random()
    if roll < 0.012 and not correspondence:
        return chance.choice(("+/-", "-/+"))
    unrated = UNRATED_BY_POST if correspondence else UNRATED
    white = game.white.rating or unrated
    black = game.black.rating or unrated
    edge = max(-500, min(500, white - black + 35))
    expected = 0.5 + edge / 1100
    draw = max(0.05, 0.36 - abs(edge) / 1600)
    roll = chance.random()
    if roll < expected - draw / 2:
        return "1-0"
    return "1/2-1/2" if roll < expected + draw / 2 else "0-1"


def someone(people: Iterable[int], count: int, chance: random.Random) -> list[int]:
    """So many different ones of a list of keys, in a drawn order."""
    pool = list(people)
    return chance.sample(pool, min(count, len(pool)))
