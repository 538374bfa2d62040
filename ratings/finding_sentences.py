"""Remarks of the rating engine as sentences, translated; every key of a finding has its template here."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ratings.racc_sentences import RACC_FINDING_SENTENCES
from tournaments.record.findings import Finding, values

# Findings; the number of players decides on singular or plural, as `count`.
FINDING_SENTENCES: Mapping[str, Promise] = {
    "system.unknown": _(
        "The system of the event is not known; it is computed as a Swiss. A round robin is computed "
        "differently."
    ),
    "round_robin.as_swiss": _(
        "Not every game of the round robin was played (players short of games: {short}): the whole "
        "event is "
        "computed by the rules for Swiss events."
    ),
    "round_robin.play_off": _(
        "Players who met more often than the others, in a play-off rated with the round robin: {count}. The "
        "whole event is computed by the rules for Swiss events."
    ),
    "round_robin.few_rated": _("Rated players: {rated} of {entered}; a round robin needs {needed}."),
    "round_robin.championship_men": _(
        "Rated men: {rated}; a national championship played as a round robin needs {needed}."
    ),
    "round_robin.championship_women": _(
        "Rated women: {rated}; a national championship of women played as a round robin needs {needed}."
    ),
    "round_robin.double_small": _(
        "A double round robin with unrated players needs {least} players, {rated_least} of them rated; "
        "this one has {entered} and {rated}."
    ),
    "match.rated_after_decision": _(
        "Games were played after the match was decided in round {round} ({games}); they are rated, as nobody "
        "left them out."
    ),
    "league.lists_missing": _(
        "Each game takes the list of the period in which it was played; the ratings of the lists of {lists} "
        "are not given, those of the first day stand for all games."
    ),
    "league.list_before": _(
        "Each game takes the list of the period in which it was played; the ratings of the lists of {lists} "
        "are not given, those of the newest list before stand for them."
    ),
    "league.day_unknown": _("Games without a known day: {games}. The list of the first day stands for them."),
    "scheveningen.unrated": _(
        "{unrated} players of a Scheveningen event are unrated; at most {allowed} may be (players {players})."
    ),
    "k.derived": ngettext_lazy(
        "K is not given for player {players}; it is derived from rating and birth as of a player with "
        "{games} games.",
        "K is not given for players {players}; it is derived from rating and birth as of a player with "
        "{games} games.",
        "count",
    ),
    "k.derived_from_games": ngettext_lazy(
        "K is not given for player {players}; it is derived from rating, birth and games completed.",
        "K is not given for players {players}; it is derived from rating, birth and games completed.",
        "count",
    ),
    "k.born_unknown": ngettext_lazy(
        "The birth of player {players} is not known; the K is that of an adult.",
        "The births of players {players} are not known; their K is that of an adult.",
        "count",
    ),
    "k.born_impossible": ngettext_lazy(
        "The birth of player {players} cannot be right; the K is that of an adult.",
        "The births of players {players} cannot be right; their K is that of an adult.",
        "count",
    ),
    "k.no_start_day": _(
        "The event has no start day: juniors get the K of adults. Give the first day of play."
    ),
    "first_event.assumed": ngettext_lazy(
        "It is not known whether this was the first event of the unrated player {players}; it is taken "
        "to be, and the result is ignored.",
        "It is not known whether this was the first event of the unrated players {players}; it is taken "
        "to be, and their results are ignored.",
        "count",
    ),
    "edition.unverified": _("Not verified against the published text ({parameter}): {note}"),
}

EVERY_FINDING: Mapping[str, Promise] = {**RACC_FINDING_SENTENCES, **FINDING_SENTENCES}


def remark(finding: Finding) -> str:
    """The sentence of a finding of the engine, by either method, in the active language."""
    template = EVERY_FINDING[finding.key]
    return str(template.format(**values(finding), count=len(finding.players)))  # type: ignore[attr-defined]
