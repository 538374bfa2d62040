"""Derivations of title norms, their conditions and what speaks against them, as sentences, translated."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from ratings.engine.title_norms.model import Condition
from tournaments.record.findings import Finding
from tournaments.rulebook.sentences import format_inputs

NORM_SENTENCES: Mapping[str, Promise] = {
    # the rounds
    "norm.opponent": _("Round {round}, {opponent}: {rating} {title} {federation}, score {score}"),
    "norm.opponent.unrated": _(
        "Round {round}, {opponent}: unrated {title} {federation}, counts as {value}; score {score}"
    ),
    "norm.opponent.raised": _(
        "Round {round}, {opponent}: the lowest opponent, {rating} {title} {federation}, is raised to the floor of "
        "{value}; score {score}"
    ),
    "norm.row.open": _("Round {round}, {opponent}: not played yet"),
    "norm.row.not_paired": _("Round {round}: not paired yet"),
    "norm.row.bye_ahead": _("Round {round}: a bye was asked for"),
    "norm.row.play_off": _("Round {round}, {opponent}: a play-off after the rounds announced does not count"),
    "norm.row.bye": _("Round {round}: a bye does not count"),
    "norm.row.forfeit": _("Round {round}, {opponent}: a forfeit does not count"),
    "norm.row.adjudicated": _("Round {round}, {opponent}: an adjudicated game does not count"),
    "norm.row.unrated_game": _("Round {round}, {opponent}: a game that is not rated does not count"),
    "norm.row.nothing_scored": _(
        "Round {round}, {opponent}: an unrated player without a point against rated ones does not count in a "
        "round robin"
    ),
    "norm.row.stranger": _("Round {round}, {opponent}: a player of no federation of FIDE does not count"),
    "norm.row.later": _("Round {round}, {opponent}: ignored, the norm was there before"),
    "norm.row.won_ignored": _("Round {round}, {opponent}: a game that was won, ignored for the average"),
    # the figures
    "norm.no_games": _("No game counts yet"),
    "norm.average": _("Average of the opponents: {total} / {games} = {exact}, rounded half up: {value}"),
    "norm.per_cent": _("{points} of {games} are {value} per cent"),
    "norm.difference": _("{per_cent} per cent: the table gives dp = {value}"),
    "norm.difference_notional": _("{per_cent} per cent: dp is indeterminate, the notional {value} is taken"),
    "norm.performance": _("Performance: {average} + {difference} = {value}"),
    "norm.required": _(
        "Score required for {performance} against an average of {average}: {value} of {games}; margin {margin}"
    ),
    "norm.required_none": _("Against an average of {average} no score out of {games} is a norm"),
    # the conditions
    "norm.games.met": _("Games: {value}, at least {asked} are needed"),
    "norm.games.missed": _("Games: {value}, but at least {asked} are needed"),
    "norm.federations.met": _("Federations other than the own: {value}, at least {asked} are needed"),
    "norm.federations.missed": _("Federations other than the own: {value}, but at least {asked} are needed"),
    "norm.federations.waived": _("Federations other than the own: {figure}; this player needs none"),
    "norm.own_federation.met": _("Opponents of the own federation: {value}, at most {asked} may be"),
    "norm.own_federation.missed": _("Opponents of the own federation: {value}, but at most {asked} may be"),
    "norm.own_federation.waived": _("Opponents of the own federation: {figure}; for this player any number"),
    "norm.one_federation.met": _("Opponents of one federation: {value}, at most {asked} may be"),
    "norm.one_federation.missed": _("Opponents of one federation: {value}, but at most {asked} may be"),
    "norm.one_federation.waived": _("Opponents of one federation: {figure}; for this player any number"),
    "norm.titled.met": _("Title holders (not CM, WCM): {value}, at least {asked} are needed"),
    "norm.titled.missed": _("Title holders (not CM, WCM): {value}, but at least {asked} are needed"),
    "norm.own_title.met": _(
        "Opponents with this title or a higher one: {value}, at least {asked} are needed"
    ),
    "norm.own_title.missed": _(
        "Opponents with this title or a higher one: {value}, but at least {asked} are needed"
    ),
    "norm.average.met": _("Average of the opponents: {value}, at least {asked} is needed"),
    "norm.average.missed": _("Average of the opponents: {value}, but at least {asked} is needed"),
    "norm.score.met": _("Score: {value} per cent, at least {asked} are needed"),
    "norm.score.missed": _("Score: {value} per cent, but at least {asked} are needed"),
    "norm.performance.met": _("Performance: {value}, at least {asked} is needed"),
    "norm.performance.missed": _("Performance: {value}, but at least {asked} is needed"),
}

CONDITION_WORDS: Mapping[str, Promise] = {
    "games": _("games"),
    "federations": _("federations other than the own"),
    "own_federation": _("opponents of the own federation"),
    "one_federation": _("opponents of one federation"),
    "titled": _("title holders"),
    "own_title": _("opponents with this title or a higher one"),
    "average": _("average of the opponents"),
    "score": _("score in per cent"),
    "performance": _("performance"),
}

REASON_WORDS: Mapping[str, Promise] = {
    "norm.row.open": _("not played yet"),
    "norm.row.not_paired": _("not paired yet"),
    "norm.row.bye_ahead": _("a bye was asked for"),
    "norm.row.play_off": _("play-off after the rounds announced"),
    "norm.row.bye": _("bye"),
    "norm.row.forfeit": _("forfeit"),
    "norm.row.adjudicated": _("adjudicated"),
    "norm.row.unrated_game": _("not rated"),
    "norm.row.nothing_scored": _("unrated, no point against rated players"),
    "norm.row.stranger": _("no federation of FIDE"),
    "norm.row.later": _("ignored: the norm was there before"),
    "norm.row.won_ignored": _("ignored: a game that was won"),
}

OBJECTION_SENTENCES: Mapping[str, Promise] = {
    "norm.system": _("The system of the event is none in which norms can be made without leave."),
    "norm.system_unusual": _(
        "Norms of a Scheveningen event, a match or a team event: ask the commission whether the format is accepted."
    ),
    "norm.arbiter": _("No chief arbiter is named; it must be an IA or FA."),
    "norm.days_unknown": _("The first and last day of play are not both known."),
    "norm.long_event": _(
        "The event lasts {days} days; beyond {limit} the ratings and titles of the day of each game count, and those "
        "of the start are used here."
    ),
    "norm.double_players": _("A double round robin needs {asked} players; this one has {there}."),
    "norm.round_days_unknown": _("The days of the rounds are not known, so rounds a day cannot be counted."),
    "norm.rounds_a_day": _("{rounds} rounds were played on one day; {limit} are allowed."),
    "norm.rate_unknown": _("The rate of play is missing or cannot be read."),
    "norm.rate_too_fast": _("Each player has {minutes} minutes for 60 moves; {limit} are needed."),
    "norm.hours_a_day": _("The rounds of a day may last {hours} hours; {limit} are allowed."),
    "norm.own_id": _("The applicant has no FIDE ID."),
    "norm.own_federation_unknown": _("The applicant has no federation."),
    "norm.opponents_id": ngettext_lazy(
        "The opponent no. {players} has no FIDE ID.", "The opponents no. {players} have no FIDE ID.", "count"
    ),
    "norm.opponents_federation": ngettext_lazy(
        "The opponent no. {players} has no federation.",
        "The opponents no. {players} have no federation.",
        "count",
    ),
    "norm.short": _("A norm of {games} games: only one such may stand in an application."),
    "norm.exempt": _(
        "The rule on federations is waived by {rule}: another norm of the application must meet it."
    ),
    "norm.unfinished": _("Rounds of this player are still to come; the complete event is reported."),
}


def condition_words(condition: Condition) -> str:
    """A condition in words: "average of the opponents 2379, at least 2380"."""
    text = (
        gettext("{name} {figure}, at most {asked}")
        if condition.at_most
        else gettext("{name} {figure}, at least {asked}")
    )
    return text.format(name=CONDITION_WORDS[condition.key], figure=condition.figure, asked=condition.asked)


def objection(finding: Finding) -> str:
    """The sentence of what speaks against a norm, in the active language."""
    inputs = dict(finding.inputs) | {"players": ", ".join(map(str, finding.players))}
    return objection_words(finding.code, inputs)


def objection_words(code: str, inputs: Mapping[str, Any]) -> str:
    """The same by its code and inputs; `count`, where there is one, is a number and chooses the form."""
    template: Any = OBJECTION_SENTENCES[code]
    if "count" in inputs:
        return str(template.format(**inputs))
    return str(template).format_map(format_inputs(inputs))
