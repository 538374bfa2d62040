"""Places after everything that decides them beyond the tie-breaks: play-offs, then lots that the director drew."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tiebreaks.engine.ranking import Standings
from tiebreaks.models import DrawnLot
from tiebreaks.play_offs import decided_places
from tournaments.pairing.lots import draw_numbers


@dataclass(frozen=True, slots=True)
class Settled:
    """The places that play-offs and lots gave, by start number; `by_lot` are those of lots.

    `play_offs` are the players of each decided play-off by the first place they played for.
    """

    places: Mapping[int, int]
    by_lot: frozenset[int]
    play_offs: Mapping[int, tuple[int, ...]]


def settled(event_id: int, standings: Standings) -> Settled:
    """What changes in the places of a standing after play-offs and lots.

    A lot counts as long as exactly its players share a place; when a result changes that, it rests. So does a
    play-off whose players are no longer equal.
    """
    changed: dict[int, int] = {}
    play_offs: dict[int, tuple[int, ...]] = {}
    for places in decided_places(event_id, standings):
        changed |= places
        play_offs[min(places.values())] = tuple(places)
    groups = equal_groups({row.number: row.place for row in standings.rows} | changed)
    by_lot: set[int] = set()
    for lot in DrawnLot.objects.filter(event_id=event_id):
        numbers = tuple(lot.numbers)
        if numbers in groups and not by_lot & set(numbers):
            first = groups[numbers]
            drawn = draw_numbers(len(numbers), lot.seed)
            changed |= {number: first + place - 1 for number, place in zip(numbers, drawn, strict=True)}
            by_lot |= set(numbers)
    return Settled(changed, frozenset(by_lot), play_offs)


def equal_groups(places: Mapping[int, int]) -> dict[tuple[int, ...], int]:
    """Those who share a place, by their start numbers in order, with the place."""
    groups: dict[int, list[int]] = defaultdict(list)
    for number, place in places.items():
        groups[place].append(number)
    return {tuple(sorted(numbers)): place for place, numbers in groups.items() if len(numbers) > 1}
