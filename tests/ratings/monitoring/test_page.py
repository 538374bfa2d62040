"""The page on the scale: its tables and charts, what it says when there is nothing, its downloads."""

import csv
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache

ADDRESS = "/ratings/monitoring/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def watched(people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any) -> Any:
    """1630, 1600 and 1500; the first beats the second; a year later a list without games."""
    crowd = people(3)
    opening(dict(zip(crowd, (1630, 1600, 1500), strict=True)))
    april = period()
    rate(played(crowd, [[(1, 2, "1-0")]]))
    publish(april)
    return publish(period(date(2027, 1, 1)))


def table(page: str, caption: str) -> list[list[str]]:
    """The rows of the table with this caption, tags taken away."""
    bodies = (part.split("</table>")[0] for part in page.split("<table")[1:])
    body = next(body for body in bodies if caption in body)
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    found = []
    for row in rows:
        cells = [
            cell.split('<span class="fold-line">')[0]
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        found.append([re.sub(r"<[^>]+>", "", cell).strip() for cell in cells])
    return found


def test_the_page_shows_what_the_lists_say(client: Any, watched: Any) -> None:
    page = client.get(ADDRESS).content.decode()
    # (1630 + 1600 + 1500)/3 = 1576.67; deviations 53.33, 23.33, -76.67: variance 3088.9, root 55.58
    opening = table(page, "Active players by list")[-1]
    assert opening[:5] == ["1 Jan 2026", "3", "1576.7", "1600.0", "55.6"]
    # K 20, PD(30) = .54: 1630 + 9.2 and 1600 - 9.2; deviations 62.33, 14.33, -76.67: root of 3322.9
    assert table(page, "Active players by list")[2][:5] == ["1 Apr 2026", "3", "1576.7", "1591.0", "57.6"]
    forecast = table(page, "Expected and achieved score")
    assert forecast[1] == ["1–50", "1", "54.0", "100.0", "20.6", "100.0", "+46.0", "yes"]
    assert page.count('role="img"') >= 4
    assert f'href="/ratings/{watched.key}/"' in page


def test_without_lists_the_page_says_what_will_come(client: Any) -> None:
    page = client.get(ADDRESS).content.decode()
    assert "No list is published yet" in page
    assert '<svg class="chart"' not in page


def test_a_first_list_has_no_newcomers_no_year_and_no_games(client: Any, people: Any, opening: Any) -> None:
    opening({people(1)[0]: 1500})
    page = client.get(ADDRESS).content.decode()
    for words in ("No new players yet", "No two lists a year apart", "No games yet"):
        assert words in page


@pytest.mark.parametrize(
    "query", ["?kind=nonsense", "?lists=7", "?table=nothing&format=csv", "?table=players"]
)
def test_nonsense_shows_the_page(client: Any, watched: Any, query: str) -> None:
    answer = client.get(ADDRESS + query)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")


def test_each_table_is_a_file_with_the_same_figures(client: Any, watched: Any) -> None:
    page = client.get(ADDRESS).content.decode()
    for key, caption in (("players", "Active players by list"), ("forecast", "Expected and achieved")):
        shown = table(page, caption)
        answer = client.get(f"{ADDRESS}?kind=standard&table={key}&format=csv")
        assert answer["Content-Disposition"] == f'attachment; filename="monitoring-standard-{key}.csv"'
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
        assert (rows[0], len(rows)) == (shown[0], len(shown))
        data = json.loads(client.get(f"{ADDRESS}?kind=standard&table={key}&format=json").content)
        assert [list(row.values()) for row in data] == [
            [
                int(cell) if isinstance(value, int) else cell
                for cell, value in zip(row, one.values(), strict=True)
            ]
            for row, one in zip(rows[1:], data, strict=True)
        ]
    assert data[0]["achieved"] == "100"


def test_numbers_of_a_file_have_a_point_in_every_language(client: Any, watched: Any) -> None:
    page = client.get(ADDRESS, headers={"Accept-Language": "hr"}).content.decode()
    assert "1576,7" in page
    answer = client.get(f"{ADDRESS}?table=players&format=csv", headers={"Accept-Language": "hr"})
    assert "1576.67" in answer.content.decode()


def test_a_kind_and_all_lists_can_be_chosen(client: Any, watched: Any, officer: Any, people: Any) -> None:
    from ratings.services_lists import OpeningRow, list_enter_opening

    list_enter_opening(
        actor=officer,
        kind="rapid",
        effective_from=date(2026, 1, 1),
        edition_key="fide-2025-10",
        rows=[OpeningRow(people(1)[0].pk, 2222, k=20)],
    )
    rapid = client.get(f"{ADDRESS}?kind=rapid&lists=all").content.decode()
    assert "2222.0" in rapid
    assert "1576.7" not in rapid
    assert "kind=rapid&amp;lists=all&amp;table=players&amp;format=csv" in rapid


def test_the_lists_lead_to_the_page(client: Any, watched: Any) -> None:
    assert f'href="{ADDRESS}"' in client.get("/ratings/").content.decode()


def test_nothing_is_written_by_looking(client: Any, watched: Any) -> None:
    from core.models import LedgerRow

    before = LedgerRow.objects.count()
    client.get(ADDRESS)
    assert LedgerRow.objects.count() == before
    assert client.post(ADDRESS).status_code == 405
