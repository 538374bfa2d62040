"""Check-in before a round: the director's list, and what becomes of the absent."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.events import last_paired_round
from tournaments.selectors.hall import check_in_page
from tournaments.services import absent_settle, check_in_drop, check_in_open, check_in_set
from tournaments.views.access import actor_of, desk_event, may, own_entry, posted_number


@login_required
@require_http_methods(["GET", "POST"])
def check_in(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Who is here for a round that is not paired yet; POST opens the check-in, moves its deadline or drops it."""
    event = desk_event(request, pk, "check_in")
    if not 1 <= number <= event.rounds_planned:
        raise Http404
    if request.method == "POST":
        try:
            _write(request, event, number)
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("tournaments:check_in", pk=pk, number=number)
    page = check_in_page(event, number)
    context = {
        "event": event,
        "number": number,
        "page": page,
        "paired": number <= last_paired_round(event.pk),
        "may_settle": may(request, "entries_edit", event),
        "may_pair": may(request, "round_pair", event),
        "deadline": timezone.localtime(page.opened.deadline).strftime("%Y-%m-%dT%H:%M")
        if page.opened and page.opened.deadline
        else "",
    }
    return render(request, "tournaments/check_in.html", context)


def _write(request: HttpRequest, event: Event, number: int) -> None:
    if "drop" in request.POST:
        check_in_drop(event, actor=actor_of(request), round_number=number)
        return
    if "mark" in request.POST:
        entry = own_entry(event, posted_number(request.POST["mark"]))
        here = request.POST.get("here") == "1"
        check_in_set(entry, actor=actor_of(request), round_number=number, here=here)
        return
    deadline = _moment(request.POST.get("deadline", ""))
    check_in_open(event, actor=actor_of(request), round_number=number, deadline=deadline)
    messages.success(request, _("The check-in of round %(number)s is open.") % {"number": number})


def _moment(text: str) -> datetime | None:
    """A date and time as the browser's own field writes it; empty is no deadline. Raises DomainError."""
    if not text.strip():
        return None
    try:
        return timezone.make_aware(datetime.strptime(text.strip(), "%Y-%m-%dT%H:%M"))  # noqa: DTZ007 - made aware
    except ValueError as error:
        raise DomainError(
            _("“%(text)s” is not a date and time.") % {"text": text[:20]},
            "bad_deadline",
            _("Write it as YYYY-MM-DDThh:mm, or leave it empty."),
        ) from error


@login_required
@require_POST
def mark(request: HttpRequest, pk: int, number: int, entry: int) -> HttpResponse:
    """One player here or not, as the list's script sends it; answers with the counter."""
    event = desk_event(request, pk, "check_in")
    player = own_entry(event, entry)
    try:
        check_in_set(
            player, actor=actor_of(request), round_number=number, here=request.POST.get("here") == "1"
        )
    except DomainError as error:
        return JsonResponse({"error": error.code, "message": str(error)}, status=422)
    page = check_in_page(event, number)
    return JsonResponse({"missing": len(page.missing), "expected": page.expected})


@login_required
@require_POST
def absent(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Byes and withdrawals for those who did not come."""
    event = desk_event(request, pk, "entries_edit")
    choices = {
        posted_number(name.removeprefix("absent-")): value
        for name, value in request.POST.items()
        if name.startswith("absent-") and isinstance(value, str)
    }
    try:
        byes, withdrawals = absent_settle(
            event, actor=actor_of(request), round_number=number, choices=choices
        )
        text = _("%(byes)s zero-point byes, %(withdrawals)s withdrawals.")
        messages.success(request, text % {"byes": byes, "withdrawals": withdrawals})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:check_in", pk=pk, number=number)
