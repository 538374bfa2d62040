"""What is wrong with an event, for the director's desk and for the commission: the same function for both."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core.templatetags.ui import day
from tournaments.models import Event
from tournaments.record.crosstable import crosstable
from tournaments.record.findings import Finding, rank, template, values
from tournaments.record.model import Record
from tournaments.record.plausibility import findings as plausibility_findings
from tournaments.record.sentences import SENTENCES as RECORD_SENTENCES
from tournaments.snapshot import record_of

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "start_missing": _("The first day of play is not known; no edition of the rules can be chosen."),
        "not_registered": _("The event is not registered."),
        "registered_late": _(
            "Registered on {registered}, but play began on {start}: an event must be "
            "registered before its start."
        ),
        "open_games": _("Boards without a result: {count} (rounds: {rounds})."),
        "birth_missing": _("Players without a date of birth: {count} (numbers: {players})."),
        "unidentified": _("Players who are not in the register yet: {count} (numbers: {players})."),
        "too_few_rated": _("Only {rated} of {count} players are rated; at least {needed} must be."),
        "rounds_missing": _("{played} of {planned} rounds were paired."),
    }
)

REMEDIES: Mapping[str, str] = MappingProxyType(
    {
        "start_missing": _("Type the first day of play on the event's form."),
        "not_registered": _("Register the event before its first round."),
        "registered_late": _(
            "The commission may waive this by a decision with a reason; otherwise it is not rated."
        ),
        "open_games": _("Enter the results, or the forfeits."),
        "birth_missing": _("Add them on the page of the players; the year is enough."),
        "unidentified": _("Say who they are on the page of the players; the commission admits new players."),
    }
)


@dataclass(frozen=True, slots=True)
class ReviewedFinding:
    """A finding as a page shows it. `fingerprint` stays the same as long as the finding does."""

    severity: str
    code: str
    article: str
    text: str
    remedy: str
    players: tuple[int, ...]
    round: int | None
    board: int | None
    fingerprint: str


def event_findings(event: Event) -> tuple[ReviewedFinding, ...]:
    """All findings of an event, the gravest first."""
    record = record_of(event.pk)
    found = [*_registration(event), *_entries(event, record), *_games(record), *plausibility_findings(record)]
    found.sort(key=lambda item: (-rank(item.severity), item.code, item.round or 0, item.board or 0))
    return tuple(_reviewed(item) for item in found)


def _reviewed(finding: Finding) -> ReviewedFinding:
    table = SENTENCES if finding.key in SENTENCES else RECORD_SENTENCES
    words = values(finding) | {
        name: day(value) for name, value in finding.inputs.items() if isinstance(value, date)
    }
    text = gettext(template(finding, table)).format(**words)
    remedy = gettext(REMEDIES[finding.key]) if finding.key in REMEDIES else ""
    identity = f"{finding.code}|{finding.round}|{finding.board}|{finding.players}|{finding.codes}"
    return ReviewedFinding(
        finding.severity,
        finding.code,
        finding.article,
        text,
        remedy,
        finding.players,
        finding.round,
        finding.board,
        hashlib.sha256(identity.encode()).hexdigest(),
    )


def _registration(event: Event) -> list[Finding]:
    if event.start is None:
        return [Finding("objection", "start_missing")]
    if event.registered_on is None:
        return [Finding("warning", "not_registered", article="7.1")]
    if event.registered_on > event.start:
        inputs = {"registered": event.registered_on, "start": event.start}
        return [Finding("refusal", "registered_late", article="7.1", inputs=inputs)]
    return []


def _entries(event: Event, record: Record) -> list[Finding]:
    found = []
    unborn = tuple(entry.number for entry in record.entries if not entry.birth)
    if unborn:
        found.append(Finding("warning", "birth_missing", inputs={"count": len(unborn)}, players=unborn))
    numbers = event.entries.filter(person__isnull=True).order_by("number").values_list("number", flat=True)
    unknown = tuple(number for number in numbers if number is not None)
    if unknown:
        found.append(Finding("objection", "unidentified", inputs={"count": len(unknown)}, players=unknown))
    return found + _composition(record)


def _composition(record: Record) -> list[Finding]:
    """A third of a round robin, and never fewer than four of up to nine, must be rated (6.3, 6.31)."""
    if record.event.system != "round_robin" or record.event.correspondence or not record.entries:
        return []
    count = len(record.entries)
    rated = sum(entry.rating is not None for entry in record.entries)
    needed = max(-(-count // 3), 4)
    if rated >= needed:
        return []
    inputs = {"rated": rated, "count": count, "needed": needed}
    return [Finding("refusal", "too_few_rated", article="6.3", inputs=inputs)]


def _games(record: Record) -> list[Finding]:
    found = []
    unfinished = [game for game in record.games if game.code.startswith("*")]
    if unfinished:
        rounds = ", ".join(str(number) for number in sorted({game.round for game in unfinished}))
        found.append(Finding("objection", "open_games", inputs={"count": len(unfinished), "rounds": rounds}))
    played = crosstable(record).rounds_started
    if played < record.event.rounds:
        inputs = {"played": played, "planned": record.event.rounds}
        found.append(Finding("note", "rounds_missing", inputs=inputs))
    return found
