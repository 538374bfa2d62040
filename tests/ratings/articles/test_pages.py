"""Pages of articles and editions, and the links that lead to them from every derivation."""

import csv
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from django.template.loader import render_to_string

from ratings.articles import article_address
from tournaments.rulebook.articles import article_tables
from tournaments.rulebook.shelf import editions

pytestmark = pytest.mark.django_db


def text_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def page_of(client: Any, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return str(response.content.decode())


# --- articles ------------------------------------------------------------------------------------------


def test_the_first_page_leads_to_every_text(client: Any) -> None:
    page = page_of(client, "/ratings/articles/")
    for table in article_tables():
        assert f'href="/ratings/articles/{table.edition}/"' in page
        assert table.source in page


def test_a_text_is_listed_with_chapters_statuses_and_links(client: Any) -> None:
    page = page_of(client, "/ratings/articles/fide-2004/")
    words = text_of(page)
    assert 'href="/ratings/articles/fide-2004/10.21b(i)/"' in page
    assert "Composition of the event" in words
    assert "ratings.engine.first.rated_opponents_needed" in words
    assert "deviation" in words
    assert "106 articles" in words


def test_articles_are_filtered_by_status_and_searched_by_number_word_and_function(client: Any) -> None:
    refused = text_of(page_of(client, "/ratings/articles/fide-2004/?status=refused"))
    assert "1 article" in refused
    assert "14.1" in refused
    for query, number in (("smoking", "2.2"), ("10.53a", "10.53a"), ("rated_opponents_needed", "6.42")):
        found = json.loads(client.get(f"/ratings/articles/fide-2004/?q={query}&format=json").content.decode())
        assert number in [article["number"] for article in found]
        assert len(found) < 6


def test_a_search_without_result_says_so_and_leads_back(client: Any) -> None:
    page = page_of(client, "/ratings/articles/fide-2004/?q=zugzwang")
    assert "No article fits" in page
    assert 'href="/ratings/articles/fide-2004/"' in page


def test_the_table_is_downloaded_as_shown(client: Any) -> None:
    response = client.get("/ratings/articles/racc-2014/?format=csv&status=implemented")
    rows = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][:4] == ["article", "chapter", "status", "summary"]
    assert {row[2] for row in rows[1:]} == {"implemented"}
    whole = json.loads(client.get("/ratings/articles/racc-2014/?format=json").content)
    assert len(whole) > len(rows) - 1


@pytest.mark.parametrize("table", [pytest.param(table, id=table.edition) for table in article_tables()])
def test_every_article_has_a_page(client: Any, table: Any) -> None:
    for article in table.articles.values():
        address = article_address(table.edition, article.number)
        words = text_of(page_of(client, address))
        assert f"Article {article.number}" in words
        assert client.get(f"{address}?format=json").json()["number"] == article.number


def test_an_article_shows_values_functions_and_worked_examples(client: Any) -> None:
    words = text_of(page_of(client, "/ratings/articles/fide-2004/10.3/"))
    assert "weighted_mean_of_results" in words
    assert "ratings.engine.period.first_of_period" in words
    assert "ru 2280, n 5; ru 2400, n 10; ru 2000, n 5" in words
    assert "new 2270" in words


def test_an_article_that_is_refused_says_why_and_a_deviation_stands_out(client: Any) -> None:
    assert "misprinted" in text_of(page_of(client, "/ratings/articles/fide-2004/14.1/"))
    deviation = text_of(page_of(client, "/ratings/articles/fide-2004/9.12a/"))
    assert "The portal does otherwise" in deviation
    assert "year of birth" in deviation


def test_an_article_by_analogy_says_so_and_marks_its_values(client: Any) -> None:
    words = text_of(page_of(client, "/ratings/articles/fide-2005/10.23/"))
    assert "The article of fide-2004 stands in" in words
    assert "Not verified against the published text." in words
    assert "10.23 in fide-2004" in words


@pytest.mark.parametrize(
    "address",
    [
        "/ratings/articles/fide-1899/",
        "/ratings/articles/fide-1899/1.1/",
        "/ratings/articles/fide-2004/99.9/",
        "/ratings/editions/fide-1899/",
        "/ratings/editions/of/laws-of-go/",
    ],
)
def test_what_does_not_exist_has_the_page_of_missing_pages(client: Any, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def test_a_text_that_is_not_at_hand_leads_to_its_parameters(client: Any) -> None:
    response = client.get("/ratings/articles/fide-2024/8.3.1/")
    assert response.url == "/ratings/editions/fide-2024/#article-8.3.1"
    assert client.get("/ratings/articles/fide-2024/").url == "/ratings/editions/fide-2024/"


def test_the_rapid_chapter_of_a_text_leads_into_the_text(client: Any) -> None:
    assert article_address("fide-rb-2004", "15.0b") == "/ratings/articles/fide-2004/15.0b/"
    assert client.get("/ratings/articles/fide-rb-2004/").url == "/ratings/articles/fide-2004/"
    assert "fide-rb-2004" in text_of(page_of(client, "/ratings/articles/fide-2004/15.0b/"))


# --- editions ------------------------------------------------------------------------------------------


def test_editions_stand_side_by_side_with_marks_and_numbered_notes(client: Any) -> None:
    page = page_of(client, "/ratings/editions/")
    for item in editions("fide-rating"):
        assert f'href="/ratings/editions/{item.key}/"' in page
    row = re.search(
        r"<tr>\s*<th[^>]*><span class=\"path\">rated_opponents_needed</span>.*?</tr>", page, re.DOTALL
    )
    assert row is not None
    cells = [text_of(cell) for cell in re.findall(r"<td>(.*?)</td>", row[0], re.DOTALL)]
    assert [cell.split()[0] for cell in cells[:2]] == ["3", "4"]
    marks = re.findall(r'href="#note-(\d+)"', page)
    assert marks
    for number in set(marks):
        assert f'id="note-{number}"' in page


def test_every_unverified_value_has_its_mark_in_the_comparison(client: Any) -> None:
    for regulation in {item.regulation for item in editions()}:
        page = page_of(client, f"/ratings/editions/of/{regulation}/")
        unverified = sum(
            not parameter.verified for item in editions(regulation) for parameter in item.parameters.values()
        )
        assert len(re.findall(r'class="doubt"', page)) == unverified


def test_every_edition_has_a_page_that_lists_each_value_with_article_and_source(client: Any) -> None:
    for item in editions():
        page = page_of(client, f"/ratings/editions/{item.key}/")
        words = text_of(page)
        for parameter in item.parameters.values():
            assert f'<span class="path">{parameter.name}</span>' in page
            assert " ".join(parameter.article.split()) in words
        assert words.count("Not verified against the published text.") == sum(
            not parameter.verified for parameter in item.parameters.values()
        )
        anchors = re.findall(r'id="(article-[^"]+)"', page)
        assert len(anchors) == len(set(anchors))


def test_editions_are_downloaded_with_every_value(client: Any) -> None:
    rows = list(
        csv.reader(
            io.StringIO(client.get("/ratings/editions/?format=csv").content.decode("utf-8-sig")),
            delimiter=";",
        )
    )
    keys = [item.key for item in editions("fide-rating")]
    assert rows[0] == ["parameter", *keys]
    caps = dict(zip(rows[0], next(row for row in rows if row[0] == "gap_cap"), strict=True))
    assert (caps["fide-2004"], caps["fide-2024"]) == ("350", "400")
    whole = client.get("/ratings/editions/fide-2005/?format=json").json()
    needed = next(one for one in whole["parameters"] if one["name"] == "rated_opponents_needed")
    assert (needed["value"], needed["article"], needed["verified"]) == ("4", "6.42", True)
    one = client.get("/ratings/editions/fide-2005/?format=csv").content.decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(one), delimiter=";"))[:2] == ["parameter", "value"]


# --- links of derivations ------------------------------------------------------------------------------


def ledger(edition: str, article: str, **more: Any) -> str:
    inside = {"article": article, "text": "inside", "value": "1", "parts": []}
    step = {"article": article, "text": "step", "value": "1", "parts": [inside], **more}
    derivation = {"title": "T", "result": "1", "steps": [step], "edition": edition}
    return render_to_string("components/derivation.html", {"derivation": derivation})


@pytest.mark.parametrize(
    ("edition", "article", "address"),
    [
        ("fide-2004", "10.52", "/ratings/articles/fide-2004/10.52/"),
        ("fide-2005", "6.42", "/ratings/articles/fide-2005/6.42/"),
        ("racc-2014", "3.3", "/ratings/articles/racc-2014/3.3/"),
        ("fide-2025-10", "8.3.1", "/ratings/editions/fide-2025-10/#article-8.3.1"),
        ("c07-2026", "nothing of that number", "/ratings/editions/c07-2026/"),
    ],
)
def test_a_step_leads_to_its_article_at_every_depth(edition: str, article: str, address: str) -> None:
    page = ledger(edition, article)
    assert page.count(f'<a href="{address}">{article}</a>') == 2
    assert f'href="/ratings/editions/{edition}/"' in page


def test_a_step_of_an_unknown_edition_stays_plain_and_escaped() -> None:
    page = ledger("Laws <of> Go", "1 <b>")
    assert "<a " not in page
    assert "1 &lt;b&gt;" in page


def test_an_address_that_the_caller_has_goes_before() -> None:
    assert '<a href="/elsewhere/">10.52</a>' in ledger("fide-2004", "10.52", article_url="/elsewhere/")


def test_a_change_links_each_of_its_steps(
    client: Any, people: Any, opening: Any, played: Any, rate: Any
) -> None:
    from ratings.models import RatedEntry

    one, two = people(2)
    opening({one: 2100, two: 2000}, day=date(2006, 1, 1), edition="fide-2004")
    rate(played([one, two], [[(1, 2, "1-0")]], start=date(2006, 2, 1)), received_on=date(2006, 3, 1))
    entry = RatedEntry.objects.get(person=one)
    page = page_of(client, f"/ratings/changes/{entry.pk}/")
    steps = re.findall(r'<span class="article">(.*?)</span>', page, re.DOTALL)
    assert len(steps) > 4
    assert [step for step in steps if "/ratings/articles/fide-2004/" not in step] == []
    for address in set(re.findall(r'href="(/ratings/articles/fide-2004/[^"]+)"', page)):
        assert client.get(address).status_code == 200
