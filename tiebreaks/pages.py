"""What the templates of standings and crosstable are given, and the same as downloads."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.listing import json_response
from ratings.models import RatedEntry
from tiebreaks.crosstables import Line, Lines, cell_text, meetings, square_text
from tiebreaks.selectors import legend_of
from tiebreaks.shown import SCORE
from tiebreaks.stored import Payload
from tiebreaks.tables import Links, change_plain, standings_heads, standings_rows
from tournaments.models import Event
from tournaments.rulebook.rounding import plain
from tournaments.selectors.choosing import Choice, choice_filters, chosen_entries
from tournaments.table_files import FORMATS, file_links, file_name, numbered, table_file

Row = Mapping[str, Any]


def asked_round(request: HttpRequest, event: Event) -> int | None:
    """The round after which the standings are wanted; None for as they stand, or for what is no round."""
    text = request.GET.get("round", "")
    number = int(text) if text.isdecimal() and len(text) <= 2 else 0
    return number if 1 <= number <= event.rounds_planned else None


def chosen_rows(event: Event, request: HttpRequest, rows: Sequence[Row]) -> list[Row]:
    """The rows of the standings that the reader's filters leave, with the places they have among all."""
    chosen = chosen_entries(event, Choice.asked(request.GET))
    return list(rows) if chosen is None else [row for row in rows if row["entry"] in chosen]


def is_filtered(request: HttpRequest) -> bool:
    """Whether the reader asked for some of the players only."""
    return Choice.asked(request.GET).is_set


def standings_table(
    event: Event,
    payload: Payload,
    rows: Sequence[Row],
    changes: Mapping[int, RatedEntry],
    through_round: int | None,
) -> dict[str, Any]:
    """Heads, rows and legend of the standings."""
    legend = legend_of(payload)
    names = {criterion.label: criterion.name for criterion in legend.criteria}
    performance = has_performance(payload)
    return {
        "heads": standings_heads(payload, names, performance=performance, changes=bool(changes)),
        "rows": standings_rows(
            payload, rows, Links(event.pk, through_round), performance=performance, changes=changes
        ),
        "count": len(rows),
    }


def has_performance(payload: Payload) -> bool:
    """Whether anybody has a performance rating."""
    return any(row["performance"] is not None for row in payload["rows"])


def standings_toolbar(
    event: Event, request: HttpRequest, payload: Payload, shown: int, through_round: int | None
) -> dict[str, Any]:
    """The toolbar over the standings: round, category, federation, team, sex, name; downloads and print."""
    choice = Choice.asked(request.GET)
    return {
        "filters": [round_filter(payload, through_round), *choice_filters(event, choice)],
        "query_name": "q",
        "query": choice.query,
        "query_label": _("Name"),
        "count_text": ngettext("%(count)s player", "%(count)s players", shown) % {"count": shown},
        "downloads": [*file_links(request), ("TRF", reverse("tiebreaks:trf26", args=[event.pk]))],
    }


def round_filter(payload: Payload, through_round: int | None) -> dict[str, Any]:
    """The choice of the round after which the standings are shown."""
    rounds = [("", _("after the last round"))]
    rounds += [
        (str(n), _("after round %(number)s") % {"number": n}) for n in range(1, payload["started"] + 1)
    ]
    return {"name": "round", "label": _("Standings after"), "options": rounds, "value": through_round or ""}


def standings_download(
    event: Event, payload: Payload, rows: Sequence[Row], changes: Mapping[int, RatedEntry], wanted: str
) -> HttpResponse | None:
    """The standings as `csv`, `json` or `xlsx`, else None. Values are exact, with a decimal point."""
    name = file_name(event, "standings")
    if wanted == "json":
        return json_response(name, standings_json(event, payload, rows))
    if wanted not in ("csv", "xlsx"):
        return None
    labels: list[str] = payload["labels"]
    performance = has_performance(payload)
    heads = [
        "Rk",
        "SNo",
        "Title",
        "Name",
        "Fed",
        "Rtg",
        *("Pts" if label == "PTS" else label for label in labels),
    ]
    heads += (["Rp"] if performance else []) + (["rtg+/-"] if changes else [])
    change = change_plain if wanted == "csv" else _change_number  # text keeps the sign of a gain
    lines = (
        [
            *_file_row(row, labels, performance=performance),
            *([change(changes.get(row["entry"]))] if changes else []),
        ]
        for row in rows
    )
    return table_file(wanted, name, heads, lines)


def _change_number(change: RatedEntry | None) -> Any:
    return numbered(change_plain(change))


def standings_json(event: Event, payload: Payload, rows: Iterable[Row]) -> dict[str, Any]:
    """The standings with the keys of the command line's `standings`, and more about the players."""
    return {
        "event": event.pk,
        "name": event.name,
        "edition": payload["edition"],
        "unplayed": payload["unplayed"],
        "order": payload["order"],
        "rounds": payload["rounds"],
        "standings": [
            {
                "place": row["place"],
                "start_number": row["number"],
                "title": row["title"],
                "name": row["name"],
                "federation": row["federation"],
                "rating": row["rating"],
                "values": row["values"],
                **({"exact": row["exact"]} if "exact" in row else {}),
                **({"reasons": reasons_of(row)} if row["reasons"] else {}),
                "performance": row["performance"],
            }
            for row in rows
        ],
    }


def crosstable_download(
    event: Event,
    table: Lines,
    wanted: str,
    numbers: Collection[int] | None = None,
    labels: Sequence[str] = (SCORE,),
) -> HttpResponse | None:
    """The crosstable as `csv`, `json` or `xlsx` with the cells as the page writes them, else None.

    `numbers` are the start numbers of the rows; None for all. `labels` are the columns of points and tie-breaks.
    """
    name = file_name(event, "crosstable")
    if wanted not in FORMATS:
        return None
    columns = [line.key for line in table.lines] if table.square else list(range(1, table.rounds + 1))
    shown = [
        (line, _cells(table, index))
        for index, line in enumerate(table.lines)
        if numbers is None or line.number in numbers
    ]
    if wanted == "json":
        lines = [
            {
                "key": line.key,
                "place": line.place,
                "start_number": line.number,
                "title": line.title,
                "name": line.name,
                "federation": line.federation,
                "rating": line.rating,
                "cells": row,
                "values": {label: _value_text(value) for label, value in _values(line, labels).items()},
            }
            for line, row in shown
        ]
        return json_response(
            name,
            {
                "event": event.pk,
                "name": event.name,
                "by": table.order,
                "square": table.square,
                "columns": columns,
                "lines": lines,
            },
        )
    heads = ["No", "Rk", "SNo", "Title", "Name", "Fed", "Rtg", *map(str, columns)]
    heads += ["Pts" if label == SCORE else label for label in labels]
    return table_file(
        wanted,
        name,
        heads,
        (
            [
                line.key,
                line.place,
                line.number,
                line.title,
                line.name,
                line.federation,
                line.rating,
                *row,
                *_values(line, labels).values(),
            ]
            for line, row in shown
        ),
    )


def _values(line: Line, labels: Sequence[str]) -> dict[str, Any]:
    """Points and tie-breaks of a line; without a place it has points alone."""
    if line.row is not None:
        return {label: numbered(line.row["values"][label]) for label in labels}
    return {label: Fraction(line.halves, 2) if label == SCORE else None for label in labels}


def _value_text(value: Any) -> Any:
    return plain(value) if isinstance(value, Fraction) else value


def _cells(table: Lines, index: int) -> list[str]:
    line = table.lines[index]
    if not table.square:
        return [cell_text(mark, table.keys) for mark in line.marks]
    met = meetings(line)
    return ["*" if other is line else square_text(met.get(other.number, [])) for other in table.lines]


def _file_row(row: Row, labels: Sequence[str], *, performance: bool) -> list[Any]:
    found = [row["place"], row["number"], row["title"], row["name"], row["federation"], row["rating"]]
    found += [numbered(row["values"][label]) for label in labels]
    return [*found, row["performance"]] if performance else found


def reasons_of(row: Row) -> dict[str, str]:
    """Why direct encounters decide nothing, by label."""
    return {label: key.partition(".")[2] for label, key in row["reasons"].items()}


def ways_on(compare: str, standings: str, pk: int, number: int, through_round: int | None) -> dict[str, str]:
    """From a value to the comparison and back into the standings, after the same round."""
    query = f"round={through_round}" if through_round else ""
    return {
        "compare_url": f"{reverse(compare, args=[pk])}?{'&'.join(filter(None, (query, f'a={number}')))}",
        "standings_url": f"{reverse(standings, args=[pk])}{'?' if query else ''}{query}",
    }


def poll_address(event: Event) -> str:
    """Where a page of an event being played asks whether the standings have changed."""
    return reverse("tiebreaks:standings_live", args=[event.pk])
