"""Rounds and hours of a day (3.1), days of an event (4.1, 4.11)."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import ceil

from tournaments.eligibility.case import Case, finding
from tournaments.eligibility.pace import moves_taken, readable_rate
from tournaments.record.findings import Finding

LEAGUE = "league"


def schedule_findings(case: Case) -> Iterator[Finding]:
    """Days with too many rounds or hours, and an event that lasts too long."""
    yield from _rounds_a_day(case)
    yield from _hours_a_day(case)
    yield from _length(case)


def rounds_by_day(case: Case) -> dict[date, list[int]]:
    """The rounds of each day, as far as their days are known."""
    found: dict[date, list[int]] = {}
    for a_round in sorted(case.record.rounds, key=lambda one: one.number):
        if a_round.day is not None:
            found.setdefault(a_round.day, []).append(a_round.number)
    return dict(sorted(found.items()))


def _rounds_a_day(case: Case) -> Iterator[Finding]:
    kind = case.registration.kind
    limit = case.edition.get(f"rounds_a_day_{kind}") or case.edition.get("rounds_a_day")
    if limit is None:
        return
    over = {day: rounds for day, rounds in rounds_by_day(case).items() if len(rounds) > limit.integer}
    if not over:
        return
    yield finding(
        "objection",
        "day.rounds",
        limit,
        rounds=[number for rounds in over.values() for number in rounds],
        inputs={"days": ", ".join(day.isoformat() for day in over), "limit": limit.integer},
    )


def _hours_a_day(case: Case) -> Iterator[Finding]:
    """A game is taken to last the time that both players have for 60 moves: the articles give no formula."""
    limit, rule = case.edition.get("hours_a_day"), case.edition.get("hours_of_a_game")
    rate = readable_rate(case)
    if limit is None or rule is None or rate is None:
        return
    hours = rate.of_a_game(moves_taken(case.edition)) / 60
    over = {day: rounds for day, rounds in rounds_by_day(case).items() if len(rounds) * hours > limit.integer}
    if not over:
        return
    most = max(len(rounds) for rounds in over.values()) * hours
    yield finding(
        "objection",
        "day.hours",
        limit,
        rule,
        rounds=[number for rounds in over.values() for number in rounds],
        inputs={
            "days": ", ".join(day.isoformat() for day in over),
            "hours": hours_and_minutes(most),
            "limit": limit.integer,
            "game": hours_and_minutes(hours),
        },
    )


def hours_and_minutes(hours: Fraction) -> str:
    """A time in whole hours and minutes, begun minutes counted whole.

    >>> hours_and_minutes(Fraction(121, 30)), hours_and_minutes(Fraction(12)), hours_and_minutes(Fraction(1, 2))
    ('4 h 2 min', '12 h', '30 min')
    """
    whole, minutes = divmod(ceil(hours * 60), 60)
    parts = [f"{whole} h" if whole else "", f"{minutes} min" if minutes else ""]
    return " ".join(part for part in parts if part) or "0 min"


def _length(case: Case) -> Iterator[Finding]:
    limit, rule = case.edition.get("event_days"), case.edition.get("event_length")
    start, last = case.record.event.start, case.last_day
    if limit is None or rule is None or start is None or last is None:
        return
    days = (last - start).days + 1
    if days <= limit.integer:
        return
    inputs = {"days": days, "limit": limit.integer}
    if rule.text == "interim_reports_beyond":
        yield finding("note", "length.interim", rule, inputs=dict(inputs))
        return
    leagues = case.edition.get("leagues")
    if case.record.event.occasion != LEAGUE or leagues is None:
        yield finding("objection", "length.too_long", rule, limit, inputs=dict(inputs))
    elif case.edition["long_events"].text == "list_of_each_game":
        yield finding("note", "length.league", leagues, case.edition["long_events"], inputs=dict(inputs))
