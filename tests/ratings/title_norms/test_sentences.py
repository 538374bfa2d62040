"""Every step, reason, condition and objection of a norm has its words, and none is left over."""

import ast
from pathlib import Path

from django.utils import translation

import ratings.engine.title_norms.norm as engine
from ratings.engine.title_norms.norm import title_norm
from ratings.norm_sentences import (
    CONDITION_WORDS,
    NORM_SENTENCES,
    OBJECTION_SENTENCES,
    REASON_WORDS,
    condition_words,
    objection,
)
from ratings.sentences import sentence
from tests.ratings.title_norms.builder import record_of
from tests.ratings.title_norms.test_rounds import NINE
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition

RULES = edition("fide-titles-2024")


def texts() -> set[str]:
    folder = Path(engine.__file__ or "").parent
    return {
        node.value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_key_of_the_engine_has_words_and_no_words_are_left_over() -> None:
    keys = {text for text in texts() if text.startswith("norm.")} - {"norm."}
    states = {f"norm.{key}.{state}" for key in CONDITION_WORDS for state in ("met", "missed")}
    waived = {f"norm.{key}.waived" for key in ("federations", "own_federation", "one_federation")}
    assert keys == (set(NORM_SENTENCES) - states - waived) | set(OBJECTION_SENTENCES)
    assert states | waived <= set(NORM_SENTENCES)
    assert set(REASON_WORDS) == {key for key in NORM_SENTENCES if key.startswith("norm.row.")}


def every_step(steps: tuple[Step, ...]) -> list[Step]:
    return [found for step in steps for found in (step, *every_step(step.parts))]


def test_a_derivation_reads_as_the_calculation() -> None:
    norm = title_norm(record_of(NINE), RULES, 1, "GM")
    with translation.override("en"):
        said = [sentence(step, {2: "Kos, Ana"}) for step in every_step(norm.steps)]
    assert said[:2] == [
        "Average of the opponents: 21420 / 9 = 2380, rounded half up: 2380",
        "Round 1, no. 2 Kos, Ana: 2500 GM GER, score 1",
    ]
    assert said[10:15] == [
        "7 of 9 are 78 per cent",
        "78 per cent: the table gives dp = 220",
        "Performance: 2380 + 220 = 2600",
        "Score required for 2600 against an average of 2380: 7 of 9; margin 0",
        "Games: 9, at least 9 are needed",
    ]


def test_conditions_and_objections_are_said_in_words() -> None:
    missed = title_norm(record_of(NINE.replace("2240", "2235")), RULES, 1, "GM").failed
    found = title_norm(record_of(NINE, rate_of_play="60'+30\""), RULES, 1, "GM").findings
    with translation.override("en"):
        assert condition_words(missed[0]) == "average of the opponents 2379, at least 2380"
        assert [objection(item) for item in found] == [
            "Each player has 90 minutes for 60 moves; 120 are needed."
        ]
