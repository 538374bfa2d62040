"""Every article of the texts has its line, and what a line names exists: a hole breaks the build."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ratings.articles import first_sentence, function
from ratings.engine.event import rate_event
from ratings.worked_cases import cases_named
from tests.ratings.articles.sources import articles_of_2004, articles_of_2005, articles_of_racc
from tests.ratings.engine import test_golden_cases as golden
from tournaments.rulebook.articles import Article, ArticleTable, article_table, article_tables, cited_numbers
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition

ROOT = Path(__file__).resolve().parents[3]
TABLES = [pytest.param(table, id=table.edition) for table in article_tables()]
SOURCES = {
    "fide-2004": ("fide-2004-hr.txt", articles_of_2004),
    "fide-2005": ("fide-2005-es.txt", articles_of_2005),
    "racc-2014": ("racc-2014-ru.txt", articles_of_racc),
}
#  where the numbers of a text have a hole of their own, or take a second way
SKIPPED_BY_THE_TEXT = {"9.4": "9.3", "9.14.c": ""}
# the Ukrainian text is held from article 29 on, and its recommended lists have gaps
SKIPPED_BY_THE_TEXT |= {
    "29": "",
    "31": "30",
    "31.3.1.2": "31.3.1",
    "31.3.3.4": "31.3.3.2",
    "31.3.4.2": "31.3.4",
}
SKIPPED_BY_THE_TEXT |= {"31.3.4.4": "31.3.4.2"}
RULE_PACKAGES = ("ratings/engine", "tournaments/eligibility", "reports/sheets")


def every_article() -> list[Any]:
    return [
        pytest.param(table, article, id=f"{table.edition} {article.number}")
        for table in article_tables()
        for article in table.articles.values()
    ]


# --- the texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SOURCES)
def test_every_number_of_the_source_text_has_its_line_and_no_other(key: str, shared: Path) -> None:
    file, numbers_of = SOURCES[key]
    table = article_table(key)
    assert table is not None
    own = [article.printed or article.number for article in table.articles.values() if not article.analogy]
    text = (shared / "regulations" / "sources" / file).read_text("utf-8")
    assert own == numbers_of(text)


def test_where_the_text_of_2005_ends_every_later_article_of_2004_stands_in() -> None:
    earlier, later = article_table("fide-2004"), article_table("fide-2005")
    assert earlier is not None
    assert later is not None
    taken_over = [article.number for article in later.articles.values() if article.analogy]
    numbers = list(earlier.articles)
    assert taken_over == numbers[numbers.index("10.2") :]
    assert len(taken_over) == 48


@pytest.mark.parametrize("table", TABLES)
def test_numbers_follow_one_another_without_a_hole(table: ArticleTable) -> None:
    holes = {
        number: before
        for number in table.articles
        if (before := before_it(number)) and before not in table.articles and not is_heading(before, table)
    }
    allowed = {number: before for number, before in SKIPPED_BY_THE_TEXT.items() if number in holes}
    assert holes == allowed


def before_it(number: str) -> str:
    """The number that must stand before this one; for a first part the article it is part of."""
    if number in SKIPPED_BY_THE_TEXT:
        return SKIPPED_BY_THE_TEXT[number]
    if match := re.fullmatch(r"(.+)\((i+)\)", number):
        return match[1] if match[2] == "i" else f"{match[1]}({match[2][1:]})"
    if match := re.fullmatch(r"(.*\d)([a-z])", number):
        return match[1] if match[2] == "a" else f"{match[1]}{chr(ord(match[2]) - 1)}"
    head, last = number[:-1], int(number[-1])
    if last == 0:
        return ""
    return head.rstrip(". ") if last == 1 else f"{head}{last - 1}"


def is_heading(number: str, table: ArticleTable) -> bool:
    return number in table.chapters


# --- what a line names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "article"), every_article())
def test_functions_cases_and_tests_that_a_line_names_exist(table: ArticleTable, article: Article) -> None:
    for name in article.functions:
        found = function(name)
        assert callable(found), name
        assert first_sentence(found), f"{name} says nothing of itself"
    for name in article.cases:
        assert cases_named(name, table.edition), f"no golden case {name!r}"
    for name in article.tests:
        file, _colons, test = name.partition("::")
        assert test in names_defined(ROOT / file), name


@pytest.mark.parametrize("table", TABLES)
def test_findings_that_a_line_names_are_made_somewhere(table: ArticleTable) -> None:
    paths = [*rule_files(), ROOT / "tiebreaks" / "engine" / "orders.py"]
    texts = {text for path in paths for text in texts_of(path)}
    named = {code for article in table.articles.values() for code in article.findings}
    assert named <= texts


@cache
def names_defined(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def rule_files() -> list[Path]:
    return [path for package in RULE_PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def texts_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return frozenset(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


# --- what cites an article -----------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_every_article_that_a_parameter_cites_stands_in_the_table(table: ArticleTable) -> None:
    missing = {
        (key, parameter.name): found
        for key in (table.edition, *table.also)
        for parameter in edition(key).parameters.values()
        for cited in (parameter.article, *nested_articles(parameter.value))
        if (found := table.missing(cited)) or not cited_numbers(cited)
    }
    assert missing == {}


def nested_articles(value: object) -> Iterator[str]:
    """Articles inside a value: bands of ratings have one each."""
    if isinstance(value, dict):
        if isinstance(value.get("article"), str):
            yield value["article"]
        for part in value.values():
            yield from nested_articles(part)
    elif isinstance(value, list):
        for part in value:
            yield from nested_articles(part)


HELD = [case for case in golden.cases("event") if article_table(case.values[0]["edition"]) is not None]


@pytest.mark.parametrize("case", HELD)
def test_every_article_of_a_golden_event_stands_in_the_table(case: dict[str, Any]) -> None:
    table = article_table(case["edition"])
    assert table is not None
    rating = rate_event(golden.record_of(case), edition(case["edition"]), {1: golden.facts_of(case)})
    steps = [step for line in rating.players for step in every_step(line.steps)]
    assert steps
    assert [
        step.article for step in steps if table.missing(step.article) or not table.find(step.article)
    ] == []
    assert [found.article for found in rating.findings if table.missing(found.article)] == []


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every_step(step.parts)


def test_articles_written_into_the_code_stand_in_one_of_the_tables() -> None:
    """Forms and findings name a few articles outright; each is one of a text that is held article by article."""
    known = {number for table in article_tables() for number in table.articles}
    strange = {
        f"{path.relative_to(ROOT)}: {cited}"
        for path in rule_files()
        for cited in articles_in(path)
        for number in cited_numbers(cited)
        if number not in known
    }
    assert strange == set()


def articles_in(path: Path) -> Iterator[str]:
    """Literal articles of a module: the keyword `article`, and the first argument of a Step."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        given = [keyword.value for keyword in node.keywords if keyword.arg == "article"]
        if ast.unparse(node.func) == "Step" and node.args:
            given.append(node.args[0])
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.value


# --- the deviation and the doubts ----------------------------------------------------------------------


@pytest.mark.parametrize(("key", "number"), [("fide-2004", "9.12a"), ("fide-2005", "9.12")])
def test_the_full_birth_date_stands_as_a_deviation_with_its_reason(key: str, number: str) -> None:
    table = article_table(key)
    assert table is not None
    deviation = table.articles[number].deviation
    assert "year of birth" in deviation
    assert "federation's file" in deviation
    assert "personal" in deviation


@pytest.mark.parametrize(("table", "article"), every_article())
def test_an_article_that_decides_an_unverified_value_says_what_was_chosen(
    table: ArticleTable, article: Article
) -> None:
    doubtful = [
        parameter
        for parameter in edition(table.edition).parameters.values()
        if not parameter.verified and article.number in cited_numbers(parameter.article)
    ]
    assert all(parameter.note for parameter in doubtful)


def test_a_line_that_names_a_function_that_is_not_there_is_noticed() -> None:
    with pytest.raises(AttributeError):
        function("ratings.engine.gap.nothing_of_that_name")
    with pytest.raises(ImportError):
        function("ratings.engine.nowhere.cut")
    assert importlib.import_module("ratings.engine.gap")
