"""What everybody may read: every correction with its effect, as a list and as a feed; every decision on a request."""

from typing import Any

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from commission.corrected_words import SHOWN, effects_words, facts_words
from commission.models import Correction, RequestStep
from commission.request_pages import about
from commission.searching import matching
from commission.services_appeals import appeal_until
from commission.views_appeals import outcome_html
from core.feeds import AtomFeed
from core.templatetags.ui import day, state
from players.listing import Column, ListPage
from players.listing_days import day_column
from ratings.corrections import all_corrections

IN_THE_FEED = 50


@require_safe
def corrections(request: HttpRequest) -> HttpResponse:
    """All corrections, newest first: what it said and says, who decided, why, and the effect on each rating."""
    wanted = request.GET.get("kind", "")
    rows = _whole()
    if wanted == "rating":
        rows = rows.filter(rating_only=True)
    elif wanted == "register":
        rows = rows.filter(person__isnull=False)
    rows = matching(rows, request.GET.get("q", ""), "event", "person")
    kinds = [
        ("", _("all")),
        ("rating", _("for ratings alone")),
        ("register", _("in the register")),
    ]
    table = ListPage(
        request,
        rows,
        _columns(whole=request.GET.get("format") in ("csv", "json")),
        default_sort="decided",
        empty_title=_("No correction"),
        empty_text=_("Whatever is corrected after publication stands here, with who decided and why."),
        empty_icon="pen-line",
        filters=[{"name": "kind", "label": _("Which"), "options": kinds, "value": wanted}],
        query_label=_("Event or player"),
        caption=_("Corrections"),
    )
    return table.download("corrections") or render(request, "commission/corrections.html", {"table": table})


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """All decisions on requests for corrections, with what became of an appeal. Who asked is not public."""
    wanted = request.GET.get("decision", "")
    rows = RequestStep.objects.filter(verb__in=RequestStep.DECISIONS).select_related(
        "request__event", "request__person", "appeal"
    )
    if wanted in RequestStep.DECISIONS:
        rows = rows.filter(verb=wanted)
    elif wanted == "appealed":
        rows = rows.filter(appeal__isnull=False)
    rows = matching(rows, request.GET.get("q", ""), "request__event", "request__person")
    options = [
        ("", _("all")),
        ("accepted", _("accepted")),
        ("rejected", _("rejected")),
        ("appealed", _("appealed against")),
    ]
    table = ListPage(
        request,
        rows,
        _decision_columns(getattr(request.user, "person_id", None)),
        default_sort="decided",
        empty_title=_("Nothing was decided yet"),
        empty_text=_("Decisions on requests for corrections stand here with their reasons."),
        empty_icon="gavel",
        filters=[{"name": "decision", "label": _("Decision"), "options": options, "value": wanted}],
        query_label=_("Event or player"),
        caption=_("Decisions on requests"),
    )
    context = {"table": table, "crumbs": [(_("Corrections"), reverse("commission:corrections"))]}
    return table.download("decisions") or render(request, "commission/request_decisions.html", context)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """The newest corrections as an Atom feed."""
    home = f"{settings.PUBLIC_ADDRESS}{reverse('commission:corrections')}"
    written = AtomFeed(
        title=_("Corrections: %(federation)s") % {"federation": settings.FEDERATION_NAME},
        link=home,
        description=_("What was corrected after publication."),
        language=get_language(),
        feed_url=f"{settings.PUBLIC_ADDRESS}{reverse('commission:corrections_feed')}",
        feed_guid=home,
    )
    rows = list(_whole().order_by("-decided_at", "-pk")[:IN_THE_FEED])
    for row in rows:
        written.add_item(
            title=_title(row),
            link=f"{settings.PUBLIC_ADDRESS}{_page(row)}",
            description=_summary(row),
            author_name=row.decided_by_name,
            unique_id=f"{home}#{row.pk}",
            pubdate=row.decided_at,
            updateddate=row.decided_at,
        )
    if not rows:
        written.feed["updated"] = timezone.now()
    return HttpResponse(written.writeString("utf-8"), content_type=AtomFeed.content_type)


def _whole() -> QuerySet[Correction]:
    effects = all_corrections().order_by("corrected_list__effective_from", "person_id", "pk")
    return Correction.objects.select_related("event", "person", "calculation__shown_on").prefetch_related(
        "facts", Prefetch("calculation__list_corrections", queryset=effects)
    )


def _title(row: Correction) -> str:
    if row.rating_only:
        return _("For ratings alone: %(about)s") % {"about": row}
    return str(row)


def _summary(row: Correction) -> str:
    lines = [facts_words(row), row.reason]
    if row.calculation is not None:
        lines.append(_("Effect on published lists: %(effects)s") % {"effects": effects_words(row)})
    return "\n".join(lines)


def _page(row: Correction) -> str:
    if row.event_id is not None:
        return reverse("tournaments:event", args=[row.event_id])
    return reverse("players:profile", args=[row.person_id])


def _columns(*, whole: bool) -> list[Column]:
    most = None if whole else SHOWN
    return [
        Column("about", gettext_lazy("About"), str, link=_page),
        Column("facts", gettext_lazy("Old → new"), lambda row: facts_words(row, most=most), fold=True),
        Column(
            "rating_only",
            gettext_lazy("Where"),
            lambda row: (
                _("ratings alone")
                if row.rating_only
                else _("tables and ratings")
                if row.event_id
                else _("register")
            ),
            fold=True,
        ),
        Column(
            "effect",
            gettext_lazy("Effect on lists"),
            lambda row: effects_words(row, most=most),
            fold=True,
        ),
        Column("shown", gettext_lazy("From list"), _from_list, fold=True),
        Column("reason", gettext_lazy("Reason"), lambda row: row.reason, fold=True),
        Column("by", gettext_lazy("Decided by"), lambda row: row.decided_by_name, fold=True),
        Column(
            "decided",
            gettext_lazy("Decided"),
            lambda row: (
                localtime(row.decided_at).isoformat() if whole else day(localtime(row.decided_at).date())
            ),
            order=("-decided_at",),
            fold=True,
        ),
    ]


def _from_list(row: Correction) -> str:
    """The first list made with the correction; a fact of the register counts from the next event on."""
    if row.calculation is None:
        return "–"
    return str(row.calculation.shown_on) if row.calculation.shown_on else _("the next list")


def _decision_columns(reader: int | None) -> list[Column]:
    """The columns; a `reader` of the register finds beside the decisions about himself the way to an appeal."""
    return [
        Column(
            "about",
            gettext_lazy("About"),
            lambda row: about(row.request),
            link=_page_of_decision,
        ),
        Column(
            "subject", gettext_lazy("What is wrong"), lambda row: row.request.get_subject_display(), fold=True
        ),
        Column(
            "decision",
            gettext_lazy("Decision"),
            lambda row: _("accepted") if row.verb == RequestStep.Verb.ACCEPTED else _("rejected"),
            html=_decision_html,
        ),
        Column("reason", gettext_lazy("Reason"), lambda row: row.text, fold=True),
        Column("by", gettext_lazy("Decided by"), lambda row: row.by_name, fold=True),
        day_column(
            "decided",
            gettext_lazy("Decided"),
            lambda row: row.at,
            order=("-at",),
            fold=True,
        ),
        Column(
            "appeal",
            gettext_lazy("Appeal"),
            _appeal,
            html=lambda row: _appeal_html(row, reader),
            fold=True,
        ),
    ]


def _page_of_decision(row: RequestStep) -> str:
    if row.request.event_id is not None:
        return reverse("tournaments:event", args=[row.request.event_id])
    if row.request.person_id is not None:
        return reverse("players:profile", args=[row.request.person_id])
    return ""


def _decision_html(row: RequestStep) -> Any:
    accepted = row.verb == RequestStep.Verb.ACCEPTED
    return state("accepted", _("accepted")) if accepted else state("rejected", _("rejected"))


def _appeal(row: RequestStep) -> str:
    found = getattr(row, "appeal", None)
    return "" if found is None else f"{found.get_outcome_display()}: {found.reason}".rstrip(": ")


def _appeal_html(row: RequestStep, reader: int | None) -> Any:
    found = getattr(row, "appeal", None)
    if found is not None:
        return format_html("{} {}", outcome_html(found), found.reason)
    if reader is None or row.request.person_id != reader or timezone.localdate() > appeal_until(row):
        return ""
    address = reverse("commission:appeal_decision", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, _("Appeal"))
