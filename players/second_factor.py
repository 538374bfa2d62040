"""The second factor of a log-in: who must show one, and the gate that lets nobody of them past without it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from players.permissions import (
    APPEALS_COMMITTEE,
    COMMISSION_MEMBER,
    FEDERATION_ADMIN,
    RATING_OFFICER,
    REGIONAL_REPRESENTATIVE,
    group_names,
)

# Whoever decides or signs for the federation.
ROLES_WITH_FACTOR = frozenset(
    {FEDERATION_ADMIN, COMMISSION_MEMBER, RATING_OFFICER, REGIONAL_REPRESENTATIVE, APPEALS_COMMITTEE}
)
OPEN_NAMES = ("players:second_factor", "logout", "set_language", "healthz")


def must_show_factor(account: Any) -> bool:
    """Whether the account's roles ask for a second factor in this portal."""
    return bool(settings.SECOND_FACTOR_REQUIRED and ROLES_WITH_FACTOR & group_names(account))


class SecondFactorMiddleware:
    """Sends who has shown the password alone to the page of the second factor; nothing else opens before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or lead to the second factor and from there back."""
        if not settings.SECOND_FACTOR_REQUIRED or request.path in {reverse(name) for name in OPEN_NAMES}:
            return self.get_response(request)
        user: Any = request.user
        if not must_show_factor(user) or user.is_verified():
            return self.get_response(request)
        after = request.get_full_path() if request.method == "GET" else ""
        words = f"?{urlencode({'next': after})}" if after else ""
        return redirect(reverse("players:second_factor") + words)
