"""The columns of the lists' pages: all lists, the parts of one, what one corrects."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.ui import day
from players.listing import Column
from players.listing_days import day_column
from players.models import ListedRating, RatingKind, RatingList
from ratings.building_racc import counted_events
from ratings.list_parts import inactive_federations, rules_of_list
from ratings.models import ListCorrection
from ratings.selectors import name_order
from ratings.templatetags.ratings import list_name, mark_words, rating_step

SHOWN = {
    "titled": ("title", "name", "fed", "born", "id"),
    "delisted": ("title", "name", "fed", "born", "previous", "games", "id"),
}


def lists_columns() -> list[Column]:
    """Of the page of all lists."""
    return [
        day_column(
            "day",
            gettext_lazy("In force from"),
            lambda row: row.effective_from,
            order=("-effective_from", "kind"),
            link=lambda row: reverse("ratings:list", args=[row.key]),
        ),
        Column(
            "kind",
            gettext_lazy("Kind"),
            lambda row: row.get_kind_display(),
            order=("kind", "-effective_from"),
        ),
        Column(
            "players",
            gettext_lazy("Players"),
            lambda row: row.player_count,
            order=("-player_count",),
            numeric=True,
        ),
        Column("edition", gettext_lazy("Edition"), lambda row: row.edition, order=("edition",), fold=True),
        Column("by", gettext_lazy("Published by"), lambda row: row.published_by_name, fold=True),
        Column("sha256", gettext_lazy("SHA-256"), lambda row: row.sha256, html=_short_hash, fold=True),
    ]


def list_columns(chosen: RatingList, part: str, places: Mapping[int, int] | None = None) -> list[Column]:
    """Of one part of a list: the data of 9.12 that are public, and what the list says beside them.

    `places` are those of the top list by person.
    """
    columns = [*_person_columns(), *_figure_columns(chosen), *_other_columns(chosen)]
    if places is not None:
        columns.insert(
            0,
            Column(
                "place",
                gettext_lazy("Rk"),
                lambda row: places[row.person_id],
                order=("-rating",),
                numeric=True,
            ),
        )
    if part in SHOWN:
        return [column for column in columns if column.key in SHOWN[part]]
    hidden = {"previous"}
    hidden |= (
        {"k", "k_games"} if chosen.kind == RatingKind.CORRESPONDENCE else {"region", "entered", "events"}
    )
    return [column for column in columns if column.key not in hidden]


def cause_name(row: ListCorrection) -> str:
    """What brought a correction: the event, or the separation of two records."""
    if row.calculation is None:
        return _("two records, no longer one")
    return str(row.calculation.event.name)


def correction_columns() -> list[Column]:
    """Of what a list corrects in earlier ones."""
    return [
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.person.name,
            order=(name_order(),),
            link=lambda row: reverse("players:profile", args=[row.person_id]),
        ),
        Column(
            "list",
            gettext_lazy("Corrected list"),
            lambda row: str(row.corrected_list),
            order=("corrected_list__effective_from", "person_id"),
            link=lambda row: reverse("ratings:list", args=[row.corrected_list.key]),
            html=_corrected_list,
            fold=True,
        ),
        Column("before", gettext_lazy("Rtg before"), lambda row: row.before, numeric=True),
        Column("after", gettext_lazy("Rtg after"), lambda row: row.after, numeric=True, strong=True),
        Column("step", gettext_lazy("+/-"), _correction_step, numeric=True, fold=True),
        Column(
            "event",
            gettext_lazy("Event"),
            cause_name,
            link=lambda row: (
                reverse("ratings:event", args=[row.calculation.event_id]) if row.calculation else ""
            ),
            fold=True,
        ),
        Column("reason", gettext_lazy("Reason"), lambda row: row.reason, fold=True),
    ]


def _person_columns() -> list[Column]:
    return [
        Column("title", gettext_lazy("Title"), lambda row: row.title, order=("title",), fold=True),
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.name,
            order=(name_order(),),
            link=lambda row: reverse("players:profile", args=[row.person_id]),
        ),
        Column(
            "fed",
            gettext_lazy("Fed"),
            lambda row: row.federation,
            order=("federation", "-rating"),
            fold=True,
        ),
        Column("region", gettext_lazy("Region"), lambda row: row.region, order=("region",), fold=True),
        Column(
            "born",
            gettext_lazy("Born"),
            lambda row: row.birth_year,
            order=("-birth_year",),
            numeric=True,
            fold=True,
        ),
    ]


def _figure_columns(chosen: RatingList) -> list[Column]:
    return [
        Column(
            "rating",
            gettext_lazy("Rtg"),
            lambda row: row.rating,
            order=("-rating",),
            numeric=True,
            strong=True,
            html=_first_three_digits if _has_three_digits(chosen) else None,
        ),
        Column(
            "previous",
            gettext_lazy("Before"),
            lambda row: row.previous_rating,
            order=("-previous_rating",),
            link=_why,
            numeric=True,
            panel=True,
        ),
        Column(
            "step",
            gettext_lazy("+/-"),
            lambda row: rating_step(row.previous_rating, row.rating, row.games),
            link=_why,
            numeric=True,
            panel=True,
        ),
        Column(
            "games",
            gettext_lazy("Games"),
            lambda row: row.games,
            order=("-games",),
            numeric=True,
            fold=True,
        ),
        Column("k", gettext_lazy("K"), lambda row: row.k, order=("-k",), numeric=True, fold=True),
        Column(
            "k_games",
            gettext_lazy("Newcomer games"),
            lambda row: row.k_games,
            order=("-k_games",),
            numeric=True,
            fold=True,
        ),
    ]


def _other_columns(chosen: RatingList) -> list[Column]:
    inactive = inactive_federations(chosen)

    def words(row: ListedRating) -> str:
        said = [mark_words(row.mark, row.inactive_lists)]
        if row.federation in inactive:
            said.append(_("inactive federation"))
        return " · ".join(filter(None, said))

    counted = counted_events(chosen)
    return [
        Column("id", gettext_lazy("ID"), lambda row: row.number, order=("number",), fold=True),
        Column(
            "events",
            gettext_lazy("Events"),
            lambda row: "; ".join(counted.get(row.person_id, ())),
            fold=True,
        ),
        Column(
            "entered",
            gettext_lazy("Last entry"),
            lambda row: row.last_entered,
            order=("-last_entered",),
            html=lambda row: day(row.last_entered),
            fold=True,
        ),
        Column("mark", gettext_lazy("Mark"), lambda row: row.mark, order=("mark",), html=words, fold=True),
    ]


def _why(row: ListedRating) -> str:
    return reverse("ratings:period_change", args=[row.rating_list.key, row.person_id])


def _has_three_digits(chosen: RatingList) -> bool:
    """Whether the text tells a rapid rating from one of ordinary games by its digits (15.0c of 2004)."""
    rules = rules_of_list(chosen)
    display = rules.get("display") if rules else None
    return display is not None and display.text == "first_three_digits"


def _first_three_digits(row: ListedRating) -> str:
    return "" if row.rating is None else str(row.rating)[:3]


def _corrected_list(row: ListCorrection) -> Any:
    address = reverse("ratings:list", args=[row.corrected_list.key])
    return format_html('<a href="{}">{}</a>', address, list_name(row.corrected_list))


def _correction_step(row: ListCorrection) -> str:
    return rating_step(row.before, row.after)


def _short_hash(row: RatingList) -> Any:
    return format_html('<span class="hash">{}</span>', row.sha256[:12])
