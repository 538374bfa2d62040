"""The worked examples of the regulations and the collection of known mistakes."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.tiebreaks.conftest import golden_cases
from tiebreaks.engine.encounter import meet
from tiebreaks.engine.explaining import explain, explain_working
from tiebreaks.engine.output import value_text
from tiebreaks.engine.ranking import Standings, rank, working_of
from tiebreaks.engine.registry import resolve
from tiebreaks.engine.team_ranking import rank_teams, team_working_of
from tiebreaks.engine.unplayed import explain_adjusted
from tiebreaks.engine.working import Working
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.shelf import edition

Case = Mapping[str, Any]
CHECKED = {"values", "shown", "derivations", "places", "before", "reasons", "findings", "adjusted", "own"}
CHECKED |= {"encounter", "takes"}


def number(text: str) -> Fraction | None:
    return None if text == "none" else Fraction(text)


def unplayed(case: Case) -> Edition | None:
    return edition(case["unplayed"]) if case.get("unplayed") else None


def count_of(case: Case, record: Record) -> Working:
    chosen = edition(case["edition"])
    if "primary" in case:
        return team_working_of(record, chosen, case["primary"], unplayed(case))
    return working_of(record, chosen, unplayed(case), case.get("through_round"))


def standings_of(case: Case, record: Record) -> Standings:
    order = case.get("order") or ["PTS", *case.get("values", {}), *case.get("shown", {})]
    if "primary" in case:
        return rank_teams(record, edition(case["edition"]), order, case["primary"], unplayed(case))
    return rank(record, edition(case["edition"]), order, unplayed(case), case.get("through_round"))


def test_worked_example_comes_out_as_worked(golden_case: Case, case_record: Callable[[Case], Record]) -> None:
    record = case_record(golden_case)
    assert CHECKED & set(golden_case), "the case checks nothing"
    check_standings(golden_case, record)
    check_derivations(golden_case, record)
    check_unplayed(golden_case, record)
    check_encounter(golden_case, record)


def check_standings(case: Case, record: Record) -> None:
    standings = standings_of(case, record)
    for code, expected in case.get("values", {}).items():
        label = code if code in standings.labels else resolve(code, edition(case["edition"]))[0].code
        got = {player: standings.row(int(player)).values[label] for player in expected}
        assert got == {player: number(text) for player, text in expected.items()}, code
    for code, expected in case.get("shown", {}).items():
        got_text = {player: value_text(code, standings.row(int(player)).values[code]) for player in expected}
        assert got_text == expected
    places = case.get("places", {})
    assert {player: standings.row(int(player)).place for player in places} == places
    for first, second in case.get("before", []):
        assert standings.row(first).place < standings.row(second).place
    for label, expected in case.get("reasons", {}).items():
        assert {player: standings.row(int(player)).reasons[label] for player in expected} == expected
    if "findings" in case:
        assert [finding.code for finding in standings.findings] == case["findings"]
    if "takes" in case:
        assert standings.unplayed == case["takes"]


def check_derivations(case: Case, record: Record) -> None:
    for derivation in case.get("derivations", []):
        explained = explain_working(count_of(case, record), derivation["code"], derivation["player"])
        expected = [Fraction(text) for text in derivation["steps"]]
        assert [step.value for step in explained.steps] == expected, derivation["code"]
        assert explained.value == expected[-1]


def check_unplayed(case: Case, record: Record) -> None:
    working = count_of(case, record)
    for player, expected in case.get("adjusted", {}).items():
        found = working.field.player(int(player))
        assert explain_adjusted(working, found).value == Fraction(expected)
        assert Fraction(working.adjusted[found], 2) == Fraction(expected)
    if "own" in case:
        own = case["own"]
        explained = explain_working(working, "BH", own["player"])
        found = [step.value for step in explained.steps if step.inputs.get("round") == own["round"]]
        assert found == [Fraction(own["value"])]


def check_encounter(case: Case, record: Record) -> None:
    if "encounter" not in case:
        return
    wanted, chosen = case["encounter"], edition(case["edition"])
    working = working_of(record, chosen, unplayed(case))
    tie_break, _ = resolve("DE", chosen)
    encounters = meet(working, tie_break, [working.field.player(player) for player in wanted["group"]])
    totals = {
        str(working.field.numbers[player]): Fraction(score, 2 * encounters.scale)
        for player, score in encounters.scores.items()
    }
    assert totals == {player: Fraction(text) for player, text in wanted["totals"].items()}
    for player, text in wanted["ranks"].items():
        assert explain(
            record, chosen, "DE", int(player), unplayed(case), group=wanted["group"]
        ).value == number(text)


def test_every_worked_example_of_the_regulations_is_a_case() -> None:
    """The digest of the regulations numbers its examples from T01 to T45; none may be lost."""
    shown = {number for case in golden_cases() for number in re.findall(r"\bT\d\d\b", case["name"])}
    assert shown == {f"T{number:02}" for number in range(1, 46)}


@pytest.mark.parametrize("key", ["c07-1998", "c07-2009", "c07-2022", "c07-2023", "c07-2026"])
def test_every_printed_value_of_the_table_of_regimes_is_a_case(key: str) -> None:
    """Seven players, three values each, under five regimes."""
    (table,) = [
        case for case in golden_cases() if case["edition"] == key and case["name"].startswith("7.1, regime")
    ]
    assert {code: set(row) for code, row in table["values"].items()} == {
        code: {"3", "4", "6", "9", "11", "12", "14"} for code in ("BH", "BH/C1", "SB")
    }


def test_every_case_says_who_worked_it_out(golden_case: Case) -> None:
    for name in ("name", "title", "article", "worked_by", "edition"):
        assert golden_case.get(name), f"{golden_case.get('name')} lacks {name}"
