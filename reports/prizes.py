"""The prize fund of an event: its lists with their members, and who gets what by the standings as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from reports.models import PrizeFund
from reports.sheets.prizes import Award, PrizeList, Ranked, awards
from tiebreaks.services import standings_of
from tournaments.errors import DomainError
from tournaments.models import Category, Event
from tournaments.selectors.categories import memberships

GENERAL = "general"


@dataclass(frozen=True, slots=True)
class FundList:
    """A list of the fund: its key, name, category (None for the event itself) and prizes in cents by place."""

    key: str
    label: str
    category: Category | None
    prizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Awarded:
    """A list with its awards; `fund` and `paid` are its sums in cents."""

    label: str
    currency: str
    awards: tuple[Award, ...]
    fund: int
    names: Mapping[int, str]
    titles: Mapping[int, str]

    @property
    def paid(self) -> int:
        """What is paid in all."""
        return sum(each.cents for each in self.awards)


def fund_of(event: Event) -> PrizeFund:
    """The fund of an event; one that was never saved where there is none."""
    return PrizeFund.objects.filter(event=event).first() or PrizeFund(event=event)


def lists_of(event: Event, fund: PrizeFund) -> list[FundList]:
    """The general list, then the prize groups of the event in their order."""
    prizes: dict[int | None, list[tuple[int, int]]] = {}
    if fund.pk is not None:
        for category, place, cents in fund.prizes.order_by("place").values_list("category", "place", "cents"):
            prizes.setdefault(category, []).append((place, cents))

    def of(category: int | None) -> tuple[int, ...]:
        return tuple(cents for _place, cents in prizes.get(category, ()))

    groups = Category.objects.filter(event=event, kind=Category.Kind.PRIZE).order_by("order", "pk")
    found = [FundList(GENERAL, _("General prizes"), None, of(None))]
    return found + [FundList(f"c{each.pk}", each.name, each, of(each.pk)) for each in groups]


def awarded_of(
    event: Event, fund: PrizeFund | None = None, lists: Sequence[FundList] | None = None
) -> list[Awarded]:
    """The awards by the standings as they are; lists without prizes are left out.

    `fund` and `lists` may be unsaved ones, to see what they would give. Raises DomainError where there is no prize,
    or nothing can be ranked.
    """
    fund = fund or fund_of(event)
    lists = [each for each in (lists or lists_of(event, fund)) if each.prizes]
    if not lists:
        raise DomainError(
            _("No prizes are entered."), "no_prizes", _("Enter the amounts on the page of the prize fund.")
        )
    rows = standings_of(event)["rows"]
    ranking = [Ranked(row["number"], row["place"], str(row["points"])) for row in rows]
    members = {
        each.category.pk: frozenset(entry.number for entry in each.members if entry.number)
        for each in memberships(event)
    }
    everybody = frozenset(each.number for each in ranking)
    given = awards(
        ranking,
        [
            PrizeList(each.key, each.prizes, members[each.category.pk] if each.category else everybody)
            for each in lists
        ],
        method=fund.method,  # type: ignore[arg-type]
        unit=fund.unit,
        one=fund.one_prize,  # type: ignore[arg-type]
    )
    names = {row["number"]: row["name"] for row in rows}
    titles = {row["number"]: row["title"] or "" for row in rows}
    return [
        Awarded(each.label, fund.currency, given[each.key], sum(each.prizes), names, titles) for each in lists
    ]


def rules_words(fund: PrizeFund) -> tuple[str, ...]:
    """How the prizes were shared, as the list says below it."""
    ties = {
        "hort": _(
            "Equal points: half of the prize of the place, half of the equal share of all prizes of the tie (Hort)."
        ),
        "equal": _("Equal points: the prizes of the tie are added up and shared equally."),
        "place": _("Each place has its prize; those who share a place share the prizes of their places."),
    }
    several = {
        "all": _("Whoever wins in several lists keeps every prize."),
        "first": _("Whoever wins in a list is left out of the lists after it."),
        "largest": _("Whoever wins in several lists keeps the largest prize; the others move up."),
    }
    rest = _("Shares are rounded down; what is left goes to the higher places, piece by piece.")
    return (ties[fund.method], several[fund.one_prize], rest)
