"""Tie-breaks from the opponents' results: Buchholz and Sonneborn-Berger with their kin (C.07, 8 and 9.1).

Sums are whole numbers: Buchholz in halves, Sonneborn-Berger in quarters. The fast count of everybody and the
derivation of one player are two pieces of code; a property test holds them to the same values.
"""

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from tiebreaks.engine.criterion import Criterion, Value, halves_value, round_step, shown
from tiebreaks.engine.cuts import Cut, buchholz_measure, cut, sonneborn_measure
from tiebreaks.engine.field import FORFEITS, NOT_COUNTED, PLAYED
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.unplayed import adjusted_steps, own_steps
from tiebreaks.engine.working import HALVES, QUARTERS, Column, Contribution, Working
from tournaments.rulebook.explained import Explained, Input, Step

# -- Buchholz (8.1, 30.3.1) ---------------------------------------------------------------------------


def buchholz(working: Working, tie_break: TieBreak) -> Column:
    """The sum of the opponents' scores (8.1), after the cuts."""
    return working.shared(_cut_name("BH", tie_break), lambda: _buchholz(working, tie_break))


def _buchholz(working: Working, tie_break: TieBreak) -> Column:
    def derived(player: int) -> int:
        return sum(item.value for item in _cut(working, tie_break, player, buchholz_measure)[0])

    found = working.sums.after_cuts("values", tie_break.low, tie_break.high, derived)
    return Column(list(found), HALVES)


def _cut_name(name: str, tie_break: TieBreak) -> str:
    """The name under which a sum after cuts is shared between tie-breaks."""
    return TieBreak(name, low=tie_break.low, high=tie_break.high).code


def explain_buchholz(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """What each round gives, what was cut, and the sum."""
    return _explain_buchholz(working, tie_break, player, working.article_of(tie_break))


def _explain_buchholz(working: Working, tie_break: TieBreak, player: int, article: str) -> Explained[Value]:
    steps = [_value_step(working, article, player, item) for item in working.contributions(player)]
    left, cuts = _cut(working, tie_break, player, buchholz_measure)
    steps += [
        _cut_step(working, tie_break, player, item, halves_value(item.contribution.value)) for item in cuts
    ]
    total = halves_value(sum(item.value for item in left))
    steps.append(Step(article, "sum.values", {}, total))
    return Explained(total, tuple(steps), working.edition.key)


def _value_step(working: Working, article: str, player: int, item: Contribution) -> Step:
    """The step of one round of Buchholz: whose score counts, and how it was adjusted."""
    if not working.counts_as_game(player, item.place):
        return own_steps(working, player, item.place)
    opponent = working.field.opponents[player][item.place]
    value, score = halves_value(item.value), working.field.scores[opponent]
    key = "round.opponent_score" if item.value == score else "round.opponent_score_adjusted"
    step = round_step(working, article, key, player, item.place, value=value, score=halves_value(score))
    return Step(step.article, step.key, step.inputs, step.value, adjusted_steps(working, opponent))


# -- Fore Buchholz and sum of Buchholz (8.3, 30.3.1.5) ---------------------------------------------------


def fore_buchholz(working: Working, tie_break: TieBreak) -> Column:
    """Buchholz as if every paired game of the last round had been drawn (8.3)."""
    return buchholz(working.fore(), tie_break)


def explain_fore_buchholz(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """As Buchholz, after a step that says which round was taken as drawn."""
    field = working.field
    key = "fore.last_round_drawn" if field.last_round_counted() else "fore.before_the_last_round"
    first = Step(working.article_of(tie_break), key, {"round": max(field.rounds, field.announced)}, None)
    told = _explain_buchholz(working.fore(), tie_break, player, working.article_of(tie_break))
    return Explained(told.value, (first, *told.steps), told.edition)


def sum_of_buchholz(working: Working, tie_break: TieBreak) -> Column:
    """The sum of the Buchholz of the opponents: of all where pairings are fixed, else of those met over the board."""
    own = working.sums.whole("values")
    if not _forfeits_count(working):
        return Column(list(working.sum_over_met(own)), HALVES)
    faced = [_faced(working, player) for player in range(len(own))]
    return Column([sum([own[opponent] for opponent in row]) for row in faced], HALVES)


def _forfeits_count(working: Working) -> bool:
    """Whether a forfeit is a game as entered: where the pairings were fixed beforehand (15.2)."""
    return working.field.fixed_pairings


def _faced(working: Working, player: int) -> list[int]:
    """The opponents of a player in the rounds that count as games where forfeits do."""
    field = working.field
    rounds = zip(field.opponents[player], field.kinds[player], strict=True)
    return [opponent for opponent, kind in rounds if opponent >= 0 and kind not in NOT_COUNTED]


def explain_sum_of_buchholz(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The Buchholz of each opponent."""
    return _explain_opponents(working, player, "BHS", explain_buchholz, average=False)


# -- average of opponents' Buchholz (8.2) --------------------------------------------------------------


def average_of_buchholz(working: Working, tie_break: TieBreak) -> Column:
    """The mean Buchholz (with F: Fore Buchholz) of the opponents played over the board; exact.

    Undefined for a player without a game.
    """
    source = working.fore() if "F" in tie_break.flags else working
    whole = lcm(*range(1, max(working.field.rounds, 1) + 1))
    shares = [0, *(whole // games for games in range(1, working.field.rounds + 1))]
    totals = working.sum_over_met(source.sums.whole("values"))
    values = [
        total * shares[games] if games else None for total, games in zip(totals, working.games, strict=True)
    ]
    return Column(values, HALVES * whole)


def explain_average_of_buchholz(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The Buchholz of each opponent and the mean."""
    explain = explain_fore_buchholz if "F" in tie_break.flags else explain_buchholz
    return _explain_opponents(working, player, "AOB", explain, average=True)


def _explain_opponents(
    working: Working,
    player: int,
    name: str,
    explain: Callable[[Working, TieBreak, int], Explained[Value]],
    *,
    average: bool,
) -> Explained[Value]:
    article, steps, total = working.article(name), list[Step](), Fraction(0)
    counted = (PLAYED, *FORFEITS) if not average and _forfeits_count(working) else (PLAYED,)
    for place, kind in enumerate(working.field.kinds[player]):
        if kind not in counted or working.field.opponents[player][place] < 0:
            continue
        told = explain(working, TieBreak("BH"), working.field.opponents[player][place])
        total += told.value or 0
        step = round_step(working, article, "round.opponent_buchholz", player, place, value=told.value)
        steps.append(Step(step.article, step.key, step.inputs, step.value, told.steps))
    games = len(steps)
    if average and not games:
        return Explained(None, (Step(article, "undefined.no_game", {}, None),), working.edition.key)
    value = total / games if average else total
    key = "sum.average" if average else "sum.values"
    steps.append(Step(article, key, {"total": total, "count": games}, value))
    return Explained(value, tuple(steps), working.edition.key)


# -- Sonneborn-Berger (9.1, 30.3.2.1) --------------------------------------------------------------------


def sonneborn_berger(working: Working, tie_break: TieBreak) -> Column:
    """The sum of opponent's score times points scored against him (9.1), after the cuts."""
    return working.shared(_cut_name("SB", tie_break), lambda: _sonneborn_berger(working, tie_break))


def _sonneborn_berger(working: Working, tie_break: TieBreak) -> Column:
    def derived(player: int) -> int:
        return sum(item.product for item in _cut(working, tie_break, player, sonneborn_measure)[0])

    found = working.sums.after_cuts("products", tie_break.low, tie_break.high, derived)
    return Column(list(found), QUARTERS)


def explain_sonneborn_berger(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """What each round gives, what was cut, and the sum."""
    article = working.article_of(tie_break)
    steps = [_product_step(working, article, player, item) for item in working.contributions(player)]
    left, cuts = _cut(working, tie_break, player, sonneborn_measure)
    steps += [
        _cut_step(working, tie_break, player, item, Fraction(item.contribution.product, QUARTERS))
        for item in cuts
    ]
    total = shown(sum(item.product for item in left), QUARTERS)
    steps.append(Step(article, "sum.values", {}, total))
    return Explained(total, tuple(steps), working.edition.key)


def _product_step(working: Working, article: str, player: int, item: Contribution) -> Step:
    """The step of one round of Sonneborn-Berger: score times points, with the score explained inside."""
    whose = _value_step(working, article, player, item)
    game = working.counts_as_game(player, item.place)
    scored = working.scored
    own = scored.field.halves[player][item.place] if game else scored.own_result(player, item.place)
    key = "round.product" if game else "round.product_unplayed"
    about: dict[str, Input] = {"score": halves_value(item.value), "points": halves_value(own)}
    return Step(article, key, dict(whose.inputs) | about, Fraction(item.product, QUARTERS), (whose,))


# -- cuts ----------------------------------------------------------------------------------------------


def _cut(
    working: Working, tie_break: TieBreak, player: int, measure: Callable[[Contribution], int]
) -> tuple[list[Contribution], list[Cut]]:
    return cut(
        working.contributions(player),
        low=tie_break.low,
        high=tie_break.high,
        measure=measure,
        exception=working.cut_exception,
    )


def _cut_step(working: Working, tie_break: TieBreak, player: int, item: Cut, value: Fraction) -> Step:
    missed = item.reason == "missed"
    article = working.unplayed["cut_exception"].article if missed else working.cut_article(tie_break)
    return round_step(working, article, f"cut.{item.reason}", player, item.contribution.place, value=value)


OPPONENT_CRITERIA = (
    Criterion("BH", "Buchholz", "C", buchholz, explain_buchholz),
    Criterion("FB", "Fore Buchholz", "D", fore_buchholz, explain_fore_buchholz),
    Criterion("BHS", "Sum of Buchholz", "C", sum_of_buchholz, explain_sum_of_buchholz),
    Criterion(
        "AOB",
        "Average of opponents' Buchholz",
        "CC",
        average_of_buchholz,
        explain_average_of_buchholz,
        digits=2,
    ),
    Criterion("SB", "Sonneborn-Berger", "BC", sonneborn_berger, explain_sonneborn_berger),
)
