"""An event calculated from its frozen record: once in effect, never on top of what stood before."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

pytestmark = pytest.mark.django_db
APRIL = date(2026, 4, 1)


def plus_twelve(people: Any, opening: Any, played: Any) -> Any:
    """A player of 1600 with K 20 wins two games that bring 12 points: PD .70 each (difference 150)."""
    one, two, three = people(3)
    opening({one: 1600, two: 1450, three: 1450})
    # 2 x (1 - 0.70) x 20 = 12; table 8.1b: 146 to 153 is .70
    event = played([one, two, three], [[(1, 2, "1-0")], [(3, 1, "0-1")]])
    return one, event


def test_the_same_order_twice_is_one_calculation_and_1612_on_the_list(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.models import RatedEntry, RatedEvent

    one, event = plus_twelve(people, opening, played)
    chosen = period()
    first = rate(event)
    second = rate(event)
    assert first.pk == second.pk
    assert RatedEvent.objects.count() == 1
    assert RatedEntry.objects.filter(person=one).count() == 1
    row = publish(chosen).rows.get(person=one)
    assert (row.rating, row.games, row.games_total) == (1612, 2, 102)


@pytest.mark.django_db(transaction=True)
def test_two_calculations_at_once_are_one_in_effect(
    people: Any, opening: Any, played: Any, freeze: Any, period: Any, publish: Any, officer: Any
) -> None:
    from ratings.models import RatedEntry, RatedEvent
    from ratings.services import event_rate

    one, event = plus_twelve(people, opening, played)
    chosen, sha256 = period(), freeze(event)
    barrier, faults = threading.Barrier(2), []

    def rating() -> None:
        try:
            barrier.wait(10)
            event_rate(event, actor=officer, record_sha256=sha256, received_on=date(2026, 3, 20))
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=rating) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    assert RatedEvent.objects.filter(event=event).count() == 1
    assert RatedEntry.objects.filter(person=one).count() == 1
    row = publish(chosen).rows.get(person=one)
    assert (row.rating, row.games_total) == (1612, 102)


@pytest.mark.django_db(transaction=True)
def test_a_calculation_that_broke_off_leaves_nothing_behind(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any, monkeypatch: Any
) -> None:
    """What a killed worker leaves: the transaction never commits."""
    from core.ledger import rows_of
    from ratings import services
    from ratings.models import RatedEntry, RatedEvent

    one, event = plus_twelve(people, opening, played)
    chosen = period()

    def stop(*_arguments: Any, **_facts: Any) -> None:
        raise SystemExit(9)

    with monkeypatch.context() as patch:
        patch.setattr(services, "append", stop)
        with pytest.raises(SystemExit):
            rate(event)
    assert (RatedEvent.objects.count(), RatedEntry.objects.count()) == (0, 0)
    rate(event)
    assert rows_of("event", event.pk).filter(verb="event.rated").count() == 1
    assert publish(chosen).rows.get(person=one).rating == 1612


KILLED_IN_THE_MIDDLE = """
import sys, time
from datetime import date
from pathlib import Path
import django
django.setup()
from players.models import Account
from ratings import services
from tournaments.models import Event

def hang(**facts):
    Path(sys.argv[3]).touch()
    time.sleep(60)

services.append = hang
services.event_rate(
    Event.objects.get(pk=sys.argv[1]),
    actor=Account.objects.get(username="olga"),
    record_sha256=sys.argv[2],
    received_on=date(2026, 3, 20),
)
"""


@pytest.mark.django_db(transaction=True)
def test_a_calculation_killed_in_the_middle_leaves_1612_to_the_next(
    people: Any, opening: Any, played: Any, freeze: Any, rate: Any, period: Any, publish: Any, tmp_path: Path
) -> None:
    """A real process, a real SIGKILL, after all rows are written and before the transaction ends."""
    from django.conf import settings

    from ratings.models import RatedEntry, RatedEvent
    from tests.core.test_workers_killed import database_url

    one, event = plus_twelve(people, opening, played)
    chosen, mark = period(), tmp_path / "inside"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "DATABASE_URL": database_url(),
        "TEST_FOLDER": str(settings.FOLDER),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED_IN_THE_MIDDLE, str(event.pk), freeze(event), str(mark)],
        cwd=Path(__file__).resolve().parents[3],
        env=environment,
    )
    try:
        for _ in range(300):
            if mark.exists():
                break
            time.sleep(0.1)
        assert mark.exists()
    finally:
        process.kill()
        process.wait()
    assert (RatedEvent.objects.count(), RatedEntry.objects.count()) == (0, 0)
    rate(event)
    row = publish(chosen).rows.get(person=one)
    assert (row.rating, row.games, row.games_total) == (1612, 2, 102)


def corrected(people: Any, opening: Any, played: Any) -> tuple[Any, Any]:
    """1600, K 20: a win against 1580 and a loss to 1650."""
    one, two, three = people(3)
    opening({one: 1600, two: 1580, three: 1650})
    return one, played([one, two, three], [[(1, 2, "1-0")], [(3, 1, "1-0")]])


def correct(event: Any) -> None:
    from tournaments.models import Game

    Game.objects.filter(round__event=event, round__number=1).update(code="1/2-1/2")


def test_a_corrected_event_is_calculated_from_the_start_never_on_top(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    from ratings.models import RatedEntry
    from ratings.previews import period_preview

    one, event = corrected(people, opening, played)
    chosen = period()
    rate(event)
    # PD(20) = .53, PD(-50) = .43: (1 - .53) + (0 - .43) = .04; x 20 = 0.8
    assert RatedEntry.objects.get(person=one, rated_event__current=True).change == "0.8"
    assert [row.after for row in period_preview(chosen).rows if row.person_id == one.pk] == [1601]
    correct(event)
    rate(event)
    assert RatedEntry.objects.get(person=one, rated_event__current=True).change == "-9.2"
    row = publish(chosen).rows.get(person=one)
    assert (row.rating, row.games, row.games_total) == (1591, 2, 102)


def test_a_withdrawn_calculation_leaves_rating_and_counter_as_they_were(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any, officer: Any
) -> None:
    from ratings.services import event_unrate

    one, event = corrected(people, opening, played)
    chosen = period()
    rate(event)
    event_unrate(event, actor=officer, reason="the result slips show another score")
    row = publish(chosen).rows.get(person=one)
    assert (row.rating, row.games, row.games_total) == (1600, 0, 100)


def test_an_event_of_a_published_list_is_not_calculated_again(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any, officer: Any
) -> None:
    from ratings.services import event_unrate
    from tournaments.errors import DomainError

    _one, event = corrected(people, opening, played)
    chosen = period()
    rate(event)
    publish(chosen)
    correct(event)
    with pytest.raises(DomainError, match="published list"):
        rate(event)
    with pytest.raises(DomainError, match="published list"):
        event_unrate(event, actor=officer, reason="too late")


def test_only_the_commission_may_calculate(people: Any, opening: Any, played: Any, freeze: Any) -> None:
    from players.services import account_create
    from ratings.services import event_rate

    _one, event = corrected(people, opening, played)
    director = account_create(actor=None, username="dan", password="baize-and-ink-64", display_name="Dan")
    with pytest.raises(PermissionDenied):
        event_rate(event, actor=director, record_sha256=freeze(event), received_on=APRIL)


def test_live_rows_changed_after_the_freeze_do_not_matter(
    people: Any, opening: Any, played: Any, freeze: Any, officer: Any
) -> None:
    from ratings.models import RatedEntry
    from ratings.services import event_rate

    one, event = corrected(people, opening, played)
    sha256 = freeze(event)
    correct(event)
    event_rate(event, actor=officer, record_sha256=sha256, received_on=date(2026, 3, 20))
    assert RatedEntry.objects.get(person=one).change == "0.8"


def test_a_player_rated_since_is_rated_for_himself_and_unrated_for_the_others(
    people: Any, opening: Any, played: Any, rate: Any, period: Any, publish: Any
) -> None:
    """Article 10.4: no rating on the first day, a published one when the event is calculated."""
    from ratings.models import RatedEntry

    newcomer, *others = people(6)
    opening(dict.fromkeys(others, 1800))
    first = played([newcomer, *others], [[(1, n, "1/2-1/2")] for n in range(2, 7)], name="First")
    april = period()
    late = played([newcomer, others[0]], [[(1, 2, "1-0")]], name="Late papers")
    rate(first)
    publish(april)
    assert newcomer.listed_ratings.get().rating == 1800
    rate(late, received_on=date(2026, 4, 10))
    own = RatedEntry.objects.get(rated_event__event=late, person=newcomer)
    other = RatedEntry.objects.get(rated_event__event=late, person=others[0])
    assert (own.own_rating, own.games, own.k, own.change) == (1800, 1, 40, "20")
    assert (other.games, other.change) == (0, "0")


def test_entries_without_a_person_are_refused_by_number(
    people: Any, opening: Any, played: Any, rate: Any
) -> None:
    from tournaments.errors import DomainError
    from tournaments.models import Entry

    _one, event = corrected(people, opening, played)
    Entry.objects.filter(event=event, number=3).update(person=None)
    with pytest.raises(DomainError, match="Player 3"):
        rate(event)


def test_facts_are_read_with_the_same_number_of_queries_for_two_players_as_for_six(
    people: Any, opening: Any, played: Any, django_assert_num_queries: Callable[..., Any]
) -> None:
    from ratings.services import facts_of

    crowd = people(6)
    opening({crowd[0]: 1700})
    small = played(crowd[:2], [[(1, 2, "1-0")]], name="Small")
    large = played(crowd, [[(1, 2, "1-0"), (3, 4, "1-0"), (5, 6, "1-0")]], name="Large")
    for event, players in ((small, 2), (large, 6)):
        with django_assert_num_queries(6):
            assert len(facts_of(event)) == players
