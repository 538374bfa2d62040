"""The findings of a dossier, with what was set aside by whom and why."""

from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from commission.models import Decision, DismissedFinding, Dossier
from commission.waivers import NEVER_WAIVED, waivers_of
from ratings.models import RatedEvent
from reports.models import ReceivedPapers, Report
from tournaments.review import Papers, ReviewedFinding, event_findings


@dataclass(frozen=True, slots=True)
class DossierFinding:
    """A finding and, if it was set aside, by whom; `waiver` is the published decision that waives its article."""

    finding: ReviewedFinding
    dismissed: DismissedFinding | None
    waiver: Decision | None = None

    @property
    def stands(self) -> bool:
        """Nobody has set it aside and no decision waives it."""
        return self.dismissed is None and self.waiver is None

    @property
    def text(self) -> str:
        """The sentence."""
        return self.finding.text


def findings_of(dossier: Dossier) -> list[DossierFinding]:
    """All findings of the event, the gravest first, each with its dismissal or none."""
    set_aside = {}
    if dossier.pk:
        rows = DismissedFinding.objects.filter(dossier=dossier).select_related("account")
        set_aside = {row.fingerprint: row for row in rows}
    found = event_findings(dossier.event, papers=papers_of(dossier))
    waivers = waivers_of(dossier.event_id) if any(item.code in NEVER_WAIVED for item in found) else {}
    return [
        DossierFinding(item, None, waivers.get(item.article))
        if item.code in NEVER_WAIVED
        else DossierFinding(item, set_aside.get(item.fingerprint))
        for item in found
    ]


def papers_of(dossier: Dossier) -> Papers:
    """When the event's papers first came, and which signatures its report carries."""
    received = _first_arrival(dossier)
    standing = Report.objects.main().live().filter(event_id=dossier.event_id)
    state = standing.values_list("state", flat=True).first()
    if state is None:
        return Papers(received)
    certified = state == Report.State.COUNTERSIGNED
    return Papers(received, certified or state == Report.State.CERTIFIED, certified)


def _first_arrival(dossier: Dossier) -> date | None:
    """A report that was returned and came again was not late for that: its first arrival counts, on paper or here.

    Of an event that was rated it is the day of its first calculation: a correction is no late paper.
    """
    days = [dossier.arrived_on] if dossier.arrived_on else []
    if dossier.pk:
        first = dossier.moves.filter(verb="submit").order_by("made_at").first()
        days += [timezone.localtime(first.made_at).date()] if first else []
        papers = ReceivedPapers.objects.filter(event_id=dossier.event_id, withdrawn_by__isnull=True)
        days += papers.values_list("received_on", flat=True)
        days += RatedEvent.objects.filter(event_id=dossier.event_id).values_list("received_on", flat=True)
    return min(days, default=None)


def findings_count(dossier: Dossier) -> None:
    """Count the findings that stand open into the dossier's row (not saved)."""
    standing = [item.finding.severity for item in findings_of(dossier) if item.stands]
    dossier.open_refusals = standing.count("refusal")
    dossier.open_objections = standing.count("objection")
    dossier.open_warnings = standing.count("warning")


def open_refusals(dossier: Dossier) -> list[DossierFinding]:
    """The refusals that nobody has waived."""
    return [item for item in findings_of(dossier) if item.finding.severity == "refusal" and item.stands]
