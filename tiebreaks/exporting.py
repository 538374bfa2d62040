"""What the standings add to an event's TRF: the rank of each player."""

from tiebreaks.services import standings_of
from tournaments.errors import DomainError
from tournaments.models import Event


def ranks_of(event: Event) -> dict[int, int]:
    """Places by start number, equal ones equal; empty where the event cannot be ranked (no edition, bad order)."""
    try:
        payload = standings_of(event)
    except DomainError:
        return {}
    return {row["number"]: row["place"] for row in payload["rows"]}
