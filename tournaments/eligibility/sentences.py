"""English sentences and remedies of the validator, by message key; marked for translation."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.record.findings import Finding, values
from tournaments.record.sentences import gettext_noop

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # registration
        "start_missing": gettext_noop(
            "The first day of play is not known; no edition of the rules can be chosen."
        ),
        "start_missing.given": gettext_noop(
            "The first day of play is not known: list and registration cannot be held against it."
        ),
        "registration.unknown": gettext_noop("It is not known when the event was registered."),
        "not_registered": gettext_noop("The event is not registered."),
        "registered_never": gettext_noop(
            "The event was not registered before its start on {start}. It may be played and archived, but it "
            "is not rated."
        ),
        "registered_late": gettext_noop(
            "Registered on {registered}, but play began on {start}: an event must be "
            "registered before its start."
        ),
        "registered_short": gettext_noop(
            "Registered on {registered}, fewer than {days} days before the start on {start}."
        ),
        "registered_short.strong": gettext_noop(
            "Registered on {registered}, fewer than {days} days before the start on {start}; so many are "
            "asked for because of the strength of the field (players {players})."
        ),
        "regulations_late": gettext_noop(
            "The regulations of the event came on {regulations}, after its start on {start}."
        ),
        # rate of play
        "pace.missing": gettext_noop("The rate of play is not given."),
        "pace.unreadable": gettext_noop("The rate of play “{text}” cannot be read."),
        "kind.other_text": gettext_noop(
            "The event is to be rated as {kind}, and this text is not about that."
        ),
        "pace.too_fast": gettext_noop(
            "{given} minutes for {moves} moves: with a player rated {from} or higher (the highest has "
            "{highest}) everybody needs {needed}."
        ),
        "pace.too_fast.weak": gettext_noop(
            "{given} minutes for {moves} moves: everybody needs {needed}, however low the ratings."
        ),
        "pace.unclear": gettext_noop(
            "The rate of play “{text}” can be read as {given} minutes for {moves} moves; with a player rated "
            "{from} or higher everybody needs {needed}."
        ),
        "pace.unclear.weak": gettext_noop(
            "The rate of play “{text}” can be read as {given} minutes for {moves} moves; everybody needs "
            "{needed}."
        ),
        "pace.games_too_fast": gettext_noop(
            "{given} minutes for {moves} moves are fewer than the {needed} needed with a player rated {from} "
            "or higher (games: {count}; round/board: {games})."
        ),
        "pace.games_too_fast.weak": gettext_noop(
            "{given} minutes for {moves} moves are fewer than the {needed} that every game needs "
            "(games: {count}; round/board: {games})."
        ),
        "pace.all_too_fast": gettext_noop(
            "{given} minutes for {moves} moves are too few for every game that was played ({count}); {needed} "
            "would be the least."
        ),
        "pace.games_unclear": gettext_noop(
            "The rate of play “{text}” can be read as {given} minutes for {moves} moves; games that need "
            "{needed}: {count} (round/board: {games})."
        ),
        "pace.unequal": gettext_noop("The two sides have unequal times ({text})."),
        "pace.not_rapid": gettext_noop(
            "{given} minutes for {moves} moves: rapid is more than {over} and less than {limit}."
        ),
        "pace.not_blitz": gettext_noop(
            "{given} minutes for {moves} moves: blitz is more than {over} and at most {limit}."
        ),
        "pace.kind_unclear": gettext_noop(
            "The rate of play “{text}” can be read as {given} minutes for {moves} moves, which are of "
            "different kinds."
        ),
        "control.advised": gettext_noop(
            "The first time control is at move {control}; {advised} are advised."
        ),
        "control.short": gettext_noop(
            "The first time control is at move {control}; it must hold at least {least} moves."
        ),
        # days
        "day.rounds": gettext_noop("More than {limit} rounds a day: {days} (rounds {rounds})."),
        "day.hours": gettext_noop(
            "Up to {hours} of play a day, more than {limit} h: {days} (rounds {rounds}; a game is taken to "
            "last {game})."
        ),
        "length.too_long": gettext_noop(
            "The event lasts {days} days; only leagues may last longer than {limit}."
        ),
        "length.league": gettext_noop(
            "The league lasts {days} days, more than {limit}: each game takes the list of the period in which "
            "it was played."
        ),
        "length.interim": gettext_noop(
            "The event lasts {days} days, more than {limit}: its results are reported month by month."
        ),
        # field
        "system.unknown": gettext_noop(
            "The system of the event is not known; a round robin has other rules than a Swiss event."
        ),
        "round_robin.few_rated": gettext_noop(
            "Rated players: {rated} of {entered}; a round robin needs {needed}."
        ),
        "round_robin.championship_men": gettext_noop(
            "Rated men: {rated}; a national championship played as a round robin needs {needed}."
        ),
        "round_robin.championship_women": gettext_noop(
            "Rated women: {rated}; a national championship of women played as a round robin needs {needed}."
        ),
        "round_robin.double_small": gettext_noop(
            "A double round robin with unrated players needs {least} players, {rated_least} of them rated; "
            "this one has {entered} and {rated}."
        ),
        "scheveningen.unrated": gettext_noop(
            "{unrated} players of a Scheveningen event are unrated; at most {allowed} may be "
            "(players {players})."
        ),
        "match.unrated": gettext_noop("A match with an unrated player is not rated (players {players})."),
        "field.nobody_rated": gettext_noop(
            "Nobody is rated: only games against rated opponents count, so there is none."
        ),
        "field.few_met": gettext_noop(
            "Unrated players who met fewer than {needed} rated opponents, so that their results are not used: "
            "{count} (players {players})."
        ),
        # unplayed games
        "round_robin.as_swiss": gettext_noop(
            "Not every game of the round robin was played (players short of games: {short}): the whole "
            "event is computed by the rules for Swiss events."
        ),
        "unplayed.forfeits": gettext_noop(
            "Games that were not played do not count: {count} (rounds {rounds}; players {players})."
        ),
        # membership
        "membership.suspended": gettext_noop("Suspended on a day of the event: players {players}."),
        "membership.none": gettext_noop("Not members of a federation: players {players}."),
        "membership.unknown": gettext_noop("Players without a federation: {players}."),
        "federation.suspended": gettext_noop(
            "Suspended federations ({federations}): their players {players} cannot be on a list."
        ),
        "federation.inactive": gettext_noop(
            "Inactive federations ({federations}): their players {players} stand in the alphabetical part of "
            "the list only."
        ),
        "rating.differs": gettext_noop("Ratings that are not those of the list in force: players {players}."),
        "rating.below_list": gettext_noop(
            "Ratings below {floor}, the lowest of the list; they may be national ones: players {players}."
        ),
        "rating.above_list": gettext_noop("Ratings above {most}, which nobody has: players {players}."),
        "fide_id.shared": gettext_noop("Players {players} have the same FIDE number {number}."),
        "title.differs": gettext_noop("Titles that are not those of the register: players {players}."),
        # papers
        "papers.too_late": gettext_noop(
            "The report came on {received}. The event ended on {end}; after {closing} no list takes it any "
            "more: that of {list} was the last of the {lists} that may."
        ),
        "papers.never_came": gettext_noop(
            "No report has come. The event ended on {end}; after {closing} no list takes it any more: that of "
            "{list} was the last of the {lists} that may."
        ),
        "papers.before_end": gettext_noop(
            "The papers are dated {received}, before the event ended on {end}: they cannot hold all of it."
        ),
        "papers.late_days": gettext_noop("The report came on {received}; it was due on {due}."),
        "papers.due_days": gettext_noop("No report has come; it was due on {due}."),
        "papers.late_months": gettext_noop(
            "The final table came on {received}, more than {term} months after the end: it was due on {due}."
        ),
        "papers.due_months": gettext_noop(
            "No final table has come; it was due on {due}, {term} months after the end."
        ),
        "papers.after_closing": gettext_noop(
            "The papers came on {received}, after the closing day {closing} of the list of {missed}: they go "
            "into the list of {list}."
        ),
        "papers.closing_past": gettext_noop(
            "The closing day {closing} of the list of {missed} is past: papers that come by {next_closing} go "
            "into the list of {list}."
        ),
        # correspondence
        "norm.missing": gettext_noop("The event names no norm."),
        "norm.too_low": gettext_noop("The event has no norm of the 1st category or higher ({norms})."),
        "norm.beyond_games": gettext_noop(
            "The norm {norm} asks {points} points; games of a player: {games}."
        ),
        "norm.other_games": gettext_noop(
            "The norm {norm} is stated for {stated} games; with {entered} players each has {games}."
        ),
        "norm.order": gettext_noop("The norms do not stand in descending strength with descending points."),
        "number.shared": gettext_noop("Players with the same personal number: {players}."),
        "number.none": gettext_noop(
            "Players without a personal number and without a questionnaire: {players}."
        ),
        "coefficient.none": gettext_noop(
            "Players without a coefficient, whose first one is estimated from this event: {players}."
        ),
        "schedule.games": gettext_noop(
            "With {entered} players everybody has {games} games; other numbers of games: players {players}."
        ),
        "substitute.alone": gettext_noop(
            "Substitutes whose main player does not stand in the table: players {players}."
        ),
        "substitute.no_result": gettext_noop(
            "After a substitution both players have results of their own; none have players {players}."
        ),
        "table.unsigned": gettext_noop("The final table is not signed by the arbiter."),
        "table.uncertified": gettext_noop(
            "The final table is not certified by the representative of the region."
        ),
    }
)

# What would mend a finding, by its key or, where several keys share one, by its code.
REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "start_missing": gettext_noop("Type the first day of play on the event's form."),
        "registration.unknown": gettext_noop("Give the day of registration."),
        "not_registered": gettext_noop("Register the event before its first round."),
        "registered_never": gettext_noop(
            "Nothing mends it afterwards; the commission may waive it by a decision with a reason."
        ),
        "registered_late": gettext_noop(
            "The commission may waive this by a decision with a reason; otherwise it is not rated."
        ),
        "registered_short": gettext_noop(
            "Move the start, or ask the commission to accept the shorter notice."
        ),
        "regulations_late": gettext_noop(
            "The commission may waive this by a decision with a reason; otherwise it is not rated."
        ),
        "pace.missing": gettext_noop("Type the rate of play, such as 90'+30\" or 40/75'+15'+30\"."),
        "pace.unreadable": gettext_noop("Write it in a form such as 90'+30\" or 40/75'+15'+30\"."),
        "kind.other_text": gettext_noop("Choose the text on rapid and blitz, or rate the event as standard."),
        "pace.too_fast": gettext_noop(
            "A slower rate of play, set before the start; games already played this fast are not rated."
        ),
        "pace.unclear": gettext_noop("Write it in a form such as 90'+30\" or 40/75'+15'+30\"."),
        "pace.games_too_fast": gettext_noop(
            "A slower rate of play, set before the start; games already played this fast are not rated."
        ),
        "pace.all_too_fast": gettext_noop("Rate the event on the list that its rate of play belongs to."),
        "pace.games_unclear": gettext_noop("Write it in a form such as 90'+30\" or 40/75'+15'+30\"."),
        "pace.unequal": gettext_noop("Mark the games with unequal times as not rated."),
        "pace.not_rapid": gettext_noop("Rate the event on the list that its rate of play belongs to."),
        "pace.not_blitz": gettext_noop("Rate the event on the list that its rate of play belongs to."),
        "pace.kind_unclear": gettext_noop("Write it in a form such as 15'+10\"."),
        "control.advised": gettext_noop("Advice only: players profit from what is uniform."),
        "control.short": gettext_noop("Put the first control at a later move, before the start."),
        "day.rounds": gettext_noop("Move rounds to another day, or correct the dates of the rounds."),
        "day.hours": gettext_noop("Move rounds to another day, or correct dates or rate of play."),
        "length.too_long": gettext_noop("Correct the dates, or say on the event's form that it is a league."),
        "length.league": gettext_noop("See that every game has its day."),
        "length.interim": gettext_noop("Hand in an interim report for each month."),
        "system.unknown": gettext_noop("Choose the system on the event's form."),
        "round_robin.few_rated": gettext_noop(
            "More rated players before the start; afterwards check the ratings against the list in force."
        ),
        "round_robin.double_small": gettext_noop(
            "More players before the start; afterwards check the ratings against the list in force."
        ),
        "scheveningen.unrated": gettext_noop("Check the ratings against the list in force."),
        "match.unrated": gettext_noop("Check the rating against the list in force."),
        "field.nobody_rated": gettext_noop("Check the ratings against the list in force."),
        "field.few_met": gettext_noop("Nothing to mend; their opponents are rated without these games."),
        "round_robin.as_swiss": gettext_noop("Nothing to mend, unless a result was entered wrongly."),
        "unplayed.forfeits": gettext_noop("Nothing to mend, unless a result was entered wrongly."),
        "membership.suspended": gettext_noop(
            "Leave them out of the rating, or have the suspension corrected in the register."
        ),
        "membership.none": gettext_noop("Have them join a federation, or specially included (16.3)."),
        "membership.unknown": gettext_noop("Type the federation on the page of the players."),
        "federation.suspended": gettext_noop("A special inclusion of the player (16.3)."),
        "federation.inactive": gettext_noop("Nothing to mend; they are rated."),
        "rating.differs": gettext_noop(
            "Take the rating of the list in force, or say where the other is from."
        ),
        "rating.below_list": gettext_noop(
            "Take the rating of the list in force; whoever is not on it is unrated."
        ),
        "rating.above_list": gettext_noop("Correct the ratings, or the columns of the file."),
        "fide_id.shared": gettext_noop("Correct the number of one of them."),
        "title.differs": gettext_noop("Correct the title, or explain the difference in the report."),
        "papers.before_end": gettext_noop(
            "Correct the day on which they came, or the last day of the event."
        ),
        "papers.too_late": gettext_noop("Nothing mends it afterwards; the commission decides."),
        "papers.after_term": gettext_noop("Hand the papers in at once, and say why they are late."),
        "papers.after_closing": gettext_noop("The commission may still take them into the earlier list."),
        "papers.closing_past": gettext_noop("Hand the papers in before that day."),
        "norm.missing": gettext_noop("Type the norms on the event's form, such as KMS 8.0 of 16."),
        "norm.too_low": gettext_noop("An event without such a norm is archived and not counted."),
        "norm.beyond_games": gettext_noop("Correct the norm, or the number of players."),
        "norm.other_games": gettext_noop("Correct the number of games of the norm."),
        "norm.order": gettext_noop("Write the strongest norm first; it asks for the most points."),
        "number.shared": gettext_noop("Correct the number of one of them."),
        "number.none": gettext_noop("Type the number, or send the questionnaire of a new player."),
        "coefficient.none": gettext_noop("Check the list: a player who is on it keeps his coefficient."),
        "schedule.games": gettext_noop("Add the missing results, or say why games were not played."),
        "substitute.alone": gettext_noop("Enter the main player with his own results."),
        "substitute.no_result": gettext_noop("Enter the games that each of the two has played."),
        "table.unsigned": gettext_noop("The arbiter signs first."),
        "table.uncertified": gettext_noop("The regional representative countersigns."),
    }
)


def remedy_template(finding: Finding) -> str:
    """The English template of what would mend the finding; empty for a finding of another check."""
    return REMEDIES.get(finding.key) or REMEDIES.get(finding.code, "")


def remedy(finding: Finding) -> str:
    """What would mend the finding, as an English sentence."""
    return remedy_template(finding).format_map(values(finding))
