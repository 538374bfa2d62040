"""Reminders of terms: whom they concern, that each goes out once a stage, and the row of the ledger."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from commission.deadlines import Clock, clocks_of, events_with_terms
from commission.models import DeadlineReminder
from players.models import Account
from players.permissions import COMMISSION_MEMBER
from tournaments.models import Event, EventOfficial
from tournaments.services.common import write_ledger


@dataclass(frozen=True, slots=True)
class DueTerm:
    """A term of an event that somebody is to be reminded of today."""

    event: Event
    clock: Clock

    @property
    def key(self) -> tuple[int, str, date, str]:
        """What tells one reminder of an event from another."""
        return self.event.pk, self.clock.deadline.key, self.clock.deadline.due, self.clock.stage


def terms_due(today: date) -> Iterator[DueTerm]:
    """The terms at a stage of reminding, in the order of the events."""
    for event in events_with_terms(today):
        yield from (DueTerm(event, clock) for clock in clocks_of(event, today) if clock.stage)


def accounts_concerned(term: DueTerm) -> list[Account]:
    """Who is written to and was not yet at this stage: the chief arbiters, for its own part the commission.

    Of the commission the member who has the dossier; before anybody has it every member. Accounts without an
    address, or no longer active, are left out.
    """
    if not term.clock.deadline.of_commission:
        chosen = Account.objects.filter(
            event_roles__event=term.event, event_roles__role=EventOfficial.Role.CHIEF_ARBITER
        )
    else:
        dossier = getattr(term.event, "dossier", None)
        if dossier is None or dossier.arrived_on is None:
            return []
        members = Account.objects.filter(groups__name=COMMISSION_MEMBER)
        chosen = members.filter(pk=dossier.assigned_to_id) if dossier.assigned_to_id else members
    event, key, due, stage = term.key
    had = DeadlineReminder.objects.filter(event_id=event, key=key, due=due, stage=stage).values("account")
    return list(chosen.filter(is_active=True).exclude(email="").exclude(pk__in=had).distinct().order_by("pk"))


def reminder_claim(term: DueTerm, account: Account) -> bool:
    """Note that the reminder goes out, in the caller's transaction; False where it went out before."""
    event, key, due, stage = term.key
    _row, made = DeadlineReminder.objects.get_or_create(
        event_id=event,
        account=account,
        key=key,
        due=due,
        stage=stage,
        defaults={"sent_at": timezone.now()},
    )
    return made


@transaction.atomic
def reminders_told(term: DueTerm, *, count: int) -> None:
    """The ledger row of a term's reminders; it names nobody."""
    _event, key, due, stage = term.key
    write_ledger(
        term.event,
        actor=None,
        verb="deadline.reminded",
        payload={"what": key, "day": due.isoformat(), "stage": stage, "count": count},
    )
