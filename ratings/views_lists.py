"""Published lists: all of them, one with its parts, its files, and how a number on it came about."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from core.files import read
from players.listing import ListPage, csv_response
from players.models import RatingKind, RatingList
from players.permissions import allowed, require
from players.selectors import persons_matching
from ratings import selectors
from ratings.corrections import shown_with
from ratings.list_columns import correction_columns, list_columns, lists_columns
from ratings.list_files import FORMATS
from ratings.list_parts import WOMEN, Part, parts_of, rules_of_list, top_places
from ratings.models import ListFile
from ratings.period_derivations import period_view
from ratings.permissions import PERMISSIONS
from ratings.templatetags.ratings import list_name

CORRECTIONS = "corrections"


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """All published lists, newest first, of all kinds or of one."""
    rows = selectors.published_lists()
    kind, query = request.GET.get("kind", ""), request.GET.get("q", "").strip()
    if kind in RatingKind.values:
        rows = rows.filter(kind=kind)
    if query:
        rows = rows.filter(
            Q(key__icontains=query) | Q(edition__icontains=query) | Q(sha256__startswith=query)
        )
    table = ListPage(
        request,
        rows,
        lists_columns(),
        default_sort="day",
        empty_title=_("No such list") if kind or query else _("No list is published yet"),
        empty_text=_("Choose another kind, or show all.")
        if kind or query
        else _("The first appears after the first rating period."),
        empty_icon="list-ordered",
        query_label=_("Day, edition or hash"),
        filters=[
            {
                "name": "kind",
                "label": _("Kind"),
                "options": [("", _("all kinds")), *RatingKind.choices],
                "value": kind if kind in RatingKind.values else "",
            }
        ],
        caption=_("Published lists"),
    )
    return table.download("rating-lists") or render(request, "ratings/lists.html", {"table": table})


@require_safe
def rating_list(request: HttpRequest, key: str) -> HttpResponse:
    """One list: its parts, search, sort, page, download; official, with its day, files and hashes."""
    chosen = get_object_or_404(selectors.published_lists().select_related("period"), key=key)
    wanted = request.GET.get("part", "")
    parts = parts_of(chosen)
    part = next((item for item in parts if item.key == wanted), parts[0])
    is_corrections = wanted == CORRECTIONS
    table = _corrections_table(request, chosen) if is_corrections else _part_table(request, chosen, part)
    shown = CORRECTIONS if is_corrections else part.key
    return table.download("-".join(filter(None, (chosen.key, shown)))) or render(
        request,
        "ratings/list.html",
        {
            "list": chosen,
            "table": table,
            "tabs": _tabs(chosen, parts, shown),
            "note": _part_note(chosen, shown),
            "corrections_shown": is_corrections,
            "files": list(chosen.files.order_by("format")),
            "may_have_births": allowed(PERMISSIONS, "list_births", request.user),
        },
    )


@require_safe
def list_file(request: HttpRequest, key: str) -> HttpResponse:
    """The list's canonical bytes, whose SHA-256 the page shows."""
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    return _stored(chosen.sha256, "text/csv", f"{chosen.key}-canonical.csv")


@require_safe
def list_format(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """The list in one format: the bytes stored when it was published."""
    file = get_object_or_404(
        ListFile.objects.filter(rating_list__in=selectors.published_lists()),
        rating_list__key=key,
        format=name,
    )
    if name not in FORMATS:
        raise Http404
    return _stored(file.sha256, file.media_type, f"{key}.{FORMATS[name].ending}")


def _stored(sha256: str, media_type: str, name: str) -> HttpResponse:
    response = HttpResponse(read(sha256), content_type=f"{media_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = f'"{sha256}"'
    return response


@login_required
@require_safe
def list_births(request: HttpRequest, key: str) -> HttpResponse:
    """The federation's own file: the list with whole dates of birth, as the register has them now (9.12a).

    It is made when it is asked for and kept nowhere: dates of birth are in no published file.
    """
    require(PERMISSIONS, "list_births", request.user)
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    columns = [column for column in list_columns(chosen, "all") if column.key not in ("born", "step")]
    heads = [*(str(column.label) for column in columns), _("Date of birth")]
    rows = selectors.list_rows(chosen).order_by("person_id").iterator(2000)
    response = csv_response(
        f"{chosen.key}-federation",
        heads,
        ([*(column.value(row) for column in columns), row.person.birth] for row in rows),
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def period_change(request: HttpRequest, key: str, person: int) -> HttpResponse:
    """How a player's number on a list came out of the period: the sum of his events, rounded once."""
    chosen = get_object_or_404(selectors.published_lists(), key=key)
    row = get_object_or_404(selectors.list_rows(chosen), person_id=person)
    return render(
        request,
        "ratings/period_change.html",
        {
            "row": row,
            "list": chosen,
            "derivation": period_view(row, chosen),
            "entries": selectors.entries_in(row),
        },
    )


def _part_table(request: HttpRequest, chosen: RatingList, part: Part) -> ListPage:
    rows = part.rows(chosen, selectors.list_rows(chosen))
    # Of those without a rating on the list nobody asks who changed.
    filters, places = [_show_filter(request)] if part.key in ("", "all") else [], None
    if part.key == "top":
        women = request.GET.get("who") == WOMEN
        places = top_places(chosen, rows, women=women)
        rows = rows.filter(person_id__in=places)
        filters = [_who_filter(women=women)]
    query = request.GET.get("q", "").strip()
    if query:
        rows = rows.filter(person__in=persons_matching(query))
    if request.GET.get("show") == "changed" and part.key in ("", "all"):
        rows = rows.filter(games__gt=0)
    return ListPage(
        request,
        rows,
        list_columns(chosen, part.key, places),
        default_sort=part.sort,
        per_page=100,
        empty_title=_("Nobody found") if query else _("Nobody is here"),
        empty_text=_("Try fewer letters, or show all players.") if query else _empty_text(part),
        filters=filters,
        query_label=_("Name or number"),
        caption=f"{list_name(chosen)} · {part.label}",
    )


def _show_filter(request: HttpRequest) -> dict[str, Any]:
    return {
        "name": "show",
        "label": _("Show"),
        "options": [("", _("all players")), ("changed", _("with games in the period"))],
        "value": request.GET.get("show", ""),
    }


def _who_filter(*, women: bool) -> dict[str, Any]:
    return {
        "name": "who",
        "label": _("Show"),
        "options": [("", _("all players")), (WOMEN, _("women"))],
        "value": WOMEN if women else "",
    }


def _empty_text(part: Part) -> str:
    texts = {
        "titled": _("Every player with a title has a rating."),
        "delisted": _("Nobody fell below the lowest rating in this period."),
        "top": _("Nobody has played in the last twelve months."),
    }
    return texts.get(part.key, _("The list holds nobody."))


def _tabs(chosen: RatingList, parts: list[Part], shown: str) -> list[dict[str, Any]]:
    address = reverse("ratings:list", args=[chosen.key])
    tabs = [
        {
            "url": f"{address}?part={part.key}" if part.key else address,
            "label": part.label,
            "active": part.key == shown,
        }
        for part in parts
    ]
    tabs.append(
        {
            "url": f"{address}?part={CORRECTIONS}",
            "label": _("Corrections"),
            "active": shown == CORRECTIONS,
        }
    )
    return tabs


def _part_note(chosen: RatingList, shown: str) -> str:
    """What the part holds, in a sentence; the article is that of the text of 2004."""
    rules = rules_of_list(chosen)
    lists = rules.get("inactive_lists") if rules else None
    if shown == "" and lists is not None:
        return ngettext(
            "Inactive players are printed here on %(count)s list, then in the alphabetical part only.",
            "Inactive players are printed here on %(count)s lists, then in the alphabetical part only.",
            lists.integer,
        ) % {"count": lists.integer}
    notes = {
        "all": _("Everybody with a rating, the inactive and players of inactive federations too."),
        "top": _("Whoever has not played for more than twelve months is not among them."),
        "titled": _("Players with a title and without a rating."),
        "delisted": _("Their rating fell below the lowest that is published; from now on they are unrated."),
        CORRECTIONS: _("What this list corrects in lists published before it; those stay as they were."),
    }
    return notes.get(shown, "")


def _corrections_table(request: HttpRequest, chosen: RatingList) -> ListPage:
    return ListPage(
        request,
        shown_with(chosen),
        correction_columns(),
        default_sort="list",
        per_page=100,
        empty_title=_("No correction"),
        empty_text=_("This list corrects nothing in the lists before it."),
        empty_icon="pen-line",
        caption=_("Corrections"),
    )
