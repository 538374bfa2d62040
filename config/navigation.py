"""The entries of the page's head: what everybody sees, and what an account's roles add."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from players.permissions import group_names


def navigation(request: HttpRequest) -> dict[str, Any]:
    """`nav`, `account_nav` and the federation's name for the templates."""
    here = request.path
    entries = [
        _entry(_("Events"), "tournaments:events", here, "trophy"),
        _entry(_("Players"), "players:register", here, "users"),
        _entry(_("Rating lists"), "ratings:lists", here, "list-ordered"),
        _entry(_("Verify"), "reports:verify", here, "shield-check"),
    ]
    account = getattr(request, "user", None)
    groups = group_names(account)
    if account is not None and account.is_authenticated:
        entries.append(_entry(_("My desk"), "tournaments:desk", here, "layout-grid"))
    if groups & {"commission_member", "rating_officer", "federation_admin"}:
        entries.append(_entry(_("Commission"), "commission:queue", here, "gavel"))
    if "appeals_committee" in groups:
        entries.append(_entry(_("Appeals"), "commission:appeals", here, "scale"))
    account_entries = [
        _entry(_("My requests"), "commission:requests_mine", here, "message-square-warning"),
        _entry(_("To be signed"), "commission:signing", here, "pen-line"),
        _entry(_("Signing keys"), "reports:keys", here, "key-round"),
    ]
    account_entries.append(_entry(_("My account"), "players:account", here, "circle-user"))
    if account is not None and account.is_authenticated and account.person_id:
        account_entries.insert(0, _profile_entry(account.person_id, here))
    if "federation_admin" in groups:
        account_entries.append(_entry(_("Office"), "admin:index", here, "building-2"))
    return {
        "nav": [entry for entry in entries if entry],
        "account_nav": [entry for entry in account_entries if entry],
        "federation_name": settings.FEDERATION_NAME,
        "public_address": settings.PUBLIC_ADDRESS,
    }


def _profile_entry(person_id: int, here: str) -> dict[str, Any]:
    url = reverse("players:profile", args=[person_id])
    return {"label": _("My profile"), "url": url, "active": here == url, "icon": "user"}


def _entry(label: str, name: str, here: str, icon: str) -> dict[str, Any] | None:
    try:
        url = reverse(name)
    except NoReverseMatch:
        return None
    return {"label": label, "url": url, "active": here.startswith(url), "icon": icon}
