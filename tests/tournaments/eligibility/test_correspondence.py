"""By correspondence: norms (1.2), numbers (2.1), substitutes and signatures (2.2)."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.tournaments.eligibility.building import event, everybody_meets
from tournaments.eligibility.facts import ListFacts, Registration
from tournaments.record.model import Entry, Norm, Record

START = date(2024, 6, 1)
TOLD = Registration(kind="ik", registered=date(2024, 5, 20))


def group(players: int = 4, **facts: Any) -> Record:
    rows = [
        Entry(number, f"Player {number}", rating=2200, national_id=f"0100{number}")
        for number in range(1, players + 1)
    ]
    given = {"norms": (Norm("kms", 5), Norm("first", 3))} | facts
    return event(
        rows,
        start=START,
        end=date(2025, 6, 1),
        system="round_robin",
        rounds=players - 1,
        correspondence=True,
        **given,
    )


@pytest.fixture
def racc(check: Any) -> Any:
    def run(record: Record, *, lists: ListFacts | None = None, **told: Any) -> dict[str, Any]:
        return check(record, "racc-2014", registration=replace(TOLD, **told), lists=lists, today=START)

    return run


def test_a_sound_event_has_no_finding(racc: Any) -> None:
    assert racc(group()) == {}


def test_a_norm_of_the_first_category_or_higher_is_needed(racc: Any) -> None:
    low = racc(group(norms=(Norm("2nd category", 3),)))["norm.too_low"]
    assert (low.severity, low.article) == ("refusal", "1.2")
    assert "norm.too_low" not in racc(group(norms=(Norm("first", 3), Norm("2nd category", 2))))
    assert racc(group(norms=()))["norm.missing"].severity == "objection"


@pytest.mark.parametrize(("halves", "within"), [(6, True), (7, False)])
def test_a_norm_asks_no_more_than_the_games_of_a_player(racc: Any, halves: int, within: bool) -> None:
    """Four players: three games each, so three points are the most."""
    found = racc(group(norms=(Norm("first", halves),)))
    assert ("norm.beyond_games" in found) is not within


def test_the_games_of_a_norm_are_one_fewer_than_the_players(racc: Any) -> None:
    assert "norm.other_games" not in racc(group(norms=(Norm("first", 3, 3),)))
    found = racc(group(norms=(Norm("first", 3, 4),)))["norm.other_games"]
    assert (found.severity, found.inputs["games"]) == ("warning", 3)


def test_norms_stand_in_descending_strength(racc: Any) -> None:
    assert "norm.order" in racc(group(norms=(Norm("first", 3), Norm("kms", 5))))
    assert "norm.order" in racc(group(norms=(Norm("kms", 3), Norm("first", 5))))
    assert "norm.order" in racc(group(norms=(Norm("kms", 3), Norm("first", 3))))
    assert "norm.order" not in racc(group(norms=(Norm("ms", 6), Norm("kms", 5), Norm("first", 3))))


def test_every_player_has_a_number_of_his_own_or_a_questionnaire(racc: Any) -> None:
    record = group()
    rows = list(record.entries)
    rows[1] = replace(rows[1], national_id="01001")
    shared = racc(replace(record, entries=tuple(rows)))["number.shared"]
    assert (shared.severity, shared.article, shared.players) == ("objection", "2.1", (1, 2))
    rows[1] = replace(rows[1], national_id="")
    without = replace(record, entries=tuple(rows))
    assert racc(without)["number.none"].players == (2,)
    assert "number.none" not in racc(without, lists=ListFacts(questionnaires=frozenset({2})))


def test_a_player_without_a_coefficient_is_named(racc: Any) -> None:
    record = group()
    rows = (replace(record.entries[0], rating=None), *record.entries[1:])
    found = racc(replace(record, entries=rows))["coefficient.none"]
    assert (found.severity, found.players) == ("note", (1,))


def test_players_with_another_number_of_games_are_named_at_the_end(racc: Any) -> None:
    record = replace(group(), games=everybody_meets(4))
    assert "schedule.games" not in racc(record)
    short = replace(record, games=record.games[1:])
    assert racc(short)["schedule.games"].players == (1, 2)


def test_after_a_substitution_both_players_stand_in_the_table(racc: Any) -> None:
    record = group()
    rows = list(record.entries)
    rows[3] = replace(rows[3], substitute_for=3)
    record = replace(record, entries=tuple(rows), games=everybody_meets(4))
    assert not [name for name in racc(record) if name.startswith("substitute")]
    rows[3] = replace(rows[3], substitute_for=9)
    alone = racc(replace(record, entries=tuple(rows)))["substitute.alone"]
    assert (alone.severity, alone.article, alone.players) == ("objection", "2.2", (4,))
    rows[3] = replace(rows[3], substitute_for=3)
    idle = replace(
        record,
        entries=tuple(rows),
        games=tuple(game for game in record.games if 3 not in (game.white, game.black)),
    )
    assert racc(idle)["substitute.no_result"].players == (3,)


@pytest.mark.parametrize(
    ("signed", "certified", "key"),
    [
        (None, None, None),
        (True, True, None),
        (False, False, "table.unsigned"),
        (True, False, "table.uncertified"),
    ],
)
def test_the_final_table_is_signed_and_certified(
    racc: Any, signed: bool | None, certified: bool | None, key: str | None
) -> None:
    found = racc(group(), signed=signed, certified=certified)
    assert list(found) == ([key] if key else [])
    if key:
        assert (found[key].severity, found[key].article) == ("objection", "2.2")
