"""Derivations of the rating engine as sentences, translated.

Every key of a step that the engine makes has its template here; the names in braces are the step's
inputs and its `{value}`. On the command line and in JSON numbers, days and names of parameters stand as machines
read them; `ratings.page_sentences` says the same for readers.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.engine.errors import MESSAGES, RatingError
from ratings.norm_sentences import NORM_SENTENCES
from ratings.racc_sentences import RACC_SENTENCES
from tournaments.rulebook.explained import Step
from tournaments.rulebook.sentences import NO_NAMES, WORDS, format_inputs

SENTENCES: Mapping[str, Promise] = {
    # the opponents' average
    "opponent.counted": _("Round {round}, {opponent}: {rating}, score {score}"),
    "opponent.cut": _(
        "Round {round}, {opponent}: {rating} is more than {cap} from {own}, counts as {value}; score {score}"
    ),
    "average.round_robin": _(
        "Rc = ({ra} × ({opponents} + 1) − {own}) / {opponents} = {base}; opponents beyond the greatest "
        "difference "
        "correct it by {correction}; rounded half up: {value}"
    ),
    "average.unrated_round_robin": _(
        "Rc = Ra {ra}, corrected by {correction} for opponents beyond the greatest difference from the "
        "provisional "
        "{provisional}, rounded half up: {value}"
    ),
    "average.tournament": _("Rc = Ra, the average of the tournament: {value}"),
    "opponent.first": _(
        "{opponent} is unrated: he counts with his Ru of this event, {exact}, rounded half up: {value}"
    ),
    # the field of a round robin
    "field.score": _("{player} ({rating}): {points} of {games}, {per_cent} %: dp = {value}"),
    "field.score_notional": _(
        "{player} ({rating}): {points} of {games}, {per_cent} %: dp is indeterminate, the notional "
        "{value} is taken"
    ),
    "field.average": _(
        "Average of the tournament: Ra = {mean} − {dpa} × {opponents} / ({opponents} + 1) = {exact}, "
        "rounded half up: "
        "{value}"
    ),
    # the rating a player enters with, and the games that count
    "rating.standard": _("Not on this list yet: his standard rating of {rating} counts"),
    "rating.meanwhile": _(
        "Rated since the event, at {rating}: rated for himself, still unrated for his opponents"
    ),
    "game.excluded": _(
        "Round {round}, {opponent}: {own} against {rating} is a difference of {limit} or more with a player "
        "above {above}; the game is not rated"
    ),
    # expected and real score
    "expected.share": _("D = {own} − {average} = {difference}: the table gives PD = {value}"),
    "game": _(
        "Round {round}, {opponent}: {own} − {rating} = {difference}, PD = {share}; {score} − {share} = "
        "{value}"
    ),
    "game.cut": _(
        "Round {round}, {opponent}: {own} − {rating} = {difference}, counts as {counted}, PD = {share}; "
        "{score} − {share} = {value}"
    ),
    "gap.cut": _("A difference of {difference} counts as {value}; the greatest that counts is {cap}"),
    "gain": _("W − We = {w} − {we} = {value}"),
    # the factor
    "k.given": _("K = {value}, that of the list in force"),
    "k.ordinary_assumed": _("K = {value}: the games completed are not known and taken to be {games}"),
    "k.high": _("K = {value}: a rating of {limit} has been reached"),
    "k.junior": _("K = {value}: born {born}, counts as a junior up to the age of {age}"),
    "k.reduced": _("K × n = {k} × {games} is more than {limit}: K = {value}"),
    "change": _("Change of the rating: K × (W − We) = {k} × {gain} = {value}"),
    # first ratings
    "first.even": _("50 %: Ru = Rc = {value}"),
    "first.minus": _("{points} of {games}, {per_cent} %: dp = {dp}; Ru = {average} + dp = {value}"),
    "first.minus_notional": _(
        "{points} of {games}, {per_cent} %: dp is indeterminate, the notional {dp} is taken; Ru = "
        "{average} + dp = "
        "{value}"
    ),
    "first.minus_shrunk": _(
        "{points} of {games}, {per_cent} %: dp = {dp}; Ru = {average} + dp × n/(n+1) = {value}"
    ),
    "first.minus_shrunk_notional": _(
        "{points} of {games}, {per_cent} %: dp is indeterminate, the notional {dp} is taken; "
        "Ru = {average} + dp × n/(n+1) = {value}"
    ),
    "first.provisional": _("Provisional Ru, with the average of the tournament as it stands: {value}"),
    "first.looked_up": _("{points} of {games}, {per_cent} %: dp = {dp}; Ru = {average} + dp = {value}"),
    "first.limited": _("{rating} is more than a first rating may be: {value}"),
    "first.below_floor_dropped": _("{rating} is below {floor}: the result is not used"),
    "first.below_floor_pooled": _("{rating} is below {floor}: not published as it stands"),
    # performance
    "performance": _("Performance: average {mean}, {per_cent} %: {rounded} + {dp} = {value}"),
    "performance.notional": _(
        "Performance: average {mean}, {per_cent} %, where the difference is only notional: {rounded} + "
        "{dp} = {value}"
    ),
    # not rated
    "none.games": _("No game was played that counts for ratings: byes and forfeits do not"),
    "none.first_event": _("First event with {points} points: it counts only with more than {limit}"),
    "none.scheveningen": _(
        "{unrated} players of this Scheveningen event are unrated, at most {allowed} may be: it is not rated"
    ),
    "none.not_admitted": _(
        "Only who has reached a standard rating of {needed} is rated on this list; his standard rating: {standard}"
    ),
    "none.match": _("A match with an unrated player is not rated"),
    # periods
    "period.change_rounded": _("Change of the period, rounded once, a half away from zero: {value}"),
    "period.new_rating": _("Rn = {old} + {change} = {value}"),
    "period.new_rating_rounded": _("Rn = {old} + {change} = {exact}, rounded once, a half up: {value}"),
    "period.delisted": _("{rating} is below {floor}: off the list, and unrated from the next list on"),
    "pool.result": _("{event}: {points} of {games}, sum of the opponents {sum}"),
    "pool.too_old": _("{event}: outside the {window} {unit} in which results may be put together"),
    "pool.rounded": _("Rounded half up: {value}"),
    "pool.part_below_floor": _(
        "{event}: {rating} is below {floor}, the lowest rating when it was played; the result is not used"
    ),
    "pool.below_floor": _("{rating} is below {floor}: not published"),
    # lists
    "list.start_day": _("The event starts on {start}: the list of {value} is in force"),
    "list.game_day": _(
        "The event lasts {days} days, more than {limit}: the list of the game's day applies, {value}"
    ),
    "lift": _("{rating} is under {limit}: raised by {share} of what it lacks, to {value}"),
    # marks
    "edition.unverified": _("Not verified against the published text ({parameter}): {note}"),
}

# Sentences with a number on which singular or plural depends: its name among the inputs, and both forms.
COUNTED: Mapping[str, tuple[str, Promise]] = {
    "average.mean": (
        "games",
        ngettext_lazy(
            "Average of the opponents: {sum} divided by {games} game is {mean}, rounded half up to Rc = {value}",
            "Average of the opponents: {sum} divided by {games} games is {mean}, rounded half up to Rc = {value}",
            "games",
        ),
    ),
    "average.exact": (
        "games",
        ngettext_lazy(
            "Average of the opponents: {sum} divided by {games} game is {value}; it is not rounded",
            "Average of the opponents: {sum} divided by {games} games is {value}; it is not rounded",
            "games",
        ),
    ),
    "average.information": (
        "games",
        ngettext_lazy(
            "For information: over {games} game the average of the opponents is {sum} / {games} = {value}",
            "For information: over {games} games the average of the opponents is {sum} / {games} = {value}",
            "games",
        ),
    ),
    "field.rated_mean": (
        "players",
        ngettext_lazy(
            "Average of the {players} rated player: {sum} / {players} = {value} (Rar)",
            "Average of the {players} rated players: {sum} / {players} = {value} (Rar)",
            "players",
        ),
    ),
    "field.score_mean": (
        "players",
        ngettext_lazy(
            "Average dp of the {players} rated player against all opponents: {value} (dpa)",
            "Average dp of the {players} rated players against all their opponents: {value} (dpa)",
            "players",
        ),
    ),
    "expected.points": (
        "games",
        ngettext_lazy(
            "We = {share} × {games} game = {value}",
            "We = {share} × {games} games = {value}",
            "games",
        ),
    ),
    "expected.games": (
        "games",
        ngettext_lazy(
            "We = {value}: expected score of {games} game",
            "We = {value}: sum of the expected scores of {games} games",
            "games",
        ),
    ),
    "match.after_decision": (
        "games",
        ngettext_lazy(
            "The match was decided in {decided}: {games} game played after that is left out",
            "The match was decided in {decided}: {games} games played after that are left out",
            "games",
        ),
    ),
    "league.part": (
        "games",
        ngettext_lazy(
            "List of {list}: {games} game at a rating of {rating} with K = {k} changes it by {value}",
            "List of {list}: {games} games at a rating of {rating} with K = {k} change it by {value}",
            "games",
        ),
    ),
    "league.total": (
        "games",
        ngettext_lazy(
            "Sum over all lists and {games} game: {value}",
            "Sum over all lists and {games} games: {value}",
            "games",
        ),
    ),
    "k.new": (
        "games",
        ngettext_lazy(
            "K = {value}: {games} game completed, fewer than {needed}",
            "K = {value}: {games} games completed, fewer than {needed}",
            "games",
        ),
    ),
    "k.ordinary": (
        "games",
        ngettext_lazy(
            "K = {value}: {games} game completed",
            "K = {value}: {games} games completed",
            "games",
        ),
    ),
    "first.plus": (
        "half_points",
        ngettext_lazy(
            "{half_points} half point above 50 %: Ru = {average} + {half_points} × {each} = {value}",
            "{half_points} half points above 50 %: Ru = {average} + {half_points} × {each} = {value}",
            "half_points",
        ),
    ),
    "first.draws": (
        "games",
        ngettext_lazy(
            "{draws} draws with opponents rated {rating} are added to {games} game (sum of ratings {sum}): "
            "Ra = {value} over {all_games} games",
            "{draws} draws with opponents rated {rating} are added to {games} games (sum of ratings {sum}): "
            "Ra = {value} over {all_games} games",
            "games",
        ),
    ),
    "first.fewer_games_needed": (
        "games",
        ngettext_lazy(
            "{games} game; here {needed} are enough for a first rating",
            "{games} games; here {needed} are enough for a first rating",
            "games",
        ),
    ),
    "first.more_games_needed": (
        "games",
        ngettext_lazy(
            "{games} game; a first rating is published from {needed} games on",
            "{games} games; a first rating is published from {needed} games on",
            "games",
        ),
    ),
    "none.rated": (
        "games",
        ngettext_lazy(
            "The {games} game played was not against a rated opponent",
            "None of the {games} games was against a rated opponent",
            "games",
        ),
    ),
    "none.unrated": (
        "games",
        ngettext_lazy(
            "Unrated, and the {games} game played was not against a rated opponent",
            "Unrated, and none of the {games} games was against a rated opponent",
            "games",
        ),
    ),
    "none.excluded": (
        "games",
        ngettext_lazy(
            "The {games} game played does not count: the difference of ratings is too great",
            "None of the {games} games counts: the differences of ratings are too great",
            "games",
        ),
    ),
    "none.few_opponents": (
        "met",
        ngettext_lazy(
            "{met} rated opponent met, {needed} are needed",
            "{met} rated opponents met, {needed} are needed",
            "met",
        ),
    ),
    "period.event": (
        "games",
        ngettext_lazy(
            "{event}: {games} game, W − We = {gain}, K = {k}: {value}",
            "{event}: {games} games, W − We = {gain}, K = {k}: {value}",
            "games",
        ),
    ),
    "period.sum": (
        "events",
        ngettext_lazy(
            "Change of {events} event, unrounded: {value}",
            "Sum of the changes of {events} events, unrounded: {value}",
            "events",
        ),
    ),
    "pool.part": (
        "games",
        ngettext_lazy(
            "{event}: {games} game, Ru = {ru}",
            "{event}: {games} games, Ru = {ru}",
            "games",
        ),
    ),
    "pool.weighted": (
        "parts",
        ngettext_lazy(
            "{parts} result (games: {games}): Rn = {value}",
            "Weighted average of {parts} results (games: {games}): Rn = {value}",
            "parts",
        ),
    ),
    "pool.together": (
        "parts",
        ngettext_lazy(
            "{parts} result: {points} of {games}, sum of the opponents {sum}",
            "{parts} results put together: {points} of {games}, sum of the opponents {sum}",
            "parts",
        ),
    ),
    "pool.fewer_games_needed": (
        "games",
        ngettext_lazy(
            "{games} game of those for which {needed} are enough for a first rating",
            "{games} games of those for which {needed} are enough for a first rating",
            "games",
        ),
    ),
    "pool.games_missing": (
        "games",
        ngettext_lazy(
            "{games} game so far, {needed} are needed for a first rating",
            "{games} games so far, {needed} are needed for a first rating",
            "games",
        ),
    ),
}

EVERY: Mapping[str, Promise] = {**NORM_SENTENCES, **RACC_SENTENCES, **SENTENCES}


def sentence(step: Step, names: Mapping[int, str] = NO_NAMES) -> str:
    """The sentence of one step in the active language; `names` by start number are shown with entries.

    For the command line and JSON: hyphen as minus, days in ISO, parameters by their names in the files.
    """
    words = words_now()
    return said(step, format_inputs({"value": step.value} | dict(step.inputs), names, words))


def words_now() -> dict[str, str]:
    """The few words that inputs need, in the active language."""
    return {key: gettext(word) for key, word in WORDS.items()}


def said(step: Step, inputs: Mapping[str, str]) -> str:
    """The template of a step, filled with inputs that are text already."""
    if step.key not in COUNTED:
        return str(EVERY[step.key]).format_map(dict(inputs))
    counted, forms = COUNTED[step.key]
    # The count goes in as a number, which chooses the form; Promise lacks what the lazy plural can do.
    return str(forms.format(**(dict(inputs) | {counted: step.inputs[counted]})))  # type: ignore[attr-defined]


def refusal(error: RatingError) -> tuple[str, str]:
    """What the engine refuses, and what to do about it, in the active language."""
    if error.key not in MESSAGES:
        return error.message, error.hint
    message, hint = MESSAGES[error.key]
    inputs = dict(error.inputs)
    return gettext(message).format_map(inputs), gettext(hint).format_map(inputs) if hint else error.hint
