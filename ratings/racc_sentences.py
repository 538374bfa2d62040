"""Derivations and remarks of the correspondence method as sentences, translated; as in `ratings.sentences`."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

RACC_SENTENCES: Mapping[str, Promise] = {
    # the coefficient a player begins with
    "racc.own.entry": _("Coefficient before the event: {value}, as the start list prints it"),
    "racc.own.list": _("Coefficient at the moment of counting: {value}, from the list of {day}"),
    "racc.own.event": _(
        "Coefficient at the moment of counting: {value}, after {name}, the last event counted before"
    ),
    "racc.own.dormant": _(
        "On no list since {listed}, more than {years} years before the start: the former coefficient {former} "
        "is not used"
    ),
    "racc.start.ms": _(
        "No coefficient: estimated by the norm of a master of sport, "
        "{k0} + {factor} × ({points} − {needed}) = {value}"
    ),
    "racc.start.kms": _(
        "No coefficient: estimated by the norm of a candidate master, "
        "{k0} + {factor} × ({points} − {needed}) = {value}"
    ),
    "racc.start.first": _(
        "No coefficient: estimated by the norm of the 1st category, "
        "{k0} + {factor} × ({points} − {needed}) = {value}"
    ),
    # the opponents
    "racc.opponent": _("Round {round}, {opponent}: {value}, score {score}"),
    "racc.opponent.defaulted": _("Round {round}, {opponent}: {value}, score {score} by default"),
    "racc.opponent.newcomer": _(
        "Round {round}, {opponent}: no coefficient, counts with the estimate {value}; score {score}"
    ),
    "racc.opponent.board": _(
        "Round {round}, {opponent}: a substituted board, the greater coefficient counts, {value} of {holder}; "
        "score {score}"
    ),
    "racc.average": _("Average of the opponents: {sum} / {games} = {exact}, rounded half up: {value}"),
    # the change
    "racc.share": _("D = {own} − {average} = {difference}: table 2 gives E = {value}"),
    "racc.expected": _("n × E = {games} × {share} = {value}"),
    "racc.change": _("Change: {factor} × (P − n × E) = {factor} × ({points} − {expected}) = {value}"),
    "racc.limited": _("{raw} is more than one event may change a coefficient, {limit}: {value}"),
    "racc.protected.first_place": _(
        "{points} points are the most of the event, sole or shared: the coefficient does not fall"
    ),
    "racc.protected.first_place_of_board": _(
        "{points} points are the most of the board, sole or shared: the coefficient does not fall"
    ),
    "racc.protected.favourite": _(
        "More than {gap} above the average ({difference}) and at least {per_cent} % scored "
        "({points} of {games}): the coefficient does not fall"
    ),
    "racc.protected.substitute": _("Came in as a substitute: the coefficient does not fall"),
    "racc.new": _("New coefficient: {old} + {change} = {exact}, rounded half up: {value}"),
    "racc.none": _("No game that counts: the coefficient stays"),
    # lists
    "racc.list": _("Papers received on {received}: the list of {value}"),
    "racc.period.before": _("Coefficient on the list of {day}: {value}"),
    "racc.period.event": _("{event}: {old} + {change}, rounded half up: {value}"),
    "racc.period.first": _("{event}: no coefficient before; the first is {value}"),
    "racc.group.plays": _("Plays in a registered event on {day}: active"),
    "racc.group.finished": _("Finished an event on {finished}, at most {years} years ago: active"),
    "racc.group.inactive": _("Last on a list on {since}, at most {years} years ago: inactive"),
    "racc.group.dormant": _("Last on a list on {since}, more than {years} years ago: dormant"),
    "edition.unverified": _("Not verified against the published text ({parameter}): {note}"),
}

RACC_FINDING_SENTENCES: Mapping[str, Promise] = {
    "racc.newcomers": ngettext_lazy(
        "Player {players} has no coefficient; it is estimated by the norm ({norm}).",
        "Players {players} have no coefficient; theirs are estimated by the norm ({norm}).",
        "count",
    ),
    "racc.newcomers_one_of_norms": ngettext_lazy(
        "Player {players} has no coefficient; it is estimated by one of the event's norms ({norm}).",
        "Players {players} have no coefficient; theirs are estimated by one of the event's norms ({norm}).",
        "count",
    ),
    "racc.defaults_counted": ngettext_lazy(
        "Games of player {players} were decided by default and are counted as played ones.",
        "Games of players {players} were decided by default and are counted as played ones.",
        "count",
    ),
    "racc.substitutes": ngettext_lazy(
        "Player {players} came in as a substitute; on that board the greater coefficient counts.",
        "Players {players} came in as substitutes; on their boards the greater coefficient counts.",
        "count",
    ),
    "racc.open_games": _("Games without a result, which are not counted: {games}."),
    "edition.unverified": _("Not verified against the published text ({parameter}): {note}"),
}
