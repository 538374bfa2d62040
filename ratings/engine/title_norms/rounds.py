"""The rounds of an applicant one by one: which games may count for a norm, and why the others do not."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from ratings.engine.games import HALVES
from ratings.engine.title_norms.field import Field
from ratings.engine.title_norms.model import RoundRow
from tournaments.record.codes import ADJUDICATED_CODES
from tournaments.record.crosstable import Cell

OPEN, NOT_PAIRED = "norm.row.open", "norm.row.not_paired"


def rows_of(field: Field, number: int) -> tuple[RoundRow, ...]:
    """A row for every round of a player, in order; those after the rounds announced belong to a play-off."""
    cells = field.table.row(number).cells
    return tuple(_row(field, cell) for cell in cells)


def _row(field: Field, cell: Cell) -> RoundRow:
    opponent = field.entries.get(cell.opponent) if cell.opponent is not None else None
    reason, article = _why_not(field, cell)
    halves = None if cell.open else HALVES.get(cell.side.outcome, 0)
    return RoundRow(
        round=cell.round,
        opponent=cell.opponent,
        rating=opponent.rating if opponent else None,
        title=opponent.title if opponent else "",
        federation=opponent.federation if opponent else "",
        halves=halves,
        counted=not reason,
        reason=reason,
        article=article,
        excuses=not cell.played and not cell.open and (cell.code == "U" or _won_by_forfeit(cell)),
    )


def _won_by_forfeit(cell: Cell) -> bool:
    return cell.code not in {"F", "U"} and cell.side.outcome == "win"


def _why_not(field: Field, cell: Cell) -> tuple[str, str]:
    """Why a game does not count, with its article; empty where it does."""
    rules = field.edition
    if cell.open:
        return _not_yet(cell), ""
    if cell.round > field.rounds:
        return "norm.row.play_off", rules["games"].article
    board = rules["not_over_the_board"].article
    if not cell.played:
        return ("norm.row.bye" if cell.opponent is None else "norm.row.forfeit"), board
    if cell.code in ADJUDICATED_CODES:
        return "norm.row.adjudicated", board
    if not cell.rated:
        return "norm.row.unrated_game", rules["unrated_games"].article
    if cell.opponent in field.nothing_scored:
        return "norm.row.nothing_scored", rules["zero_in_round_robin"].article
    if cell.opponent is not None and field.entries[cell.opponent].federation in rules["strangers"].items:
        return "norm.row.stranger", rules["strangers"].article
    return "", ""


def _not_yet(cell: Cell) -> str:
    if cell.opponent is not None:
        return OPEN
    return "norm.row.bye_ahead" if cell.code else NOT_PAIRED


def counting(rows: Sequence[RoundRow]) -> tuple[RoundRow, ...]:
    """The rows whose games may count."""
    return tuple(row for row in rows if row.counted)


def has_excuse(field: Field, rows: Sequence[RoundRow]) -> bool:
    """Whether a game fewer is enough: an event of nine rounds, the missing one a forfeit won or an allocated bye."""
    return field.rounds == field.edition["short_rounds"].integer and any(row.excuses for row in rows)


def least_games(field: Field, rows: Sequence[RoundRow]) -> int:
    """The fewest games of a norm for this player: nine, seven in team events, eight with an excuse (1.4.1)."""
    if has_excuse(field, rows):
        return min(field.least_games, field.edition["short_games"].integer)
    return field.least_games


def marked(
    field: Field,
    rows: Sequence[RoundRow],
    chosen: Collection[int],
    last_round: int,
    adjusted: dict[int, tuple[int, bool]],
) -> tuple[RoundRow, ...]:
    """The rows as the norm uses them: those not among the `chosen` rounds say why, the others carry their rating.

    `adjusted` gives for each chosen round the rating at which the opponent counts and whether he was raised.
    """
    found = []
    for row in rows:
        if row.round in chosen:
            rating, raised = adjusted[row.round]
            found.append(replace(row, adjusted=rating, raised=raised))
        elif row.counted:
            rule, reason = (
                ("later_games", "norm.row.later")
                if row.round > last_round
                else ("won_games", "norm.row.won_ignored")
            )
            found.append(replace(row, counted=False, reason=reason, article=field.edition[rule].article))
        else:
            found.append(row)
    return tuple(found)
