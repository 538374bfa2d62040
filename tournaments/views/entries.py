"""The players of an event at the desk: find and add by keyboard, change, number, withdraw."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.models import Person
from players.selectors import persons, persons_suggested
from tournaments.errors import DomainError, StaleVersion
from tournaments.forms.entries import ByeForm, EntryForm
from tournaments.models import ByeRequest, Entry, Event, Registration
from tournaments.selectors.categories import categories_by_entry
from tournaments.selectors.duplicates import duplicates_among
from tournaments.selectors.events import last_paired_round
from tournaments.services import (
    bye_request,
    entries_number,
    entry_add,
    entry_remove,
    entry_update,
    entry_withdraw,
)
from tournaments.services.ratings import sequence_of
from tournaments.views.access import actor_of, desk_event, may, own_entry, posted_number

MOST_PAIRS = 20


@login_required
@require_safe
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody entered, with the box that adds the next one."""
    event = desk_event(request, pk, "entries_edit")
    query = request.GET.get("q", "")
    context = _list_context(request, event) | {
        "query": query,
        "persons": _suggested(event, query) if query.strip() else None,
    }
    return render(request, "tournaments/desk_entries.html", context)


def _list_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    rows = list(event.entries.select_related("person", "rating_list").order_by("number", "name"))
    rows.sort(key=lambda entry: (entry.number is None, entry.number or 0))
    byes: dict[int, list[ByeRequest]] = {}
    for asked in ByeRequest.objects.filter(entry__event=event).order_by("round_number"):
        byes.setdefault(asked.entry_id, []).append(asked)
    for row in rows:
        row.byes_asked = byes.get(row.pk, [])  # type: ignore[attr-defined]
    own = categories_by_entry(event, rows)
    for row in rows:
        row.own_categories = own[row.pk]  # type: ignore[attr-defined]
    paired = last_paired_round(event.pk)
    return {
        "event": event,
        "registered": event.registrations.filter(state=Registration.State.ASKED).count(),
        "entries": rows,
        "paired": paired,
        "sequence": sequence_of(event),
        "duplicates": list(duplicates_among(rows))[:MOST_PAIRS],
        "unnumbered": sum(row.number is None for row in rows),
        "unidentified": sum(row.person_id is None for row in rows),
        "may_number": not paired and not event.is_locked and bool(rows),
        "may_add": not event.is_locked and (event.is_swiss or event.is_team_event or not paired),
    }


def _suggested(event: Event, query: str) -> list[Person]:
    """Persons for what was typed, each with `entered` if he plays already."""
    found = persons_suggested(query, national_numbers=True)
    known = set(event.entries.filter(person__in=found).values_list("person_id", flat=True))
    for person in found:
        person.entered = person.pk in known  # type: ignore[attr-defined]
    return found


@login_required
@require_safe
def search(request: HttpRequest, pk: int) -> HttpResponse:
    """Suggestions while a name is typed, with the year of birth and no more."""
    event = desk_event(request, pk, "entries_edit")
    query = request.GET.get("q", "")
    context = {"event": event, "query": query, "persons": _suggested(event, query)}
    return render(request, "tournaments/_entry_suggestions.html", context)


@login_required
@require_POST
def add(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter a person of the register."""
    event = desk_event(request, pk, "entries_edit")
    person = get_object_or_404(persons(), pk=posted_number(request.POST.get("person")))
    refused = ""
    try:
        entry_add(event, actor=actor_of(request), person=person)
    except DomainError as error:
        refused = str(error)
    event.refresh_from_db()
    if request.htmx:  # type: ignore[attr-defined]
        context = _list_context(request, event) | {"added": None if refused else person, "refused": refused}
        return render(request, "tournaments/_entries.html", context, status=422 if refused else 200)
    if refused:
        messages.error(request, refused)
    return redirect("tournaments:desk_entries", pk=pk)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody whom the register does not know yet."""
    event = desk_event(request, pk, "entries_edit")
    initial = {"name": request.GET.get("name", "")[:200], "federation": event.federation}
    form = EntryForm(request.POST or None, initial=initial, correspondence=event.correspondence)
    if request.method == "POST" and form.is_valid():
        try:
            values = {name: value for name, value in form.values.items() if value not in (None, "")}
            entry = entry_add(event, actor=actor_of(request), **values)
            messages.success(request, _("%(name)s is entered, not identified yet.") % {"name": entry.name})
            return redirect("tournaments:desk_entries", pk=pk)
        except ValidationError as error:
            form.show_refusal(error)
        except DomainError as error:
            form.add_error(None, str(error))
    context = {"event": event, "form": form, "entry": None}
    return render(request, "tournaments/entry_form.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Change an entry; byes and withdrawal stand beside it."""
    event = desk_event(request, pk, "entries_edit")
    row = own_entry(event, entry)
    form = EntryForm(request.POST or None, instance=row, correspondence=event.correspondence)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                entry_update(
                    row, actor=actor_of(request), version=form.cleaned_data["version"], **form.values
                )
                messages.success(request, _("Saved."))
                return redirect("tournaments:desk_entries", pk=pk)
            except ValidationError as error:
                form.show_refusal(error)
            except StaleVersion as error:
                form.add_error(None, str(error))
                status = 409
            except DomainError as error:
                form.add_error(error.field if error.field in form.fields else None, str(error))
    return render(
        request, "tournaments/entry_form.html", _entry_context(request, event, row, form), status=status
    )


def _entry_context(request: HttpRequest, event: Event, entry: Entry, form: EntryForm) -> dict[str, Any]:
    paired = last_paired_round(event.pk)
    return {
        "event": event,
        "entry": entry,
        "form": form,
        "bye_form": ByeForm(initial={"round_number": min(paired + 1, event.rounds_planned), "code": "H"}),
        "byes": entry.bye_requests.order_by("round_number"),
        "paired": paired,
        "seated": entry.seats.exists(),
        "may_identify": may(request, "entry_identify", event),
    }


@login_required
@require_POST
def remove(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Take a player out who was never paired."""
    event = desk_event(request, pk, "entries_edit")
    row = own_entry(event, entry)
    try:
        entry_remove(row, actor=actor_of(request))
        messages.success(request, _("%(name)s is no longer entered.") % {"name": row.name})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_entries", pk=pk)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Withdraw a player after a round, or take him back."""
    event = desk_event(request, pk, "entries_edit")
    row = own_entry(event, entry)
    after = None if "return" in request.POST else posted_number(request.POST.get("after_round"))
    try:
        entry_withdraw(row, actor=actor_of(request), after_round=after, reason=request.POST.get("reason", ""))
        messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:entry_edit", pk=pk, entry=entry)


@login_required
@require_POST
def bye(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Note or take back a bye asked for ahead."""
    event = desk_event(request, pk, "entries_edit")
    row = own_entry(event, entry)
    form = ByeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give the number of a round."))
        return redirect("tournaments:entry_edit", pk=pk, entry=entry)
    values = form.cleaned_data
    try:
        bye_request(row, actor=actor_of(request), round_number=values["round_number"], code=values["code"])
        messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:entry_edit", pk=pk, entry=entry)


@login_required
@require_http_methods(["GET", "POST"])
def number(request: HttpRequest, pk: int) -> HttpResponse:
    """Give start numbers: by rating, by lot with its seed in the ledger, or as typed here."""
    event = desk_event(request, pk, "entries_edit")
    refused = ""
    if request.method == "POST":
        typed = {
            int(name.removeprefix("number-")): posted_number(value)
            for name, value in request.POST.items()
            if name.startswith("number-")
            and isinstance(value, str)
            and name.removeprefix("number-").isdigit()
        }
        seed = posted_number(request.POST.get("seed")) if request.POST.get("seed", "").strip() else None
        try:
            entries_number(event, actor=actor_of(request), seed=seed, numbers=typed or None)
            messages.success(request, _("Start numbers are given."))
            return redirect("tournaments:desk_entries", pk=pk)
        except DomainError as error:
            refused = str(error)
    rows = list(event.entries.order_by("number", "name"))
    for row in rows:
        row.typed = request.POST.get(f"number-{row.pk}", row.number or "")  # type: ignore[attr-defined]
    context = {
        "event": event,
        "entries": rows,
        "refused": refused,
        "back": reverse("tournaments:desk_entries", args=[pk]),
    }
    return render(request, "tournaments/entries_number.html", context, status=422 if refused else 200)
