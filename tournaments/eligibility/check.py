"""The validator: whether and how an event may be rated under the text that binds it, article by article."""

from collections.abc import Callable, Iterator
from datetime import date

from tournaments.eligibility.case import Case
from tournaments.eligibility.composition import composition_findings
from tournaments.eligibility.correspondence import correspondence_findings
from tournaments.eligibility.facts import ListFacts, Registration
from tournaments.eligibility.membership import membership_findings
from tournaments.eligibility.pace import pace_findings
from tournaments.eligibility.papers import papers_findings
from tournaments.eligibility.registering import registration_findings
from tournaments.eligibility.schedule import schedule_findings
from tournaments.eligibility.unplayed import unplayed_findings
from tournaments.record.findings import Finding, rank
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition, EditionError

REGULATIONS = ("fide-rating", "fide-rapid-blitz", "racc")
CORRESPONDENCE = "racc"

Rule = Callable[[Case], Iterator[Finding]]

OVER_THE_BOARD: tuple[Rule, ...] = (
    registration_findings,
    pace_findings,
    schedule_findings,
    composition_findings,
    unplayed_findings,
    membership_findings,
    papers_findings,
)
BY_POST: tuple[Rule, ...] = (registration_findings, correspondence_findings, papers_findings)


class NotForRatings(EditionError):
    """The edition is one of another regulation: it does not say what may be rated."""

    code = "edition_not_for_ratings"


def check_event(
    record: Record,
    edition: Edition,
    *,
    list_facts: ListFacts,
    registration: Registration,
    today: date,
) -> tuple[Finding, ...]:
    """All that the edition has to say about rating the event, the gravest first, in a stable order.

    The record holds the ratings of the list in force on the first day; `today` is the day of the question.
    A refusal says that the event cannot be rated, an objection that an article speaks against it as it
    stands, a warning that something is missing or late, a note what will be counted how. Sentences and
    remedies are in `tournaments.eligibility.sentences`. Raises NotForRatings.
    """
    if edition.regulation not in REGULATIONS:
        raise NotForRatings(f"{edition.key} is an edition of {edition.regulation}; it rates no event.")
    case = Case(record, edition, list_facts, registration, today)
    rules = BY_POST if edition.regulation == CORRESPONDENCE else OVER_THE_BOARD
    found = [finding for rule in rules for finding in rule(case)]
    return tuple(sorted(found, key=lambda item: -rank(item.severity)))
