"""Reads about points beside the results: what was given to whom, from when, why, and whether it still counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Event, SpecialPoints, Team
from tournaments.record.special import STANDINGS_ONLY
from tournaments.snapshot import SPECIAL_POINTS, has_special_points, special_points_of


@dataclass(frozen=True, slots=True)
class Given:
    """One decision as a page shows it. `holders` are (number, name), empty for everybody; points are halves.

    `row` is None for what only the event's file says. `kind` is the result it is for, empty for a bonus or penalty.
    """

    holders: tuple[tuple[int | None, str], ...]
    kind: str
    halves: int | None
    match_halves: int | None
    round: int | None
    reason: str = ""
    row: SpecialPoints | None = None

    @property
    def is_apart(self) -> bool:
        """It counts in the standing alone."""
        return not self.kind and self.round == STANDINGS_ONLY

    @property
    def taken_back(self) -> bool:
        """It counts no more."""
        return self.row is not None and self.row.taken_back


def special_points_listed(event: Event, *, whole: bool = False) -> list[Given]:
    """What was given, in the order in which it was; with `whole` what was taken back, too.

    No query where the event never had any, two where it has.
    """
    if not has_special_points(event):
        return []
    of_teams = event.is_team_event
    model = Team if of_teams else Entry
    known = {
        pk: (number, name)
        for pk, number, name in model._default_manager.filter(event=event).values_list("pk", "number", "name")
    }
    if SPECIAL_POINTS not in event.source_facts.get("stored", "").split():
        return _of_file(event, {pk: number for pk, (number, _name) in known.items()}, known)
    rows = SpecialPoints.objects.filter(event=event).order_by("pk")
    if not whole:
        rows = rows.filter(taken_back=False)
    return [
        Given(
            tuple(known[pk] for pk in row.holders if pk in known),
            row.kind,
            row.halves,
            row.match_halves,
            row.round_number,
            row.reason,
            row,
        )
        for row in rows
    ]


def _of_file(
    event: Event, numbers: Mapping[int, int | None], known: Mapping[int, tuple[int | None, str]]
) -> list[Given]:
    """What the kept lines of an event's file say, before anything was given here."""
    by_number = dict(known.values())
    found = special_points_of(event, {pk: number for pk, number in numbers.items() if number is not None})
    return [
        Given(
            tuple((number, by_number.get(number, "")) for number in each.numbers),
            each.kind,
            each.halves,
            each.match_halves,
            each.round,
        )
        for each in found
    ]
