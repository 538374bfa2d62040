"""Correspondence players, their first list, and events counted and published."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import pytest

from tests.ratings.conftest import Boards, freeze, officer, people, played, publish, rate

__all__ = ["freeze", "officer", "people", "played", "publish", "rate"]

FIRST_LIST = date(2024, 4, 1)
START, END = date(2024, 6, 1), date(2026, 8, 31)


@pytest.fixture
def first_list(officer: Any) -> Callable[..., Any]:
    """Enters the first list of coefficients: `first_list({anna: 2325})`."""
    from ratings.services_lists import OpeningRow, list_enter_opening

    def make(coefficients: Mapping[Any, int], day: date = FIRST_LIST) -> Any:
        rows = [OpeningRow(person.pk, ik) for person, ik in coefficients.items()]
        return list_enter_opening(
            actor=officer, kind="ik", effective_from=day, edition_key="racc-2014", rows=rows
        )

    return make


@pytest.fixture
def by_post(played: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a correspondence event with results: one game a round, `by_post([anna, boris], [(1, 2, "1-0")])`."""

    def make(players: Sequence[Any], games: Sequence[tuple[int, int, str]], **fields: Any) -> Any:
        boards: Boards = [[game] for game in games]
        values: dict[str, Any] = {
            "start": START,
            "end": END,
            "correspondence": True,
            "system": "round_robin",
            "rating_kind": "ik",
            "norms": "KMS 8 of 16; 1st category 5 of 16",
        } | fields
        return played(players, boards, **values)

    return make


@pytest.fixture
def quarter(officer: Any) -> Callable[..., Any]:
    """Opens the period of a list of coefficients; its closing day is that of the text."""
    from ratings.services import period_open

    return lambda day=date(2026, 10, 1): period_open(actor=officer, kind="ik", effective_from=day)
