"""Who is too near an event to decide on it, and who is only near enough for the others to know."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.utils.translation import gettext as _

from commission.models import DeclaredInterest, Dossier
from commission.permissions import (
    entered_papers,
    has_declared_interest,
    has_role_in_event,
    is_arbiter_signatory,
    of_event_or_stage,
    plays_in_event,
)
from commission.selectors import waiting
from core.keys import fold
from players.models import Account, Person
from players.permissions import COMMISSION_MEMBER, RATING_OFFICER
from reports.models import ReceivedPapers, Signature
from tournaments.models import Entry, EventOfficial


@dataclass(frozen=True, slots=True)
class Interest:
    """One tie between a member and an event in words; `excludes` where it takes the decision from him."""

    text: str
    excludes: bool


def interests_of(dossier: Dossier, account: Account) -> list[Interest]:
    """The ties between an account and a dossier's event, those that exclude first."""
    found = [
        Interest(text, excludes=True)
        for predicate, text in (
            (has_role_in_event, _("You have a role in this event.")),
            (is_arbiter_signatory, _("You signed its report as arbiter.")),
            (plays_in_event, _("You play in this event.")),
            (entered_papers, _("You entered its papers.")),
            (has_declared_interest, _("You have declared an interest.")),
        )
        if predicate(account, dossier)
    ]
    return [*found, *_near(dossier, account.person)] if account.person_id and account.person else found


def _near(dossier: Dossier, person: Person) -> list[Interest]:
    """Same region, same club: no bar, but it is said."""
    found, event = [], dossier.event
    if person.region_id is not None and person.region_id == event.region_id:
        found.append(Interest(_("The event is of your region."), excludes=False))
    club = fold(person.club).strip()
    if club and club in fold(event.organiser):
        found.append(Interest(_("Your club organises the event."), excludes=False))
    elif club and Entry.objects.filter(event=event, club__iexact=person.club.strip()).exists():
        found.append(Interest(_("Players of your club are in the event."), excludes=False))
    return found


def declared_interests(dossier: Dossier) -> list[DeclaredInterest]:
    """Every declaration about a dossier, those taken back too, with who made it."""
    return list(DeclaredInterest.objects.filter(dossier=dossier).select_related("account"))


def members_free_for(dossier: Dossier) -> QuerySet[Account]:
    """The members who may decide on a dossier: nobody with a role, a signature, a game or an interest in it."""
    members = Account.objects.filter(is_active=True, groups__name__in=(COMMISSION_MEMBER, RATING_OFFICER))
    members = members.exclude(
        pk__in=EventOfficial.objects.filter(
            of_event_or_stage(dossier.event_id), account__isnull=False
        ).values("account")
    )
    members = members.exclude(
        pk__in=ReceivedPapers.objects.filter(event_id=dossier.event_id).values("entered_by")
    )
    arbiter = Signature.objects.filter(
        of_event_or_stage(dossier.event_id, "report__event"), role=Signature.Role.ARBITER
    )
    members = members.exclude(pk__in=arbiter.filter(account__isnull=False).values("account"))
    declared = DeclaredInterest.objects.filter(dossier=dossier, ended_at__isnull=True)
    members = members.exclude(pk__in=declared.values("account"))
    players = Entry.objects.filter(of_event_or_stage(dossier.event_id), person__isnull=False).values("person")
    return members.exclude(person__in=players).distinct().order_by("display_name", "username")


def dossiers_free_for(dossiers: QuerySet[Dossier], account: Account) -> QuerySet[Dossier]:
    """Of these dossiers those that the account may decide on; the other side of `members_free_for`."""
    free = _without(dossiers, EventOfficial.objects.filter(account=account))
    signed = Signature.objects.filter(account=account, role=Signature.Role.ARBITER)
    free = _without(free, signed, "report__event")
    free = _without(free, ReceivedPapers.objects.filter(entered_by=account))
    declared = DeclaredInterest.objects.filter(account=account, ended_at__isnull=True)
    free = free.exclude(pk__in=declared.values("dossier"))
    if account.person_id is not None:
        free = _without(free, Entry.objects.filter(person=account.person_id))
    return free


def _without(dossiers: QuerySet[Dossier], ties: QuerySet[Any], way: str = "event") -> QuerySet[Dossier]:
    """The dossiers without those of the events that the ties are to, or whose stages they are to."""
    mains = ties.filter(**{f"{way}__stage_of__isnull": False}).values(f"{way}__stage_of")
    return dossiers.exclude(event__in=ties.values(way)).exclude(event__in=mains)


def next_dossier(account: Account, *, after: int | None = None) -> Dossier | None:
    """The dossier that this account should open next: his own and nobody's before others', the longest due first.

    Never one that he may not decide on, nor `after`, the event that he has just left, while there is another.
    """
    free = dossiers_free_for(waiting(), account)
    rank = Case(
        When(assigned_to=account, then=Value(0)),
        When(assigned_to__isnull=True, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    ordered = free.annotate(rank=rank).order_by("rank", F("due_on").asc(nulls_last=True), "pk")
    return (ordered if after is None else ordered.exclude(event_id=after)).first()
