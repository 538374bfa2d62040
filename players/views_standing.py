"""The commission's page of a player's titles, categories and transfers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.forms_standing import TitleForm, TransferForm
from players.models import Person
from players.permissions import PERMISSIONS, require
from players.selectors import persons
from players.services import person_transfer, title_award, title_revoke


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def standing(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a title, its revocation or a transfer; a refusal comes back with all that was typed."""
    person = get_object_or_404(persons(), pk=pk)
    require(PERMISSIONS, "person_edit", request.user, person)
    is_transfer = request.POST.get("what") == "transfer"
    sent = request.POST if request.method == "POST" else None
    title_form = TitleForm(None if is_transfer else sent, prefix="title")
    transfer_form = TransferForm(sent if is_transfer else None, prefix="transfer")
    form = transfer_form if is_transfer else title_form
    if request.method == "POST" and form.is_valid():
        try:
            _save(request, person, form.cleaned_data, is_transfer=is_transfer)
        except ValidationError as error:
            _show(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("players:profile", pk=pk)
    back = reverse("players:profile", args=[pk])
    context = {
        "person": person,
        "title_form": title_form,
        "transfer_form": transfer_form,
        "awards": person.title_awards.select_related("entered_by"),
        "transfers": person.transfers.select_related("from_region", "to_region", "entered_by"),
        "crumbs": [(_("Players"), reverse("players:register")), (person.name, back)],
    }
    return render(request, "players/standing.html", context, status=422 if request.method == "POST" else 200)


def _save(request: HttpRequest, person: Person, data: dict[str, Any], *, is_transfer: bool) -> None:
    actor: Any = request.user
    if is_transfer:
        federation = data["federation"] or None
        common = {"on": data["on"], "decision": data["decision"], "region": data["region"]}
        person_transfer(person, actor=actor, federation=federation, **common)
        return
    facts = {name: data[name] for name in ("title", "system", "decision")}
    if data["revoked"]:
        title_revoke(person, actor=actor, on=data["on"], **facts)
    else:
        title_award(person, actor=actor, awarded_on=data["on"], **facts)


def _show(form: Any, error: ValidationError) -> None:
    if not hasattr(error, "error_dict"):
        form.add_error(None, error)
        return
    for name, errors in error.error_dict.items():
        form.add_error(name if name in form.fields else None, errors)
