"""Whether an event will be rated, said before it is played (11.4): the players hear it before they come."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from tournaments.models import Event
from tournaments.record.findings import Finding
from tournaments.review import eligibility_findings, finding_text

# What the set-up alone decides, be it an objection or a warning that games can only confirm; what is said about
# those who came is no business of an announcement.
BY_SET_UP = frozenset(
    {
        "control.short",
        "length.too_long",
        "norm.missing",
        "pace.all_too_fast",
        "pace.not_blitz",
        "pace.not_rapid",
        "pace.too_fast",
        "pace.unequal",
        "registered_short",
    }
)
SECONDS_KEPT = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an event will not, or may not, be rated; `article` is empty where nothing but a choice is behind it."""

    code: str
    article: str
    text: str
    edition: str = ""


@dataclass(frozen=True, slots=True)
class UnratedNotice:
    """What the players are told before the event. `certain`: it will not be rated as it is set up."""

    certain: bool
    reasons: tuple[Reason, ...]


def unrated_notice(event: Event) -> UnratedNotice | None:
    """The notice of an event that is not rated yet; None where nothing speaks against rating it.

    Nothing is said of a draft without a first day, of which no rule can be told, nor once play is over. What the
    rules say is kept for the day by the event's version, so that a page that everybody reads asks once.
    """
    if event.state == Event.State.FINISHED or event.start is None:
        return None
    if not event.rating_kind:
        return UnratedNotice(True, (Reason("not_asked", "", ""),))
    found = [_finding(row) for row in _kept(event)]
    refusals = [one for one in found if one.severity == "refusal" or one.code == "edition_none"]
    chosen = refusals or found
    if not chosen:
        return None
    reasons = tuple(Reason(one.code, one.article, finding_text(one), event.rating_edition) for one in chosen)
    return UnratedNotice(bool(refusals), reasons)


def _kept(event: Event) -> list[dict[str, Any]]:
    stamp = f"{event.created_at.timestamp()}-{timezone.localdate().isoformat()}"
    key = f"unrated-{event.pk}-{event.version}-{event.registered_on}-{stamp}"
    kept = cache.get(key)
    if kept is None:
        kept = [_row(one) for one in eligibility_findings(event) if _matters(one)]
        cache.set(key, kept, SECONDS_KEPT)
    return list(kept)


def _matters(finding: Finding) -> bool:
    if finding.code == "start_missing":
        return False
    return (
        finding.severity == "refusal"
        or finding.code == "edition_none"
        or (finding.severity in ("warning", "objection") and finding.code in BY_SET_UP)
    )


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "severity": finding.severity,
        "code": finding.code,
        "message_key": finding.message_key,
        "article": finding.article,
        "inputs": dict(finding.inputs),
        "players": finding.players,
        "rounds": finding.rounds,
    }


def _finding(row: dict[str, Any]) -> Finding:
    return Finding(**row)
