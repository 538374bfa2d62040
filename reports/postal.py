"""What a final table by correspondence freezes beside record and standing: categories, regions, coefficients."""

from typing import Any

from ratings.engine.errors import RatingError
from ratings.engine.racc.event import REGULATION, rate_correspondence
from ratings.services_racc import coefficients_now
from reports.sheets.coefficients import frozen_coefficients
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition
from tournaments.selectors.correspondence import start_lines


def postal_players(event: Event) -> tuple[tuple[int, str, str], ...]:
    """Start number, category and region of every numbered player, as the start list has them."""
    lines = start_lines(event, with_addresses=False)
    return tuple((line.entry.number, line.category, line.region) for line in lines if line.entry.number)


def postal_coefficients(event: Event, record: Record) -> dict[str, Any] | None:
    """The calculation of the coefficients as it comes out now, to be frozen; None where the method gives none.

    A player who is in the register has the coefficient of this moment (3.2), another one that of the start list.
    An event without a norm of the 1st category or higher is not counted (1.2), so there is no annex.
    """
    if not event.rating_edition:
        return None
    rules = edition(event.rating_edition)
    if rules.regulation != REGULATION:
        return None
    try:
        facts = coefficients_now(event)
    except DomainError:
        facts = {}  # somebody is not in the register yet: the coefficients of the start list stand
    numbers = {entry.number for entry in record.entries}
    try:
        known = {number: fact for number, fact in facts.items() if number in numbers}
        return frozen_coefficients(rate_correspondence(record, rules, known))
    except RatingError:
        return None
