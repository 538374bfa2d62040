"""The bracket of an imported knock-out, where its rounds tell one."""

from collections.abc import Mapping

from tournaments.models import Entry, Event, KindRules, KnockOutTie
from tournaments.pairing.knock_out_read import NoBracket, ReadBracket, read_bracket
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.services.common import write_ledger

# In the language of the files, as the reasons of lines 299: the ledger and the bracket keep it.
BEYOND_GAMES = "He plays in the next stage of the file; its games do not say how this tie was decided."


def bracket_finding(record: Record) -> Finding:
    """Whether a bracket can be made of the rounds of a knock-out, and if not, why; for the page before the import."""
    try:
        found = read_bracket(record)
    except NoBracket as reason:
        return Finding("warning", reason.code, round=reason.round or None)
    return Finding(
        "note",
        "knock_out.read",
        inputs={"ties": len(found.ties), "games": found.tie_games, "stages": found.stages},
    )


def bracket_store(event: Event, record: Record, entries: Mapping[int, Entry]) -> ReadBracket | None:
    """Store the bracket that the rounds tell; None, and nothing stored, where they tell none.

    In the caller's transaction, the games stored already.
    """
    try:
        found = read_bracket(record)
    except NoBracket:
        return None
    KindRules.objects.update_or_create(
        event=event, defaults={"tie_games": found.tie_games, "third_place": found.third_place}
    )
    KnockOutTie.objects.bulk_create(
        [
            KnockOutTie(
                event=event,
                stage=tie.stage,
                number=tie.number,
                upper=entries[tie.upper],
                lower=None if tie.lower is None else entries[tie.lower],
                upper_white=tie.upper_white,
                winner=None if tie.winner is None else entries[tie.winner],
                decided_by=_decided_by(tie.lower, tie.winner, beyond_games=tie.beyond_games),
                reason=BEYOND_GAMES if tie.beyond_games else "",
            )
            for tie in found.ties
        ]
    )
    event.rounds_planned = found.stages * found.tie_games
    event.save(update_fields=["rounds_planned"])
    payload = {"players": len(record.entries), "stages": found.stages, "games": found.tie_games}
    write_ledger(event, actor=None, verb="bracket.drawn", payload=payload)
    return found


def _decided_by(lower: int | None, winner: int | None, *, beyond_games: bool) -> str:
    if lower is None:
        return KnockOutTie.DecidedBy.FREE
    if winner is None:
        return ""
    return KnockOutTie.DecidedBy.DECISION if beyond_games else KnockOutTie.DecidedBy.GAMES
