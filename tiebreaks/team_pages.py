"""What the template of the team standings is given, and the same as downloads."""

from collections.abc import Mapping
from html import escape
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from players.listing import json_response
from tiebreaks.pages import reasons_of, round_filter
from tiebreaks.selectors import legend_of
from tiebreaks.stored import Payload
from tiebreaks.tables import Head, Links, PlaceCells, ValueColumns, short, special_mark
from tournaments.models import Event
from tournaments.table_files import file_links, file_name, numbered, table_file

Row = Mapping[str, Any]


def team_table(event: Event, payload: Payload, through_round: int | None) -> dict[str, Any]:
    """Heads and rows of the standings of teams; before the first round the teams by number, without ranks."""
    if not payload["started"]:
        return {"heads": _names("num pin"), "rows": _list_rows(payload)}
    return {"heads": _heads(payload), "rows": _rows(payload, Links(event.pk, through_round, of_teams=True))}


def _names(classes: str) -> list[Head]:
    return [Head(pgettext("number of a team", "No."), "", classes), Head(_("Team"), "", "name")]


def _list_rows(payload: Payload) -> SafeString:
    lines = [
        f'<tr id="t{row["number"]}"><td class="num pin">{row["number"]}</td>'
        f'<th scope="row" class="name">{_name(row)}</th></tr>'
        for row in sorted(payload["rows"], key=lambda row: int(row["number"]))
    ]
    return mark_safe("\n".join(lines))  # noqa: S308 (every value above is a number or escaped)


def _heads(payload: Payload) -> list[Head]:
    return [
        Head(_("Rk"), _("rank"), "num pin"),
        *_names("num"),
        *(Head(short(item.label), item.name, "num") for item in legend_of(payload).criteria),
    ]


def _rows(payload: Payload, links: Links) -> SafeString:
    columns, places = ValueColumns(payload, links), PlaceCells(payload, links)
    number = escape(pgettext("number of a team", "No."))
    lines = [
        f'<tr id="t{row["number"]}">{places.cell(row)}<td class="num" data-k="{number}">{row["number"]}</td>'
        f'<th scope="row" class="name">{_name(row)}{special_mark() if row.get("special") else ""}</th>'
        f"{columns.cells(row)}</tr>"
        for row in payload["rows"]
    ]
    return mark_safe("\n".join(lines))  # noqa: S308 (every value above is a number or escaped)


def _name(row: Row) -> str:
    """The name, which opens the members with their results."""
    members = "".join(
        f"<li>{member['board']} {escape(member['name'])} "
        f'<span class="muted">{member["points"]}/{member["games"]}</span></li>'
        for member in row["members"]
    )
    name = escape(row["name"])
    if not members:
        return name
    return (
        f'<details class="team-members"><summary>{name}</summary><ul class="small">{members}</ul></details>'
    )


def team_toolbar(request: HttpRequest, payload: Payload, through_round: int | None) -> dict[str, Any]:
    """The toolbar over the standings of teams: round, downloads, print."""
    count = len(payload["rows"])
    return {
        "filters": [round_filter(payload, through_round)],
        "count_text": ngettext("%(count)s team", "%(count)s teams", count) % {"count": count},
        "downloads": file_links(request),
    }


def team_download(event: Event, payload: Payload, wanted: str) -> HttpResponse | None:
    """The standings of teams as `csv`, `json` or `xlsx`, else None. Values are exact, with a decimal point."""
    name, rows = file_name(event, "teams"), payload["rows"]
    if wanted in ("csv", "xlsx"):
        heads = ["Rk", "No.", "Team", *("Pts" if label == "PTS" else label for label in payload["labels"])]
        cells = (
            [
                row["place"],
                row["number"],
                row["name"],
                *(numbered(row["values"][label]) for label in payload["labels"]),
            ]
            for row in rows
        )
        return table_file(wanted, name, heads, cells)
    if wanted != "json":
        return None
    document = {key: payload[key] for key in ("event", "edition", "unplayed", "order", "rounds")}
    return json_response(name, document | {"name": event.name, "rows": [_plain(row) for row in rows]})


def _plain(row: Row) -> dict[str, Any]:
    return {
        "place": row["place"],
        "number": row["number"],
        "name": row["name"],
        "values": row["values"],
        **({"exact": row["exact"]} if "exact" in row else {}),
        **({"reasons": reasons_of(row)} if row["reasons"] else {}),
        "members": row["members"],
    }
