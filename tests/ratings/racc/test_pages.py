"""Pages of a counted correspondence event: the derivation of a change, the event's columns, list, norms."""

import json
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
IN_TIME = date(2026, 9, 10)


@pytest.fixture
def counted(people: Any, first_list: Any, by_post: Any, rate: Any, quarter: Any) -> Any:
    """2000 beats eleven of 2400: .08 x 11 = .88, 202.4, limited to 200; and a newcomer with nothing."""
    own, *others = people(12)
    new = people(1)[0]
    first_list({own: 2000, **dict.fromkeys(others, 2400)})
    games = [(1, number, "1-0") for number in range(2, 13)] + [(2, 13, "1-0")]
    event = by_post([own, *others, new], games, norms="KMS 2.0 of 12")
    quarter()
    return event, rate(event, IN_TIME)


def row_of(calculation: Any, number: int) -> Any:
    return calculation.entries.get(number=number)


def test_the_derivation_of_a_limited_change_shows_formula_limit_and_articles(
    client: Any, counted: Any
) -> None:
    _event, calculation = counted
    page = client.get(reverse("ratings:change", args=[row_of(calculation, 1).pk]))
    text = page.content.decode()
    assert page.status_code == 200
    assert "table 2 gives E = 0.08" in text
    assert "202.4 is more than one event may change a coefficient, 200: 200" in text
    assert "The formula gives +202.4." in text
    assert ">3.3<" in text


def test_the_derivation_of_a_newcomer_shows_the_estimate(client: Any, counted: Any) -> None:
    """2200 + 20 x (0 - 2) = 2160."""
    _event, calculation = counted
    text = client.get(reverse("ratings:change", args=[row_of(calculation, 13).pk])).content.decode()
    assert "2200 + 20 × (0 − 2) = 2160" in text
    assert "2160, estimated" in text


def test_the_event_lists_the_methods_own_figures(client: Any, counted: Any) -> None:
    event, _calculation = counted
    address = reverse("ratings:event", args=[event.pk])
    text = client.get(address).content.decode()
    for head in ("IK old", "avg", "protection", "IK new"):
        assert head in text
    assert "±200" in text
    first = json.loads(client.get(address, {"format": "json"}).content)[0]
    assert {name: first[name] for name in ("ik_old", "average", "d", "e", "delta", "ik_new")} == {
        "ik_old": 2000,
        "average": 2400,
        "d": -400,
        "e": "0.08",
        "delta": "200",
        "ik_new": 2200,
    }
    assert (
        client.get(address, {"format": "csv"}).content.decode("utf-8-sig").startswith("SNo;Name;IK old;avg")
    )


def test_the_list_names_the_events_of_the_period(client: Any, counted: Any, publish: Any) -> None:
    _event, calculation = counted
    calculation.refresh_from_db()
    listed = publish(calculation.period)
    row = json.loads(client.get(reverse("ratings:list", args=[listed.key]), {"format": "json"}).content)[0]
    assert row["events"] == "Invented Open"
    file = client.get(reverse("ratings:file_format", args=[listed.key, "csv"]))
    head, first = b"".join(file).decode("utf-8-sig").splitlines()[:2]
    assert head.endswith("last_entered,events")
    assert first.endswith("2026-10-01,Invented Open")
    text = client.get(reverse("ratings:period_change", args=[listed.key, row_of(calculation, 1).person_id]))
    assert "Invented Open: 2000 + 200, rounded half up: 2200" in text.content.decode()


def test_the_preview_of_coefficients_has_no_k_no_floor_and_no_exact_sum(
    client: Any, counted: Any, officer: Any
) -> None:
    client.force_login(officer)
    address = reverse("commission:period", args=[counted[1].period_id])
    row = client.get(address, {"format": "json"}).json()[0]
    assert "after" in row and not {"k", "sum"} & set(row)
    page = client.get(address).content.decode()
    assert "Players on the list" in page and "Become inactive" not in page


def test_the_standings_tell_who_reached_the_norm(client: Any, counted: Any) -> None:
    event, _calculation = counted
    text = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    assert "Norm of candidate master" in text
    part = text.split("Norm of candidate master")[1].split("</dl>")[0]
    assert "2 of 12" in part
    assert part.count("Player000") == 1
    assert "Player001" not in part


def test_the_page_of_an_event_asks_the_database_as_often_for_thirteen_as_for_three(
    client: Any, counted: Any, by_post: Any, rate: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from players.models import CurrentRating

    event, _calculation = counted
    # Players of the list, as those of the great event: the list to come is looked up for both.
    listed = CurrentRating.objects.filter(person__entries__event=event, kind="ik").order_by("person_id")[:3]
    small = by_post([row.person for row in listed], [(1, 2, "1-0"), (2, 3, "1-0")], name="Small")
    rate(small, IN_TIME)
    counts = []
    for chosen in (small, event):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("ratings:event", args=[chosen.pk])).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
