"""Numbers with their steps, and the text that their inputs become."""

from dataclasses import FrozenInstanceError
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from tournaments.rulebook.explained import Explained, Input, Reference, Step
from tournaments.rulebook.sentences import format_input, format_inputs, render


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (2400, "2400"),
        (999_100_001, "999100001"),
        ("", ""),
        ("{name}", "{name}"),
        (date(2026, 3, 7), "2026-03-07"),
        (Decimal("4.590"), "4.59"),
        (Fraction(40, 3), "13.3333"),
        (Reference("entry", 5), "no. 5"),
        (Reference("round", 3), "round 3"),
        (Reference("game", 2, 7), "round 7, board 2"),
    ],
)
def test_every_kind_of_input_has_one_plain_text(value: Input, text: str) -> None:
    assert format_input(value) == text


def test_a_sentence_takes_the_inputs_of_its_step_and_its_value() -> None:
    step = Step("10.51", "gap", {"opponent": Reference("entry", 9), "raw": 450}, 350)
    assert render(step, {"gap": "{opponent}: {raw} counts as {value}"}) == "no. 9: 450 counts as 350"


def test_braces_in_an_input_are_text_and_no_place_of_the_sentence() -> None:
    step = Step("1", "named", {"name": "{value} {0}"}, 7)
    assert render(step, {"named": "{name}"}) == "{value} {0}"


def test_an_input_called_value_goes_before_the_value_of_the_step() -> None:
    assert format_inputs({"value": 1}) == {"value": "1"}
    assert render(Step("1", "k", {"value": 1}, 2), {"k": "{value}"}) == "1"


def test_a_missing_sentence_or_input_is_an_error_and_no_blank() -> None:
    step = Step("1", "gap", {}, 0)
    with pytest.raises(KeyError, match="gap"):
        render(step, {})
    with pytest.raises(KeyError, match="raw"):
        render(step, {"gap": "{raw}"})


def test_an_explained_number_cannot_be_changed_after_it_argued() -> None:
    number = Explained(5, (Step("1", "k", {}, 5),), "laws-2020")
    with pytest.raises(FrozenInstanceError):
        number.value = 6  # type: ignore[misc]
    assert Explained(5) == Explained(5, (), "")
