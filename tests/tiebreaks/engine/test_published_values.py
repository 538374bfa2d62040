"""Published values: the 384 of the TEC exercises, and an event with every kind of unplayed round."""

import json
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tiebreaks.engine.ranking import rank
from tiebreaks.engine.registry import resolve
from tournaments.record.model import Record
from tournaments.rulebook.rounding import half_up_to
from tournaments.rulebook.shelf import edition

FOLDER = "data/gacrux/"
COLLECTION = Path(__file__).resolve().parents[4] / "shared" / FOLDER
TABLES = {"c07-2023": "2026-02-28", "c07-2026": "2026-03-01"}
SUMS = ("PTS", "WIN", "WON", "BWG", "BPG", "PS", "PS/C1", "KS", "FB", "AOB")
SUMS += tuple(f"{name}{cut}" for name in ("BH", "SB") for cut in ("", "/C1", "/C2", "/M1", "/M2"))


def exercises() -> list[dict[str, Any]]:
    path = COLLECTION / "held_expected.json"
    if not path.exists():
        return []
    return list(json.loads(path.read_text("utf-8")))


def exercise_id(exercise: dict[str, Any]) -> str:
    return f"exercise {exercise['ex']} {exercise['code']}"


def published(text: str) -> Fraction | None:
    return None if text == "None" else Fraction(text)


def value_as_published(code: str, value: Fraction | int | None) -> Fraction | None:
    """AOB is printed with two decimals; everything else exactly."""
    if value is None:
        return None
    return half_up_to(value, 2) if code.startswith("AOB") else Fraction(value)


@pytest.mark.parametrize("exercise", exercises(), ids=exercise_id)
def test_exercise_of_the_technical_commission_has_its_published_values(
    exercise: dict[str, Any], collected: Callable[[str], Record]
) -> None:
    record = collected(FOLDER + exercise["file"])
    chosen = edition("c07-2026" if exercise.get("y2026") else "c07-2023")
    code = resolve(exercise["code"].replace("/V1", "").replace("/V2", ""), chosen)[0].code
    standings = rank(record, chosen, ["PTS", code])
    if exercise["rank"]:
        got_places = {number: standings.row(int(number)).place for number in exercise["exp"]}
        assert got_places == {number: int(place) for number, place in exercise["exp"].items()}
        return
    got = {
        number: value_as_published(code, standings.row(int(number)).values[code])
        for number in exercise["exp"]
    }
    assert got == {number: published(text) for number, text in exercise["exp"].items()}


def test_all_exercises_are_there(collected: Callable[[str], Record]) -> None:
    collected(FOLDER + "held_swiss_5.trf")  # skips without the collection
    assert sum(len(exercise["exp"]) for exercise in exercises()) == 384


@pytest.mark.parametrize("key", sorted(TABLES))
@pytest.mark.parametrize("code", SUMS)
def test_event_with_every_kind_of_unplayed_round_agrees_with_the_printed_table(
    key: str, code: str, collected: Callable[[str], Record]
) -> None:
    record = collected(FOLDER + "swiss_with_many_unplayed_rounds.trf")
    name = f"swiss_with_many_unplayed_rounds.{TABLES[key]}.all.txt"
    lines = [line.split("\t") for line in (COLLECTION / name).read_text("utf-8").splitlines()]
    column = lines[0].index(code)
    printed = {int(line[0]): Fraction(line[column]) for line in lines[1:] if len(line) > column}
    standings = rank(record, edition(key), ["PTS", code])
    assert {row.number: value_as_published(code, row.values[code]) for row in standings.rows} == printed


def test_ratings_based_values_are_dropped_in_an_event_with_unrated_players(
    collected: Callable[[str], Record],
) -> None:
    record = collected(FOLDER + "swiss_with_many_unplayed_rounds.trf")
    standings = rank(record, edition("c07-2026"), ["PTS", "ARO", "TPR", "ARO/U1400"])
    assert {row.values["ARO"] for row in standings.rows} == {None}
    assert {row.values["TPR"] for row in standings.rows} == {None}
    assert None not in {row.values["ARO/U1400"] for row in standings.rows}
    dropped = [finding for finding in standings.findings if finding.code == "tie_break.unrated_players"]
    assert [(finding.inputs["tie_break"], finding.article) for finding in dropped] == [
        ("ARO", "10"),
        ("TPR", "10"),
    ]
    assert dropped[0].players == (6, 9, 10, 12, 13, 14, 15)


def test_the_sixteen_of_the_golden_cases_are_those_of_the_exercises(
    collected: Callable[[str], Record],
) -> None:
    """The crosstable in our notation and the file must be the same event."""
    record = collected(FOLDER + "held_swiss_5.trf")
    path = Path(__file__).resolve().parents[2] / "cases" / "c07" / "events" / "sixteen.toml"
    description = tomllib.loads(path.read_text("utf-8"))
    games = {(game.round, min(game.white, game.black), max(game.white, game.black)) for game in record.games}
    noted = {
        (round_number, min(int(number), int(cell[1:])), max(int(number), int(cell[1:])))
        for number, facts in description["players"].items()
        for round_number, cell in enumerate(facts["rounds"].split(), start=1)
        if len(cell) > 1
    }
    assert noted == games
    assert {entry.number: entry.rating for entry in record.entries} == {
        int(number): facts["rating"] for number, facts in description["players"].items()
    }
