"""The annex of the coefficients: the worked examples of the method, as the paper prints them."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from core.canonical import canonical_bytes
from ratings.engine.racc.event import rate_correspondence
from ratings.engine.racc.facts import CoefficientFacts
from reports.sheets.coefficients import (
    CoefficientAnnex,
    CoefficientRow,
    coefficient_annex,
    frozen_coefficients,
)
from reports.words_correspondence import annex_context
from tests.ratings.racc.test_golden_cases import cases, record_of, table_of, team_record
from tournaments.record.model import Record
from tournaments.rulebook.shelf import edition


def annex_of(played: Record, facts: Any = None, norm: str | None = None) -> CoefficientAnnex:
    """The annex by way of the bytes that a report keeps."""
    result = rate_correspondence(played, edition("racc-2014"), facts, norm=norm)
    frozen = json.loads(canonical_bytes(frozen_coefficients(result)))
    return coefficient_annex(frozen, [entry.number for entry in played.entries])


def row_of(annex: CoefficientAnnex, number: int) -> CoefficientRow:
    return next(row for row in annex.rows if row.number == number)


def signed(figure: str | int, places: str) -> str:
    value = Decimal(str(figure))
    text = f"{abs(value).quantize(Decimal(places))}"
    return text if not value else ("−" if value < 0 else "+") + text


def printed(expect: dict[str, Any]) -> dict[str, Any]:
    """The figures of a worked example as a paper prints them: two decimals for shares, one for changes."""
    found: dict[str, Any] = {}
    for name, value in expect.items():
        if name == "ik_old":
            found["old"] = f"({value})" if expect.get("estimated") else str(value)
        elif name in ("average", "ik_new"):
            found["new" if name == "ik_new" else name] = str(value)
        elif name == "d":
            found["d"] = signed(value, "1")
        elif name in ("e", "expected"):
            found[name] = str(Decimal(value).quantize(Decimal("0.01")))
        elif name in ("delta", "delta_raw"):
            found["raw" if name == "delta_raw" else "change"] = signed(value, "0.1")
        elif name == "protection" and value:
            found["correction"] = value
        elif name == "limited" and value:
            found["correction"] = "limit"
    return found


def holds(row: CoefficientRow, expect: dict[str, Any]) -> None:
    """A case that does not say whether a coefficient is an estimate leaves its brackets open."""
    wanted = printed(expect)
    if "old" in wanted and "estimated" not in expect:
        row = replace(row, old=row.old.strip("()"))
    assert {name: getattr(row, name) for name in wanted} == wanted


@pytest.mark.parametrize("case", cases("event"))
def test_a_worked_example_stands_in_the_annex_as_worked_out(case: dict[str, Any]) -> None:
    facts = {1: CoefficientFacts(last_listed=case["last_listed"])} if "last_listed" in case else None
    holds(row_of(annex_of(record_of(case), facts, case.get("norm")), 1), case["expect"])


@pytest.mark.parametrize("case", cases("table"))
def test_a_worked_table_stands_in_the_annex(case: dict[str, Any]) -> None:
    annex = annex_of(table_of(case))
    for expect in case["expect"]:
        holds(row_of(annex, expect["number"]), expect["is"])


@pytest.mark.parametrize("case", cases("team"))
def test_a_worked_substitution_stands_in_the_annex(case: dict[str, Any]) -> None:
    annex = annex_of(team_record(case))
    for expect in case["expect"]:
        holds(row_of(annex, expect["number"]), expect["is"])


def test_the_first_example_is_printed_whole() -> None:
    """C01: 2325 makes 9½ of 16 against 2196: .67, 10.72, 20 x (9.5 - 10.72) = -24.4, 2300.6, so 2301."""
    case = next(each.values[0] for each in cases("event") if each.id == "C01")
    assert row_of(annex_of(record_of(case)), 1) == CoefficientRow(  # type: ignore[arg-type]
        number=1,
        name="Own, Player",
        old="2325",
        games="16",
        points="9.5",
        average="2196",
        d="+129",
        e="0.67",
        expected="10.72",
        raw="−24.4",
        correction="",
        change="−24.4",
        new="2301",
    )


def test_the_foot_explains_a_newcomer_and_each_correction_once() -> None:
    case = next(each.values[0] for each in cases("table") if each.id == "C13")
    annex = annex_of(table_of(case))  # type: ignore[arg-type]
    assert annex.has_estimates
    notes = " ".join(annex_context(annex)["notes"])
    assert "racc-2014" in notes
    assert "estimate" in notes
    limited = annex_of(record_of(next(each.values[0] for each in cases("event") if each.id == "C06")))  # type: ignore[arg-type]
    assert "limit" in limited.corrections
    assert not limited.has_estimates


def test_rows_stand_in_the_order_of_the_table() -> None:
    case = next(each.values[0] for each in cases("team") if each.id == "C17")
    result = rate_correspondence(team_record(case), edition("racc-2014"))  # type: ignore[arg-type]
    annex = coefficient_annex(frozen_coefficients(result), [6, 2, 1])
    assert [row.number for row in annex.rows] == [6, 2, 1]
