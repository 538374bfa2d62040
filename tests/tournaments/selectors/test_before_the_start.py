"""What a director hears before the start: the check, who may stand there twice, that nothing will be rated."""

from datetime import date, time, timedelta

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from players.services import person_create
from tournaments.models import Event
from tournaments.review import event_findings
from tournaments.selectors.checklist import checklist
from tournaments.selectors.duplicates import duplicates_of
from tournaments.selectors.notices import unrated_notice
from tournaments.services import (
    entries_number,
    entry_add,
    entry_update,
    event_create,
    event_finish,
    event_register,
    event_update,
    record_result,
    rounds_pair_all,
    schedule_set,
)

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate()


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


@pytest.fixture
def draft(director):
    def make(**fields):
        values = {"name": "Invented Open", "start": TODAY + timedelta(days=30), "rounds_planned": 2} | fields
        return event_create(actor=director, **values)

    return make


def states(event) -> dict[str, str]:
    return {item.key: item.state for item in checklist(Event.objects.get(pk=event.pk))}


def item(event, key):
    return next(one for one in checklist(Event.objects.get(pk=event.pk)) if one.key == key)


def test_empty_draft_lacks_everything_that_must_be_said(director):
    event = event_create(actor=director, name="Invented Open")
    assert states(event) == {
        "officials": "missing",
        "place": "missing",
        "days": "missing",
        "schedule": "missing",
        "rate": "missing",
        "rules": "missing",
        "order": "done",
        "norms": "open",
        "players": "missing",
    }


def test_complete_event_has_every_line_done(director, draft):
    event = draft(
        end=TODAY + timedelta(days=31),
        city="Inventown",
        federation="INV",
        rate_of_play="90'+30\"",
        chief_arbiter_name="Ana",
        organiser="Club",
        contact="ana@example.invalid",
    )
    from players.models import RatingList

    RatingList.objects.create(
        key="standard-old",
        kind="standard",
        effective_from=date(2026, 1, 1),
        edition="fide-2024",
        sha256="0" * 64,
        state="published",
    )
    person = person_create(actor=None, surname="Alderon")
    entry_add(event, actor=director, person=person)
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    plan = {1: (event.start, time(9)), 2: (event.start, time(15))}
    schedule_set(event, actor=director, rounds=plan)
    found = states(event)
    assert {key for key, state in found.items() if state != "done"} == {"norms"}


@pytest.mark.parametrize(
    ("text", "state", "shown"),
    [
        ("90'+30\"", "done", "120 minutes a player for 60 moves"),  # 90 + 60 x 30 s
        ("40/75'+15'+30\"", "done", "120 minutes a player for 60 moves"),  # 75 + 15 + 30
        ("3'+2\"", "done", "5 minutes a player for 60 moves"),  # 3 + 60 x 2 s
        ("as usual", "look", "cannot be read"),
    ],
)
def test_rate_of_play_is_shown_in_minutes_for_sixty_moves(draft, text, state, shown):
    found = item(draft(rate_of_play=text), "rate")
    assert found.state == state
    assert shown in found.text


def test_days_without_times_are_looked_at(director, draft):
    event = draft(end=TODAY + timedelta(days=31))
    schedule_set(event, actor=director, rounds={1: (event.start, None), 2: (event.end, None)})
    found = item(event, "schedule")
    assert (found.state, found.text) == ("look", "2 of 2 rounds have a day, 0 a time.")


def test_numbers_given_before_a_rating_changed_are_told(director, draft):
    event = draft()
    entry_add(event, actor=director, name="First, Ana", rating=2000)
    second = entry_add(event, actor=director, name="Second, Ida", rating=1900)
    event = event_register(event, actor=director)
    entries_number(event, actor=director)
    assert item(event, "numbers").state == "done"
    second.refresh_from_db()
    entry_update(second, actor=director, rating=2100)
    assert item(event, "numbers").state == "look"
    entries_number(event, actor=director)
    assert item(event, "numbers").state == "done"


def test_one_name_in_two_scripts_is_one_player_perhaps(director, draft):
    event = draft()
    entry_add(event, actor=director, name="Гнатюк, Олег", birth="1987")
    entry_add(event, actor=director, name="Hnatiuk, Oleh", birth="1987-05-03")
    entry_add(event, actor=director, name="Hnatiuk, Oleh", birth="1990")
    entry_add(event, actor=director, name="Hnatiuk, Ida")
    found = duplicates_of(event)
    assert [(pair.first.birth, pair.second.birth, pair.why) for pair in found] == [
        ("1987", "1987-05-03", "name")
    ]


def test_one_number_with_and_without_zeros_is_one_player_perhaps(director, draft):
    event = draft()
    entry_add(event, actor=director, name="One", national_id="00120456")
    entry_add(event, actor=director, name="Other", national_id="120456")
    assert [pair.why for pair in duplicates_of(event)] == ["number"]


def test_two_persons_of_the_register_with_one_name_are_two(director, draft):
    event = draft()
    for number in ("99900021", "99900022"):
        person = person_create(actor=None, surname="Birkov", given_name="Emil", birth="1980", fide_id=number)
        entry_add(event, actor=director, person=person)
    assert duplicates_of(event) == []


def test_page_of_the_players_shows_the_pair(director, draft, desk):
    event = draft()
    entry_add(event, actor=director, name="Müller, Jörg")
    entry_add(event, actor=director, name="Mueller, Joerg")
    page = desk.get(reverse("tournaments:desk_entries", args=[event.pk])).content.decode()
    assert "1 pair of entries may be one player" in page


def test_event_that_is_not_for_rating_says_so_on_its_pages(director, draft, desk, client):
    event = event_register(draft(rating_kind=""), actor=director)
    for name in ("desk_event", "event"):
        page = desk.get(reverse(f"tournaments:{name}", args=[event.pk])).content.decode()
        assert "This event is not rated" in page
        assert "11.4" in page


def test_blitz_rate_of_play_in_an_event_for_standard_ratings_is_told_before(director, draft, client):
    """5 minutes are far under the 60 that the weakest field needs (1.1)."""
    event = event_register(draft(rate_of_play="5'"), actor=director)
    notice = unrated_notice(event)
    assert [reason.code for reason in notice.reasons] == ["pace.too_fast"]
    page = client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    assert "this event may not be rated" in page


def test_ordinary_event_has_no_notice(director, draft):
    assert unrated_notice(event_register(draft(rate_of_play="90'+30\""), actor=director)) is None


def test_event_registered_after_its_start_will_not_be_rated(director, draft):
    event = event_register(draft(start=TODAY - timedelta(days=1), rate_of_play="90'+30\""), actor=director)
    notice = unrated_notice(event)
    assert notice.certain
    assert [reason.code for reason in notice.reasons] == ["registered_late"]


def test_notice_follows_a_change_of_the_event(director, draft):
    cache.clear()
    event = event_register(draft(rate_of_play="5'"), actor=director)
    assert unrated_notice(event) is not None
    event = event_update(event, actor=director, rate_of_play="90'+30\"")
    assert unrated_notice(event) is None


def closed(director, start, end):
    event = event_create(
        actor=director, name="Short", start=start, end=end, system="round_robin", numbering="lot"
    )
    for name in ("A, A", "B, B"):
        entry_add(event, actor=director, name=name)
    event = event_register(event, actor=director)
    entries_number(event, actor=director, seed=7)
    rounds_pair_all(event, actor=director)
    from tournaments.models import Game

    record_result(Game.objects.get(round__event=event), actor=director, code="1-0", version=1)
    event.refresh_from_db()
    return event_finish(event, actor=director)


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (-1, 0, []),
        (-1, 2, [("warning", "finished_ahead")]),
        (1, 2, [("objection", "finished_ahead")]),
    ],
)
def test_play_closed_before_its_days_are_over_is_found(director, start, end, found):
    event = closed(director, TODAY + timedelta(days=start), TODAY + timedelta(days=end))
    told = [(one.severity, one.code) for one in event_findings(event) if one.code == "finished_ahead"]
    assert told == found


def test_desk_asks_for_start_numbers_before_the_first_pairing(director, draft, desk):
    event = draft()
    entry_add(event, actor=director, name="First, Ana")
    event = event_register(event, actor=director)
    page = desk.get(reverse("tournaments:desk_event", args=[event.pk])).content.decode()
    assert "Give the start numbers" in page
    assert "Pair round 1" not in page


def test_coefficient_has_no_factor_on_the_page_of_the_players(director, draft, desk):
    event = draft(correspondence=True, rating_kind="ik", system="round_robin", numbering="lot")
    entry = entry_add(event, actor=director, name="First, Ana", rating=2200)
    page = desk.get(reverse("tournaments:desk_entries", args=[event.pk])).content.decode()
    assert ">IK</th>" in page
    assert ">K</th>" not in page
    form = desk.get(reverse("tournaments:entry_edit", args=[event.pk, entry.pk])).content.decode()
    assert 'name="rating_k"' not in form


def test_desk_asks_the_same_of_one_player_and_many(director, draft, desk, django_assert_num_queries):
    counts = []
    for size in (1, 12):
        event = draft(name=f"Size {size}")
        for number in range(size):
            entry_add(event, actor=director, name=f"Player{number}, Test")
        with django_assert_num_queries(60, exact=False) as captured:
            desk.get(reverse("tournaments:desk_event", args=[event.pk]))
        counts.append(len(captured))
    assert counts[0] == counts[1]
