"""`manage.py articles`: the table for people and machines, one article with all that belongs to it, no database."""

import io
import json
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.cli import Refused


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("articles", *arguments, stdout=out)
    return out.getvalue()


def test_every_article_of_every_text_is_listed_with_its_status() -> None:
    text = told()
    lines = text.splitlines()
    for number, status in (("10.53a", "implemented"), ("14.1", "refused"), ("2.2", "not ours")):
        assert any(line.split()[:1] == [number] and status in line for line in lines), number
    for key in ("fide-2004", "fide-2005", "racc-2014"):
        assert any(line.startswith(f"{key}: ") and " articles, " in line for line in lines), key


@pytest.mark.parametrize(
    ("regulation", "keys"),
    [
        ("fide-rating", ["fide-2004", "fide-2005"]),
        ("racc", ["racc-2014"]),
        ("fide-2005", ["fide-2005"]),
    ],
)
def test_a_regulation_or_an_edition_can_be_chosen(regulation: str, keys: list[str]) -> None:
    document = json.loads(told("--regulation", regulation, "--json"))
    assert [table["edition"] for table in document["tables"]] == keys


def test_counts_are_those_of_the_lines() -> None:
    for table in json.loads(told("--json"))["tables"]:
        found: dict[str, int] = {"implemented": 0, "refused": 0, "not_ours": 0}
        for article in table["articles"]:
            found[article["status"]] += 1
        assert table["counts"] == found


def test_an_article_is_shown_with_values_functions_cases_and_choices() -> None:
    text = " ".join(told("--regulation", "fide-2004", "--show", "6.42").split())
    assert "fide-2004 6.42 implemented" in text
    assert "rated_opponents_needed = 3 opponents" in text
    assert "ratings.engine.first.rated_opponents_needed: " in text
    assert "R13 (fide-2004): " in text


def test_a_value_that_is_not_verified_says_so_with_its_note() -> None:
    text = " ".join(told("--regulation", "fide-2005", "--show", "10.23").split())
    assert "first_rating_plus = 12.5" in text
    assert "[not verified: The Spanish text ends at article 10.1; taken over from the text of 2004.]" in text
    assert "the article of fide-2004 stands in" in text


def test_json_of_an_article_has_the_worked_cases_written_out() -> None:
    articles: list[dict[str, Any]] = json.loads(
        told("--regulation", "fide-2004", "--show", "10.3", "--json")
    )["articles"]
    assert [(article["edition"], article["number"]) for article in articles] == [("fide-2004", "10.3")]
    cases = {case["id"]: case for case in articles[0]["worked_cases"]}
    assert cases["R14"]["given"]["parts"] == "ru 2280, n 5; ru 2400, n 10; ru 2000, n 5"
    assert "new 2270" in cases["R14"]["result"]["expect"]
    values = {parameter["name"]: parameter["value"] for parameter in articles[0]["parameters"]}
    assert values["first_rating_pool"] == "weighted_mean_of_results"


def test_one_article_of_several_texts_is_shown_for_each() -> None:
    articles = json.loads(told("--show", "6.42", "--json"))["articles"]
    assert [article["edition"] for article in articles] == ["fide-2004", "fide-2005"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--regulation", "laws-of-go"), "regulation.unknown"),
        (("--show", "99.9"), "article.unknown"),
        (("--regulation", "racc", "--show", "10.53a"), "article.unknown"),
    ],
)
def test_what_does_not_exist_is_refused_with_a_hint(arguments: tuple[str, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        told(*arguments)
    assert (refused.value.code, refused.value.returncode) == (code, 2)
    assert refused.value.hint
