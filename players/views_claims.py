"""Claims of a profile, as whoever makes one sees it and as the commission decides it; a player's own contact data."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.sealing import unseal
from core.templatetags.ui import state
from players.forms_accounts import ClaimDecisionForm, ClaimForm, ContactForm
from players.listing import Column, ListPage
from players.listing_days import moment_column
from players.models import Account, ProfileClaim
from players.permissions import PERMISSIONS, allowed, require
from players.selectors import persons, persons_matching
from players.services.claims import agreement, claim_confirm, claim_make, claim_refuse, claim_withdraw
from players.services.contacts import contact_of, contact_save

State = ProfileClaim.State


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a profile is one's own, with what proves it."""
    person = get_object_or_404(persons(), pk=pk)
    require(PERMISSIONS, "claim_make", request.user, person)
    account: Any = request.user
    waiting = ProfileClaim.objects.filter(account=account, state=State.OPEN).select_related("person").first()
    form = ClaimForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = claim_make(person, account=account, **form.cleaned_data)
        except ValidationError as error:
            form.show_refusal(error)
        else:
            messages.success(request, _("The commission has your claim."))
            return redirect("players:claim", made.pk)
    context = {
        "form": form,
        "person": person,
        "waiting": waiting,
        "crumbs": [
            (_("Players"), reverse("players:register")),
            (person.name, reverse("players:profile", args=[person.pk])),
        ],
    }
    return render(request, "players/claim_new.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """One claim: whoever made it sees what becomes of it and may take it back; the commission decides."""
    found = get_object_or_404(
        ProfileClaim.objects.select_related("person", "account__person", "decided_by"), pk=pk
    )
    require(PERMISSIONS, "claim_view", request.user, found)
    what = request.POST.get("do", "")
    form = ClaimDecisionForm(request.POST if what in ("confirm", "refuse") else None)
    refusal: list[str] = []
    if request.method == "POST" and (what == "withdraw" or form.is_valid()):
        try:
            _act(request, found, what, form)
            return redirect("players:claim", pk)
        except ValidationError as error:
            refusal = error.messages
            found.refresh_from_db()
    may = allowed(PERMISSIONS, "claim_decide", request.user, found)
    context = {
        "claim": found,
        "form": form,
        "refusal": refusal,
        "may_decide": may and found.state == State.OPEN,
        "may_withdraw": found.account_id == request.user.pk and found.state == State.OPEN,
        # What is said is for the commission; whoever says it knows it.
        "said": unseal(found.sealed),
        "agreed": agreement(found) if may else {},
        "holder": Account.objects.filter(person=found.person).first() if may else None,
        "crumbs": _crumbs(request),
    }
    return render(request, "players/claim.html", context, status=422 if form.errors or refusal else 200)


def _act(request: HttpRequest, found: ProfileClaim, what: str, form: ClaimDecisionForm) -> None:
    actor: Any = request.user
    if what == "withdraw":
        claim_withdraw(found, account=actor)
        messages.success(request, _("Your claim is withdrawn."))
    elif what == "confirm":
        claim_confirm(found, actor=actor, reason=form.cleaned_data["reason"])
        messages.success(request, _("The account has the profile."))
    else:
        claim_refuse(found, actor=actor, reason=form.cleaned_data["reason"])
        messages.success(request, _("The claim is refused."))


@login_required
@never_cache
@require_safe
def claims(request: HttpRequest) -> HttpResponse:
    """All claims for the commission; those that wait come first."""
    require(PERMISSIONS, "claims", request.user)
    wanted = request.GET.get("state", "")
    rows = ProfileClaim.objects.select_related("person", "account", "decided_by")
    if wanted in State.values:
        rows = rows.filter(state=wanted)
    query = request.GET.get("q", "").strip()
    if query:
        named = Q(account__display_name__icontains=query) | Q(account__username__icontains=query)
        rows = rows.filter(named | Q(person__in=persons_matching(query, national_numbers=True)))
    table = ListPage(
        request,
        rows,
        _columns(),
        default_sort="-made",
        empty_title=_("No claim found") if wanted or query else _("Nobody claims a profile"),
        empty_text=_("A player with an account says on his profile that it is his; it is decided here."),
        empty_icon="user-check",
        query_label=_("Player or account"),
        filters=[
            {
                "name": "state",
                "label": _("State"),
                "options": [("", _("all states")), *State.choices],
                "value": wanted,
            }
        ],
        caption=_("Claims of profiles"),
        desk=True,
    )
    return table.download("claims") or render(request, "players/claims.html", {"table": table})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def contact(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's own e-mail, telephone and address for correspondence."""
    person = get_object_or_404(persons(), pk=pk)
    require(PERMISSIONS, "contact_edit", request.user, person)
    form = ContactForm(request.POST or None, initial=contact_of(person))
    actor: Any = request.user
    if request.method == "POST" and form.is_valid():
        try:
            contact_save(person, actor=actor, values=form.cleaned_data)
        except ValidationError as error:
            form.show_refusal(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("players:profile", pk)
    back = reverse("players:profile", args=[pk])
    crumbs = [(_("Players"), reverse("players:register")), (person.name, back)]
    context = {"form": form, "person": person, "back": back, "crumbs": crumbs}
    return render(request, "players/contact.html", context, status=422 if form.errors else 200)


def _crumbs(request: HttpRequest) -> list[tuple[str, str]]:
    if allowed(PERMISSIONS, "claims", request.user):
        return [
            (_("Commission"), reverse("commission:queue")),
            (_("Claims of profiles"), reverse("players:claims")),
        ]
    return [(_("My account"), reverse("players:account"))]


def _columns() -> list[Column]:
    return [
        Column(
            "player",
            gettext_lazy("Profile"),
            lambda row: row.person.name,
            order=("person__sort_key_en",),
            link=lambda row: reverse("players:claim", args=[row.pk]),
        ),
        Column("account", gettext_lazy("Account"), lambda row: row.account.shown_name, fold=True),
        moment_column("made", gettext_lazy("Made"), lambda row: row.made_at, order=("made_at",), fold=True),
        Column(
            "by",
            gettext_lazy("Decided by"),
            lambda row: row.decided_by.shown_name if row.decided_by else None,
            fold=True,
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: row.get_state_display(),
            order=("state",),
            html=lambda row: state(row.state, row.get_state_display()),
        ),
    ]
