"""A round made by hand at the desk: boards by keyboard or drag, beside what the engine would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.models import Entry, Event, PairingProposal, Seat
from tournaments.record.findings import Finding
from tournaments.selectors.events import last_paired_round
from tournaments.selectors.rounds import points_before, round_page
from tournaments.services import (
    fixed_tables,
    manual_findings,
    proposal_current,
    proposal_order,
    round_pair_manual,
)
from tournaments.snapshot import record_of
from tournaments.views.access import actor_of, desk_event, posted_number
from tournaments.views.findings import finding_rows


@dataclass(frozen=True, slots=True)
class HandPlayer:
    """A player as the page names him; `table` is 0 where he has no fixed one."""

    number: int
    name: str
    rating: int | None
    halves: int
    table: int
    rest: str


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Choose the boards of a round; the engine's stand beside, and what speaks against them."""
    event = _event(request, pk, number)
    if event.is_team_event:
        return redirect("tournaments:matches_by_hand", pk=pk, number=number)
    refused = ""
    found: tuple[Finding, ...] = ()
    proposal = proposal_current(event, number)
    boards, byes = _stored_boards(event, number)
    if request.method == "GET" and "engine" in request.GET and proposal and not proposal.refusal:
        boards, byes = _proposed(event, number, proposal, byes)
    if request.method == "POST":
        boards, byes = _posted_boards(request.POST)
        try:
            pairs = _whole_pairs(boards)
            if "check" in request.POST:
                found = manual_findings(record_of(event.pk), number, pairs, byes, fixed_tables(event.pk))
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
    context = _context(event, number, boards, byes, proposal)
    context |= {"refused": refused, "findings": finding_rows(found), "reason": request.POST.get("reason", "")}
    return render(request, "tournaments/by_hand.html", context, status=422 if refused else 200)


@login_required
@require_POST
def check(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What speaks against the boards as they are in the page now: the fragment above them."""
    event = _event(request, pk, number)
    boards, byes = _posted_boards(request.POST)
    half = [pair for pair in boards if 0 in pair]
    context: dict[str, Any] = {"refused": "", "findings": [], "checked": True}
    try:
        if half:
            _whole_pairs(boards)
        found = manual_findings(record_of(event.pk), number, boards, byes, fixed_tables(event.pk))
        # Who has no board yet is counted beside the list while the boards are being made.
        context["findings"] = finding_rows(each for each in found if each.code != "pairing.missing")
    except DomainError as error:
        context["refused"] = str(error)
    return render(request, "tournaments/_hand_findings.html", context)


@login_required
@require_POST
def propose(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Ask the engine, in the worker, how it would pair the round."""
    event = desk_event(request, pk, "round_pair")
    try:
        job = proposal_order(event, actor=actor_of(request), round_number=number)
        return redirect("core:job", job.pk)
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:round_by_hand", pk=pk, number=number)


def _event(request: HttpRequest, pk: int, number: int) -> Event:
    event = desk_event(request, pk, "round_pair")
    if not 1 <= number <= min(event.rounds_planned, last_paired_round(event.pk) + 1):
        raise Http404
    return event


def _stored_boards(event: Event, number: int) -> tuple[list[tuple[int, int]], dict[int, str]]:
    """The boards and byes as they are, or the byes asked for where nobody has paired the round."""
    page = round_page(event, number, with_points=False)
    boards = [(board.game.white.number or 0, board.game.black.number or 0) for board in page.boards]
    byes = {resting.entry.number or 0: resting.code for resting in page.resting}
    if not boards and not byes:
        byes = {bye.entry: bye.code for bye in record_of(event.pk).byes if bye.round == number}
    return boards, byes


def _proposed(
    event: Event, number: int, proposal: PairingProposal, byes: Mapping[int, str]
) -> tuple[list[tuple[int, int]], dict[int, str]]:
    boards = [(white, black) for white, black in proposal.pairs]
    seated = {player for pair in boards for player in pair}
    rest = {player: code for player, code in byes.items() if player not in seated and code != "U"}
    return boards, rest | ({proposal.bye: "U"} if proposal.bye else {})


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


def _context(
    event: Event,
    number: int,
    boards: list[tuple[int, int]],
    byes: Mapping[int, str],
    proposal: PairingProposal | None,
) -> dict[str, Any]:
    entries = list(event.entries.filter(number__isnull=False).order_by("number"))
    players = _players(event, number, entries, byes)
    seated = {start_number for pair in boards for start_number in pair}
    free = [player for player in players.values() if player.number not in seated]
    empty = max((len(players) + 1) // 2 - len(boards), 0)
    rows = [*boards, *[(0, 0)] * min(empty, len(free) // 2 + 1)]
    proposed = [] if proposal is None else [(white, black) for white, black in proposal.pairs]
    length = max(len(rows), len(proposed))
    return {
        "event": event,
        "number": number,
        "players": list(players.values()),
        "rows": [_row(place, rows, proposed, players) for place in range(length)],
        "free": free,
        "paired": Seat.objects.filter(round__event=event, round__number=number).exists(),
        "proposal": proposal,
        "bye_player": players.get(proposal.bye) if proposal and proposal.bye else None,
        "may_ask": event.is_swiss and number >= last_paired_round(event.pk),
    }


def _players(
    event: Event, number: int, entries: list[Entry], byes: Mapping[int, str]
) -> dict[int, HandPlayer]:
    before = points_before(event, number)
    tables = fixed_tables(event.pk)
    found = {}
    for entry in entries:
        own = entry.number or 0
        gone = entry.withdrawn_after is not None and entry.withdrawn_after < number
        rest = byes.get(own, "Z" if gone else "")
        found[own] = HandPlayer(own, entry.name, entry.rating, before.get(own, 0), tables.get(own, 0), rest)
    return found


def _row(
    place: int,
    rows: list[tuple[int, int]],
    proposed: list[tuple[int, int]],
    players: Mapping[int, HandPlayer],
) -> dict[str, Any]:
    """One line of the table: the director's board, and the engine's of the same place."""
    pair = rows[place] if place < len(rows) else None
    engine = proposed[place] if place < len(proposed) else None
    return {
        "board": place + 1,
        "white": _slot(pair[0], players) if pair else None,
        "black": _slot(pair[1], players) if pair else None,
        "has_slots": pair is not None,
        "engine": [players.get(number) for number in engine] if engine else None,
        "taken": engine in rows if engine else False,
        "differs": bool(proposed) and pair is not None and pair not in proposed and pair != (0, 0),
    }


def _slot(number: int, players: Mapping[int, HandPlayer]) -> dict[str, Any]:
    return {"number": number or "", "player": players.get(number)}
