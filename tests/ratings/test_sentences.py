"""Every key of a step or finding has a sentence, and no sentence is left over."""

import ast
import re
from pathlib import Path

from django.utils import translation

import ratings.engine
import ratings.sentences
import tournaments.eligibility.composition
from ratings.engine.errors import MESSAGES, EditionLacksRuleError
from ratings.sentences import COUNTED, FINDING_SENTENCES, SENTENCES, refusal, sentence
from tournaments.rulebook.explained import Reference, Step

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


def test_a_refusal_is_said_with_its_inputs_and_what_to_do() -> None:
    error = EditionLacksRuleError("k_set_by_administrator", {"edition": "fide-rb-2004", "players": "1, 2"})
    with translation.override("en"):
        message, hint = refusal(error)
    assert message == error.message
    assert "players 1, 2" in message
    assert hint == "Give the K that the administrator set, for each player or for all."


def test_every_refusal_is_said_in_the_engine_and_every_one_said_is_known() -> None:
    nodes = [node for path in ENGINE.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    raised = {
        node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "")
        in {"EditionLacksRuleError", "EditionMismatchError", "UnknownEntryError"}
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
