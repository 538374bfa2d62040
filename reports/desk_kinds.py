"""Which documents of the hall there are, and what can be chosen for one."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Kind:
    """A document: its name, what it is for, whether it is of one round (`before` results may be of), its look."""

    key: str
    label: Any
    told: Any
    by_round: bool = False
    needs_round: bool = False
    cards: bool = False
    permission: str = "documents_make"


KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind("start_list", _("Start list"), _("By start number, with ratings.")),
        Kind(
            "alphabetical", _("Alphabetical list"), _("By name, in the alphabet of the document's language.")
        ),
        Kind("schedule", _("Schedule"), _("Rounds with day and time.")),
        Kind("team_sheets", _("Team sheets"), _("Each team with its players in board order.")),
        Kind(
            "place_cards",
            _("Place cards"),
            _("A card for each player; of a round, for each seat."),
            True,
            cards=True,
        ),
        Kind(
            "boards",
            _("Pairings by board"),
            _("For the wall; with results where there are some."),
            True,
            True,
        ),
        Kind("names", _("Pairings by name"), _("Everybody finds his board by his name."), True, True),
        Kind(
            "slips",
            _("Result slips"),
            _("For the open boards; with a private code for each side where players report."),
            True,
            True,
            True,
            "slips_make",
        ),
        Kind("standings", _("Standings"), _("After a round, or as they stand."), True),
        Kind("crosstable", _("Crosstable"), _("In the order of the standings.")),
        Kind("wall_chart", _("Wall chart"), _("By start number, with the running score of each round.")),
        Kind("player_cards", _("Player cards"), _("All rounds of each player.")),
        Kind("prize_list", _("Prize list"), _("Who gets how much, from the prize fund.")),
        Kind("cover", _("Bulletin cover"), _("Title, facts and officials of the event.")),
    )
}

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
SIZES = {"normal": 9.0, "large": 12.0, "poster": 16.0}
MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen for a document; `round_number` is 0 where it is not of one round."""

    kind: str
    round_number: int = 0
    paper: str = "A4"
    landscape: bool = False
    columns: int = 1
    size: str = "normal"
    language: str = "en"

    def as_json(self) -> dict[str, Any]:
        """The options as they are kept and ordered."""
        return asdict(self)

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the page in millimetres."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.landscape else (width, height)

    @property
    def points(self) -> float:
        """The size of the type."""
        return SIZES[self.size]
