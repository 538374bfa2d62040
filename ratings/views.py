"""The changes of an event, and the derivation of one change."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.templatetags.ui import number, signed
from players.listing import Column, ListPage
from players.models import RatingKind
from ratings import selectors
from ratings.derivations import change_view
from ratings.engine.display import shown_rating
from ratings.models import Period, RatedEntry, RatedEvent
from ratings.provisional import Provisional, provisional_of
from ratings.racc_pages import coefficient_columns
from tournaments.models import Event
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.shelf import edition
from tournaments.selectors.moves import with_moves
from tournaments.table_files import file_name


@require_safe
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Why a rating changed: every step, computed again and equal to what was stored."""
    row = get_object_or_404(selectors.rated_entry(pk))
    return render(
        request,
        "ratings/change.html",
        {"row": row, "others": _neighbours(row), **change_view(row)},
    )


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """All changes of one event."""
    chosen = get_object_or_404(
        Event.objects.exclude(state=Event.State.DRAFT).annotate(has_moves=with_moves()), pk=pk
    )
    calculation = selectors.current_calculation(pk)
    rows = (
        RatedEntry.objects.filter(rated_event=calculation).select_related("entry", "person")
        if calculation
        else RatedEntry.objects.none()
    )
    coming = _provisional(calculation)
    columns = _columns_of(calculation)
    if coming:
        columns.append(_provisional_column(coming))
    table = ListPage(
        request,
        rows,
        columns,
        default_sort="number",
        per_page=200,
        empty_title=_("Not calculated yet"),
        empty_text=_empty_text(chosen),
        caption=_("Changes of the ratings"),
    )
    return table.download(file_name(chosen, "ratings")) or render(
        request,
        "ratings/event.html",
        {
            "event": chosen,
            "calculation": calculation,
            "table": table,
            "list_day": next(iter(coming.values())).list_day if coming else None,
        },
    )


def _provisional(calculation: RatedEvent | None) -> dict[int, Provisional]:
    """What the list to come would say of the event's players, by person; nothing once a list holds the event."""
    if calculation is None or (
        calculation.period is not None and calculation.period.state == Period.State.PUBLISHED
    ):
        return {}
    persons = set(calculation.entries.filter(games__gt=0).values_list("person_id", flat=True))
    return {
        person_id: row
        for person_id, rows in provisional_of(persons, calculation.kind).items()
        for row in rows
        if any(entry.rated_event_id == calculation.pk for entry in row.entries)
    }


def _provisional_column(coming: Mapping[int, Provisional]) -> Column:
    """The figure of the list to come; no download has it, and nothing is sorted by it."""

    def figure(row: RatedEntry) -> int | None:
        found = coming.get(row.person_id)
        return None if found is None else found.after

    return Column("provisional", gettext_lazy("provisional"), figure, numeric=True, fold=True, exported=False)


def _columns_of(calculation: RatedEvent | None) -> list[Column]:
    if calculation is not None and calculation.kind == RatingKind.CORRESPONDENCE:
        return coefficient_columns()
    if calculation is None:
        return _change_columns(None, 1)
    return _change_columns(edition(calculation.edition), _decimals(calculation))


def _decimals(calculation: RatedEvent) -> int:
    """How many decimals the changes of an event have on its page, all of them: one, or two where one needs them."""
    texts = calculation.entries.values_list("change", "first_rating")
    tenths = (Fraction(text or 0) * 10 for pair in texts for text in pair)
    return 1 if all(tenth.denominator == 1 for tenth in tenths) else 2


def _change_shown(row: RatedEntry, digits: int) -> str:
    """A change, or the result of an unrated player; a dash for who has no counted game."""
    if not row.games:
        return number(None)
    return number(row.first_rating, digits) if row.first_rating else signed(row.change, digits)


def _empty_text(event: Event) -> str:
    """Why an event has no changes yet; a stage never has its own (6.2)."""
    if event.stage_of is not None:
        return _("This is a stage of %(event)s and is rated with it, as one event.") % {
            "event": event.stage_of.name
        }
    return _("The changes appear when the commission has accepted the report.")


def _neighbours(row: RatedEntry) -> list[dict[str, Any]]:
    """The player's latest other changes."""
    same = RatedEntry.objects.filter(rated_event__current=True, person_id=row.person_id, games__gt=0)
    return [
        {
            "url": reverse("ratings:change", args=[other.pk]),
            "event": other.rated_event.event.name,
            "row": other,
        }
        for other in same.select_related("rated_event__event")
        .exclude(pk=row.pk)
        .order_by("-rated_event__event__start")[:5]
    ]


def _change_columns(rules: Edition | None, digits: int) -> list[Column]:
    """The columns of an event's changes; downloads have the exact figures, with a point whatever the language."""

    def link(row: RatedEntry) -> str:
        return reverse("ratings:change", args=[row.pk])

    def own(row: RatedEntry) -> int | str | None:
        if rules is None or rules.get("display") is None:
            return row.own_rating
        return shown_rating(rules, row.own_rating)

    return [
        Column(
            "number",
            gettext_lazy("SNo"),
            lambda row: row.number,
            order=("number",),
            numeric=True,
        ),
        Column("name", gettext_lazy("Name"), lambda row: row.entry.name, order=("entry__name",), link=link),
        Column("ro", gettext_lazy("Ro"), own, order=("-own_rating",), numeric=True),
        Column("rc", gettext_lazy("Rc"), lambda row: row.opponents_rating, numeric=True, fold=True),
        Column("n", gettext_lazy("n"), lambda row: row.games, order=("-games",), numeric=True, fold=True),
        Column(
            "we",
            gettext_lazy("we"),
            lambda row: row.expected or None,
            numeric=True,
            fold=True,
            html=lambda row: number(row.expected, 2),
        ),
        Column("k", gettext_lazy("K"), lambda row: row.k, numeric=True, fold=True),
        Column(
            "change",
            gettext_lazy("rtg+/-"),
            lambda row: plain(Fraction(row.first_rating or row.change or 0)),
            link=link,
            numeric=True,
            strong=True,
            panel=True,
            html=lambda row: _change_shown(row, digits),
        ),
    ]
