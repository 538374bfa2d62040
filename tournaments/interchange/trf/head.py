"""The tournament lines of a file, gathered and turned into the facts of an event."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal
from unicodedata import normalize

from tournaments.interchange.trf.codes import HEAD, TYPE_CODES, TypeCode, is_league, system_of_text
from tournaments.interchange.trf.errors import Remarks
from tournaments.interchange.trf.fields import read_date, read_round_date
from tournaments.interchange.trf.players import FIRST_ROUND, ROUND_WIDTH
from tournaments.interchange.trf.scores import read_scores
from tournaments.record.findings import Finding
from tournaments.record.model import EventFacts, Occasion, Round, System
from tournaments.record.orders import POINTS, without_leading_points
from tournaments.rulebook.explained import Input

MOST_ROUNDS = 999  # three columns in line 240
REPEATABLE = frozenset({"deputies", "scores", "round_dates"})


@dataclass(slots=True)
class Head:
    """Lines by the fact they state, lines of pairing programs by code, and lines to keep word for word."""

    facts: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    extensions: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    def add(self, line: int, text: str, remarks: Remarks) -> None:
        """Take a tournament line; a second one that says something else is told and left out."""
        fact = HEAD[text[:3]]
        lines = self.facts.setdefault(fact, [])
        if not text[3:].strip():
            return
        if lines and fact not in REPEATABLE:
            if lines[0][1].strip() != text.strip():
                remarks.note(
                    Finding(
                        "warning", "line.repeated", inputs={"record": text[:3]}, lines=(lines[0][0], line)
                    )
                )
            return
        lines.append((line, text))

    def value(self, fact: str) -> str:
        """The text of a fact, empty if the file does not state it."""
        lines = self.facts.get(fact)
        return normalize("NFC", lines[0][1][3:].strip()) if lines else ""

    def line(self, fact: str) -> int:
        """The number of the line that states a fact; 0 if none does."""
        lines = self.facts.get(fact)
        return lines[0][0] if lines else 0


def event_facts(
    head: Head, *, teams: bool, columns: int, remarks: Remarks
) -> tuple[EventFacts, tuple[Round, ...]]:
    """The event and its dated rounds; `columns` is the number of rounds that the players' lines show."""
    rounds = _rounds(head, remarks)
    system, cycles = _system(head, teams, remarks)
    scores, whole = read_scores(head.facts.get("scores", []) + _score_extensions(head), remarks)
    if not whole:
        head.kept += [text.rstrip() for _, text in head.facts.get("scores", [])]
    announced = _announced(head, remarks)
    event = EventFacts(
        name=head.value("name"),
        city=head.value("city"),
        federation=_federation(head, remarks),
        start=_date(head, "start", remarks),
        end=_date(head, "end", remarks),
        system=system,
        cycles=cycles,
        rounds=announced or max([columns, *(a_round.number for a_round in rounds)]),
        score_system=scores,
        type_text=head.value("type_text"),
        type_code=head.value("type_code").upper(),
        rate_of_play=head.value("rate_of_play"),
        rate_code=head.value("rate_code"),
        chief_arbiter=head.value("chief_arbiter"),
        deputies=tuple(normalize("NFC", text[3:].strip()) for _, text in head.facts.get("deputies", [])),
        first_colour=_first_colour(head, remarks),
        tie_breaks=_tie_breaks(head),
        occasion=_occasion(head, remarks),
        rank_method=head.value("rank_method"),
        pairing_program=head.value("pairing_program"),
    )
    return event, rounds


def _date(head: Head, fact: str, remarks: Remarks) -> date | None:
    """A day that can be read in one way only; otherwise it is asked, and the line kept as it was."""
    if not (text := head.value(fact)):
        return None
    read = read_date(text)
    line = head.line(fact)
    inputs: dict[str, Input] = {"text": text, "field": head.facts[fact][0][1][:3]}
    if read.trouble == "day_first":
        remarks.note(Finding("note", "date.day_first", inputs={**inputs, "day": read.day}, lines=(line,)))
        return read.day
    if read.day is None:
        remarks.note(Finding("objection", "date.asked", f"date.{read.trouble}", inputs=inputs, lines=(line,)))
        head.kept.append(head.facts[fact][0][1].rstrip())
        return None
    if read.trouble:
        remarks.note(Finding("note", "date.month_first", inputs={**inputs, "day": read.day}, lines=(line,)))
    return read.day


def _rounds(head: Head, remarks: Remarks) -> tuple[Round, ...]:
    """Rounds with a date from line 132. A line with a date that is not `YY/MM/DD` is kept word for word."""
    days: dict[int, date] = {}
    for line, text in head.facts.get("round_dates", []):
        unreadable = []
        for start in range(FIRST_ROUND, len(text.rstrip()), ROUND_WIDTH):
            cell = text[start : start + ROUND_WIDTH].strip()
            if not cell:
                continue
            day = read_round_date(cell)
            if day is None:
                unreadable.append(cell)
            else:
                days.setdefault((start - FIRST_ROUND) // ROUND_WIDTH + 1, day)
        if unreadable:
            inputs: dict[str, Input] = {"text": ", ".join(unreadable), "count": len(unreadable)}
            remarks.note(Finding("warning", "round.date_unreadable", inputs=inputs, lines=(line,)))
            head.kept.append(text.rstrip())
    return tuple(Round(number, days[number]) for number in sorted(days))


def _announced(head: Head, remarks: Remarks) -> int:
    """Rounds announced by line 142, else by `XXR`; 0 if the file does not say."""
    sources = [(line, text) for line, text in head.facts.get("rounds", [])] + head.extensions.get("XXR", [])
    numbers = []
    for line, text in sources:
        value = text[3:].strip()
        if not (value.isascii() and value.isdigit() and len(value) < 10 and 0 < int(value) <= MOST_ROUNDS):
            remarks.error("columns.unreadable", line, column=5, field="number of rounds", text=value)
        else:
            numbers.append((line, int(value)))
    if len({number for _, number in numbers}) > 1:
        lines = tuple(line for line, _ in numbers)
        remarks.note(Finding("warning", "rounds.differ", inputs={"taken": numbers[0][1]}, lines=lines))
    return numbers[0][1] if numbers else 0


def _first_colour(head: Head, remarks: Remarks) -> Literal["w", "b", ""]:
    sources = head.facts.get("first_colour", []) + head.extensions.get("XXC", [])
    for line, text in sources:
        words = text[3:].lower().split()
        for word in words:
            if word in ("w", "white", "white1"):
                return "w"
            if word in ("b", "black", "black1"):
                return "b"
        if text.startswith("152"):
            remarks.error("columns.unreadable", line, column=5, field="first colour", text=text[3:].strip())
    return ""


def _tie_breaks(head: Head) -> tuple[str, ...]:
    """The codes of line 202, or of 212 without the points it begins with."""
    standings = next((line[3:] for line in head.kept if line.startswith("212")), "")
    stated = tuple(code.strip() for code in head.value("tie_breaks").split(",") if code.strip())
    ranked = tie_break_codes(standings)
    if stated and tuple(code for code in ranked if code != POINTS) == stated:
        head.kept.append(
            head.facts["tie_breaks"][0][1].rstrip()
        )  # so that the writer knows that both were there
        return ranked  # points may stand among the others there
    return stated or ranked


def tie_break_codes(text: str) -> tuple[str, ...]:
    """The codes of line 212, without the points at its head."""
    return without_leading_points(tuple(code.strip() for code in text.split(",") if code.strip()))


def _federation(head: Head, remarks: Remarks) -> str:
    """Three letters; anything else is told and not stored."""
    federation = head.value("federation").upper()
    if not federation or (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        return federation
    inputs = {"text": head.value("federation")}
    remarks.note(
        Finding("warning", "event.federation_unreadable", inputs=inputs, lines=(head.line("federation"),))
    )
    return ""


def _system(head: Head, teams: bool, remarks: Remarks) -> tuple[System, int]:
    """The system and the cycles: by the coded type, else by the free text (a reading, told as such)."""
    code = head.value("type_code").upper()
    if code:
        known = TYPE_CODES.get(code) or _relative(code)
        if code not in TYPE_CODES:
            inputs = {"text": code, "system": known.system if known else "unknown"}
            remarks.note(Finding("warning", "type.unknown", inputs=inputs, lines=(head.line("type_code"),)))
        if known:
            return known.system, known.cycles
    text = head.value("type_text")
    read = system_of_text(text)
    if read is None:
        key = "system.unknown" if text else "system.not_said"
        remarks.note(Finding("note", "system.unknown", key, inputs={"text": text}))
        return "unknown", 1
    system, cycles = read
    if teams and system in ("swiss", "round_robin"):
        system = "team_swiss" if system == "swiss" else "team_round_robin"
    inputs = {"text": text, "system": system}
    remarks.note(Finding("note", "system.read_from_text", inputs=inputs, lines=(head.line("type_text"),)))
    return system, cycles


def _occasion(head: Head, remarks: Remarks) -> Occasion:
    """A league, where the free text says so (a reading, told as such)."""
    text = head.value("type_text")
    if not is_league(text):
        return ""
    lines = (head.line("type_text"),)
    remarks.note(Finding("note", "occasion.read_from_text", inputs={"text": text}, lines=lines))
    return "league"


def _relative(code: str) -> TypeCode | None:
    """The known code of which this one is another year's spelling (`FIDE_DUTCH_2026`)."""
    stem, _, year = code.rpartition("_")
    return TYPE_CODES.get(stem) if year.isdigit() else None


def _score_extensions(head: Head) -> list[tuple[int, str]]:
    names = [
        name
        for name in head.extensions
        if name == "XXS" or name in ("BBW", "BBD", "BBL", "BBU", "BBZ", "BBF")
    ]
    return [line for name in names for line in head.extensions[name]]
