"""English sentences of the findings of the pure packages, by message key; marked for translation."""

from collections.abc import Mapping
from types import MappingProxyType


def gettext_noop(message: str) -> str:
    """Marks a message for the catalogue; a page translates it when it is shown."""
    return message


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "points.differ": gettext_noop(
            "Player {player}: the stated points {stated} are not the sum of the results, {computed}."
        ),
        "round.two_games": gettext_noop(
            "Round {round}: player {player} has more than one game or bye ({codes})."
        ),
        "round.board_twice": gettext_noop(
            "Round {round}: board {board} is used more than once (players {players})."
        ),
        "game.self": gettext_noop("Round {round}, board {board}: player {player} is paired with himself."),
        "pair.again": gettext_noop(
            "Round {round}: players {player} and {other} had already played in round {before}."
        ),
        "bye.allocated_twice": gettext_noop(
            "Round {round}: player {player} gets a second pairing-allocated bye; the first was in round {before}."
        ),
        "bye.two_in_round": gettext_noop(
            "Round {round}: players {players} all have the pairing-allocated bye; one player a round may have it."
        ),
        "colour.three": gettext_noop(
            "Player {player} has the same colour three times in a row, in the rounds up to {round}."
        ),
        "colour.difference": gettext_noop(
            "Player {player} has had {white} times White and {black} times Black by round {round}."
        ),
        "colour.unknown": gettext_noop("Round {round}: it is not known who had White ({games} games)."),
        "round.too_many_games": gettext_noop("Round {round} has {games} games for {entries} players."),
        "round.no_date": gettext_noop("{rounds} of {played} rounds have no date."),
        "round.outside": gettext_noop("Round {round} is dated {day}, outside the event ({start} to {end})."),
        "round.order": gettext_noop("Round {round} is dated {day}, before round {before}."),
        "round.beyond": gettext_noop(
            "{announced} rounds are announced, but there are games or byes in round {round}."
        ),
        "round.open_before": gettext_noop(
            "Round {round} has {games} games without result although round {later} began."
        ),
        "event.no_start": gettext_noop(
            "The event has no start day. It decides edition and rating list: type it."
        ),
        "event.no_end": gettext_noop("The event has no last day."),
        "event.dates": gettext_noop("The event ends on {end}, before it starts on {start}."),
        "pairing.self": gettext_noop("Round {round}, board {board}: player {player} cannot play himself."),
        "pairing.unknown_player": gettext_noop("Round {round}: nobody has the start number {player}."),
        "pairing.twice": gettext_noop("Round {round}: player {player} has {times} places; he can have one."),
        "pairing.absent": gettext_noop(
            "Round {round}: player {player} is marked absent and cannot be paired."
        ),
        "pairing.missing": gettext_noop("Round {round}: not paired and not marked absent: {players}."),
        "pairing.rematch": gettext_noop(
            "Round {round}, board {board}: {player} and {other} have already played, in round {before}."
        ),
        "pairing.forbidden": gettext_noop(
            "Round {round}, board {board}: {player} and {other} are a forbidden pair of this event."
        ),
        "pairing.second_bye": gettext_noop(
            "Round {round}: player {player} already had the allocated bye, in round {before}."
        ),
        "pairing.bye_after_free_point": gettext_noop(
            "Round {round}: player {player} may not have the allocated bye; in round {before} he "
            "scored a win's points without playing ({code})."
        ),
        "pairing.bye_needless": gettext_noop(
            "Round {round}: player {player} has the allocated bye although the number of players "
            "present is even."
        ),
        "pairing.colour_clash.w": gettext_noop(
            "Round {round}, board {board}: {player} and {other} both must have White."
        ),
        "pairing.colour_clash.b": gettext_noop(
            "Round {round}, board {board}: {player} and {other} both must have Black."
        ),
        "pairing.colour_third.w": gettext_noop(
            "Round {round}, board {board}: player {player} would have White a third time in a row."
        ),
        "pairing.colour_third.b": gettext_noop(
            "Round {round}, board {board}: player {player} would have Black a third time in a row."
        ),
        "pairing.colour_difference": gettext_noop(
            "Round {round}, board {board}: player {player} would have had {white} times White and "
            "{black} times Black; the difference may not be greater than 2."
        ),
        "pairing.edition_later": gettext_noop(
            "Round {round} is dated {day}; the engine pairs by {title}, in force from {since}. The "
            "earlier rules pair about one round in fifteen differently."
        ),
    }
)
