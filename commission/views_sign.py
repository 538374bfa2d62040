"""Signing, composed with the procedure: a report that carries all signatures is submitted in the same go."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from commission.moves import MOVES
from commission.services import dossier_move, dossier_of
from reports import views as report_views
from reports import views_paper_signatures
from reports.models import Report
from tournaments.errors import DomainError

SIGNED = 302


@sensitive_post_parameters("passphrase")
@login_required
@require_POST
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign by the view of `reports`; after the last signature hand the report in to the commission.

    If the commission cannot take it the signature stands, the reason is shown, and the button stays on the page.
    """
    response = report_views.sign(request, pk)
    if isinstance(response, JsonResponse):
        answer = json.loads(response.content)
        if not answer["signed"]:
            return response
        told = hand_in_signed(pk, request.user)
        return JsonResponse(answer | {"message": " · ".join(filter(None, (answer["message"], told)))})
    return _handed_in(request, response, pk)


def record_on_paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Record a signature on paper by the view of `reports`; after the last one hand the report in."""
    return _handed_in(request, views_paper_signatures.record(request, pk), pk)


def hand_in_signed(pk: int, account: Any) -> str:
    """Hand a report with all its signatures in to the commission; what came of it in words, empty if nothing did."""
    signed = Report.objects.main().filter(pk=pk, state=Report.State.COUNTERSIGNED)
    report = signed.select_related("event").first()
    if report is None:
        return ""
    dossier = dossier_of(report.event)
    if dossier.stage not in MOVES["submit"].sources:
        return ""
    try:
        dossier_move(dossier, "submit", actor=account)
    except DomainError as error:
        return str(error)
    return _("The report is handed in to the commission.")


def _handed_in(request: HttpRequest, response: HttpResponse, pk: int) -> HttpResponse:
    if response.status_code == SIGNED:
        told = hand_in_signed(pk, request.user)
        if told:
            messages.info(request, told)
    return response
