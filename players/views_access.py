"""Who is logged in where: one's own account and sessions, and what the office sees and ends of others."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.forms_accounts import ResetForm
from players.listing import Column, ListPage
from players.listing_days import moment_column
from players.listing_rows import Rows
from players.locks import lock_of, locks
from players.models import Account, ProfileClaim
from players.permissions import PERMISSIONS, group_names, require
from players.role_words import roles_in_words
from players.second_factor import must_show_factor
from players.services.locks import lock_end
from players.services.second_factor import codes_left, has_factor
from players.services.sessions import account_sessions_end, session_end, sessions_end_others, sessions_of


@login_required
@never_cache
@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """One's own account: roles, ways in, and the profile that belongs to it."""
    account: Any = request.user
    claims = ProfileClaim.objects.filter(account=account).select_related("person")
    context = {
        "roles": roles_in_words(sorted(group_names(account))),
        "has_factor": has_factor(account),
        "asked_for_factor": must_show_factor(account),
        "left": codes_left(account),
        "sessions": len(sessions_of(account)),
        "person": account.person,
        "claims": list(claims),
    }
    return render(request, "players/account.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """One's own sessions; each but this one can be ended, and all others at once."""
    account: Any = request.user
    this = request.session.session_key or ""
    if request.method == "POST":
        return _end_own(request, account, this)
    context = {
        "sessions": sessions_of(account),
        "this": this,
        "crumbs": [(_("My account"), reverse("players:account"))],
    }
    return render(request, "players/sessions.html", context)


def _end_own(request: HttpRequest, account: Account, this: str) -> HttpResponse:
    if request.POST.get("do") == "others":
        ended = sessions_end_others(account, keep=this)
        told = ngettext("%(count)s other session has ended.", "%(count)s other sessions have ended.", ended)
        messages.success(request, told % {"count": ended})
        return redirect("players:sessions")
    try:
        number = UUID(request.POST.get("number", ""))
    except ValueError:
        raise Http404 from None
    try:
        session_end(account, number=number, keep=this)
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        messages.success(request, _("The session has ended."))
    return redirect("players:sessions")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def access(request: HttpRequest, pk: int) -> HttpResponse:
    """The ways into somebody's account for the office: locks, sessions, second factor."""
    require(PERMISSIONS, "office", request.user)
    account = get_object_or_404(Account.objects.select_related("person"), pk=pk)
    form = ResetForm(request.POST or None)
    actor: Any = request.user
    if request.method == "POST" and form.is_valid():
        try:
            ended = account_sessions_end(account, actor=actor, reason=form.cleaned_data["reason"])
        except ValidationError as error:
            form.show_refusal(error)
        else:
            told = ngettext("%(count)s session has ended.", "%(count)s sessions have ended.", ended)
            messages.success(request, told % {"count": ended})
            return redirect("players:access", pk)
    context = {
        "account": account,
        "roles": roles_in_words(sorted(account.groups.values_list("name", flat=True))),
        "sessions": sessions_of(account),
        "locks": [lock for lock in locks() if lock.account == account],
        "has_factor": has_factor(account),
        "left": codes_left(account),
        "is_own": account.pk == actor.pk,
        "form": form,
        "crumbs": [
            (_("Office"), reverse("admin:index")),
            (_("Accounts"), reverse("admin:players_account_changelist")),
        ],
    }
    return render(request, "players/access.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_safe
def locked(request: HttpRequest) -> HttpResponse:
    """The log-ins that are closed after wrong passwords."""
    require(PERMISSIONS, "office", request.user)
    query = request.GET.get("q", "").strip().lower()
    table = ListPage(
        request,
        Rows([lock for lock in locks() if query in lock.name.lower()]),
        _lock_columns(),
        default_sort="since",
        empty_title=_("No log-in is closed"),
        empty_text=_("After five wrong passwords a log-in rests for a quarter of an hour and stands here."),
        empty_icon="lock-open",
        query_label=_("User name"),
        caption=_("Closed log-ins"),
        desk=True,
    )
    crumbs = [(_("Office"), reverse("admin:index"))]
    return table.download("closed-log-ins") or render(
        request, "players/locked.html", {"table": table, "crumbs": crumbs}
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unlock(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a closed log-in before its time, with a reason."""
    require(PERMISSIONS, "office", request.user)
    lock = lock_of(pk)
    if lock is None:
        messages.info(request, _("That log-in is open already."))
        return redirect("players:locked")
    form = ResetForm(request.POST or None)
    actor: Any = request.user
    if request.method == "POST" and form.is_valid():
        try:
            lock_end(lock, actor=actor, reason=form.cleaned_data["reason"])
        except ValidationError as error:
            form.show_refusal(error)
        else:
            messages.success(request, _("The log-in is open; the ledger has the reason."))
            return redirect("players:locked")
    crumbs = [(_("Office"), reverse("admin:index")), (_("Closed log-ins"), reverse("players:locked"))]
    context = {"form": form, "lock": lock, "crumbs": crumbs}
    return render(request, "players/unlock.html", context, status=422 if form.errors else 200)


def _lock_columns() -> list[Column]:
    return [
        Column(
            "name",
            gettext_lazy("User name"),
            lambda lock: lock.name or _("no account has the name typed"),
            order=("name",),
            link=lambda lock: reverse("players:unlock", args=[lock.pk]),
        ),
        Column(
            "failures", gettext_lazy("Wrong passwords"), lambda lock: lock.failures, numeric=True, fold=True
        ),
        Column("place", gettext_lazy("From"), lambda lock: lock.place, order=("place",), fold=True),
        moment_column(
            "since",
            gettext_lazy("Last attempt"),
            lambda lock: lock.since,
            order=("-since",),
            fold=True,
        ),
        moment_column("until", gettext_lazy("Closed until"), lambda lock: lock.until, order=("until",)),
    ]
