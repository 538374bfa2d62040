"""Who leaves the standings of a round robin: players who withdrew before half of their games."""

from dataclasses import replace

from tournaments.record.codes import FORFEIT_CODES, OPEN_CODES
from tournaments.record.model import Record


def left_early(record: Record) -> frozenset[int]:
    """The start numbers of those who withdrew having played fewer than half of the games that were theirs.

    Empty unless the event has chosen it, and for anything but a round robin. A game counts as played if it was
    played; one that somebody won or lost by forfeit does not. Exactly half is enough to stay.
    """
    event = record.event
    if event.early_withdrawals != "leave" or event.system != "round_robin":
        return frozenset()
    gone = {entry.number for entry in record.entries if entry.withdrawn_after is not None}
    if not gone:
        return frozenset()
    own, played = dict.fromkeys(gone, 0), dict.fromkeys(gone, 0)
    for game in record.games:
        was_played = game.code not in OPEN_CODES and game.code not in FORFEIT_CODES
        for number in (game.white, game.black):
            if number in gone:
                own[number] += 1
                played[number] += was_played
    return frozenset(number for number in gone if 2 * played[number] < own[number])


def in_standings(record: Record) -> Record:
    """The record as its standings count it: without those who left early, and without the games against them."""
    gone = left_early(record)
    if not gone:
        return record
    return replace(
        record,
        entries=tuple(entry for entry in record.entries if entry.number not in gone),
        games=tuple(game for game in record.games if not gone & {game.white, game.black}),
        byes=tuple(bye for bye in record.byes if bye.entry not in gone),
        source=None,
    )
