"""Every key of a step or finding of the correspondence method has a sentence, and no sentence is left over."""

import ast
from pathlib import Path

import ratings.engine.racc
from ratings.racc_sentences import RACC_FINDING_SENTENCES, RACC_SENTENCES

ENGINE = Path(ratings.engine.racc.__file__ or "").parent
BUILDING = Path(__file__).resolve().parents[3] / "ratings" / "building_racc.py"
FINDINGS = {
    "racc.newcomers",
    "racc.newcomers_one_of_norms",
    "racc.defaults_counted",
    "racc.substitutes",
    "racc.open_games",
}


def texts() -> set[str]:
    found = set()
    for path in (*ENGINE.rglob("*.py"), BUILDING):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return {text for text in found if text.startswith("racc.") and text != "racc.start."}


def test_every_key_has_a_sentence_and_no_sentence_is_left_over() -> None:
    by_norm = {f"racc.start.{category}" for category in ("ms", "kms", "first")}
    assert (texts() - FINDINGS) | by_norm == set(RACC_SENTENCES) - {"edition.unverified"}
    assert set(RACC_FINDING_SENTENCES) - {"edition.unverified"} == FINDINGS
