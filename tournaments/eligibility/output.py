"""The findings of the validator, and those of file and record beside them, for people and machines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.eligibility.sentences import SENTENCES, remedy
from tournaments.record.findings import Finding, finding_json, rank, text, values
from tournaments.record.sentences import REMEDIES as RECORD_REMEDIES
from tournaments.record.sentences import SENTENCES as RECORD_SENTENCES
from tournaments.rulebook.editions import Edition

# Findings of the record that say what the validator has said already, by the code under which it did.
SAID_ALREADY: Mapping[str, str] = {"event.no_start": "start_missing", "system.unknown": "system.unknown"}


@dataclass(frozen=True, slots=True)
class Told:
    """A finding with the table of its English sentence and, where anybody knows one, what would mend it."""

    finding: Finding
    sentences: Mapping[str, str]
    remedy: str

    @property
    def message(self) -> str:
        """The sentence."""
        return text(self.finding, self.sentences)


def told(findings: Iterable[Finding], read: Iterable[Finding] = ()) -> tuple[Told, ...]:
    """The findings of the validator and those of file and record, the gravest first, none of them twice."""
    own = [Told(finding, SENTENCES, remedy(finding)) for finding in findings]
    codes = {one.finding.code for one in own}
    others = [
        Told(finding, RECORD_SENTENCES, _record_remedy(finding))
        for finding in read
        if SAID_ALREADY.get(finding.code) not in codes
    ]
    return tuple(sorted((*own, *others), key=lambda one: -rank(one.finding.severity)))


def _record_remedy(finding: Finding) -> str:
    return RECORD_REMEDIES.get(finding.code, "").format_map(values(finding))


def finding_document(one: Told) -> dict[str, object]:
    """One finding: severity, code, article, message, remedy, players and rounds, be they none, and figures."""
    document = finding_json(one.finding, one.sentences)
    names = ("severity", "code", "message", "article", "players", "rounds")
    return {name: document[name] for name in names} | {
        "remedy": one.remedy,
        "inputs": document.get("inputs", {}),
    }


def check_document(
    edition: Edition, findings: Iterable[Finding], read: Iterable[Finding] = ()
) -> dict[str, object]:
    """The whole answer of a check; `read` is what was found in the file and the record themselves."""
    return {"edition": edition.key, "findings": [finding_document(one) for one in told(findings, read)]}
