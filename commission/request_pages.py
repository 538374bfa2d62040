"""What the pages of requests show: the columns of their lists, one request with its timeline and what may be done."""

from typing import Any

from django.contrib.admin.utils import label_for_field
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from commission.forms_requests import AnswerForm, AppealForm
from commission.models import CorrectionRequest, RequestStep
from commission.permissions import PERMISSIONS
from commission.services_appeals import appeal_until, can_be_appealed
from commission.services_carried import OPENED_BY, REGISTER_FIELDS
from core.templatetags.ui import day, state
from players.listing import Column
from players.listing_days import day_column
from players.models import Person
from players.permissions import allowed

State = CorrectionRequest.State


def about(found: CorrectionRequest) -> str:
    """What a request is about: `Invented Cup · round 1, board 2`, a player, or a dash."""
    parts = [str(found.event)] if found.event else []
    if found.round_number and found.board:
        place = {"round": found.round_number, "board": found.board}
        parts.append(_("round %(round)s, board %(board)s") % place)
    if found.person:
        parts.append(found.person.name)
    return " · ".join(parts) or "–"


def own_columns() -> list[Column]:
    """The list of somebody's own requests."""
    return [
        _subject("commission:request"),
        Column("about", gettext_lazy("About"), about, fold=True),
        _made(),
        _state(),
    ]


def queue_columns() -> list[Column]:
    """The commission's list."""
    return [
        _subject("commission:request_room"),
        Column("about", gettext_lazy("About"), about, fold=True),
        Column("name", gettext_lazy("From"), lambda row: row.name, order=("name",), fold=True),
        _made(),
        day_column("due", gettext_lazy("Due"), lambda row: row.due_on, order=("due_on",), html=due_html),
        _state(),
    ]


def is_overdue(found: CorrectionRequest) -> bool:
    """Whether an answer of the commission is owed whose day is past."""
    waits = found.state in (State.OPEN, State.ACCEPTED)
    return waits and found.due_on is not None and found.due_on < timezone.localdate()


def due_html(found: CorrectionRequest) -> Any:
    """The due day, with a word beside it when it is past."""
    if not is_overdue(found):
        return format_html('<span class="nowrap">{}</span>', day(found.due_on))
    return format_html(
        '<span class="nowrap">{}</span> <span class="chip chip--danger">{}</span>',
        day(found.due_on),
        _("overdue"),
    )


def request_context(
    request: HttpRequest, found: CorrectionRequest, *, is_own: bool, token: str = ""
) -> dict[str, Any]:
    """One request as its page shows it; `token` is that of the private link it was opened by."""
    steps = list(found.steps.select_related("appeal"))
    for step in steps:
        step.request = found
    decided = [step for step in steps if step.verb in RequestStep.DECISIONS]
    last = decided[-1] if decided else None
    may_appeal = (
        last is not None
        and can_be_appealed(last)
        and (bool(token) or allowed(PERMISSIONS, "appeal", request.user, last))
    )
    return {
        "found": found,
        "about": about(found),
        "steps": steps,
        "papers": [(paper, _paper_address(found, paper.pk, token)) for paper in found.files.all()],
        "is_own": is_own,
        "by_link": bool(token),
        "overdue": is_overdue(found),
        "may_answer": is_own and found.state in CorrectionRequest.UNDECIDED,
        "may_withdraw": is_own and found.state in (State.UNCONFIRMED, *CorrectionRequest.UNDECIDED),
        "appeal_step": last if may_appeal else None,
        "appeal_until": appeal_until(last) if last is not None else None,
        "answer_form": AnswerForm(),
        "appeal_form": AppealForm(),
        "crumbs": [] if token else [(_("My requests"), reverse("commission:requests_mine"))],
    }


def room_context(request: HttpRequest, found: CorrectionRequest) -> dict[str, Any]:
    """One request for the commission: with the decision that may be made and the ways to carry it out."""
    may = allowed(PERMISSIONS, "request_decide", request.user, found)
    dossier = getattr(found.event, "dossier", None) if found.event else None
    opens = dossier is not None and dossier.stage in OPENED_BY
    names = REGISTER_FIELDS.get(found.subject, ()) if found.person else ()
    undecided = found.state in CorrectionRequest.UNDECIDED
    return request_context(request, found, is_own=False) | {
        "room": True,
        "may_decide": may and undecided,
        "may_ask": may and found.state == State.OPEN,
        "may_carry": may and found.state == State.ACCEPTED,
        "not_mine": not may and (undecided or found.state == State.ACCEPTED),
        "opens_event": opens,
        "register_fields": [
            (name, label_for_field(name, Person), getattr(found.person, name))
            for name in names
            if found.person is not None
        ],
        "rates_otherwise": found.event is not None and found.subject in ("result", "rating"),
        "crumbs": [
            (_("Commission"), reverse("commission:queue")),
            (_("Requests"), reverse("commission:requests")),
        ],
    }


def _paper_address(found: CorrectionRequest, pk: int, token: str) -> str:
    if token:
        return reverse("commission:request_paper_link", args=[token, pk])
    return reverse("commission:request_paper", args=[found.pk, pk])


def _subject(page: str) -> Column:
    return Column(
        "subject",
        gettext_lazy("What is wrong"),
        lambda row: row.get_subject_display(),
        order=("subject",),
        link=lambda row: reverse(page, args=[row.pk]),
    )


def _made() -> Column:
    return day_column(
        "made",
        gettext_lazy("Made"),
        lambda row: row.made_at,
        order=("-made_at",),
        fold=True,
    )


def _state() -> Column:
    return Column(
        "state",
        gettext_lazy("State"),
        lambda row: row.get_state_display(),
        order=("state",),
        html=lambda row: state(row.state, row.get_state_display()),
    )
