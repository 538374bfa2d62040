"""Everybody's own signing keys: made, shown, revoked."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from players.permissions import allowed
from reports import services
from reports.forms import KeyForm, KeyImportForm
from reports.importing import MOST_BYTES
from reports.models import SigningKey
from reports.permissions import PERMISSIONS
from reports.services.roots import trusted_roots
from tournaments.errors import DomainError


@sensitive_post_parameters("passphrase", "again")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """One's own signing keys, and the form that makes a new one."""
    form = KeyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.key_issue(
                request.user,  # type: ignore[arg-type]
                actor=request.user,  # type: ignore[arg-type]
                passphrase=form.cleaned_data["passphrase"],
                role=form.cleaned_data["role"],
            )
        except (ValidationError, DomainError) as error:
            _tell(form, error)
        else:
            messages.success(request, _("Your key is ready. Remember its passphrase; nobody can restore it."))
            return redirect("reports:keys")
    return _page(request, form, status=422 if form.errors else 200)


@sensitive_post_parameters("passphrase", "again", "file_passphrase")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Bring a key along that another authority issued."""
    sent = request.method == "POST"
    form = KeyImportForm(request.POST, request.FILES) if sent else KeyImportForm()
    if sent and form.is_valid():
        try:
            services.key_import(
                request.user,  # type: ignore[arg-type]
                actor=request.user,  # type: ignore[arg-type]
                data=form.cleaned_data["file"].read(MOST_BYTES + 1),
                file_passphrase=form.cleaned_data["file_passphrase"],
                passphrase=form.cleaned_data["passphrase"],
                role=form.cleaned_data["role"],
            )
        except (ValidationError, DomainError) as error:
            _tell(form, error)
        else:
            messages.success(request, _("The key was checked and is ready to sign."))
            return redirect("reports:keys")
    context = {
        "form": form,
        "authorities": trusted_roots(),
        "crumbs": [(_("Signing keys"), reverse("reports:keys"))],
    }
    return render(request, "reports/key_import.html", context, status=422 if form.errors else 200)


def _tell(form: forms.Form, error: ValidationError | DomainError) -> None:
    """Put a refusal where it belongs on the form."""
    if isinstance(error, ValidationError):
        form.add_error(None, error)
        return
    text = f"{error.message} {error.hint}".strip()
    form.add_error(error.field if error.field in form.fields else None, text)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a key of one's own; somebody else's does not exist here."""
    key = get_object_or_404(SigningKey, pk=pk, account_id=request.user.pk)
    try:
        services.key_revoke(key, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        return _page(request, KeyForm(), status=422, refusal=error)
    messages.success(request, _("The key is revoked from now on; what it signed before stays signed."))
    return redirect("reports:keys")


def _page(
    request: HttpRequest, form: KeyForm, *, status: int, refusal: DomainError | None = None
) -> HttpResponse:
    own = list(SigningKey.objects.filter(account=request.user))  # type: ignore[misc]
    now = timezone.now()
    shown = [(key, _state(key.revoked_at is not None, key.not_after <= now)) for key in own]
    context = {
        "keys": shown,
        "form": form,
        "refusal": refusal,
        "has_valid": any(state[0] == "valid" for _key, state in shown),
        "sees_all": allowed(PERMISSIONS, "keys_see", request.user),
    }
    return render(request, "reports/keys.html", context, status=status)


def _state(revoked: bool, ended: bool) -> tuple[str, str]:
    if revoked:
        return "cancelled", _("revoked")
    return ("superseded", _("ended")) if ended else ("valid", _("valid"))
