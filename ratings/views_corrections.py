"""The corrections of published lists: what each row said, what it should have said, who decided it and why."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from core.templatetags.ui import day
from players.listing import Column, ListPage
from players.models import RatingKind
from players.selectors import persons_matching
from ratings import selectors
from ratings.corrections import all_corrections
from ratings.list_columns import cause_name
from ratings.models import ListCorrection
from ratings.templatetags.corrections import correction_step
from ratings.templatetags.ratings import list_name


@require_safe
def corrections(request: HttpRequest) -> HttpResponse:
    """All corrections, newest first; of one list, one event or one player by the query string."""
    table = ListPage(
        request,
        _chosen(request),
        _columns(whole=request.GET.get("format") in ("csv", "json")),
        default_sort="decided",
        per_page=50,
        empty_title=_("No correction"),
        empty_text=_("No row of a published list was corrected here."),
        empty_icon="pen-line",
        filters=_filters(request),
        query_label=_("Name or number"),
        caption=_("Corrections of published lists"),
    )
    return table.download("corrections") or render(
        request,
        "ratings/corrections.html",
        {"table": table, "crumbs": [(_("Rating lists"), reverse("ratings:lists"))]},
    )


def _chosen(request: HttpRequest) -> QuerySet[ListCorrection]:
    rows = all_corrections()
    wanted = {name: request.GET.get(name, "") for name in ("event", "person")}
    if wanted["event"].isdecimal() and len(wanted["event"]) < 18:
        rows = rows.filter(calculation__event_id=wanted["event"])
    if wanted["person"].isdecimal() and len(wanted["person"]) < 18:
        rows = rows.filter(person_id=wanted["person"])
    if request.GET.get("list"):
        rows = rows.filter(corrected_list__key=request.GET["list"])
    if request.GET.get("shown"):
        rows = rows.filter(shown_on__key=request.GET["shown"])
    if request.GET.get("q", "").strip():
        rows = rows.filter(person__in=persons_matching(request.GET["q"].strip()))
    return rows


def _filters(request: HttpRequest) -> list[dict[str, Any]]:
    lists = [(chosen.key, list_name(chosen)) for chosen in selectors.published_lists()]
    return [
        {
            "name": name,
            "label": label,
            "options": [("", _("any list")), *lists],
            "value": request.GET.get(name, ""),
        }
        for name, label in (("list", _("Corrects")), ("shown", _("Shown on")))
    ]


def _columns(*, whole: bool) -> list[Column]:
    """The columns of the page; in a download (`whole`) each figure stands by itself."""
    return [
        *_rows_columns(),
        *(_figures_whole() if whole else _figures_in_steps()),
        *_decision_columns(whole),
    ]


def _rows_columns() -> list[Column]:
    def profile(row: ListCorrection) -> str:
        return reverse("players:profile", args=[row.person_id])

    def corrected(row: ListCorrection) -> str:
        return reverse("ratings:list", args=[row.corrected_list.key])

    return [
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.person.name,
            order=(selectors.name_order(),),
            link=profile,
        ),
        Column(
            "list",
            gettext_lazy("List"),
            lambda row: str(row.corrected_list),
            order=("-corrected_list__effective_from",),
            link=corrected,
            html=_list_link,
            fold=True,
        ),
        Column("before", gettext_lazy("Rtg before"), lambda row: row.before, numeric=True),
        Column("after", gettext_lazy("Rtg after"), lambda row: row.after, numeric=True, strong=True),
    ]


def _list_link(row: ListCorrection) -> Any:
    return format_html(
        '<a href="{}">{}<span class="nowrap">{}</span></a>',
        reverse("ratings:list", args=[row.corrected_list.key]),
        "" if row.corrected_list.kind == RatingKind.STANDARD else f"{row.corrected_list.get_kind_display()} ",
        day(row.corrected_list.effective_from),
    )


def _figures_in_steps() -> list[Column]:
    return [
        Column(
            "k",
            gettext_lazy("K"),
            lambda row: correction_step(row.k_before, row.k_after),
            numeric=True,
            fold=True,
        ),
        Column(
            "games",
            gettext_lazy("Games in all"),
            lambda row: correction_step(row.games_before, row.games_after),
            numeric=True,
            fold=True,
        ),
    ]


def _figures_whole() -> list[Column]:
    return [
        Column("k_before", gettext_lazy("K before"), lambda row: row.k_before),
        Column("k_after", gettext_lazy("K after"), lambda row: row.k_after),
        Column("games_before", gettext_lazy("Games before"), lambda row: row.games_before),
        Column("games_after", gettext_lazy("Games after"), lambda row: row.games_after),
    ]


def _decision_columns(whole: bool) -> list[Column]:
    def event(row: ListCorrection) -> str:
        return reverse("tournaments:event", args=[row.calculation.event_id]) if row.calculation else ""

    def decided(row: ListCorrection) -> str:
        moment = localtime(row.decided_at)
        return moment.isoformat() if whole else day(moment.date())

    return [
        Column("event", gettext_lazy("Event"), cause_name, link=event, fold=True),
        Column("reason", gettext_lazy("Reason"), lambda row: row.reason, html=_reason, fold=True),
        *([Column("by", gettext_lazy("Decided by"), lambda row: row.decided_by_name)] if whole else []),
        Column(
            "decided",
            gettext_lazy("Decided"),
            decided,
            html=_decided,
            order=("-decided_at", "corrected_list__effective_from", "person_id"),
            fold=True,
        ),
        Column("shown", gettext_lazy("Shown on"), _shown_on, html=_shown_link, fold=True),
    ]


def _decided(row: ListCorrection) -> Any:
    moment = localtime(row.decided_at)
    return format_html('<span class="nowrap">{}</span>, {}', day(moment.date()), row.decided_by_name)


def _reason(row: ListCorrection) -> Any:
    return format_html('<span class="reason">{}</span>', row.reason)


def _shown_on(row: ListCorrection) -> str:
    return str(row.shown_on) if row.shown_on else _("the next list")


def _shown_link(row: ListCorrection) -> Any:
    if row.shown_on is None:
        return _("the next list")
    return format_html(
        '<a href="{}">{}</a>', reverse("ratings:list", args=[row.shown_on.key]), list_name(row.shown_on)
    )
