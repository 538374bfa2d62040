"""Rates one event under one edition: the door through which pages, tasks and commands come."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from ratings.engine.composition import round_robin_findings, scheveningen_findings
from ratings.engine.doubts import doubt_findings, with_doubts
from ratings.engine.errors import EditionLacksRuleError, EditionMismatchError, UnknownPolicyError
from ratings.engine.factor import ASSUMED_GAMES, needs_birth, nominal_factor
from ratings.engine.facts import Player, PlayerFacts, players_of
from ratings.engine.first import distinct, finish, first_line, is_dropped, refusal_doubts, refusal_step
from ratings.engine.games import Meeting, against, meetings_of, rated_numbers, score
from ratings.engine.performance import performance
from ratings.engine.rated import by_game, by_mean, expectation_from, rated_line
from ratings.engine.results import EventRating, Method, PlayerRating
from ratings.engine.round_robin import (
    Field,
    average_for_rated,
    cycles_played,
    field_of,
    first_in_field,
    first_part,
    is_complete,
)
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step

REGULATION = "fide-rating"

Meetings = dict[int, tuple[Meeting, ...]]


@dataclass(frozen=True, slots=True)
class Case:
    """One event ready to be rated: players, their counted games, first day, and who fell out under 6.1."""

    edition: Edition
    players: Mapping[int, Player]
    meetings: Meetings
    rated: frozenset[int]
    dropped: frozenset[int]
    day: date | None

    def counted(self, number: int) -> tuple[Meeting, ...]:
        """The player's games against rated opponents."""
        return against(self.meetings[number], self.rated)

    def ratings(self, meetings: tuple[Meeting, ...]) -> tuple[int, ...]:
        """The ratings met in these games, all against rated opponents."""
        shown = (self.players[meeting.opponent].shown for meeting in meetings)
        return tuple(rating for rating in shown if rating is not None)


def rate_event(
    record: Record, edition: Edition, facts: Mapping[int, PlayerFacts] | None = None
) -> EventRating:
    """What the event does to each of its players, with every step.

    The record must hold ratings, K and games of the list in force on the first day; `facts` by start number
    supply or replace them. Raises EditionMismatchError for an edition of another regulation,
    EditionLacksRuleError where its text on the point is not at hand, UnknownEntryError for facts about
    nobody.
    """
    if edition.regulation != REGULATION:
        raise EditionMismatchError(
            f"{edition.key} is an edition of {edition.regulation}, not of {REGULATION}.",
            hint="Choose one of the editions of the rating regulations.",
        )
    case = _case(record, edition, facts)
    chosen = method(record, edition)
    findings = [*_system_findings(record, case, chosen), *_player_findings(case)]
    steps: tuple[Step, ...] = ()
    if record.event.system == "match" and _match_is_out(case):
        lines = {number: _not_rated_match(case, number) for number in case.players}
    elif chosen == "round_robin":
        steps, lines = _rate_round_robin(case)
    else:
        lines = {number: _rate_player(case, number) for number in case.players}
    players = tuple(with_doubts(edition, lines[number]) for number in sorted(lines))
    findings.extend(doubt_findings(edition, players))
    return EventRating(edition.key, chosen, players, tuple(findings), steps)


def method(record: Record, edition: Edition) -> Method:
    """How the edition computes this event: game by game, by the Swiss rules or by those of round robins.

    A round robin in which any game was not played is computed as a Swiss, the whole of it (6.43).
    """
    if edition["method"].text == "per_game":
        return "per_game"
    if edition["method"].text != "mean_opponent":
        raise UnknownPolicyError(f"{edition.key}: no method {edition['method'].text!r}.")
    if not _is_round_robin(record) or edition["round_robin"].text != "tournament_average":
        return "swiss"
    meetings = meetings_of(record)
    cycles = max(record.event.cycles, cycles_played(meetings))
    complete = is_complete([entry.number for entry in record.entries], meetings, cycles)
    return "round_robin" if complete else "swiss"


def _case(record: Record, edition: Edition, facts: Mapping[int, PlayerFacts] | None) -> Case:
    players = players_of(record, facts)
    meetings = meetings_of(record)
    rated = rated_numbers(players)
    unrated = [player for player in players.values() if player.rating is None]
    dropped = frozenset(
        player.number
        for player in unrated
        if (counted := against(meetings[player.number], rated))
        and is_dropped(edition, player, meetings[player.number], counted)
    )
    return Case(edition, players, meetings, rated, dropped, record.event.start)


def _rate_player(case: Case, number: int) -> PlayerRating:
    """One player by the Swiss rules, or game by game: only games against rated opponents count."""
    player, counted = case.players[number], case.counted(number)
    ratings = case.ratings(counted)
    if player.rating is None:
        return first_line(case.edition, player, case.meetings[number], counted, ratings)
    if not counted:
        return _unchanged(case, player)
    expect = by_game if case.edition["method"].text == "per_game" else by_mean
    expectation = expect(case.edition, player.rating, counted, ratings)
    return rated_line(
        case.edition,
        player,
        counted,
        expectation,
        performed=performance(case.edition, ratings, score(counted)),
        day=case.day,
    )


def _rate_round_robin(case: Case) -> tuple[tuple[Step, ...], dict[int, PlayerRating]]:
    """A complete round robin; the rest is rated as if those dropped under 6.1 had not played."""
    kept = {number: player for number, player in case.players.items() if number not in case.dropped}
    meetings = {number: against(case.meetings[number], frozenset(kept)) for number in kept}
    lines = {number: _dropped_line(case, number) for number in case.dropped}
    everybody_rated = all(player.shown is not None for player in kept.values())
    if everybody_rated or not any(player.shown is not None for player in kept.values()):
        inside = replace(case, players=kept, meetings=meetings)
        return (), lines | {number: _rate_player(inside, number) for number in kept}
    field = field_of(case.edition, kept, meetings)
    for number, player in kept.items():
        if player.rating is None:
            lines[number] = _first_in_field(case, field, player, meetings[number])
        else:
            lines[number] = _rated_in_field(case, field, player, player.rating, meetings[number])
    return field.steps, lines


def _rated_in_field(
    case: Case, field: Field, player: Player, own: int, meetings: tuple[Meeting, ...]
) -> PlayerRating:
    average, decided = average_for_rated(case.edition, field, meetings, own)
    expectation = expectation_from(case.edition, own, average, len(meetings))
    if decided:
        expectation = replace(expectation, doubts=(*expectation.doubts, "tournament_average"))
    counted = against(meetings, case.rated)
    return rated_line(
        case.edition,
        player,
        meetings,
        expectation,
        performed=performance(case.edition, case.ratings(counted), score(counted)),
        day=case.day,
    )


def _first_in_field(case: Case, field: Field, player: Player, meetings: tuple[Meeting, ...]) -> PlayerRating:
    counted = against(meetings, case.rated)
    line = PlayerRating(number=player.number, name=player.name, ro=None)
    refusal = refusal_step(case.edition, player, meetings, counted)
    if refusal is not None:
        return replace(line, steps=(refusal,))
    average, found = first_in_field(case.edition, field, player.number, meetings)
    performed = performance(case.edition, case.ratings(counted), score(counted))
    line = replace(line, rc=average.rounded)
    return finish(
        case.edition,
        line,
        first_part(field, meetings),
        met=distinct(counted),
        average=average.step,
        found=found,
        performed=performed,
    )


def _dropped_line(case: Case, number: int) -> PlayerRating:
    player, own, counted = case.players[number], case.meetings[number], case.counted(number)
    refusal = refusal_step(case.edition, player, own, counted)
    doubts = refusal_doubts(case.edition, own, counted)
    steps = () if refusal is None else (refusal,)
    return PlayerRating(number=number, name=player.name, ro=None, steps=steps, doubts=doubts)


def _unchanged(case: Case, player: Player) -> PlayerRating:
    """A rated player without a counted game: nothing changes, and the step says why."""
    k = nominal_factor(case.edition, player, case.day).value
    own = case.meetings[player.number]
    if own:
        step = Step(case.edition["eligible_games"].article, "none.rated", {"games": len(own)}, None)
    else:
        step = Step(case.edition["unplayed_games"].article, "none.games", {}, None)
    return PlayerRating(
        number=player.number,
        name=player.name,
        ro=player.rating,
        we=Fraction(0),
        k=k,
        k_nominal=k,
        steps=(step,),
    )


def _match_is_out(case: Case) -> bool:
    rule = case.edition.get("match_with_unrated")
    return rule is not None and len(case.rated) < len(case.players)


def _not_rated_match(case: Case, number: int) -> PlayerRating:
    player = case.players[number]
    step = Step(case.edition["match_with_unrated"].article, "none.match", {}, None)
    k = None if player.rating is None else nominal_factor(case.edition, player, case.day).value
    return PlayerRating(number=number, name=player.name, ro=player.rating, k=k, k_nominal=k, steps=(step,))


def _is_round_robin(record: Record) -> bool:
    return record.event.system == "round_robin"


def _system_findings(record: Record, case: Case, chosen: Method) -> list[Finding]:
    edition = case.edition
    found: list[Finding] = []
    if record.event.system == "unknown" and edition["round_robin"].text == "tournament_average":
        found.append(Finding("warning", "system.unknown", article=edition["round_robin"].article))
    if record.event.system == "scheveningen":
        found.extend(scheveningen_findings(edition, case.players))
    if not _is_round_robin(record):
        return found
    if edition["round_robin"].text == "refused_with_unrated" and _mixed(case):
        raise EditionLacksRuleError(
            f"{edition.key}: how a round robin with unrated players is computed is not at hand.",
            hint="Compute it under another edition, or have the missing text entered.",
            article=edition["round_robin"].article,
        )
    cycles = max(record.event.cycles, cycles_played(case.meetings))
    found.extend(round_robin_findings(edition, case.players, cycles))
    if chosen == "swiss":
        found.append(_as_swiss(case, cycles))
    return found


def _mixed(case: Case) -> bool:
    """Whether rated players met unrated ones."""
    return any(
        meeting.opponent not in case.rated for number in case.rated for meeting in case.meetings[number]
    )


def _as_swiss(case: Case, cycles: int) -> Finding:
    games = (len(case.players) - 1) * cycles
    short = tuple(number for number in sorted(case.players) if len(case.meetings[number]) != games)
    return Finding(
        "note",
        "round_robin.as_swiss",
        article=case.edition["round_robin_unplayed"].article,
        inputs={"short": len(short)},
        players=short,
    )


def _player_findings(case: Case) -> list[Finding]:
    """What had to be assumed about players: K, birth, whether it was the first event."""
    edition = case.edition
    derived = [player for player in case.players.values() if player.rating is not None and player.k is None]
    groups: tuple[tuple[str, str, list[Player]], ...] = (
        ("k.derived", "k_ordinary", [player for player in derived if player.games is None]),
        ("k.derived_from_games", "k_new", [player for player in derived if player.games is not None]),
        ("k.born_unknown", "k_junior", [player for player in derived if needs_birth(edition, player)]),
    )
    found = [
        Finding(
            "note",
            code,
            article=edition[name].article,
            inputs={"games": ASSUMED_GAMES},
            players=tuple(player.number for player in chosen),
        )
        for code, name, chosen in groups
        if chosen
    ]
    if case.day is None and edition.get("k_junior") and any(player.born for player in derived):
        found.append(Finding("warning", "k.no_start_day", article=edition["k_junior"].article))
    assumed = tuple(number for number in sorted(case.dropped) if case.players[number].first_event is None)
    if assumed:
        found.append(
            Finding(
                "note", "first_event.assumed", article=edition["first_event_points"].article, players=assumed
            )
        )
    return found
