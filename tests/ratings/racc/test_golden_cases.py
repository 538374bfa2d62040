"""Worked examples of the correspondence method: each file under `tests/cases/racc` names who worked it out."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ratings.engine.racc.activity import activity
from ratings.engine.racc.event import ToCount, count_in_order, rate_correspondence
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.racc.norms import NormMissing
from ratings.engine.racc.output import figures
from ratings.engine.racc.periods import list_day
from ratings.engine.racc.results import CoefficientLine
from tests.ratings.engine.test_golden_cases import halves_won
from tournaments.record.model import Entry, EventFacts, Game, Record, Team
from tournaments.record.norms import parse_norms
from tournaments.rulebook.shelf import edition as edition_of

CASES = Path(__file__).resolve().parents[2] / "cases" / "racc"
KINDS = ("event", "table", "team", "chain", "received", "group", "refused")
START = date(2024, 6, 1)
RESULT = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}


def cases(kind: str) -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*/*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        head = {name: data[name] for name in data if name not in KINDS}
        found += [pytest.param(head | case, id=case["id"]) for case in data.get(kind, [])]
    return found


def facts_of_event(case: Mapping[str, Any], rounds: int, **more: Any) -> EventFacts:
    return EventFacts(
        "Quarter-final",
        start=case.get("start", START),
        rounds=rounds,
        correspondence=True,
        norms=parse_norms(case["norms"]),
        **more,
    )


def found_of(line: CoefficientLine, expect: Mapping[str, Any]) -> dict[str, Any]:
    found = figures(line) | {"protection": line.protection}
    return {name: found[name] for name in expect}


# --- one player against the others ---------------------------------------------------------------------


def opponents_of(case: Mapping[str, Any]) -> list[int]:
    if "number" in case:
        return [ik for number, ik in enumerate(case["sample"], 1) if number != case["number"]]
    given = case["opponents"]
    return list(given.get("list", [given.get("ik")] * given.get("count", 0)))


def scores(points: str, games: int) -> list[int]:
    """Wins first, then a draw, then losses, in half points."""
    left = int(Fraction(points) * 2)
    made = []
    for _ in range(games):
        made.append(min(2, left))
        left -= made[-1]
    assert left == 0
    return made


def record_of(case: Mapping[str, Any]) -> Record:
    """The player as number 1, his opponents, and two who only see to it that somebody has `best` points."""
    opponents = opponents_of(case)
    own = case.get("own", case["sample"][case["number"] - 1] if "number" in case else None)
    entries = [Entry(1, "Own, Player", rating=own or None)]
    entries += [Entry(number, f"Opponent {number}", rating=ik) for number, ik in enumerate(opponents, 2)]
    games = [
        Game(number - 1, 1, 1, number, RESULT[halves])
        for number, halves in enumerate(scores(case["points"], len(opponents)), 2)
    ]
    leader = len(entries) + 1
    entries += [Entry(leader, "Leader", rating=2000), Entry(leader + 1, "Sparring", rating=2000)]
    best = case.get("best", str(Fraction(case["points"]) + 1))
    rounds = int(Fraction(best)) + 1
    games += [
        Game(number, 2, leader, leader + 1, RESULT[halves])
        for number, halves in enumerate(scores(best, rounds), 1)
    ]
    return Record(facts_of_event(case, max(rounds, len(opponents))), tuple(entries), tuple(games))


@pytest.mark.parametrize("case", cases("event"))
def test_an_event_gives_the_worked_out_coefficient(case: dict[str, Any]) -> None:
    facts = {1: CoefficientFacts(last_listed=case["last_listed"])} if "last_listed" in case else None
    result = rate_correspondence(record_of(case), edition_of(case["edition"]), facts, norm=case.get("norm"))
    assert found_of(result.player(1), case["expect"]) == case["expect"]


# --- whole tables --------------------------------------------------------------------------------------


def table_of(case: Mapping[str, Any]) -> Record:
    own = {int(number): ik for number, ik in case.get("own", {}).items()}
    won = halves_won(case["points"])
    entries = tuple(
        Entry(number, f"Player {number}", rating=own.get(number, ik) or None)
        for number, ik in enumerate(case["sample"], 1)
    )
    pairs = [(one, other) for one in range(1, len(entries) + 1) for other in range(one + 1, len(entries) + 1)]
    games = tuple(
        Game(round_number, 1, one, other, RESULT[won[one, other]])
        for round_number, (one, other) in enumerate(pairs, 1)
    )
    return Record(facts_of_event(case, len(games), system="round_robin"), entries, games)


@pytest.mark.parametrize("case", cases("table"))
def test_a_table_gives_the_worked_out_coefficients(case: dict[str, Any]) -> None:
    result = rate_correspondence(table_of(case), edition_of(case["edition"]))
    for expect in case["expect"]:
        assert found_of(result.player(expect["number"]), expect["is"]) == expect["is"]


def test_sonneborn_berger_separates_the_two_whom_first_place_protects_alike() -> None:
    from tiebreaks.engine.ranking import rank

    case = next(case.values[0] for case in cases("table") if "second on Sonneborn" in case.id)
    table = rank(table_of(case), edition_of("c07-2026"), ("PTS", "SB"))
    places = {row.number: row.place for row in table.rows}
    assert {str(number): places[number] for number in (8, 13)} == case["places"]


# --- teams ---------------------------------------------------------------------------------------------


def team_record(case: Mapping[str, Any]) -> Record:
    players = case["players"]
    entries = tuple(
        Entry(one["number"], f"Player {one['number']}", rating=one["ik"], substitute_for=one.get("for"))
        for one in players
    )
    numbers = sorted({one["team"] for one in players})
    teams = tuple(
        Team(team, f"Team {team}", tuple(one["number"] for one in players if one["team"] == team))
        for team in numbers
    )
    games = tuple(
        Game(round_number, 1, one, other, RESULT[int(Fraction(points) * 2)])
        for round_number, (one, other, points) in enumerate(case["games"], 1)
    )
    return Record(facts_of_event(case, len(games), system="team_round_robin"), entries, games, teams=teams)


@pytest.mark.parametrize("case", cases("team"))
def test_substitutions_give_the_worked_out_coefficients(case: dict[str, Any]) -> None:
    result = rate_correspondence(team_record(case), edition_of(case["edition"]))
    for expect in case["expect"]:
        assert found_of(result.player(expect["number"]), expect["is"]) == expect["is"]


# --- order, lists, activity, scope ---------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("chain"))
def test_each_counted_event_feeds_the_next(case: dict[str, Any]) -> None:
    events = []
    for index, event in enumerate(case["events"]):
        one = case | event | {"opponents": {"count": 8, "ik": event["opponents"]}}
        record = record_of(one)
        strangers = {entry.number: (index, entry.number) for entry in record.entries}
        events.append(ToCount(record, strangers | {1: "own"}))
    known = {
        person: event.record.entries[number - 1].rating
        for event in events
        for number, person in event.persons.items()
    } | {"own": case["own"]}
    counted, standing = count_in_order(events, edition_of(case["edition"]), known)  # type: ignore[arg-type]
    for result, expect in zip(counted, case["expect"], strict=True):
        assert found_of(result.player(1), expect) == expect
    assert standing["own"] == case["expect"][-1]["ik_new"]


@pytest.mark.parametrize("case", cases("received"))
def test_papers_go_into_the_list_of_the_article(case: dict[str, Any]) -> None:
    for received, first in case["days"]:
        found = list_day(edition_of(case["edition"]), date.fromisoformat(received))
        assert (found.value.isoformat(), found.steps[0].article) == (first, "1.5")


@pytest.mark.parametrize("case", cases("group"))
def test_activity_is_that_of_the_article(case: dict[str, Any]) -> None:
    found = activity(
        edition_of(case["edition"]),
        case["day"],
        last_finished=case.get("finished"),
        last_listed=case.get("listed"),
        plays=case["plays"],
    )
    assert {"group": found.value, "step": found.steps[0].key} == case["expect"]
    assert found.steps[0].article == "3.5"


@pytest.mark.parametrize("case", cases("refused"))
def test_an_event_without_the_norm_is_refused(case: dict[str, Any]) -> None:
    record = Record(facts_of_event(case, 1), (Entry(1, "A", rating=2100), Entry(2, "B", rating=2100)))
    with pytest.raises(NormMissing) as refused:
        rate_correspondence(record, edition_of(case["edition"]))
    assert refused.value.article == case["article"]


# --- the files -----------------------------------------------------------------------------------------


def every_case() -> Iterable[Any]:
    return (case for kind in KINDS for case in cases(kind))


def test_every_worked_example_of_the_method_is_a_case() -> None:
    found = {match[0] for case in every_case() if (match := re.match(r"C\d\d[b-d]?", str(case.id)))}
    numbered = {f"C{number:02d}" for number in range(1, 24)}
    assert found >= numbered | {"C11b", "C11c", "C11d", "C12b", "C12c", "C17b"}


def test_every_case_says_what_it_shows_and_who_worked_it_out() -> None:
    for case in every_case():
        assert case.values[0]["about"]
        assert case.values[0]["worked_out_by"]
