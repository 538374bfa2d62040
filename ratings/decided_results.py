"""Results rated otherwise than they stand in the table: which decisions are in force, and the record that they give.

The record that is rated is the frozen one with the decided results in it, stored like any other, so that a
calculation is computed again from it years later. Reads only, but for that stored record.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from core.files import FileDamaged, FileMissing, read, store
from ratings.models import RatingResult
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.model import Record

AS_IN_THE_TABLE = ""


def standing_results(event: Event) -> list[RatingResult]:
    """The decisions in force: of each game the last one, unless it says that the table is right after all."""
    latest = {row.pair: row for row in RatingResult.objects.filter(event=event).order_by("pk")}
    return [row for _pair, row in sorted(latest.items()) if row.code != AS_IN_THE_TABLE]


def decided_record(event: Event, record_sha256: str) -> str:
    """The hash of the record that is rated instead of this one; the same hash where nothing was decided.

    Raises DomainError where the record does not hold a game that a decision is about.
    """
    decisions = standing_results(event)
    if not decisions:
        return record_sha256
    record = with_decisions(from_canonical(read(record_sha256)), decisions)
    return store(canonical_bytes(record), "application/json").sha256


def rated_as_decided(event: Event, record_sha256: str) -> str:
    """The hash of this record with the decisions in force, nothing stored; empty where there is no such record."""
    decisions = standing_results(event)
    if not decisions:
        return ""
    try:
        record = with_decisions(from_canonical(read(record_sha256)), decisions)
    except (DomainError, FileMissing, FileDamaged):
        return ""
    return hashlib.sha256(canonical_bytes(record)).hexdigest()


def with_decisions(record: Record, decisions: Iterable[RatingResult]) -> Record:
    """A record with the results by which its games are rated. Raises as `decided_record`."""
    wanted = {row.pair: row for row in decisions}
    games = []
    for game in record.games:
        row = wanted.pop((game.round, game.white, game.black), None)
        games.append(game if row is None else replace(game, code=row.code))
    if wanted:
        row = next(iter(wanted.values()))
        raise DomainError(
            _("Round %(round)s, board %(board)s: the game that is rated by a decision is not in the record.")
            % {"round": row.round_number, "board": row.board},
            "rating_result_without_game",
            _("Take the decision back by a further one, or correct the record."),
        )
    return replace(record, games=tuple(games), source=None)
