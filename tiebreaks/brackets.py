"""Places of a knock-out: who goes on stands before who was beaten, whatever points and tie-breaks say."""

from collections.abc import Mapping

from tournaments.models import Event
from tournaments.selectors.knock_out import places_of


def bracket_places(event: Event) -> Mapping[int, int]:
    """The places that the bracket gives, by start number; empty for other kinds of event and before the draw."""
    return places_of(event) if event.system == Event.System.KNOCK_OUT else {}
