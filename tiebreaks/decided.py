"""A match that was decided before its last game: after which game, for whom, and what becomes of the others."""

from dataclasses import dataclass

from ratings.engine.matches import games_after_decision, is_left_out
from tournaments.models import Event
from tournaments.record.codes import OPEN_CODES
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Entry
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition
from tournaments.snapshot import record_of

RULE = "match_after_decision"


@dataclass(frozen=True, slots=True)
class DecidedMatch:
    """`halves` are those of winner and loser after the deciding game; `later` the rounds of the games after it.

    `rated` says whether the later ones are rated; None where the event is not rated, or its edition says nothing.
    `played` are those of the later games that have a result.
    """

    game: int
    winner: Entry
    loser: Entry
    halves: tuple[int, int]
    later: tuple[int, ...]
    played: tuple[int, ...]
    rated: bool | None
    article: str


def match_decision(event: Event) -> DecidedMatch | None:
    """When a match was decided before its last game; None for other events, and while it is not."""
    if event.system != Event.System.MATCH:
        return None
    record = record_of(event.pk)
    late = games_after_decision(record)
    if not late:
        return None
    decided = max(game.round for game in record.games if game not in late)
    table = crosstable(record)
    entries = {entry.number: entry for entry in record.entries}
    scores = {number: table.row(number).score_after(decided) for number in entries}
    winner, loser = sorted(entries, key=lambda number: -scores[number])
    rated, article = _rated(event)
    return DecidedMatch(
        decided,
        entries[winner],
        entries[loser],
        (scores[winner], scores[loser]),
        tuple(game.round for game in late),
        tuple(game.round for game in late if game.code not in OPEN_CODES),
        rated,
        article,
    )


def _rated(event: Event) -> tuple[bool | None, str]:
    if not event.rating_kind or event.correspondence:
        return None, ""
    try:
        text = edition(event.rating_edition)
    except EditionError:
        return None, ""
    rule = text.get(RULE)
    return (True, "") if rule is None else (not is_left_out(text, event.after_decision), rule.article)
