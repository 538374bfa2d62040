"""What the commission stores, a module for each area."""

from commission.models.decisions import Decision
from commission.models.dossiers import DismissedFinding, Dossier, DossierMove

__all__ = ["Decision", "DismissedFinding", "Dossier", "DossierMove"]
