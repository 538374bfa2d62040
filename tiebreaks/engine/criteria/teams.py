"""Tie-breaks that only teams have: their two scores together and against the opponents' (C.07, 13; 30.2)."""

from fractions import Fraction

from tiebreaks.engine.criteria.koya import maximum
from tiebreaks.engine.criteria.opponents import (
    buchholz,
    explain_buchholz,
    explain_fore_buchholz,
    explain_sonneborn_berger,
    fore_buchholz,
    sonneborn_berger,
)
from tiebreaks.engine.criteria.own import given_steps
from tiebreaks.engine.criterion import Criterion, Value, halves_value, round_step
from tiebreaks.engine.field import OPEN
from tiebreaks.engine.grammar import TieBreak
from tiebreaks.engine.team_facts import Reference
from tiebreaks.engine.team_working import TeamWorking, team_working
from tiebreaks.engine.working import HALVES, Column, Working
from tournaments.rulebook.explained import Explained, Step

# -- the scores themselves (11.1, 13.1; 30.2.1 to 30.2.3) ------------------------------------------------


def match_points(working: Working, tie_break: TieBreak) -> Column:
    """Match points: more than half of the board points, exactly half, less (30.2.1; 11.1.1)."""
    return _score(team_working(working).by("MP"))


def game_points(working: Working, tie_break: TieBreak) -> Column:
    """The points of all players of the team (30.2.2; 11.1.2)."""
    return _score(team_working(working).by("GP"))


def other_points(working: Working, tie_break: TieBreak) -> Column:
    """Game points where matches decide, match points where games do (13.1)."""
    teams = team_working(working)
    return _score(teams.by(teams.secondary))


def both_points(working: Working, tie_break: TieBreak) -> Column:
    """Match points and game points together (30.2.3)."""
    teams = team_working(working)
    rows = zip(teams.by("MP").field.totals, teams.by("GP").field.totals, strict=True)
    return Column([match + game for match, game in rows], HALVES)


def _score(working: Working) -> Column:
    return Column(list(working.field.totals), HALVES)


def explain_match_points(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The match points of each round, with the game points that brought them."""
    return _explain_score(team_working(working), "MP", working.article(tie_break.name), player)


def explain_game_points(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The game points of each round."""
    return _explain_score(team_working(working), "GP", working.article(tie_break.name), player)


def explain_other_points(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The score that is not the primary one, round by round."""
    teams = team_working(working)
    return _explain_score(teams, teams.secondary, working.article(tie_break.name), player)


def explain_both_points(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """Both scores and their sum."""
    teams, article = team_working(working), working.article(tie_break.name)
    match = _explain_score(teams, "MP", article, player)
    game = _explain_score(teams, "GP", article, player)
    total = Fraction(match.value or 0) + Fraction(game.value or 0)
    steps = (
        Step(article, "teams.match_points", {}, match.value, match.steps),
        Step(article, "teams.game_points", {}, game.value, game.steps),
        Step(article, "sum.values", {}, total),
    )
    return Explained(total, steps, working.edition.key)


def _explain_score(working: TeamWorking, reference: Reference, article: str, player: int) -> Explained[Value]:
    own, game = working.by(reference).field, working.by("GP").field
    steps = [
        round_step(
            working,
            article,
            _key(reference, own.opponents[player][place]),
            player,
            place,
            value=halves_value(own.halves[player][place]),
            points=halves_value(game.halves[player][place]),
        )
        for place, kind in enumerate(own.kinds[player])
        if kind != OPEN or own.halves[player][place]
    ]
    steps += given_steps(working.by(reference), article, player)
    total = halves_value(own.totals[player])
    steps.append(Step(article, "sum.points", {"rounds": own.rounds}, total))
    return Explained(total, tuple(steps), working.edition.key)


def _key(reference: Reference, opponent: int) -> str:
    if reference == "GP":
        return "round.points"
    return "round.match_points" if opponent >= 0 else "round.match_points_alone"


# -- Extended Sonneborn-Berger (13.2) ---------------------------------------------------------------------

PAIRS: dict[str, tuple[Reference, Reference]] = {
    "EMMSB": ("MP", "MP"),
    "EMGSB": ("MP", "GP"),
    "EGMSB": ("GP", "MP"),
    "EGGSB": ("GP", "GP"),
}


def extended_sonneborn_berger(working: Working, tie_break: TieBreak) -> Column:
    """The sum of each opponent's total in one score times the points made against it in another (13.2).

    A cut takes what belongs to the opponent lowest in the first score (14.1.2 d).
    """
    return sonneborn_berger(team_working(working).by(*PAIRS[tie_break.name]), tie_break)


def explain_extended_sonneborn_berger(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """What each round gives, what was cut, and the sum."""
    return explain_sonneborn_berger(team_working(working).by(*PAIRS[tie_break.name]), tie_break, player)


# -- scores and schedule strength (13.4) ------------------------------------------------------------------


def score_and_strength(working: Working, tie_break: TieBreak) -> Column:
    """The secondary score plus Buchholz of the primary score over a normalising factor (13.4).

    With F Fore Buchholz, with K that number as the factor. Undefined where the factor comes out as 0.
    """
    teams = team_working(working)
    factor = tie_break.divisor or normalising_factor(teams)
    if not factor:
        return Column([None for _ in teams.field.numbers], 1)
    strength = fore_buchholz if "F" in tie_break.flags else buchholz
    dividends = strength(teams.by(teams.primary), TieBreak("BH")).values
    rows = zip(teams.by(teams.secondary).field.scores, dividends, strict=True)
    return Column([score * factor + (dividend or 0) for score, dividend in rows], HALVES * factor)


def normalising_factor(working: TeamWorking) -> int:
    """The highest primary score of the event over the highest secondary score of a match, cut off (13.4.2 b)."""
    primary, secondary = working.by(working.primary), working.by(working.secondary)
    highest = maximum(primary, announced=True)
    return highest // secondary.field.win if secondary.field.win else 0


def explain_score_and_strength(working: Working, tie_break: TieBreak, player: int) -> Explained[Value]:
    """The secondary score, the Buchholz, the factor, and the sum."""
    teams, article = team_working(working), working.article(tie_break.name)
    score = halves_value(teams.by(teams.secondary).field.scores[player])
    primary, secondary = teams.by(teams.primary), teams.by(teams.secondary)
    explain = explain_fore_buchholz if "F" in tie_break.flags else explain_buchholz
    name = "FB" if "F" in tie_break.flags else "BH"
    told = explain(primary, TieBreak(name), player)
    factor = tie_break.divisor or normalising_factor(teams)
    about = {
        "highest": halves_value(maximum(primary, announced=True)),
        "match": halves_value(secondary.field.win),
    }
    key = "strength.factor_given" if tie_break.divisor else "strength.factor"
    steps = [
        Step(article, "strength.secondary", {}, score),
        Step(article, "strength.buchholz", {}, told.value, told.steps),
        Step(article, key, about, factor),
    ]
    if not factor:
        steps.append(Step(article, "undefined.no_factor", {}, None))
        return Explained(None, tuple(steps), working.edition.key)
    value = score + Fraction(told.value or 0) / factor
    total = {"score": score, "strength": told.value, "factor": factor}
    steps.append(Step(article, "strength.sum", total, value))
    return Explained(value, tuple(steps), working.edition.key)


TEAM_CRITERIA = (
    Criterion("MP", "Match points", "B", match_points, explain_match_points, units="teams"),
    Criterion("GP", "Game points", "B", game_points, explain_game_points, units="teams"),
    Criterion("MPGP", "Match points and game points", "B", both_points, explain_both_points, units="teams"),
    Criterion("MPVGP", "Match points or game points", "B", other_points, explain_other_points, units="teams"),
    *(
        Criterion(
            code,
            name,
            "BC",
            extended_sonneborn_berger,
            explain_extended_sonneborn_berger,
            units="teams",
        )
        for code, name in (
            ("EMMSB", "Extended Sonneborn-Berger, match points by match points"),
            ("EMGSB", "Extended Sonneborn-Berger, match points by game points"),
            ("EGMSB", "Extended Sonneborn-Berger, game points by match points"),
            ("EGGSB", "Extended Sonneborn-Berger, game points by game points"),
        )
    ),
    Criterion(
        "SSSC",
        "Scores and schedule strength combination",
        "BC",
        score_and_strength,
        explain_score_and_strength,
        units="teams",
        digits=2,
    ),
)
