"""Every number of Ukrainian articles 29 to 31 has its line, and what a line names exists."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ratings.articles import first_sentence, function
from ratings.worked_cases import cases_named
from tests.tiebreaks.conftest import golden_cases, record_of_case
from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.orders import ORDER_SENTENCES
from tiebreaks.engine.ranking import rank_working, working_of
from tiebreaks.engine.registry import codes_of, modifiers_of
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tournaments.rulebook.articles import Article, article_table, cited_numbers
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition

ROOT = Path(__file__).resolve().parents[3]
KEY = "ua-2011"
SOURCE = ROOT.parent / "shared" / "regulations" / "sources" / "ua-2011-uk.txt"
HEADING = re.compile(r"^Стаття (\d+)")
NUMBER = re.compile(r"^(\d+(?:\.\d+)+)")


def table() -> Any:
    found = article_table(KEY)
    assert found is not None
    return found


ARTICLES = list(table().articles.values())


@pytest.mark.skipif(
    not SOURCE.is_file(), reason="the text of the rules lies beside the repository, in ../shared"
)
def test_every_number_of_articles_29_to_31_has_its_line_and_no_other() -> None:
    numbers = []
    for line in SOURCE.read_text("utf-8").splitlines():
        match = HEADING.match(line) or NUMBER.match(line)
        if match and match[1].split(".")[0] in ("29", "30", "31"):
            numbers.append(match[1])
    assert [article.printed or article.number for article in ARTICLES] == numbers


@pytest.mark.parametrize("article", ARTICLES, ids=[article.number for article in ARTICLES])
def test_functions_cases_tests_and_findings_that_a_line_names_exist(article: Article) -> None:
    for name in article.functions:
        found = function(name)
        assert callable(found), name
        assert first_sentence(found), f"{name} says nothing of itself"
    for name in article.cases:
        assert [case.edition for case in cases_named(name, KEY)] == [KEY] * len(cases_named(name, KEY)), name
        assert cases_named(name, KEY), name
    for name in article.tests:
        file, _colons, test = name.partition("::")
        assert test in names_defined(ROOT / file), name
    assert set(article.findings) <= set(ORDER_SENTENCES)


@cache
def names_defined(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_article_that_the_edition_cites_stands_in_the_table() -> None:
    chosen = edition(KEY)
    cited = {parameter.article for parameter in chosen.parameters.values()}
    for name in ("criteria", "team_criteria", "modified_criteria"):
        cited |= {str(article) for article in chosen[name].table.values()}
    assert {text: table().missing(text) for text in cited if table().missing(text)} == {}
    assert all(cited_numbers(text) for text in cited)


def test_every_doubtful_value_has_a_choice_in_its_article() -> None:
    for parameter in edition(KEY).parameters.values():
        if not parameter.verified:
            assert any(article.choices for article in table().find(parameter.article)), parameter.name


def every_step(steps: tuple[Step, ...]) -> list[Step]:
    return [item for step in steps for item in (step, *every_step(step.parts))]


OWN = [case for case in golden_cases() if case["edition"] == KEY and not case.get("through_round")]


@pytest.mark.parametrize("case", OWN, ids=[case["name"] for case in OWN])
def test_every_article_of_a_derivation_stands_in_the_table_or_in_the_fide_text(case: dict[str, Any]) -> None:
    """Steps about unplayed rounds cite the FIDE text to which article 29 refers."""
    chosen, record = edition(KEY), record_of_case(case)
    unplayed = edition(case["unplayed"]) if case.get("unplayed") else None
    teams = "primary" in case
    if teams:
        working: Any = team_working_of(record, chosen, case["primary"], unplayed)
        standings = rank_team_working(working, codes_of(chosen, teams=True))
    else:
        working = working_of(record, chosen, unplayed)
        written = {"C": "C1", "L": "L-1"}
        codes = [
            name
            for code in codes_of(chosen)
            for name in (code, *(f"{code}/{written.get(part, part)}" for part in modifiers_of(chosen, code)))
        ]
        standings = rank_working(working, codes)
    of_fide = {str(parameter.article) for parameter in working.unplayed.parameters.values()} | {
        str(text) for text in fide_articles(working.unplayed)
    }
    for row in standings.rows[:3]:
        for label in standings.labels:
            told = explain_working(working, label, row.number, standings.tied_before(label, row.number))
            for step in every_step(told.steps):
                assert step.article in of_fide or table().find(step.article), (label, step.article)


def fide_articles(unplayed: Any) -> list[str]:
    known = unplayed.get("unplayed_articles")
    return [] if known is None else [str(article) for article in known.table.values()]
