"""Who works on which dossier: assignment, declared interests, the next one, and the table of moves as a help page."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from commission.forms_dossier import AssignForm
from commission.interests import members_free_for, next_dossier
from commission.models import Dossier
from commission.moves import MOVES, Move
from commission.permissions import PERMISSIONS
from commission.services_review import dossier_assign, interest_declare, interest_end
from commission.views import _dossier as dossier_allowed
from commission.views import _dossier_context as dossier_context
from players.models import Account
from players.permissions import require
from tournaments.errors import DomainError

# What each check of `commission.checks` asks and each effect of `commission.effects` brings about, in words.
CHECK_WORDS = {
    "report_is_countersigned": gettext_lazy("the report carries all signatures"),
    "everybody_is_identified": gettext_lazy("every player is in the register"),
    "refusals_are_waived": gettext_lazy("no refusal stands open"),
    "not_published": gettext_lazy("the event is in no published list"),
    "rated_is_not_published": gettext_lazy("a rated event is in no published list"),
    "is_no_stage": gettext_lazy("the event is not a stage of another"),
    "approval_covers_the_record": gettext_lazy("the record is the one that was accepted"),
    "list_is_published": gettext_lazy("its list is published"),
}
EFFECT_WORDS = {
    "remember_report": gettext_lazy("the report is bound to the dossier, with the day it came"),
    "assign_to_actor": gettext_lazy("the member who takes it has it"),
    "withdraw_calculation": gettext_lazy("a calculation that no list holds is taken back"),
    "return_report": gettext_lazy("the record opens and the document is withdrawn"),
    "approve_record": gettext_lazy("the hash of the record is kept"),
    "rate_event": gettext_lazy("the event is calculated"),
    "correct_event": gettext_lazy("the event is calculated again, lists show the effect"),
    "correct_for_rating": gettext_lazy(
        "the event is calculated again with the decided results, the tables stay"
    ),
    "annul_event": gettext_lazy("the event leaves the ratings"),
}
WHO_WORDS = {
    "submit": gettext_lazy(
        "the event's director, its countersigner, or who entered its papers or a signature on them"
    ),
    "review": gettext_lazy("a member without a part in the event"),
    "accept": gettext_lazy("a member without a part in the event"),
    "rate": gettext_lazy("a member without a part in the event"),
    "correct": gettext_lazy("a member without a part in the event"),
    "publish": gettext_lazy("the rating officer, with the list"),
}


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of the table in words."""

    move: Move
    sources: list[str]
    target: str
    who: Any
    checks: list[Any]
    effects: list[Any]


@login_required
@require_safe
def moves(request: HttpRequest) -> HttpResponse:
    """The moves of a dossier as a table, made from the table that the moves themselves are made by, and the keys."""
    require(PERMISSIONS, "queue", request.user)
    rows = [
        MoveRow(
            move,
            [str(Dossier.Stage(source).label) for source in Dossier.Stage.values if source in move.sources],
            str(Dossier.Stage(move.target).label),
            WHO_WORDS.get(move.permission, move.permission),
            [CHECK_WORDS.get(name, name) for name in move.checks],
            [EFFECT_WORDS.get(name, name) for name in move.effects],
        )
        for move in MOVES.values()
    ]
    return render(request, "commission/moves.html", {"rows": rows})


@login_required
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Goes to the next dossier that waits for this member; to the queue when none is left."""
    require(PERMISSIONS, "take_over", request.user)
    after = request.GET.get("after", "")
    known = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else None
    found = next_dossier(request.user, after=known)  # type: ignore[arg-type]
    if found is None:
        notices.success(request, _("No other dossier waits for you."))
        return redirect("commission:queue")
    return redirect("commission:dossier", pk=found.event_id)


@login_required
@require_POST
def assign(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the dossier to a member, with a reason."""
    found = dossier_allowed(request, pk, "assign")
    form = AssignForm(request.POST, members=members_free_for(found))
    if not form.is_valid():
        refusal = DomainError(_("Choose a member who may decide on this event, and say why."), "assign")
        return _refused(request, found, refusal)
    member = Account.objects.get(pk=form.cleaned_data["member"])
    try:
        dossier_assign(found, actor=request.user, member=member, reason=form.cleaned_data["reason"])  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, found, error)
    notices.success(request, _("The dossier is with %(name)s.") % {"name": member.shown_name})
    return redirect("commission:dossier", pk=pk)


@login_required
@require_POST
def interest(request: HttpRequest, pk: int) -> HttpResponse:
    """Declare one's own interest in the event, or with `end` take the declaration back."""
    found = dossier_allowed(request, pk, "take_over")
    act = interest_end if request.POST.get("end") else interest_declare
    try:
        act(found, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        return _refused(request, found, error)
    notices.success(request, _("It stands in the dossier and in the ledger."))
    return redirect("commission:dossier", pk=pk)


def _refused(request: HttpRequest, found: Dossier, error: DomainError) -> HttpResponse:
    """The dossier with what is in the way, and with what was typed."""
    typed = {"member": request.POST.get("member", ""), "reason": request.POST.get("reason", "")}
    context = dossier_context(request, found) | {"refusal": error, "typed_assignment": typed}
    return render(request, "commission/dossier.html", context, status=422)
