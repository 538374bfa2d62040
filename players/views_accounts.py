"""One's own log-in: the second factor, and the password, whose change the ledger hears of."""

from base64 import b32encode
from typing import Any

import django_otp
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_otp.plugins.otp_totp.models import TOTPDevice

from core.qr import qr_svg
from players.forms_accounts import CodeForm, ResetForm
from players.models import Account
from players.permissions import PERMISSIONS, require
from players.services.second_factor import (
    codes_left,
    factor_begin,
    factor_check,
    factor_confirm,
    factor_reset,
    has_factor,
    password_changed,
)


@sensitive_post_parameters("code")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set the second factor up, or show it: one page, which the gate leads to after the password."""
    account: Any = request.user
    if not has_factor(account):
        return _set_up(request, account)
    if account.is_verified():
        return render(request, "players/second_factor_on.html", {"left": codes_left(account)})
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        device = factor_check(account, code=form.cleaned_data["code"])
        if device is not None:
            _let_in(request, device)
            return redirect(_after(request))
        form.add_error(
            "code", _("The code does not fit, or was used already. Wait a moment before the next one.")
        )
    status = 422 if form.errors else 200
    return render(
        request, "players/second_factor.html", {"form": form, "next": _after(request)}, status=status
    )


def _set_up(request: HttpRequest, account: Account) -> HttpResponse:
    """The secret as a picture and in letters, confirmed by a first code; then the recovery codes, once."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            device, codes = factor_confirm(account, code=form.cleaned_data["code"])
        except ValidationError as error:
            form.add_error("code", error)
        else:
            _let_in(request, device)
            shown = {"codes": codes, "next": _after(request)}
            return render(request, "players/recovery_codes.html", shown)
    waiting = factor_begin(account)
    context = {
        "form": form,
        "qr": qr_svg(waiting.config_url),
        "secret": _in_groups(waiting),
        "next": _after(request),
    }
    return render(request, "players/second_factor_setup.html", context, status=422 if form.errors else 200)


def _in_groups(device: TOTPDevice) -> str:
    letters = b32encode(device.bin_key).decode().rstrip("=")
    return " ".join(letters[place : place + 4] for place in range(0, len(letters), 4))


def _let_in(request: HttpRequest, device: Any) -> None:
    request.session.cycle_key()
    django_otp.login(request, device)


def _after(request: HttpRequest) -> str:
    """Where the reader wanted to go, if that is in this portal."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if own else reverse("tournaments:desk")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def reset_second_factor(request: HttpRequest, pk: int) -> HttpResponse:
    """The office takes a lost second factor away, with a reason."""
    require(PERMISSIONS, "office", request.user)
    account = get_object_or_404(Account, pk=pk)
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            factor_reset(account, actor=request.user, reason=form.cleaned_data["reason"])  # type: ignore[arg-type]
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            messages.success(request, _("The second factor is taken away; the ledger has the reason."))
            return redirect("players:access", pk)
    context = {"form": form, "account": account, "has_factor": has_factor(account)}
    return render(request, "players/second_factor_reset.html", context, status=422 if form.errors else 200)


class PasswordChange(auth_views.PasswordChangeView):
    """Django's view; the ledger hears of it."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Save and tell in one transaction."""
        with transaction.atomic():
            password_changed(form.user, keep=self.request.session.session_key or "")
            return super().form_valid(form)


class PasswordByMail(auth_views.PasswordResetConfirmView):
    """Django's view; the ledger hears of it."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Save and tell in one transaction."""
        with transaction.atomic():
            password_changed(form.user, by_mail=True)
            return super().form_valid(form)
