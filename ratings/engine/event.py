"""Rates one event under one edition: the door through which pages, tasks and commands come."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from ratings.engine.case import Case, case_of, has_both
from ratings.engine.doubts import doubt_findings, doubted, with_doubts
from ratings.engine.errors import EditionLacksRuleError, EditionMismatchError
from ratings.engine.factor import nominal_factor
from ratings.engine.facts import Player, PlayerFacts
from ratings.engine.first import (
    distinct,
    finish,
    first_line,
    is_member,
    refusal_doubts,
    refusal_step,
)
from ratings.engine.games import Meeting, against, meetings_of, score
from ratings.engine.league import is_silent_on_league, joined
from ratings.engine.lists import list_day
from ratings.engine.matches import rated_games
from ratings.engine.performance import performance
from ratings.engine.rated import Expectation, by_game, by_mean, expectation_from, is_by_mean, rated_line
from ratings.engine.remarks import (
    SCHEVENINGEN,
    excluded_steps,
    player_findings,
    standing_steps,
    system_findings,
)
from ratings.engine.results import EventRating, Method, PlayerRating
from ratings.engine.round_robin import (
    Field,
    average_for_rated,
    averages_unrated,
    cycles_played,
    field_of,
    first_in_field,
    is_complete,
    ratings_of_game,
    ratings_unrounded_average,
)
from ratings.engine.tables import pd_hundredths
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Explained, Input, Step

REGULATION = "fide-rating"
RAPID_AND_BLITZ = "fide-rapid-blitz"
REGULATIONS = (REGULATION, RAPID_AND_BLITZ)
NOBODY: Mapping[int, PlayerFacts] = {}


def rate_event(
    record: Record, edition: Edition, facts: Mapping[int, PlayerFacts] | None = None
) -> EventRating:
    """What the event does to each of its players, with every step.

    The record must hold ratings, K and games of the list in force on the first day; `facts` by start number
    supply or replace them, and bring what later lists say where games of one event use several. Raises
    EditionMismatchError for an edition of another regulation, EditionLacksRuleError where its text on the
    point is not at hand, UnknownEntryError for facts about nobody.
    """
    if edition.regulation not in REGULATIONS:
        raise EditionMismatchError(
            "edition_mismatch",
            {"edition": edition.key, "regulation": edition.regulation, "wanted": ", ".join(REGULATIONS)},
        )
    decided = rated_games(record, edition)
    case, remarks = case_of(decided.record, edition, facts or NOBODY)
    _refuse_unknown_factors(case)
    chosen = _method_of(record, case)
    refusal = _whole_event_out(record, case)
    # Where nothing is rated, it does not matter which games or first events would have been left out.
    case = replace(case, dropped=frozenset()) if refusal else replace(case, late=decided.steps)
    findings = [
        *(() if refusal else decided.findings),
        *remarks,
        *system_findings(record, case, chosen),
        *player_findings(case),
    ]
    steps: tuple[Step, ...] = ()
    if refusal is not None:
        lines = {number: _not_rated(case, number, refusal) for number in case.players}
    elif chosen in ("round_robin", "per_game_by_average"):
        steps, lines = _rate_round_robin(case)
    else:
        lines = {number: _rate_player(case, number) for number in case.players}
    named = _event_doubts(record, edition, chosen)
    players = tuple(_finished(case, lines[number], named) for number in sorted(lines))
    findings.extend(doubt_findings(edition, players))
    return EventRating(edition.key, chosen, players, tuple(findings), steps)


def method(record: Record, edition: Edition) -> Method:
    """How the edition computes this event: game by game, by the Swiss rules or by those of round robins.

    A round robin in which any game was not played is computed as a Swiss, the whole of it (6.43).
    """
    if not is_by_mean(edition):
        return "per_game"
    averages = edition["round_robin"].text == "tournament_average"
    return "round_robin" if averages and _is_complete_round_robin(record) else "swiss"


def _method_of(record: Record, case: Case) -> Method:
    """The method, knowing who is rated and which lists the games use.

    Only a complete round robin with rated and unrated players is computed by an average where the rest of the
    edition goes game by game.
    """
    found = method(record, case.edition)
    if case.lists:
        return "per_game" if found == "per_game" else "swiss"
    if found == "per_game" and averages_unrated(case.edition) and has_both(case):
        return "per_game_by_average" if _is_complete_round_robin(record) else found
    return found


def _is_complete_round_robin(record: Record) -> bool:
    if record.event.system != "round_robin":
        return False
    meetings = meetings_of(record)
    cycles = max(record.event.cycles, cycles_played(meetings))
    return is_complete([entry.number for entry in record.entries], meetings, cycles)


def _rate_player(case: Case, number: int) -> PlayerRating:
    """One player by the Swiss rules, or game by game: only games against rated opponents count."""
    player, counted = case.players[number], case.counted(number)
    if player.rating is None:
        own, ratings = case.meetings[number], case.ratings(counted)
        return first_line(case.edition, player, own, counted, ratings, case.terms)
    if not counted:
        return _unchanged(case, player)
    performed = performance(case.edition, case.ratings(counted), score(counted))
    if case.lists is None:
        return _rated_line(case, player, counted, performed)
    parts: dict[date, PlayerRating] = {}
    nothing: Explained[int | None] = Explained(None, (), case.edition.key)
    for day in sorted({case.lists.day(meeting) for meeting in counted}):
        of_list = tuple(meeting for meeting in counted if case.lists.day(meeting) == day)
        standing = case.standing(of_list[0], number)
        if (
            standing.rating is not None
        ):  # off the list since: his games of that period rate his opponents only
            parts[day] = _rated_line(case, standing, of_list, nothing)
    return joined(case.edition, player, parts, performed) if parts else _unchanged(case, player)


def _rated_line(
    case: Case, player: Player, counted: tuple[Meeting, ...], performed: Explained[int | None]
) -> PlayerRating:
    assert player.rating is not None
    expect = by_mean if is_by_mean(case.edition) else by_game
    expectation = expect(case.edition, player.rating, counted, case.ratings(counted))
    return rated_line(case.edition, player, counted, expectation, performed=performed, day=case.day)


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
    named = _field_doubts(case, field)
    for number, player in kept.items():
        if player.rating is None:
            line = _first_in_field(case, field, player, meetings[number])
        else:
            line = _rated_in_field(case, field, player, player.rating, meetings[number])
        lines[number] = replace(line, doubts=(*line.doubts, *named))
    return field.steps, lines


def _field_doubts(case: Case, field: Field) -> tuple[str, ...]:
    """What everybody's number rests on in a field with unrated players."""
    twice = ("double_round_robin",) if cycles_played(case.meetings) > 1 else ()
    removed = ("first_event_removed",) if case.dropped else ()
    return (*doubted(case.edition, field.steps), *twice, *removed)


def _rated_in_field(
    case: Case, field: Field, player: Player, own: int, meetings: tuple[Meeting, ...]
) -> PlayerRating:
    expect = _by_field_mean if is_by_mean(case.edition) else _by_field_games
    expectation = expect(case.edition, field, own, meetings)
    counted = against(meetings, case.rated)
    return rated_line(
        case.edition,
        player,
        meetings,
        expectation,
        performed=performance(case.edition, case.ratings(counted), score(counted)),
        day=case.day,
    )


def _by_field_mean(edition: Edition, field: Field, own: int, meetings: tuple[Meeting, ...]) -> Expectation:
    average, decided = average_for_rated(edition, field, meetings, own)
    expectation = expectation_from(edition, own, average, len(meetings))
    doubts = ("tournament_average",) if decided else ()
    if pd_hundredths(own - field.ra) != pd_hundredths(own - average.rounded):
        doubts = (*doubts, "difference")  # 10.52 prints the average of the tournament
    return replace(expectation, doubts=(*expectation.doubts, *doubts))


def _by_field_games(edition: Edition, field: Field, own: int, meetings: tuple[Meeting, ...]) -> Expectation:
    """Game by game, an unrated opponent at his Ru of this event."""
    ratings, origins = ratings_of_game(edition, field, meetings)
    expectation = by_game(edition, own, meetings, ratings, origins)
    exact = by_game(edition, own, meetings, ratings_unrounded_average(field, meetings))
    doubts = ("tournament_average",) if exact.we != expectation.we else ()
    return replace(expectation, doubts=(*expectation.doubts, *doubts))


def _first_in_field(case: Case, field: Field, player: Player, meetings: tuple[Meeting, ...]) -> PlayerRating:
    counted = against(meetings, case.rated)
    line = PlayerRating(number=player.number, name=player.name, ro=None)
    refusal = refusal_step(case.edition, player, meetings, counted, day=case.day)
    if refusal is not None:
        return replace(line, steps=(refusal,))
    made = first_in_field(case.edition, field, player.number, meetings)
    performed = performance(case.edition, case.ratings(counted), score(counted))
    line = replace(line, rc=made.average.rounded, doubts=made.doubts)
    return finish(
        case.edition,
        line,
        made.part,
        met=distinct(counted),
        average=made.average.step,
        found=made.found,
        performed=performed,
        few=case.terms.few or is_member(player),
    )


def _dropped_line(case: Case, number: int) -> PlayerRating:
    player, own, counted = case.players[number], case.meetings[number], case.counted(number)
    refusal = refusal_step(case.edition, player, own, counted, day=case.day)
    doubts = refusal_doubts(case.edition, own, counted)
    steps = () if refusal is None else (refusal,)
    return PlayerRating(number=number, name=player.name, ro=None, steps=steps, doubts=doubts)


def _unchanged(case: Case, player: Player) -> PlayerRating:
    """A rated player without a counted game: nothing changes, and the step says why."""
    k = nominal_factor(case.edition, player, case.day).value
    own = case.meetings[player.number]
    inputs: dict[str, Input] = {"games": len(own)}
    if any(case.is_excluded(player.number, meeting) for meeting in own):
        step = Step(case.edition["gap_excluded"].article, "none.excluded", inputs, None)
    elif own:
        step = Step(case.edition["eligible_games"].article, "none.rated", inputs, None)
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


def _finished(case: Case, line: PlayerRating, named: tuple[str, ...]) -> PlayerRating:
    """The line with what explains its rating and its games before, and the marks of unverified values after."""
    steps = (*standing_steps(case, line.number), *case.late, *excluded_steps(case, line.number), *line.steps)
    doubts = (*line.doubts, *named) if line.n else line.doubts
    return with_doubts(case.edition, replace(line, steps=steps, doubts=doubts))


def _whole_event_out(record: Record, case: Case) -> Step | None:
    """Why nothing of the event is rated, or nothing."""
    unrated = len(case.players) - len(case.rated)
    match, scheveningen = (case.edition.get(name) for name in ("match_with_unrated", "scheveningen_unrated"))
    if record.event.system == "match" and match is not None and unrated:
        return Step(match.article, "none.match", {}, None)
    if record.event.system in SCHEVENINGEN and scheveningen is not None and unrated > scheveningen.integer:
        inputs: dict[str, Input] = {"unrated": unrated, "allowed": scheveningen.integer}
        return Step(scheveningen.article, "none.scheveningen", inputs, None)
    return None


def _not_rated(case: Case, number: int, refusal: Step) -> PlayerRating:
    player = case.players[number]
    k = None if player.rating is None else nominal_factor(case.edition, player, case.day).value
    return PlayerRating(number=number, name=player.name, ro=player.rating, k=k, k_nominal=k, steps=(refusal,))


def _refuse_unknown_factors(case: Case) -> None:
    """Raise EditionLacksRuleError where the rating administrator sets K and did not say which."""
    rule = case.edition.get("k_set_by")
    missing = [number for number, player in case.players.items() if player.rating and player.k is None]
    if rule is not None and missing:
        raise EditionLacksRuleError(
            "k_set_by_administrator",
            {"edition": case.edition.key, "players": ", ".join(map(str, missing))},
            article=rule.article,
        )


def _event_doubts(record: Record, edition: Edition, chosen: Method) -> tuple[str, ...]:
    """The choices about the whole event that may have decided: which list, and which games of its system."""
    event, unrated = record.event, any(not entry.rating for entry in record.entries)
    days = (event.start, event.end)
    found = {
        "long_events": is_silent_on_league(record, edition),
        "list_in_force": len({list_day(edition, day) for day in days if day is not None}) > 1,
        "scheveningen_opponents": event.system in SCHEVENINGEN and unrated,
        "round_robin_unplayed": event.system == "round_robin" and chosen in ("swiss", "per_game") and unrated,
    }
    return tuple(name for name, decided in found.items() if decided)
