"""A paper as HTML on a page, as it will be printed: the same value in the same order, and whence each part comes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.sheets.computer_table import ComputerTable
from reports.sheets.model import FinalTable
from reports.sheets.team_table import TeamTable
from reports.words import FORMS, ROLES, fact, norm_sentence, play_off_sentences, sentence
from tournaments.models import Event
from tournaments.words import norm_mark

# More players (or teams) than these are shown when they are asked for.
SHOWN_LINES, SHOWN_TEAMS = 40, 8

# Where a part of the paper is changed: what it comes from, the page of the desk.
EVENT_FORM = (gettext_lazy("the event’s form"), "tournaments:event_edit")
PLAYERS = (gettext_lazy("the players"), "tournaments:desk_entries")
ROUNDS = (gettext_lazy("the rounds"), "tournaments:desk_rounds")
TEAMS = (gettext_lazy("the teams"), "tournaments:desk_teams")
MENDED_AT: Mapping[str, tuple[Any, str]] = MappingProxyType(
    {
        "name": EVENT_FORM,
        "start": EVENT_FORM,
        "end": EVENT_FORM,
        "rate_of_play": EVENT_FORM,
        "names": PLAYERS,
        "federations": PLAYERS,
        "no_games": ROUNDS,
        "open_boards": ROUNDS,
        "colours": ROUNDS,
        "team_names": TEAMS,
        "teamless": TEAMS,
    }
)


def mirror(sheet: Any, key: str, *, whole: bool = False) -> dict[str, Any]:
    """A paper in words for `reports/_paper.html`: head, lines, notes, missing parts with their articles, who signs.

    `whole` shows all lines of a long one. Of a paper that has no page of its own here, what is common to all.
    """
    told: dict[str, Any] = {
        "sheet": sheet,
        "form_name": FORMS[key],
        "missing": [(sentence(item), item.article, item.key) for item in sheet.missing],
        "signatories": [(ROLES[item.role], item.person) for item in sheet.signatures],
    }
    if isinstance(sheet, TeamTable):
        return told | _common(sheet) | _teams(sheet, whole=whole)
    if isinstance(sheet, ComputerTable):
        return told | _common(sheet) | _some(sheet.lines, "lines", whole) | {"paper": "computer"}
    if isinstance(sheet, FinalTable):
        return told | _common(sheet) | _final(sheet, whole=whole)
    return told


def _common(sheet: FinalTable | TeamTable | ComputerTable) -> dict[str, Any]:
    return {
        "facts": [fact(item) for item in sheet.head],
        "notes": [sentence(item) for item in sheet.notes],
    }


def _some(lines: Any, name: str, whole: bool, most: int = SHOWN_LINES) -> dict[str, Any]:
    shown = lines if whole else lines[:most]
    return {name: shown, "more_lines": len(lines) - len(shown)}


def _final(sheet: FinalTable, *, whole: bool) -> dict[str, Any]:
    some = _some(sheet.lines, "lines", whole)
    return {
        "paper": "final",
        "lines": [(line, norm_mark(line.norm)) for line in some["lines"]],
        "more_lines": some["more_lines"],
        "norms": [norm_sentence(item) for item in sheet.norms],
        "play_offs": [play_off_sentences(item) for item in sheet.play_offs],
    }


def _teams(sheet: TeamTable, *, whole: bool) -> dict[str, Any]:
    return {"paper": "teams"} | _some(sheet.rosters, "rosters", whole, SHOWN_TEAMS)


def mended_at(event: Event, key: str) -> tuple[str, str]:
    """The words and the address of the page on which a missing part is filled in; empty where there is none."""
    if key == "differences":
        return _("the differences below"), "#differences"
    words, name = MENDED_AT.get(key, ("", ""))
    return (str(words), reverse(name, args=[event.pk])) if name else ("", "")


def sources(event: Event) -> list[tuple[str, str, str]]:
    """Where the parts of the form come from: the part, the source, the address at which it is changed."""
    found = [
        (_("Head"), EVENT_FORM),
        (_("Players, titles, federations, ratings"), PLAYERS),
        (_("Results and colours"), ROUNDS),
    ]
    if event.teams.exists():  # type: ignore[attr-defined]
        found.insert(2, (_("Teams and their order"), TEAMS))
    told = [(part, str(words), reverse(name, args=[event.pk])) for part, (words, name) in found]
    order = reverse("tiebreaks:standings", args=[event.pk])
    return [*told, (_("Final order and tie-breaks"), _("the standings, by the event’s editions"), order)]
