"""The pages of an event that follow the play: a round, the schedule, the statistics, a player's own games."""

from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Event, Team
from tournaments.record.statistics import Statistics, Tally, statistics
from tournaments.selectors.categories import IN, categories_of, standing
from tournaments.selectors.choosing import Choice, choice_filters, chosen_entries
from tournaments.selectors.events import round_in_play, rounds_progress
from tournaments.selectors.hall import results_changed
from tournaments.selectors.ledger import line_of
from tournaments.selectors.participants import Way, way_of
from tournaments.selectors.rounds import RoundPage, round_page
from tournaments.selectors.teams import MatchLine, MatchView, round_matches
from tournaments.snapshot import record_of
from tournaments.table_files import FORMATS, file_links, file_name, table_file
from tournaments.views.access import may, public_event
from tournaments.views.live import Context, LivePage, embeddable, live_page
from tournaments.words import bye_word

ROUND = LivePage("tournaments/round.html", "tournaments/_round.html")
ROUND_TEAMS = LivePage("tournaments/round_teams.html", "tournaments/_round_teams.html")
SCHEDULE = LivePage("tournaments/schedule.html", "tournaments/_schedule.html")
STATISTICS = LivePage("tournaments/statistics.html", "tournaments/_statistics.html")
PARTICIPANT = LivePage("tournaments/participant.html", "tournaments/_participant.html")
MOST_UPSETS = 20
MATCH_HEADS = ["Match", "Team (White)", "Team (Black)"]


# -- a round -------------------------------------------------------------------------------------------------


@require_safe
def round_(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One round: boards with results, byes, the way to the others."""
    return live_page(request, pk, ROUND, lambda event: _round(request, event, number), "round", number)


@embeddable
@require_safe
def round_embedded(request: HttpRequest, pk: int) -> HttpResponse:
    """The newest paired round, or `?round=`, for a frame on another site."""
    asked = request.GET.get("round", "")

    def make(event: Event) -> Context | HttpResponse:
        number = int(asked) if asked.isdecimal() and len(asked) < 3 else max(round_in_play(event), 1)
        return _round(request, event, number)

    return live_page(request, pk, ROUND, make, "round", embedded=True)


def _round(request: HttpRequest, event: Event, number: int) -> Context | HttpResponse:
    progress = rounds_progress(event)
    if not 1 <= number <= len(progress):
        raise Http404
    page = round_page(event, number, with_points=not event.is_team_event)
    choice = Choice.asked(request.GET)
    chosen = chosen_entries(event, choice)
    matches = round_matches(event, page) if event.is_team_event else []
    heads, rows = _round_table(page, chosen, matches)
    file = table_file(request.GET.get("format", ""), file_name(event, f"round-{number}"), heads, rows)
    if file is not None:
        return file
    of_teams = bool(matches)
    if chosen is not None:
        matches = [match for match in matches if _in_match(match, chosen, choice.team)]
    boards = [board for board in page.boards if _has(chosen, board.game.white_id, board.game.black_id)]
    resting = [each for each in page.resting if _has(chosen, each.entry.pk)]
    return {
        "page": page,
        "boards": boards,
        "resting": resting,
        "matches": matches,
        "round_part": "tournaments/_round_teams.html" if of_teams else "tournaments/_round.html",
        "of_teams": of_teams,
        "progress": progress,
        "number": number,
        "newest": max((each.number for each in progress if each.boards or each.byes), default=0),
        "may_enter": may(request, "result_enter", event),
        "changed": [line_of(row) for row in results_changed(event, number)],
        "filters": choice_filters(event, choice) if page.boards else [],
        "choice": choice,
        "downloads": file_links(request) if page.boards else [],
    }


def _has(chosen: set[int] | None, *entries: int) -> bool:
    return chosen is None or any(entry in chosen for entry in entries)


def _in_match(match: MatchView, chosen: set[int], team: str) -> bool:
    """Whether one of the chosen sits in the match, or the chosen team has it without anybody at a board."""
    sitting = [entry.pk for line in match.lines for entry in (line.home, line.away) if entry is not None]
    if sitting:
        return _has(chosen, *sitting)
    return bool(team) and team in {str(side.number) for side in (match.home, match.away) if side}


def _round_table(
    page: RoundPage, chosen: set[int] | None, matches: list[MatchView]
) -> tuple[list[str], list[list[Any]]]:
    """The boards of a round; in a round of matches the number of the match and both teams stand before each."""
    heads = ["Bd", "SNo", "White", "Rtg", "Result", "Black", "Rtg (Black)", "SNo (Black)"]
    rows: list[list[Any]] = [
        [
            board.game.board, board.game.white.number, board.game.white.name, board.game.white.rating,
            board.text, board.game.black.name, board.game.black.rating, board.game.black.number,
        ]
        for board in page.boards
        if _has(chosen, board.game.white_id, board.game.black_id)
    ]  # fmt: skip
    rows += [
        [None, each.entry.number, each.entry.name, each.entry.rating, bye_word(each.code), "", None, None]
        for each in page.resting
        if _has(chosen, each.entry.pk)
    ]
    if not matches:
        return heads, rows
    teams = {
        line.board.game.board: [match.number, *(team.name for team in _by_colour(match, line))]
        for match in matches
        for line in match.lines
        if line.board is not None
    }
    nobody = [None, "", ""]
    return [*MATCH_HEADS, *heads], [[*teams.get(row[0], nobody), *row] for row in rows]


def _by_colour(match: MatchView, line: MatchLine) -> list[Team]:
    """The team that has White at a board and the other."""
    home_first = [match.home, *([match.away] if match.away else [])]
    return home_first if line.home_white else home_first[::-1]


# -- the schedule --------------------------------------------------------------------------------------------


@require_safe
def schedule(request: HttpRequest, pk: int) -> HttpResponse:
    """The rounds with day, time and state."""
    return live_page(request, pk, SCHEDULE, lambda event: _schedule(request, event), "schedule")


@embeddable
@require_safe
def schedule_embedded(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for a frame on another site."""
    return live_page(
        request, pk, SCHEDULE, lambda event: _schedule(request, event), "schedule", embedded=True
    )


def _schedule(request: HttpRequest, event: Event) -> Context | HttpResponse:
    progress = rounds_progress(event)
    heads = ["Round", "Date", "Time", "Boards", "Open", "Byes"]
    rows = [
        [
            each.number,
            each.round.day if each.round else None,
            f"{each.round.time:%H:%M}" if each.round and each.round.time else "",
            each.boards,
            each.open,
            each.byes,
        ]
        for each in progress
    ]
    file = table_file(request.GET.get("format", ""), file_name(event, "schedule"), heads, rows)
    timed = any(each.round and (each.round.day or each.round.time) for each in progress)
    return file or {"progress": progress, "timed": timed, "downloads": file_links(request)}


# -- statistics ----------------------------------------------------------------------------------------------


@require_safe
def event_statistics(request: HttpRequest, pk: int) -> HttpResponse:
    """Results by colour, federations, upsets and averages, in all and round by round."""
    return live_page(request, pk, STATISTICS, lambda event: _statistics(request, event), "statistics")


def _statistics(request: HttpRequest, event: Event) -> Context | HttpResponse:
    found = statistics(record_of(event.pk))
    tables = {
        "rounds": _rounds_table(found),
        "federations": _federations_table(found),
        "upsets": _upsets_table(found),
    }
    wanted = request.GET.get("table", "rounds")
    if request.GET.get("format") in FORMATS:
        if wanted not in tables:
            raise Http404
        file = table_file(request.GET["format"], file_name(event, wanted), *tables[wanted])
        if file is not None:
            return file
    return {
        "statistics": found,
        "bars": shares(found.total),
        "upsets": found.upsets[:MOST_UPSETS],
        "files": {
            name: [(kind.upper(), f"?table={name}&format={kind}") for kind in FORMATS] for name in tables
        },
    }


def shares(total: Tally) -> list[dict[str, Any]]:
    """The shares of all games: `percent` rounded half up, and `width` in whole hundredths that fill the bar."""
    parts = [
        ("white", _("White wins"), total.white),
        ("draws", _("draws"), total.draws),
        ("black", _("Black wins"), total.black),
        ("other", _("other results"), total.other),
    ]
    if not total.games:
        return []
    ends, before = [], 0
    for _key, _label, count in parts:
        before += count
        ends.append(before * 100 // total.games)
    starts = [0, *ends[:-1]]
    return [
        {"key": key, "label": label, "count": count, "start": start, "width": end - start}
        | {"percent": _whole(Fraction(100 * count, total.games))}
        for (key, label, count), start, end in zip(parts, starts, ends, strict=True)
        if count
    ]


def _rounds_table(found: Statistics) -> tuple[list[str], list[list[Any]]]:
    heads = [
        "Round",
        "Games",
        "White wins",
        "Draws",
        "Black wins",
        "Other",
        "Forfeits",
        "Open",
        "Byes",
        "Mean rating",
    ]
    rows = [
        [
            "all" if each.round is None else each.round, each.games, each.white, each.draws, each.black, each.other,
            each.forfeits, each.open, each.byes, _whole(each.mean),
        ]
        for each in (*found.rounds, found.total)
    ]  # fmt: skip
    return heads, rows


def _federations_table(found: Statistics) -> tuple[list[str], list[list[Any]]]:
    heads = ["Fed", "Players", "Mean rating", "Games", "Points"]
    return heads, [
        [each.federation, each.players, _whole(each.mean), each.games, Fraction(each.halves, 2)]
        for each in found.federations
    ]


def _upsets_table(found: Statistics) -> tuple[list[str], list[list[Any]]]:
    heads = ["Round", "Bd", "Winner", "Rtg", "Colour", "Loser", "Rtg (loser)", "Difference"]
    return heads, [
        [
            each.round, each.board, each.winner.name, each.winner.rating, "w" if each.winner_white else "b",
            each.loser.name, each.loser.rating, each.gap,
        ]
        for each in found.upsets
    ]  # fmt: skip


def _whole(value: Fraction | None) -> int | None:
    """A mean as a table shows it: whole, halves up."""
    return None if value is None else (2 * value.numerator + value.denominator) // (2 * value.denominator)


# -- a player's games ----------------------------------------------------------------------------------------


@require_safe
def participant(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """One player of the event: his games, the next board and its colour. Its address stays when numbers change."""

    def make(event: Event) -> Context | HttpResponse:
        own = get_object_or_404(Entry.objects.select_related("team"), pk=entry, event_id=event.pk)
        way = way_of(event, own)
        file = table_file(
            request.GET.get("format", ""),
            file_name(event, f"player-{own.number or own.pk}"),
            *_way_table(way),
        )
        return file or {
            "entry": own,
            "way": way,
            "categories": [each for each in categories_of(event) if standing(each, own) == IN],
            "downloads": file_links(request),
        }

    return live_page(request, pk, PARTICIPANT, make, "participant", entry)


def _way_table(way: Way) -> tuple[list[str], list[list[Any]]]:
    heads = ["Round", "Date", "Bd", "Colour", "SNo", "Opponent", "Rtg", "Result", "Pts"]
    rows: list[list[Any]] = []
    for each in way.rounds:
        day = each.round.day if each.round else None
        other = each.opponent
        if other is not None and each.game is not None:
            known = [
                each.game.board,
                each.colour if each.game.colours_known else "",
                other.number,
                other.name,
            ]
            rows.append([each.number, day, *known, other.rating, each.own_text, Fraction(each.total, 2)])
        else:
            what = bye_word(each.bye) if each.bye else ""
            rows.append([each.number, day, None, "", None, what, None, "", Fraction(each.total, 2)])
    return heads, rows


# -- frames on other sites -----------------------------------------------------------------------------------


@require_safe
def embed_code(request: HttpRequest, pk: int) -> HttpResponse:
    """How a table is put into a page of another site: the line to copy, and what it will look like."""
    event = public_event(request, pk)
    tables = [
        (_("Standings"), "tiebreaks:standings_embedded", event.entries.count()),
        (_("Crosstable"), "tiebreaks:crosstable_embedded", event.entries.count()),
        (_("Newest round"), "tournaments:round_embedded", (event.entries.count() + 1) // 2),
        (_("Schedule"), "tournaments:schedule_embedded", event.rounds_planned),
    ]
    theme = request.GET.get("theme", "")
    theme = theme if theme in ("light", "dark") else ""
    suffix = f"?theme={theme}" if theme else ""
    rows = [
        {
            "label": label,
            "url": reverse(name, args=[pk]) + suffix,
            "height": min(140 + 40 * count, 1200),
        }
        for label, name, count in tables
    ]
    return render(request, "tournaments/embed_code.html", {"event": event, "rows": rows, "theme": theme})
