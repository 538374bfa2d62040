"""What the commission stores, a module for each area."""

from commission.models.dossiers import DismissedFinding, Dossier, DossierMove

__all__ = ["DismissedFinding", "Dossier", "DossierMove"]
