"""Rows of the pages about articles and editions, as the templates and the CSV downloads take them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from ratings.articles import (
    STATUS_ICONS,
    STATUS_TONES,
    STATUS_WORDS,
    article_address,
    slug,
)
from tournaments.rulebook.articles import Article, ArticleTable, cited_numbers
from tournaments.rulebook.comparison import ComparedRow, described, value_text
from tournaments.rulebook.editions import Edition, Parameter
from tournaments.rulebook.shelf import editions

ARTICLE_HEADS = (
    "article", "chapter", "status", "summary", "why", "deviation", "choices", "functions", "cases", "tests",
    "findings", "by_analogy_to",
)  # fmt: skip
REGULATION_NAMES = {
    "fide-rating": _lazy("FIDE ratings"),
    "fide-rapid-blitz": _lazy("FIDE rapid and blitz"),
    "racc": _lazy("Correspondence"),
    "fide-titles": _lazy("Title norms"),
    "c07": _lazy("FIDE tie-breaks"),
    "ua-tiebreaks": _lazy("Tie-breaks of Ukraine"),
}
FIRST_REGULATION = "fide-rating"
PARAMETER_HEADS = ("parameter", "value", "unit", "article", "source", "verified", "note")


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """An article in the table of its text."""

    article: Article
    url: str
    status: str
    tone: str
    icon: str


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """A parameter of an edition: where its article leads, and the anchor by which steps find it."""

    parameter: Parameter
    says: str
    value: str
    url: str
    anchor: str


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """A value in the comparison; `note` is the number of the note beneath, for one that is not verified."""

    text: str
    article: str
    url: str
    note: int | None
    verified: bool


def article_rows(table: ArticleTable, found: Iterable[Article]) -> list[tuple[str, list[ArticleRow]]]:
    """The articles by chapter, each with the words of its status."""
    return [
        (table.chapters[number], [_article_row(table.edition, article) for article in group])
        for number, group in groupby(found, key=lambda article: article.chapter)
    ]


def _article_row(key: str, article: Article) -> ArticleRow:
    return ArticleRow(
        article,
        reverse("ratings:article", args=[key, slug(article.number)]),
        str(STATUS_WORDS[article.status]),
        STATUS_TONES[article.status],
        STATUS_ICONS[article.status],
    )


def article_csv(article: Article) -> list[str]:
    """An article as a line of the download."""
    lists = (article.choices, article.functions, article.cases, article.tests, article.findings)
    told = [article.number, article.chapter, article.status, article.summary, article.why, article.deviation]
    return [*told, *("; ".join(items) for items in lists), article.analogy]


def filter_of(status: str) -> dict[str, Any]:
    """The choice of a status over the table."""
    options = [("", _("all articles")), *((key, str(word)) for key, word in STATUS_WORDS.items())]
    return {"name": "status", "label": _("Status"), "options": options, "value": status}


def parameter_rows(
    found: Edition, parameters: Iterable[Parameter], *, link: bool = True
) -> list[ParameterRow]:
    """The parameters of an edition; the first of each article carries the anchor that steps link to."""
    says = {about.name: about.says for about in described(found.regulation)}
    anchors: set[str] = set()
    rows = []
    for parameter in parameters:
        numbers = [f"article-{slug(number)}" for number in cited_numbers(parameter.article)]
        free = next((number for number in numbers if number not in anchors), "")
        anchors.add(free)
        address = article_address(found.key, parameter.article) if link else ""
        url = "" if address.startswith(reverse("ratings:edition", args=[found.key])) else address
        rows.append(
            ParameterRow(parameter, says.get(parameter.name, ""), value_text(parameter.value), url, free)
        )
    return rows


def parameter_csv(parameter: Parameter) -> list[str]:
    """A parameter as a line of the download."""
    verified = "yes" if parameter.verified else "no"
    return [
        parameter.name, value_text(parameter.value), parameter.unit, parameter.article, parameter.source,
        verified, parameter.note,
    ]  # fmt: skip


def compared_rows(
    found: Sequence[Edition], rows: Iterable[ComparedRow], notes: Sequence[str]
) -> list[dict[str, Any]]:
    """The rows of the comparison in their groups, each cell with its article and the number of its note."""
    return [
        {"title": title, "rows": [_compared(found, row, notes) for row in group]}
        for title, group in groupby(rows, key=lambda row: row.described.group)
    ]


def _compared(found: Sequence[Edition], row: ComparedRow, notes: Sequence[str]) -> dict[str, Any]:
    cells = [_cell(item, parameter, notes) for item, parameter in zip(found, row.parameters, strict=True)]
    return {"name": row.described.name, "says": row.described.says, "cells": cells}


def _cell(item: Edition, parameter: Parameter | None, notes: Sequence[str]) -> ComparedCell | None:
    if parameter is None:
        return None
    text = f"{value_text(parameter.value)} {parameter.unit}".strip()
    doubtful = not parameter.verified and parameter.note in notes
    note = notes.index(parameter.note) + 1 if doubtful else None
    address = article_address(item.key, parameter.article)
    return ComparedCell(text, parameter.article, address, note, parameter.verified)


def comparison_csv(
    found: Sequence[Edition], rows: Iterable[ComparedRow]
) -> tuple[list[str], Iterator[list[str]]]:
    """Heads and lines of the download: a column for each edition, doubtful values with their mark."""
    heads = ["parameter", *(item.key for item in found)]
    return heads, ([row.described.name, *(_marked(item) for item in row.parameters)] for row in rows)


def _marked(parameter: Parameter | None) -> str:
    if parameter is None:
        return ""
    mark = "" if parameter.verified else f" (not verified: {parameter.note})"
    return f"{value_text(parameter.value)}{mark}"


def regulation_name(regulation: str) -> str:
    """The regulation in words, its key where it has none."""
    return str(REGULATION_NAMES.get(regulation, regulation))


def comparison_address(regulation: str) -> str:
    """Where the editions of a regulation stand side by side."""
    if regulation == FIRST_REGULATION:
        return reverse("ratings:editions")
    return reverse("ratings:editions_of", args=[regulation])


def regulation_tabs(active: str) -> list[dict[str, Any]]:
    """The regulations whose editions can be compared, as tabs."""
    known = dict.fromkeys(item.regulation for item in editions())
    order = [name for name in REGULATION_NAMES if name in known]
    return [
        {"label": regulation_name(name), "url": comparison_address(name), "active": name == active}
        for name in dict.fromkeys((*order, *known))
    ]
