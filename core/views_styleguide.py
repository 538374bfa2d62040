"""The page that shows every component with sample data; in development only."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

#  start number, title, name, federation, rating, score in halves per round against 1..6
PLAYERS = (
    (1, "GM", "Belić, Ana", "CRO", 2512, (None, 2, 1, 2, 1, 2)),
    (2, "IM", "Гнатюк, Олег", "UKR", 2441, (0, None, 1, 2, 2, 1)),
    (3, "FM", "Kos, Ivo", "CRO", 2388, (1, 1, None, 1, 0, 2)),
    (4, "CM", "Lindqvist, Pär", "SWE", 2301, (0, 0, 1, None, 2, 1)),
    (5, "", "Παπαδοπούλου, Ελένη", "GRE", 2290, (1, 0, 2, 0, None, None)),
    (6, "WFM", "Ruiz Ñáñez, Marta", "ESP", 2244, (0, 1, 0, 1, None, None)),
)


def _crosstable() -> list[dict[str, Any]]:
    rows = []
    for number, title, name, federation, rating, scores in PLAYERS:
        played = [score for score in scores if score is not None]
        rows.append(
            {
                "number": number,
                "title": title,
                "name": name,
                "federation": federation,
                "rating": rating,
                "halves": sum(played),
                "opponents": list(enumerate(scores, start=1)),
            }
        )
    return sorted(rows, key=lambda row: -row["halves"])


def _table(request: HttpRequest) -> dict[str, Any]:
    columns = [
        {"key": "name", "label": "Name", "sortable": True, "sort_url": "?sort=name", "sorted": "asc"},
        {"key": "fed", "label": "Fed", "fold": True},
        {"key": "club", "label": "Club", "fold": True, "title": "club or town"},
        {"key": "rating", "label": "Rtg", "numeric": True, "sortable": True, "sort_url": "?sort=-rating"},
        {"key": "change", "label": "rtg+/-", "numeric": True},
    ]
    people = [
        {
            "cells": [
                {"text": name, "url": "#"},
                {"text": federation},
                {"text": f"Inventown {number}"},
                {"text": str(rating), "strong": True},
                {
                    "text": "+6.15" if number % 2 else "−3.20",
                    "url": "/styleguide/?part=derivation",
                    "panel": True,
                },
            ],
            "marked": number == 3,
        }
        for number, _title, name, federation, rating, _scores in PLAYERS * 9
    ]
    page = Paginator(people, 6).get_page(request.GET.get("page"))
    return {
        "caption": "Register of players",
        "columns": columns,
        "rows": page.object_list,
        "page": page,
        "query": request.GET.get("q", ""),
        "query_label": "Name or number",
        "filters": [
            {
                "name": "fed",
                "label": "Federation",
                "options": [("", "All federations"), ("CRO", "CRO")],
                "value": "",
            }
        ],
        "downloads": [("CSV", "#csv"), ("JSON", "#json")],
        "count_text": "54 players",
    }


def _finding(severity: str, article: str, text: str, remedy: str, **more: Any) -> dict[str, Any]:
    return {
        "severity": severity,
        "severity_label": severity.capitalize(),
        "article": article,
        "text": text,
        "remedy": remedy,
        **more,
    }


FINDINGS = (
    _finding(
        "refusal",
        "C.04.1",
        "Round 5, board 3 has two Whites.",
        "The slips show 12 and 17; re-enter board 3 or return the report.",
        concerns=[("Round 5", "#"), ("board 3", "#")],
    ),
    _finding("objection", "", "Points stated 5½, computed 5.", "Check the results of rounds 4 and 6."),
    _finding(
        "warning", "1.3", "Two players have no birth date.", "", dismiss_url="#", concerns=[("Kos, Ivo", "#")]
    ),
    _finding(
        "note", "", "K taken as 20: nobody gave it.", "", dismissed_reason="Known to the rating officer."
    ),
)

DERIVATION = {
    "title": "Rating change",
    "subject": "Kos, Ivo · Inventown Open",
    "subject_url": "#",
    "result": "+6.15",
    "unit": "Elo points",
    "edition": "FIDE Rating Regulations, in force from 1 Oct 2025",
    "source": "handbook B.02",
    "text_url": "#",
    "permalink": "#",
    "steps": [
        {"article": "8.1", "text": "Rating at the start: list of 1 Nov 2026.", "value": "2388"},
        {
            "article": "8.3.1",
            "text": "Expected score against four rated opponents.",
            "value": "2.385",
            "label": "4 games",
            "open": True,
            "parts": [
                {
                    "article": "8.1.2",
                    "text": "Round 1 against Belić, Ana (2512): −124, so 0.33.",
                    "value": "0.33",
                },
                {
                    "article": "8.1.2",
                    "text": "Round 2 against Гнатюк, Олег (2441): −53, so 0.43.",
                    "value": "0.43",
                },
            ],
        },
        {"article": "8.3.3", "text": "K for a player who never had 2400.", "value": "20"},
        {"article": "8.3.4", "text": "K × (W − We) = 20 × (2.6925 − 2.385).", "value": "+6.15"},
    ],
}

BOARDS = (
    (1, "GM Belić, Ana", 2512, 8, "1 0", "IM Oduya, Tomas", 2466, 8, "saved", "14:32 mk", ""),
    (2, "IM Гнатюк, Олег", 2441, 7, "½ ½", "FM Ruiz, Marta", 2390, 7, "saved", "14:33 mk", ""),
    (3, "FM Kos, Ivo", 2388, 7, "·", "CM Lindqvist, Pär", 2301, 7, "open", "", "is-current is-open"),
    (4, "Nagy, Éva", 2290, 6, "1 0", "Åberg, Siri", 2275, 6, "conflict", "two values", "is-conflict"),
    (5, "Weiß, Jürgen", 2260, 6, "·", "Đurić, Lj.", 2244, 6, "open", "", "is-open"),
)


def _sample(request: HttpRequest) -> dict[str, Any]:
    return {
        "table": SimpleNamespace(**_table(request)),
        "empty_table": SimpleNamespace(
            columns=[],
            rows=[],
            empty={
                "title": "No events yet",
                "text": "Events that are registered or played stand here.",
                "action_label": "Register an event",
                "action_url": "#",
            },
        ),
        "crosstable": _crosstable(),
        "findings": FINDINGS,
        "derivation": DERIVATION,
        "boards": BOARDS,
        "crumbs": [("Events", "#"), ("2026", "#")],
        "facts": [
            {"text": "21–29 Nov 2026", "icon": "calendar-days"},
            {"text": "Inventown, Old Market Hall", "icon": "map-pin"},
            {"text": "90 min + 30 s", "icon": "clock"},
            {"text": "Chief arbiter M. Kos", "icon": "user", "url": "#"},
        ],
        "tabs": [
            {"label": "Standings", "url": "#", "active": True},
            {"label": "Crosstable", "url": "#"},
            {"label": "Rounds", "url": "#", "count": 5},
            {"label": "Players", "url": "#", "count": 54},
            {"label": "Documents", "url": "#"},
            {"label": "Corrections", "url": "#", "count": 0},
        ],
        "steps": [
            {"label": "Handed in", "note": "29 Nov, 18:10", "state": "done"},
            {"label": "Arbiter signed", "note": "M. Kos", "state": "done"},
            {"label": "Countersigned", "note": "waits for the rating officer", "state": "current"},
            {"label": "Reviewed", "state": "todo"},
        ],
        "nav": [
            {"label": label, "url": "#", "active": label == "Events"}
            for label in ("Events", "Players", "Rating lists", "Verify", "My desk", "Commission")
        ],
        "states": (
            "draft",
            "registered",
            "playing",
            "finished",
            "submitted",
            "in_review",
            "returned",
            "accepted",
            "rated",
            "published",
            "annulled",
            "official",
            "provisional",
            "valid",
            "invalid",
        ),
        "fraction": Fraction(123, 20),
    }


def styleguide(request: HttpRequest) -> HttpResponse:
    """All components with sample data, `?part=derivation` that one alone; 404 outside development."""
    if not settings.DEBUG:
        raise Http404
    alone = request.GET.get("part") == "derivation"
    template = "components/gallery_derivation.html" if alone else "components/gallery.html"
    return render(request, template, _sample(request))
