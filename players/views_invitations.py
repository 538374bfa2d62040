"""Invitations: the office's list and form, and the page that the private link opens."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from core.templatetags.ui import state
from core.throttle import sender, within_limit
from players.forms_accounts import AcceptForm, InvitationForm, ResetForm
from players.listing import Column, ListPage
from players.listing_days import moment_column
from players.models import Account, Invitation
from players.permissions import PERMISSIONS, require
from players.role_words import roles_in_words
from players.second_factor import must_show_factor
from players.services.invitations import (
    invitation_accept,
    invitation_by_token,
    invitation_make,
    invitation_renew,
    invitation_withdraw,
)

BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_AN_HOUR, HOUR = 60, 3600
State = Invitation.State


@login_required
@never_cache
@require_safe
def invitations(request: HttpRequest) -> HttpResponse:
    """All invitations with what became of them; those that wait come first."""
    require(PERMISSIONS, "office", request.user)
    wanted = request.GET.get("state", "")
    rows = _of_state(Invitation.objects.select_related("region", "invited_by"), wanted)
    query = request.GET.get("q", "").strip()
    if query:
        rows = rows.filter(Q(display_name__icontains=query) | Q(email__icontains=query))
    options = [("", _("all states")), *State.choices]
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="-invited",
        empty_title=_("No invitation found") if query or wanted else _("Nobody is invited"),
        empty_text=_("Whoever is invited opens his account himself, by a link that holds for a week."),
        empty_icon="mail",
        empty_action=(_("Invite somebody"), reverse("players:invite")),
        filters=[{"name": "state", "label": _("State"), "options": options, "value": wanted}],
        query_label=_("Name or e-mail"),
        caption=_("Invitations"),
        desk=True,
    )
    crumbs = [(_("Office"), reverse("admin:index"))]
    return table.download("invitations") or render(
        request, "players/invitations.html", {"table": table, "crumbs": crumbs}
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """Invite somebody by e-mail, with roles and, for a representative, the region."""
    require(PERMISSIONS, "office", request.user)
    form = InvitationForm(request.POST or None)
    actor: Any = request.user
    if request.method == "POST" and form.is_valid():
        try:
            made = invitation_make(actor=actor, **form.cleaned_data)
        except ValidationError as error:
            form.show_refusal(error)
        else:
            messages.success(request, _("The invitation is on its way to %(name)s.") % {"name": made})
            return redirect("players:invitations")
    context = {"form": form, "crumbs": _crumbs()}
    return render(request, "players/invite.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """One invitation: sent again, or withdrawn with a reason."""
    require(PERMISSIONS, "office", request.user)
    found = get_object_or_404(Invitation.objects.select_related("region", "invited_by", "account"), pk=pk)
    withdraws = request.POST.get("do") == "withdraw"
    form = ResetForm(request.POST if withdraws else None)
    refusal: list[str] = []
    actor: Any = request.user
    if request.method == "POST" and (not withdraws or form.is_valid()):
        try:
            if withdraws:
                invitation_withdraw(found, actor=actor, reason=form.cleaned_data["reason"])
                messages.success(request, _("The invitation is withdrawn; its link opens nothing."))
            else:
                invitation_renew(found, actor=actor)
                messages.success(request, _("A new link is on its way; the old one opens nothing."))
            return redirect("players:invitation", pk)
        except ValidationError as error:
            refusal = error.messages
    context = {
        "invitation": found,
        "roles": roles_in_words(found.roles),
        "form": form,
        "refusal": refusal,
        "undecided": found.state in (State.OPEN, State.EXPIRED),
        "crumbs": _crumbs(),
    }
    return render(request, "players/invitation.html", context, status=422 if form.errors or refusal else 200)


@sensitive_post_parameters("password", "again")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_own(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the private link: a name and a password open the account, then the second factor is set up.

    A link that does not hold says so in the same words whatever the reason, and nothing of any account.
    """
    if not within_limit(f"invitation:{sender(request)}", most=MOST_AN_HOUR, seconds=HOUR):
        return render(request, "429.html", {"message": _("Too many attempts from here.")}, status=429)
    found = invitation_by_token(token)
    if found is None:
        return _private(render(request, "players/invitation_ended.html", status=410))
    form = AcceptForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            account = invitation_accept(
                found, username=data["username"], password=data["password"], language=get_language() or ""
            )
        except ValidationError as error:
            form.show_refusal(error)
        else:
            return _let_in(request, account)
    context = {"form": form, "invitation": found, "roles": roles_in_words(found.roles)}
    return _private(
        render(request, "players/invitation_own.html", context, status=422 if form.errors else 200)
    )


def _let_in(request: HttpRequest, account: Account) -> HttpResponse:
    login(request, account, backend=BACKEND)
    messages.success(request, _("Your account is open."))
    return redirect("players:second_factor" if must_show_factor(account) else "players:account")


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _of_state(rows: QuerySet[Invitation], wanted: str) -> QuerySet[Invitation]:
    now = timezone.now()
    undecided = Q(accepted_at__isnull=True, withdrawn_at__isnull=True)
    states = {
        State.OPEN: undecided & Q(expires_at__gt=now),
        State.EXPIRED: undecided & Q(expires_at__lte=now),
        State.ACCEPTED: Q(accepted_at__isnull=False),
        State.WITHDRAWN: Q(withdrawn_at__isnull=False),
    }
    return rows.filter(states[State(wanted)]) if wanted in State.values else rows


def _crumbs() -> list[tuple[str, str]]:
    return [(_("Office"), reverse("admin:index")), (_("Invitations"), reverse("players:invitations"))]


def _columns() -> list[Column]:
    return [
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.display_name,
            order=("display_name",),
            link=lambda row: reverse("players:invitation", args=[row.pk]),
        ),
        Column("email", gettext_lazy("E-mail"), lambda row: row.email, order=("email",), fold=True),
        Column("roles", gettext_lazy("Roles"), _roles, fold=True),
        moment_column(
            "invited",
            gettext_lazy("Invited"),
            lambda row: row.invited_at,
            order=("invited_at",),
            fold=True,
        ),
        Column("by", gettext_lazy("By"), lambda row: row.invited_by.shown_name, fold=True),
        moment_column(
            "until", gettext_lazy("Holds until"), lambda row: row.expires_at, order=("expires_at",)
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: State(row.state).label,
            html=lambda row: state(row.state, str(State(row.state).label)),
        ),
    ]


def _roles(row: Invitation) -> str:
    words = roles_in_words(row.roles) or _("none")
    return f"{words} ({row.region})" if row.region else words
