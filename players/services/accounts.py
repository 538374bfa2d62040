"""Writes about accounts and their federation-wide roles; the federation's ledger keeps each."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.ledger import append
from players.edits import as_sent
from players.models import Account, Person, Region, RegionalAssignment
from players.permissions import FEDERATION_ADMIN, PERMISSIONS, ROLES, require
from players.services.sessions import sessions_drop

ACCOUNT_FIELDS = frozenset({"username", "display_name", "email", "language", "is_active", "person"})


@transaction.atomic
def account_create(
    *,
    actor: Account | None,
    username: str,
    password: str | None,
    display_name: str,
    roles: Iterable[str] = (),
    regions: Iterable[Region] = (),
    person: Person | None = None,
    email: str = "",
    language: str = "",
    is_active: bool = True,
    reason: str = "",
) -> Account:
    """Open an account with federation-wide roles.

    `actor` is None only for the portal's own commands. Without a password nobody can log in yet. Raises
    PermissionDenied (only the federation's administrator opens accounts), or ValidationError for a role that
    does not exist, a name already taken or a weak password.
    """
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    account = Account(
        username=username.strip(),
        display_name=display_name.strip(),
        person=person,
        email=email.strip(),
        language=language,
        is_active=is_active,
    )
    _set_password(account, password)
    account.full_clean(exclude=["password"])
    account.save()
    _write(actor, "account.created", account, reason, {"person": as_sent(person)})
    roles_set(account, actor=actor, roles=roles, regions=regions, reason=reason)
    return account


@transaction.atomic
def account_update(
    account: Account,
    *,
    actor: Account,
    reason: str,
    roles: Iterable[str] | None = None,
    regions: Iterable[Region] | None = None,
    password: str | None = None,
    keep: str = "",
    **changes: Any,
) -> Account:
    """Change an account; roles, regions and password only if they are given.

    A new password, a lost role and an account that is closed end its sessions, but for the one with the key `keep`.

    Raises PermissionDenied, or ValidationError without a reason, with a name already taken, with a weak
    password, or when nobody would be left who can open the office.
    """
    require(PERMISSIONS, "office", actor)
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the account changes.")})
    unknown = sorted(set(changes) - ACCOUNT_FIELDS)
    if unknown:
        raise ValidationError(_("There is no field %(name)s.") % {"name": unknown[0]})
    stored = Account.objects.select_for_update().get(pk=account.pk)
    changed = sorted(
        name for name, value in changes.items() if as_sent(getattr(stored, name)) != as_sent(value)
    )
    for name in changed:
        value = changes[name]
        setattr(stored, name, value.strip() if isinstance(value, str) else value)
    if password:
        _set_password(stored, password)
        changed.append("password")
    stored.full_clean(exclude=["password"])
    stored.save()
    if changed:
        # The name of what changed, not its value: a person's address does not belong into rows kept for good.
        _write(actor, "account.changed", stored, reason, {"changed": changed})
    if password or ("is_active" in changed and not stored.is_active):
        sessions_drop(stored, keep=keep)
    if not stored.is_active:
        _end_invitations_of(stored, actor)
    if roles is not None or regions is not None:
        _roles_changed(stored, actor=actor, roles=roles, regions=regions, reason=reason, keep=keep)
    _refuse_empty_office()
    return stored


def _roles_changed(
    account: Account,
    *,
    actor: Account,
    roles: Iterable[str] | None,
    regions: Iterable[Region] | None,
    reason: str,
    keep: str,
) -> None:
    held = [assignment.region for assignment in account.regional_assignments.select_related("region")]
    names = list(account.groups.values_list("name", flat=True))
    wanted_roles = names if roles is None else list(roles)
    wanted_regions = held if regions is None else list(regions)
    same_regions = {region.pk for region in wanted_regions} == {region.pk for region in held}
    if set(wanted_roles) != set(names) or not same_regions:
        roles_set(account, actor=actor, roles=wanted_roles, regions=wanted_regions, reason=reason, keep=keep)


@transaction.atomic
def roles_set(
    account: Account,
    *,
    actor: Account | None,
    roles: Iterable[str],
    regions: Iterable[Region] = (),
    reason: str = "",
    keep: str = "",
) -> None:
    """Give an account exactly these federation-wide roles and regions; the federation's ledger keeps it.

    Whoever loses one loses his sessions, but for the one with the key `keep`; whoever leaves the office also what he
    has offered to others. Raises PermissionDenied, or ValidationError for a role that does not exist.
    """
    if actor is not None:
        require(PERMISSIONS, "office", actor)
    wanted = sorted(set(roles))
    unknown = [name for name in wanted if name not in ROLES]
    if unknown:
        raise ValidationError(_("There is no role %(name)s.") % {"name": unknown[0]})
    lost = set(account.groups.values_list("name", flat=True)) - set(wanted)
    account.groups.set([Group.objects.get_or_create(name=name)[0] for name in wanted])
    account.is_staff = FEDERATION_ADMIN in wanted
    account.save(update_fields=["is_staff"])
    account.__dict__.pop("_group_names", None)
    chosen = list(regions)
    away, _rows = RegionalAssignment.objects.filter(account=account).exclude(region__in=chosen).delete()
    for region in chosen:
        RegionalAssignment.objects.get_or_create(account=account, region=region)
    payload = {"roles": wanted, "regions": sorted(region.code for region in chosen)}
    _write(actor, "account.roles", account, reason, payload)
    if lost or away:
        sessions_drop(account, keep=keep)
    if FEDERATION_ADMIN in lost:
        _end_invitations_of(account, actor)


@transaction.atomic
def office_open(*, username: str, password: str, display_name: str) -> Account:
    """The first account of a portal: the federation's administrator, opened from the command line.

    An account of that name that exists already gets the role beside those it has, and the password. Raises
    ValidationError for a weak password or a bad name.
    """
    found = Account.objects.select_for_update().filter(username=username).first()
    reason = "opened from the command line"
    if found is None:
        return account_create(
            actor=None,
            username=username,
            password=password,
            display_name=display_name,
            roles=(FEDERATION_ADMIN,),
            reason=reason,
        )
    _set_password(found, password)
    found.is_active = True
    found.save()
    sessions_drop(found)
    _write(None, "account.changed", found, reason, {"changed": ["is_active", "password"]})
    roles = {*found.groups.values_list("name", flat=True), FEDERATION_ADMIN}
    regions = [assignment.region for assignment in found.regional_assignments.select_related("region")]
    roles_set(found, actor=None, roles=roles, regions=regions, reason=reason)
    return found


def _end_invitations_of(account: Account, actor: Account | None) -> None:
    # Invitations open accounts, so their module knows this one.
    from players.services.invitations import invitations_end_of

    invitations_end_of(account, actor=actor)


def _set_password(account: Account, password: str | None) -> None:
    if password is None:
        account.set_unusable_password()
        return
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise ValidationError({"password": error.messages}) from error
    account.set_password(password)


def _refuse_empty_office() -> None:
    """Somebody must be able to open the office, or nobody could ever give a role again."""
    if not Account.objects.filter(groups__name=FEDERATION_ADMIN, is_active=True).exists():
        raise ValidationError(
            _("Nobody would be left who can open the office. Give the role to somebody else first.")
        )


def _write(actor: Account | None, verb: str, account: Account, reason: str, payload: dict[str, Any]) -> None:
    append(
        scope="federation",
        object_id="accounts",
        actor_id=actor.pk if actor else None,
        actor_name=actor.shown_name if actor else "portal",
        verb=verb,
        reason=reason,
        payload={"account": account.pk, "username": account.username, **payload},
    )
