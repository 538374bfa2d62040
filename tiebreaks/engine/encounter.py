"""Direct encounter: the only tie-break that exists inside a tied group alone (C.07, 6; Ukrainian 30.1.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm

from tiebreaks.engine.criterion import Criterion, Decision, Value
from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import FORFEITS, PLAYED
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.working import HALVES, Working
from tournaments.rulebook.explained import Explained, Input, Step

ALONE, DECIDED, EQUAL = "encounter.alone", "encounter.decided", "encounter.equal"
NONE_MET, NOT_ALL_MET, IN_REACH = "encounter.none_met", "encounter.not_all_met", "encounter.in_reach"
OUT_OF_REACH = "encounter.out_of_reach"
DECIDING = frozenset({DECIDED, OUT_OF_REACH})


@dataclass(frozen=True, slots=True)
class Encounters:
    """The separate standings of a group: points of each in units of `1 / (2 * scale)`, and who met whom."""

    scores: Mapping[int, int]
    met: Mapping[int, frozenset[int]]
    scale: int
    win: int

    def missing(self, player: int) -> int:
        """How many of the group the player has not met."""
        return len(self.scores) - 1 - len(self.met[player])

    def best(self, player: int) -> int:
        """His score if he won every missing game."""
        return self.scores[player] + self.win * self.missing(player)

    def all_met(self) -> bool:
        """Whether everybody met everybody."""
        return not any(self.missing(player) for player in self.scores)


def decide(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """The order of a tied group by their own encounters.

    All met: by points, and again among those still equal (6.2). Not all met: nothing (30.1.6), or, in a Swiss
    under C.07, whoever stays alone at the top however the missing games end is first; so for the next place,
    and again among the rest (6.3).
    """
    found = first_step(working, tie_break, group)
    if len(found.classes) < 2 or not working.edition["direct_encounter_again"].flag:
        return found
    classes = [
        part
        for members in found.classes
        for part in (decide(working, tie_break, members).classes if len(members) > 1 else (members,))
    ]
    return Decision(tuple(classes), found.reason)


def first_step(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Decision:
    """The classes that the encounters of a group give at once, without looking again at those still equal."""
    if len(group) < 2:
        return Decision((tuple(group),), ALONE)
    swiss = working.field.swiss and _may_be_out_of_reach(working)
    if _too_many_to_decide(working, group, swiss=swiss):
        met = _any_met(working, tie_break, group)
        return Decision((tuple(group),), NONE_MET if not met else IN_REACH if swiss else NOT_ALL_MET)
    encounters = meet(working, tie_break, group)
    if encounters.all_met():
        return _by_points(encounters)
    reason = NOT_ALL_MET if any(encounters.met.values()) else NONE_MET
    if not swiss:
        return Decision((tuple(group),), reason)
    placed, rest = _out_of_reach(encounters)
    if not placed:
        return Decision((tuple(group),), IN_REACH if reason == NOT_ALL_MET else reason)
    return Decision((*((player,) for player in placed), *((tuple(rest),) if rest else ())), OUT_OF_REACH)


def _too_many_to_decide(working: Working, group: Sequence[int], *, swiss: bool) -> bool:
    """Whether the size of a group alone says that its encounters decide nothing; made for speed.

    Nobody can have met more opponents than there were rounds. In a Swiss the points of nobody are above what
    any other could still make in the encounters that must be missing.
    """
    missing = len(group) - 1 - working.field.rounds
    if missing <= 0 or not swiss:
        return missing > 0
    field = working.field
    if field.given:  # what was taken beside the results is not taken from the encounters
        most = max(sum(halves for halves in field.halves[player] if halves > 0) for player in group)
        return field.win * missing >= most
    return field.win * missing >= max([field.scores[player] for player in group])


def _any_met(working: Working, tie_break: TieBreak, group: Sequence[int]) -> bool:
    """Whether any two of a group met in a game that counts."""
    members, opponents = frozenset(group), working.field.opponents
    return any(
        opponent in members and counts(working, tie_break, player, place)
        for player in group
        if not members.isdisjoint(opponents[player])
        for place, opponent in enumerate(opponents[player])
    )


def _may_be_out_of_reach(working: Working) -> bool:
    policy = working.edition["direct_encounter"].text
    if policy not in ("all_have_met", "met_or_out_of_reach"):
        raise TieBreakError(
            f"{working.edition.key}: the policy {policy!r} of direct_encounter is not implemented."
        )
    return policy == "met_or_out_of_reach"


def _by_points(encounters: Encounters) -> Decision:
    scores = encounters.scores
    ordered = sorted(scores, key=lambda player: -scores[player])
    classes = [tuple(members) for _, members in groupby(ordered, key=lambda player: scores[player])]
    return Decision(tuple(classes), EQUAL if len(classes) == 1 else DECIDED)


def _out_of_reach(encounters: Encounters) -> tuple[list[int], list[int]]:
    """Who is first, second ... whatever the missing games bring, and the rest.

    His worst is his score with every missing game lost; it must beat the best of each other one. A rival's
    best depends on his own games alone, so each can be looked at by himself.
    """
    best = {player: encounters.best(player) for player in encounters.scores}
    rest, placed = sorted(best, key=best.__getitem__, reverse=True), list[int]()
    # Whose worst is above the best of all others has the best best himself.
    while rest and (len(rest) == 1 or encounters.scores[rest[0]] > best[rest[1]]):
        placed.append(rest.pop(0))
    return placed, rest


def meet(working: Working, tie_break: TieBreak, group: Sequence[int]) -> Encounters:
    """The games of a group among themselves.

    A forfeit counts with fixed pairings (15.2), or where the event says so (modifier P). Two players who met
    more than once bring the average (6.1.2) or the sum, as the edition says.
    """
    members, field = frozenset(group), working.field
    results: dict[int, list[tuple[int, int]]] = {}
    for player in group:
        row = field.opponents[player]
        results[player] = (
            []
            if members.isdisjoint(row)
            else [
                (opponent, field.halves[player][place])
                for place, opponent in enumerate(row)
                if opponent in members and counts(working, tie_break, player, place)
            ]
        )
    met = {player: frozenset([opponent for opponent, _ in own]) for player, own in results.items()}
    if all(len(met[player]) == len(own) for player, own in results.items()):
        scores = {player: sum([halves for _, halves in own]) for player, own in results.items()}
        return Encounters(scores, met, 1, field.win)
    return _repeated(working, results, met)


def _repeated(
    working: Working, results: Mapping[int, list[tuple[int, int]]], met: Mapping[int, frozenset[int]]
) -> Encounters:
    """Encounters of which some were repeated: averaged (6.1.2) or summed."""
    rows: dict[int, dict[int, list[int]]] = {player: {} for player in results}
    for player, own in results.items():
        for opponent, halves in own:
            rows[player].setdefault(opponent, []).append(halves)
    repeats = {len(row) for own in rows.values() for row in own.values()}
    scale = lcm(*repeats) if working.edition["direct_encounter_repeat"].text == "average" else 1
    scores = {player: sum(_brought(row, scale) for row in own.values()) for player, own in rows.items()}
    return Encounters(scores, met, scale, working.field.win * scale)


def _brought(row: Sequence[int], scale: int) -> int:
    """The halves of the games of one pair: summed, or averaged where `scale` holds every number of games."""
    return sum(row) if scale == 1 else sum(row) * scale // len(row)


def counts(working: Working, tie_break: TieBreak, player: int, place: int) -> bool:
    """Whether a round counts as an encounter."""
    kind = working.field.kinds[player][place]
    return kind == PLAYED or (kind in FORFEITS and (working.field.fixed_pairings or "P" in tie_break.flags))


def explain_encounter(
    working: Working, tie_break: TieBreak, player: int, group: Sequence[int]
) -> Explained[Value]:
    """The rank inside the group and how it came: the player's encounters, all totals, and the reason."""
    article = working.article(tie_break.name)
    decision = decide(working, tie_break, group)
    rank = decision.ranks().get(player)
    if len(group) < 2:
        return Explained(None, (Step(article, ALONE, {}, None),), working.edition.key)
    steps = [
        Step(article, "encounter.group", {"players": numbers_of(working, group)}, len(group)),
        *encounter_steps(working, tie_break, player, group, decision, rank),
    ]
    if rank is not None:
        steps.append(order_step(working, article, decision, rank))
    return Explained(rank, tuple(steps), working.edition.key)


def encounter_steps(
    working: Working,
    tie_break: TieBreak,
    player: int,
    group: Sequence[int],
    decision: Decision,
    rank: int | None,
) -> list[Step]:
    """The player's games with the group, the separate standings, and what they decide."""
    encounters = meet(working, tie_break, group)
    steps = _games(working, tie_break, player, frozenset(group))
    steps += [_total(working, encounters, member) for member in sorted(group)]
    inputs: dict[str, Input] = {"missing": sum(encounters.missing(member) for member in group) // 2}
    met = decision.reason in (DECIDED, EQUAL)
    article = working.edition["direct_encounter_again" if met else "direct_encounter"].article
    return [*steps, Step(_of_teams(working, article), decision.reason, inputs, rank)]


def order_step(working: Working, article: str, decision: Decision, rank: int) -> Step:
    """The whole order inside the tie."""
    shown = "; ".join(numbers_of(working, members) for members in decision.classes)
    return Step(article, "encounter.order", {"order": shown}, rank)


def _of_teams(working: Working, article: str) -> str:
    """The same rule where a text has it twice, once for players and once for teams."""
    own = working.edition["criteria"].table.get("DE")
    return working.article("DE") if article == own else article


def _games(working: Working, tie_break: TieBreak, player: int, group: frozenset[int]) -> list[Step]:
    found = []
    met: list[int] = []
    for place, opponent in enumerate(working.field.opponents[player]):
        if opponent not in group:
            continue
        counted = counts(working, tie_break, player, place)
        key = "encounter.game" if counted else "encounter.game_not_counted"
        rule = "direct_encounter_repeat" if opponent in met else "direct_encounter_forfeits"
        article = working.edition[rule].article if opponent in met or not counted else working.article("DE")
        value = Fraction(working.field.halves[player][place], HALVES)
        about: dict[str, Input] = {"round": place + 1, "opponent": working.entry(opponent)}
        found.append(Step(_of_teams(working, article), key, about, value))
        met += [opponent] if counted else []
    return found


def _total(working: Working, encounters: Encounters, member: int) -> Step:
    unit = HALVES * encounters.scale
    inputs: dict[str, Input] = {
        "player": working.entry(member),
        "missing": encounters.missing(member),
        "best": Fraction(encounters.best(member), unit),
    }
    article = working.edition["direct_encounter_repeat"].article if encounters.scale > 1 else ""
    value = Fraction(encounters.scores[member], unit)
    return Step(_of_teams(working, article) or working.article("DE"), "encounter.total", inputs, value)


def numbers_of(working: Working, players: Sequence[int]) -> str:
    """Start numbers between commas."""
    return ", ".join(str(number) for number in sorted(working.field.numbers[player] for player in players))


ENCOUNTER = Criterion("DE", "Direct encounter", "A", decide=decide, explain_tied=explain_encounter)
