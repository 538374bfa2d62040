"""Rating periods: open, preview against the last list with every change explained, publish."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms import PeriodForm
from commission.permissions import PERMISSIONS
from commission.services_publication import (
    changes_since,
    publication_confirm,
    publication_propose,
    publication_withdraw,
    standing_proposal,
)
from core.jobs import submit
from core.keys import search_terms
from core.models import Job
from core.templatetags.ui import day, signed, state
from players.listing import Column, ListPage
from players.listing_rows import Rows
from players.models import RatingKind
from players.permissions import allowed, require
from players.selectors import persons_matching
from ratings import selectors
from ratings.bulk_previews import Summary, words
from ratings.corrections import pending
from ratings.list_days import next_lists
from ratings.list_drafts import list_draft
from ratings.models import Period
from ratings.period_derivations import open_period_view
from ratings.previews import Preview, PreviewRow, in_group, preview_of
from ratings.services import period_open
from ratings.services_bulk import RECOMPUTE_JOB, is_by_arrays
from ratings.templatetags.ratings import bucket_words, mark_words, rating_step
from tournaments.errors import DomainError


@login_required
@require_http_methods(["GET", "POST"])
def periods(request: HttpRequest) -> HttpResponse:
    """All periods, and the form that opens the next; the text in force proposes its days."""
    require(PERMISSIONS, "queue", request.user)
    proposed = next_lists(timezone.localdate())
    form = PeriodForm(request.POST or None, initial=_initial(request, proposed))
    if request.method == "POST":
        require(PERMISSIONS, "publish", request.user)
        if form.is_valid():
            try:
                opened = period_open(actor=request.user, **form.cleaned_data)  # type: ignore[arg-type]
                return redirect("commission:period", pk=opened.pk)
            except DomainError as error:
                form.add_error(error.field or None, str(error))
    table = _periods_table(request)
    status = 422 if form.errors else 200
    return table.download("rating-periods") or render(
        request,
        "commission/periods.html",
        {
            "table": table,
            "form": form,
            "proposed": proposed,
            "may_publish": allowed(PERMISSIONS, "publish", request.user),
        },
        status=status,
    )


def _initial(request: HttpRequest, proposed: list[Any]) -> dict[str, Any]:
    """The days of the kind that was chosen, by default of the first kind that has a text."""
    kind = request.GET.get("kind", "")
    chosen = next((item for item in proposed if item.kind == kind), proposed[0] if proposed else None)
    if chosen is None:
        return {}
    return {
        "kind": chosen.kind,
        "effective_from": chosen.effective_from,
        "closing_day": chosen.closing_day,
    }


def _periods_table(request: HttpRequest) -> ListPage:
    rows, kind, query = selectors.periods(), request.GET.get("of", ""), request.GET.get("q", "").strip()
    if kind in RatingKind.values:
        rows = rows.filter(kind=kind)
    if query:
        rows = rows.filter(effective_from__icontains=query)
    return ListPage(
        request,
        rows,
        _period_columns(),
        default_sort="day",
        empty_title=_("No such period") if kind or query else _("No period yet"),
        empty_text=_("Choose another kind, or show all.")
        if kind or query
        else _("The rating officer opens the first one."),
        empty_icon="calendar-range",
        filters=[
            {
                "name": "of",
                "label": _("Kind"),
                "options": [("", _("all kinds")), *RatingKind.choices],
                "value": kind if kind in RatingKind.values else "",
            }
        ],
        query_label=_("Year or day"),
        caption=_("Rating periods"),
        desk=True,
    )


@login_required
@require_safe
def period(request: HttpRequest, pk: int) -> HttpResponse:
    """The preview of a period's list: who is new, who changed by how much and why, who left."""
    require(PERMISSIONS, "queue", request.user)
    chosen = get_object_or_404(Period.objects.select_related("rating_list"), pk=pk)
    if chosen.rating_list is not None and chosen.state == Period.State.PUBLISHED:
        return redirect("ratings:list", chosen.rating_list.key)
    draft, proposal = list_draft(chosen), standing_proposal(chosen)
    preview = preview_of(draft)
    table = _preview_table(request, chosen, preview)
    may_publish = allowed(PERMISSIONS, "publish", request.user)
    return table.download(f"preview-{chosen.kind}-{chosen.effective_from}") or render(
        request,
        "commission/period.html",
        {
            "period": chosen,
            "preview": preview,
            "table": table,
            "corrections": list(pending(chosen.kind)),
            "events": chosen.rated_events.filter(current=True).select_related("event"),
            "may_publish": may_publish,
            "may_run": allowed(PERMISSIONS, "run", request.user),
            "proposal": proposal,
            "changed": changes_since(proposal, draft.data) if proposal else None,
            "content": draft.sha256 if may_publish else "",
            "is_early": chosen.closing_day >= timezone.localdate(),
            "by_arrays": is_by_arrays(chosen),
            "recomputed": _recomputed(chosen),
        },
    )


@login_required
@require_safe
def period_player(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """How a number of the list to be comes about: the player's events of the period, rounded once."""
    require(PERMISSIONS, "queue", request.user)
    chosen = get_object_or_404(Period, pk=pk, state=Period.State.OPEN)
    view = open_period_view(chosen, person, request.path)
    if view is None:
        raise Http404
    return render(
        request,
        "commission/period_player.html",
        {"period": chosen, "derivation": view, "entries": selectors.entries_of_period(chosen, person)},
    )


def _recomputed(chosen: Period) -> dict[str, Any] | None:
    """When the period was last computed again as a whole, and what came of it."""
    done = (
        Job.objects.filter(kind=RECOMPUTE_JOB, payload__period=chosen.pk, state=Job.State.DONE)
        .order_by("-finished_at")
        .first()
    )
    if done is None or not done.result:
        return None
    return {"at": done.finished_at, "words": words(Summary(**done.result["summary"]))}


@login_required
@require_POST
def recompute(request: HttpRequest, pk: int) -> HttpResponse:
    """Compute the whole period again from its games, as a job with a progress bar; nothing is published."""
    require(PERMISSIONS, "queue", request.user)
    chosen = get_object_or_404(Period, pk=pk, state=Period.State.OPEN)
    if not is_by_arrays(chosen):
        raise Http404
    job = submit(
        RECOMPUTE_JOB,
        {"period": chosen.pk, "url": reverse("commission:period", args=[chosen.pk])},
        created_by_id=request.user.pk,
        dedupe_key=f"recompute-{chosen.pk}-{request.user.pk}",
    )
    return redirect("core:job", job.pk)


@login_required
@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose the period's list; confirmed by somebody else it is published, as a job with a progress bar."""
    require(PERMISSIONS, "publish", request.user)
    chosen = get_object_or_404(Period, pk=pk)
    if chosen.state == Period.State.PUBLISHED:
        messages.info(request, _("The list is published already."))
        return redirect("commission:period", pk=pk)
    seen = request.POST.get("proposal", "")
    actor: Any = request.user
    try:
        if request.POST.get("withdraw"):
            publication_withdraw(chosen, actor=actor, reason=request.POST.get("reason", ""))
            messages.success(request, _("The proposal is taken back."))
            return redirect("commission:period", pk=pk)
        if not seen:
            publication_propose(chosen, actor=actor, seen=request.POST.get("content", ""))
            messages.success(request, _("The list is proposed; a second person confirms it."))
            return redirect("commission:period", pk=pk)
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 18 else 0
        publication_confirm(chosen, actor=actor, proposal_id=number, seen=request.POST.get("content", ""))
    except DomainError as error:
        messages.error(request, f"{error.message} {error.hint}".strip())
        return redirect("commission:period", pk=pk)
    job = submit(
        "commission.publish_list",
        {"period": chosen.pk, "actor": request.user.pk},
        created_by_id=request.user.pk,
        dedupe_key=f"publish-{chosen.pk}",
    )
    return redirect("core:job", job.pk)


def _preview_table(request: HttpRequest, chosen: Period, preview: Preview) -> ListPage:
    group, query = request.GET.get("show", ""), request.GET.get("q", "").strip()
    rows = in_group(preview.rows, group) if group else list(preview.rows)
    if search_terms(query):
        found = set(persons_matching(query).values_list("pk", flat=True))
        rows = [row for row in rows if row.person_id in found]
    filtered = bool(group or query)
    return ListPage(
        request,
        Rows(rows),
        _preview_columns(chosen),
        default_sort="change",
        per_page=100,
        empty_title=_("Nobody is here") if filtered else _("Nothing changes"),
        empty_text=_("Choose another group, or show all.")
        if filtered
        else _("No rated game of this period moves anybody's rating."),
        empty_icon="equal",
        filters=[{"name": "show", "label": _("Show"), "options": _group_options(preview), "value": group}],
        query_label=_("Name or number"),
        caption=_("What the list would change"),
        desk=True,
    )


def _group_options(preview: Preview) -> list[tuple[str, str]]:
    """The groups of the comparison with the list before, each with the number of its rows."""
    counted = [
        ("new", _("new"), preview.new),
        *((str(least), bucket_words(least), count) for least, count in preview.buckets),
        ("same", _("games, the same rating"), preview.same),
        ("delisted", _("below the floor"), preview.delisted),
        ("inactive", _("become inactive"), preview.inactive),
        ("back", _("active again"), preview.back),
        ("gone", _("not printed any more"), preview.gone),
    ]
    return [("", _("all changes")), *((key, f"{label} ({count})") for key, label, count in counted)]


def _preview_columns(chosen: Period) -> list[Column]:
    def why(row: PreviewRow) -> str:
        return reverse("commission:period_player", args=[chosen.pk, row.person_id])

    # Coefficients have no K, and are rounded after each event: there is no exact sum of a period.
    hidden = ("sum", "k") if chosen.kind == RatingKind.CORRESPONDENCE else ()
    columns = [
        Column("title", gettext_lazy("Title"), lambda row: row.title, order=("title",), fold=True),
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.name,
            order=("name_key",),
            link=lambda row: reverse("players:profile", args=[row.person_id]),
        ),
        Column("before", gettext_lazy("before"), lambda row: row.before, order=("-before",), numeric=True),
        Column(
            "change",
            gettext_lazy("+/-"),
            lambda row: rating_step(row.before, row.after, row.games),
            order=("-size", "name_key"),
            link=why,
            numeric=True,
            panel=True,
        ),
        Column(
            "after",
            gettext_lazy("after"),
            lambda row: row.after,
            order=("-after",),
            link=why,
            numeric=True,
            strong=True,
            panel=True,
        ),
        Column(
            "sum",
            gettext_lazy("sum of changes"),
            lambda row: row.exact_change,
            html=lambda row: signed(row.exact_change, 2) if row.exact_change else "",
            numeric=True,
            fold=True,
        ),
        Column(
            "games", gettext_lazy("Games"), lambda row: row.games, order=("-games",), numeric=True, fold=True
        ),
        Column("k", gettext_lazy("K"), lambda row: row.k, order=("-k",), numeric=True, fold=True),
        Column(
            "mark",
            gettext_lazy("Mark"),
            lambda row: row.mark,
            order=("mark", "name_key"),
            html=lambda row: mark_words(row.mark),
            fold=True,
        ),
    ]
    return [column for column in columns if column.key not in hidden]


def _period_columns() -> list[Column]:
    return [
        Column(
            "day",
            gettext_lazy("List in force from"),
            lambda row: row.effective_from,
            order=("-effective_from", "kind"),
            link=lambda row: reverse("commission:period", args=[row.pk]),
            html=lambda row: day(row.effective_from),
        ),
        Column(
            "kind",
            gettext_lazy("Kind"),
            lambda row: row.get_kind_display(),
            order=("kind", "-effective_from"),
        ),
        Column(
            "closing",
            gettext_lazy("Closing day"),
            lambda row: row.closing_day,
            order=("-closing_day",),
            html=lambda row: day(row.closing_day),
            fold=True,
        ),
        Column(
            "events",
            gettext_lazy("Events"),
            lambda row: row.event_count,
            order=("-event_count",),
            numeric=True,
            fold=True,
        ),
        Column(
            "state",
            gettext_lazy("State"),
            lambda row: row.get_state_display(),
            order=("state",),
            html=lambda row: state(row.state, row.get_state_display()),
        ),
        Column("outside", gettext_lazy("Outside the calendar"), lambda row: row.outside_reason, fold=True),
    ]
