"""The side-by-side table of the rules against the edition files, and every parameter's place in the marks.

The table was read out of the regulations' digest, not out of the files: a column for each text in the order of
`KEYS`. After a value `!` says that the text was at hand, `?` that the figure is unverified or a reading of ours;
without either the digest does not say. `-` stands where a text has no such rule.
"""

import ast
from datetime import date
from pathlib import Path

import pytest

import ratings.engine
from ratings.engine.doubts import RESTS_ON
from ratings.engine.facts import Player
from ratings.engine.first import rated_opponents_needed
from tournaments.rulebook.editions import Parameter
from tournaments.rulebook.shelf import edition, editions

KEYS = ["2004", "2005", "2009", "2012", "2014", "2017", "2022", "2024", "2025-10"]
TABLE = (Path(__file__).resolve().parents[2] / "cases" / "fide-rating" / "editions.txt").read_text("utf-8")
ROWS = [line.split() for line in TABLE.strip().splitlines()]

# Parameters that no step of the engine rests on: who asks for them, and where the doubt of one is shown.
ELSEWHERE = {
    "list of the next period: its days, closing and inactive players": {
        "list_closing",
        "list_closing_official",
        "inactive_games",
        "inactive_counts",
        "inactive_months",
        "inactive_months_extended",
        "inactive_extended_from",
        "inactive_lists",
        "inactive_federations",
    },
    "how a rating is printed": {"display"},
}


def shown(parameter: Parameter) -> str:
    """The value as the table writes it; of the days of lists only how many there are."""
    return str(len(parameter.items)) if parameter.name == "list_days" else str(parameter.value)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_value_of_the_side_by_side_table_is_in_its_file(row: list[str]) -> None:
    name, *cells = row
    assert len(cells) == len(KEYS)
    for key, cell in zip(KEYS, cells, strict=True):
        parameter = edition(f"fide-{key}").get(name)
        if cell == "-":
            assert parameter is None, key
            continue
        assert parameter is not None, key
        assert shown(parameter) == cell.rstrip("!?"), key
        if cell[-1] in "!?":
            assert parameter.verified is (cell[-1] == "!"), key


def engine_texts() -> set[str]:
    folder = Path(ratings.engine.__file__ or "").parent
    nodes = (node for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_parameter_that_may_be_unverified_is_marked_where_it_decides() -> None:
    """Through the step that rests on it, by name in the engine, or by who else asks for it."""
    resting = {name for names in RESTS_ON.values() for name in names}
    elsewhere = {name for names in ELSEWHERE.values() for name in names}
    unverified = {
        parameter.name
        for item in (*editions("fide-rating"), *editions("fide-rapid-blitz"))
        for parameter in item.parameters.values()
        if not parameter.verified
    }
    in_engine = engine_texts()
    validator = {name for name in unverified if name not in in_engine}
    named = {
        "average",
        "difference",
        "double_round_robin",
        "first_event_counts",
        "first_event_removed",
        "first_rating",
        "first_result_rounding",
        "k_high_rule",
        "k_junior_rule",
        "k_junior_until",
        "k_new_counts",
        "list_in_force",
        "new_rating_rounding",
        "round_robin_second_pass",
        "round_robin_unplayed",
        "scheveningen_opponents",
        "score_rounding",
        "tournament_average",
    }
    left = unverified - resting - elsewhere - named - validator
    assert (
        left
        == {
            # Said on the computer table itself, beside the number.
            "computer_table_opponents",
            "first_event_points",
            "k_junior_below",
            "performance_rating",
            "round_robin_small",
        }
        & left
    ), left


def test_every_name_in_the_marks_is_a_parameter() -> None:
    known = {
        name for item in (*editions("fide-rating"), *editions("fide-rapid-blitz")) for name in item.parameters
    }
    assert {name for names in RESTS_ON.values() for name in names} <= known


@pytest.mark.parametrize(("day", "needed"), [("2011-06-30", 3), ("2011-07-01", 1)])
def test_a_valid_event_frees_from_three_opponents_since_july_2011(day: str, needed: int) -> None:
    player = Player(
        number=1,
        name="",
        rating=None,
        shown=None,
        k=None,
        games=4,
        born="",
        title="",
        ever_2400=False,
        ever_2300=False,
        first_event=False,
        valid_event_before=True,
    )
    assert rated_opponents_needed(edition("fide-2009"), player, date.fromisoformat(day)) == needed
