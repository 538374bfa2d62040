"""What the rating engine refuses, each with a code for machines and the next step for people."""


class RatingError(ValueError):
    """An event or period cannot be rated as asked. `hint` says what to do, `article` cites the rule."""

    code = "rating"

    def __init__(self, message: str, *, hint: str = "", article: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.article = message, hint, article


class EditionMismatchError(RatingError):
    """The edition belongs to another regulation."""

    code = "edition_not_for_ratings"


class EditionLacksRuleError(RatingError):
    """The edition's text on the point is not at hand, so no number is given rather than a wrong one."""

    code = "edition_lacks_rule"


class UnknownPolicyError(RatingError):
    """An edition file names a policy that no function stands for: a fault of the file or the engine."""

    code = "policy_unknown"


class UnknownEntryError(RatingError):
    """Facts are given about a start number that nobody has."""

    code = "player_unknown"
