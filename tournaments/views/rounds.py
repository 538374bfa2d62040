"""The rounds of an event at the desk: pair, type the day, delete a pairing."""

from datetime import date, time

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.errors import DomainError
from tournaments.selectors.events import rounds_progress
from tournaments.services import (
    pairings_delete,
    round_pair_later,
    rounds_pair_all,
    schedule_set,
)
from tournaments.views.access import actor_of, desk_event, may


@login_required
@require_safe
def rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """All rounds with their state, and what can be done with the next one."""
    event = desk_event(request, pk, "event_desk")
    progress = rounds_progress(event)
    last = max((each.number for each in progress if each.paired), default=0)
    may_pair = may(request, "round_pair", event) and not event.is_locked
    context = {
        "event": event,
        "progress": progress,
        "last": last,
        "next": last + 1 if last < event.rounds_planned else 0,
        "unnumbered": event.entries.filter(number__isnull=True).count(),
        "players": event.entries.count(),
        "may_pair": may_pair,
        "may_edit": may(request, "event_edit", event) and not event.is_locked,
        "may_delete": may_pair and last > 0,
    }
    return render(request, "tournaments/desk_rounds.html", context)


@login_required
@require_POST
def pair(request: HttpRequest, pk: int) -> HttpResponse:
    """Pair all rounds by the tables, or order the next Swiss round from the engine."""
    event = desk_event(request, pk, "round_pair")
    try:
        if event.is_swiss:
            job = round_pair_later(event, actor=actor_of(request))
            return redirect("core:job", job.pk)
        made = rounds_pair_all(event, actor=actor_of(request))
        messages.success(request, _("%(count)s rounds are paired by the tables.") % {"count": len(made)})
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


@login_required
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the newest pairing, if it has no results."""
    event = desk_event(request, pk, "round_pair")
    try:
        numbers = pairings_delete(event, actor=actor_of(request), reason=request.POST.get("reason", ""))
        messages.success(
            request, _("Pairing deleted: rounds %(rounds)s.") % {"rounds": ", ".join(map(str, numbers))}
        )
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)


@login_required
@require_POST
def days(request: HttpRequest, pk: int) -> HttpResponse:
    """Type the days and times of the rounds; what cannot be read is told and stays."""
    event = desk_event(request, pk, "event_edit")
    typed: dict[int, tuple[date | None, time | None]] = {}
    for each in rounds_progress(event):
        number = each.number
        if f"day-{number}" not in request.POST:
            continue
        at = request.POST.get(f"time-{number}")
        try:
            typed[number] = (
                _typed_day(request.POST[f"day-{number}"]),
                _typed_time(at) if at is not None else each.round.time if each.round else None,
            )
        except ValueError:
            messages.error(
                request,
                _("Round %(number)s: write the day as YYYY-MM-DD and the time as HH:MM.")
                % {"number": number},
            )
    try:
        if schedule_set(event, actor=actor_of(request), rounds=typed):
            messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:desk_rounds", pk=pk)
<<<<<<< HEAD


def _typed_day(text: str) -> date | None:
    return date.fromisoformat(text) if text.strip() else None


def _typed_time(text: str) -> time | None:
    return time.fromisoformat(text).replace(second=0, microsecond=0) if text.strip() else None


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Choose the boards of a round; what speaks against them stands beside."""
    event = desk_event(request, pk, "round_pair")
    if not 1 <= number <= min(event.rounds_planned, last_paired_round(event.pk) + 1):
        raise Http404
    refused = ""
    found: tuple[Finding, ...] = ()
    boards, byes = _stored_boards(event, number)
    if request.method == "POST":
        boards, byes = _posted_boards(request.POST)
        try:
            pairs = _whole_pairs(boards)
            if "check" in request.POST:
                found = manual_findings(record_of(event.pk), number, pairs, byes)
                if not found:
                    messages.success(request, _("Nothing speaks against this pairing."))
            else:
                round_pair_manual(
                    event,
                    actor=actor_of(request),
                    round_number=number,
                    pairs=pairs,
                    byes=byes,
                    reason=request.POST.get("reason", ""),
                )
                messages.success(request, _("Round %(number)s is paired by hand.") % {"number": number})
                return redirect("tournaments:desk_round", pk=pk, number=number)
        except DomainError as error:
            refused, found = str(error), error.findings
    context = _hand_context(event, number, boards, byes)
    context |= {"refused": refused, "findings": finding_rows(found), "reason": request.POST.get("reason", "")}
    return render(request, "tournaments/by_hand.html", context, status=422 if refused else 200)


def _stored_boards(event: Event, number: int) -> tuple[list[tuple[int, int]], dict[int, str]]:
    page = round_page(event, number, with_points=False)
    boards = [(board.game.white.number or 0, board.game.black.number or 0) for board in page.boards]
    return boards, {resting.entry.number or 0: resting.code for resting in page.resting}


def _posted_boards(data: Any) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """Rows as typed; a row with two empty places is left out."""
    rows = [
        (posted_number(white), posted_number(black))
        for white, black in zip(data.getlist("white"), data.getlist("black"), strict=False)
    ]
    byes = {
        posted_number(name.removeprefix("bye-")): str(code)
        for name, code in data.items()
        if name.startswith("bye-") and code in ("U", "H", "F", "Z")
    }
    seated = {number for row in rows for number in row}
    return [row for row in rows if row != (0, 0)], {
        number: code for number, code in byes.items() if number and number not in seated
    }


def _whole_pairs(boards: list[tuple[int, int]]) -> list[tuple[int, int]]:
    for place, (white, black) in enumerate(boards, start=1):
        if not white or not black:
            raise DomainError(
                _("Board %(board)s has one player only.") % {"board": place},
                "half_board",
                _("Give him an opponent, or a bye below."),
            )
    return boards


def _hand_context(
    event: Event, number: int, boards: list[tuple[int, int]], byes: Mapping[int, str]
) -> dict[str, Any]:
    entries = list(event.entries.filter(number__isnull=False).order_by("number"))
    before = points_before(event, number)
    for entry in entries:
        entry.halves = before.get(entry.number or 0, 0)  # type: ignore[attr-defined]
        entry.rest = byes.get(entry.number or 0, "")  # type: ignore[attr-defined]
    seated = {start_number for pair in boards for start_number in pair}
    free = [entry for entry in entries if entry.number not in seated]
    empty = max((len(entries) + 1) // 2 - len(boards), 0)
    paired = Seat.objects.filter(round__event=event, round__number=number).exists()
    return {
        "event": event,
        "number": number,
        "entries": entries,
        "boards": [*boards, *[(0, 0)] * min(empty, len(free) // 2 + 1)],
        "free": free,
        "paired": paired,
    }
=======
>>>>>>> bb64649 (Desk: boards by hand beside the engine's, rules of pairing, byes and absences; why a round was paired so)
