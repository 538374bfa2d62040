"""Two groups of equals in one event, each with a play-off of its own, and the pauses between stages (30.5.3)."""

import json
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tiebreaks.web.reading import table
from tests.tiebreaks.web.test_play_off import change, finish, rows_of
from tournaments.errors import DomainError

pytestmark = pytest.mark.django_db

# White wins every game: 1 and 2 have two points, 3 and 4 one. Sonneborn-Berger: 1 beat 4 and 2 (1 + 2), 2 beat 3 and
# 4 (1 + 1); 3 beat 1 (2), 4 beat 3 (1). So 1, 2, 3, 4 before any play-off.
TABLE = {1: "4w1 2w1 3b0", 2: "3w1 1b0 4w1", 3: "2b0 4b0 1w1", 4: "1b0 3w1 2b0"}


@pytest.fixture
def director(accounts: Callable[[str], Any]) -> Any:
    return accounts("director")


@pytest.fixture
def event(make_event: Callable[..., Any], director: Any) -> Any:
    """The event of four, finished; four places were named beforehand."""
    from tiebreaks.services_playoff import plan_save
    from tournaments.models import EventOfficial

    made = make_event(TABLE, order="PTS,SB", state="registered", rounds_planned=3, start=date(2026, 4, 4))
    EventOfficial.objects.create(event=made, account=director, role="chief_arbiter")
    plan_save(made, actor=director, values={"rule": "ua-2011", "places": 4, "tied": "points"})
    made.refresh_from_db()
    return finish(made)


def start(event: Any, director: Any, first_place: int | None = None) -> Any:
    from tiebreaks.services_playoff import StartChoices, play_off_start

    return play_off_start(
        event, actor=director, choices=StartChoices(), first_place=first_place, seed=first_place
    )


def win(play_off: Any, director: Any, winner: int) -> None:
    """The winner takes both games of the first match."""
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import game_save

    for game in progress_of(play_off).open_games:
        game_save(play_off, game.key, actor=director, result="1-0" if game.white == winner else "0-1")


def share(play_off: Any, director: Any) -> None:
    """One win each in the first match, so that an Armageddon game follows."""
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import game_save

    for game in progress_of(play_off).open_games:
        game_save(play_off, game.key, actor=director, result="1-0")


def placed_before(event: Any) -> dict[int, int | None]:
    """By start number the place before a play-off that decided."""
    from tiebreaks.services import standings_of

    return {row["number"]: row.get("place_before") for row in standings_of(event)["rows"]}


def test_each_group_plays_for_itself_and_both_give_places(event: Any, director: Any) -> None:
    assert rows_of(event) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    first, second = start(event, director), start(event, director)
    assert [(p.first_place, p.places, sorted(p.players)) for p in (first, second)] == [
        (1, 2, [1, 2]),
        (3, 2, [3, 4]),
    ]
    win(second, director, winner=4)
    assert rows_of(event) == [(1, 1), (2, 2), (3, 4), (4, 3)]  # the other is open: its places stand
    win(first, director, winner=2)
    assert rows_of(event) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_a_group_begins_once_and_only_where_equals_stand(event: Any, director: Any) -> None:
    start(event, director, first_place=3)
    for place, reason in ((3, "begun already"), (2, "Nobody is equal")):
        with pytest.raises(DomainError, match=reason):
            start(event, director, first_place=place)
    start(event, director)  # the one of the first two, which is left
    with pytest.raises(DomainError, match="begun already"):
        start(event, director)


def test_with_two_places_named_the_second_group_does_not_play(event: Any, director: Any) -> None:
    from tiebreaks.models import PlayOffPlan

    PlayOffPlan.objects.filter(event=event).update(places=2)
    with pytest.raises(DomainError, match="Nobody is equal"):
        start(event, director, first_place=3)


def test_a_corrected_result_lets_one_rest_and_the_other_decide(event: Any, director: Any) -> None:
    win(start(event, director, 1), director, winner=2)
    win(start(event, director, 3), director, winner=4)
    # 1 drew with 3 after all: 2½, 2, ½ and 1 point for 1, 2, 3 and 4; nobody is equal.
    change(event, 3, 1, "1/2-1/2")
    assert rows_of(event) == [(1, 1), (2, 2), (3, 4), (4, 3)]
    assert placed_before(event) == {1: None, 2: None, 3: None, 4: None}
    change(event, 3, 1, "1-0")
    # 1 drew with 2: 1½ and 2½, while 3 and 4 have one point as before.
    change(event, 1, 2, "1/2-1/2")
    assert rows_of(event) == [(1, 2), (2, 1), (3, 4), (4, 3)]
    assert placed_before(event) == {1: None, 2: None, 3: 3, 4: 4}


def test_a_play_off_at_rest_keeps_others_from_its_places(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import play_off_cancel

    resting = start(event, director, 1)
    win(resting, director, winner=2)
    start(event, director, 3)
    # 4 beat 1 after all: 2 and 4 have two points each, 1 and 3 one.
    change(event, 1, 4, "0-1")
    event.refresh_from_db()
    with pytest.raises(DomainError, match="at rest"):
        start(event, director, 1)
    play_off_cancel(resting, actor=director, reason="The result of round 1 was entered wrongly.")
    event.refresh_from_db()
    assert sorted(start(event, director, 1).players) == [2, 4]


def test_results_of_one_do_not_touch_the_other(event: Any, director: Any) -> None:
    from core.ledger import rows_of as ledger_rows

    first, second = start(event, director, 1), start(event, director, 3)
    win(first, director, winner=1)
    second.refresh_from_db()
    assert (first.games.count(), second.games.count(), second.version) == (2, 0, 1)
    told = [
        row.payload["first_place"]
        for row in ledger_rows("event", event.pk).filter(verb__startswith="play_off.")[1:]
    ]
    assert told == [1, 3, 1, 1]


# -- pages -----------------------------------------------------------------------------------------------------


def test_the_list_shows_who_waits_who_plays_and_who_has_won(event: Any, director: Any, client: Any) -> None:
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    client.force_login(director)
    text = client.get(page).content.decode()
    assert text.count("Draw the lot and begin") == 2
    assert "places 1–2" in text
    assert "places 3–4" in text
    begun = client.post(reverse("tiebreaks:play_off_start", args=[event.pk]), {"first_place": "3"})
    assert begun.url == f"{page}3/"
    text = client.get(page).content.decode()
    assert text.count("Draw the lot and begin") == 1
    assert f'href="{page}3/"' in text
    assert "2 games to enter" in text
    client.post(reverse("tiebreaks:play_off_start", args=[event.pk]), {"first_place": "1"})
    win(event.play_offs.get(first_place=3), director, winner=4)
    text = client.get(page).content.decode()
    assert text.count("decided") == 1
    ranked = client.get(page, {"format": "json"}).json()["play_offs"]
    assert [(item["first_place"], item["ranking"]) for item in ranked] == [(1, None), (3, [[4], [3]])]


def test_the_only_one_stands_at_the_old_address(event: Any, director: Any, client: Any) -> None:
    from tiebreaks.models import PlayOffPlan

    page = reverse("tiebreaks:play_offs", args=[event.pk])
    start(event, director, 1)
    assert client.get(page).status_code == 200  # the other group waits
    PlayOffPlan.objects.filter(event=event).update(places=2)
    assert client.get(page).url == f"{page}1/"
    assert client.get(f"{page}3/").status_code == 404


def test_a_refused_start_keeps_what_was_typed_for_its_group(event: Any, director: Any, client: Any) -> None:
    client.force_login(director)
    address = reverse("tiebreaks:play_off_start", args=[event.pk])
    answer = client.post(address, {"first_place": "3", "late": "on", "longer": "on"})
    assert answer.status_code == 422
    text = answer.content.decode()
    ticked = re.findall(r'<input[^>]*name="late"[^>]*checked[^>]*>', text)
    assert len(ticked) == 1
    assert 'id="id_3_late"' in ticked[0]
    identifiers = re.findall(r' id="([^"]+)"', text)
    assert len(identifiers) == len(set(identifiers))


def test_standings_and_comparison_lead_to_the_right_one(event: Any, director: Any, client: Any) -> None:
    win(start(event, director, 1), director, winner=2)
    win(start(event, director, 3), director, winner=4)
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    text = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    assert (text.count(f'href="{page}1/"'), text.count(f'href="{page}3/"')) == (2, 2)
    compare = reverse("tiebreaks:compare", args=[event.pk])
    response = client.get(compare, {"a": 3, "b": 4})
    assert "<strong>the play-off</strong> decides" in response.content.decode()
    assert f'href="{page}3/"' in response.content.decode()
    assert [row["Player003, Test"] for row in table(response)[-2:]] == ["3", "4"]
    across = client.get(compare, {"a": 2, "b": 4}).content.decode()
    assert "the first criterion that separates the two is <strong>Points</strong>" in across


def test_a_second_play_off_costs_no_further_query(event: Any, director: Any, client: Any) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tiebreaks.services import standings_of

    def queries() -> tuple[int, int]:
        event.refresh_from_db()
        with CaptureQueriesContext(connection) as counted:
            standings_of(event)
        with CaptureQueriesContext(connection) as shown:
            client.get(reverse("tiebreaks:play_offs", args=[event.pk]))
        return len(counted), len(shown)

    start(event, director, 1)  # the other group waits, so that it is a list both times
    alone = queries()
    start(event, director, 3)
    both = queries()
    assert both[0] == alone[0]
    assert both[1] <= alone[1]  # nobody waits any more, so no hour is looked up


# -- ten minutes between stages ----------------------------------------------------------------------------------


def ended(play_off: Any, at: datetime) -> None:
    """Every game so far ended at this moment."""
    play_off.games.update(entered_at=at)


def armageddon(play_off: Any) -> Any:
    from tiebreaks.play_offs import progress_of

    play_off.refresh_from_db()
    (game,) = progress_of(play_off).open_games
    return game


def test_a_stage_waits_ten_minutes_for_its_first_result(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import game_save

    play_off = start(event, director, 1)
    share(play_off, director)
    last = timezone.now() - timedelta(minutes=9)
    ended(play_off, last)
    game = armageddon(play_off)
    with pytest.raises(DomainError, match=r"30\.5\.3") as refused:
        game_save(play_off, game.key, actor=director, result="1-0")
    assert timezone.localtime(last + timedelta(minutes=10)).strftime("%H:%M") in str(refused.value)
    game_save(play_off, game.key, actor=director, result="", arbiter="Dana Test")  # he may be named before
    ended(play_off, timezone.now() - timedelta(minutes=10))
    game_save(play_off, game.key, actor=director, result="1-0", arbiter="Dana Test")
    assert play_off.games.get(key=game.key).result == "1-0"


def test_an_earlier_hour_needs_a_reason_which_the_ledger_keeps(event: Any, director: Any) -> None:
    from core.ledger import rows_of as ledger_rows
    from tiebreaks.services_playoff import game_save
    from tiebreaks.services_playoff_hours import stage_hour_set

    play_off = start(event, director, 1)
    share(play_off, director)
    last = timezone.now() - timedelta(minutes=5)
    ended(play_off, last)
    game = armageddon(play_off)
    stage = game.key.rpartition("/")[0]
    early = last + timedelta(minutes=4)
    with pytest.raises(DomainError, match="10 minutes after the last game"):
        stage_hour_set(play_off, stage, actor=director, begins_at=early)
    with pytest.raises(DomainError, match="does not lead"):
        stage_hour_set(play_off, "1/1-MINI2", actor=director, begins_at=early)
    stage_hour_set(play_off, stage, actor=director, begins_at=early, early_reason="Both asked for it.")
    game_save(play_off, game.key, actor=director, result="0-1")
    row = ledger_rows("event", event.pk).get(verb="play_off.stage_hour")
    allowed = (last + timedelta(minutes=10)).isoformat()
    assert (row.reason, row.payload["earliest"]) == ("Both asked for it.", allowed)
    with pytest.raises(DomainError, match="Results stand"):
        stage_hour_set(play_off, stage, actor=director, begins_at=last + timedelta(minutes=10))


def test_a_later_hour_needs_none_and_holds(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import game_save
    from tiebreaks.services_playoff_hours import stage_hour_set

    play_off = start(event, director, 1)
    share(play_off, director)
    ended(play_off, timezone.now() - timedelta(hours=1))
    game = armageddon(play_off)
    hour = timezone.now() + timedelta(minutes=20)
    stage_hour_set(play_off, game.key.rpartition("/")[0], actor=director, begins_at=hour)
    with pytest.raises(DomainError, match="cannot have ended before"):
        game_save(play_off, game.key, actor=director, result="1-0")


def test_a_correction_does_not_move_the_hour_at_which_a_game_ended(event: Any, director: Any) -> None:
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import game_save

    play_off = start(event, director, 1)
    key = progress_of(play_off).open_games[0].key
    game_save(play_off, key, actor=director, result="1-0")
    earlier = timezone.now() - timedelta(hours=1)
    ended(play_off, earlier)
    game_save(play_off, key, actor=director, result="0-1")
    assert play_off.games.get(key=key).entered_at == earlier
    game_save(play_off, key, actor=director, result="", arbiter="Dana Test")
    assert play_off.games.get(key=key).entered_at is None


def test_matches_beside_each_other_wait_for_nobody_and_the_final_for_both() -> None:
    """Four players (30.5.6.3): two matches, then the winners; the final shares a player with each."""
    from tiebreaks.engine.playoff.contests import progress
    from tiebreaks.engine.playoff.model import PlayedGame
    from tiebreaks.engine.playoff.structures import rules
    from tiebreaks.play_off_hours import later_stages

    text = rules("ua-2011")
    results: dict[str, PlayedGame] = {}
    state = progress(text, [1, 2, 3, 4], seed=3, results=results)
    assert list(later_stages(state)) == []
    for game in state.open_games:
        results[game.key] = PlayedGame("1-0" if game.white < game.black else "0-1")
    state = progress(text, [1, 2, 3, 4], seed=3, results=results)
    first, second, final = state.stages
    assert [(stage, list(before)) for stage, before in later_stages(state)] == [(final, [first, second])]


def test_the_page_tells_the_hour_of_the_next_stage_and_takes_another(
    event: Any, director: Any, client: Any
) -> None:
    play_off = start(event, director, 1)
    share(play_off, director)
    zone = timezone.get_current_timezone()
    ended(play_off, datetime(2026, 4, 6, 18, 40, tzinfo=zone))
    client.force_login(director)
    page = reverse("tiebreaks:play_off", args=[event.pk, 1])
    text = client.get(page).content.decode()
    assert re.search(r"Begins [^<]*18:50", text)
    key = armageddon(play_off).key.rpartition("/")[0]
    hour = reverse("tiebreaks:play_off_hour", args=[event.pk, 1])
    refused = client.post(hour, {"key": key, "begins_at": "2026-04-06T18:45"})
    assert refused.status_code == 422
    assert "at 18:50 at the earliest" in refused.content.decode()
    assert 'value="2026-04-06T18:45"' in refused.content.decode()
    said = {"key": key, "begins_at": "2026-04-06T18:45", "early_reason": "Both asked for it."}
    assert client.post(hour, said).status_code == 302
    client.logout()
    assert "before the pause is over" in client.get(page).content.decode()
    assert json.dumps(key) in json.dumps(client.get(page, {"format": "json"}).json())
