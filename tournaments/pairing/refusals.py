"""Why a round cannot be paired, as sentences: the English ones, which are translated at the edge."""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.record.sentences import gettext_noop

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "pairing.nobody_present": gettext_noop("Round {round}: nobody is present."),
        "pairing.round_not_announced": gettext_noop(
            "Round {round} is not among the {rounds_announced} rounds announced; the number of rounds is declared "
            "beforehand and decides who is a topscorer in the last one (C.04.1 art. 1)."
        ),
        "pairing.round_before_unpaired": gettext_noop(
            "Round {round} cannot be paired yet: round {before} has no games."
        ),
        "pairing.game_open": gettext_noop(
            "Round {round}, board {board}: {player} - {other} has no result. Enter it, or mark the game adjourned: "
            "it then counts as a draw for the pairing."
        ),
        "pairing.white_unknown": gettext_noop(
            "Round {round}, board {board}: it is not known who had White. Colours decide the pairing."
        ),
        "pairing.first_colour_unknown": gettext_noop(
            "The colour of the first player in round 1 is not known. Draw it by lot (C.04.3 art. 5.1) or type it."
        ),
        "pairing.no_legal_pairing": gettext_noop(
            "No pairing of the round keeps the absolute rules (no second meeting, no second allocated bye, no clash "
            "of absolute colour preferences, no forbidden pair). C.04.3 art. 1.9.3 leaves the decision to the chief "
            "arbiter: pair the round by hand, or lift a forbidden pair or an absence."
        ),
        "pairing.too_few_teams": gettext_noop("Round {round}: fewer than two teams are present."),
        "pairing.no_legal_team_pairing": gettext_noop(
            "No pairing of the round keeps the absolute rules (no second meeting, no second bye, no forbidden pair). "
            "C.04.6 art. 3.3.3 leaves the decision to the chief arbiter: pair the round by hand."
        ),
    }
)
