"""Standings and crosstable as a plain Django page makes them: what the portal's own pages are measured against.

The same head, columns and links; objects of the ORM or dictionaries, and a template with a loop for each cell.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.backends.django import DjangoTemplates
from django.urls import reverse

from tiebreaks.models import StandingsRow, StoredStandings
from tournaments.models import Entry, Event, Game, Seat
from tournaments.record.codes import GAME_CODES

TEXTS = {"win": "1", "draw": "½", "loss": "0"}
FORFEITS = {"win": "+", "draw": "=", "loss": "-"}


def engine() -> DjangoTemplates:
    """The portal's templates and those of this folder."""
    options = settings.TEMPLATES[0]
    return DjangoTemplates(
        {
            "NAME": "plain",
            "APP_DIRS": True,
            "DIRS": [*options["DIRS"], Path(__file__).parent / "templates"],
            "OPTIONS": dict(options["OPTIONS"]),
        }
    )


def plain_standings(templates: DjangoTemplates, request: HttpRequest, pk: int) -> HttpResponse:
    """Stored rows and entries as objects, joined to their persons, and one loop over the cells."""
    event = Event.objects.select_related("region", "rating_list").get(pk=pk)
    stored = StoredStandings.objects.get(event=event)
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event).select_related("person")}
    rows = StandingsRow.objects.filter(standings=stored).select_related("standings").order_by("position")
    labels = stored.payload["labels"]
    shown = [
        {
            "place": row.place,
            "entry": entries[row.entry],
            "values": list(zip(labels, row.raw.split(","), strict=True)),
        }
        for row in rows
    ]
    context = {"event": event, "labels": labels, "rows": shown}
    context["address"] = reverse("tiebreaks:standings", args=[pk])
    return HttpResponse(templates.get_template("plain_standings.html").render(context, request))


def plain_crosstable(templates: DjangoTemplates, request: HttpRequest, pk: int) -> HttpResponse:
    """Flat queries for entries, games and byes, a dictionary for each cell, and one loop over the cells."""
    event = Event.objects.select_related("region", "rating_list").get(pk=pk)
    stored = StoredStandings.objects.get(event=event)
    rows = list(
        StandingsRow.objects.filter(standings=stored)
        .order_by("position")
        .values("number", "name", "federation", "rating", "raw", "entry", "person")
    )
    keys = {row["entry"]: key for key, row in enumerate(rows, start=1)}
    numbers = {row["entry"]: row["number"] for row in rows}
    names = {row["entry"]: f"{keys[row['entry']]} {row['name']}" for row in rows}
    cells: dict[int, dict[int, dict[str, Any]]] = {row["entry"]: {} for row in rows}
    games = Game.objects.filter(round__event_id=pk).values("round__number", "white_id", "black_id", "code")
    for game in games:
        for own, other, colour, side in (("white_id", "black_id", "w", 0), ("black_id", "white_id", "b", 1)):
            found = GAME_CODES[game["code"]][side]
            outcome = found.outcome
            cells[game[own]][game["round__number"]] = {
                "round": game["round__number"],
                "opponent": numbers[game[other]],
                "key": keys[game[other]],
                "title": names[game[other]],
                "colour": colour,
                "text": (TEXTS if found.played else FORFEITS).get(outcome, ""),
                "outcome": f"cell-{outcome}",
            }
    byes = Seat.objects.filter(round__event_id=pk, game__isnull=True).values(
        "round__number", "entry_id", "bye"
    )
    for bye in byes:
        cells[bye["entry_id"]][bye["round__number"]] = {"round": bye["round__number"], "text": bye["bye"]}
    labels, rounds = stored.payload["labels"], range(1, event.rounds_planned + 1)
    for row in rows:
        row["key"] = keys[row["entry"]]
        row["cells"] = [cells[row["entry"]].get(number, {"round": number, "text": "Z"}) for number in rounds]
        row["values"] = list(zip(labels, row["raw"].split(","), strict=True))
    context = {"event": event, "labels": labels, "rows": rows, "rounds": rounds}
    context["address"] = reverse("tiebreaks:standings", args=[pk])
    return HttpResponse(templates.get_template("plain_crosstable.html").render(context, request))
