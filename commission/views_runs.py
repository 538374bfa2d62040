"""Rating runs: the log of all, the form that orders a look, and a run with its bar and what became of each event."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms_runs import RunForm
from commission.models import RatingRun, RunEvent
from commission.permissions import PERMISSIONS
from commission.services_runs import run_carry_out, run_go_on, run_look, run_stop
from core.keys import search_terms
from core.templatetags.ui import day, moment, state
from players.listing import Column, ListPage
from players.permissions import allowed, require
from tournaments.errors import DomainError

Outcome = RunEvent.Outcome
TONES = {
    "waiting": "queued",
    "running": "running",
    "done": "done",
    "stopped": "cancelled",
    "broken": "failed",
}
OUTCOME_TONES = {
    "waiting": "queued",
    "rated": "rated",
    "again": "corrected",
    "same": "done",
    "skipped": "cancelled",
    "failed": "failed",
}


@login_required
@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    """The log of all runs, newest first, by state and by whether they rated or only looked."""
    require(PERMISSIONS, "queue", request.user)
    chosen, what = request.GET.get("state", ""), request.GET.get("what", "")
    query = request.GET.get("q", "").strip()
    rows = _counted(RatingRun.objects.select_related("event", "period", "ordered_by", "job"))
    if chosen in RatingRun.State.values:
        rows = rows.filter(state=chosen)
    if what in ("look", "rate"):
        rows = rows.filter(dry=what == "look")
    if query:
        rows = rows.filter(Q(reason__icontains=query) | Q(ordered_by__display_name__icontains=query))
    filtered = bool(chosen or what or query)
    table = ListPage(
        request,
        rows,
        _run_columns(),
        default_sort="-number",
        empty_title=_("No such run") if filtered else _("No run yet"),
        empty_text=_("Choose another state, or show all.")
        if filtered
        else _("A run rates a period, or everything since a day, and keeps what became of each event."),
        empty_action=(_("Look what a run would do"), reverse("commission:run_new")),
        empty_icon="play",
        filters=[
            _filter("state", _("State"), [("", _("any state")), *RatingRun.State.choices], chosen),
            _filter(
                "what",
                _("What"),
                [("", _("looks and runs")), ("rate", _("rated")), ("look", _("only looked"))],
                what,
            ),
        ],
        query_label=_("Reason or member"),
        caption=_("Rating runs"),
        desk=True,
    )
    return table.download("rating-runs") or render(
        request,
        "commission/runs.html",
        {"table": table, "may_run": allowed(PERMISSIONS, "run", request.user)},
    )


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Say what is to be rated and why; the answer is a look at what it would do."""
    require(PERMISSIONS, "run", request.user)
    form = RunForm(request.POST or None, initial=_initial(request))
    if request.method == "POST" and form.is_valid():
        try:
            ordered = run_look(actor=request.user, **form.ordered())  # type: ignore[arg-type]
            return redirect("commission:run", pk=ordered.pk)
        except DomainError as error:
            form.add_error(error.field or None, f"{error.message} {error.hint}".strip())
    return render(
        request,
        "commission/run_new.html",
        {"form": form, "crumbs": _crumbs()},
        status=422 if form.errors else 200,
    )


def _initial(request: HttpRequest) -> dict[str, Any]:
    """What a link named: an event or a period."""
    for name in (RatingRun.Scope.EVENT, RatingRun.Scope.PERIOD):
        key = request.GET.get(name.value, "")
        if key.isascii() and key.isdigit() and len(key) < 18:
            return {"scope": name.value, name.value: int(key)}
    return {"scope": RatingRun.Scope.PERIOD}


@login_required
@require_safe
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """One run: its bar while it is at work, then what became of each event."""
    require(PERMISSIONS, "queue", request.user)
    chosen = get_object_or_404(
        _counted(RatingRun.objects.select_related("event", "period", "ordered_by", "job", "look")), pk=pk
    )
    if request.headers.get("HX-Request") == "true" and request.GET.get("part") == "bar":
        answer = render(request, "commission/_run_bar.html", {"run": chosen, "tone": _tone(chosen)})
        if not chosen.is_live:
            answer.headers["HX-Refresh"] = "true"
        return answer
    table = _events_table(request, chosen)
    may_run = allowed(PERMISSIONS, "run", request.user)
    own = may_run and chosen.ordered_by_id == request.user.pk
    return table.download(f"rating-run-{chosen.pk}") or render(
        request,
        "commission/run.html",
        {
            "run": chosen,
            "table": table,
            "crumbs": _crumbs(),
            "facts": _facts(chosen),
            "title": scope_words(chosen),
            "tone": _tone(chosen),
            "state_label": _state_words(chosen),
            "carried_out": RatingRun.objects.filter(look=chosen).first(),
            "may_stop": may_run and chosen.is_live,
            "may_carry_out": own and chosen.dry and chosen.state == RatingRun.State.DONE and chosen.would,
            "may_go_on": own and not chosen.is_live and chosen.waiting,
        },
    )


@login_required
@require_POST
def act(request: HttpRequest, pk: int, verb: str) -> HttpResponse:
    """Carry out what was looked at, stop a run, or take it up again."""
    require(PERMISSIONS, "run", request.user)
    chosen = get_object_or_404(RatingRun, pk=pk)
    services: dict[str, Any] = {"carry-out": run_carry_out, "stop": run_stop, "go-on": run_go_on}
    service = services.get(verb)
    if service is None:
        return redirect("commission:run", pk=pk)
    try:
        pk = service(chosen, actor=request.user).pk
    except DomainError as error:
        messages.error(request, f"{error.message} {error.hint}".strip())
    return redirect("commission:run", pk=pk)


def scope_words(chosen: RatingRun) -> str:
    """What a run rates, in words."""
    if chosen.event is not None:
        return str(chosen.event.name)
    if chosen.period is not None:
        words = _("List of %(day)s, %(kind)s")
        return words % {
            "day": day(chosen.period.effective_from),
            "kind": chosen.period.get_kind_display(),
        }
    kind = f", {chosen.get_kind_display()}" if chosen.kind else ""
    return _("Papers received since %(day)s") % {"day": day(chosen.since)} + kind


def _counted(rows: QuerySet[RatingRun]) -> QuerySet[Any]:
    """Runs with the numbers of their events by what became of them."""

    def those(*outcomes: str) -> Count:
        return Count("events", filter=Q(events__outcome__in=outcomes))

    return rows.annotate(
        total=Count("events"),
        waiting=those(Outcome.WAITING),
        would=those(Outcome.RATED, Outcome.AGAIN),
        same=those(Outcome.SAME),
        skipped=those(Outcome.SKIPPED),
        failed=those(Outcome.FAILED),
    )


def _facts(chosen: RatingRun) -> list[Any]:
    facts: list[Any] = [
        _("number %(number)s") % {"number": chosen.pk},
        _("only looked, nothing is rated") if chosen.dry else "",
        _("ordered by %(name)s, %(moment)s")
        % {"name": chosen.ordered_by.shown_name, "moment": moment(chosen.ordered_at)},
        chosen.reason,
    ]
    if chosen.ended_at:
        facts.append(_("ended %(moment)s") % {"moment": moment(chosen.ended_at)})
    return [fact for fact in facts if fact]


def _tone(chosen: RatingRun) -> str:
    return TONES["broken" if chosen.is_broken_off else chosen.state]


def _state_words(chosen: RatingRun) -> str:
    return _("broken off") if chosen.is_broken_off else chosen.get_state_display()


def _events_table(request: HttpRequest, chosen: RatingRun) -> ListPage:
    rows = chosen.events.select_related("event")
    wanted, query = request.GET.get("outcome", ""), request.GET.get("q", "").strip()
    if wanted in Outcome.values:
        rows = rows.filter(outcome=wanted)
    for term in search_terms(query):
        rows = rows.filter(event__search_key__contains=term)
    counts = dict(chosen.events.order_by().values_list("outcome").annotate(count=Count("pk")))
    options = [
        ("", f"{_('all events')} ({sum(counts.values())})"),
        *(
            (value, f"{_outcome_words(value, dry=chosen.dry)} ({counts[value]})")
            for value in Outcome.values
            if counts.get(value)
        ),
    ]
    return ListPage(
        request,
        rows,
        _event_columns(chosen),
        default_sort="place",
        per_page=100,
        empty_title=_("No such event"),
        empty_text=_("Choose another group, or show all."),
        empty_icon="inbox",
        filters=[_filter("outcome", _("What became of it"), options, wanted)],
        query_label=_("Event or number"),
        caption=_("Events of the run"),
        desk=True,
    )


def _outcome_words(outcome: str, *, dry: bool) -> str:
    """What became of an event; of a look, what would."""
    would = {
        Outcome.RATED: _("would be rated"),
        Outcome.AGAIN: _("would be rated again"),
        Outcome.SAME: _("would stay as it is"),
        Outcome.SKIPPED: _("would be skipped"),
        Outcome.FAILED: _("would fail"),
    }
    known = Outcome(outcome)
    return str(would.get(known, known.label) if dry else known.label)


def _event_columns(chosen: RatingRun) -> list[Column]:
    def words(row: RunEvent) -> str:
        return _outcome_words(row.outcome, dry=chosen.dry)

    def short(name: str) -> Any:
        return lambda row: format_html('<span class="hash nowrap">{}</span>', getattr(row, name)[:12] or "–")

    return [
        Column("place", gettext_lazy("No."), lambda row: row.place, order=("place",), numeric=True),
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.event.name,
            order=("event__name",),
            link=lambda row: reverse("commission:dossier", args=[row.event_id]),
        ),
        Column(
            "outcome",
            gettext_lazy("What became of it"),
            words,
            order=("outcome", "place"),
            html=lambda row: state(OUTCOME_TONES[row.outcome], words(row)),
        ),
        Column(
            "changed", gettext_lazy("Players changed"), _changed, order=("-changed",), numeric=True, fold=True
        ),
        Column("words", gettext_lazy("Why"), lambda row: row.words, fold=True),
        Column(
            "before",
            gettext_lazy("Calculation before"),
            lambda row: row.before_sha256,
            html=short("before_sha256"),
            fold=True,
        ),
        Column(
            "after",
            gettext_lazy("Calculation after"),
            lambda row: row.after_sha256,
            html=short("after_sha256"),
            fold=True,
        ),
        Column(
            "ended",
            gettext_lazy("Done"),
            lambda row: row.ended_at.isoformat() if row.ended_at else "",
            order=("ended_at",),
            html=lambda row: moment(row.ended_at) if row.ended_at else "–",
            fold=True,
        ),
    ]


def _changed(row: RunEvent) -> int | str:
    return row.changed if row.outcome in (Outcome.RATED, Outcome.AGAIN, Outcome.SAME) else ""


def _run_columns() -> list[Column]:
    return [
        Column(
            "number",
            gettext_lazy("No."),
            lambda row: row.pk,
            order=("pk",),
            numeric=True,
        ),
        Column(
            "scope",
            gettext_lazy("What is rated"),
            scope_words,
            link=lambda row: reverse("commission:run", args=[row.pk]),
        ),
        Column(
            "what",
            gettext_lazy("What"),
            lambda row: _("only looked") if row.dry else _("rated"),
            order=("dry", "-pk"),
        ),
        Column(
            "state",
            gettext_lazy("State"),
            _state_words,
            order=("state", "-pk"),
            html=lambda row: state(_tone(row), _state_words(row)),
        ),
        Column(
            "rated", gettext_lazy("Rated"), lambda row: row.would, order=("-would",), numeric=True, fold=True
        ),
        Column(
            "same", gettext_lazy("As it was"), lambda row: row.same, order=("-same",), numeric=True, fold=True
        ),
        Column(
            "skipped",
            gettext_lazy("Skipped"),
            lambda row: row.skipped,
            order=("-skipped",),
            numeric=True,
            fold=True,
        ),
        Column(
            "failed",
            gettext_lazy("Failed"),
            lambda row: row.failed,
            order=("-failed",),
            numeric=True,
            fold=True,
        ),
        Column("by", gettext_lazy("Ordered by"), lambda row: row.ordered_by.shown_name, fold=True),
        Column("reason", gettext_lazy("Reason"), lambda row: row.reason, fold=True),
        Column(
            "started",
            gettext_lazy("Started"),
            lambda row: row.started_at.isoformat() if row.started_at else "",
            order=("-started_at",),
            html=lambda row: moment(row.started_at) if row.started_at else "–",
            fold=True,
        ),
        Column(
            "ended",
            gettext_lazy("Ended"),
            lambda row: row.ended_at.isoformat() if row.ended_at else "",
            order=("-ended_at",),
            html=lambda row: moment(row.ended_at) if row.ended_at else "–",
            fold=True,
        ),
    ]


def _filter(name: str, label: str, options: list[Any], value: str) -> dict[str, Any]:
    known = {key for key, _label in options}
    return {"name": name, "label": label, "options": options, "value": value if value in known else ""}


def _crumbs() -> list[tuple[str, str]]:
    return [
        (_("Commission"), reverse("commission:queue")),
        (_("Rating runs"), reverse("commission:runs")),
    ]
