"""Who may freeze, sign and return. Nobody signs a document twice, in two roles."""

from typing import Any

from players.models import RegionalAssignment
from players.permissions import (
    REGIONAL_REPRESENTATIVE,
    PermissionTable,
    all_of,
    any_of,
    group_names,
    is_commission,
    is_federation_admin,
    is_rating_officer,
    logged_in,
)
from reports.models import ReceivedPapers, Report, Signature, SigningKey
from reports.selectors import papers_of_clerk
from reports.sheets.signatures import MAIN_SHEETS
from tournaments.models import Event
from tournaments.permissions import event_roles, is_arbiter, is_director, is_participant
from tournaments.permissions import is_official as has_role

# Signed, these are for everybody; IT1 and the start lists by correspondence tell more of persons than a table does.
PUBLIC_SHEETS = (*MAIN_SHEETS, "computer_table", "it3")


def directs(account: Any, obj: Any) -> bool:
    """The predicate: the account is the chief arbiter of the event, or of the report's event."""
    return is_director(account, obj.event if isinstance(obj, Report) else obj)


def is_official(account: Any, obj: Any) -> bool:
    """The predicate: the account has a role in the event of the report, or of the papers received."""
    return isinstance(obj, Report | ReceivedPapers) and bool(event_roles(account, obj.event))


def represents_region(account: Any, obj: Any) -> bool:
    """The predicate: the account represents the region of the event of the report, or of the papers received."""
    if REGIONAL_REPRESENTATIVE not in group_names(account) or not isinstance(obj, Report | ReceivedPapers):
        return False
    region = obj.event.region_id
    return (
        region is not None and RegionalAssignment.objects.filter(account=account, region_id=region).exists()
    )


def has_not_signed(account: Any, obj: Any) -> bool:
    """The predicate: the account's name is not on the document yet."""
    return not Signature.objects.filter(report=obj, account_id=account.pk).exists()


def owns_key(account: Any, obj: Any) -> bool:
    """The predicate: the key is the account's own."""
    return isinstance(obj, SigningKey) and logged_in(account, obj) and obj.account_id == account.pk


def is_public_paper(account: Any, obj: Any) -> bool:
    """The predicate: the paper is of a kind that everybody may read once it is signed."""
    return isinstance(obj, Report) and obj.sheet in PUBLIC_SHEETS


def gets_start_list(account: Any, obj: Any) -> bool:
    """The predicate: a participant, who is sent the start list of his event."""
    return isinstance(obj, Report) and obj.sheet == "start_list" and is_participant(account, obj.event)


def is_signed(account: Any, obj: Any) -> bool:
    """The predicate: somebody signed the document; before that only those concerned read what it says."""
    return isinstance(obj, Report) and obj.is_signed


def hands_in_papers(account: Any, obj: Any) -> bool:
    """The predicate: one of the commission who entered the event's newest papers, for an arbiter without an account."""
    if not isinstance(obj, Event) or not is_commission(account, obj):
        return False
    return papers_of_clerk(obj, account) is not None


see_unsigned = any_of(is_official, is_commission, represents_region, is_rating_officer)

PERMISSIONS: PermissionTable = {
    "documents_make": any_of(has_role, is_commission),
    "slips_make": any_of(is_arbiter, is_commission),
    "prizes_edit": any_of(is_arbiter, is_commission),
    # Papers by post or e-mail are handed in by the clerk who entered them.
    "hand_in": any_of(directs, hands_in_papers),
    "papers_enter": is_commission,
    "papers_read": any_of(is_official, is_commission, represents_region),
    "sign_arbiter": all_of(directs, has_not_signed),
    "sign_region": all_of(represents_region, has_not_signed),
    "sign_rating_officer": all_of(is_rating_officer, has_not_signed),
    "see_unsigned": see_unsigned,
    "see_signed": any_of(is_public_paper, gets_start_list, see_unsigned),
    "read": any_of(see_unsigned, all_of(is_signed, any_of(is_public_paper, gets_start_list))),
    "return": any_of(directs, is_commission),
    "archive_check": is_federation_admin,
    "key_issue": logged_in,
    "sign_on_paper": any_of(is_commission, represents_region),
    "see_scans": any_of(is_official, is_commission, represents_region),
    "key_revoke": any_of(owns_key, is_federation_admin),
    "keys_see": is_federation_admin,
    "root_trust": is_federation_admin,
}
