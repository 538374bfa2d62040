"""What is said about an event and its players beside the numbers: steps that explain them, and findings."""

from collections.abc import Mapping

from ratings.engine.case import Case, has_both
from ratings.engine.composition import round_robin_findings, scheveningen_findings
from ratings.engine.factor import ASSUMED_GAMES, is_impossible_birth, needs_birth
from ratings.engine.facts import Player
from ratings.engine.games import Meeting, before_play_off
from ratings.engine.results import Method
from ratings.engine.round_robin import averages_unrated, cycles_played, is_complete
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.explained import Input, Reference, Step

SCHEVENINGEN = ("scheveningen", "team_scheveningen")


def standing_steps(case: Case, number: int) -> tuple[Step, ...]:
    """Why a player is rated who was not on the list: by his standard rating, or since the event."""
    player, steps = case.players[number], []
    if player.from_standard:
        article = case.edition["standard_fallback"].article
        steps.append(Step(article, "rating.standard", {"rating": player.rating}, player.rating))
    if player.meanwhile and player.rating is not None:
        article = case.edition["rated_meanwhile"].article
        steps.append(Step(article, "rating.meanwhile", {"rating": player.rating}, player.rating))
    return tuple(steps)


def excluded_steps(case: Case, number: int) -> tuple[Step, ...]:
    """A step for each game that is not rated for the difference of ratings."""
    found = []
    for meeting in case.meetings[number]:
        if not case.is_excluded(number, meeting):
            continue
        limit, above = case.edition["gap_excluded"], case.edition["gap_excluded_above"].integer
        inputs: dict[str, Input] = {
            "round": meeting.round,
            "opponent": Reference("entry", meeting.opponent),
            "own": case.standing(meeting, number).rating,
            "rating": case.shown(meeting),
            "limit": limit.integer,
            "above": above,
        }
        found.append(Step(limit.article, "game.excluded", inputs, None))
    return tuple(found)


def system_findings(record: Record, case: Case, chosen: Method) -> list[Finding]:
    """What there is to say of system and field."""
    edition = case.edition
    found: list[Finding] = []
    averages = edition["round_robin"].text == "tournament_average" or (
        averages_unrated(edition) and has_both(case)
    )
    if record.event.system == "unknown" and averages:
        found.append(Finding("warning", "system.unknown", article=edition["round_robin"].article))
    if record.event.system in SCHEVENINGEN:
        found.extend(scheveningen_findings(edition, case.players))
    if record.event.system != "round_robin":
        return found
    regular, cycles = case.meetings, max(record.event.cycles, cycles_played(case.meetings))
    if not is_complete(list(case.players), regular, cycles):
        regular = before_play_off(record, case.meetings)
        cycles = max(record.event.cycles, cycles_played(regular))
    found.extend(round_robin_findings(edition, case.players, cycles, record))
    if chosen == "swiss" or (chosen == "per_game" and averages_unrated(edition) and has_both(case)):
        found.append(_as_swiss(case, regular, cycles))
    return found


def _as_swiss(case: Case, regular: Mapping[int, tuple[Meeting, ...]], cycles: int) -> Finding:
    games = (len(case.players) - 1) * cycles
    short = tuple(number for number in sorted(case.players) if len(regular[number]) != games)
    if not short:
        again = tuple(number for number in sorted(case.players) if len(case.meetings[number]) != games)
        article = case.edition["round_robin_unplayed"].article
        inputs: dict[str, Input] = {"count": len(again)}
        return Finding("note", "round_robin.play_off", article=article, inputs=inputs, players=again)
    return Finding(
        "note",
        "round_robin.as_swiss",
        article=case.edition["round_robin_unplayed"].article,
        inputs={"short": len(short)},
        players=short,
    )


def player_findings(case: Case) -> list[Finding]:
    """What had to be assumed about players: K, birth, whether it was the first event."""
    edition = case.edition
    if edition.get("k_set_by") is not None:
        return []
    derived = [player for player in case.players.values() if player.rating is not None and player.k is None]
    births = [player for player in derived if needs_birth(edition, player)]
    groups: tuple[tuple[str, str, list[Player]], ...] = (
        ("k.derived", "k_ordinary", [player for player in derived if player.games is None]),
        ("k.derived_from_games", "k_new", [player for player in derived if player.games is not None]),
        ("k.born_unknown", "k_junior", [player for player in births if not player.born]),
        ("k.born_impossible", "k_junior", [player for player in births if _was_never_born(player, case)]),
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


def _was_never_born(player: Player, case: Case) -> bool:
    return bool(player.born) and is_impossible_birth(player.born, case.day)
