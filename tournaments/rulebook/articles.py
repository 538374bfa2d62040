"""What the portal does with each article of a text: one TOML file per edition whose text was at hand.

The files lie in `articles/` beside the editions (`ratings/editions/articles/fide-2004.toml`) and carry the
edition's key as their name. Other editions have none: their articles are known by the parameters that cite
them (`citing`).
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tournaments.rulebook.editions import EDITION_FOLDERS, Edition, EditionFileError, Parameter

STATUSES = ("implemented", "refused", "not_ours")
HEAD_KEYS = {"edition", "also", "source", "note", "chapter", "article"}
# An article begins with a digit or names an appendix or table, after the chapter of the Handbook (B.01) where it
# is of other regulations; words between articles are not citations.
CITED = re.compile(
    r"(?:appendix|annex|table)\s\d+|b\.\d\d\s\d+(?:\.\d+)*|\d+(?:\.\d+)*(?:\.?[a-z](?![a-z]))?(?:\([ivx]+\))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Article:
    """One numbered article or lettered sub-article.

    `status` is one of `STATUSES`; `why` is given unless it is implemented. `functions` are dotted paths,
    `cases` ids of golden cases, `tests` tests that show it where no worked example does
    (`tests/file.py::test_name`), `findings` codes of the validator's or engine's findings, `choices` sentences
    for what the text leaves open, `deviation` where the portal knowingly does otherwise and for what reason.
    `printed` is the number as the source prints it where that is a slip; `analogy` is the key of the edition
    whose article stands in where this edition's source is silent.
    """

    number: str
    chapter: str
    summary: str
    status: str
    why: str = ""
    deviation: str = ""
    functions: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    printed: str = ""
    analogy: str = ""


@dataclass(frozen=True, slots=True)
class ArticleTable:
    """The articles of one edition in the order of the text, and the headings of its chapters.

    `also` are the keys of other editions that lie in the same text: the rapid chapter of a standard one.
    """

    edition: str
    also: tuple[str, ...]
    source: str
    note: str
    chapters: Mapping[str, str]
    articles: Mapping[str, Article]

    def find(self, cited: str) -> tuple[Article, ...]:
        """The articles that a citation names (`"6.42, 9.14"`: two); those the text does not have are left out."""
        numbers = dict.fromkeys(cited_numbers(cited))
        return tuple(self.articles[number] for number in numbers if number in self.articles)

    def missing(self, cited: str) -> tuple[str, ...]:
        """The numbers of a citation that the table does not have."""
        return tuple(number for number in cited_numbers(cited) if number not in self.articles)


def cited_numbers(text: str) -> tuple[str, ...]:
    """The article numbers in a citation, in their order.

    >>> cited_numbers("6.42, 9.14c"), cited_numbers("10.21b(i)"), cited_numbers("3.2, table 2")
    (('6.42', '9.14c'), ('10.21b(i)',), ('3.2', 'table 2'))
    >>> cited_numbers("B.01 1.4.9")
    ('b.01 1.4.9',)
    """
    return tuple(match.group().lower() for match in CITED.finditer(text))


def article_table(key: str) -> ArticleTable | None:
    """The table of the text in which an edition lies, or nothing where that was not at hand."""
    tables = _tables()
    return tables.get(key) or next((table for table in tables.values() if key in table.also), None)


def article_tables() -> tuple[ArticleTable, ...]:
    """All tables, in the order of their keys."""
    return tuple(_tables().values())


def citing(edition: Edition, number: str) -> tuple[Parameter, ...]:
    """The parameters of an edition that rest on the article."""
    return tuple(
        parameter for parameter in edition.parameters.values() if number in cited_numbers(parameter.article)
    )


def load_tables(paths: Iterable[Path]) -> Mapping[str, ArticleTable]:
    """Read article files; raises EditionFileError with file and article where one cannot be used."""
    raw = {path.stem: _read(path) for path in paths}
    tables: dict[str, ArticleTable] = {}
    for key in sorted(raw):
        tables[key] = _table(key, raw)
    return MappingProxyType(tables)


@cache
def _tables() -> Mapping[str, ArticleTable]:
    return load_tables(path for folder in EDITION_FOLDERS for path in sorted(folder.glob("articles/*.toml")))


def _read(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, ValueError) as error:
        raise EditionFileError(f"{path.name}: {error}") from error
    unknown = set(data) - HEAD_KEYS
    if unknown:
        raise EditionFileError(f"{path.name}: unknown key {', '.join(sorted(unknown))}")
    if data.get("edition") != path.stem:
        raise EditionFileError(
            f"{path.name}: the edition is {data.get('edition')!r}, not the name of the file"
        )
    return data


def _table(key: str, raw: Mapping[str, dict[str, Any]]) -> ArticleTable:
    data = raw[key]
    chapters = {block["number"]: block["title"] for block in data.get("chapter", [])}
    articles: dict[str, Article] = {}
    for block in data.get("article", []):
        article = _article(key, block, raw)
        if article.number in articles:
            raise EditionFileError(f"{key}: article {article.number} stands twice")
        if article.chapter not in chapters:
            raise EditionFileError(f"{key}: article {article.number} lies in no chapter")
        articles[article.number] = article
    return ArticleTable(
        edition=key,
        also=tuple(data.get("also", ())),
        source=data.get("source", ""),
        note=data.get("note", ""),
        chapters=MappingProxyType(chapters),
        articles=MappingProxyType(articles),
    )


def _article(key: str, block: Mapping[str, Any], raw: Mapping[str, dict[str, Any]]) -> Article:
    """One article; `as_in` and `analogy` take over what the named edition's article says, unless said again."""
    number = str(block.get("number", ""))
    other = block.get("as_in") or block.get("analogy")
    whole = {**_taken_over(key, number, other, raw), **block} if other else dict(block)
    whole.pop("as_in", None)
    unknown = set(whole) - {field.name for field in fields(Article)}
    if unknown:
        raise EditionFileError(f"{key}: article {number} has unknown keys {', '.join(sorted(unknown))}")
    missing = [name for name in ("number", "summary", "status") if not whole.get(name)]
    if missing:
        raise EditionFileError(f"{key}: article {number} lacks {', '.join(missing)}")
    for name in ("functions", "cases", "tests", "findings", "choices"):
        whole[name] = tuple(whole.get(name, ()))
    whole.setdefault("chapter", _chapter(number))
    article = Article(**whole)
    _check(key, article)
    return article


def _taken_over(key: str, number: str, other: str, raw: Mapping[str, dict[str, Any]]) -> Mapping[str, Any]:
    blocks = raw[other]["article"] if other in raw else []
    found = next((block for block in blocks if block.get("number") == number), None)
    if found is None or "as_in" in found:
        raise EditionFileError(f"{key}: {other} has no article {number} to take over")
    return {name: value for name, value in found.items() if name != "printed"}


def _check(key: str, article: Article) -> None:
    place = f"{key}: article {article.number}"
    if article.status not in STATUSES:
        raise EditionFileError(f"{place}: the status is one of {', '.join(STATUSES)}")
    if article.status == "implemented" and not (article.functions and (article.cases or article.tests)):
        raise EditionFileError(f"{place}: implemented names a function, and a case or test that shows it")
    if article.status != "implemented" and (not article.why or article.functions):
        raise EditionFileError(f"{place}: {article.status} says why and names no function")


def _chapter(number: str) -> str:
    """The chapter of a number: `10.21b` lies in 10."""
    head = number.split(".", maxsplit=1)[0]
    return head if head.isdigit() else number.split(maxsplit=1)[0]
