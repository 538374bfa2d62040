"""Order, words and shape of what the validator says."""

import ast
import string
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.eligibility.building import START, entries, event
from tournaments.eligibility.check import NotForRatings, check_event
from tournaments.eligibility.facts import NO_LIST, Registration
from tournaments.eligibility.output import check_document
from tournaments.eligibility.sentences import REMEDIES, SENTENCES
from tournaments.record.findings import rank
from tournaments.rulebook.shelf import edition, editions

PACKAGE = Path(__file__).resolve().parents[3] / "tournaments" / "eligibility"


def worded() -> set[str]:
    """Every text of the package's modules that looks like a key and is given to `finding`."""
    found = set()
    for path in PACKAGE.glob("*.py"):
        if path.name == "sentences.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "finding":
                texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
                found |= {text for text in texts if isinstance(text, str) and _is_key(text)}
    return found


def _is_key(text: str) -> bool:
    parts = text.split(".")
    return len(parts) == 2 and all(part.replace("_", "").isalpha() and part.islower() for part in parts)


def test_every_key_has_its_sentence_and_a_remedy() -> None:
    keys = worded()
    assert len(keys) > 30
    assert {key for key in keys if key not in SENTENCES and not _is_only_a_code(key)} == set()
    assert {key for key in SENTENCES if key not in REMEDIES and not _has_remedy_by_code(key)} == set()


def _is_only_a_code(key: str) -> bool:
    """`papers.after_term` has a sentence for each case, and one remedy for all."""
    return key in {"papers.after_term"}


def _has_remedy_by_code(key: str) -> bool:
    codes = {
        "registered_short.strong": "registered_short",
        "start_missing.given": "start_missing",
        "pace.games_too_fast.weak": "pace.games_too_fast",
        "pace.too_fast.weak": "pace.too_fast",
        "pace.unclear.weak": "pace.unclear",
        "round_robin.championship_men": "round_robin.few_rated",
        "round_robin.championship_women": "round_robin.few_rated",
        "papers.never_came": "papers.too_late",
        "papers.late_days": "papers.after_term",
        "papers.due_days": "papers.after_term",
        "papers.late_months": "papers.after_term",
        "papers.due_months": "papers.after_term",
    }
    return codes.get(key, "") in REMEDIES


def test_sentences_and_remedies_have_plain_names_in_their_gaps() -> None:
    for table in (SENTENCES, REMEDIES):
        for key, sentence in table.items():
            for _, name, form, conversion in string.Formatter().parse(sentence):
                assert name is None or name.isidentifier(), key
                assert not form, key
                assert not conversion, key


def test_the_gravest_comes_first_and_the_order_is_always_the_same() -> None:
    record = event(entries(0, 0, 0), system="round_robin", rate_of_play="3'+2\"", end=None)
    told = {"list_facts": NO_LIST, "registration": Registration(), "today": START.replace(year=2006)}
    first = check_event(record, edition("fide-2004"), **told)
    grades = [rank(finding.severity) for finding in first]
    assert grades == sorted(grades, reverse=True)
    assert grades[0] == rank("refusal")
    assert check_event(record, edition("fide-2004"), **told) == first


def test_the_document_has_players_and_rounds_for_every_finding() -> None:
    record = event(entries(2000, 2000, 2000, 0, 0), system="round_robin")
    chosen = edition("fide-2004")
    found = check_event(
        record, chosen, list_facts=NO_LIST, registration=Registration(registered=START), today=START
    )
    document = check_document(chosen, found)
    assert document["edition"] == "fide-2004"
    (few,) = [one for one in document["findings"] if one["severity"] == "objection"]  # type: ignore[attr-defined]
    assert {name: few[name] for name in ("article", "code", "players", "rounds")} == {
        "article": "6.31",
        "code": "round_robin.few_rated",
        "players": [4, 5],
        "rounds": [],
    }
    assert few["message"] == "Rated players: 3 of 5; a round robin needs 4."
    assert "list in force" in few["remedy"]


def test_a_value_that_is_not_verified_says_so_where_it_decided(check: Any) -> None:
    slow = event(entries(2300), rate_of_play="100'")
    assert "doubt" not in check(slow)["pace.too_fast"].inputs
    assert "not held against the published text" in check(slow, "fide-2009")["pace.too_fast"].inputs["doubt"]


def test_an_edition_of_other_rules_is_refused() -> None:
    with pytest.raises(NotForRatings, match="c07-2026"):
        check_event(
            event(entries(2000)),
            edition("c07-2026"),
            list_facts=NO_LIST,
            registration=Registration(),
            today=START,
        )


@pytest.mark.parametrize(
    "key",
    [item.key for regulation in ("fide-rating", "fide-rapid-blitz", "racc") for item in editions(regulation)],
)
def test_every_edition_holds_what_the_rules_ask_for(check: Any, key: str) -> None:
    """An empty event and one of an unknown system: every parameter that a rule asks for is there, or not needed."""
    assert "start_missing.given" in check(event((), rate_of_play="", start=None, end=None), key)
    for system in ("unknown", "match", "team_scheveningen", "knock_out"):
        found = check(event(entries(0, 2500, 0), system=system), key)
        assert all(finding.key in SENTENCES for finding in found.values())
