"""Reads of one page each: whom the standings compare, what a crosstable is made of, what the legend says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tiebreaks.engine.grammar import parse
from tiebreaks.engine.refusals import FINDING_SENTENCES
from tiebreaks.facts import facts_of
from tiebreaks.models import PlayOff, PlayOffPlan
from tiebreaks.play_offs import Candidates, candidates_of, waiting_of
from tiebreaks.sentences import criterion_name, team_criterion_name
from tiebreaks.services import standings_of
from tiebreaks.shown import code_of
from tiebreaks.stored import Payload
from tournaments.errors import DomainError
from tournaments.models import Entry, Event
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of the legend: the label, its full name, the article that defines it."""

    label: str
    name: str
    article: str


@dataclass(frozen=True, slots=True)
class Legend:
    """What the columns of a standing mean and where that is written."""

    criteria: tuple[Criterion, ...]
    edition: Edition
    unplayed: Edition
    unplayed_article: str


def legend_of(payload: Payload) -> Legend:
    """The legend of stored standings."""
    text, unplayed = edition(payload["edition"]), edition(payload["unplayed"])
    articles: Mapping[str, object] = text["criteria"].table
    if is_of_teams(payload):
        articles = {**articles, **text["team_criteria"].table}
    return Legend(
        tuple(
            Criterion(label, name_of(payload, label), str(articles[parse(code_of(label)).name]))
            for label in payload["labels"]
        ),
        text,
        unplayed,
        unplayed["opponent_score"].article,
    )


def name_of(payload: Payload, label: str) -> str:
    """The full name of a criterion in a standing of players or teams."""
    if is_of_teams(payload):
        return team_criterion_name(label, payload["primary"])
    return criterion_name(label)


def is_of_teams(payload: Payload) -> bool:
    """Whether a standing is one of teams."""
    return bool(payload.get("of_teams"))


def findings_of(payload: Payload) -> list[dict[str, Any]]:
    """The remarks about a standing, in the language of the page."""
    labels = {
        "note": _("Note"),
        "warning": _("Warning"),
        "objection": _("Objection"),
        "refusal": _("Refusal"),
    }
    return [
        {
            "severity": finding["severity"],
            "severity_label": labels[finding["severity"]],
            "article": finding["article"],
            "text": _(FINDING_SENTENCES[finding["key"]]).format_map(finding["values"]),
        }
        for finding in payload["findings"]
        if finding["key"] != "standings.games_open"  # said in the line over the table
    ]


def left_early_of(event: Event, payload: Payload | None) -> list[str]:
    """The names of those who left the standings because they withdrew before half of their games."""
    numbers = payload.get("left_early") if payload else None
    if not numbers:
        return []
    rows = Entry.objects.filter(event_id=event.pk, number__in=numbers).order_by("number")
    return list(rows.values_list("name", flat=True))


def open_games(payload: Payload) -> int:
    """How many games of the counted rounds have no result yet."""
    found = (finding for finding in payload["findings"] if finding["key"] == "standings.games_open")
    return next((int(finding["values"]["count"]) for finding in found), 0)


def start_list(event: Event) -> list[Entry]:
    """The entries by start number, those without one last, by rating."""
    entries = Entry.objects.filter(event_id=event.pk)
    return sorted(
        entries, key=lambda entry: (entry.number is None, entry.number or 0, -(entry.rating or 0), entry.name)
    )


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a crosstable is drawn from: the cells, and the standings unless they cannot be counted."""

    table: Crosstable
    standings: Payload | None
    problem: DomainError | None
    byes: frozenset[tuple[int, int]]
    persons: Mapping[int, int | None]


def crosstable_of(event: Event) -> TableFacts:
    """The crosstable of an event as it stands; without a countable order it is still a table by start number.

    `byes` are the (start number, round) for which a bye is written down; other empty rounds are absences.
    """
    facts = facts_of(event)
    record = facts.as_record()
    standings, problem = None, None
    try:
        standings = standings_of(event)
    except DomainError as error:
        problem = error
    return TableFacts(
        crosstable(record),
        standings,
        problem,
        frozenset((bye.entry, bye.round) for bye in record.byes),
        {entry.number: entry.person for entry in facts.entries},
    )


def waiting_play_offs(event: Event, begun: Sequence[PlayOff]) -> list[Candidates]:
    """The groups of equals whose announced play-off has not begun; none before the event is finished.

    Raises DomainError as `standings_of`.
    """
    plan = PlayOffPlan.objects.filter(event_id=event.pk).first()
    if plan is None or event.state != Event.State.FINISHED:
        return []
    return waiting_of(candidates_of(plan, standings_of(event)["rows"]), begun)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a standing, and the label of the first criterion that separates them (None: none does).

    `play_off` is the first place of the play-off in which both played: then that decides between them, whatever the
    criteria say; None where they did not, or a lot decides.
    """

    first: Mapping[str, Any]
    second: Mapping[str, Any]
    label: str | None
    play_off: int | None = None
    by_lot: bool = False

    @property
    def by_play_off(self) -> bool:
        """Whether a play-off decides between the two."""
        return self.play_off is not None

    @property
    def ahead(self) -> Mapping[str, Any] | None:
        """Who stands before the other; None if they share a place."""
        if self.first["place"] == self.second["place"]:
            return None
        return min((self.first, self.second), key=lambda row: int(row["place"]))


def rivals(rows: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """By start number, who stands next ahead: the nearest on a better place; for those on the best one a neighbour.

    Whoever asks "why am I behind her?" is compared with that one first. Nobody has one who is alone.
    """
    found: dict[int, int] = {}
    ahead: int | None = None
    for index, row in enumerate(rows):
        before = rows[index - 1] if index else None
        if before is not None and before["place"] != row["place"]:
            ahead = before["number"]
        neighbours = rows[index + 1 : index + 2] or ([before] if before else [])
        if ahead is not None or neighbours:
            found[row["number"]] = neighbours[0]["number"] if ahead is None else ahead
    return found


def pair_of(payload: Payload, first: int, second: int) -> Pair | None:
    """The comparison of two start numbers; None if one of them is not in the standings."""
    rows = {row["number"]: row for row in payload["rows"]}
    if first not in rows or second not in rows:
        return None
    one, other = rows[first], rows[second]
    paths = zip(payload["labels"], one["path"], other["path"], strict=True)
    label = next((label for label, place, other_place in paths if place != other_place), None)
    later = "place_before" in one and "place_before" in other
    by_lot = bool(
        later and one["by_lot"] and other["by_lot"] and one["place_before"] == other["place_before"]
    )
    together = later and not by_lot and one["play_off"] == other["play_off"]
    return Pair(one, other, label, one["play_off"] if together else None, by_lot)


def tied_before(payload: Payload, label: str, number: int) -> tuple[int, ...]:
    """The start numbers, the player's own among them, that were tied before this criterion."""
    column = payload["labels"].index(label)
    own = next(row for row in payload["rows"] if row["number"] == number)["path"][:column]
    return tuple(row["number"] for row in payload["rows"] if row["path"][:column] == own)
