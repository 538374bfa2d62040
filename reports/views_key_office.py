"""The federation's office: all signing keys, and the other authorities that are trusted."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.templatetags.ui import state
from players.listing import Column, ListPage
from players.listing_days import day_column, moment_column
from players.permissions import require
from reports import services
from reports.authority import KEY_DAYS, AuthorityMissing
from reports.forms import RevokeForm, RootForm
from reports.importing import common_name
from reports.keys import authority
from reports.models import Role, SigningKey, TrustedRoot
from reports.permissions import PERMISSIONS
from tournaments.errors import DomainError

MOST_ROOT_BYTES = 2_000_000


@login_required
@never_cache
@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    """All signing keys: whose, issued by whom, for what, until when; filtered by state and name."""
    require(PERMISSIONS, "keys_see", request.user)
    wanted = request.GET.get("state", "")
    rows = _in_state(SigningKey.objects.select_related("account"), wanted)
    for term in request.GET.get("q", "").split()[:5]:
        rows = rows.filter(Q(common_name__icontains=term) | Q(serial__startswith=term.lower()))
    choices = [("", _("all")), ("valid", _("valid")), ("ended", _("ended")), ("revoked", _("revoked"))]
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="name",
        empty_title=_("No key"),
        empty_text=_("Everybody makes his own key on the page of his signing keys."),
        empty_icon="key-round",
        filters=[{"name": "state", "label": _("State"), "options": choices, "value": wanted}],
        caption=_("Signing keys"),
        query_label=_("Name or serial number"),
        desk=True,
    )
    return table.download("signing-keys") or render(request, "reports/key_office.html", {"table": table})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def key(request: HttpRequest, pk: int) -> HttpResponse:
    """One key: its certificate, what it signed, and the form that revokes it for its owner."""
    require(PERMISSIONS, "keys_see", request.user)
    found = get_object_or_404(SigningKey.objects.select_related("account", "root"), pk=pk)
    form = RevokeForm(request.POST if request.method == "POST" else None)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            services.key_revoke(
                found,
                actor=request.user,  # type: ignore[arg-type]
                reason=form.cleaned_data["reason"],
                not_trusted_since=form.cleaned_data["since"],
            )
            messages.success(request, _("The key is revoked."))
            return redirect("reports:office_key", pk=pk)
        except DomainError as error:
            refusal = error
    context = {
        "key": found,
        "state": _state(found),
        "form": form,
        "refusal": refusal,
        "signatures": found.signatures.select_related("report", "report__event").order_by("-signed_at")[:50],
        "crumbs": [(_("All signing keys"), reverse("reports:office_keys"))],
    }
    status = 422 if refusal or form.errors else 200
    return render(request, "reports/key_of_somebody.html", context, status=status)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def authorities(request: HttpRequest) -> HttpResponse:
    """The portal's own authority and the others; the form adds one, or gives one a newer list of revoked keys."""
    require(PERMISSIONS, "root_trust", request.user)
    sent = request.method == "POST"
    form = RootForm(request.POST, request.FILES) if sent else RootForm()
    if sent and form.is_valid():
        revoked = form.cleaned_data["revocation_list"]
        try:
            services.root_trust(
                actor=request.user,  # type: ignore[arg-type]
                certificate=form.cleaned_data["certificate"].read(MOST_ROOT_BYTES),
                revocation_list=revoked.read(MOST_ROOT_BYTES) if revoked else b"",
                note=form.cleaned_data["note"],
            )
            messages.success(request, _("The authority is trusted from now on."))
            return redirect("reports:authorities")
        except DomainError as error:
            form.add_error("certificate", str(error))
    return _authorities_page(request, form, status=422 if form.errors else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Trust an authority no longer, with a reason."""
    root = get_object_or_404(TrustedRoot, pk=pk)
    try:
        services.root_withdraw(root, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        return _authorities_page(request, RootForm(), status=422, refusal=error)
    messages.success(request, _("The authority is not trusted any more."))
    return redirect("reports:authorities")


def _authorities_page(
    request: HttpRequest, form: RootForm, *, status: int, refusal: DomainError | None = None
) -> HttpResponse:
    try:
        own: dict[str, Any] | None = _own_authority()
    except AuthorityMissing:
        own = None
    context = {
        "own": own,
        "roots": TrustedRoot.objects.select_related("added_by"),
        "form": form,
        "refusal": refusal,
        "crumbs": [(_("All signing keys"), reverse("reports:office_keys"))],
    }
    return render(request, "reports/authorities.html", context, status=status)


def _own_authority() -> dict[str, Any]:
    opened = authority()
    return {
        "name": common_name(opened.root.subject),
        "issuing": common_name(opened.issuing.subject),
        "until": opened.issuing.not_valid_after_utc,
        "serial": f"{opened.root.serial_number:x}",
        "ends_soon": opened.issuing.not_valid_after_utc - timezone.now() < timedelta(days=KEY_DAYS),
        "earlier": [
            (common_name(each.issuing.subject), each.issuing.not_valid_after_utc) for each in opened.earlier
        ],
    }


def _in_state(rows: QuerySet[SigningKey], wanted: str) -> QuerySet[SigningKey]:
    now = timezone.now()
    if wanted == "valid":
        return rows.filter(revoked_at__isnull=True, not_after__gt=now)
    if wanted == "ended":
        return rows.filter(revoked_at__isnull=True, not_after__lte=now)
    return rows.filter(revoked_at__isnull=False) if wanted == "revoked" else rows


def _columns() -> list[Column]:
    roles = dict(Role.choices)
    return [
        Column(
            "name",
            _("Name"),
            lambda row: row.common_name,
            ("common_name",),
            link=lambda row: reverse("reports:office_key", args=[row.pk]),
        ),
        Column("role", _("Role"), lambda row: roles.get(row.role, _("any")), ("role",), fold=True),
        Column("issuer", _("Issued by"), lambda row: row.issuer, ("issuer",), fold=True),
        day_column("until", _("Valid until"), lambda row: row.not_after, order=("not_after",), fold=True),
        Column(
            "state",
            _("State"),
            lambda row: _state(row)[1],
            html=lambda row: state(*_state(row)),
        ),
        moment_column(
            "revoked",
            _("Revoked"),
            lambda row: row.revoked_at,
            order=("revoked_at",),
            fold=True,
        ),
    ]


def _state(found: SigningKey) -> tuple[str, str]:
    if found.revoked_at is not None:
        return "cancelled", _("revoked")
    return ("superseded", _("ended")) if found.not_after <= timezone.now() else ("valid", _("valid"))
