"""Extended Direct Encounter of teams: by both scores, then by their boards (C.07, 13.3)."""

from collections.abc import Sequence

from tiebreaks.engine.criteria.boards import (
    DECIDED as BY_BOARDS,
)
from tiebreaks.engine.criteria.boards import (
    decide_by_bottom,
    decide_by_count,
    decide_by_top,
    explain_board_count,
    explain_bottom,
    explain_top,
)
from tiebreaks.engine.criterion import Criterion, Decide, Decision, Value
from tiebreaks.engine.encounter import ALONE, encounter_steps, first_step, numbers_of, order_step
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.team_working import team_working
from tiebreaks.engine.working import Working
from tournaments.rulebook.explained import Explained, Step

# What follows where exactly two teams are left (13.3.2), in this order.
CHAINS: dict[str, tuple[tuple[str, Decide], ...]] = {
    "EDE": (),
    "EDEBT": (("BC", decide_by_count), ("TBR", decide_by_top)),
    "EDEBB": (("BC", decide_by_count), ("BBE", decide_by_bottom)),
    "EDET": (("TBR", decide_by_top),),
    "EDEB": (("BBE", decide_by_bottom),),
}


def decide_extended(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """Direct Encounter by the primary score, if that breaks no tie by the secondary, then by the boards.

    Every new subset of tied teams starts again with the primary score (13.3.3). The boards count where
    exactly two teams are left (13.3.2), in all their matches of the event, as article 12 says.
    """
    if len(group) < 2:
        return Decision((tuple(group),), ALONE)
    _, found = deciding_stage(working, tie_break, group)
    if len(found.classes) < 2:
        return found
    classes = [
        part
        for members in found.classes
        for part in (decide_extended(working, tie_break, members).classes if len(members) > 1 else (members,))
    ]
    return Decision(tuple(classes), found.reason)


def deciding_stage(working: Working, tie_break: TieBreak, group: Sequence[int]) -> tuple[str, Decision]:
    """The first stage that breaks the tie, by its name, and what it decides; the last one if none does."""
    teams = team_working(working)
    plain = TieBreak("DE", flags=tie_break.flags)
    found, stage = first_step(teams.by(teams.primary), plain, group), teams.primary
    if len(found.classes) > 1:
        return stage, found
    other = first_step(teams.by(teams.secondary), plain, group)
    if len(other.classes) > 1:
        return teams.secondary, other
    if len(group) == 2:
        for name, decide in CHAINS[tie_break.name]:
            by_boards = decide(teams, tie_break, group)
            if len(by_boards.classes) > 1:
                return name, by_boards
    return stage, found


def explain_extended(
    working: Working, tie_break: TieBreak, player: int, group: Sequence[int]
) -> Explained[Value]:
    """The stages until the tie is broken, each with the player's encounters, and the place inside the tie."""
    article, teams = working.article(tie_break.name), team_working(working)
    if len(group) < 2:
        return Explained(None, (Step(article, ALONE, {}, None),), working.edition.key)
    whole = decide_extended(working, tie_break, group)
    rank = whole.ranks().get(player)
    stage, _ = deciding_stage(working, tie_break, group)
    plain = TieBreak("DE", flags=tie_break.flags)
    steps = [Step(article, "encounter.group", {"players": numbers_of(working, group)}, len(group))]
    for reference in (teams.primary, teams.secondary):
        count = teams.by(reference)
        decision = first_step(count, plain, group)
        own = decision.ranks().get(player)
        parts = tuple(encounter_steps(count, plain, player, group, decision, own))
        key = "encounter.by_match_points" if reference == "MP" else "encounter.by_game_points"
        steps.append(Step(article, key, {}, own, parts))
        if stage == reference and len(decision.classes) > 1:
            break
    else:
        steps += _by_boards(working, tie_break, player, group, stage)
    if rank is not None:
        steps.append(order_step(working, article, whole, rank))
    return Explained(rank, tuple(steps), working.edition.key)


def _by_boards(
    working: Working, tie_break: TieBreak, player: int, group: Sequence[int], stage: str
) -> list[Step]:
    """The stages of article 12, up to the one that decides."""
    steps: list[Step] = []
    if len(group) != 2:
        return steps
    for name, decide in CHAINS[tie_break.name]:
        if name == "BC":
            told = explain_board_count(working, TieBreak("BC"), player)
            reason = decide(working, tie_break, group).reason
            parts = told.steps if reason == BY_BOARDS else (Step(working.article("BC"), reason, {}, None),)
        else:
            explain = explain_top if name == "TBR" else explain_bottom
            parts = explain(working, TieBreak(name), player, group).steps
        rank = decide(working, tie_break, group).ranks().get(player)
        steps.append(Step(working.article(name), KEYS[name], {}, rank, parts))
        if name == stage:
            break
    return steps


KEYS = {
    "BC": "encounter.by_board_count",
    "TBR": "encounter.by_top_boards",
    "BBE": "encounter.by_boards_without_bottom",
}
NAMES = {
    "EDE": "Extended direct encounter",
    "EDEBT": "Extended direct encounter, board count, top board results",
    "EDEBB": "Extended direct encounter, board count, bottom board elimination",
    "EDET": "Extended direct encounter, top board results",
    "EDEB": "Extended direct encounter, bottom board elimination",
}
EXTENDED_ENCOUNTERS = tuple(
    Criterion(code, name, "A", decide=decide_extended, explain_tied=explain_extended, units="teams")
    for code, name in NAMES.items()
)
