"""A list of players pasted or uploaded: preview first, then everybody at once."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError
from tournaments.forms.entries import PasteForm
from tournaments.models import Event
from tournaments.selectors.pasting import PastedList, PastedRow, pasted_list
from tournaments.services import entries_add
from tournaments.views.access import actor_of, desk_event
from tournaments.views.findings import finding_rows

LEAVE_OUT = "skip"
UNDECIDED = ""


@login_required
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    """The list, what was read of it and who everybody may be; nothing is written until confirmed."""
    event = desk_event(request, pk, "entries_edit")
    form = PasteForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return render(request, "tournaments/paste.html", {"event": event, "form": PasteForm()})
    if not form.is_valid():
        return render(request, "tournaments/paste.html", {"event": event, "form": form}, status=422)
    raw = form.cleaned_data["raw"]
    found = pasted_list(event, raw)
    refused = ""
    if "confirm" in request.POST:
        try:
            entered = entries_add(event, actor=actor_of(request), rows=_chosen(found, request.POST))
            text = ngettext("%(count)s player entered.", "%(count)s players entered.", len(entered))
            messages.success(request, text % {"count": len(entered)})
            return redirect("tournaments:desk_entries", pk=pk)
        except DomainError as error:
            refused = str(error)
        except ValidationError as error:
            refused = " ".join(error.messages)
    context = _preview(event, found, raw, request.POST) | {"refused": refused}
    return render(request, "tournaments/paste_preview.html", context, status=422 if refused else 200)


def _preview(event: Event, found: PastedList, raw: str | bytes, data: Any) -> dict[str, Any]:
    text = raw if isinstance(raw, str) else _decoded(raw)
    rows = [{"pasted": row, "chosen": data.get(f"row-{row.row.line}", _default(row))} for row in found.rows]
    return {
        "event": event,
        "list": found,
        "rows": rows,
        "content": text,
        "findings": finding_rows(found.findings),
    }


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _default(row: PastedRow) -> str:
    """A number decides; a name never does, not even with a single candidate."""
    if row.entered:
        return LEAVE_OUT
    return str(row.person.pk) if row.person else UNDECIDED


def _chosen(found: PastedList, data: Any) -> list[dict[str, Any]]:
    """The rows to enter, each with the person that was chosen among those proposed, or none."""
    chosen = []
    for row in found.rows:
        choice = data.get(f"row-{row.row.line}", _default(row))
        if choice == LEAVE_OUT:
            continue
        person = next((person for person in row.persons if str(person.pk) == choice), None)
        values: dict[str, Any] = {
            "fide_id": row.row.fide_id,
            "national_id": row.row.national_id,
            "title": row.row.title,
            "federation": row.row.federation,
            "birth": row.row.birth,
            "sex": row.row.sex,
            "club": row.row.club,
            "rating": row.row.rating,
            "name": row.row.name or row.row.fide_id or row.row.national_id,
        }
        if person is not None:
            # The register knows him better than a list does; only his club may be news.
            values = {"club": row.row.club}
        chosen.append({"person": person, **values})
    return chosen
