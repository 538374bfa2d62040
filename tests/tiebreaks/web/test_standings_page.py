"""The standings: what they show, to whom, how often the database is asked."""

import csv
import io
import json
import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from tests.tiebreaks.web.reading import table
from tiebreaks.models import StoredStandings
from tiebreaks.services import standings_of
from tournaments.models import EventOfficial
from tournaments.services import facts_changed

pytestmark = pytest.mark.django_db


def page(client, event, **query):
    return client.get(reverse("tiebreaks:standings", args=[event.pk]), query)


def test_the_standings_stand_in_the_order_of_the_criteria(client, six):
    rows = table(page(client, six))
    assert [(row["Rk"], row["SNo"]) for row in rows] == [
        ("1", "6"), ("2", "2"), ("3", "1"), ("4", "4"), ("5", "5"), ("6", "3"),
    ]  # fmt: skip
    assert [row["Pts"] for row in rows] == ["2½", "2½", "1½", "1", "1", "½"]


def test_equal_places_repeat_the_number_and_the_next_place_skips(client, three_tied):
    rows = table(page(client, three_tied))
    assert [(row["Rk"], row["SNo"]) for row in rows if row["SNo"] in ("2", "4", "6")] == [
        ("2", "4"), ("3", "2"), ("3", "6"),
    ]  # fmt: skip
    assert [row["Rk"] for row in rows][:5] == ["1", "2", "3", "3", "5"]
    assert "Players whom no criterion separates share a rank" in page(client, three_tied).content.decode()


def test_a_direct_encounter_that_decides_nothing_says_why(client, three_tied):
    by_number = {row["SNo"]: row for row in table(page(client, three_tied))}
    assert [by_number[number]["DE"] for number in ("2", "4", "6")] == ["not all met"] * 3
    assert by_number["5"]["DE"] == "–"


def test_the_legend_names_criteria_edition_and_unplayed_regime(client, make_event):
    event = make_event(
        {1: "2w1", 2: "1b0"}, tie_break_edition="ua-2011", unplayed_edition="c07-2009", order="PTS,BH/C1"
    )
    text = page(client, event).content.decode()
    assert "Buchholz, cut 1" in text
    assert "ua-2011" in text
    assert "30.3.1" in text
    assert "c07-2009" in text


def test_every_value_opens_the_derivation_at_the_address_of_the_resolver(client, three_tied):
    text = page(client, three_tied).content.decode()
    for label in ("PTS", "DE", "BH"):
        assert f'href="{reverse("tiebreaks:value", args=[three_tied.pk, 4, label])}" data-panel' in text


def test_a_second_direct_encounter_has_an_address_of_its_own(client, make_event):
    event = make_event({1: "2w= .", 2: "1b= .", 3: ". ."}, order="PTS,DE,BH,DE")
    address = reverse("tiebreaks:value", args=[event.pk, 1, "DE#2"])
    assert f'href="{address}"' in page(client, event).content.decode()
    assert client.get(address).status_code == 200


def test_standings_after_an_earlier_round_count_that_round_alone(client, six):
    rows = table(page(client, six, round=1))
    assert {row["SNo"]: row["Pts"] for row in rows} == {
        "1": "1",
        "2": "1",
        "3": "½",
        "4": "0",
        "5": "0",
        "6": "½",
    }
    assert "After round 1 of 3" in page(client, six, round=1).content.decode()


def test_open_games_are_said_over_the_table(client, make_event):
    swiss = make_event({1: "2w1 3w*", 2: "1b0 4w1", 3: "4w1 1b*", 4: "3b0 2b0"})
    assert "After round 2 of 2 · 1 game without a result" in page(client, swiss).content.decode()
    robin = make_event({1: "2w*", 2: "1b*", 3: "4w*", 4: "3b*"}, system="round_robin")
    assert "As it stands · 2 games without a result" in page(client, robin).content.decode()


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "x", "²"])
def test_a_round_that_is_none_shows_the_standings_as_they_stand(client, six, wrong):
    assert [row["SNo"] for row in table(page(client, six, round=wrong))] == ["6", "2", "1", "4", "5", "3"]


def test_a_filter_keeps_the_places_among_all(client, make_event):
    event = make_event({1: "2w0", 2: "1b1"}, facts={1: {"federation": "XXB", "name": "Żółw, Ewa"}})
    assert [(row["Rk"], row["SNo"]) for row in table(page(client, event, fed="XXB"))] == [("2", "1")]
    assert [row["SNo"] for row in table(page(client, event, q="zolw"))] == ["1"]
    assert "Nobody found" in page(client, event, q="nobody").content.decode()


def test_before_the_first_round_the_start_list_stands_there(client, make_event):
    event = make_event({1: "", 2: ""}, state="registered")
    response = page(client, event)
    assert [row["SNo"] for row in table(response)] == ["1", "2"]
    assert "The first round has not begun" in response.content.decode()


def test_an_event_without_players_says_what_belongs_here(client, make_event):
    assert "No players yet" in page(client, make_event({}, state="registered")).content.decode()


def test_an_event_without_a_first_day_says_what_is_missing_and_lists_the_players(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, start=None, tie_break_edition="", unplayed_edition="")
    response = page(client, event)
    assert "The first day of play decides the tie-break rules" in response.content.decode()
    assert [row["SNo"] for row in table(response)] == ["1", "2"]


def test_an_order_that_the_edition_does_not_know_is_said_not_guessed(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, order="PTS,NOSUCH")
    assert "NOSUCH" in page(client, event).content.decode()
    assert not StoredStandings.objects.exists()


def test_a_draft_is_there_for_its_officials_alone(client, make_event, accounts):
    event = make_event({1: "2w1", 2: "1b0"}, state="draft")
    addresses = [
        reverse("tiebreaks:standings", args=[event.pk]),
        reverse("tiebreaks:standings_live", args=[event.pk]),
        reverse("tiebreaks:crosstable", args=[event.pk]),
        reverse("tiebreaks:value", args=[event.pk, 1, "BH"]),
        reverse("tiebreaks:compare", args=[event.pk]),
    ]
    assert [client.get(address).status_code for address in addresses] == [404] * 5
    client.force_login(accounts("stranger"))
    assert [client.get(address).status_code for address in addresses] == [404] * 5
    clerk = accounts("clerk")
    EventOfficial.objects.create(event=event, account=clerk, role="clerk")
    client.force_login(clerk)
    assert [client.get(address).status_code for address in addresses] == [200] * 5


def test_a_name_is_escaped(client, make_event):
    event = make_event(
        {1: "2w1", 2: "1b0"}, facts={1: {"name": "<script>alert(1)</script>", "federation": "<b>"}}
    )
    for name in ("standings", "crosstable"):
        text = client.get(reverse(f"tiebreaks:{name}", args=[event.pk])).content.decode()
        assert "<script>alert" not in text
        assert "<b>" not in text


def test_standings_are_counted_once_a_version_and_older_ones_go(six):
    first = standings_of(six)
    assert StoredStandings.objects.count() == 1
    StoredStandings.objects.update(payload=first | {"rounds": 77})
    assert standings_of(six)["rounds"] == 77
    facts_changed(six)
    assert standings_of(six)["rounds"] == 3
    assert [row.event_version for row in StoredStandings.objects.all()] == [six.version]


def test_a_changed_order_is_counted_anew(six):
    assert [row["number"] for row in standings_of(six)["rows"]] == [6, 2, 1, 4, 5, 3]
    six.tie_break_order = "PTS,TPN"
    assert [row["number"] for row in standings_of(six)["rows"]] == [2, 6, 1, 4, 5, 3]


def test_values_are_plain_strings_and_unknown_ones_nothing(three_tied):
    row = next(row for row in standings_of(three_tied)["rows"] if row["number"] == 4)
    assert row["values"] == {"PTS": "2", "DE": None, "BH": "4"}
    assert row["points"] == "2"


def test_the_csv_holds_what_the_page_shows(client, three_tied):
    response = page(client, three_tied, format="csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    assert [(row["Rk"], row["SNo"], row["Pts"], row["DE"], row["BH"]) for row in rows][:3] == [
        ("1", "5", "2.5", "", "4.5"), ("2", "4", "2", "", "4"), ("3", "2", "2", "", "3"),
    ]  # fmt: skip


def test_the_json_has_the_keys_of_the_command_line(client, three_tied):
    document = json.loads(page(client, three_tied, format="json").content)
    assert document["edition"] == "c07-2026"
    assert document["order"] == ["PTS", "DE", "BH"]
    second = document["standings"][1]
    assert (second["place"], second["start_number"], second["values"]["BH"]) == (2, 4, "4")
    assert second["reasons"] == {"DE": "in_reach"}


def lines_of_pairs(pairs):
    """So many boards of one round."""
    lines = {}
    for number in range(1, 2 * pairs, 2):
        lines |= {number: f"{number + 1}w1", number + 1: f"{number}b0"}
    return lines


def counted(client, address):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", ["standings", "crosstable"])
def test_the_number_of_queries_does_not_grow_with_the_players(client, make_event, name):
    small = make_event(lines_of_pairs(1))
    large = make_event(lines_of_pairs(25))
    address = f"tiebreaks:{name}"
    cold = [counted(client, reverse(address, args=[event.pk])) for event in (small, large)]
    assert cold[0] == cold[1]
    warm = [counted(client, reverse(address, args=[event.pk])) for event in (small, large)]
    assert warm[0] == warm[1] < cold[0]


def test_an_unchanged_page_is_answered_without_its_body(client, six):
    first = page(client, six)
    again = client.get(
        reverse("tiebreaks:standings", args=[six.pk]), headers={"if-none-match": first["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    facts_changed(six)
    changed = client.get(
        reverse("tiebreaks:standings", args=[six.pk]), headers={"if-none-match": first["ETag"]}
    )
    assert changed.status_code == 200


def test_a_page_of_somebody_logged_in_is_never_taken_from_a_stranger(client, six, accounts):
    first = page(client, six)
    client.force_login(accounts("reader"))
    again = client.get(
        reverse("tiebreaks:standings", args=[six.pk]), headers={"if-none-match": first["ETag"]}
    )
    assert again.status_code == 200
    assert "private" in again["Cache-Control"]
    assert "ETag" not in again


def test_the_page_of_an_event_being_played_asks_for_changes(client, six):
    text = page(client, six).content.decode()
    address = reverse("tiebreaks:standings_live", args=[six.pk])
    assert f'hx-get="{address}"' in text
    part = client.get(address)
    assert [row["SNo"] for row in table(part)] == ["6", "2", "1", "4", "5", "3"]
    assert f'data-etag="{escape(part["ETag"])}"' in text
    assert client.get(address, headers={"if-none-match": part["ETag"]}).status_code == 304


def test_a_finished_event_and_an_earlier_round_ask_for_nothing(client, six, make_event):
    assert "hx-get" not in page(client, six, round=1).content.decode()
    six.state = "finished"
    six.save()
    assert "hx-get" not in page(client, six).content.decode()


def test_every_rank_asks_why_and_is_answered_by_who_stands_next_ahead(client, three_tied):
    # 5 is first, 4 second, 2 and 6 share the third place, then the rest.
    for query in ({}, {"round": 2}, {"q": "Player006"}):
        text = page(client, three_tied, **query).content.decode()
        asked = [unescape(address) for address in re.findall(r'<a class="why" href="([^"]+)"', text)]
        assert len(asked) == text.count('<tr id="p')
        for address in asked:
            answer = client.get(address)
            assert (answer.status_code, 'class="compare-answer"' in answer.content.decode()) == (200, True)
            assert ("round=2" in address) == ("round" in query)
    pairs = dict(re.findall(r"a=(\d+)&amp;b=(\d+)", page(client, three_tied).content.decode()))
    assert (pairs["5"], pairs["4"], pairs["2"], pairs["6"]) == ("4", "5", "4", "4")


def test_who_is_alone_has_nobody_to_be_compared_with(client, make_event):
    alone = make_event({1: "U"})
    assert 'class="why"' not in page(client, alone).content.decode()
    address = reverse("tiebreaks:compare", args=[alone.pk])
    for query in ({}, {"a": 1}, {"a": 1, "b": 1}):
        assert client.get(address, query).status_code == 200


def test_a_value_of_an_earlier_round_leads_on_to_that_round(client, three_tied):
    value = reverse("tiebreaks:value", args=[three_tied.pk, 2, "BH"])
    text = client.get(value, {"round": 2}).content.decode()
    assert f'{reverse("tiebreaks:compare", args=[three_tied.pk])}?round=2&amp;a=2"' in text
    assert f'{reverse("tiebreaks:standings", args=[three_tied.pk])}?round=2#p2"' in text


def test_a_comparison_has_a_tag_and_is_not_sent_twice(client, six):
    address = reverse("tiebreaks:compare", args=[six.pk]) + "?a=1&b=2"
    first = client.get(address)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    facts_changed(six)
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200
