"""A report that carries all signatures goes to the commission in the same go."""

from typing import Any

from django.utils.translation import gettext as _

from commission.moves import MOVES
from commission.services import dossier_move, dossier_of
from reports.models import Report
from tournaments.errors import DomainError


def hand_in_signed(pk: int, account: Any) -> str:
    """Hand a report with all its signatures in to the commission; what came of it in words, empty if nothing did.

    If the commission cannot take it the signature stands, the reason is shown, and the button stays on the page.
    """
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
