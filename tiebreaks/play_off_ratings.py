"""Which games of a play-off are rated: those at a rate that reaches the minimum of the text, with the event (6.2).

Article 1.2 of the rating text keeps games at a faster rate out; article 30.5.7 lets two players play on at a longer
one. A rated game stands in the frozen record as a round of its own after the last one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.utils import timezone

from tiebreaks.engine.playoff.model import GameSlot, Mode
from tiebreaks.models import PlayOff
from tiebreaks.play_offs import progress_of
from tournaments.eligibility.pace import kind_of, minutes_needed, moves_taken
from tournaments.models import Event
from tournaments.record.model import Game, Record, Round
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.shelf import edition

QUICK = ("rapid", "blitz")


@dataclass(frozen=True, slots=True)
class RateVerdict:
    """A rate of play held against the rating text: the minutes it gives and the minutes asked for.

    `needed` is None where the event has no rating text that says how long a game must be; then nothing of the
    play-off is rated. `kind` is `rapid` or `blitz` where the text rates games of that kind alone (1.1 of the chapter
    on rapid and blitz): between two bounds, with the same time for both.
    """

    mode: Mode
    given: str
    needed: int | None
    article: str
    edition: str
    rated: bool
    kind: str = ""


@dataclass(frozen=True, slots=True)
class RatedRound:
    """A rated game of a play-off with the number of the round that it is in the frozen record."""

    number: int
    play_off: PlayOff
    game: GameSlot

    @property
    def day(self) -> date:
        """The day of the play-off."""
        return timezone.localtime(self.play_off.begins_at or self.play_off.started_at).date()


def rate_verdicts(play_off: PlayOff, event: Event, ratings: Mapping[int, int | None]) -> list[RateVerdict]:
    """A verdict for each rate of the play-off's games, in the order of play; `ratings` by start number."""
    text, kind = _rating_text(event), event.rating_kind
    verdicts: dict[str, RateVerdict] = {}
    for game in _games(play_off):
        verdicts.setdefault(game.mode.key, _verdict(game, text, kind, ratings))
    return list(verdicts.values())


def rated_games(play_off: PlayOff, event: Event, ratings: Mapping[int, int | None]) -> list[GameSlot]:
    """The games with a result that are rated with the event, in the order of play."""
    text = _rating_text(event)
    kind = event.rating_kind
    return [game for game in _games(play_off) if game.result and _verdict(game, text, kind, ratings).rated]


def rated_rounds(record: Record, play_offs: Iterable[PlayOff], event: Event) -> list[RatedRound]:
    """The rated games of the event's play-offs as rounds after its last one, one each, a play-off after the other."""
    ratings = {entry.number: entry.rating for entry in record.entries}
    games = [(play_off, game) for play_off in play_offs for game in rated_games(play_off, event, ratings)]
    return [
        RatedRound(number, play_off, game)
        for number, (play_off, game) in enumerate(games, start=last_round(record) + 1)
    ]


def with_rated_games(record: Record, rated: Sequence[RatedRound]) -> Record:
    """The record with the rated games of play-offs as further rounds; itself where there are none."""
    if not rated:
        return record
    rounds = tuple(Round(item.number, item.day) for item in rated)
    games = tuple(Game(item.number, 1, item.game.white, item.game.black, item.game.result) for item in rated)
    return replace(record, games=record.games + games, rounds=record.rounds + rounds, source=None)


def last_round(record: Record) -> int:
    """The last round of the event itself: announced, or paired."""
    return max([record.event.rounds, *(game.round for game in record.games)])


def without_rounds_after(record: Record, last: int) -> Record:
    """The record as the event itself was played: without the rounds that play-offs added."""
    return replace(
        record,
        games=tuple(game for game in record.games if game.round <= last),
        rounds=tuple(item for item in record.rounds if item.number <= last),
    )


def _games(play_off: PlayOff) -> list[GameSlot]:
    return [game for stage in progress_of(play_off).stages for game in stage.games]


def _rating_text(event: Event) -> Edition | None:
    if not event.rating_edition:
        return None
    try:
        return edition(event.rating_edition)
    except EditionError:
        return None


def _verdict(
    game: GameSlot, text: Edition | None, kind: str, ratings: Mapping[int, int | None]
) -> RateVerdict:
    if text is not None and kind in QUICK and text.get("rapid_over") is not None:
        return _quick_verdict(game.mode, text, kind)
    needed = None if text is None else minutes_needed(text, ratings, (game.white, game.black))
    if text is None or needed is None:
        return RateVerdict(game.mode, _minutes(game.mode, 60), None, "", "", rated=False)
    moves = moves_taken(text)
    reached = _given(game.mode, moves) >= needed[0] and not game.mode.draw_wins
    return RateVerdict(game.mode, _minutes(game.mode, moves), *needed, text.key, rated=reached)


def _quick_verdict(mode: Mode, text: Edition, kind: str) -> RateVerdict:
    """Rapid and blitz: the rate must be of the event's own kind, and give both the same time."""
    moves = moves_taken(text)
    rated = mode.white == mode.black and kind_of(text, _given(mode, moves)) == kind
    article = text["rapid_over"].article
    return RateVerdict(mode, _minutes(mode, moves), None, article, text.key, rated=rated, kind=kind)


def _given(mode: Mode, moves: int) -> Fraction:
    """The minutes of the player who has less, for so many moves."""
    return Fraction(min(base + moves * increment for base, increment in (mode.white, mode.black)), 60)


def _minutes(mode: Mode, moves: int) -> str:
    return plain(_given(mode, moves))
