"""Standings, crosstable, the derivation of a value."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ratings.models import RatedEntry, RatedEvent
from ratings.selectors import current_calculation, event_changes
from tiebreaks import pages
from tiebreaks.crosstable_rows import crosstable_heads, crosstable_rows
from tiebreaks.crosstables import Lines, Order, codes_used, lines_of
from tiebreaks.derivations import derivation_view, derive
from tiebreaks.explanations import code_explanations
from tiebreaks.freshness import Stamp, etag_of, kept, kept_page, ready, stamp_or_404, tagged, unchanged
from tiebreaks.models import PlayOffPlan
from tiebreaks.norms import norms_reached
from tiebreaks.selectors import (
    TableFacts,
    crosstable_of,
    findings_of,
    left_early_of,
    legend_of,
    open_games,
    start_list,
)
from tiebreaks.services import standings_of
from tiebreaks.shown import SCORE
from tiebreaks.stored import Payload
from tiebreaks.tables import Links, start_list_heads, start_list_rows
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.choosing import Choice, choice_filters, chosen_numbers
from tournaments.table_files import FORMATS, file_links
from tournaments.views.access import may, public_event
from tournaments.views.live import LIVE_STATES, LivePage, live_page

CROSSTABLE = LivePage("tiebreaks/crosstable.html", "tiebreaks/_crosstable.html")


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings as they stand or after a round; before round 1 the start list."""
    stamp = stamp_or_404(pk)
    etag = etag_of(stamp, "standings", request.GET.urlencode(), "page")
    answer = ready(request, stamp, etag)
    if answer is not None:
        return answer
    event = public_event(request, pk)
    through_round = pages.asked_round(request, event)
    answer = unchanged(request, etag)
    if answer is not None:
        return answer
    context: dict[str, Any] = {"event": event, "through_round": through_round}
    try:
        payload = standings_of(event, through_round)
    except DomainError as problem:
        context |= {"problem": problem, "may_edit": may(request, "event_edit", event)}
        return render(request, "tiebreaks/standings.html", context | start_list_context(event))
    if not payload["started"]:
        context |= start_list_context(event) | _live(event, stamp, polled=not through_round)
        return kept_page(request, stamp, etag, render(request, "tiebreaks/standings.html", context))
    calculation = current_calculation(pk) if stamp.rated else None
    changes = event_changes(pk) if calculation else {}
    rows = pages.chosen_rows(event, request, payload["rows"])
    download = pages.standings_download(event, payload, rows, changes, request.GET.get("format", ""))
    if download is not None:
        return tagged(download, request, etag)
    context |= standings_context(
        request,
        event,
        stamp,
        payload,
        rows,
        changes=changes,
        calculation=calculation,
        through_round=through_round,
    )
    filtered = pages.is_filtered(request)
    context["toolbar"] = pages.standings_toolbar(event, request, payload, len(rows), through_round)
    context |= {"filtered": filtered, "may_order": may(request, "event_edit", event)}
    context["of_teams"] = event.system.startswith("team_")
    context["has_play_off"] = PlayOffPlan.objects.filter(event_id=pk).exists()
    context |= _live(event, stamp, polled=not through_round and not filtered)
    page = render(request, "tiebreaks/standings.html", context)
    return tagged(page, request, etag) if filtered else kept_page(request, stamp, etag, page)


@require_safe
def standings_live(request: HttpRequest, pk: int) -> HttpResponse:
    """The table alone, for a page that asks again while the event is played; 304 while nothing changed."""
    stamp = stamp_or_404(pk)
    etag = etag_of(stamp, "standings", "live")
    answer = ready(request, stamp, etag)
    if answer is not None:
        return answer
    event = public_event(request, pk)
    answer = unchanged(request, etag, personal=False)
    if answer is not None:
        return answer
    try:
        payload = standings_of(event)
    except DomainError:
        return HttpResponse(status=204)
    context: dict[str, Any] = {"event": event, "through_round": None, **_live(event, stamp, polled=True)}
    if not payload["started"]:
        response = render(request, "tiebreaks/_start_list.html", context | start_list_context(event))
        response["ETag"] = etag
        return kept_page(request, stamp, etag, response)
    calculation = current_calculation(pk) if stamp.rated else None
    changes = event_changes(pk) if calculation else {}
    context |= standings_context(
        request,
        event,
        stamp,
        payload,
        payload["rows"],
        changes=changes,
        calculation=calculation,
        through_round=None,
    )
    response = render(request, "tiebreaks/_standings.html", context)
    response["ETag"] = etag
    return kept_page(request, stamp, etag, response)


def standings_context(
    request: HttpRequest,
    event: Event,
    stamp: Stamp,
    payload: Payload,
    rows: list[Mapping[str, Any]],
    *,
    changes: Mapping[int, RatedEntry],
    calculation: RatedEvent | None,
    through_round: int | None,
) -> dict[str, Any]:
    """What `tiebreaks/_standings.html` and the legend under it are drawn from."""

    def make() -> dict[str, Any]:
        return pages.standings_table(event, payload, rows, changes, through_round)

    whole = len(rows) == len(payload["rows"])
    etag = etag_of(stamp, "standings", through_round, "table")
    return {
        "payload": payload,
        "table": kept(request, "standings", etag, make) if whole else make(),
        "legend": legend_of(payload),
        "findings": findings_of(payload),
        "norms": norms_reached(event, payload["rows"]),
        "left_early": left_early_of(event, payload),
        "open_games": open_games(payload),
        "calculation": calculation,
        "published": stamp.is_published,
        "played_off": any("place_before" in row and not row["by_lot"] for row in payload["rows"]),
        "drawn": any(row.get("by_lot") for row in payload["rows"]),
        "shared": not payload.get("by_bracket")
        and len({row["place"] for row in payload["rows"]}) < len(payload["rows"]),
    }


def _live(event: Event, stamp: Stamp, *, polled: bool) -> dict[str, Any]:
    """What makes the table ask again: only while the event is announced or played, for the table as it stands."""
    if not polled or event.state not in LIVE_STATES:
        return {"poll_url": ""}
    return {"poll_url": pages.poll_address(event), "poll_etag": etag_of(stamp, "standings", "live")}


def start_list_context(event: Event) -> dict[str, Any]:
    """What `tiebreaks/_start_list.html` is drawn from."""
    entries = start_list(event)
    return {
        "start_list": {
            "heads": start_list_heads(),
            "rows": start_list_rows(entries, Links(event.pk)),
            "count": len(entries),
            "numbered": bool(entries) and all(entry.number is not None for entry in entries),
        }
    }


@require_safe
def crosstable(request: HttpRequest, pk: int) -> HttpResponse:
    """The crosstable by rank or by start number: a square where everybody meets everybody, else by round."""
    return crosstable_page(request, pk, embedded=False)


def crosstable_page(request: HttpRequest, pk: int, *, embedded: bool) -> HttpResponse:
    """The crosstable as a page, as its part that asks again, or in a frame of another site."""
    stamp = stamp_or_404(pk)
    order: Order = "number" if request.GET.get("by") == "number" else "rank"
    by_round = request.GET.get("view") == "rounds"
    choice = Choice.asked(request.GET)

    def make(event: Event) -> dict[str, Any] | HttpResponse:
        wanted = request.GET.get("format", "")
        numbers = chosen_numbers(event, choice)
        if wanted in FORMATS:
            facts = crosstable_of(event)
            lines = lines_of(facts, order, square=False if by_round else None)
            labels = facts.standings["labels"] if facts.standings else [SCORE]
            file = pages.crosstable_download(event, lines, wanted, numbers, labels)
            if file is not None:
                return file
        etag = etag_of(stamp, "crosstable", order, by_round, "table")

        def table() -> dict[str, Any]:
            return _crosstable_context(event, order, by_round=by_round, numbers=numbers)

        context = kept(request, "crosstable", etag, table) if numbers is None else table()
        trf = ("TRF", reverse("tiebreaks:trf26", args=[pk]))
        return {
            **context,
            "order": order,
            "by_round": by_round,
            "downloads": [*file_links(request), trf],
            "filters": [] if embedded else choice_filters(event, choice),
            "query": choice.query,
            "hidden": [(name, request.GET[name]) for name in ("by", "view") if name in request.GET],
        }

    return live_page(request, pk, CROSSTABLE, make, "crosstable", stamp=stamp, embedded=embedded)


def _crosstable_context(
    event: Event, order: Order, *, by_round: bool, numbers: set[int] | None
) -> dict[str, Any]:
    facts: TableFacts = crosstable_of(event)
    table: Lines = lines_of(facts, order, square=False if by_round else None)
    fixed = bool(facts.standings and facts.standings["fixed_pairings"])
    return {
        "problem": {"message": facts.problem.message, "hint": facts.problem.hint} if facts.problem else None,
        "players": len(table.lines),
        "rounds": table.rounds,
        "left_early": left_early_of(event, facts.standings),
        "shown_order": table.order,
        "shared": table.shared and table.order == "rank",
        "square": table.square,
        "fixed": fixed,
        "table": {
            "heads": crosstable_heads(table, facts.standings),
            "rows": crosstable_rows(table, facts.standings, Links(event.pk), numbers),
        },
        "codes": code_explanations(codes_used(table), event),
    }


@require_safe
def value(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """The derivation of one value of the standings."""
    event = public_event(request, pk)
    through_round = pages.asked_round(request, event)
    etag = etag_of(stamp_or_404(pk), "value", number, code, through_round)
    answer = unchanged(request, etag)
    if answer is not None:
        return answer
    try:
        derived = derive(event, number, code, through_round)
    except DomainError as problem:
        return render(request, "tiebreaks/value.html", {"event": event, "problem": problem}, status=422)
    if derived is None:
        raise Http404
    context = {
        "event": event,
        "derivation": derivation_view(event, derived, through_round),
        "row": f"p{number}",
        **pages.ways_on("tiebreaks:compare", "tiebreaks:standings", pk, number, through_round),
    }
    return tagged(render(request, "tiebreaks/value.html", context), request, etag)
