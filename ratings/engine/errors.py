"""What the rating engine refuses, each with a code for machines and the next step for people.

The English sentences stand in one table, marked for translation; a page translates the template and fills it
with the inputs.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tournaments.rulebook.sentences import gettext_noop

# Message and hint of each refusal by its key.
MESSAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "edition_mismatch": (
            gettext_noop("{edition} is an edition of {regulation}, not of {wanted}."),
            gettext_noop("Choose one of the editions of the rating regulations."),
        ),
        "k_set_by_administrator": (
            gettext_noop(
                "{edition}: K is set by the rating administrator, and none is given for no. {players}."
            ),
            gettext_noop("Give the K that the administrator set, for each player or for all."),
        ),
        "player_unknown": (
            gettext_noop("No player has the start number {numbers}."),
            gettext_noop("Give the start numbers of the record."),
        ),
        "day_impossible": (
            gettext_noop("{day} cannot be the day of a rated game: there was no rating list before {year}."),
            gettext_noop("Correct the year of the event or of its rounds."),
        ),
        "no_lift": (gettext_noop("{edition} knows no increase of all lower ratings."), ""),
        "players_file.encoding": (
            gettext_noop("The file of players is not UTF-8."),
            gettext_noop("Save it as UTF-8."),
        ),
        "players_file.no_number": (gettext_noop("Line {line} has no start number."), ""),
        "players_file.twice": (
            gettext_noop("Line {line}: the start number {number} was given before."),
            gettext_noop("A player has one line, and one more for each later list."),
        ),
        "players_file.no_csv": (gettext_noop("After line {after} the file is no CSV: {error}."), ""),
        "players_file.unknown_column": (
            gettext_noop("The head of the file of players has an unknown column, {column}."),
            "",
        ),
        "players_file.no_column": (
            gettext_noop("The head of the file of players has no column start_number, or one twice."),
            "",
        ),
        "players_file.columns": (gettext_noop("Line {line} has {found} columns, the head {wanted}."), ""),
        "players_file.number": (
            gettext_noop("Line {line}: {name} {text} is not a number that can be meant."),
            "",
        ),
        "players_file.first_after_valid": (
            gettext_noop("Line {line}: first_event and valid_event_before cannot both be yes."),
            gettext_noop("A first event has no valid event before it; leave one of the two out."),
        ),
        "players_file.flag": (gettext_noop("Line {line}: {name} is yes or no, not {text}."), ""),
        "players_file.birth": (
            gettext_noop("Line {line}: born {text} is neither YYYY nor YYYY-MM-DD."),
            "",
        ),
        "players_file.day": (gettext_noop("Line {line}: {name} {text} is no day."), ""),
        "players_file.organisation": (
            gettext_noop("Line {line}: organisation {text} is none of IBCA, ICSC, IPCA."),
            "",
        ),
    }
)


class RatingError(ValueError):
    """An event or period cannot be rated as asked.

    `key` names message and hint in MESSAGES, filled with `inputs`; a fault of the portal itself brings its
    own sentence instead of a key. `article` cites the rule. `message` and `hint` are the English sentences.
    """

    code = "rating"

    def __init__(
        self,
        key: str,
        inputs: Mapping[str, object] | None = None,
        *,
        hint: str = "",
        article: str | None = None,
    ) -> None:
        self.key, self.article = key, article
        self.inputs: Mapping[str, object] = inputs or {}
        message, usual_hint = MESSAGES.get(key, ("", ""))
        self.message = message.format_map(dict(self.inputs)) if message else key
        self.hint = hint or usual_hint.format_map(dict(self.inputs))
        super().__init__(self.message)


class EditionMismatchError(RatingError):
    """The edition belongs to another regulation."""

    code = "edition_not_for_ratings"


class EditionLacksRuleError(RatingError):
    """The edition's text on the point is not at hand, so no number is given rather than a wrong one."""

    code = "edition_lacks_rule"


class UnknownPolicyError(RatingError):
    """An edition file names a policy that no function stands for: a fault of the file or the engine."""

    code = "policy_unknown"


class ImpossibleDayError(RatingError):
    """A day of play lies before any rating list."""

    code = "day_impossible"


class UnknownEntryError(RatingError):
    """Facts are given about a start number that nobody has."""

    code = "player_unknown"
