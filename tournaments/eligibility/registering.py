"""Registered before the start (7.1; later 0.2 with days of notice; RACC 2.1 with the event's regulations)."""

from collections.abc import Iterator
from datetime import date, timedelta

from tournaments.eligibility.case import Case, finding
from tournaments.record.findings import Finding
from tournaments.rulebook.editions import Parameter


def registration_findings(case: Case) -> Iterator[Finding]:
    """What the day of registration allows. Late is never: the event may be played and archived, not rated."""
    start, notice = case.record.event.start, case.edition.get("registration_days")
    if start is None:
        yield finding("objection", "start_missing", key="start_missing.given")
        return
    if notice is None:
        return
    told = case.registration
    if not told.known:
        yield finding("note", "registration.unknown", notice)
    elif told.registered is None:
        is_open = case.today <= start
        severity, code = ("warning", "not_registered") if is_open else ("refusal", "registered_never")
        yield finding(severity, code, notice, inputs={"start": start})  # type: ignore[arg-type]
    elif told.registered > start:
        yield finding(
            "refusal", "registered_late", notice, inputs={"registered": told.registered, "start": start}
        )
    else:
        yield from _short_notice(case, notice, start, told.registered)
    if told.regulations is not None and told.regulations > start:
        inputs = {"regulations": told.regulations, "start": start}
        yield finding("refusal", "regulations_late", notice, inputs=dict(inputs))


def _short_notice(case: Case, notice: Parameter, start: date, registered: date) -> Iterator[Finding]:
    strong = _strong(case)
    parameter = case.edition["registration_days_strong"] if strong else notice
    if (start - registered).days >= parameter.integer:
        return
    yield finding(
        "objection",
        "registered_short",
        parameter,
        key="registered_short.strong" if strong else "",
        players=strong,
        inputs={
            "registered": registered,
            "start": start,
            "days": parameter.integer,
            "latest": start - timedelta(days=parameter.integer),
        },
    )


def _strong(case: Case) -> tuple[int, ...]:
    """Players for whom the longer notice is asked: above 2700, women above 2500."""
    edition = case.edition
    if edition.get("registration_days_strong") is None:
        return ()
    most, most_women = (
        edition[name].integer for name in ("registration_strong_above", "registration_strong_women_above")
    )
    return tuple(
        entry.number
        for entry in case.record.entries
        if entry.rating and entry.rating > (most_women if entry.sex == "w" else most)
    )
