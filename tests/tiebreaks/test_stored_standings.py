"""Stored standings: counted from flat rows as from a whole record, written by one statement, read as counted."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.benchmarks.standings_data import open_event, stored
from tiebreaks import stored as stored_standings
from tiebreaks.engine.field import field_of
from tiebreaks.engine.ranking import rank
from tiebreaks.facts import facts_of
from tiebreaks.models import StandingsRow, StoredStandings
from tiebreaks.services import counted, rules_of, standings_of
from tournaments.record.crosstable import rounds_started
from tournaments.rulebook.shelf import edition
from tournaments.services import facts_changed
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db
ORDER = ("PTS", "BH/C1", "AOB", "DE", "TPR", "SB")


@pytest.fixture
def event(db: Any) -> Any:
    """Thirty-one players after three rounds with byes, forfeits and withdrawals."""
    return stored(open_event(31, 3), ORDER)


def test_flat_facts_give_the_field_of_the_whole_record(event: Any) -> None:
    from tournaments.models import ByeRequest, Entry

    Entry.objects.create(event=event, name="Nobody, Numbered")
    asked = Entry.objects.get(event=event, number=3)
    ByeRequest.objects.create(entry=asked, round_number=2, code="H")  # paired already: the seat tells
    ByeRequest.objects.create(entry=asked, round_number=7, code="Z")
    flat, whole = facts_of(event).as_record(), record_of(event.pk)
    for through_round in (None, 2):
        assert field_of(flat, through_round) == field_of(whole, through_round)
    assert flat.event == whole.event
    assert list(flat.byes) == list(whole.byes)
    assert rounds_started(flat) == rounds_started(whole) == 3


def test_flat_facts_have_the_teams_of_the_whole_record(event: Any) -> None:
    from tournaments.models import Entry, Team

    for number, name in ((2, "Rooks"), (1, "Knights")):
        team = Team.objects.create(event=event, number=number, name=name, federation="XXA")
        for order, member in enumerate((number + 10, number), start=1):
            Entry.objects.filter(event=event, number=member).update(team=team, board_order=order)
    assert tuple(facts_of(event).teams) == record_of(event.pk).teams
    assert [team.members for team in facts_of(event).teams] == [(11, 1), (12, 2)]


def test_stored_values_are_those_of_the_engine(event: Any) -> None:
    standings_of(event)
    payload = standings_of(event)
    counted_anew = rank(record_of(event.pk), edition("c07-2026"), ORDER)
    assert [row["number"] for row in payload["rows"]] == [row.number for row in counted_anew.rows]
    for shown, row in zip(payload["rows"], counted_anew.rows, strict=True):
        assert (shown["place"], tuple(shown["path"])) == (row.place, row.path)
        assert shown["reasons"] == dict(row.reasons)
        exact = shown["values"] | shown.get("exact", {})
        assert {label: None if text is None else Fraction(text) for label, text in exact.items()} == {
            label: None if value is None else Fraction(value) for label, value in row.values.items()
        }
    assert any("AOB" in row.get("exact", {}) for row in payload["rows"])  # thirds and the like stay exact


def test_the_standing_read_is_the_standing_counted(event: Any) -> None:
    first = standings_of(event)
    with CaptureQueriesContext(connection) as captured:
        assert standings_of(event) == first
    assert len(captured) == 2  # the head and the rows


def test_all_rows_are_written_by_one_statement(event: Any) -> None:
    with CaptureQueriesContext(connection) as captured:
        standings_of(event)
    table = StandingsRow._meta.db_table
    written = [query["sql"] for query in captured if f'INSERT INTO "{table}"' in query["sql"]]
    assert len(written) == 1
    assert StandingsRow.objects.count() == 31


def test_rows_of_earlier_versions_go(event: Any) -> None:
    standings_of(event)
    standings_of(event, 2)
    facts_changed(event)
    standings_of(event)
    assert StoredStandings.objects.count() == 1
    assert StandingsRow.objects.count() == 31


def test_a_second_first_reader_finds_what_the_first_wrote(event: Any) -> None:
    made = counted(event, rules_of(event))
    key = {
        "event_id": event.pk,
        "event_version": event.version,
        "through_round": 0,
        "order_text": ",".join(ORDER),
        "edition": "c07-2026",
        "unplayed_edition": "c07-2026",
    }
    stored_standings.keep(key, made)
    stored_standings.keep(key, made)
    assert (StoredStandings.objects.count(), StandingsRow.objects.count()) == (1, 31)


def test_an_event_without_players_has_standings_without_rows(db: Any) -> None:
    event = stored(open_event(0, 3), ORDER)
    standings_of(event)
    assert standings_of(event)["rows"] == []
