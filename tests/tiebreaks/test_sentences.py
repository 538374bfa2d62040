"""Every step and finding has a sentence that its inputs fill, and every criterion a name."""

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from string import Formatter

import pytest
from django.utils import translation

import tiebreaks.engine
from tests.tiebreaks.engine.test_explained_equals_counted import every_code
from tiebreaks.engine.criteria import boards
from tiebreaks.engine.encounter import (
    ALONE,
    DECIDED,
    EQUAL,
    IN_REACH,
    NONE_MET,
    NOT_ALL_MET,
    OUT_OF_REACH,
)
from tiebreaks.engine.explaining import adjusted_score, explain
from tiebreaks.engine.ranking import rank
from tiebreaks.engine.refusals import FINDING_SENTENCES
from tiebreaks.engine.registry import REGISTRY
from tiebreaks.engine.unplayed import KIND_KEYS
from tiebreaks.sentences import NAMES, SENTENCES, SHORT_REASONS, criterion_name, reason, remark, sentence
from tournaments.record.model import Record
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition

ENGINE = Path(tiebreaks.engine.__file__ or "").parent
KEY = re.compile(
    r"(round|sum|cut|own|adjusted|bye|forfeit|fore|koya|performance|perfect|number|encounter|undefined|teams|strength|"
    r"boards|points)\.[a-z0-9_]+\Z"
)
CUT_REASONS = {"cut.least", "cut.missed", "cut.greatest"}


def keys_in_the_engine() -> set[str]:
    """Every text in the engine's source that has the shape of a step key."""
    found = set(CUT_REASONS)
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.match(node.value):
                found.add(node.value)
    return found


def every_step(steps: Iterable[Step]) -> Iterable[Step]:
    for step in steps:
        yield step
        yield from every_step(step.parts)


def test_every_key_of_the_engine_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert keys_in_the_engine() == set(SENTENCES)


def test_reasons_of_the_direct_encounter_have_a_short_form() -> None:
    of_boards = {boards.ALONE, boards.DECIDED, boards.EQUAL, boards.UNEQUAL}
    met = {ALONE, DECIDED, OUT_OF_REACH, EQUAL, NONE_MET, NOT_ALL_MET, IN_REACH}
    assert set(SHORT_REASONS) == met | of_boards
    assert reason(IN_REACH) == "not all met"


def test_every_kind_of_unplayed_round_is_named() -> None:
    assert set(KIND_KEYS.values()) <= set(SENTENCES)


ROUNDS = {
    1: "W2 D3 +4 U L5 D2",
    2: "L1 W5 H W6 Z D1",
    3: "W4 D1 L5 F -6 Z",
    4: "L3 W6 -1 W5 Z Z",
    5: "W6 L2 W3 L4 W1 H",
    6: "L5 L4 U L2 +3 Z",
}


@pytest.mark.parametrize("key", ["c07-1998", "c07-2009", "c07-2022", "c07-2023", "c07-2026", "ua-2011"])
@pytest.mark.parametrize("system", ["swiss", "round_robin"])
def test_every_derivation_can_be_read(key: str, system: str, make_record: Callable[..., Record]) -> None:
    record = make_record(ROUNDS, system=system)
    chosen = edition(key)
    codes = every_code(key)
    standings = rank(record, chosen, codes)
    for number in ROUNDS:
        derivations = [
            explain(record, chosen, label, number, group=standings.tied_before(label, number))
            for label in standings.labels
        ]
        derivations.append(adjusted_score(record, chosen, number))
        for derivation in derivations:
            for step in every_step(derivation.steps):
                assert "{" not in sentence(step), step.key
    for finding in standings.findings:
        assert "{" not in remark(finding)


def test_findings_name_only_places_that_can_be_filled() -> None:
    for key, text in FINDING_SENTENCES.items():
        fields = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert fields <= {"tie_break", "count", "players"}, key


def test_every_criterion_has_a_name_that_says_its_modifiers() -> None:
    assert {code: str(name) for code, name in NAMES.items()} == {c.code: c.name for c in REGISTRY.values()}
    assert criterion_name("BH/C1") == "Buchholz, cut 1"
    assert criterion_name("BH/M2") == "Buchholz, median 2"
    assert criterion_name("KS/L-1") == "Koya, limit -1"
    assert criterion_name("DE#2") == "Direct encounter"
    assert criterion_name("BH:GP/C1") == "Buchholz, by game points, cut 1"
    assert criterion_name("SSSC/K3/F") == (
        "Scores and schedule strength combination, divided by 3, from Fore Buchholz"
    )
    assert criterion_name("TPR/400/U1400") == (
        "Tournament performance rating, with the 400-point rule, unrated players at 1400"
    )


def test_sentences_are_made_in_the_language_of_the_reader() -> None:
    step = Step("30.3.1", "sum.values", {}, 5)
    with translation.override("en"):
        assert sentence(step) == "Sum: 5"
