"""The register, a player's profile, and suggestions while a name is typed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from players.errors import StaleValues
from players.forms import PersonForm
from players.listing import Column, ListPage
from players.models import Arbiter, Person, ProfileClaim, RatingKind
from players.permissions import PERMISSIONS, allowed, require
from players.selectors import (
    corrections_asked,
    persons,
    persons_matching,
    persons_suggested,
    records_of,
    sort_column,
)
from players.services import person_create, person_update
from players.services.contacts import contact_of
from players.tables import current_rating, person_link


@require_safe
def register(request: HttpRequest) -> HttpResponse:
    """The register of players: search, filter by federation, sort, page, download."""
    query = request.GET.get("q", "")
    found = persons_matching(query, national_numbers=_finds_numbers(request))
    federation, title = request.GET.get("fed", ""), request.GET.get("title", "")
    if federation:
        found = found.filter(federation=federation)
    if title:
        found = found.filter(title=title)
    table = ListPage(
        request,
        current_rating(found, RatingKind.STANDARD),
        _columns(),
        default_sort="name",
        **_empty(request, searched=bool(query or federation or title)),
        filters=[
            _filter("fed", _("Federation"), _("all federations"), "federation", federation),
            _filter("title", _("Title"), _("all titles"), "title", title),
        ],
        query_label=_("Name or FIDE ID"),
        caption=_("Register of players"),
    )
    return table.download("players") or render(
        request,
        "players/register.html",
        {"table": table, "may_create": allowed(PERMISSIONS, "person_create", request.user)},
    )


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's profile; somebody who was merged sends the reader to the record that stayed."""
    person = get_object_or_404(Person.objects.select_related("region", "merged_into"), pk=pk)
    if person.merged_into_id is not None:
        return redirect(f"{reverse('players:profile', args=[person.merged_into_id])}?record={pk}")
    return render(
        request,
        "players/profile.html",
        {
            "person": person,
            "came_from": _came_from(request, person),
            "crumbs": _crumbs(),
            "other_script": _other_script(person),
            "awards": list(person.title_awards.all()),
            "arbiters": list(Arbiter.objects.filter(person__in=records_of(person)).order_by("pk")),
            "transfers": list(person.transfers.select_related("from_region", "to_region")),
            "may_edit": allowed(PERMISSIONS, "person_edit", request.user, person),
            "may_claim": allowed(PERMISSIONS, "claim_make", request.user, person),
            **_private(request, person),
        },
    )


def _private(request: HttpRequest, person: Person) -> dict[str, Any]:
    """What is on the profile for the player and the commission alone, and the player's own last claim of it."""
    sees = allowed(PERMISSIONS, "person_view_private", request.user, person)
    is_own = allowed(PERMISSIONS, "own_data", request.user, person)
    claims = ProfileClaim.objects.filter(account_id=request.user.pk or 0, person=person)
    return {
        "sees_private": sees,
        "is_own": is_own,
        "contact": contact_of(person)
        if sees and allowed(PERMISSIONS, "contact_view", request.user, person)
        else {},
        "asked": corrections_asked(person) if is_own else [],
        "claim": claims.first() if request.user.is_authenticated and not is_own else None,
    }


def _came_from(request: HttpRequest, person: Person) -> Person | None:
    """The merged record whose reader was sent on to this one."""
    number = request.GET.get("record", "")
    if not number.isdecimal() or len(number) >= 18:
        return None
    return person.merged.filter(pk=int(number)).first()


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Suggestions while a name is typed, as a fragment or as JSON. Birth: the year only."""
    query = request.GET.get("q", "")
    found = persons_suggested(query, national_numbers=_finds_numbers(request))
    if request.GET.get("format") == "json":
        return JsonResponse({"players": [_public(person) for person in found]})
    return render(request, "players/_suggestions.html", {"persons": found, "query": query})


def _crumbs() -> list[tuple[str, str]]:
    return [(_("Players"), reverse("players:register"))]


def _finds_numbers(request: HttpRequest) -> bool:
    return allowed(PERMISSIONS, "person_find_by_national_number", request.user)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Admit a person or change what the register says; the form keeps what was typed.

    A newcomer whose name is known already is admitted only after a look at who bears it. Answers 422 for what
    its author can mend, 409 where somebody else changed the same field meanwhile.
    """
    person = get_object_or_404(persons(), pk=pk) if pk else None
    require(PERMISSIONS, "person_edit" if person else "person_create", request.user, person)
    head = person.name if person else ""
    form = PersonForm(request.POST or None, instance=person)
    status, alike = 200, []
    if request.method == "POST":
        status = 422
        alike = _alike(form, person)
        if form.is_valid() and (not alike or request.POST.get("nobody_of_these")):
            try:
                return redirect("players:profile", pk=_save(request, form).pk)
            except StaleValues as error:
                form.show_refusal(error)
                status = 409
            except ValidationError as error:
                form.show_refusal(error)
    back = reverse("players:profile", args=[pk]) if pk else reverse("players:register")
    context = {
        "form": form,
        "person": person,
        "head": head,
        "crumbs": [*_crumbs(), (head, back)] if person else _crumbs(),
        "back": back,
        "alike": alike,
    }
    return render(request, "players/edit.html", context, status=status)


@require_safe
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Where players once asked the office for a correction: the form of requests, about this player."""
    person = get_object_or_404(Person, pk=pk)
    return redirect(
        f"{reverse('commission:request_new')}?person={person.merged_into_id or pk}", permanent=True
    )


def _save(request: HttpRequest, form: PersonForm) -> Person:
    values = {name: form.cleaned_data[name] for name in form.Meta.fields}
    reason = form.cleaned_data["reason"]
    actor: Any = request.user
    if form.instance.pk is None:
        saved = person_create(actor=actor, reason=reason, **values)
        messages.success(request, _("%(name)s is in the register.") % {"name": saved.name})
        return saved
    saved = person_update(form.instance, actor=actor, reason=reason, seen=form.cleaned_data["seen"], **values)
    messages.success(request, _("Saved."))
    return saved


def _alike(form: PersonForm, person: Person | None) -> list[Person]:
    """For a newcomer whose form came back: who bears the same name already. It decides nothing."""
    if person is not None:
        return []
    name = f"{form.data.get('surname', '')} {form.data.get('given_name', '')}"
    return persons_suggested(name, limit=5)


def _public(person: Person) -> dict[str, Any]:
    return {
        "id": person.pk,
        "name": person.name,
        "latin_name": person.latin_name,
        "title": person.title,
        "federation": person.federation,
        "birth_year": person.birth_year,
        "fide_id": person.fide_id,
        "rating": getattr(person, "current_standard", None),
        "url": reverse("players:profile", args=[person.pk]),
    }


def _columns() -> list[Column]:
    return [
        Column("title", gettext_lazy("Title"), lambda row: row.title, order=("title",), fold=True),
        Column("name", gettext_lazy("Name"), lambda row: row.name, order=(sort_column(),), link=person_link),
        Column("latin", gettext_lazy("Latin"), _other_script, fold=True),
        Column("fed", gettext_lazy("Fed"), lambda row: row.federation, order=("federation",), fold=True),
        Column("born", gettext_lazy("Born"), lambda row: row.birth_year, numeric=True, fold=True),
        Column("fide_id", gettext_lazy("FIDE ID"), lambda row: row.fide_id, fold=True),
        Column(
            "rating",
            gettext_lazy("Rtg"),
            lambda row: row.current,
            order=("-current",),
            numeric=True,
            strong=True,
        ),
    ]


def _other_script(person: Person) -> str:
    return person.latin_name if person.latin_name != person.name else ""


def _filter(name: str, label: str, everything: str, column: str, chosen: str) -> dict[str, Any]:
    present = persons().exclude(**{column: ""}).order_by(column).values_list(column, flat=True).distinct()
    options = [("", everything), *((code, code) for code in present)]
    return {"name": name, "label": label, "options": options, "value": chosen}


def _empty(request: HttpRequest, *, searched: bool) -> dict[str, Any]:
    if searched:
        return {
            "empty_title": _("No player found"),
            "empty_text": _("Try fewer letters, or the FIDE ID of the player. Either script will do."),
            "empty_action": (_("Show everybody"), reverse("players:register")),
            "empty_icon": "search",
        }
    may = allowed(PERMISSIONS, "person_create", request.user)
    return {
        "empty_title": _("The register is empty"),
        "empty_text": _("Players appear here when the commission admits them or an event brings them."),
        "empty_action": (_("Admit a player"), reverse("players:create")) if may else None,
        "empty_icon": "users",
    }
