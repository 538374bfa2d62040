"""Every key of a step or finding has a sentence, and no sentence is left over."""

import ast
import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import translation

import ratings.engine
import ratings.sentences
import tournaments.eligibility.composition
from ratings.engine.errors import MESSAGES, EditionLacksRuleError
from ratings.finding_sentences import FINDING_SENTENCES
from ratings.page_sentences import page_sentence, page_value
from ratings.parameter_words import PARAMETER_WORDS
from ratings.sentences import COUNTED, SENTENCES, refusal, sentence
from tournaments.rulebook.comparison import described
from tournaments.rulebook.explained import Reference, Step
from tournaments.rulebook.shelf import editions

ENGINE = Path(ratings.engine.__file__ or "").parent
# The rules about the field of an event, which the engine reports too.
COMPOSITION = Path(tournaments.eligibility.composition.__file__ or "")
STEP_KEY = re.compile(
    r"(average|opponent|field|expected|gap|game|k|first|none|period|pool|list|league|match|rating|performance)"
    r"\.[a-z_]+\Z"
)
SOURCE = Path(ratings.sentences.__file__ or "").read_text("utf-8")
WHOLE_KEYS = {"game", "gain", "change", "lift", "performance", "edition.unverified"}
FINDING_KEYS = {
    "league.day_unknown",
    "league.list_before",
    "league.lists_missing",
    "match.rated_after_decision",
    "k.derived",
    "k.derived_from_games",
    "k.born_unknown",
    "k.born_impossible",
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
    assert (keys - FINDING_KEYS) | notional == set(SENTENCES) | set(COUNTED)
    assert not set(SENTENCES) & set(COUNTED)


def test_every_finding_has_a_sentence() -> None:
    texts = texts_of_the_engine() | texts_in(COMPOSITION)
    championship = {f"round_robin.championship_{who}" for who in ("men", "women")}
    assert set(FINDING_SENTENCES) - championship <= texts
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


def test_one_game_is_not_one_games() -> None:
    def said(games: int) -> str:
        return sentence(Step("10.53", "k.new", {"games": games, "needed": 30}, 25))

    with translation.override("en"):
        assert [said(games) for games in (0, 1, 2)] == [
            "K = 25: 0 games completed, fewer than 30",
            "K = 25: 1 game completed, fewer than 30",
            "K = 25: 2 games completed, fewer than 30",
        ]


def test_every_counted_sentence_shows_the_number_that_chooses_its_form() -> None:
    for key, (counted, _forms) in COUNTED.items():
        names = set(re.findall(r"\{(\w+)\}", SOURCE[SOURCE.index(f'"{key}": (') :].split("),\n    ),")[0]))
        said = [sentence(Step("1", key, dict.fromkeys(names, 5) | {counted: number}, 7)) for number in (1, 5)]
        assert counted in names, key
        assert "1" in said[0], key
        assert said[0] != said[1].replace("5", "1", 1), key


ROUNDED = Step(
    "10.54",
    "period.new_rating_rounded",
    {"old": 2325, "change": Fraction("-74.6"), "exact": Fraction("2250.4")},
    2250,
)
CHANGED = Step("8.57", "change", {"k": 20, "gain": Fraction("-0.41")}, Fraction("-8.2"))
FIELD = Step(
    "10.21b",
    "field.average",
    {"mean": Fraction("2237.5"), "dpa": Fraction("-13.5"), "opponents": 5, "exact": Fraction("2248.75")},
    2249,
)


@pytest.mark.parametrize(
    ("step", "typed", "shown"),
    [
        (
            ROUNDED,
            "Rn = 2325 + -74.6 = 2250.4, rounded once, a half up: 2250",
            "Rn = 2325 − 74.6 = 2250.4, rounded once, a half up: 2250",
        ),
        (
            CHANGED,
            "Change of the rating: K × (W − We) = 20 × -0.41 = -8.2",
            "Change of the rating: K × (W − We) = 20 × (−0.41) = −8.2",
        ),
        (
            FIELD,
            "Average of the tournament: Ra = 2237.5 − -13.5 × 5 / (5 + 1) = 2248.75, rounded half up: 2249",
            "Average of the tournament: Ra = 2237.5 + 13.5 × 5 / (5 + 1) = 2248.75, rounded half up: 2249",
        ),
    ],
)
def test_pages_have_true_minus_signs_and_the_command_line_what_machines_read(
    step: Step, typed: str, shown: str
) -> None:
    with translation.override("en"):
        assert sentence(step) == typed
        assert page_sentence(step) == shown


def test_a_hyphen_in_a_name_is_no_minus() -> None:
    step = Step(
        "8.3.2",
        "opponent.counted",
        {"round": 3, "opponent": Reference("entry", 5), "rating": 2100, "score": 1},
        2100,
    )
    with translation.override("en"):
        assert page_sentence(step, {5: "Kos-Bel, Ana"}) == "Round 3, no. 5 Kos-Bel, Ana: 2100, score 1"


@pytest.mark.parametrize(("language", "shown"), [("en", "1 Jan 2026"), ("hr", "1. siječnja 2026.")])
def test_days_are_written_as_the_reader_does_and_in_iso_on_the_command_line(
    language: str, shown: str
) -> None:
    step = Step("9.11", "list.start_day", {"start": date(2026, 3, 7)}, date(2026, 1, 1))
    with translation.override(language):
        assert shown in page_sentence(step)
        assert page_value(step.value) == shown
        assert "2026-01-01" in sentence(step)


def test_values_beside_sentences_have_true_minus_signs_too() -> None:
    with translation.override("en"):
        assert [page_value(value) for value in (Fraction("-8.2"), None, True, 2100)] == [
            "−8.2",
            "",
            "yes",
            "2100",
        ]


def test_the_mark_of_a_parameter_names_it_in_words_on_pages() -> None:
    step = Step("8.54", "edition.unverified", {"parameter": "gap_cap", "note": "Not held."}, None)
    with translation.override("en"):
        assert page_sentence(step) == (
            "Not verified against the published text (greatest difference that counts): Not held."
        )
        assert "(gap_cap)" in sentence(step)


def test_every_parameter_that_may_be_unverified_has_words_and_no_words_are_left_over() -> None:
    regulations = ("fide-rating", "fide-rapid-blitz", "racc")
    every = [
        parameter for name in regulations for item in editions(name) for parameter in item.parameters.values()
    ]
    assert {parameter.name for parameter in every if not parameter.verified} <= set(PARAMETER_WORDS)
    assert set(PARAMETER_WORDS) <= {about.name for name in regulations for about in described(name)}
    assert len({str(words) for words in PARAMETER_WORDS.values()}) == len(PARAMETER_WORDS)


def test_a_refusal_is_said_with_its_inputs_and_what_to_do() -> None:
    error = EditionLacksRuleError("k_set_by_administrator", {"edition": "fide-rb-2004", "players": "1, 2"})
    with translation.override("en"):
        message, hint = refusal(error)
    assert message == error.message
    assert "for no. 1, 2" in message
    assert hint == "Give the K that the administrator set, for each player or for all."


def test_every_refusal_is_said_in_the_engine_and_every_one_said_is_known() -> None:
    nodes = [node for path in ENGINE.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    raised = {
        node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "")
        in {"EditionLacksRuleError", "EditionMismatchError", "UnknownEntryError", "ImpossibleDayError"}
        and isinstance(node.args[0], ast.Constant)
    }
    raised |= {
        f"players_file.{node.args[0].value}"
        for node in nodes
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "PlayersFileError"
        and isinstance(node.args[0], ast.Constant)
    }
    raised |= {"players_file.unknown_column", "players_file.no_column"}
    assert raised == set(MESSAGES)
