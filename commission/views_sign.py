"""Signing, composed with the procedure: a report that carries both signatures is submitted in the same go."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from commission.moves import MOVES
from commission.services import dossier_move, dossier_of
from reports import views as report_views
from reports.models import Report
from tournaments.errors import DomainError

SIGNED = 302


@sensitive_post_parameters("passphrase")
@login_required
@require_POST
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign by the view of `reports`; after the second signature hand the report in to the commission.

    If the commission cannot take it the signature stands, the reason is shown, and the button stays on the page.
    """
    response = report_views.sign(request, pk)
    signed = Report.objects.main().filter(pk=pk, state=Report.State.COUNTERSIGNED)
    report = signed.select_related("event").first()
    if response.status_code != SIGNED or report is None:
        return response
    dossier = dossier_of(report.event)
    if dossier.stage in MOVES["submit"].sources:
        try:
            dossier_move(dossier, "submit", actor=request.user)  # type: ignore[arg-type]
            messages.success(request, _("The report is handed in to the commission."))
        except DomainError as error:
            messages.warning(request, str(error))
    return response
