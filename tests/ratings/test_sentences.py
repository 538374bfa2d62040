"""Every key of a step or finding has a sentence, and no sentence is left over."""

import ast
import re
from pathlib import Path

from django.utils import translation

import ratings.engine
import tournaments.eligibility.composition
from ratings.sentences import FINDING_SENTENCES, SENTENCES, sentence
from tournaments.rulebook.explained import Reference, Step

ENGINE = Path(ratings.engine.__file__ or "").parent
# The rules about the field of an event, which the engine reports too.
COMPOSITION = Path(tournaments.eligibility.composition.__file__ or "")
STEP_KEY = re.compile(
    r"(average|opponent|field|expected|gap|game|k|first|none|period|pool|list|league|match|rating|performance)"
    r"\.[a-z_]+\Z"
)
WHOLE_KEYS = {"game", "gain", "change", "lift", "performance", "edition.unverified"}
FINDING_KEYS = {
    "league.day_unknown",
    "league.lists_missing",
    "match.rated_after_decision",
    "k.derived",
    "k.derived_from_games",
    "k.born_unknown",
    "k.no_start_day",
    "first_event.assumed",
}


def texts_of_the_engine() -> set[str]:
    return {text for path in ENGINE.rglob("*.py") for text in texts_in(path)}


def texts_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_key_of_the_engine_has_a_sentence_and_no_sentence_is_left_over() -> None:
    texts = texts_of_the_engine()
    keys = {text for text in texts if STEP_KEY.match(text)} | (WHOLE_KEYS & texts)
    notional = {f"{key}_notional" for key in ("first.minus", "first.minus_shrunk")}
    assert (keys - FINDING_KEYS) | notional == set(SENTENCES)


def test_every_finding_has_a_sentence() -> None:
    texts = texts_of_the_engine() | texts_in(COMPOSITION)
    assert set(FINDING_SENTENCES) <= texts
    assert set(FINDING_SENTENCES) >= FINDING_KEYS


def test_names_are_shown_with_start_numbers() -> None:
    step = Step(
        "8.3.1",
        "opponent.counted",
        {"round": 3, "opponent": Reference("entry", 5), "rating": 2100, "score": 1},
        2100,
    )
    with translation.override("en"):
        assert sentence(step) == "Round 3, no. 5: 2100, score 1"
        assert sentence(step, {5: "Kos, Ana"}) == "Round 3, no. 5 Kos, Ana: 2100, score 1"
