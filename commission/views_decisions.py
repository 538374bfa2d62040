"""Decisions of the commission: the public list with its feed, one decision, and the forms of its members."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms_decisions import DecisionForm
from commission.models import Decision, Dossier
from commission.permissions import PERMISSIONS
from commission.services_decisions import decision_confirm, decision_propose, decision_withdraw
from core.attachments import attachment_response
from core.feeds import AtomFeed
from core.templatetags.ui import day, state
from players.listing import Column, ListPage
from players.permissions import allowed, require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.permissions import PERMISSIONS as EVENT_PERMISSIONS

FEED_LENGTH = 50


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """All published decisions, newest first; members see the proposals too."""
    is_member = allowed(PERMISSIONS, "decisions_draft", request.user)
    wanted = request.GET.get("state", "")
    table = ListPage(
        request,
        _found(request, is_member, wanted),
        _columns(is_member),
        default_sort="-decided",
        empty_title=_("No decision"),
        empty_text=_("Decisions stand here as soon as two members of the commission have confirmed them."),
        empty_icon="gavel",
        filters=_filters(is_member, wanted, request.GET.get("event", "")),
        query_label=_("Words or number"),
        caption=_("Decisions of the commission"),
    )
    return table.download("decisions") or render(
        request, "commission/decisions.html", {"table": table, "may_propose": is_member}
    )


@require_safe
def decision(request: HttpRequest, pk: int) -> HttpResponse:
    """One decision; a proposal is for members alone."""
    return render(request, "commission/decision.html", _context(request, _readable(request, pk)))


@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponse:
    """The document of a decision."""
    found = _readable(request, pk)
    if found.document is None:
        raise Http404
    return attachment_response(found.document, found.document_name)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """The newest decisions as Atom."""
    written = AtomFeed(
        title=_("Decisions of the commission"),
        link=settings.PUBLIC_ADDRESS + reverse("commission:decisions"),
        feed_url=settings.PUBLIC_ADDRESS + reverse("commission:decisions_feed"),
        description=settings.FEDERATION_NAME,
    )
    rows = Decision.objects.filter(state=Decision.State.PUBLISHED).select_related("proposed_by")
    for row in rows.order_by("-published_at")[:FEED_LENGTH]:
        address = settings.PUBLIC_ADDRESS + reverse("commission:decision", args=[row.pk])
        written.add_item(
            title=f"{row.number}: {row.subject}",
            link=address,
            description=row.text,
            pubdate=row.published_at,
            updateddate=row.published_at,
            author_name=row.proposed_by.shown_name,
            unique_id=address,
        )
    return HttpResponse(written.writeString("utf-8"), content_type=written.content_type)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest) -> HttpResponse:
    """The form of a decision, for an event (`?event=`) or for none; a refusal comes back with all that was typed."""
    key = request.GET.get("event", "")
    event = get_object_or_404(Event, pk=int(key)) if key.isdecimal() and len(key) < 18 else None
    require(PERMISSIONS, "decide", request.user, Dossier(event=event) if event else None)
    form = DecisionForm(request.POST or None, request.FILES or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            made = decision_propose(actor=request.user, event=event, **form.cleaned_data)  # type: ignore[arg-type]
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("The decision is proposed. A second member confirms it."))
            return redirect("commission:decision", pk=made.pk)
    context = {"form": form, "event": event, "crumbs": [(_("Decisions"), reverse("commission:decisions"))]}
    status = 422 if form.is_bound else 200
    return render(request, "commission/decision_form.html", context, status=status)


@login_required
@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm, and so publish, what another member proposed."""
    found = _readable(request, pk)
    try:
        decision_confirm(found, actor=request.user)  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, pk, error)
    messages.success(request, _("The decision is published."))
    return redirect("commission:decision", pk=pk)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back a proposal, with a reason."""
    found = _readable(request, pk)
    try:
        decision_withdraw(found, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, pk, error)
    messages.success(request, _("The proposal is withdrawn."))
    return redirect("commission:decision", pk=pk)


def _refused(request: HttpRequest, pk: int, error: DomainError) -> HttpResponse:
    context = _context(request, _readable(request, pk)) | {"refusal": error}
    status = 409 if isinstance(error, StaleVersion) else 422
    return render(request, "commission/decision.html", context, status=status)


def _readable(request: HttpRequest, pk: int) -> Decision:
    """A decision that this reader may see; a proposal does not exist for others. Raises Http404."""
    rows = Decision.objects.select_related(
        "event", "follows", "document", "proposed_by", "confirmed_by", "withdrawn_by"
    )
    found = get_object_or_404(rows, pk=pk)
    if found.state != Decision.State.PUBLISHED and not allowed(PERMISSIONS, "decisions_draft", request.user):
        raise Http404
    return found


def _context(request: HttpRequest, found: Decision) -> dict[str, Any]:
    dossier = Dossier(event=found.event) if found.event else None
    is_proposal = found.state == Decision.State.PROPOSED
    may = is_proposal and allowed(PERMISSIONS, "decide", request.user, dossier)
    follower = found.followers.filter(state=Decision.State.PUBLISHED).first()
    event = found.event
    return {
        "decision": found,
        "event": event if event and allowed(EVENT_PERMISSIONS, "event_view", request.user, event) else None,
        "follower": follower,
        "may_confirm": may and found.proposed_by_id != request.user.pk,
        "may_withdraw": may,
        "crumbs": [(_("Decisions"), reverse("commission:decisions"))],
    }


def _found(request: HttpRequest, is_member: bool, wanted: str) -> QuerySet[Decision]:
    rows = Decision.objects.select_related("event", "proposed_by", "confirmed_by")
    is_state = is_member and wanted in Decision.State.values
    rows = rows.filter(state=wanted if is_state else Decision.State.PUBLISHED)
    event = request.GET.get("event", "")
    if event.isdecimal() and len(event) < 18:
        rows = rows.filter(event_id=event)
    for term in request.GET.get("q", "").split()[:8]:
        rows = rows.filter(Q(number__icontains=term) | Q(subject__icontains=term) | Q(text__icontains=term))
    return rows


def _filters(is_member: bool, wanted: str, event: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if is_member:
        states = [(value, label) for value, label in Decision.State.choices if value != "published"]
        options = [("", _("published")), *states]
        found.append({"name": "state", "label": _("State"), "options": options, "value": wanted})
    if event:
        options = [("", _("all events")), (event, _("this event"))]
        found.append({"name": "event", "label": _("Event"), "options": options, "value": event})
    return found


def _columns(is_member: bool) -> list[Column]:
    columns = [
        Column("number", gettext_lazy("Number"), lambda row: row.number or "–", order=("pk",)),
        Column(
            "decided",
            gettext_lazy("Decided on"),
            lambda row: row.decided_on.isoformat(),
            order=("decided_on",),
            html=lambda row: day(row.decided_on),
            fold=True,
        ),
        Column(
            "subject",
            gettext_lazy("Subject"),
            lambda row: row.subject,
            order=("subject",),
            link=lambda row: reverse("commission:decision", args=[row.pk]),
        ),
        Column("event", gettext_lazy("Event"), lambda row: row.event.name if row.event else "–", fold=True),
        Column("article", gettext_lazy("Waives"), lambda row: row.article or "–", fold=True),
        Column("by", gettext_lazy("Decided by"), _names, fold=True),
    ]
    if is_member:
        columns.append(
            Column(
                "state",
                gettext_lazy("State"),
                lambda row: row.get_state_display(),
                html=lambda row: state(row.state, row.get_state_display()),
                fold=True,
            )
        )
    return columns


def _names(row: Decision) -> str:
    persons = (row.proposed_by, row.confirmed_by)
    return ", ".join(person.shown_name for person in persons if person is not None)
