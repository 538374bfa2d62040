"""Counts one correspondence event under one edition: each player's coefficient before and after, every step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import TypeVar

from ratings.engine.errors import EditionMismatchError, UnknownPolicyError
from ratings.engine.racc.activity import is_dormant
from ratings.engine.racc.doubts import doubt_findings, with_doubts
from ratings.engine.racc.facts import CoefficientFacts, coefficient, known_of
from ratings.engine.racc.findings import event_findings
from ratings.engine.racc.games import (
    Meeting,
    best_of,
    halves_of,
    main_players,
    meetings_of,
    points,
    shared_boards,
)
from ratings.engine.racc.norms import chosen_norm, start_coefficient
from ratings.engine.racc.results import CoefficientLine, EventCoefficients, Protection
from ratings.engine.racc.rounding import new_coefficient, opponents_average
from ratings.engine.racc.tables import expected_share
from tournaments.record.model import Entry, Norm, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Input, Reference, Step

REGULATION = "racc"
PersonT = TypeVar("PersonT")


@dataclass(frozen=True, slots=True)
class Own:
    """A player as he enters the formula: his coefficient at the moment of counting and how it came about."""

    entry: Entry
    ik: int | None
    estimated: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One event ready to be counted. `best` and `halves` are half points of the standings, by start number."""

    edition: Edition
    norm: Norm
    players: Mapping[int, Own]
    meetings: Mapping[int, tuple[Meeting, ...]]
    boards: Mapping[int, tuple[int, ...]]
    substitutes: frozenset[int]
    best: Mapping[int, int]
    halves: Mapping[int, int]
    teams: bool


def rate_correspondence(
    record: Record,
    edition: Edition,
    facts: Mapping[int, CoefficientFacts] | None = None,
    *,
    norm: str | None = None,
    counted_games: str | None = None,
) -> EventCoefficients:
    """What the event does to the coefficient of each of its players, with every step (3.2 to 3.4).

    The record holds the norms, and coefficients as ratings; `facts` by start number supply or replace the
    latter, since the coefficient of the moment of counting is the one that counts. `norm` is the category
    from which newcomers start, else the strongest; `counted_games` replaces the edition's rule on defaults
    where the event has one of its own. Raises NormMissing (1.2), EditionMismatchError, UnknownEntryError.
    """
    if edition.regulation != REGULATION:
        raise EditionMismatchError(
            f"{edition.key} is an edition of {edition.regulation}, not of {REGULATION}.",
            hint="Choose an edition of the correspondence method.",
        )
    _check_policies(edition)
    chosen = chosen_norm(record, edition, norm)
    meetings = meetings_of(record, counted_games or edition["counted_games"].text)
    players = {
        number: _own(edition, chosen, entry, known, meetings[number], record.event.start)
        for number, (entry, known) in known_of(record, facts).items()
    }
    case = Case(
        edition,
        chosen,
        players,
        meetings,
        shared_boards(record),
        frozenset(main_players(record)),
        best_of(record),
        halves_of(record),
        bool(record.teams),
    )
    asked = {"start_norm": norm is None, "counted_games": counted_games is None}
    lines = tuple(
        with_doubts(edition, _line(case, number), _choices(record, case, number, asked))
        for number in sorted(players)
    )
    found = event_findings(record, edition, lines, meetings, chosen)
    return EventCoefficients(edition.key, chosen, lines, (*found, *doubt_findings(edition, lines)))


@dataclass(frozen=True, slots=True)
class ToCount:
    """An event that waits to be counted: its record, and who each start number is."""

    record: Record
    persons: Mapping[int, object]
    norm: str | None = None


def count_in_order(
    events: Iterable[ToCount], edition: Edition, coefficients: Mapping[object, int]
) -> tuple[tuple[EventCoefficients, ...], dict[object, int]]:
    """Events in the order in which they are counted, each feeding the next, and what stands in the end (3.2).

    `coefficients` are those of the last list by person; who has none there is a newcomer in his first event
    and has a coefficient from then on. Within one event everybody is met at what he had before it.
    """
    standing = dict(coefficients)
    counted = []
    for event in events:
        facts = {
            number: CoefficientFacts(ik=standing.get(person, 0)) for number, person in event.persons.items()
        }
        result = rate_correspondence(event.record, edition, facts, norm=event.norm)
        standing |= {
            event.persons[line.number]: line.ik_new for line in result.players if line.ik_new is not None
        }
        counted.append(result)
    return tuple(counted), standing


POLICIES = {
    "formula": "coefficient_plus_factor_times_difference",
    "expected": "table_2",
    "average": "half_up",
    "new_coefficient": "half_up_after_each_event",
    "start_for_opponents": "estimate",
    "first_place": "points_of_the_best",
    "first_place_team": "best_of_the_board",
    "favourite_of": "games_counted",
    "substitute": "never_loses",
    "substituted_board": "greater_of_both",
    "dormant_entry": "as_without_coefficient",
}


def _check_policies(edition: Edition) -> None:
    for name, policy in POLICIES.items():
        if edition[name].text != policy:
            raise UnknownPolicyError(f"{edition.key}: no rule {edition[name].text!r} for {name}.")


# --- the coefficient a player begins with -------------------------------------------------------------


def _own(
    edition: Edition,
    norm: Norm,
    entry: Entry,
    facts: CoefficientFacts,
    meetings: tuple[Meeting, ...],
    start: date | None,
) -> Own:
    ik = coefficient(entry, facts)
    steps: tuple[Step, ...] = ()
    if ik is not None and is_dormant(edition, start, facts.last_listed):
        rule = edition["dormant_entry"]
        inputs: dict[str, Input] = {
            "former": ik,
            "listed": facts.last_listed,
            "years": edition["dormant_years"].integer,
        }
        steps, ik = (Step(rule.article, "racc.own.dormant", inputs, None),), None
    if ik is not None:
        return Own(entry, ik, False, (_own_step(edition, ik, facts),))
    if not meetings:
        return Own(entry, None, False, steps)
    estimate = start_coefficient(edition, norm, points(meetings))
    return Own(entry, estimate.value, True, (*steps, *estimate.steps))


def _own_step(edition: Edition, ik: int, facts: CoefficientFacts) -> Step:
    keys = {"list": "racc.own.list", "event": "racc.own.event"}
    key = keys.get(facts.source, "racc.own.entry") if facts.ik is not None else "racc.own.entry"
    inputs: dict[str, Input] = {"name": facts.name, "day": facts.day} if key != "racc.own.entry" else {}
    return Step(edition["formula"].article, key, inputs, ik)


# --- one player ---------------------------------------------------------------------------------------


def _line(case: Case, number: int) -> CoefficientLine:
    own, meetings = case.players[number], case.meetings[number]
    line = CoefficientLine(
        number, own.entry.name, own.ik, own.estimated, ik_new=own.ik, delta=Fraction(0), steps=own.steps
    )
    if not meetings or own.ik is None:
        step = Step(case.edition["counted_games"].article, "racc.none", {}, None)
        return replace(line, steps=(*own.steps, step))
    line = _expected(case, line, own.ik, meetings)
    line = _corrected(case, _limited(case, line))
    return _finished(case, line, own.ik)


def _expected(case: Case, line: CoefficientLine, own: int, meetings: tuple[Meeting, ...]) -> CoefficientLine:
    """Opponents' average, difference, expected share and the uncorrected change (3.2)."""
    edition = case.edition
    parts = tuple(_opponent(case, meeting) for meeting in meetings)
    total, games = sum(_whole(part) for part in parts), len(meetings)
    exact, average = Fraction(total, games), opponents_average(total, games)
    difference = own - average
    share = expected_share(difference)
    score, expected = points(meetings), games * share
    raw = edition["factor"].integer * (score - expected)
    average_inputs: dict[str, Input] = {"sum": total, "games": games, "exact": exact}
    share_inputs: dict[str, Input] = {"own": own, "average": average, "difference": difference}
    change_inputs: dict[str, Input] = {
        "factor": edition["factor"].integer,
        "points": score,
        "expected": expected,
    }
    steps = (
        Step(edition["average"].article, "racc.average", average_inputs, average, parts),
        Step(edition["expected"].article, "racc.share", share_inputs, share),
        Step(edition["expected"].article, "racc.expected", {"games": games, "share": share}, expected),
        Step(edition["formula"].article, "racc.change", change_inputs, raw),
    )
    return replace(
        line,
        n=games,
        w=score,
        average=average,
        average_exact=exact,
        d=difference,
        e=share,
        expected=expected,
        raw=raw,
        delta=raw,
        steps=(*line.steps, *steps),
    )


def _opponent(case: Case, meeting: Meeting) -> Step:
    """One game: the coefficient at which the opponent counts, on a substituted board the greater one (3.4)."""
    inputs: dict[str, Input] = {
        "round": meeting.round,
        "opponent": Reference("entry", meeting.opponent),
        "score": Fraction(meeting.halves, 2),
    }
    met = case.players[meeting.opponent]
    shared = case.boards.get(meeting.opponent, ())
    if shared:
        known = [(case.players[number].ik or 0, -number) for number in shared]
        greatest, holder = max(known)
        names: dict[str, Input] = {
            "main": Reference("entry", shared[0]),
            "holder": Reference("entry", -holder),
        }
        return Step(
            case.edition["substituted_board"].article, "racc.opponent.board", inputs | names, greatest
        )
    if met.estimated:
        return Step(case.edition["start_for_opponents"].article, "racc.opponent.newcomer", inputs, met.ik)
    key = "racc.opponent.defaulted" if meeting.defaulted else "racc.opponent"
    return Step(case.edition["formula"].article, key, inputs, met.ik)


def _whole(step: Step) -> int:
    if not isinstance(step.value, int):
        raise TypeError(f"{step.key} has no whole value")
    return step.value


def _limited(case: Case, line: CoefficientLine) -> CoefficientLine:
    """One event changes a coefficient by at most 200 (3.3)."""
    limit = case.edition["event_limit"].integer
    cut = max(Fraction(-limit), min(Fraction(limit), line.delta))
    if cut == line.delta:
        return line
    step = Step(case.edition["event_limit"].article, "racc.limited", {"raw": line.raw, "limit": limit}, cut)
    return replace(line, delta=cut, limited=True, steps=(*line.steps, step))


def _corrected(case: Case, line: CoefficientLine) -> CoefficientLine:
    """A loss turned into 0 where a rule protects the player: first place, a favourite, a substitute (3.3, 3.4)."""
    if line.delta >= 0:
        return line
    for protection, step in (
        _first_place(case, line),
        _favourite(case, line),
        _substitute(case, line),
    ):
        if step is not None:
            return replace(line, delta=Fraction(0), protection=protection, steps=(*line.steps, step))
    return line


def _first_place(case: Case, line: CoefficientLine) -> tuple[Protection, Step | None]:
    """Sole or shared first place: as many points as the best, before any tie-break."""
    if case.halves[line.number] < case.best[line.number]:
        return "first_place", None
    inputs: dict[str, Input] = {"points": Fraction(case.halves[line.number], 2)}
    key = "racc.protected.first_place_of_board" if case.teams else "racc.protected.first_place"
    return "first_place", Step(case.edition["first_place"].article, key, inputs, 0)


def _favourite(case: Case, line: CoefficientLine) -> tuple[Protection, Step | None]:
    """More than 200 above the opponents' average, and at least 75 per cent of the points of the games counted."""
    gap, share = case.edition["favourite_gap"].integer, Fraction(case.edition["favourite_share"].number)
    if line.d is None or line.d <= gap or line.w < share * line.n:
        return "favourite", None
    inputs: dict[str, Input] = {
        "difference": line.d,
        "gap": gap,
        "points": line.w,
        "games": line.n,
        "per_cent": share * 100,
    }
    return "favourite", Step(case.edition["favourite_gap"].article, "racc.protected.favourite", inputs, 0)


def _substitute(case: Case, line: CoefficientLine) -> tuple[Protection, Step | None]:
    """Whoever came in as a substitute never loses."""
    if line.number not in case.substitutes:
        return "substitute", None
    return "substitute", Step(case.edition["substitute"].article, "racc.protected.substitute", {}, 0)


def _finished(case: Case, line: CoefficientLine, own: int) -> CoefficientLine:
    exact = own + line.delta
    value = new_coefficient(exact)
    inputs: dict[str, Input] = {"old": own, "change": line.delta, "exact": exact}
    step = Step(case.edition["new_coefficient"].article, "racc.new", inputs, value)
    return replace(line, ik_new=value, steps=(*line.steps, step))


# --- marks --------------------------------------------------------------------------------------------


def _choices(record: Record, case: Case, number: int, asked: Mapping[str, bool]) -> tuple[str, ...]:
    """The rules on which the text is silent and that decided something for this player, beside his steps."""
    own, meetings = case.players[number], case.meetings[number]
    names = []
    several = sum(f"start_{norm.category}" in case.edition.parameters for norm in record.event.norms) > 1
    newcomers = [meeting for meeting in meetings if case.players[meeting.opponent].estimated]
    if several and asked["start_norm"] and (own.estimated or newcomers):
        names.append("start_norm")
    if any(meeting.defaulted for meeting in meetings) and asked["counted_games"]:
        names.append("counted_games")
    if record.teams and case.halves[number] == case.best[number]:
        names.append("first_place_team")
    return tuple(names)
