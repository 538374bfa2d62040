"""Norms worked out by hand: average, per cent, performance, score required, and what a norm fails on."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from ratings.engine.title_norms.model import TitleNorm
from ratings.engine.title_norms.norm import title_norm
from tests.ratings.title_norms.builder import record_of
from tournaments.rulebook.rounding import plain
from tournaments.rulebook.shelf import edition

FILE = Path(__file__).resolve().parents[2] / "cases" / "fide-titles" / "fide-titles-2024" / "norms.toml"
CASES = tomllib.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES["norm"]])
def test_norm_is_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    event = {name: case[name] for name in ("system", "occasion") if name in case}
    record = record_of(case["opponents"], own=case["own"], **event)
    found = shown(title_norm(record, edition(CASES["edition"]), 1, case["title"]))
    assert (
        found
        == {"missed": [], "raised": [], "ignored": [], "games_for_title": 0, "required": None}
        | case["expect"]
    )


def shown(norm: TitleNorm) -> dict[str, Any]:
    """A norm as the cases write it."""
    reasons = ("norm.row.later", "norm.row.won_ignored")
    return {
        "reached": norm.reached,
        "average": norm.average,
        "per_cent": norm.per_cent,
        "dp": norm.dp,
        "performance": norm.performance,
        "required": None if norm.required is None else plain(norm.required),
        "games_for_title": norm.games_for_title,
        "missed": [condition.key for condition in norm.failed],
        "raised": [row.round for row in norm.rows if row.raised],
        "ignored": [row.round for row in norm.rows if row.reason in reasons],
    }
