"""The rounds of a 001 line: ten characters each, as the source spelled them while they mean the same."""

from collections.abc import Callable
from typing import Literal

from tournaments.interchange.trf.cells import BYES, LETTERS, NEAREST
from tournaments.record.crosstable import Cell, Crosstable, Row
from tournaments.record.model import Record

BLANK = " " * 8
AWARDED_HALVES = "=/="


class RoundWriter:
    """Writes the cells of every player and remembers what the format could not say."""

    def __init__(self, record: Record, table: Crosstable, format: Literal["trf16", "trf26"]) -> None:
        source = record.source if record.source and record.source.format == format else None
        self.format = format
        # Lines 240 of an event of teams name teams, so a player's bye ahead stands in his own line.
        self.of_teams = bool(record.teams) or record.event.system.startswith("team_")
        self.started = table.rounds_started
        self.spelled = {(cell.round, cell.entry): cell for cell in source.cells} if source else {}
        self.byes = {(bye.round, bye.entry) for bye in record.byes}
        self.whites = {(game.round, game.white) for game in record.games}
        # Absences of the next round that a kept line of JaVaFo tells (`XXZ 22 28`).
        absent = [line[3:].split() for line in source.lines if line.startswith("XXZ")] if source else []
        self.told = {
            (table.rounds_started + 1, int(word)) for row in absent for word in row if word.isdigit()
        }
        self.ahead: dict[tuple[int, str], list[int]] = {}
        self.nearest: list[str] = []
        self.colourless = 0
        self.respelled = 0

    @property
    def changed(self) -> bool:
        """Whether a game is another than the source spelled; known after all rows are written."""
        return bool(self.respelled) or any(place not in self.spelled for place in self.whites)

    def blocks(self, row: Row) -> str:
        """All rounds of a player up to the last that says anything; a pending round keeps its width."""
        blocks = [self._block(row.entry.number, cell) for cell in row.cells]
        while blocks and blocks[-1] == "":
            blocks.pop()
        return "  ".join(block or BLANK for block in blocks)

    def has_changed(self, row: Row) -> bool:
        """Whether a started round of the player is another than the source spelled, or not in the source."""
        number = row.entry.number
        for cell in row.cells[: self.started]:
            spelled = self.spelled.get((cell.round, number))
            if spelled is None:
                if cell.opponent is not None or (cell.round, number) in self.byes:
                    return True
            elif not self._means(number, cell, spelled.opponent, spelled.colour, spelled.code):
                return True
        return False

    def announced_byes(self) -> list[str]:
        """Lines 240 for byes that no player line holds (TRF26)."""
        return [
            f"240 {code} {round_number:3} " + " ".join(f"{number:4}" for number in sorted(numbers))
            for (round_number, code), numbers in sorted(self.ahead.items())
        ]

    def tell(self, note: Callable[..., None]) -> None:
        """Findings about codes and colours that the format cannot say."""
        others = [code for code in self.nearest if code != AWARDED_HALVES]
        if others:
            note("write.code_nearest", count=len(others), codes=sorted(set(others)))
        if len(others) < len(self.nearest):
            note("write.awarded_halves", count=len(self.nearest) - len(others))
        if self.colourless:
            note("write.colour_unknown", count=self.colourless)
        if self.respelled:
            note("write.spelling_changed", count=self.respelled)

    def _block(self, number: int, cell: Cell) -> str:
        """The eight characters of a round; empty where it says nothing about the player."""
        spelled = self.spelled.get((cell.round, number))
        if spelled is not None:
            if self._means(number, cell, spelled.opponent, spelled.colour, spelled.code):
                return f"{spelled.opponent:4} {spelled.colour} {spelled.code}"
            self.respelled += 1
        if cell.opponent is not None:
            return self._game(number, cell, cell.opponent)
        return self._bye(number, cell, is_new=spelled is None)

    def _means(self, number: int, cell: Cell, opponent: str, colour: str, code: str) -> bool:
        """Whether the characters of the source still say what the record says of this round."""
        letter = code.upper().strip()
        if int(opponent.strip() or 0) != (cell.opponent or 0):
            return False
        if cell.opponent is None:
            held = cell.code if (cell.round, number) in self.byes else ""
            return (BYES[letter][0] if letter else "") == held
        letters = ("H", "H") if cell.code == AWARDED_HALVES else LETTERS[cell.code]
        side = 0 if (cell.round, number) in self.whites else 1
        return colour.lower().strip("- ") == cell.colour and letter == letters[side]

    def _bye(self, number: int, cell: Cell, *, is_new: bool) -> str:
        """A bye in the line, or remembered for line 240: ahead of its round, or as the source had it."""
        if (cell.round, number) not in self.byes or ((cell.round, number) in self.told and cell.code == "Z"):
            return ""
        ahead = not self.of_teams and (cell.round > self.started or bool(self.spelled))
        if self.format == "trf26" and cell.code in ("F", "H", "Z") and is_new and ahead:
            self.ahead.setdefault((cell.round, cell.code), []).append(number)
            return ""
        return f"0000 - {cell.code}"

    def _game(self, number: int, cell: Cell, opponent: int) -> str:
        is_white = (cell.round, number) in self.whites
        if is_white and cell.code in NEAREST:
            self.nearest.append(cell.code)
        if cell.code == AWARDED_HALVES:
            return "0000 - H"
        if is_white and not cell.colour:
            self.colourless += 1
        letter = LETTERS[cell.code][0 if is_white else 1]
        return f"{opponent:4} {cell.colour or '-'} {letter or ' '}"
