"""An event as TRF, CSV and JSON: what the downloads and the command line share."""

from typing import Literal

from tournaments.interchange.tables import crosstable_csv, crosstable_json, to_json
from tournaments.interchange.trf import TrfWriting, export_trf
from tournaments.models import Event, Game
from tournaments.snapshot import record_of

TrfName = Literal["trf16", "trf26"]


def trf_of(event: Event, name: TrfName, *, public: bool) -> TrfWriting:
    """The event as TRF with findings about what the format could not hold; `public` gives birth years only.

    Boards that were paired by hand are told in comment lines of TRF26. Raises RecordError.
    """
    return export_trf(record_of(event.pk), name, public=public, comments=manual_comments(event))


def manual_comments(event: Event) -> list[str]:
    """One sentence in English for each board that was paired by hand."""
    games = Game.objects.filter(round__event_id=event.pk, manual=True).order_by("round__number", "board")
    return [
        f"Round {number} board {board}: {white}-{black} paired by hand" + (f": {reason}" if reason else "")
        for number, board, white, black, reason in games.values_list(
            "round__number", "board", "white__number", "black__number", "manual_reason"
        )
    ]


def csv_of(event: Event) -> str:
    """The crosstable by start number as CSV; birth dates are not part of it."""
    return crosstable_csv(record_of(event.pk))


def json_of(event: Event) -> str:
    """The crosstable by start number as JSON; birth dates are not part of it."""
    return to_json(crosstable_json(record_of(event.pk)))
