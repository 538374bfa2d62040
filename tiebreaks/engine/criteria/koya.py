"""Koya: points against those who scored half or more (C.07, 9.2; Ukrainian articles 30.1.2 and 30.1.3)."""

from fractions import Fraction
from itertools import compress

from tiebreaks.engine.criterion import Criterion, Need, Value, halves_value, round_step
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import HALVES, Column, Working
from tournaments.rulebook.explained import Explained, Step


def koya(working: Working, tie_break: TieBreak) -> Column:
    """Points against opponents with at least half of the maximum possible score (9.2).

    Only results count, so a forfeit against an opponent that was named counts like a game; real, never
    adjusted scores decide who is in.
    """
    return _points_against(working, strong_players(working, limit(working, tie_break)))


def explain_koya(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The limit, and the points against each who reached it."""
    return _explain(working, tie_break, limit(working, tie_break), player)


def extended_koya(working: Working, tie_break: TieBreak) -> Column:
    """Koya with the limit moved by whole score groups (30.1.3).

    `L-1` lets in the highest group below half, `L+1` leaves out the lowest group at half or above.
    """
    return _points_against(working, strong_players(working, extended_limit(working, tie_break)))


def explain_extended_koya(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The moved limit, and the points against each who reached it."""
    return _explain(
        working, tie_break, extended_limit(working, tie_break), player, _moves(working, tie_break)
    )


def limit(working: Working, tie_break: TieBreak) -> Fraction:
    """The least score, in halves, that counts; a step of L is half a point (14.5)."""
    share = Fraction(working.edition["koya_limit"].number)
    return share * maximum(working) + tie_break.limit


def extended_limit(working: Working, tie_break: TieBreak) -> Fraction:
    """The score, in halves, of the lowest group that counts after so many steps; above all if none."""
    half = limit(working, TieBreak("KS"))
    groups = sorted(set(working.field.scores))
    first = sum(score < half for score in groups) + tie_break.limit
    if first >= len(groups):
        return Fraction(maximum(working) + 1)
    return Fraction(groups[max(0, first)])


def maximum(working: Working, *, announced: bool = False) -> int:
    """The highest score anybody could have, in halves: a win in each round in which one could play.

    With `announced` the rounds of the whole event, else those counted.
    With fixed pairings these are the games of who has most of them: the free round of an odd field is none.
    """
    field = working.field
    if not field.fixed_pairings:
        return field.win * (max(field.rounds, field.announced) if announced else field.rounds)
    return field.win * max((sum(opponent >= 0 for opponent in row) for row in field.opponents), default=0)


def strong_players(working: Working, least: Fraction) -> list[bool]:
    """Who reached the limit."""
    return [score * least.denominator >= least.numerator for score in working.field.scores]


def _points_against(working: Working, strong: list[bool]) -> Column:
    reached = [*strong, False]  # the last one is found for who had no opponent
    counting = (faced(reached) for faced in working.faced)
    return Column(list(map(sum, map(compress, working.field.halves, counting))), HALVES)


def _moves(working: Working, tie_break: TieBreak) -> tuple[Step, ...]:
    """The score groups that each step lets in or leaves out, the nearest to half first."""
    article, half = working.article(tie_break.name), limit(working, TieBreak("KS"))
    groups = sorted(set(working.field.scores))
    below = [score for score in reversed(groups) if score < half]
    above = [score for score in groups if score >= half]
    passed, key = (above, "koya.group_left_out") if tie_break.limit > 0 else (below, "koya.group_let_in")
    return tuple(
        Step(article, key, {"step": step}, halves_value(passed[step - 1]))
        if step <= len(passed)
        else Step(article, "koya.no_group_left", {"step": step}, None)
        for step in range(1, abs(tie_break.limit) + 1)
    )


def _explain(
    working: Working, tie_break: TieBreak, least: Fraction, player: int, moves: tuple[Step, ...] = ()
) -> Explained[Value]:
    article, field, strong = working.article(tie_break.name), working.field, strong_players(working, least)
    moved = working.cut_article(tie_break) if tie_break.limit and not moves else article
    about = {"maximum": halves_value(maximum(working))}
    steps = [Step(moved, "koya.limit", about, least / HALVES, moves)]
    total = 0
    for place, opponent in enumerate(field.opponents[player]):
        if opponent < 0:
            continue
        halves = field.halves[player][place]
        key = "round.koya" if strong[opponent] else "round.koya_below"
        value = halves if strong[opponent] else 0
        steps.append(
            round_step(
                working,
                article,
                key,
                player,
                place,
                value=halves_value(value),
                score=halves_value(field.scores[opponent]),
                points=halves_value(halves),
            )
        )
        total += value
    steps.append(Step(article, "sum.values", {}, halves_value(total)))
    return Explained(halves_value(total), tuple(steps), working.edition.key)


FIXED: frozenset[Need] = frozenset({"fixed_pairings"})
KOYA_CRITERIA = (
    Criterion("KS", "Koya", "BC", koya, explain_koya, needs=FIXED),
    Criterion("KSX", "Extended Koya", "BC", extended_koya, explain_extended_koya, needs=FIXED),
)
