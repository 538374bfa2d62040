"""Who is too near an event to decide on it, and who is only near enough for the others to know."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from commission.models import DeclaredInterest, Dossier
from commission.permissions import has_declared_interest, is_arbiter_signatory, is_official, plays_in_event
from core.keys import fold
from players.models import Account, Person
from tournaments.models import Entry


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
            (is_official, _("You have a role in this event.")),
            (is_arbiter_signatory, _("You signed its report as arbiter.")),
            (plays_in_event, _("You play in this event.")),
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
