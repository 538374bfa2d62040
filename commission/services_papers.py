"""Papers by post or e-mail in the dossier: their day is the day of arrival, and with it they choose the list."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from commission.models import Dossier
from commission.services import dossier_of
from players.models import Account, RatingList
from ratings.models import Period
from ratings.services import period_for
from reports.models import ReceivedPapers
from reports.services import papers_enter, papers_withdraw
from tournaments.eligibility.papers import list_reached
from tournaments.models import Event
from tournaments.review import edition_of
from tournaments.rulebook.editions import EditionError


@dataclass(frozen=True, slots=True)
class ListOfPapers:
    """The list that papers reach: by the text, and, where that one is published already, the one still open."""

    day: date
    closing: date
    is_published: bool
    period: Period | None


@transaction.atomic
def papers_receive(event: Event, *, actor: Account, **facts: Any) -> ReceivedPapers:
    """Enter papers of an event that came by post or e-mail; from now on they are not missing any more.

    Raises what `reports.services.papers_enter` raises.
    """
    papers = papers_enter(event, actor=actor, **facts)
    _note_arrival(event)
    return papers


@transaction.atomic
def papers_take_back(papers: ReceivedPapers, *, actor: Account, reason: str) -> ReceivedPapers:
    """Say that papers were entered wrongly. Raises what `reports.services.papers_withdraw` raises."""
    withdrawn = papers_withdraw(papers, actor=actor, reason=reason)
    _note_arrival(withdrawn.event)
    return withdrawn


def _note_arrival(event: Event) -> None:
    """Before a report is handed in, the dossier has the day of the newest papers that count."""
    found = dossier_of(event)
    dossier = Dossier.objects.select_for_update(of=("self",)).get(pk=found.pk)
    if dossier.stage != Dossier.Stage.NONE:
        return
    newest = ReceivedPapers.objects.filter(event=event, withdrawn_by__isnull=True).first()
    dossier.arrived_on = newest.received_on if newest else None
    dossier.save(update_fields=["arrived_on"])


def list_of_papers(event: Event, received_on: date) -> ListOfPapers | None:
    """The list that papers received on a day reach by the event's text (1.5); None where no text says it."""
    chosen = edition_of(event) if event.start and event.rating_kind else None
    if chosen is None:
        return None
    try:
        reached = list_reached(chosen, received_on)
    except (EditionError, KeyError):
        return None
    published = RatingList.objects.filter(
        kind=event.rating_kind, effective_from=reached.day, state=RatingList.State.PUBLISHED
    )
    return ListOfPapers(
        reached.day, reached.closing, published.exists(), period_for(event.rating_kind, received_on)
    )
