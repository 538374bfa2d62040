"""The derivation of one value: asked for when a reader opens it, never before."""

from collections.abc import Sequence

from tiebreaks.engine.criterion import Value
from tiebreaks.engine.errors import UnknownPlayer, UnknownTieBreak
from tiebreaks.engine.ranking import working_of
from tiebreaks.engine.refusals import refusal
from tiebreaks.engine.registry import resolve_in
from tiebreaks.engine.unplayed import explain_adjusted
from tiebreaks.engine.working import Working
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Step


def explain(
    record: Record,
    edition: Edition,
    code: str,
    number: int,
    unplayed: Edition | None = None,
    *,
    group: Sequence[int] | None = None,
    through_round: int | None = None,
) -> Explained[Value]:
    """The value of a tie-break for a start number, with the steps that led to it.

    `group` are the start numbers tied before a direct encounter (`Standings.tied_before`); without it those
    with as many points. A label such as `DE#2` is a code. Raises UnknownTieBreak, ModifierRefused,
    UnknownPlayer, MissingStartDay.
    """
    return explain_working(working_of(record, edition, unplayed, through_round), code, number, group)


def explain_working(
    working: Working, code: str, number: int, group: Sequence[int] | None = None
) -> Explained[Value]:
    """The same on a count already begun."""
    tie_break, criterion = resolve_in(working, code.partition("#")[0])
    player = _player(working, number)
    if criterion.explain_tied is not None:
        tied = _tied(working, player) if group is None else [_player(working, other) for other in group]
        return criterion.explain_tied(working.referring(tie_break), tie_break, player, tied)
    if criterion.explain is None:
        raise UnknownTieBreak(f"{tie_break.code} has no derivation.")
    refused = refusal(working, tie_break, criterion)
    if refused is not None and "ratings" not in criterion.needs:
        step = Step(refused.article, "undefined.not_in_round_robin", {"tie_break": tie_break.code}, None)
        return Explained(None, (step,), working.edition.key)
    return criterion.explain(working.referring(tie_break), tie_break, player)


def adjusted_score(
    record: Record,
    edition: Edition,
    number: int,
    unplayed: Edition | None = None,
    through_round: int | None = None,
) -> Explained[Value]:
    """A player's score as it counts in the sums of his opponents, with a step for each round that differs."""
    working = working_of(record, edition, unplayed, through_round)
    return explain_adjusted(working, _player(working, number))


def _player(working: Working, number: int) -> int:
    try:
        return working.field.player(number)
    except ValueError:
        raise UnknownPlayer(f"No player has the start number {number}.") from None


def _tied(working: Working, player: int) -> list[int]:
    scores = working.field.totals
    return [other for other, score in enumerate(scores) if score == scores[player]]
