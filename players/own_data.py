"""What the portal keeps of a player, for himself: each app adds its own parts in a module `own_data`."""

from collections.abc import Callable
from typing import Any

from core.ledger import rows_of
from players.edits import as_sent
from players.models import (
    Account,
    Arbiter,
    Invitation,
    ListedRating,
    MembershipNote,
    Person,
    ProfileClaim,
    TitleAward,
    Transfer,
)
from players.selectors import records_of
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
    return _entry(person)


@own_data_part("merged_records")
def _merged(person: Person, account: Account) -> list[Any]:
    """The records that became one with his; each keeps its own words, and what was published of it."""
    rows = person.merged.select_related("region").order_by("pk")
    return [{"record": row.pk, **_entry(row), "contact": contact_of(row)} for row in rows]


def _entry(person: Person) -> dict[str, Any]:
    entry = {name: as_sent(getattr(person, name)) for name in sorted(PERSON_FIELDS)}
    return entry | {"region": str(person.region or "")}


@own_data_part("contact")
def _contact(person: Person, account: Account) -> dict[str, str]:
    return contact_of(person)


@own_data_part("titles")
def _titles(person: Person, account: Account) -> list[Any]:
    rows = TitleAward.objects.filter(person__in=records_of(person))
    return list(rows.values("system", "title", "awarded_on", "revoked", "decision"))


@own_data_part("transfers")
def _transfers(person: Person, account: Account) -> list[Any]:
    names = ("on", "from_federation", "to_federation", "from_region__name", "to_region__name", "decision")
    return list(Transfer.objects.filter(person__in=records_of(person)).values(*names))


@own_data_part("membership")
def _membership(person: Person, account: Account) -> list[Any]:
    rows = MembershipNote.objects.filter(person__in=records_of(person))
    return list(rows.values("kind", "since", "until", "decision"))


@own_data_part("ratings")
def _ratings(person: Person, account: Account) -> list[Any]:
    names = ("rating_list__kind", "rating_list__effective_from", "name", "title", "federation", "rating")
    rows = ListedRating.objects.filter(person__in=records_of(person))
    rows = rows.order_by("rating_list__effective_from", "pk")
    return list(rows.values(*names))


@own_data_part("arbiter")
def _arbiter(person: Person, account: Account) -> list[Any]:
    """His entry in the register of arbiters, as a list: two records that became one may each have had one."""
    rows = Arbiter.objects.filter(person__in=records_of(person)).select_related("region").order_by("pk")
    return [
        {
            **{
                name: getattr(row, name)
                for name in ("number", "surname", "given_name", "fide_id", "entered_at")
            },
            "region": str(row.region or ""),
            "grades": list(row.grades.values("kind", "grade", "since", "until", "revoked", "decision")),
        }
        for row in rows
    ]


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
    names = ("at", "actor_name", "verb", "reason", "payload")
    return [row for record in records_of(person) for row in rows_of("person", record).values(*names)]
