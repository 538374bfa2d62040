"""Preliminaries of an event: their standings, and who is among the places that lead to the final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tiebreaks.services import standings_of
from tournaments.errors import DomainError
from tournaments.models import Entry, Event, Game, KindRules, Qualification
from tournaments.record.codes import OPEN_CODES
from tournaments.services.qualifying import has_ended

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of a preliminary. `by_rule`: surely among the qualifying places; `tied`: shares the last of them."""

    row: Row
    by_rule: bool
    tied: bool
    qualification: Qualification | None


@dataclass(frozen=True, slots=True)
class Preliminary:
    """A preliminary with its standings, or why there are none; `open` counts boards without a result.

    `ended` says that no round is still to be paired.
    """

    event: Event
    candidates: tuple[Candidate, ...]
    open: int
    problem: str = ""
    ended: bool = False

    @property
    def is_over(self) -> bool:
        """All games of all rounds have a result, and there are some."""
        return bool(self.candidates) and not self.open and self.ended


def qualifying_numbers(rows: Sequence[Row], places: int) -> tuple[frozenset[int], frozenset[int]]:
    """The start numbers surely among the first `places` rows, and those who share the last of these places.

    A shared place goes to all who share it if there is room for all; otherwise nobody of them has it yet.

    >>> rows = [{"number": 5, "place": 1}, {"number": 2, "place": 2}, {"number": 9, "place": 2}]
    >>> qualifying_numbers(rows, 2)
    (frozenset({5}), frozenset({9, 2}))
    """
    surely: set[int] = set()
    for place in sorted({row["place"] for row in rows}):
        group = {row["number"] for row in rows if row["place"] == place}
        if len(surely) + len(group) > places:
            return frozenset(surely), frozenset(group) if len(surely) < places else frozenset()
        surely |= group
    return frozenset(surely), frozenset()


def preliminaries_of(event: Event, rules: KindRules, *, with_drafts: bool = False) -> list[Preliminary]:
    """The stages of an event in the order of their days, each with its standings as they stand."""
    stages = event.stages.order_by("start", "group_code", "pk")
    if not with_drafts:
        stages = stages.exclude(state=Event.State.DRAFT)
    rows = Qualification.objects.filter(source__event__in=stages).select_related("entry", "source")
    qualified = {row.source_id: row for row in rows}
    return [_preliminary(stage, rules.qualify, qualified) for stage in stages]


def _preliminary(stage: Event, places: int | None, qualified: Mapping[int, Qualification]) -> Preliminary:
    games = Game.objects.filter(round__event=stage)
    still_open = games.filter(code__in=OPEN_CODES).count()
    if not games.exists():
        return Preliminary(stage, (), 0)
    try:
        rows = standings_of(stage)["rows"]
    except DomainError as error:
        return Preliminary(stage, (), still_open, str(error))
    surely, tied = qualifying_numbers(rows, places) if places else (frozenset(), frozenset())
    candidates = (
        Candidate(row, row["number"] in surely, row["number"] in tied, qualified.get(row["entry"]))
        for row in rows
    )
    return Preliminary(stage, tuple(candidates), still_open, ended=has_ended(stage))


def chosen_entries(event: Event, ids: Sequence[int]) -> dict[int, Entry]:
    """The entries of preliminaries of this event by id, as the service takes them."""
    rows = Entry.objects.filter(event__stage_of=event, pk__in=ids).select_related("event", "person")
    return {entry.pk: entry for entry in rows}
