"""Pages of one dossier beside its own: differences to the register, the preview of its rating, messages."""

from fractions import Fraction
from typing import Any

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from commission.checks import live_report
from commission.forms_dossier import DifferenceForm, MessageForm
from commission.messages import thread_of
from commission.models import Dossier
from commission.permissions import PERMISSIONS
from commission.register_differences import RegisterDifference, register_differences
from commission.services_review import difference_decide, message_send, messages_read
from commission.stages import stage_records
from commission.views import _dossier as dossier_allowed
from core.keys import search_terms
from core.templatetags.ui import number, signed
from players.listing import Column, ListPage
from players.listing_rows import Rows
from players.permissions import allowed, require
from ratings.event_facts import pooled_record
from ratings.event_previews import EventPreview, event_preview
from ratings.models import RatedEntry
from tournaments.errors import DomainError, StaleVersion
from tournaments.rulebook.rounding import plain

SHOWN = 10


@login_required
@require_safe
def differences(request: HttpRequest, pk: int) -> HttpResponse:
    """All differences between the report and the register, each with its decision."""
    found = _of_commission(request, pk)
    rows = register_differences(found)
    state, query = request.GET.get("show", ""), request.GET.get("q", "")
    if state == "open":
        rows = [row for row in rows if row.is_open]
    elif state == "decided":
        rows = [row for row in rows if not row.is_open]
    for term in search_terms(query):
        rows = [row for row in rows if term in row.entry.name.casefold()]
    table = ListPage(
        request,
        Rows([_DifferenceRow(row) for row in rows]),
        _difference_columns(found),
        default_sort="number",
        empty_title=_("No difference"),
        empty_text=_("The report says what the register and the list say."),
        empty_icon="circle-check",
        filters=[
            {
                "name": "show",
                "label": _("Show"),
                "options": [("", _("all")), ("open", _("open")), ("decided", _("decided"))],
                "value": state if state in ("open", "decided") else "",
            }
        ],
        caption=_("Differences to the register"),
        query_label=_("Name"),
        desk=True,
    )
    return table.download(f"differences-{pk}") or render(
        request,
        "commission/differences.html",
        {"dossier": found, "event": found.event, "table": table},
    )


@login_required
@require_http_methods(["GET", "POST"])
def difference(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One difference: what the report says, what stands against it, and the decision."""
    found = _of_commission(request, pk)
    item = next((row for row in register_differences(found) if row.key == key), None)
    may = allowed(PERMISSIONS, "difference_decide", request.user, found)
    if request.method == "POST":
        require(PERMISSIONS, "difference_decide", request.user, found)
    if item is None:
        notices.warning(request, _("This difference is not there any more."))
        return redirect("commission:differences", pk=pk)
    form = DifferenceForm(request.POST or None, can_be_accepted=item.can_be_accepted)
    if request.method == "POST" and form.is_valid():
        try:
            difference_decide(
                found,
                actor=request.user,  # type: ignore[arg-type]
                key=key,
                outcome=form.cleaned_data["outcome"],
                reason=form.cleaned_data["reason"],
            )
        except StaleVersion as error:
            notices.warning(request, str(error))
            return redirect("commission:differences", pk=pk)
        except DomainError as error:
            form.add_error(None, f"{error.message} {error.hint}".strip())
        else:
            notices.success(request, _("Decided; the decision stays with the dossier."))
            return redirect(f"{reverse('commission:dossier', args=[pk])}#differences")
    return render(
        request,
        "commission/difference.html",
        {
            "dossier": found,
            "event": found.event,
            "item": item,
            "form": form,
            "may_decide": may,
            "earlier": found.register_decisions.filter(entry=item.entry, part=item.part).select_related(
                "account"
            ),
        },
        status=422 if form.errors else 200,
    )


@login_required
@require_safe
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What rating the event would do to each player; with `part`, the head of it for the dossier's page."""
    found = _of_commission(request, pk)
    result, refusal = _previewed(found)
    if request.GET.get("part"):
        top = sorted(result.rows, key=_size, reverse=True)[:SHOWN] if result else []
        return render(
            request,
            "commission/_preview.html",
            {
                "event": found.event,
                "preview": result,
                "refusal": refusal,
                "rows": [_shown(row) for row in top],
            },
        )
    rows = [_PreviewRow(row) for row in result.rows] if result else []
    for term in search_terms(request.GET.get("q", "")):
        rows = [row for row in rows if term in row.name.casefold()]
    table = ListPage(
        request,
        Rows(rows),
        _preview_columns(),
        default_sort="number",
        per_page=100,
        empty_title=_("Nobody is here") if result else _("Cannot be calculated yet"),
        empty_text=refusal.message if refusal else _("No player of that name."),
        empty_icon="equal",
        caption=_("What rating the event would change"),
        query_label=_("Name"),
        desk=True,
    )
    return table.download(f"event-{pk}-preview") or render(
        request,
        "commission/preview.html",
        {"dossier": found, "event": found.event, "table": table, "preview": result, "refusal": refusal},
    )


@login_required
@require_http_methods(["GET", "POST"])
def messages(request: HttpRequest, pk: int) -> HttpResponse:
    """The thread between commission and director: read, answer."""
    found = dossier_allowed(request, pk, "messages")
    form = MessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            message_send(found, actor=request.user, text=form.cleaned_data["text"])  # type: ignore[arg-type]
        except DomainError as error:
            form.add_error("text", error.message)
        else:
            notices.success(request, _("The message is sent."))
            return redirect("commission:messages", pk=pk)
    thread = list(thread_of(found))
    if request.method == "GET":
        messages_read(found, actor=request.user)  # type: ignore[arg-type]
    return render(
        request,
        "commission/messages.html",
        {
            "dossier": found,
            "event": found.event,
            "thread": thread,
            "form": form,
            "directs": allowed(PERMISSIONS, "directs", request.user, found),
        },
        status=422 if form.errors else 200,
    )


def _of_commission(request: HttpRequest, pk: int) -> Dossier:
    require(PERMISSIONS, "queue", request.user)
    return dossier_allowed(request, pk, "queue")


def _previewed(found: Dossier) -> tuple[EventPreview | None, DomainError | None]:
    """The calculation from the report that stands, or what keeps it from being made."""
    report = live_report(found)
    try:
        if report is None:
            raise DomainError(_("No report stands now."), code="no_report")
        record = pooled_record(found.event, report.record_sha256, stage_records(found.event))
        received = found.arrived_on or timezone.localdate()
        return event_preview(found.event, record_sha256=record, received_on=received), None
    except DomainError as error:
        return None, error


class _DifferenceRow:
    """A difference as a row of a list, with what it is sorted by."""

    def __init__(self, item: RegisterDifference) -> None:
        self.item = item
        self.number = item.entry.number
        self.name = item.entry.name
        self.part = item.label
        self.outcome = item.decision.get_outcome_display() if item.decision else ""


class _PreviewRow:
    """A line of the preview as a row of a list, with what it is sorted by."""

    def __init__(self, row: RatedEntry) -> None:
        self.row = row
        self.number = row.number
        self.name = row.entry.name
        self.own = row.own_rating
        self.games = row.games
        self.size = _size(row)
        self.shown = _shown(row)


def _size(row: RatedEntry) -> Fraction:
    """How far a rating would move; a first rating counts as no move."""
    return abs(Fraction(row.change or 0)) if row.games else Fraction(-1)


def _shown(row: RatedEntry) -> dict[str, Any]:
    """Name, own rating, games, points, expected points and change of a line, as the page prints them."""
    change = number(row.first_rating, 2) if row.first_rating else signed(row.change, 2)
    return {
        "name": row.entry.name,
        "person_id": row.person_id,
        "own": row.own_rating,
        "games": row.games,
        "expected": number(row.expected, 2) if row.expected else "–",
        "change": change if row.games else "–",
        "is_first": bool(row.first_rating and row.games),
    }


def _difference_columns(found: Dossier) -> list[Column]:
    def decide(row: _DifferenceRow) -> str:
        return reverse("commission:difference", args=[found.event_id, row.item.key])

    return [
        Column("number", gettext_lazy("SNo"), lambda row: row.number, order=("number",), numeric=True),
        Column("name", gettext_lazy("Name"), lambda row: row.name, order=("name",), link=decide),
        Column("part", gettext_lazy("What differs"), lambda row: row.part, order=("part", "number")),
        Column("written", gettext_lazy("In the report"), lambda row: row.item.written or "–", fold=True),
        Column(
            "registered", gettext_lazy("In the register"), lambda row: row.item.registered or "–", fold=True
        ),
        Column(
            "decision",
            gettext_lazy("Decision"),
            lambda row: row.outcome or _("open"),
            order=("outcome", "number"),
        ),
        Column(
            "reason",
            gettext_lazy("Reason"),
            lambda row: row.item.decision.reason if row.item.decision else "",
            fold=True,
        ),
    ]


def _preview_columns() -> list[Column]:
    def profile(row: _PreviewRow) -> str:
        return reverse("players:profile", args=[row.row.person_id]) if row.row.person_id else ""

    return [
        Column("number", gettext_lazy("SNo"), lambda row: row.number, order=("number",), numeric=True),
        Column("name", gettext_lazy("Name"), lambda row: row.name, order=("name",), link=profile),
        Column("own", gettext_lazy("Ro"), lambda row: row.own, order=("-own",), numeric=True),
        Column("games", gettext_lazy("n"), lambda row: row.games, order=("-games",), numeric=True, fold=True),
        Column(
            "score",
            gettext_lazy("w"),
            lambda row: plain(_points(row.row)),
            numeric=True,
            fold=True,
        ),
        Column(
            "expected",
            gettext_lazy("we"),
            lambda row: row.row.expected or None,
            html=lambda row: row.shown["expected"],
            numeric=True,
            fold=True,
        ),
        Column("k", gettext_lazy("K"), lambda row: row.row.k, numeric=True, fold=True),
        Column(
            "change",
            gettext_lazy("rtg+/-"),
            lambda row: row.row.first_rating or row.row.change,
            order=("-size", "number"),
            html=lambda row: row.shown["change"],
            numeric=True,
            strong=True,
        ),
    ]


def _points(row: RatedEntry) -> Fraction:
    return Fraction(row.score_halves, 2)
