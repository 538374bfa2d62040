"""Pages kept ready: made once for a version, given as packed bytes after one query, and never to the wrong reader."""

import gzip

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.benchmarks.standings_data import open_event, stored
from tournaments.models import EventOfficial
from tournaments.services import facts_changed

pytestmark = pytest.mark.django_db
PAGES = ("standings", "crosstable", "standings_live")


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def ask(client, event, name="standings", query="", **headers):
    return client.get(reverse(f"tiebreaks:{name}", args=[event.pk]) + query, headers=headers or None)


def queries(client, event, name, **headers):
    with CaptureQueriesContext(connection) as captured:
        response = ask(client, event, name, **headers)
    return len(captured), response


@pytest.mark.parametrize("name", PAGES)
def test_the_second_reader_gets_the_bytes_of_the_first_after_one_query(six, name):
    first = ask(Client(), six, name)
    asked, second = queries(Client(), six, name)
    assert asked == 1
    assert second.content == first.content
    assert second["ETag"] == first["ETag"]


@pytest.mark.parametrize("name", PAGES)
def test_who_takes_packed_bytes_gets_them(six, name):
    plain = ask(Client(), six, name)
    for _again in range(2):  # made now, then from what is kept
        packed = ask(Client(), six, name, accept_encoding="br, gzip")
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert {"Accept-Encoding", "Cookie"} <= {part.strip() for part in packed["Vary"].split(",")}
    assert "Content-Encoding" not in plain


def test_a_changed_fact_and_another_language_are_other_pages(six):
    first = ask(Client(), six)
    assert b"After round 3 of 3" in first.content
    other = ask(Client(), six, accept_language="uk")
    assert other["ETag"] != first["ETag"]
    assert b'<html lang="uk">' in other.content
    facts_changed(six)
    assert ask(Client(), six)["ETag"] != first["ETag"]


def test_who_is_logged_in_gets_a_page_of_his_own(six, accounts):
    ask(Client(), six)
    client = Client()
    client.force_login(accounts("reader"))
    own = ask(client, six, accept_encoding="gzip")
    assert "Content-Encoding" not in own
    assert "reader" in own.content.decode()
    assert "reader" not in ask(Client(), six).content.decode()


def test_a_page_made_for_somebody_logged_in_is_not_kept(six, accounts):
    client = Client()
    client.force_login(accounts("reader"))
    ask(client, six)
    assert queries(Client(), six, "standings")[0] > 1


def test_a_draft_is_not_kept(make_event, accounts):
    event = make_event({1: "2w1", 2: "1b0"}, state="draft")
    clerk = accounts("clerk")
    EventOfficial.objects.create(event=event, account=clerk, role="clerk")
    client = Client()
    client.force_login(clerk)
    assert ask(client, event).status_code == 200
    assert ask(Client(), event).status_code == 404


@pytest.mark.parametrize(
    "query", ["?filler=1", "?round=filler", "?round=02", "?round=100", "?round=1&round=2"]
)
def test_a_page_with_parameters_that_it_has_not_is_made_anew_each_time(six, query):
    ask(Client(), six, query=query)
    with CaptureQueriesContext(connection) as captured:
        ask(Client(), six, query=query)
    assert len(captured) > 1


def test_not_modified_names_what_the_page_depends_on(six):
    first = ask(Client(), six)
    again = ask(Client(), six, if_none_match=first["ETag"])
    assert again.status_code == 304
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= {
        part.strip() for part in again["Vary"].split(",")
    }


def test_an_event_that_does_not_exist_is_not_found(client, db):
    assert [client.get(reverse(f"tiebreaks:{name}", args=[404])).status_code for name in PAGES] == [404] * 3


@pytest.mark.parametrize(("name", "number"), [("standings", 20), ("crosstable", 23)])
def test_as_many_queries_for_50_players_as_for_500(name, number):
    events = [stored(open_event(players, 3)) for players in (50, 500)]
    assert [queries(Client(), event, name)[0] for event in events] == [number, number]
    assert [queries(Client(), event, name)[0] for event in events] == [1, 1]
