"""Who the unidentified entries are: candidates to choose from, or a search in the register."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from players.selectors import persons, persons_suggested
from tournaments.errors import DomainError
from tournaments.selectors.people import candidates_of
from tournaments.services import entries_identify_automatically, entry_identify, persons_admit
from tournaments.views.access import actor_of, desk_event, may, own_entry, posted_number


@login_required
@require_safe
def identify(request: HttpRequest, pk: int) -> HttpResponse:
    """The entries that nobody has identified, each with its candidates."""
    event = desk_event(request, pk, "entry_identify")
    unknown = list(event.entries.filter(person__isnull=True).order_by("number", "pk"))
    found = candidates_of(unknown)
    query, wanted = request.GET.get("q", ""), request.GET.get("entry", "")
    rows = [
        {
            "entry": entry,
            "candidates": persons_suggested(query, national_numbers=True)
            if query and str(entry.pk) == wanted
            else found[entry.pk],
            "query": query if str(entry.pk) == wanted else "",
        }
        for entry in unknown
    ]
    context = {
        "event": event,
        "rows": rows,
        "new": sum(not found[entry.pk] for entry in unknown),
        "may_admit": may(request, "players_admit", event),
    }
    return render(request, "tournaments/identify.html", context)


@login_required
@require_POST
def choose(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Say that an entry is this person."""
    event = desk_event(request, pk, "entry_identify")
    row = own_entry(event, entry)
    person = get_object_or_404(persons(), pk=posted_number(request.POST.get("person")))
    try:
        entry_identify(row, actor=actor_of(request), person=person)
        messages.success(request, _("%(name)s is identified.") % {"name": row.name})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:identify", pk=pk)


@login_required
@require_POST
def by_number(request: HttpRequest, pk: int) -> HttpResponse:
    """Identify everybody whose number the register knows."""
    event = desk_event(request, pk, "entry_identify")
    found = entries_identify_automatically(event, actor=actor_of(request))
    text = ngettext(
        "%(count)s player identified by number.", "%(count)s players identified by number.", len(found)
    )
    messages.success(request, text % {"count": len(found)})
    return redirect("tournaments:identify", pk=pk)


@login_required
@require_POST
def admit(request: HttpRequest, pk: int) -> HttpResponse:
    """Admit as new players all whom nobody in the register resembles."""
    event = desk_event(request, pk, "players_admit")
    try:
        admitted = persons_admit(event, actor=actor_of(request))
        text = ngettext("%(count)s new player admitted.", "%(count)s new players admitted.", len(admitted))
        messages.success(request, text % {"count": len(admitted)})
        if not all(person.national_id for person in admitted):
            messages.warning(request, _("Who came without a national number has none yet."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:identify", pk=pk)
