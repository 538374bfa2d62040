"""Worked examples of the rating rules: each file under `tests/cases/fide-rating` names who worked it out."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from ratings.engine.composition import rated_players_needed
from ratings.engine.event import rate_event
from ratings.engine.factor import effective_factor, nominal_factor
from ratings.engine.facts import PlayerFacts, players_of
from ratings.engine.first import floor_check
from ratings.engine.lift import lifted
from ratings.engine.lists import list_of_game
from ratings.engine.output import game_rows
from ratings.engine.period import FirstPart, PeriodPlayer, RatedPart, rate_period
from ratings.engine.results import EventRating, FirstResult, PlayerRating
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step
from tournaments.rulebook.rounding import exact_text, half_up, plain
from tournaments.rulebook.shelf import edition as edition_of

CASES = Path(__file__).resolve().parents[2] / "cases" / "fide-rating"
CODES = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "1u": "1-0u", "=u": "1/2-1/2u", "+": "+/-", "-": "-/+"}
DAY = date(2026, 3, 7)


def cases(kind: str) -> list[Any]:
    found = []
    for path in sorted(CASES.glob("*/*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        for case in data.get(kind, []):
            whole = {"edition": data["edition"], "worked_out_by": data["worked_out_by"]} | case
            found.append(pytest.param(whole, id=f"{data['edition']}: {case['id']}"))
    return found


def exact(number: Fraction | None) -> str | None:
    return None if number is None else exact_text(number) or plain(number)


def all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from all_steps(step.parts)


# --- one player against a list of opponents ------------------------------------------------------------


def results_of(case: dict[str, Any]) -> list[str]:
    """The given results, or wins first until the points are used up."""
    if "results" in case:
        return list(case["results"])
    halves = int(Fraction(case["points"]) * 2)
    results = []
    for _ in case["opponents"]:
        spent = min(2, halves)
        halves -= spent
        results.append({2: "1", 1: "=", 0: "0"}[spent])
    return results


def record_of(case: dict[str, Any]) -> Record:
    own = Entry(1, "Own, Player", rating=case["own"]["rating"] or None)
    others = [
        Entry(i, f"Opponent {i}", rating=r or None, rating_k=20 if r else None)
        for i, r in enumerate(case["opponents"], 2)
    ]
    games = []
    for number, result in enumerate(results_of(case), 1):
        code, _, opponent = result.partition("@")
        games.append(Game(number, 1, 1, int(opponent or number + 1), CODES[code]))
    later = range(len(games) + 1, len(games) + 1 + len(case.get("byes", [])))
    byes = tuple(Bye(number, 1, code) for number, code in zip(later, case.get("byes", []), strict=True))
    event = EventFacts("Open", start=DAY, system="swiss", rounds=len(games) + len(byes))
    return Record(event, (own, *others), tuple(games), byes)


def facts_of(case: dict[str, Any]) -> PlayerFacts:
    names = ("k", "games", "born", "standard_rating", "valid_event_before", "first_event", "organisation")
    return PlayerFacts(**{name: case["own"][name] for name in names if name in case["own"]})


def new_rating(edition: Edition, line: PlayerRating) -> int | None:
    assert line.ro is not None
    assert line.k_nominal is not None
    player = PeriodPlayer(1, line.ro, (RatedPart("Open", line.n, line.gain, line.k_nominal),))
    return rate_period(edition, DAY, [player])[1].new


def found_of(edition: Edition, line: PlayerRating, expect: dict[str, Any]) -> dict[str, Any]:
    """What the line says about everything that is expected of it."""
    steps = list(all_steps(line.steps))
    found: dict[str, Any] = {
        "ro": line.ro or 0,
        "rc": line.rc,
        "n": line.n,
        "w": exact(line.w),
        "we": exact(line.we),
        "k": line.k,
        "change": exact(line.change),
        "ru": None if line.ru is None else half_up(line.ru),
        "ru_unrounded": exact(line.ru),
        "used": line.first is not None,
    }
    if "new" in expect:
        found["new"] = new_rating(edition, line)
    if "step" in expect:
        step = next((step for step in steps if step.key == expect["step"]), None)
        found["step"] = step and step.key
        found["article"] = step and step.article
    if "doubt" in expect:
        found["doubt"] = next((name for name in line.doubts if name == expect["doubt"]), None)
    if "provisional" in expect:
        found["provisional"] = next(step.value for step in steps if step.key == "first.provisional")
    return {name: found[name] for name in expect if name not in ("number", "not_change")}


def wanted(expect: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in expect.items() if name not in ("number", "not_change")}


@pytest.mark.parametrize("case", cases("event"))
def test_an_event_gives_the_worked_out_numbers(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    line = rate_event(record_of(case), edition, {1: facts_of(case)}).player(1)
    assert found_of(edition, line, case["expect"]) == wanted(case["expect"])
    if "games" in case:
        assert [exact(row.chg) for row in game_rows(line)] == case["games"]


# --- round robins --------------------------------------------------------------------------------------


def halves_won(points: list[str]) -> dict[tuple[int, int], int]:
    """Half points of each player (from 1) against each other, with these totals.

    The lowest of those left takes his points from the lowest of the others and loses to the rest.
    """
    left = {number: int(Fraction(text) * 2) for number, text in enumerate(points, 1)}
    won: dict[tuple[int, int], int] = {}
    while len(left) > 1:
        lowest = min(left, key=lambda number: (left[number], number))
        mine = left.pop(lowest)
        for other in sorted(left, key=lambda number: (left[number], number)):
            got = min(2, mine)
            mine -= got
            won[lowest, other], won[other, lowest] = got, 2 - got
            left[other] -= 2 - got
        assert mine == 0, "these points cannot be"
    assert set(left.values()) == {0}, "these points cannot be"
    return won


def round_robin_of(case: dict[str, Any]) -> Record:
    players = case["players"]
    won = halves_won([points for _, _, points in players])
    entries = tuple(
        Entry(number, f"Player {number}", rating=rating or None, rating_k=k or None)
        for number, (rating, k, _) in enumerate(players, 1)
    )
    games = []
    for number in range(1, len(players) + 1):
        for other in range(number + 1, len(players) + 1):
            code = {2: "1-0", 1: "1/2-1/2", 0: "0-1"}[won[number, other]]
            if case.get("forfeit_between") == [number, other]:
                code = "+/-"
            # The rounds do not matter here: one game a round, so that nobody plays twice in one.
            games.append(Game(len(games) + 1, 1, number, other, code))
    event = EventFacts("Masters", start=date(2005, 11, 1), system="round_robin", rounds=len(games))
    return Record(event, entries, tuple(games))


def edition_for(case: dict[str, Any]) -> Edition:
    """The edition, or one with another policy, to reproduce figures that were printed under it."""
    found = edition_of(case["edition"])
    changed = {
        name: replace(found[name], value=policy) for name, policy in case.get("change_edition", {}).items()
    }
    return replace(found, parameters=MappingProxyType({**found.parameters, **changed}))


def rate_round_robin(case: dict[str, Any]) -> EventRating:
    firsts = case.get("first_events", [])
    facts = {
        number: PlayerFacts(first_event=number in firsts)
        for number, (rating, _, _) in enumerate(case["players"], 1)
        if not rating
    }
    return rate_event(round_robin_of(case), edition_for(case), facts)


@pytest.mark.parametrize("case", cases("round_robin"))
def test_a_round_robin_gives_the_worked_out_numbers(case: dict[str, Any]) -> None:
    rating = rate_round_robin(case)
    assert rating.method == case["method"]
    if "finding" in case:
        assert case["finding"] in {finding.code for finding in rating.findings}
    if "field" in case:
        values = {step.key: step.value for step in rating.steps}
        assert exact(values["field.rated_mean"]) == case["field"]["mean"]  # type: ignore[arg-type]
        assert exact(values["field.score_mean"]) == case["field"]["dpa"]  # type: ignore[arg-type]
        assert values["field.average"] == case["field"]["ra"]
    if "step" in case:
        assert case["step"] in {step.key for step in all_steps(rating.steps)}
    for expect in case.get("expect", []):
        line = rating.player(expect["number"])
        assert found_of(edition_for(case), line, expect) == wanted(expect)
        if "not_change" in expect:
            assert exact(line.change) != expect["not_change"]


# --- periods, pools, factors, lists, fields ------------------------------------------------------------


@pytest.mark.parametrize("case", cases("period"))
def test_a_period_is_summed_and_rounded_once(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    parts = tuple(
        RatedPart(
            f"Event {index}",
            part["n"],
            Fraction(part["gain"]) if "gain" in part else Fraction(part["change"]) / part["k"],
            part["k"],
        )
        for index, part in enumerate(case["parts"])
    )
    result = rate_period(edition, DAY, [PeriodPlayer(7, case["old"], parts)])[7]
    found = {"state": result.state, "new": result.new, "change": result.rounded_change, "n": result.n}
    found["k"] = result.k
    assert {name: found[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("pool"))
def test_first_results_are_put_together(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    parts = []
    for index, part in enumerate(case["parts"]):
        ru = Fraction(part.get("ru", 0))
        if "ru" in part and "floor" not in part and not floor_check(edition, ru)[1]:
            continue
        result = FirstResult(
            n=part["n"],
            halves=int(Fraction(part.get("points", 0)) * 2),
            opponents_sum=Fraction(part.get("sum", 0)),
            ru=ru,
            rated_opponents=part["n"],
            few=part.get("few", False),
            floor=part.get("floor"),
        )
        parts.append(FirstPart(f"Event {index}", part.get("period", case["period"]), result))
    player = PeriodPlayer(7, None, first=tuple(parts), few_games=case.get("few", False))
    result_ = rate_period(edition, case["period"], [player])[7]
    found = {"state": result_.state, "new": result_.new, "n": result_.n}
    assert {name: found[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("factor"))
def test_the_factor_is_that_of_the_article(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    for k, games, reduced in case.get("limit", []):
        assert effective_factor(edition, k, games).value == reduced
    if "player" in case:
        record = Record(EventFacts("Open"), (Entry(1, "Own, Player"),))
        player = players_of(record, {1: PlayerFacts(**case["player"])})[1]
        nominal = nominal_factor(edition, player, case.get("day"))
        assert effective_factor(edition, nominal.value, case.get("games", 0)).value == case["expect"]["k"]


@pytest.mark.parametrize("case", cases("list"))
def test_the_list_in_force_is_that_of_the_article(case: dict[str, Any]) -> None:
    found = list_of_game(edition_of(case["edition"]), case["start"], case["end"], case["played"])
    assert {"list": found.value, "article": found.steps[0].article} == {"article": "9.11"} | case["expect"]


@pytest.mark.parametrize("case", cases("field"))
def test_the_field_of_a_round_robin_is_checked(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    for players, needed in case.get("needed", []):
        assert rated_players_needed(edition, players) == needed
    if "double" in case:
        ratings = [2200] * case["double"]["rated"] + [0] * case["double"]["unrated"]
        entries = tuple(Entry(n, f"Player {n}", rating=r or None) for n, r in enumerate(ratings, 1))
        pairs = [(a.number, b.number) for a in entries for b in entries if a.number != b.number]
        games = tuple(Game(n, 1, white, black, "1/2-1/2") for n, (white, black) in enumerate(pairs, 1))
        event = EventFacts("Double", start=DAY, system="round_robin", cycles=2, rounds=len(games))
        rating = rate_event(Record(event, entries, games), edition)
        assert case["finding"] in {finding.code for finding in rating.findings}


@pytest.mark.parametrize("case", cases("lift"))
def test_ratings_were_raised_once(case: dict[str, Any]) -> None:
    edition = edition_of(case["edition"])
    assert [[rating, exact(lifted(edition, rating).value)] for rating, _ in case["raised"]] == case["raised"]


KINDS = ("event", "round_robin", "period", "pool", "factor", "list", "field", "lift")


def test_every_case_names_who_worked_it_out() -> None:
    every = [case.values[0] for kind in KINDS for case in cases(kind)]
    assert len(every) > 80
    assert all(case["worked_out_by"] and case["about"] for case in every)


def test_no_worked_example_of_the_rules_is_missing() -> None:
    """R01 to R63: each has a case of its own, whose id begins with its number."""
    ids = [case.values[0]["id"] for kind in KINDS for case in cases(kind)]
    assert not {f"R{number:02}" for number in range(1, 64)} - {text[:3] for text in ids}
