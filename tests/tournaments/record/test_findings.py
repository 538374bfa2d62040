"""Findings: every code has its sentence, and every sentence can be filled."""

import ast
import string
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.record.findings import Finding, finding_json, text, values, worst
from tournaments.record.sentences import HINTS, REMEDIES, SENTENCES

REPOSITORY = Path(__file__).resolve().parents[3]
PLACES = set(values(Finding("note", "x")))
OURS = [
    *sorted((REPOSITORY / "tournaments" / "record").glob("*.py")),
    *sorted((REPOSITORY / "tournaments" / "interchange").rglob("*.py")),
]

# Writing a file loses what its format has no place for; nothing mends that.
TRF = [
    path
    for path in (REPOSITORY / "tournaments" / "interchange" / "trf").glob("*.py")
    if path.name != "writer.py"
]
# Each finding of these codes names one of several sentences by its message key.
CODES_WITH_OTHER_KEYS = {"date.asked", "file.truncated"}


def named_codes() -> set[str]:
    """Codes that our modules give to Finding(...), remarks.error(...), oddities.add(...) and note(...)."""
    found = set()
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("Finding", "error", "add", "note"):
                texts = [item.value for item in ast.walk(node) if isinstance(item, ast.Constant)]
                found |= {item for item in texts if _is_code(item)}
    return found


def _is_code(item: object) -> bool:
    if not isinstance(item, str) or item.count(".") != 1:
        return False
    return all(part and part.replace("_", "").isalpha() and part.islower() for part in item.split("."))


def test_every_code_that_a_check_gives_has_a_sentence() -> None:
    codes = named_codes() - CODES_WITH_OTHER_KEYS
    assert len(codes) > 60
    assert codes - set(SENTENCES) == set()


def test_every_hint_belongs_to_a_sentence() -> None:
    assert {
        code for code in HINTS if not any(key == code or key.startswith("file.") for key in SENTENCES)
    } == set()


def test_sentences_have_plain_names_in_their_gaps() -> None:
    for key, sentence in SENTENCES.items():
        for _, name, form, conversion in string.Formatter().parse(sentence):
            assert name is None or name.isidentifier(), key
            assert not form, key
            assert not conversion, key


def test_a_sentence_shows_places_and_numbers() -> None:
    finding = Finding(
        "objection",
        "pair.again",
        inputs={"before": 2},
        round=5,
        board=3,
        players=(7, 9),
        codes=("1-0",),
        lines=(4, 8),
    )
    assert text(finding) == "Round 5: players 7 and 9 had already played in round 2."


def test_fractions_are_plain_decimals() -> None:
    finding = Finding(
        "objection", "points.differ", inputs={"stated": Fraction(7, 2), "computed": 3}, players=(4,)
    )
    assert text(finding) == "Player 4: the stated points 3.5 are not the sum of the results, 3."


def test_json_has_article_players_and_rounds_and_holds_no_fractions() -> None:
    finding = Finding(
        "objection", "points.differ", inputs={"stated": Fraction(7, 2), "computed": 3}, players=(4,)
    )
    assert finding_json(finding) == {
        "severity": "objection",
        "code": "points.differ",
        "message": "Player 4: the stated points 3.5 are not the sum of the results, 3.",
        "article": "",
        "players": [4],
        "rounds": [],
        "inputs": {"stated": "3.5", "computed": 3},
    }


def test_the_round_of_a_finding_is_among_its_rounds() -> None:
    one = finding_json(Finding("warning", "round.order", inputs={"day": 1, "before": 2}, round=3))
    assert (one["rounds"], one["players"]) == ([3], [])


def grave_codes() -> set[str]:
    """Codes of the checks of records and TRF files that are more than notes."""
    found = set()
    for path in [*(REPOSITORY / "tournaments" / "record").glob("*.py"), *TRF]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "Finding"
                and len(node.args) > 1
            ):
                grade, code = (ast.unparse(item).strip("'") for item in node.args[:2])
                if grade != "note" and _is_code(code):
                    found.add(code)
    return found


def test_what_is_more_than_a_note_says_what_would_mend_it() -> None:
    codes = grave_codes()
    assert {"points.differ", "event.dates", "date.asked", "pair.again"} <= codes
    assert codes - set(REMEDIES) == set()
    assert set(REMEDIES) - {"date.asked"} <= set(SENTENCES)


def test_the_worst_of_findings_is_the_gravest() -> None:
    assert worst(()) is None
    assert worst((Finding("note", "a"), Finding("objection", "b"), Finding("warning", "c"))) == "objection"


def test_an_unknown_code_is_loud() -> None:
    with pytest.raises(KeyError):
        text(Finding("note", "nobody.wrote_this"))
