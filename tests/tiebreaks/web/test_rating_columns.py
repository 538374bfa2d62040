"""The columns that come from the ratings: performance, and the change with the way to its derivation."""

import csv
import io
from datetime import UTC, date, datetime

import pytest
from django.urls import reverse

from players.models import Person
from ratings.models import Period, RatedEntry, RatedEvent
from tests.tiebreaks.web.reading import table

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(six):
    """A calculation for the six: one gained, one lost, one got a first rating, one had no game."""
    calculation = RatedEvent.objects.create(
        event=six,
        period=Period.objects.create(
            kind="standard", closing_day=date(2026, 4, 30), effective_from=date(2026, 5, 1)
        ),
        kind="standard",
        edition="fide-2025-10",
        edition_sha256="0" * 64,
        method="per_game",
        record_sha256="0" * 64,
        engine_version="1",
        rated_at=datetime(2026, 4, 10, tzinfo=UTC),
        received_on=date(2026, 4, 9),
    )
    facts = {
        1: {"change": "6.15", "games": 3},
        2: {"change": "-40/3", "games": 3},
        3: {"first_rating": "1850", "games": 3},
        4: {"games": 0},
    }
    for entry in six.entries.filter(number__in=facts):
        person = Person.objects.create(surname=entry.name)
        RatedEntry.objects.create(rated_event=calculation, entry=entry, person=person, **facts[entry.number])
    return calculation


def page(client, event):
    return client.get(reverse("tiebreaks:standings", args=[event.pk]))


def test_the_change_of_each_player_stands_in_the_last_column_and_opens(client, six, rated):
    rows = {row["SNo"]: row for row in table(page(client, six))}
    assert {number: row["rtg+/-"] for number, row in rows.items()} == {
        "1": "+6.15", "2": "−13.33", "3": "Ru 1850", "4": "", "5": "", "6": "",
    }  # fmt: skip
    change = rated.entries.get(entry__number=1)
    assert (
        f'href="{reverse("ratings:change", args=[change.pk])}" data-panel'
        in page(client, six).content.decode()
    )


def test_a_first_rating_is_no_bare_fraction_and_a_file_has_a_decimal_point_in_every_language(
    client, six, rated
):
    rated.entries.filter(entry__number=3).update(first_rating="19768/11")  # 1797 1/11
    assert {row["SNo"]: row["rtg+/-"] for row in table(page(client, six))}["3"] == "Ru 1797.09"
    address = reverse("tiebreaks:standings", args=[six.pk])
    answer = client.get(address, {"format": "csv"}, headers={"accept-language": "hr"})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert {row["SNo"]: row["rtg+/-"] for row in rows} == {
        "1": "+6.15", "2": "-13.3333", "3": "Ru 1797.0909", "4": "", "5": "", "6": "",
    }  # fmt: skip


def test_changes_are_provisional_until_their_list_is_published(client, six, rated):
    assert "provisional until their list is published" in page(client, six).content.decode()
    first = page(client, six)["ETag"]
    Period.objects.update(state="published")
    again = client.get(reverse("tiebreaks:standings", args=[six.pk]), headers={"if-none-match": first})
    assert again.status_code == 200
    assert "The changes of the ratings are published." in again.content.decode()


def test_without_a_calculation_there_is_no_column_of_changes(client, six):
    assert "rtg+/-" not in table(page(client, six))[0]


def test_the_performance_is_that_of_the_edition_and_opens(client, six):
    rows = {row["SNo"]: row for row in table(page(client, six))}
    # no. 6: 2½ of 3 against 2197, 2196 and 2199: mean 2197, 83 per cent, +273
    assert rows["6"]["Rp"] == "2470"
    address = reverse("tiebreaks:value", args=[six.pk, 6, "TPR"])
    assert f'href="{address}"' in page(client, six).content.decode()
    assert '<div class="derivation-result">2470</div>' in client.get(address).content.decode()


def test_where_the_performance_is_a_tie_break_it_stands_once(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, order="PTS,TPR")
    assert "Rp" not in table(page(client, event))[0]


def test_without_ratings_there_is_no_performance(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, facts={1: {"rating": None}, 2: {"rating": None}})
    assert "Rp" not in table(page(client, event))[0]


def test_a_kept_page_gives_way_to_that_with_the_changes(client, six, request):
    before = page(client, six)
    assert "rtg+/-" not in table(before)[0]
    calculation = request.getfixturevalue("rated")
    rated = page(client, six)
    assert "rtg+/-" in table(rated)[0]
    calculation.period.state = Period.State.PUBLISHED
    calculation.period.save()
    assert len({before["ETag"], rated["ETag"], page(client, six)["ETag"]}) == 3
