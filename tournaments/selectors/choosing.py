"""Some of the players of an event: by category or prize group, federation, team, sex and name."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core.keys import search_key, search_terms
from players.models import Person
from tournaments.models import Category, Entry, Event, Team
from tournaments.selectors.categories import categories_of, members_of

NAMES = ("q", "category", "fed", "team", "sex")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader asks to see; values that the event does not know choose nobody, and are shown as they are."""

    query: str = ""
    category: str = ""
    federation: str = ""
    team: str = ""
    sex: str = ""

    @classmethod
    def asked(cls, parameters: Mapping[str, Any]) -> "Choice":
        """The choice of a query string."""
        return cls(*(str(parameters.get(name, "")).strip()[:100] for name in NAMES))

    @property
    def is_set(self) -> bool:
        """Whether anything is chosen at all."""
        return self != Choice()


def chosen_entries(event: Event, choice: Choice) -> set[int] | None:
    """The ids of the entries that the choice leaves; None where nothing is chosen. At most two queries."""
    if not choice.is_set:
        return None
    entries = list(Entry.objects.filter(event_id=event.pk).select_related("team").order_by("number", "pk"))
    if choice.category:
        category = Category.objects.filter(event_id=event.pk, code=choice.category).first()
        entries = members_of(category, entries) if category else []
    terms = search_terms(choice.query)
    return {
        entry.pk
        for entry in entries
        if (not choice.federation or entry.federation == choice.federation)
        and (not choice.team or (entry.team is not None and str(entry.team.number) == choice.team))
        and (not choice.sex or entry.sex == choice.sex)
        and (not terms or all(term in search_key(entry.name) for term in terms))
    }


def chosen_numbers(event: Event, choice: Choice) -> set[int] | None:
    """The start numbers of the entries that the choice leaves; None where nothing is chosen. At most three queries."""
    chosen = chosen_entries(event, choice)
    if chosen is None:
        return None
    numbered = Entry.objects.filter(event_id=event.pk, pk__in=chosen, number__isnull=False)
    return {number for number in numbered.values_list("number", flat=True) if number}


def choice_filters(
    event: Event, choice: Choice, categories: Sequence[Category] | None = None
) -> list[dict[str, Any]]:
    """The selects over a table, each only where there is something to choose between.

    At most three queries; `categories` spares one of them.
    """
    filters = []
    categories = categories_of(event) if categories is None else categories
    if categories:
        options = [(each.code, each.name) for each in categories]
        filters.append(_select("category", _("Category"), _("all players"), options, choice.category))
    known = list(
        Entry.objects.filter(event_id=event.pk).order_by().values_list("federation", "sex").distinct()
    )
    federations = sorted({federation for federation, _sex in known if federation})
    if len(federations) > 1 or choice.federation:
        options = [(code, code) for code in federations]
        filters.append(_select("fed", _("Federation"), _("all federations"), options, choice.federation))
    if event.is_team_event:
        teams = Team.objects.filter(event_id=event.pk).order_by("number").values_list("number", "name")
        options = [(str(number), name) for number, name in teams]
        filters.append(_select("team", _("Team"), _("all teams"), options, choice.team))
    sexes = {sex for _federation, sex in known if sex}
    if len(sexes) > 1 or choice.sex:
        options = [(value, str(label)) for value, label in Person.Sex.choices if value in sexes]
        filters.append(_select("sex", _("Sex"), _("women and men"), options, choice.sex))
    return filters


def _select(
    name: str, label: str, everybody: str, options: Collection[tuple[str, str]], value: str
) -> dict[str, Any]:
    return {"name": name, "label": label, "options": [("", everybody), *options], "value": value}
