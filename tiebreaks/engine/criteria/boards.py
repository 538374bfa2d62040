"""Tie-breaks from the boards of a team, made for knock-outs (C.07, 12): inside a tied group."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby

from tiebreaks.engine.criterion import Criterion, Decision, Value
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.team_working import TeamWorking, team_working
from tiebreaks.engine.working import HALVES, Column, Working
from tournaments.rulebook.explained import Explained, Step

ALONE, DECIDED, EQUAL = "boards.alone", "boards.decided", "boards.equal"
UNEQUAL = "boards.game_points_differ"
Key = Callable[[TeamWorking, int], tuple[int, ...]]


def board_points(working: TeamWorking, team: int) -> list[int]:
    """The points of a team on each board in all its matches, in halves (12)."""
    rows = working.teams.boards[team]
    return [sum(row[board] for row in rows) for board in range(working.teams.size)]


def board_count(working: Working, tie_break: TieBreak) -> Column:
    """The sum of board number times the points on that board; the lower is better (12.1)."""
    teams = team_working(working)
    counts = [_count(teams, team) for team in range(len(teams.field.numbers))]
    return Column(list(counts), HALVES, keys=[-count for count in counts])


def _count(working: TeamWorking, team: int) -> int:
    return sum(board * points for board, points in enumerate(board_points(working, team), 1))


def count_key(working: TeamWorking, team: int) -> tuple[int, ...]:
    """What Board Count orders by: the greater comes first."""
    return (-_count(working, team),)


def top_key(working: TeamWorking, team: int) -> tuple[int, ...]:
    """The points on the first board, then on the second, and so on (12.2)."""
    return tuple(board_points(working, team))


def bottom_key(working: TeamWorking, team: int) -> tuple[int, ...]:
    """The points without the bottom board, then without the two at the bottom, and so on (12.3)."""
    points = board_points(working, team)
    return tuple(sum(points[:kept]) for kept in range(len(points) - 1, 0, -1))


def decide_by_boards(working: Working, key: Key, group: Sequence[int]) -> Decision:
    """A tied group in the order of a key."""
    if len(group) < 2:
        return Decision((tuple(group),), ALONE)
    teams = team_working(working)
    keys = {team: key(teams, team) for team in group}
    ordered = sorted(group, key=lambda team: keys[team], reverse=True)
    classes = tuple(tuple(members) for _, members in groupby(ordered, key=lambda team: keys[team]))
    return Decision(classes, DECIDED if len(classes) > 1 else EQUAL)


def decide_by_count(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """Board Count, which can only be used where all tied teams have the same game points (12.1)."""
    scores = team_working(working).by("GP").field.scores
    if len({scores[team] for team in group}) > 1:
        return Decision((tuple(group),), UNEQUAL)
    return decide_by_boards(working, count_key, group)


def decide_by_top(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """Top Board Results (12.2)."""
    return decide_by_boards(working, top_key, group)


def decide_by_bottom(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """Bottom Board Elimination (12.3)."""
    return decide_by_boards(working, bottom_key, group)


def explain_board_count(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """Each board number with the points on it, and the sum of the products."""
    article, teams = working.article("BC"), team_working(working)
    steps = [
        Step(
            article,
            "boards.product",
            {"board": board, "points": Fraction(points, HALVES)},
            Fraction(board * points, HALVES),
        )
        for board, points in enumerate(board_points(teams, player), 1)
    ]
    value = Fraction(_count(teams, player), HALVES)
    steps.append(Step(article, "boards.count", {}, value))
    return Explained(value, tuple(steps), working.edition.key)


def explain_top(working: Working, tie_break: TieBreak, player: int, group: Sequence[int]) -> Explained[Value]:
    """The points board by board from the top, and the place that they give inside the tie."""
    points = board_points(team_working(working), player)
    steps = [("boards.board", {"board": board}, value) for board, value in enumerate(points, 1)]
    return _explain(working, "TBR", steps, decide_by_top(working, tie_break, group), player)


def explain_bottom(
    working: Working, tie_break: TieBreak, player: int, group: Sequence[int]
) -> Explained[Value]:
    """The points without the lowest boards, and the place that they give inside the tie."""
    key = bottom_key(team_working(working), player)
    steps = [("boards.without_bottom", {"boards": left_out}, value) for left_out, value in enumerate(key, 1)]
    return _explain(working, "BBE", steps, decide_by_bottom(working, tie_break, group), player)


def _explain(
    working: Working,
    name: str,
    told: Sequence[tuple[str, dict[str, int], int]],
    decision: Decision,
    player: int,
) -> Explained[Value]:
    article, rank = working.article(name), decision.ranks().get(player)
    steps = [Step(article, key, dict(about), Fraction(value, HALVES)) for key, about, value in told]
    steps.append(Step(article, decision.reason, {}, rank))
    return Explained(rank, tuple(steps), working.edition.key)


BOARD_CRITERIA = (
    Criterion(
        "BC",
        "Board count",
        "B",
        board_count,
        explain_board_count,
        decide=decide_by_count,
        units="teams",
    ),
    Criterion("TBR", "Top board results", "B", decide=decide_by_top, explain_tied=explain_top, units="teams"),
    Criterion(
        "BBE",
        "Bottom board elimination",
        "B",
        decide=decide_by_bottom,
        explain_tied=explain_bottom,
        units="teams",
    ),
)
