"""What the tie-break engine refuses, each with a code for machines and the next step for people."""


class TieBreakError(ValueError):
    """A standing cannot be made as asked. `hint` says what to do."""

    code = "tie_break"

    def __init__(self, message: str, *, hint: str = "", article: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.article = message, hint, article


class UnknownTieBreak(TieBreakError):
    """Nobody knows this code, or the edition does not have it."""

    code = "tie_break_unknown"


class ModifierRefused(TieBreakError):
    """The code is known, what follows it is not, or does not belong to it."""

    code = "tie_break_modifier"


class UnknownPlayer(TieBreakError):
    """No entry has this start number."""

    code = "player_unknown"
