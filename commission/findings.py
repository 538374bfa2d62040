"""The findings of a dossier, with what was set aside by whom and why."""

from dataclasses import dataclass

from commission.models import DismissedFinding, Dossier
from tournaments.review import ReviewedFinding, event_findings


@dataclass(frozen=True, slots=True)
class DossierFinding:
    """A finding and, if it was set aside, the decision."""

    finding: ReviewedFinding
    dismissed: DismissedFinding | None

    @property
    def text(self) -> str:
        """The sentence."""
        return self.finding.text


def findings_of(dossier: Dossier) -> list[DossierFinding]:
    """All findings of the event, the gravest first, each with its dismissal or none."""
    set_aside = {
        row.fingerprint: row
        for row in DismissedFinding.objects.filter(dossier=dossier).select_related("account")
    }
    return [DossierFinding(item, set_aside.get(item.fingerprint)) for item in event_findings(dossier.event)]


def findings_count(dossier: Dossier) -> None:
    """Count the findings that stand open into the dossier's row (not saved)."""
    standing = [item.finding.severity for item in findings_of(dossier) if item.dismissed is None]
    dossier.open_refusals = standing.count("refusal")
    dossier.open_objections = standing.count("objection")
    dossier.open_warnings = standing.count("warning")


def open_refusals(dossier: Dossier) -> list[DossierFinding]:
    """The refusals that nobody has waived."""
    return [
        item for item in findings_of(dossier) if item.finding.severity == "refusal" and item.dismissed is None
    ]
