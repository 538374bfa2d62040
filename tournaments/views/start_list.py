"""The start list at the desk: in which lists its ratings are looked for, and a new list before the start."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError
from tournaments.forms.start_list import SequenceForm
from tournaments.models import Event
from tournaments.selectors.events import last_paired_round
from tournaments.selectors.start_list import changes_of, refreshes
from tournaments.services import list_difference, list_take_over, rating_sequence_set
from tournaments.services.ratings import sequence_of
from tournaments.views.access import actor_of, desk_event


@login_required
@require_http_methods(["GET", "POST"])
def start_list(request: HttpRequest, pk: int) -> HttpResponse:
    """The sequence of lists, and for every player both ratings with where they are from."""
    event = desk_event(request, pk, "entries_edit")
    sequence = sequence_of(event)
    form = SequenceForm(request.POST or None, sequence=sequence)
    if request.method == "POST" and form.is_valid():
        try:
            changed = rating_sequence_set(event, actor=actor_of(request), sequence=form.sequence)
            text = ngettext(
                "Saved. %(count)s rating of the start list changed.",
                "Saved. %(count)s ratings of the start list changed.",
                len(changed),
            )
            messages.success(request, text % {"count": len(changed)})
            return redirect("tournaments:start_list", pk=pk)
        except DomainError as error:
            form.add_error(None, str(error))
    entries = list(event.entries.select_related("rating_list"))
    entries.sort(key=lambda entry: (entry.number is None, entry.number or 0, -(entry.seeding or 0)))
    context = {
        "event": event,
        "form": form,
        "sequence": sequence,
        "entries": entries,
        "fixed": event.is_locked or bool(last_paired_round(event.pk)),
    }
    return render(request, "tournaments/start_list.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def new_list(request: HttpRequest, pk: int) -> HttpResponse:
    """What the list now in force would change, taken over by a second step; what earlier ones changed."""
    event = desk_event(request, pk, "event_edit")
    difference = list_difference(event)
    refused = ""
    if request.method == "POST":
        seen = request.POST.get("list", "")
        if difference is not None and seen != _key(difference.after):
            refused = _("Meanwhile another list has appeared; look at what it changes.")
        else:
            try:
                list_take_over(event, actor=actor_of(request))
                messages.success(request, _("The list is taken over."))
                return redirect("tournaments:new_list", pk=pk)
            except DomainError as error:
                refused = str(error)
    context = _context(event) | {
        "difference": difference,
        "rows": changes_of(difference) if difference else [],
        "key": _key(difference.after) if difference else "",
        "refused": refused,
    }
    return render(request, "tournaments/new_list.html", context, status=422 if refused else 200)


def _key(rating_list: Any) -> str:
    return rating_list.key if rating_list else ""


def _context(event: Event) -> dict[str, Any]:
    done = [{"refresh": one, "rows": changes_of(one)} for one in refreshes(event)]
    return {"event": event, "done": done, "sequence": sequence_of(event)}
