"""Derivations and remarks of the tie-break engine as sentences, and the names of the criteria; translated."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.grammar import TieBreak, parse
from tiebreaks.engine.refusals import FINDING_SENTENCES
from tournaments.record.findings import Finding, values
from tournaments.rulebook.explained import Step
from tournaments.rulebook.sentences import render

SENTENCES: Mapping[str, Promise] = {
    # rounds of the player's own record
    "round.points": _("Round {round}: {value}"),
    "round.won": _("Round {round}: game won against {opponent}"),
    "round.worth_a_win": _("Round {round}: as many points as for a win"),
    "round.black": _("Round {round}: played with Black against {opponent}"),
    "round.won_with_black": _("Round {round}: won with Black against {opponent}"),
    "round.score_after": _("After round {round} ({points} in it): {value}"),
    "round.score_after_cut": _("After round {round} ({points} in it): {value}, cut"),
    "round.missed": _("Round {round}: not played by choice"),
    "round.standard": _("Round {round}: {value}"),
    "round.match_points": _("Round {round}, {opponent}: {points} game points, {value}"),
    "round.match_points_alone": _("Round {round}, no match: {points} game points, {value}"),
    # points beside the results
    "points.given": _("Given beside the results, from round {round} on: {value}"),
    "points.given_apart": _("Given beside the results, for the standing alone: {value}"),
    # sums
    "sum.points": _("Points after {rounds} rounds: {value}"),
    "sum.rounds": _("Together: {value}"),
    "sum.scores": _("Sum of the scores after {rounds} rounds, less what was cut: {value}"),
    "sum.rounds_chosen": _("{rounds} rounds less those not played by choice: {value}"),
    "sum.values": _("Sum: {value}"),
    "sum.average": _("{total} divided by {count}: {value}"),
    "sum.average_rounded": _("{total} divided by {count}, to the nearest whole number, a half up: {value}"),
    # opponents' results
    "round.opponent_score": _("Round {round}, {opponent}: {value}"),
    "round.opponent_score_adjusted": _("Round {round}, {opponent}: score {score}, counts as {value}"),
    "round.opponent_buchholz": _("Round {round}, {opponent}: Buchholz {value}"),
    "round.product": _("Round {round}, {opponent}: {score} × {points} = {value}"),
    "round.product_unplayed": _("Round {round}, not played: {score} × {points} = {value}"),
    "fore.last_round_drawn": _("Every paired game of round {round}, the last one, is taken as drawn"),
    "fore.before_the_last_round": _("Round {round}, the last one, is still to come: the same as Buchholz"),
    # teams
    "teams.match_points": _("Match points: {value}"),
    "teams.game_points": _("Game points: {value}"),
    "strength.secondary": _("The other score of the team: {value}"),
    "strength.buchholz": _("Buchholz from the score that ranks first: {value}"),
    "strength.factor": _(
        "Highest score of the event {highest} divided by the highest of one match {match}, cut off: {value}"
    ),
    "strength.factor_given": _("The regulations of the event divide by {value}"),
    "strength.sum": _("{score} and {strength} divided by {factor}: {value}"),
    "boards.board": _("Board {board} in all matches: {value}"),
    "boards.without_bottom": _("All boards but the lowest {boards}: {value}"),
    "boards.product": _("Board {board} times {points} points on it: {value}"),
    "boards.count": _("Sum, the lower is better: {value}"),
    "boards.alone": _("Nobody else is tied with the team"),
    "boards.decided": _("The boards decide: place {value} among the tied"),
    "boards.equal": _("The boards are equal: nothing is decided"),
    "boards.game_points_differ": _(
        "The tied teams have different game points, so the board count is not used"
    ),
    "encounter.by_match_points": _("Direct encounter by match points"),
    "encounter.by_game_points": _("Direct encounter by game points"),
    "encounter.by_board_count": _("Two teams are left: board count"),
    "encounter.by_top_boards": _("Two teams are left: top board results"),
    "encounter.by_boards_without_bottom": _("Two teams are left: bottom board elimination"),
    # cuts
    "cut.least": _("Cut, least significant value: round {round} with {value}"),
    "cut.missed": _("Cut before others, a round missed by choice: round {round} with {value}"),
    "cut.greatest": _("Cut, most significant value: round {round} with {value}"),
    # unplayed rounds
    "adjusted.as_draw": _("Round {round} brought {awarded}, but counts as a draw for the opponents: {value}"),
    "adjusted.score": _("Score {score}, for the opponents: {value}"),
    "own.own_score": _("Round {round}, not played: a stand-in with the own score, {value}"),
    "own.virtual_opponent": _(
        "Round {round}, not played: a virtual opponent with {before} before the round, 1 less the {awarded} "
        "awarded, and a half for each of {later} later rounds: {value}"
    ),
    "own.ceiling_of_the_opponent": _(
        "Round {round}, forfeited: a stand-in with the own score {own}, at most the score {ceiling} of the "
        "scheduled opponent: {value}"
    ),
    "own.ceiling_of_draws": _(
        "Round {round}, not played: a stand-in with the own score {own}, at most {ceiling} as for a draw in "
        "every round: {value}"
    ),
    "bye.pairing": _("Round {round}: pairing-allocated bye, {value}"),
    "bye.full": _("Round {round}: full-point bye, {value}"),
    "bye.half": _("Round {round}: half-point bye, {value}"),
    "bye.zero": _("Round {round}: zero-point bye or absence, {value}"),
    "forfeit.win": _("Round {round}: won by forfeit, {value}"),
    "forfeit.loss": _("Round {round}: lost by forfeit, {value}"),
    "forfeit.draw": _("Round {round}: not played, half a point awarded, {value}"),
    # Koya
    "koya.limit": _(
        "Half of the highest possible score {maximum}, moved as asked: opponents with at least {value}"
    ),
    "koya.group_let_in": _("Step {step}: the score group of {value}, below half, is let in"),
    "koya.group_left_out": _("Step {step}: the score group of {value}, at half or above, is left out"),
    "koya.no_group_left": _("Step {step}: there is no further score group"),
    "round.won_by_forfeit": _("Round {round}: won by forfeit"),
    "round.koya": _("Round {round}, {opponent} with {score}: {value}"),
    "round.koya_below": _(
        "Round {round}, {opponent} with {score}: below the limit, the {points} do not count"
    ),
    # ratings
    "round.rating": _("Round {round}, {opponent}: rating {value}"),
    "round.rating_limited": _(
        "Round {round}, {opponent}: rating {rating}, counts as {value} (400-point rule)"
    ),
    "performance.share": _("{score} out of {games}: {value} per cent"),
    "performance.difference": _("{per_cent} per cent in the table of the rating rules: {value}"),
    "performance.rating": _("{mean} and {difference}: {value}"),
    "performance.missed_too_many": _(
        "{missed} rounds missed by choice, more than {allowed}: ranked below everybody who finished"
    ),
    "perfect.zero_score": _("No point: lowest opponent {lowest} less {drop}: {value}"),
    "perfect.expected": _("Expected with a rating of {rating}: {value}, at least the score {score}"),
    "perfect.game": _("Round {round}, {opponent} ({rating}), difference {difference}: {value}"),
    "perfect.one_below": _("Expected with a rating of {rating}: {value}, less than the score {score}"),
    "perfect.rating": _("The lowest rating that expects {score}: {value}"),
    "round.opponent_performance": _("Round {round}, {opponent}: {value}"),
    "number.ascending": _("{value}; the lowest comes first"),
    "number.descending": _("{value}; the highest comes first"),
    # direct encounter
    "encounter.group": _("Tied players, by start number: {players}"),
    "encounter.game": _("Round {round} against {opponent}: {value}"),
    "encounter.game_not_counted": _("Round {round} against {opponent}: not played, so not an encounter"),
    "encounter.total": _("{player}: {value} from the encounters, {missing} of them missing, {best} at best"),
    "encounter.alone": _("Nobody else is tied with the player"),
    "encounter.decided": _("The encounters decide: place {value} among the tied"),
    "encounter.out_of_reach": _(
        "Not all met, {missing} encounters are missing, but whoever stays ahead whatever their results is placed: "
        "place {value} among the tied"
    ),
    "encounter.equal": _("All met, and all have the same number of points from it: nothing is decided"),
    "encounter.none_met": _("None of the tied players met: nothing is decided"),
    "encounter.not_all_met": _("Not all met, {missing} encounters are missing: nothing is decided"),
    "encounter.in_reach": _(
        "Not all met, {missing} encounters are missing, and nobody stays ahead whatever their results: "
        "nothing is decided"
    ),
    "encounter.order": _("Order inside the tie, equal ones between commas: {order}"),
    # undefined
    "undefined.colours": _("Undefined: the source does not name the colours of every game"),
    "undefined.no_factor": _("Undefined: the factor is 0, and the regulations of the event give no other"),
    "undefined.no_game": _("Undefined: no game was played over the board"),
    "undefined.nothing_left": _("Undefined: nothing is left after the cuts"),
    "undefined.unrated_players": _("Dropped: unrated players take part and no rule says how they count"),
    "undefined.not_in_round_robin": _("{tie_break} must not be used in a round robin"),
}

SHORT_REASONS: Mapping[str, Promise] = {
    "encounter.alone": _("not tied"),
    "encounter.decided": _("decided"),
    "encounter.out_of_reach": _("decided"),
    "encounter.equal": _("equal"),
    "encounter.none_met": _("not met"),
    "encounter.not_all_met": _("not all met"),
    "encounter.in_reach": _("not all met"),
    "boards.alone": _("not tied"),
    "boards.decided": _("decided"),
    "boards.equal": _("equal"),
    "boards.game_points_differ": _("game points differ"),
}

NAMES: Mapping[str, Promise] = {
    "PTS": _("Points"),
    "WIN": _("Number of wins"),
    "WON": _("Games won over the board"),
    "BPG": _("Games with Black"),
    "BWG": _("Games won with Black"),
    "PS": _("Progressive score"),
    "REP": _("Rounds one elected to play"),
    "STD": _("Standard points"),
    "TPN": _("Pairing number"),
    "DE": _("Direct encounter"),
    "BH": _("Buchholz"),
    "FB": _("Fore Buchholz"),
    "BHS": _("Sum of Buchholz"),
    "AOB": _("Average of opponents' Buchholz"),
    "SB": _("Sonneborn-Berger"),
    "KS": _("Koya"),
    "KSX": _("Extended Koya"),
    "ARO": _("Average rating of opponents"),
    "TPR": _("Tournament performance rating"),
    "PTP": _("Perfect tournament performance"),
    "APRO": _("Average performance of opponents"),
    "APPO": _("Average perfect performance of opponents"),
    "RTNG": _("Rating"),
    "MP": _("Match points"),
    "GP": _("Game points"),
    "MPGP": _("Match points and game points"),
    "MPVGP": _("Match points or game points"),
    "EMMSB": _("Extended Sonneborn-Berger, match points by match points"),
    "EMGSB": _("Extended Sonneborn-Berger, match points by game points"),
    "EGMSB": _("Extended Sonneborn-Berger, game points by match points"),
    "EGGSB": _("Extended Sonneborn-Berger, game points by game points"),
    "EDE": _("Extended direct encounter"),
    "EDEBT": _("Extended direct encounter, board count, top board results"),
    "EDEBB": _("Extended direct encounter, board count, bottom board elimination"),
    "EDET": _("Extended direct encounter, top board results"),
    "EDEB": _("Extended direct encounter, bottom board elimination"),
    "SSSC": _("Scores and schedule strength combination"),
    "BC": _("Board count"),
    "TBR": _("Top board results"),
    "BBE": _("Bottom board elimination"),
}

FLAG_NAMES: Mapping[str, Promise] = {
    "P": _("with forfeits"),
    "F": _("from Fore Buchholz"),
    "R": _("reversed"),
    "N": _("divided by the rounds"),
    "400": _("with the 400-point rule"),
}


REFERENCE_NAMES: Mapping[str, Promise] = {
    "MP": _("by match points"),
    "GP": _("by game points"),
}


def sentence(step: Step) -> str:
    """The sentence of one step in the active language; the points of a round name the opponent if there was one."""
    if step.key == "round.points" and "opponent" in step.inputs:
        return render(replace(step, key="round.opponent_score"), SENTENCES)
    return render(step, SENTENCES)


def reason(key: str) -> str:
    """In two or three words, why a direct encounter decided or did not."""
    return str(SHORT_REASONS[key])


def remark(finding: Finding) -> str:
    """The sentence of a finding of a standing in the active language."""
    return gettext(FINDING_SENTENCES[finding.key]).format_map(values(finding))


def criterion_name(code: str) -> str:
    """The full name of a tie-break with its modifiers, for headings and legends, in the active language."""
    tie_break = parse(code.partition("#")[0])
    name = str(NAMES[tie_break.name])
    return ", ".join([name, *_modifier_names(tie_break)])


def team_criterion_name(code: str, primary: str) -> str:
    """The full name of a tie-break of teams whose points are `primary` (MP or GP): which score each column is."""
    name = parse(code.partition("#")[0]).name
    secondary = "GP" if primary == "MP" else "MP"
    return {"PTS": str(NAMES[primary]), "MPVGP": str(NAMES[secondary])}.get(name) or criterion_name(code)


def _modifier_names(tie_break: TieBreak) -> list[str]:
    names = []
    if tie_break.reference:
        names.append(str(REFERENCE_NAMES[tie_break.reference]))
    if tie_break.high:
        names.append(gettext("median {count}").format(count=tie_break.high))
    elif tie_break.low:
        names.append(gettext("cut {count}").format(count=tie_break.low))
    if tie_break.limit:
        names.append(gettext("limit {steps}").format(steps=f"{tie_break.limit:+d}"))
    if tie_break.divisor:
        names.append(gettext("divided by {count}").format(count=tie_break.divisor))
    names += [str(FLAG_NAMES[flag]) for flag in FLAG_NAMES if flag in tie_break.flags]
    if tie_break.unrated is not None:
        names.append(gettext("unrated players at {rating}").format(rating=tie_break.unrated))
    return names
