"""Who may do what: the federation's roles as predicates, and the one gate that checks them.

Each app has its own table `PERMISSIONS` of name -> predicate beside its data. A failed check denies and logs.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from players.models import Account, Person, ProfileClaim

logger = logging.getLogger("crosstable.permissions")

Predicate = Callable[[Any, Any], bool]
PermissionTable = Mapping[str, Predicate]

FEDERATION_ADMIN = "federation_admin"
COMMISSION_MEMBER = "commission_member"
RATING_OFFICER = "rating_officer"
REGIONAL_REPRESENTATIVE = "regional_representative"
APPEALS_COMMITTEE = "appeals_committee"
PLAYER = "player"
ROLES = (
    FEDERATION_ADMIN,
    COMMISSION_MEMBER,
    RATING_OFFICER,
    REGIONAL_REPRESENTATIVE,
    APPEALS_COMMITTEE,
    PLAYER,
)


def in_group(name: str) -> Predicate:
    """The predicate: the account is in the group (asked from the database once per request's account)."""

    def predicate(account: Any, obj: Any) -> bool:
        return name in group_names(account)

    return predicate


def group_names(account: Any) -> frozenset[str]:
    """The names of an account's groups; empty for somebody who is not logged in or not active."""
    if not getattr(account, "is_authenticated", False) or not account.is_active:
        return frozenset()
    cached: frozenset[str] | None = account.__dict__.get("_group_names")
    if cached is None:
        cached = frozenset(account.groups.values_list("name", flat=True))
        account.__dict__["_group_names"] = cached
    return cached


def anyone(account: Any, obj: Any) -> bool:
    """The predicate that lets everybody through."""
    return True


def logged_in(account: Any, obj: Any) -> bool:
    """The predicate: somebody is logged in."""
    return bool(getattr(account, "is_authenticated", False) and account.is_active)


def any_of(*predicates: Predicate) -> Predicate:
    """True if one of the predicates is."""
    return lambda account, obj: any(predicate(account, obj) for predicate in predicates)


def all_of(*predicates: Predicate) -> Predicate:
    """True if all of the predicates are."""
    return lambda account, obj: all(predicate(account, obj) for predicate in predicates)


def none_of(*predicates: Predicate) -> Predicate:
    """True if none of the predicates is."""
    return lambda account, obj: not any(predicate(account, obj) for predicate in predicates)


is_federation_admin = in_group(FEDERATION_ADMIN)
is_commission_member = in_group(COMMISSION_MEMBER)
is_rating_officer = in_group(RATING_OFFICER)
is_appeals_committee = in_group(APPEALS_COMMITTEE)
is_commission = any_of(is_commission_member, is_rating_officer, is_federation_admin)


def is_self(account: Any, person: Any) -> bool:
    """The predicate: the person is the account's own profile, or the one into which that was merged."""
    if not logged_in(account, person) or account.person_id is None:
        return False
    if account.person_id == person.pk:
        return True
    return Person.objects.filter(pk=account.person_id, merged_into=person.pk).exists()


def has_profile(account: Any, obj: Any) -> bool:
    """The predicate: the account is linked to a player."""
    return logged_in(account, obj) and account.person_id is not None


def is_claimant(account: Any, claim: Any) -> bool:
    """The predicate: the account made the claim of a profile."""
    return logged_in(account, claim) and isinstance(claim, ProfileClaim) and claim.account_id == account.pk


PERMISSIONS: PermissionTable = {
    "person_create": is_commission,
    "person_edit": is_commission,
    "person_view_private": any_of(is_commission, is_self),
    "person_find_by_national_number": logged_in,
    "own_data": is_self,
    "contact_edit": is_self,
    "contact_view": any_of(is_commission, is_self),
    "claim_make": all_of(logged_in, none_of(has_profile)),
    "claim_withdraw": is_claimant,
    "claim_view": any_of(is_commission, is_claimant),
    # Nobody confirms that he himself is somebody.
    "claim_decide": all_of(is_commission, none_of(is_claimant)),
    "claims": is_commission,
    "office": any_of(is_federation_admin),
    # The registers of arbiters and of rating officers.
    "registers_keep": is_commission,
}


def allowed(table: PermissionTable, name: str, account: Any, obj: Any = None) -> bool:
    """Whether the account may; raises KeyError for a permission that is not in the table."""
    return table[name](account, obj)


def require(table: PermissionTable, name: str, account: Any, obj: Any = None) -> None:
    """Pass in silence or raise PermissionDenied; a refusal is logged with who, what and on which object."""
    if not allowed(table, name, account, obj):
        who = account.pk if isinstance(account, Account) else "anonymous"
        logger.warning("denied %s to %s on %s", name, who, f"{type(obj).__name__} {getattr(obj, 'pk', '')}")
        raise PermissionDenied(_("You do not have the right to do this."))
