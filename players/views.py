"""The register, a player's profile, and suggestions while a name is typed."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from players.forms import PersonForm
from players.listing import Column, ListPage
from players.models import Person, RatingKind
from players.permissions import PERMISSIONS, allowed, require
from players.selectors import persons, persons_matching, persons_suggested, sort_column
from players.services import person_create, person_update
from players.tables import current_rating, person_link


@require_GET
def register(request: HttpRequest) -> HttpResponse:
    """The register of players: search, filter by federation, sort, page, download."""
    query = request.GET.get("q", "")
    found = persons_matching(query) if query.strip() else persons()
    federation = request.GET.get("fed", "")
    if federation:
        found = found.filter(federation=federation)
    table = ListPage(
        request,
        current_rating(found, RatingKind.STANDARD),
        _columns(),
        default_sort="name",
        empty_title=_("No player found"),
        empty_text=_("Try fewer letters, or the number of the player. Either script will do."),
        filters=[_federation_filter(federation)],
        query_label=_("Name or number"),
        caption=_("Register of players"),
    )
    return table.download("players") or render(
        request,
        "players/register.html",
        {"table": table, "may_create": allowed(PERMISSIONS, "person_create", request.user)},
    )


@require_GET
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's profile; somebody who was merged sends the reader to the record that stayed."""
    person = get_object_or_404(Person.objects.select_related("region", "merged_into"), pk=pk)
    if person.merged_into_id is not None:
        return redirect("players:profile", pk=person.merged_into_id)
    return render(
        request,
        "players/profile.html",
        {
            "person": person,
            "awards": list(person.title_awards.all()),
            "may_edit": allowed(PERMISSIONS, "person_edit", request.user, person),
            "sees_private": allowed(PERMISSIONS, "person_view_private", request.user, person),
        },
    )


@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """Suggestions while a name is typed, as a fragment or as JSON. Birth: the year only."""
    found = persons_suggested(request.GET.get("q", ""))
    if request.GET.get("format") == "json":
        return JsonResponse({"players": [_public(person) for person in found]})
    return render(request, "players/_suggestions.html", {"persons": found, "query": request.GET.get("q", "")})


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """Admit a person or change what the register says; the form keeps what was typed."""
    person = get_object_or_404(persons(), pk=pk) if pk else None
    require(PERMISSIONS, "person_edit" if person else "person_create", request.user, person)
    form = PersonForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        saved = _save(request, form, person)
        if saved is not None:
            return redirect("players:profile", pk=saved.pk)
    back = reverse("players:profile", args=[pk]) if pk else reverse("players:register")
    status = 422 if request.method == "POST" else 200
    return render(request, "players/edit.html", {"form": form, "person": person, "back": back}, status=status)


def _save(request: HttpRequest, form: PersonForm, person: Person | None) -> Person | None:
    values = {name: form.cleaned_data[name] for name in form.Meta.fields}
    reason = form.cleaned_data["reason"]
    actor: Any = request.user
    try:
        if person is None:
            return person_create(actor=actor, reason=reason, **values)
        return person_update(person, actor=actor, reason=reason, **values)
    except ValidationError as error:
        form.add_error(None, error) if not hasattr(error, "error_dict") else form.update_errors(error)
        return None


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
        Column("title", gettext_lazy("Title"), lambda row: row.title, order=("title",)),
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


def _federation_filter(chosen: str) -> dict[str, Any]:
    codes = (
        persons()
        .exclude(federation="")
        .order_by("federation")
        .values_list("federation", flat=True)
        .distinct()
    )
    options = [("", _("all federations")), *((code, code) for code in codes)]
    return {"name": "fed", "label": _("Federation"), "options": options, "value": chosen}
