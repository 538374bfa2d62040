"""An event of several stages: its overview for everybody, and who goes on, at the desk."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tiebreaks.qualifying import Preliminary, chosen_entries, preliminaries_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services.kinds import kind_rules
from tournaments.services.qualifying import Qualifier, qualifiers_enter
from tournaments.views.access import actor_of, desk_event, posted_number, public_event


@require_safe
def stages(request: HttpRequest, pk: int) -> HttpResponse:
    """All stages of an event with their standings, the final last; a stage leads to its main event."""
    event = public_event(request, pk)
    if event.stage_of is not None and event.stage_of.state != Event.State.DRAFT:
        return redirect("tiebreaks:stages", pk=event.stage_of_id)
    rules = kind_rules(event)
    found = preliminaries_of(event, rules)
    context = {"event": event, "rules": rules, "preliminaries": found, "entered": event.entries.count()}
    return render(request, "tiebreaks/stages.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def qualifying(request: HttpRequest, pk: int) -> HttpResponse:
    """Who goes on: the standings of the preliminaries with those of the rule marked; a post enters the chosen."""
    event = desk_event(request, pk, "entries_edit")
    rules = kind_rules(event)
    found = preliminaries_of(event, rules, with_drafts=True)
    refused = ""
    chosen = {posted_number(text) for text in request.POST.getlist("entry")}
    if request.method == "POST":
        try:
            made = qualifiers_enter(
                event,
                actor=actor_of(request),
                qualifiers=_qualifiers(event, found, chosen),
                reason=request.POST.get("reason", ""),
            )
            messages.success(
                request,
                ngettext(
                    "%(count)s player is in the final.", "%(count)s players are in the final.", len(made)
                )
                % {"count": len(made)},
            )
            return redirect("tiebreaks:qualifying", pk=pk)
        except DomainError as error:
            refused = str(error)
    context: dict[str, Any] = {
        "event": event,
        "rules": rules,
        "preliminaries": found,
        "main_id": str(event.pk),
        "refused": refused,
        "chosen": chosen if request.method == "POST" else _proposed(found),
        "reason": request.POST.get("reason", ""),
        "some_left": any(each.qualification is None for one in found for each in one.candidates),
    }
    return render(request, "tiebreaks/qualifying.html", context, status=422 if refused else 200)


def _proposed(found: list[Preliminary]) -> set[int]:
    """The rule's own choice: those surely on a qualifying place of a preliminary that is over."""
    return {
        each.row["entry"]
        for one in found
        if one.is_over
        for each in one.candidates
        if each.by_rule and each.qualification is None
    }


def _qualifiers(event: Event, found: list[Preliminary], chosen: set[int]) -> list[Qualifier]:
    entries = chosen_entries(event, sorted(chosen))
    return [
        Qualifier(entries[each.row["entry"]], each.row["place"], each.by_rule)
        for one in found
        for each in one.candidates
        if each.row["entry"] in entries
    ]
