"""What the portal does with each article of the rules it computes by."""

import textwrap
from typing import Any

from django.core.management.base import CommandParser
from django.utils import translation

from ratings.articles import (
    STATUS_WORDS,
    article_document,
    cases_of,
    counts,
    functions_of,
    tables_of,
)
from ratings.worked_cases import WorkedCase
from tournaments.cli import PortalCommand
from tournaments.rulebook.articles import Article, ArticleTable, citing
from tournaments.rulebook.comparison import value_text
from tournaments.rulebook.shelf import edition

WIDTH = 100
NUMBER = 12
STATUS = 13


class Command(PortalCommand):
    """Lists the articles of the regulations, or shows one; needs no database."""

    help = "Each article of the rules: implemented (functions, golden cases), refused or not ours (why)."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--regulation",
            default="",
            metavar="R",
            help="a regulation (fide-rating, racc) or an edition's key",
        )
        parser.add_argument(
            "--show", default="", metavar="ARTICLE", help="one article with all that belongs to it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            tables = self._tables(options["regulation"])
            if options["show"]:
                self._show(tables, options["show"])
            elif self.as_json:
                self.emit({"tables": [_document(table) for table in tables]})
            else:
                for table in tables:
                    self._print_table(table)

    def _tables(self, wanted: str) -> tuple[ArticleTable, ...]:
        tables = tables_of(wanted)
        if not tables:
            known = sorted({name for t in tables_of() for name in (t.edition, edition(t.edition).regulation)})
            self.fail(
                "regulation.unknown",
                f"There is no table of articles for {wanted!r}.",
                hint=f"Known: {', '.join(known)}.",
            )
        return tables

    # -- one article ------------------------------------------------------------------------------------

    def _show(self, tables: tuple[ArticleTable, ...], cited: str) -> None:
        found = [(table, article) for table in tables for article in table.find(cited)]
        if not found:
            self.fail(
                "article.unknown",
                f"No article {cited!r} in {', '.join(table.edition for table in tables)}.",
                hint="manage.py articles lists all numbers.",
            )
        if self.as_json:
            self.emit({"articles": [_whole(table, article) for table, article in found]})
            return
        for table, article in found:
            self._print_article(table, article)

    def _print_article(self, table: ArticleTable, article: Article) -> None:
        printed = f" (printed {article.printed})" if article.printed else ""
        self.stdout.write(f"{table.edition}  {article.number}{printed}  {STATUS_WORDS[article.status]}")
        self._line("", article.summary)
        if article.analogy:
            self._line("by analogy", f"the source is silent; the article of {article.analogy} stands in")
        self._line("why", article.why)
        self._line("deviation", article.deviation)
        for choice in article.choices:
            self._line("choice", choice)
        resting = [
            (key, item)
            for key in (table.edition, *table.also)
            for item in citing(edition(key), article.number)
        ]
        for key, parameter in resting:
            of = "" if key == table.edition else f" ({key})"
            mark = "" if parameter.verified else f"  [not verified: {parameter.note}]"
            value = f"{value_text(parameter.value)} {parameter.unit}".strip()
            self._line("parameter", f"{parameter.name}{of} = {value}{mark}")
        for function in functions_of(article):
            self._line("function", f"{function.name}: {function.says}")
        for code in article.findings:
            self._line("finding", code)
        for name, cases in cases_of(table, article):
            for case in cases:
                self._line("case", _case_line(case))
            if not cases:
                self._line("case", name)
        for test in article.tests:
            self._line("test", test)
        self.stdout.write("")

    def _line(self, head: str, text: str) -> None:
        if text:
            start = f"  {head:<{NUMBER - 1}}" if head else "  "
            self.stdout.write(
                textwrap.fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
            )

    # -- all --------------------------------------------------------------------------------------------

    def _print_table(self, table: ArticleTable) -> None:
        told = ", ".join(f"{number} {STATUS_WORDS[status]}" for status, number in counts(table).items())
        self.stdout.write(f"{table.edition}: {len(table.articles)} articles, {told}")
        self.stdout.write(table.source)
        chapter = ""
        for article in table.articles.values():
            if article.chapter != chapter:
                chapter = article.chapter
                self.stdout.write(f"\n  {table.chapters[chapter]}")
            start = f"{article.number:<{NUMBER}}{STATUS_WORDS[article.status]!s:<{STATUS}}"
            self.stdout.write(
                textwrap.fill(
                    article.summary, WIDTH, initial_indent=start, subsequent_indent=" " * len(start)
                )
            )
        self.stdout.write("")


def _document(table: ArticleTable) -> dict[str, object]:
    return {
        "edition": table.edition,
        "regulation": edition(table.edition).regulation,
        "source": table.source,
        "note": table.note,
        "counts": counts(table),
        "articles": [article_document(table, article) for article in table.articles.values()],
    }


def _whole(table: ArticleTable, article: Article) -> dict[str, object]:
    """The article with its golden cases written out."""
    shown = [
        {"id": case.id, "about": case.about, "edition": case.edition, "worked_out_by": case.worked_out_by}
        | {"given": dict(case.given), "result": dict(case.result)}
        for _name, cases in cases_of(table, article)
        for case in cases
    ]
    return article_document(table, article) | {"worked_cases": shown}


def _case_line(case: WorkedCase) -> str:
    given = "; ".join(f"{name} {text}" for name, text in case.given)
    result = "; ".join(text if name == "expect" else f"{name} {text}" for name, text in case.result)
    return f"{case.id} ({case.edition}): {case.about}. Given {given}. Result {result}."
