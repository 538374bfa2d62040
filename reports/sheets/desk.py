"""The documents of the hall: lists and cards as plain texts, ready to be set in type."""

from dataclasses import dataclass
from typing import Literal

Align = Literal["left", "right", "centre"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list. `grows` takes the room that is left and breaks its words there; the others never break.

    Neighbours that are `merged` stand in one cell with tab stops of equal distance, for cells are what costs time.
    """

    head: str
    align: Align = "left"
    grows: bool = False
    merged: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A list with its heads; each row has a text for every column. `apart` begins on a page of its own."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    remark: str = ""
    apart: bool = False

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row has another number of texts than the table has columns")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a result slip. `address` is the private one behind the printed code, empty where there is none."""

    role: str
    name: str
    facts: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A slip or a place card: `mark` is its large number, `choices` are to be ticked, `foot` to be signed."""

    mark: str
    head: str = ""
    name: str = ""
    facts: str = ""
    sides: tuple[Side, ...] = ()
    choices: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document of the hall: `form` is what it is, `event` the title, then facts, tables or cards, notes."""

    kind: str
    form: str
    event: str
    facts: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    cards: tuple[Card, ...] = ()
    notes: tuple[str, ...] = ()
    cover: tuple[tuple[str, str], ...] = ()

    def texts(self) -> tuple[str, ...]:
        """Every text that is printed, to be looked through for letters that the faces lack."""
        found = [self.form, self.event, *self.facts, *self.notes]
        for label, value in self.cover:
            found += [label, value]
        for table in self.tables:
            found += [table.caption, table.remark, *(column.head for column in table.columns)]
            for row in table.rows:
                found += row
        for card in self.cards:
            found += [card.mark, card.head, card.name, card.facts, *card.choices, *card.foot]
            for side in card.sides:
                found += [side.role, side.name, side.facts]
        return tuple(found)
