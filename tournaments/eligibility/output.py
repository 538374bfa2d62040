"""The findings of the validator for machines."""

from collections.abc import Iterable

from tournaments.eligibility.sentences import SENTENCES, remedy
from tournaments.record.findings import Finding, finding_json
from tournaments.rulebook.editions import Edition


def finding_document(finding: Finding) -> dict[str, object]:
    """One finding: severity, code, article, message, remedy, and the players and rounds, be they none."""
    rounds = finding.rounds or ((finding.round,) if finding.round is not None else ())
    document = finding_json(finding, SENTENCES)
    return {
        "severity": finding.severity,
        "code": finding.code,
        "article": finding.article,
        "message": document["message"],
        "remedy": remedy(finding),
        "players": list(finding.players),
        "rounds": list(rounds),
        "inputs": document.get("inputs", {}),
    }


def check_document(edition: Edition, findings: Iterable[Finding]) -> dict[str, object]:
    """The whole answer of a check, in the order of the findings."""
    return {"edition": edition.key, "findings": [finding_document(finding) for finding in findings]}
