"""The lists of the commission around registration: papers due, changes afterwards, events without a report."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import CharField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from commission.deadlines import Clock, clocks_of, papers_missing, with_filed
from commission.forms_registering import OpenEventForm
from commission.permissions import PERMISSIONS
from commission.shown import clock_chip
from core.keys import search_terms
from core.templatetags.ui import day, moment
from players.listing import Column, ListPage
from players.permissions import require
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.changes import CHANGES, changes_after_registration
from tournaments.selectors.ledger import line_of
from tournaments.services import event_create, source_cite


@login_required
@require_safe
def due(request: HttpRequest) -> HttpResponse:
    """The events that are over and whose papers have not come, the longest over first."""
    require(PERMISSIONS, "queue", request.user)
    today = timezone.localdate()
    rows = with_filed(papers_missing(today))
    for term in search_terms(request.GET.get("q", "")):
        rows = rows.filter(search_key__contains=term)
    table = ListPage(
        request,
        rows,
        _due_columns(today),
        default_sort="end",
        empty_title=_("Nothing is missing"),
        empty_text=_("Events that are over stand here until their papers are handed in."),
        empty_icon="circle-check",
        query_label=_("Name, place or number"),
        caption=_("Papers due"),
        desk=True,
    )
    context = {"table": table, "head": _("Papers due"), "here": "due"}
    return table.download("papers-due") or render(request, "commission/registering_list.html", context)


@login_required
@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """What was changed of registered events, from the ledger."""
    require(PERMISSIONS, "queue", request.user)
    verb = request.GET.get("what", "")
    rows = changes_after_registration([verb] if verb in CHANGES else CHANGES)
    key = request.GET.get("event", "")
    if key.isdecimal() and len(key) < 18:
        rows = rows.filter(chain__object_id=key)
    if request.GET.get("q", "").strip():
        found = Event.objects.all()
        for term in search_terms(request.GET["q"]):
            found = found.filter(search_key__contains=term)
        rows = rows.filter(chain__object_id__in=found.values(key=Cast("pk", CharField())))
    words = {
        "event.changed": _("the head of the event"),
        "event.order_changed": _("order of the tie-breaks"),
        "event.registration_day": _("day of registration"),
        "event.regulations": _("regulations"),
        "event.source": _("sources"),
        "kind.rules": _("rules of the kind of event"),
        "official.removed": _("officials removed"),
        "official.set": _("officials named"),
    }
    options = [("", _("all changes")), *((name, words[name]) for name in CHANGES)]
    table = ChangesList(
        request,
        rows,
        _change_columns(),
        default_sort="-at",
        empty_title=_("No change"),
        empty_text=_("Whatever is changed of an event after its registration stands here."),
        empty_icon="pen-line",
        filters=[{"name": "what", "label": _("What"), "options": options, "value": verb}],
        query_label=_("Event"),
        caption=_("Changes after registration"),
        desk=True,
    )
    context = {"table": table, "head": _("Changes after registration"), "here": "changes"}
    return table.download("changes") or render(request, "commission/registering_list.html", context)


class ChangesList(ListPage):
    """The list of ledger rows with the names of their events, which no key of the database binds to them."""

    @property
    def rows(self) -> Any:
        """The rows of the page, with the events' names read in one query."""
        keys = [row.chain.object_id for row in self.page.object_list]
        names = {str(pk): name for pk, name in Event.objects.filter(pk__in=keys).values_list("pk", "name")}
        for row in self.page.object_list:
            row.event_name = names.get(row.chain.object_id, "–")
        return super().rows


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_event(request: HttpRequest) -> HttpResponse:
    """Open an event that nobody reported, with the source that tells of it (0.2)."""
    require(PERMISSIONS, "open_event", request.user)
    form = OpenEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        actor: Any = request.user
        try:
            with transaction.atomic():
                event = event_create(actor=actor, **{name: data[name] for name in form.EVENT_FIELDS})
                source_cite(event, actor=actor, **{name: data[name] for name in form.SOURCE_FIELDS})
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except ValidationError as error:
            for name, told in error.message_dict.items():
                form.add_error(name if name in form.fields else None, told)
        else:
            messages.success(request, _("The event is opened. Complete it, then register it."))
            return redirect("tournaments:event_edit", pk=event.pk)
    context = {"form": form, "crumbs": _crumbs()}
    return render(request, "commission/open_event.html", context, status=422 if form.is_bound else 200)


def _crumbs() -> list[tuple[str, str]]:
    return [(_("Commission"), reverse("commission:queue"))]


def _due_columns(today: date) -> list[Column]:
    def of_papers(event: Event) -> Clock | None:
        """The term of what the list is about; one of before the start that nobody met is shown in the dossier."""
        return next((clock for clock in clocks_of(event, today) if clock.deadline.key == "papers"), None)

    def words(event: Event) -> str:
        clock = of_papers(event)
        return f"{clock.label}: {clock.words}" if clock else "–"

    return [
        Column(
            "event",
            gettext_lazy("Event"),
            lambda event: event.name,
            order=("search_key",),
            link=lambda event: reverse("commission:dossier", args=[event.pk]),
        ),
        Column("director", gettext_lazy("Director"), lambda event: event.chief_arbiter_name, fold=True),
        Column(
            "end",
            gettext_lazy("Last day"),
            lambda event: event.end.isoformat(),
            order=("end",),
            html=lambda event: day(event.end),
        ),
        Column("clock", gettext_lazy("Term"), words, html=lambda event: clock_chip(of_papers(event))),
        Column("state", gettext_lazy("State"), lambda event: event.get_state_display(), fold=True),
    ]


def _change_columns() -> list[Column]:
    return [
        Column(
            "at",
            gettext_lazy("When"),
            lambda row: timezone.localtime(row.at).isoformat(timespec="minutes"),
            order=("at",),
            html=lambda row: moment(row.at),
        ),
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: getattr(row, "event_name", row.chain.object_id),
            link=lambda row: reverse("tournaments:event", args=[int(row.chain.object_id)]),
        ),
        Column("what", gettext_lazy("What"), lambda row: line_of(row).text),
        Column("reason", gettext_lazy("Why"), lambda row: row.reason or "–", fold=True),
        Column("by", gettext_lazy("By"), lambda row: row.actor_name, fold=True),
    ]
