"""The parts of a published list: the federations', the alphabetical, the top, and those who are on it no more.

Every part is a choice of the list's own rows. Which federations are inactive is said by the register for the
list's first day (9.24); how long an inactive player is still printed, by the edition that made the list (9.23b).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from players.models import FederationNote, ListedRating, RatingKind, RatingList
from ratings.engine.list_rows import DELISTED, months_before
from ratings.list_contents import TITLED
from tournaments.rulebook.editions import Edition, EditionError
from tournaments.rulebook.shelf import edition

TOP_PLAYERS = 100
TOP_MONTHS = 12
WOMEN = "women"
Rows = QuerySet[ListedRating]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a list: its key in addresses, its name, its rows, the column that sorts it at first."""

    key: str
    label: Any
    rows: Callable[[RatingList, Rows], Rows]
    sort: str = "rating"


def rules_of_list(rating_list: RatingList) -> Edition | None:
    """The edition that a list names; none for an entered list under rules that the portal does not apply."""
    try:
        return edition(rating_list.edition)
    except EditionError:
        return None


def federation_part(chosen: RatingList, rows: Rows) -> Rows:
    """The rated players of active federations, the inactive only for as many lists as the edition prints them."""
    rules = rules_of_list(chosen)
    lists = rules.get("inactive_lists") if rules else None
    found = rows.filter(rating__isnull=False).exclude(federation__in=inactive_federations(chosen))
    return found if lists is None else found.filter(inactive_lists__lte=lists.integer)


def alphabetical_part(chosen: RatingList, rows: Rows) -> Rows:
    """Everybody with a rating."""
    return rows.filter(rating__isnull=False)


def top_part(chosen: RatingList, rows: Rows) -> Rows:
    """The players of active federations who have played within twelve months (9.23d), best first."""
    since = months_before(chosen.effective_from, TOP_MONTHS)
    played = Q(last_played__gte=since)
    if first_day(chosen.kind) > since:
        # Nobody knows when those played who were on the first list and have not since.
        played |= Q(last_played__isnull=True)
    found = rows.filter(played, rating__isnull=False)
    return found.exclude(federation__in=inactive_federations(chosen)).order_by("-rating", "person_id")


def titled_part(chosen: RatingList, rows: Rows) -> Rows:
    """Titled players without a rating (9.22)."""
    return rows.filter(mark=TITLED)


def delisted_part(chosen: RatingList, rows: Rows) -> Rows:
    """Those whose rating fell below the floor: named this once (9.21)."""
    return rows.filter(mark=DELISTED)


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        part.key: part
        for part in (
            Part("", _("By federation"), federation_part, "fed"),
            Part("all", _("Alphabetical"), alphabetical_part, "name"),
            Part("top", _("Top players"), top_part),
            Part("titled", _("Titled, unrated"), titled_part, "name"),
            Part("delisted", _("Off the list"), delisted_part, "name"),
        )
    }
)


def parts_of(chosen: RatingList) -> list[Part]:
    """The parts that a list of this kind has; one by correspondence holds its active players and no more."""
    if chosen.kind == RatingKind.CORRESPONDENCE:
        return [Part("", _("Players"), alphabetical_part)]
    if chosen.kind == RatingKind.STANDARD:
        return list(PARTS.values())
    return [part for part in PARTS.values() if part.key != "titled"]


def inactive_federations(chosen: RatingList) -> list[str]:
    """The federations that are inactive on the list's first day."""
    return inactive_federations_on(chosen.effective_from)


def inactive_federations_on(day: date) -> list[str]:
    """The federations that are inactive on a day (9.24)."""
    notes = FederationNote.objects.filter(
        Q(until__isnull=True) | Q(until__gte=day), kind=FederationNote.Kind.INACTIVE, since__lte=day
    )
    return sorted(set(notes.values_list("federation", flat=True)))


def first_day(kind: str) -> date:
    """The first day of the first published list of a kind; the day of which nothing before is known."""
    lists = RatingList.objects.filter(kind=kind, state=RatingList.State.PUBLISHED)
    found: date | None = lists.aggregate(first=Min("effective_from"))["first"]
    return found or date.max


def top_places(chosen: RatingList, rows: Rows, *, women: bool) -> dict[int, int]:
    """The places of the top list by person; equal ratings share a place, with the last all who have its rating."""
    best = top_part(chosen, rows.filter(sex="w") if women else rows)
    found = list(best.values_list("person_id", "rating")[: TOP_PLAYERS + 1])
    if len(found) > TOP_PLAYERS:
        last = found[TOP_PLAYERS - 1][1]
        found = list(best.filter(rating__gte=last).values_list("person_id", "rating"))
    places: dict[int, int] = {}
    first_with: dict[int | None, int] = {}
    for place, (person_id, rating) in enumerate(found, start=1):
        places[person_id] = first_with.setdefault(rating, place)
    return places
