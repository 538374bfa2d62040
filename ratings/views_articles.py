"""The rules themselves as pages: article by article what the portal does, and every parameter of an edition."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.listing import csv_response, json_response
from ratings.articles import (
    STATUS_WORDS,
    article_address,
    article_document,
    cases_of,
    chosen,
    counts,
    doubts,
    edition_document,
    elsewhere,
    functions_of,
    neighbours,
    parameter_document,
    tables_of,
)
from ratings.pages_articles import (
    ARTICLE_HEADS,
    FIRST_REGULATION,
    PARAMETER_HEADS,
    article_csv,
    article_rows,
    compared_rows,
    comparison_csv,
    filter_of,
    parameter_csv,
    parameter_rows,
    regulation_name,
    regulation_tabs,
)
from tournaments.rulebook.articles import Article, ArticleTable, article_table, citing
from tournaments.rulebook.comparison import compare
from tournaments.rulebook.editions import Edition, UnknownEdition
from tournaments.rulebook.shelf import edition, editions


@require_safe
def articles(request: HttpRequest) -> HttpResponse:
    """The texts that are held article by article against what the portal does."""
    found = [(table, edition(table.edition), counts(table)) for table in tables_of()]
    if request.GET.get("format") == "json":
        return json_response("articles", [edition_document(of) | {"counts": by} for _table, of, by in found])
    rows = [{"table": table, "edition": of, "counts": by} for table, of, by in found]
    return render(request, "ratings/articles.html", {"rows": rows})


@require_safe
def article_list(request: HttpRequest, key: str) -> HttpResponse:
    """Every article of one text with its status; filtered, searched, downloaded."""
    table = _table_or_404(key)
    if table is None:
        return redirect("ratings:edition", key)
    if table.edition != key:
        return redirect("ratings:article_list", table.edition)
    status, query = request.GET.get("status", ""), request.GET.get("q", "").strip()
    found = chosen(table, status, query)
    wanted = request.GET.get("format")
    if wanted == "csv":
        return csv_response(f"{key}-articles", ARTICLE_HEADS, (article_csv(article) for article in found))
    if wanted == "json":
        return json_response(f"{key}-articles", [article_document(table, article) for article in found])
    return render(
        request,
        "ratings/article_list.html",
        {
            "table": table,
            "edition": edition(key),
            "chapters": article_rows(table, found),
            "counts": counts(table),
            "query": query,
            "filters": [filter_of(status)],
            "found": len(found),
            "downloads": _downloads(request),
        },
    )


@require_safe
def article(request: HttpRequest, key: str, number: str) -> HttpResponse:
    """One article: what it asks, what the portal does, by which functions, parameters and golden cases."""
    table = _table_or_404(key)
    if table is None or table.edition != key:
        return redirect(article_address(key, number))
    found = _article_or_404(table, number)
    if request.GET.get("format") == "json":
        return json_response(f"{key}-{number}", article_document(table, found))
    before, after = neighbours(table, found)
    return render(
        request,
        "ratings/article.html",
        {
            "table": table,
            "article": found,
            "chapter": table.chapters[found.chapter],
            "status_word": STATUS_WORDS[found.status],
            "functions": functions_of(found),
            "cases": cases_of(table, found),
            "parameters": _resting_on(table, found),
            "elsewhere": elsewhere(table, found),
            "before": before,
            "after": after,
        },
    )


@require_safe
def edition_comparison(request: HttpRequest, regulation: str = FIRST_REGULATION) -> HttpResponse:
    """All editions of a regulation side by side, a row for every parameter."""
    found = editions(regulation)
    if not found:
        raise Http404(_("No edition of this regulation is known."))
    rows = compare(found)
    wanted = request.GET.get("format")
    if wanted == "csv":
        heads, lines = comparison_csv(found, rows)
        return csv_response(f"{regulation}-editions", heads, lines)
    if wanted == "json":
        return json_response(f"{regulation}-editions", [_whole_edition(item) for item in found])
    notes = doubts(found)
    return render(
        request,
        "ratings/editions.html",
        {
            "regulation": regulation_name(regulation),
            "editions": found,
            "groups": compared_rows(found, rows, notes),
            "notes": notes,
            "tabs": regulation_tabs(regulation),
            "downloads": _downloads(request),
        },
    )


@require_safe
def edition_page(request: HttpRequest, key: str) -> HttpResponse:
    """One edition: every parameter with value, unit, article, source, and a mark where it is not verified."""
    found = _edition_or_404(key)
    wanted = request.GET.get("format")
    if wanted == "csv":
        lines = (parameter_csv(item) for item in found.parameters.values())
        return csv_response(f"{key}-parameters", PARAMETER_HEADS, lines)
    if wanted == "json":
        return json_response(f"{key}-parameters", _whole_edition(found))
    rows = parameter_rows(found, tuple(found.parameters.values()))
    return render(
        request,
        "ratings/edition.html",
        {
            "edition": found,
            "rows": rows,
            "unverified": sum(not item.verified for item in found.parameters.values()),
            "has_articles": article_table(key) is not None,
            "downloads": _downloads(request),
        },
    )


def _resting_on(table: ArticleTable, found: Article) -> list[dict[str, Any]]:
    """The parameters that rest on the article, of each edition that lies in the text."""
    groups = (
        {
            "key": key,
            "rows": parameter_rows(edition(key), citing(edition(key), found.number), link=False),
        }
        for key in (table.edition, *table.also)
    )
    return [group for group in groups if group["rows"]]


def _whole_edition(found: Edition) -> dict[str, Any]:
    return edition_document(found) | {
        "parameters": [parameter_document(item) for item in found.parameters.values()]
    }


def _downloads(request: HttpRequest) -> list[tuple[str, str]]:
    found = []
    for label in ("CSV", "JSON"):
        query = request.GET.copy()
        query["format"] = label.lower()
        found.append((label, f"?{query.urlencode()}"))
    return found


def _edition_or_404(key: str) -> Edition:
    try:
        return edition(key)
    except UnknownEdition as error:
        raise Http404(_("There is no edition with this key.")) from error


def _table_or_404(key: str) -> ArticleTable | None:
    """The table of an edition, nothing where it has none; an unknown edition is no page at all."""
    _edition_or_404(key)
    return article_table(key)


def _article_or_404(table: ArticleTable, number: str) -> Article:
    found = table.articles.get(number) or table.articles.get(number.replace("-", " "))
    if found is None:
        raise Http404(_("The text has no article of this number."))
    return found
