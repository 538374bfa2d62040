"""What a printed form consists of, ready to be set in type: words by key, numbers as they are printed.

Sentences are keys with inputs; the edge puts them into the language of the document.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from reports.sheets.coefficients import CoefficientAnnex

Form = Literal["form_1", "form_2", "form_3", "final_table"]
SheetKey = Form | Literal["computer_table", "it3", "it1", "start_list"]
Layout = Literal["square", "rounds"]
Order = Literal["places", "draw"]
Input = int | str | date | tuple[int, ...]


Part = Literal["name", "title", "federation", "birth", "rating"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an entry differs from the list in force on the first day: what stands on the form, what on the list.

    `explanation` is what the arbiter says of it (11.23); empty while nobody has. A birth is a year.
    """

    number: int
    name: str
    part: Part
    written: str
    listed: str
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Particulars:
    """What belongs on the form and is not part of the record, frozen with it.

    `arbiter` is the person who hands in. Keys of editions are those stored with the event. `order` of the lines of
    a correspondence table is chosen at handing in (RACC 2.2); `players` are start number, category and region there.
    """

    arbiter: str = ""
    group_code: str = ""
    registration_number: str = ""
    region: str = ""
    norms: str = ""
    rating_edition: str = ""
    rating_list: str = ""
    unusual: str = ""
    place: str = ""
    order: Order = "places"
    players: tuple[tuple[int, str, str], ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the head: a key that names it and what it says."""

    key: str
    value: str | date


@dataclass(frozen=True, slots=True)
class Sentence:
    """A note: its key, what is put into it, and the article that asks for it."""

    key: str
    article: str = ""
    inputs: Mapping[str, Input] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One player as the table prints him.

    `position` counts the lines from 1 and is the key of a square table's columns; `place` is shared by equal
    players, and None for who left a round robin early;
    `number` is the start number, the key of a table by rounds; `norm` the category of the strongest
    norm that the points reach. `board` is that of a team's player by correspondence, where the table goes by boards
    and `place` is the place on the board; None elsewhere. `category`, `region`, `team` and the number of `games` with
    a result are of correspondence, `main` is the name of whom a substitute came in for.
    """

    position: int
    place: int | None
    number: int
    title: str
    name: str
    federation: str
    rating: int | None
    national_id: str
    cells: tuple[str, ...]
    points: str
    values: tuple[str, ...]
    norm: str = ""
    board: int | None = None
    category: str = ""
    region: str = ""
    team: str = ""
    games: int | None = None
    main: str = ""


@dataclass(frozen=True, slots=True)
class Criterion:
    """A column of tie-breaks: its code, as the legend and the head print it, and its English name."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class NormReached:
    """A norm of a correspondence event: its category by key, points of so many games, and who has them."""

    category: str
    points: str
    games: int | None
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignatureField:
    """A field to be signed: its name in the document, the role, the name if it is known beforehand."""

    name: str
    role: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class PlayOffGame:
    """One game of a play-off: start numbers, rate of play, result, moves where they were counted.

    `round` is that of the record in which the game is rated, None if it is left out of the ratings.
    """

    white: int
    black: int
    rate: str
    result: str
    moves: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A decided play-off as it is frozen: the article, the final places with their start numbers, the games.

    `last_round` is the last round of the event itself; rounds of the record after it are rated games of the
    play-off.
    """

    article: str
    places: tuple[tuple[int, tuple[int, ...]], ...]
    games: tuple[PlayOffGame, ...]
    last_round: int


@dataclass(frozen=True, slots=True)
class PlayOffLine:
    """A play-off as the sheet prints it: places and games with names, and which rounds of the record are rated."""

    article: str
    places: tuple[tuple[int, str], ...]
    games: tuple[tuple[str, str, PlayOffGame], ...]

    @property
    def rated_rounds(self) -> tuple[int, ...]:
        """The rounds of the record in which its games are rated."""
        return tuple(game.round for _white, _black, game in self.games if game.round is not None)

    @property
    def left_out(self) -> bool:
        """Whether some of its games are left out of the ratings."""
        return any(game.round is None for _white, _black, game in self.games)


@dataclass(frozen=True, slots=True)
class TeamSum:
    """A team by correspondence with the points that its players made, as printed."""

    name: str
    points: str


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A final table as it is handed in.

    `columns` are the heads of `cells`: positions in a square table, rounds otherwise. `missing` names the
    mandatory parts that the record lacks: with any, the form cannot be signed. `order` of the lines is that of the
    places, or that of the draw by correspondence; `annex` is the calculation of the coefficients there.
    """

    form: Form
    layout: Layout
    title: str
    head: tuple[Fact, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    criteria: tuple[Criterion, ...]
    tie_break_edition: str
    unplayed_edition: str
    notes: tuple[Sentence, ...]
    unusual: str
    place: str
    signatures: tuple[SignatureField, ...]
    missing: tuple[Sentence, ...]
    shows_national_id: bool = False
    norms: tuple[NormReached, ...] = ()
    play_offs: tuple[PlayOffLine, ...] = ()
    order: Order = "places"
    team_sums: tuple[TeamSum, ...] = ()
    annex: CoefficientAnnex | None = None

    @property
    def shows_norms(self) -> bool:
        """The event has norms, and the table a column for them."""
        return bool(self.norms)

    @property
    def is_postal(self) -> bool:
        """The table of an event by correspondence: region and category stand with the name."""
        return self.form == "final_table"

    @property
    def can_be_signed(self) -> bool:
        """Nothing mandatory is missing."""
        return not self.missing
