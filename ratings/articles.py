"""What the pages and the command say of articles and editions: rows, details, addresses, functions."""

import inspect
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.worked_cases import WorkedCase, cases_named
from tournaments.rulebook.articles import (
    STATUSES,
    Article,
    ArticleTable,
    article_table,
    article_tables,
    cited_numbers,
    citing,
)
from tournaments.rulebook.comparison import value_text
from tournaments.rulebook.editions import Edition, Parameter, UnknownEdition
from tournaments.rulebook.shelf import edition

STATUS_WORDS: dict[str, Promise] = {
    "implemented": _("implemented"),
    "refused": _("refused"),
    "not_ours": _("not ours"),
}
STATUS_TONES = {"implemented": "good", "refused": "warning", "not_ours": ""}
STATUS_ICONS = {"implemented": "circle-check", "refused": "ban", "not_ours": "circle-minus"}


@dataclass(frozen=True, slots=True)
class Function:
    """A function that implements an article: its dotted name and the first sentence of its docstring."""

    name: str
    says: str


# -- addresses --------------------------------------------------------------------------------------------


def slug(number: str) -> str:
    """The number of an article in an address: `table 2` is `table-2`."""
    return number.replace(" ", "-")


def article_address(key: str, cited: str) -> str:
    """Where a citation of an edition leads: the page of its first article, else the edition's parameters.

    Empty for an edition that the portal does not have.
    """
    table = article_table(key)
    if table is not None and (found := table.find(cited)):
        return reverse("ratings:article", args=[table.edition, slug(found[0].number)])
    try:
        known = edition(key)
    except UnknownEdition:
        return ""
    page = reverse("ratings:edition", args=[key])
    numbers = [number for number in cited_numbers(cited) if citing(known, number)]
    return f"{page}#article-{slug(numbers[0])}" if numbers else page


# -- tables -----------------------------------------------------------------------------------------------


def tables_of(wanted: str | None = None) -> tuple[ArticleTable, ...]:
    """The tables of a regulation, or the one of an edition; all without a name."""
    return tuple(
        table
        for table in article_tables()
        if wanted in (None, "", table.edition, edition(table.edition).regulation)
    )


def counts(table: ArticleTable) -> dict[str, int]:
    """How many articles have each status."""
    found = Counter(article.status for article in table.articles.values())
    return {status: found[status] for status in STATUSES}


def chosen(table: ArticleTable, status: str = "", query: str = "") -> tuple[Article, ...]:
    """The articles with a status whose number or words hold the query; unknown statuses choose nothing."""
    words = query.casefold().split()
    return tuple(
        article
        for article in table.articles.values()
        if status in ("", article.status) and all(word in _searched(article) for word in words)
    )


def _searched(article: Article) -> str:
    parts: Iterable[str] = (
        article.number,
        article.summary,
        article.why,
        article.deviation,
        *article.functions,
        *article.cases,
        *article.choices,
    )
    return " ".join(parts).casefold()


# -- one article ------------------------------------------------------------------------------------------


def functions_of(article: Article) -> tuple[Function, ...]:
    """The functions of an article with what they say of themselves."""
    return tuple(Function(name, first_sentence(function(name))) for name in article.functions)


@cache
def function(name: str) -> Any:
    """What a dotted name stands for; raises ImportError or AttributeError where nothing does."""
    module, _dot, last = name.rpartition(".")
    return getattr(import_module(module), last)


def first_sentence(what: Any) -> str:
    """The first paragraph of a docstring on one line, names in it without their marks."""
    return " ".join((inspect.getdoc(what) or "").partition("\n\n")[0].replace("`", "").split())


def cases_of(table: ArticleTable, article: Article) -> tuple[tuple[str, tuple[WorkedCase, ...]], ...]:
    """The golden cases of an article by the id it names; none beside an id whose file is not installed."""
    return tuple((name, cases_named(name, table.edition)) for name in article.cases)


def elsewhere(table: ArticleTable, article: Article) -> tuple[str, ...]:
    """The keys of other editions of the regulation that have an article of this number."""
    regulation = edition(table.edition).regulation
    return tuple(
        other.edition
        for other in tables_of(regulation)
        if other.edition != table.edition and article.number in other.articles
    )


def neighbours(table: ArticleTable, article: Article) -> tuple[Article | None, Article | None]:
    """The articles before and after, nothing at the ends."""
    order = list(table.articles.values())
    place = order.index(article)
    before = order[place - 1] if place else None
    after = order[place + 1] if place + 1 < len(order) else None
    return before, after


# -- documents for machines -------------------------------------------------------------------------------


def article_document(table: ArticleTable, article: Article) -> dict[str, object]:
    """An article as JSON has it, with the edition's parameters that rest on it."""
    return {
        "edition": table.edition,
        "number": article.number,
        "printed": article.printed or article.number,
        "chapter": table.chapters[article.chapter],
        "summary": article.summary,
        "status": article.status,
        "why": article.why,
        "deviation": article.deviation,
        "functions": list(article.functions),
        "cases": list(article.cases),
        "tests": list(article.tests),
        "findings": list(article.findings),
        "choices": list(article.choices),
        "by_analogy_to": article.analogy or None,
        "parameters": [
            {"edition": key} | parameter_document(item)
            for key in (table.edition, *table.also)
            for item in citing(edition(key), article.number)
        ],
    }


def parameter_document(parameter: Parameter) -> dict[str, object]:
    """A parameter as JSON has it; its value as text, for decimals are exact."""
    return {
        "name": parameter.name,
        "value": value_text(parameter.value),
        "unit": parameter.unit,
        "article": parameter.article,
        "source": parameter.source,
        "verified": parameter.verified,
        "note": parameter.note,
    }


def edition_document(found: Edition) -> dict[str, object]:
    """The head of an edition as JSON has it."""
    return {
        "regulation": found.regulation,
        "edition": found.key,
        "effective_from": found.effective_from.isoformat(),
        "effective_until": found.effective_until.isoformat() if found.effective_until else None,
        "last_reread": found.last_reread.isoformat(),
        "source": found.source_title,
        "note": found.note,
        "sha256": found.sha256,
    }


def doubts(editions: Sequence[Edition]) -> tuple[str, ...]:
    """The notes of unverified values, each once, in the order in which they are met."""
    notes = (
        parameter.note
        for found in editions
        for parameter in found.parameters.values()
        if not parameter.verified and parameter.note
    )
    return tuple(dict.fromkeys(notes))
