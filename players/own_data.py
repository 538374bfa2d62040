"""What the portal keeps of a player, for himself: each app adds its own parts in a module `own_data`."""

from collections.abc import Callable
from typing import Any

from core.ledger import rows_of
from players.edits import as_sent
from players.models import Account, Invitation, ListedRating, Person, ProfileClaim
from players.services import PERSON_FIELDS
from players.services.contacts import contact_of
from players.services.sessions import sessions_of

Part = Callable[[Person, Account], Any]
_parts: dict[str, Part] = {}


def own_data_part(name: str) -> Callable[[Part], Part]:
    """Register what an app keeps of a player, under this name of the file."""

    def register(part: Part) -> Part:
        _parts[name] = part
        return part

    return register


def everything_of(person: Person, account: Account) -> dict[str, Any]:
    """All parts, as they go into the file."""
    return {name: part(person, account) for name, part in _parts.items()}


@own_data_part("register")
def _register(person: Person, account: Account) -> dict[str, Any]:
    entry = {name: as_sent(getattr(person, name)) for name in sorted(PERSON_FIELDS)}
    return entry | {"region": str(person.region or "")}


@own_data_part("contact")
def _contact(person: Person, account: Account) -> dict[str, str]:
    return contact_of(person)


@own_data_part("titles")
def _titles(person: Person, account: Account) -> list[Any]:
    return list(person.title_awards.values("system", "title", "awarded_on", "revoked", "decision"))


@own_data_part("transfers")
def _transfers(person: Person, account: Account) -> list[Any]:
    names = ("on", "from_federation", "to_federation", "from_region__name", "to_region__name", "decision")
    return list(person.transfers.values(*names))


@own_data_part("membership")
def _membership(person: Person, account: Account) -> list[Any]:
    return list(person.membership_notes.values("kind", "since", "until", "decision"))


@own_data_part("ratings")
def _ratings(person: Person, account: Account) -> list[Any]:
    names = ("rating_list__kind", "rating_list__effective_from", "name", "title", "federation", "rating")
    rows = ListedRating.objects.filter(person=person).order_by("rating_list__effective_from", "pk")
    return list(rows.values(*names))


@own_data_part("account")
def _account(person: Person, account: Account) -> dict[str, Any]:
    kept = {name: getattr(account, name) for name in ("username", "display_name", "email", "language")}
    roles = sorted(account.groups.values_list("name", flat=True))
    return kept | {"opened": account.date_joined, "last_log_in": account.last_login, "roles": roles}


@own_data_part("sessions")
def _sessions(person: Person, account: Account) -> list[Any]:
    names = ("browser", "system", "place", "since", "seen_at")
    return [{name: getattr(row, name) for name in names} for row in sessions_of(account)]


@own_data_part("invitations")
def _invitations(person: Person, account: Account) -> list[Any]:
    rows = Invitation.objects.filter(account=account)
    names = ("email", "display_name", "roles", "region__name", "invited_by__display_name", "invited_at")
    return list(rows.values(*names, "accepted_at"))


@own_data_part("claims")
def _claims(person: Person, account: Account) -> list[Any]:
    rows = ProfileClaim.objects.filter(account=account).order_by("made_at")
    return list(rows.values("person_id", "state", "agreed", "made_at", "decided_at", "reason"))


@own_data_part("ledger")
def _ledger(person: Person, account: Account) -> list[Any]:
    return list(rows_of("person", person.pk).values("at", "actor_name", "verb", "reason", "payload"))
