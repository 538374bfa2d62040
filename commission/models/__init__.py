"""What the commission stores, a module for each area."""

from commission.models.deadlines import DeadlineReminder
from commission.models.decisions import Decision
from commission.models.dossiers import DismissedFinding, Dossier, DossierMove
from commission.models.fide import FideList, FideListRow, FideSending
from commission.models.newcomers import Newcomer, NewcomerPaper, NewcomerStep
from commission.models.publication import PublicationProposal
from commission.models.requests import (
    Appeal,
    CorrectedFact,
    Correction,
    CorrectionRequest,
    RequestFile,
    RequestStep,
)
from commission.models.review import DeclaredInterest, DossierMessage, MessagesRead, RegisterDecision
from commission.models.runs import RatingRun, RunEvent

__all__ = [
    "Appeal",
    "CorrectedFact",
    "Correction",
    "CorrectionRequest",
    "DeadlineReminder",
    "Decision",
    "DeclaredInterest",
    "DismissedFinding",
    "Dossier",
    "DossierMessage",
    "DossierMove",
    "FideList",
    "FideListRow",
    "FideSending",
    "MessagesRead",
    "Newcomer",
    "NewcomerPaper",
    "NewcomerStep",
    "PublicationProposal",
    "RatingRun",
    "RegisterDecision",
    "RequestFile",
    "RequestStep",
    "RunEvent",
]
