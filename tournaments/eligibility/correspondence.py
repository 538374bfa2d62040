"""What an event by correspondence needs to be counted (RACC 1.2, 2.1, 2.2)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tournaments.eligibility.case import Case, finding
from tournaments.record.codes import GAME_CODES
from tournaments.record.findings import Finding
from tournaments.record.model import Record


def correspondence_findings(case: Case) -> Iterator[Finding]:
    """Norms, numbers, coefficients, schedule, substitutes and signatures."""
    yield from _norms(case)
    yield from _numbers(case)
    yield from _schedule(case)
    yield from _substitutes(case)
    yield from _signatures(case)


def games_of_a_player(record: Record) -> int | None:
    """Games of each player where everybody meets everybody: n players, n - 1 games a cycle; else not fixed."""
    if record.event.system not in ("round_robin", "unknown") or len(record.entries) < 2:
        return None
    return (len(record.entries) - 1) * record.event.cycles


def _norms(case: Case) -> Iterator[Finding]:
    """A norm of the 1st category or higher (1.2); no norm beyond the games, the stronger the higher."""
    rule, norms = case.edition["rated_norms"], case.record.event.norms
    ranked = [str(item) for item in rule.items]
    if not norms:
        yield finding("objection", "norm.missing", rule)
        return
    if not any(norm.category in ranked for norm in norms):
        names = ", ".join(norm.category for norm in norms)
        yield finding("refusal", "norm.too_low", rule, inputs={"norms": names})
    within, games = case.edition["norm_within"], games_of_a_player(case.record)
    for norm in norms:
        limit = norm.games if games is None else games
        if limit is not None and norm.halves > 2 * limit:
            yield finding(
                "objection",
                "norm.beyond_games",
                within,
                inputs={"norm": norm.category, "points": Fraction(norm.halves, 2), "games": limit},
            )
        elif games is not None and norm.games is not None and norm.games != games:
            yield finding(
                "warning",
                "norm.other_games",
                within,
                inputs={
                    "norm": norm.category,
                    "stated": norm.games,
                    "games": games,
                    "entered": len(case.record.entries),
                },
            )
    known = [(ranked.index(norm.category), norm.halves) for norm in norms if norm.category in ranked]
    if any(later[0] <= norm[0] or later[1] >= norm[1] for norm, later in pairwise(known)):
        yield finding("warning", "norm.order", within)


def _numbers(case: Case) -> Iterator[Finding]:
    """Every player has a number of his own, or a questionnaire was sent with the start list (2.1)."""
    rule, entries = case.edition["player_number"], case.record.entries
    held = Counter(entry.national_id for entry in entries if entry.national_id)
    twice = [entry.number for entry in entries if held[entry.national_id] > 1]
    if twice:
        yield finding("objection", "number.shared", rule, players=twice)
    without = [
        entry.number
        for entry in entries
        if not entry.national_id and entry.number not in case.lists.questionnaires
    ]
    if without:
        yield finding("objection", "number.none", rule, players=without)
    new = [entry.number for entry in entries if not entry.rating]
    if new:
        yield finding("note", "coefficient.none", rule, players=new)


def _schedule(case: Case) -> Iterator[Finding]:
    """Games beyond or short of the schedule; told when no board is open."""
    games = games_of_a_player(case.record)
    if games is None or not case.is_over:
        return
    counted: Counter[int] = Counter()
    for game in case.record.games:
        if not GAME_CODES[game.code][0].open:
            counted.update((game.white, game.black))
    odd = [entry.number for entry in case.record.entries if counted[entry.number] != games]
    if odd:
        inputs = {"games": games, "entered": len(case.record.entries)}
        yield finding(
            "warning", "schedule.games", case.edition["final_signatures"], players=odd, inputs=dict(inputs)
        )


def _substitutes(case: Case) -> Iterator[Finding]:
    """After a substitution both players stand in the table, each with his own results (2.2)."""
    rule = case.edition["substitution_rows"]
    numbers = {entry.number for entry in case.record.entries}
    playing = {number for game in case.record.games for number in (game.white, game.black)}
    substitutes = [entry for entry in case.record.entries if entry.substitute_for is not None]
    lonely = [entry.number for entry in substitutes if entry.substitute_for not in numbers]
    if lonely:
        yield finding("objection", "substitute.alone", rule, players=lonely)
    idle = sorted(
        {
            number
            for entry in substitutes
            for number in (entry.number, entry.substitute_for or 0)
            if number in numbers and number not in playing
        }
    )
    if idle and case.record.games:
        yield finding("objection", "substitute.no_result", rule, players=idle)


def _signatures(case: Case) -> Iterator[Finding]:
    """The arbiter signs the final table, the representative of the region certifies it (2.2)."""
    rule, told = case.edition["final_signatures"], case.registration
    if told.signed is False:
        yield finding("objection", "table.unsigned", rule)
    elif told.certified is False:
        yield finding("objection", "table.uncertified", rule)
