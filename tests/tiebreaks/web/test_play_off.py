"""A play-off from its announcement to the final places, through services and pages."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tiebreaks.web.reading import table
from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db

#  2, 3 and 1 end with two points each: 1 beat 2, 2 beat 3, 3 beat 1; all three beat 4.
CIRCLE = {1: "2w1 3b0 4w1", 2: "1b0 4w1 3w1", 3: "4b1 1w1 2b0", 4: "3w0 2b0 1b0"}
PLAN = {"rule": "ua-2011", "places": 1, "tied": "points"}


@pytest.fixture
def director(accounts: Callable[[str], Any]) -> Any:
    return accounts("director")


@pytest.fixture
def event(make_event: Callable[..., Any], director: Any) -> Any:
    from tournaments.models import EventOfficial

    made = make_event(CIRCLE, order="PTS,SB", state="registered", rounds_planned=3, start=date(2026, 4, 4))
    EventOfficial.objects.create(event=made, account=director, role="chief_arbiter")
    return made


def finish(event: Any) -> Any:
    event.state = "finished"
    event.save(update_fields=["state"])
    return event


def begin(event: Any, director: Any, **choices: bool) -> Any:
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_start

    plan_save(event, actor=director, values=PLAN)
    event.refresh_from_db()
    return play_off_start(finish(event), actor=director, choices=StartChoices(**choices), seed=11)


def rows_of(event: Any) -> list[tuple[int, int]]:
    from tiebreaks.services import standings_of

    event.refresh_from_db()
    return [(row["place"], row["number"]) for row in standings_of(event)["rows"]]


def enter_all(event: Any, director: Any, beats: Callable[[int, int], bool], moves: int = 30) -> None:
    """Plays every open game: White wins where `beats` says so; each won game takes one move more."""
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import game_save

    for count in range(60):
        play_off = event.play_offs.get()
        open_games = progress_of(play_off).open_games
        if not open_games:
            return
        game = open_games[0]
        result = "1-0" if beats(game.white, game.black) else "0-1"
        told = moves + count if game.needs_moves else None
        game_save(event.play_offs.get(), game.key, actor=director, result=result, moves=told)
    raise AssertionError("the play-off does not end")


def test_the_winner_of_the_play_off_is_first_and_the_standings_say_what_he_was_before(
    event: Any, director: Any
) -> None:
    # Sonneborn-Berger: each of the three beat one with 2 points and one with 0: equal, shared first.
    assert rows_of(event) == [(1, 1), (1, 2), (1, 3), (4, 4)]
    play_off = begin(event, director)
    assert sorted(play_off.players) == [1, 2, 3]
    enter_all(event, director, lambda white, black: white > black)  # 3 beats 2 and 1, 2 beats 1
    assert rows_of(event) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    from tiebreaks.services import standings_of

    assert [row.get("place_before") for row in standings_of(event)["rows"]] == [1, 1, 1, None]


def test_a_cleared_result_opens_the_play_off_and_the_old_places_stand_again(
    event: Any, director: Any
) -> None:
    from tiebreaks.services_playoff import game_save

    play_off = begin(event, director)
    enter_all(event, director, lambda white, black: white > black)
    key = play_off.games.order_by("pk")[0].key
    game_save(event.play_offs.get(), key, actor=director, result="")
    assert rows_of(event) == [(1, 1), (1, 2), (1, 3), (4, 4)]


def test_everything_is_in_the_ledger_with_the_seed(event: Any, director: Any) -> None:
    from core.models import LedgerRow

    begin(event, director)
    enter_all(event, director, lambda white, black: white > black)
    rows = list(
        LedgerRow.objects.filter(chain__scope="event", chain__object_id=str(event.pk)).order_by("seq")
    )
    verbs = [row.verb for row in rows]
    assert verbs[:2] == ["play_off.planned", "play_off.started"]
    assert verbs.count("play_off.result") == 3
    assert rows[1].payload["seed"] == 11
    assert rows[1].payload["players"] == [1, 2, 3]


def test_the_plan_is_fixed_once_the_event_has_begun(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import plan_save

    plan_save(event, actor=director, values=PLAN)
    event.state = "playing"
    event.save(update_fields=["state"])
    with pytest.raises(DomainError, match="before the event begins"):
        plan_save(event, actor=director, values=PLAN | {"places": 3})


def test_without_a_plan_or_with_an_open_board_nothing_begins(
    event: Any, director: Any, make_event: Callable[..., Any]
) -> None:
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_start
    from tournaments.models import Game

    with pytest.raises(DomainError, match="announced no play-off"):
        play_off_start(event, actor=director, choices=StartChoices())
    plan_save(event, actor=director, values=PLAN)
    game = Game.objects.filter(round__event=event).first()
    assert game is not None
    Game.objects.filter(pk=game.pk).update(code="*")
    with pytest.raises(DomainError, match="without a result"):
        play_off_start(finish(event), actor=director, choices=StartChoices())


def test_a_longer_rate_is_for_two_who_were_promised_it(event: Any, director: Any) -> None:
    with pytest.raises(DomainError, match=r"30\.5\.7"):
        begin(event, director, longer=True)


def test_a_longer_rate_has_time_and_is_no_armageddon(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_start
    from tournaments.models import Game

    for rate in ({"longer_base": 0, "longer_increment": 0}, {"longer_base": 15}):
        with pytest.raises(DomainError) as refused:
            plan_save(event, actor=director, values=PLAN | rate)
        assert refused.value.code == "play_off_rate"
    plan_save(event, actor=director, values=PLAN | {"longer_base": 15, "longer_increment": 0})
    # 3 lost to 4 after all: 1 and 2 alone have two points.
    Game.objects.filter(round__event=event, white__number=3, black__number=4).update(code="0-1")
    Game.objects.filter(round__event=event, white__number=4, black__number=3).update(code="1-0")
    finish(event)
    with pytest.raises(DomainError, match=r"30\.5\.8"):
        play_off_start(event, actor=director, choices=StartChoices(late=True, longer=True))


def test_strangers_may_neither_plan_nor_begin_nor_enter(event: Any, director: Any, accounts: Any) -> None:
    from tiebreaks.services_playoff import StartChoices, game_save, plan_save, play_off_start

    stranger = accounts("stranger")
    with pytest.raises(PermissionDenied):
        plan_save(event, actor=stranger, values=PLAN)
    with pytest.raises(PermissionDenied):
        play_off_start(event, actor=stranger, choices=StartChoices())
    begin(event, director)
    with pytest.raises(PermissionDenied):
        game_save(event.play_offs.get(), "1/all-BLITZ1/1-1", actor=stranger, result="1-0")


def test_two_who_enter_at_once_do_not_overwrite_each_other(event: Any, director: Any) -> None:
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import game_save

    play_off = begin(event, director)
    first, second, *_rest = progress_of(play_off).open_games
    game_save(event.play_offs.get(), first.key, actor=director, result="1-0", version=1)
    with pytest.raises(StaleVersion):
        game_save(event.play_offs.get(), second.key, actor=director, result="1-0", version=1)
    with pytest.raises(DomainError, match="does not lead"):
        game_save(event.play_offs.get(), "1/then/all-ARM/1-1", actor=director, result="1-0")


def test_a_dispute_wants_three_other_arbiters(event: Any, director: Any) -> None:
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import dispute_record, game_save

    play_off = begin(event, director)
    game = progress_of(play_off).open_games[0]
    game_save(event.play_offs.get(), game.key, actor=director, result="1-0", arbiter="Dana Test")
    said = {"matter": "A flag fell unseen.", "decision": "The game stands."}
    for panel in (
        ["Ana", "Boris"],
        ["Ana", "Boris", "dana test"],
        ["Ana", "ana", "Boris"],
        ["Ana", "ana", "Boris", "Ciro"],
    ):
        with pytest.raises(DomainError, match="three other arbiters"):
            dispute_record(event.play_offs.get(), game.key, actor=director, panel=panel, **said)
    made = dispute_record(
        event.play_offs.get(), game.key, actor=director, panel=["Ana", "Boris", "Ciro"], **said
    )
    assert made.panel == ["Ana", "Boris", "Ciro"]


def test_a_play_off_without_results_can_be_taken_back_with_a_reason(event: Any, director: Any) -> None:
    from tiebreaks.models import PlayOff
    from tiebreaks.services_playoff import play_off_cancel

    begin(event, director)
    with pytest.raises(DomainError, match="why"):
        play_off_cancel(event.play_offs.get(), actor=director, reason=" ")
    play_off_cancel(event.play_offs.get(), actor=director, reason="The wrong box was ticked.")
    assert not PlayOff.objects.filter(event=event).exists()


def test_pages_from_the_plan_to_the_last_game(event: Any, director: Any, client: Any) -> None:
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    assert "No play-off" in client.get(page, follow=True).content.decode()
    client.force_login(director)
    plan = reverse("tiebreaks:play_off_plan", args=[event.pk])
    assert client.post(plan, {"places": "0", "tied": "points"}).status_code == 422
    assert client.post(plan, {"places": "1", "tied": "points"}).status_code == 302
    finish(event)
    assert "Equal after the last round" in client.get(page, follow=True).content.decode()
    client.post(reverse("tiebreaks:play_off_start", args=[event.pk]))
    shown = client.get(page, follow=True).content.decode()
    assert "3 games to enter" in shown
    enter_all(event, director, lambda white, black: white > black)
    assert "Final places" in client.get(page, follow=True).content.decode()
    document = client.get(f"{page}1/", {"format": "json"}).json()
    assert document["ranking"] == [[3], [2], [1]]
    client.logout()
    public = client.get(page, follow=True).content.decode()
    assert "<form" not in public.partition("<main")[2].partition("</main>")[0]


def test_a_result_is_entered_through_the_page_and_nonsense_is_told(
    event: Any, director: Any, client: Any
) -> None:
    from tiebreaks.play_offs import progress_of

    play_off = begin(event, director)
    game = progress_of(play_off).open_games[0]
    client.force_login(director)
    address = reverse("tiebreaks:play_off_game", args=[event.pk, 1])
    client.post(address, {"key": game.key, "version": 1, "result": "1-0", "arbiter": "Dana Test"})
    assert play_off.games.get(key=game.key).arbiter == "Dana Test"
    answer = client.post(address, {"key": game.key, "version": 2, "result": "9-9"})
    assert answer.status_code == 422
    assert "9-9" in answer.content.decode()
    assert play_off.games.get(key=game.key).result == "1-0"


def test_what_was_typed_for_a_game_and_refused_stays(event: Any, director: Any, client: Any) -> None:
    from tiebreaks.play_offs import progress_of

    play_off = begin(event, director)
    first, second, *_rest = progress_of(play_off).open_games
    client.force_login(director)
    address = reverse("tiebreaks:play_off_game", args=[event.pk, 1])
    typed = {"key": second.key, "result": "0-1", "arbiter": "Dana Test"}
    client.post(address, {"key": first.key, "version": 1, "result": "1-0"})
    overtaken = client.post(address, typed | {"version": 1})
    text = overtaken.content.decode()
    assert overtaken.status_code == 422
    assert "Somebody else entered a result meanwhile" in text
    assert 'value="Dana Test"' in text
    assert '<option value="0-1" selected>' in text
    assert 'name="version" value="2"' in text
    gone = client.post(address, typed | {"key": "no/such/game", "version": 2}).content.decode()
    assert "You typed: 0-1 · Dana Test" in gone
    many = client.post(address, typed | {"moves": "9999", "version": 2}).content.decode()
    assert 'value="9999"' in many
    long_name = client.post(address, typed | {"arbiter": "x" * 121, "version": 2}).content.decode()
    assert "x" * 121 in long_name
    assert not play_off.games.filter(key=second.key).exists()


def test_the_arbiter_of_a_game_is_named_before_it_and_stays_when_the_result_is_cleared(
    event: Any, director: Any
) -> None:
    from tiebreaks.play_offs import progress_of
    from tiebreaks.services_playoff import dispute_record, game_save, play_off_cancel

    play_off = begin(event, director)
    game = progress_of(play_off).open_games[0]
    game_save(event.play_offs.get(), game.key, actor=director, result="", arbiter="Dana Test")
    assert game.key in [slot.key for slot in progress_of(play_off).open_games]
    with pytest.raises(DomainError, match="none of them the game's own"):
        dispute_record(
            event.play_offs.get(),
            game.key,
            actor=director,
            panel=["Ana", "Boris", "Dana Test"],
            matter="x",
            decision="y",
        )
    game_save(event.play_offs.get(), game.key, actor=director, result="1-0", arbiter="Dana Test")
    game_save(event.play_offs.get(), game.key, actor=director, result="", arbiter="Dana Test")
    assert play_off.games.get(key=game.key).arbiter == "Dana Test"
    with pytest.raises(DomainError, match="Moves belong to a result"):
        game_save(event.play_offs.get(), game.key, actor=director, result="", moves=30)
    play_off_cancel(
        event.play_offs.get(), actor=director, reason="No result stands, an arbiter alone is named."
    )


def test_a_dispute_names_its_game_and_says_that_the_panel_are_names(
    event: Any, director: Any, client: Any
) -> None:
    from tiebreaks.play_offs import progress_of

    play_off = begin(event, director)
    game = progress_of(play_off).open_games[0]
    client.force_login(director)
    address = reverse("tiebreaks:play_off_dispute", args=[event.pk, 1])
    said = {"key": game.key, "matter": "A flag fell unseen.", "decision": "The game stands."}
    refused = client.post(address, said | {"panel": "Ana\nBoris"})
    assert refused.status_code == 422
    assert "A flag fell unseen." in refused.content.decode()
    client.post(address, said | {"panel": "Ana\nBoris\nCiro"})
    client.logout()
    text = client.get(reverse("tiebreaks:play_offs", args=[event.pk]), follow=True).content.decode()
    assert f"Player{game.white:03d}, Test – Player{game.black:03d}, Test</span> A flag fell unseen." in text
    assert "written down by name" in text


def test_a_play_off_that_cannot_begin_keeps_what_was_ticked(event: Any, director: Any, client: Any) -> None:
    from tiebreaks.services_playoff import plan_save

    plan_save(event, actor=director, values=PLAN)
    finish(event)
    client.force_login(director)
    answer = client.post(reverse("tiebreaks:play_off_start", args=[event.pk]), {"late": "on", "longer": "on"})
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "A longer rate is for two players only" in text
    assert re.search(r'name="late"[^>]*checked', text)


def test_the_standings_say_what_the_play_off_decided(event: Any, director: Any, client: Any) -> None:
    standings = reverse("tiebreaks:standings", args=[event.pk])
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    assert f'href="{page}"' not in client.get(standings).content.decode()
    begin(event, director)
    assert client.get(standings).content.decode().count(f'href="{page}"') == 1  # announced: the way there
    enter_all(event, director, lambda white, black: white > black)
    response = client.get(standings)
    assert [(row["Rk"], row["Name"]) for row in table(response)] == [
        ("1", "Player003, Test 1"), ("2", "Player002, Test 1"), ("3", "Player001, Test 1"), ("4", "Player004, Test"),
    ]  # fmt: skip
    assert response.content.decode().count('class="play-off-mark"') == 3
    assert "decided in a play-off" in response.content.decode()


def test_the_comparison_says_that_the_play_off_decides(event: Any, director: Any, client: Any) -> None:
    begin(event, director)
    enter_all(event, director, lambda white, black: white > black)
    compare = reverse("tiebreaks:compare", args=[event.pk])
    response = client.get(compare, {"a": 1, "b": 3})
    text = response.content.decode()
    assert "<strong>Player003, Test</strong> stands before" in text
    assert "<strong>the play-off</strong> decides" in text
    assert [row["Player001, Test"] for row in table(response)[-2:]] == ["1", "3"]
    outside = client.get(compare, {"a": 3, "b": 4}).content.decode()
    assert "the first criterion that separates the two is <strong>Points</strong>" in outside


def test_the_way_to_another_order_is_for_who_may_change_it(event: Any, director: Any, client: Any) -> None:
    standings = reverse("tiebreaks:standings", args=[event.pk])
    order = reverse("tiebreaks:order", args=[event.pk])
    event.state = "playing"
    event.save(update_fields=["state"])
    assert f'href="{order}"' not in client.get(standings).content.decode()
    client.force_login(director)
    assert f'href="{order}"' in client.get(standings).content.decode()


def test_the_page_says_of_each_rate_whether_its_games_are_rated(
    event: Any, director: Any, client: Any
) -> None:
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    begin(event, director)
    assert "no rating text of the event says how long" in client.get(page, follow=True).content.decode()
    event.rating_edition = "fide-2024"
    event.save(update_fields=["rating_edition"])
    # Three players meet at 3 minutes and 5 seconds: 180 + 60 × 5 = 480 seconds; from 1800 on 90 minutes are asked for.
    text = client.get(page, follow=True).content.decode()
    assert "3′ + 5″: 8 minutes a player, less than the 90 of fide-2024" in text


def test_choices_for_gaps_of_the_text_are_announced_and_kept(event: Any, director: Any, client: Any) -> None:
    from tiebreaks.models import PlayOffPlan
    from tiebreaks.services_playoff import plan_save

    client.force_login(director)
    plan = reverse("tiebreaks:play_off_plan", args=[event.pk])
    assert "our default" in client.get(plan).content.decode()
    assert client.post(plan, {"places": "1", "tied": "points", "gap_ten_groups": "odd"}).status_code == 302
    assert PlayOffPlan.objects.get(event=event).choices == {"ten_groups": "odd"}
    with pytest.raises(DomainError, match="no such choice"):
        plan_save(event, actor=director, values=PLAN | {"choices": {"ten_groups": "even"}})


def test_nothing_begins_before_the_event_is_finished(event: Any, director: Any) -> None:
    from tiebreaks.services_lots import lot_draw
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_start

    plan_save(event, actor=director, values=PLAN)
    event.state = "playing"
    event.save(update_fields=["state"])
    with pytest.raises(DomainError, match="not finished"):
        play_off_start(event, actor=director, choices=StartChoices())
    with pytest.raises(DomainError, match="not finished"):
        lot_draw(event, actor=director, place=1)


def test_an_adjourned_board_is_a_board_without_a_result(event: Any, director: Any) -> None:
    from tiebreaks.services_lots import lot_draw
    from tournaments.models import Game

    first = Game.objects.filter(round__event=event).order_by("round__number", "board").first()
    assert first is not None
    Game.objects.filter(pk=first.pk).update(code="*j")
    finish(event)
    with pytest.raises(DomainError, match="without a result: 1/1"):
        lot_draw(event, actor=director, place=1)


def test_teams_have_no_structure_of_article_30_5(event: Any, director: Any) -> None:
    from tiebreaks.services_playoff import plan_save

    event.system = "team_round_robin"
    event.save(update_fields=["system"])
    with pytest.raises(DomainError, match="for players"):
        plan_save(event, actor=director, values=PLAN)


def change(event: Any, white: int, black: int, code: str) -> None:
    """Corrects a result, as the arbiter does after the event has ended."""
    from tournaments.models import Game
    from tournaments.services.common import facts_changed

    games = Game.objects.filter(round__event=event, white__number=white, black__number=black)
    assert games.update(code=code) == 1
    facts_changed(event)


def test_a_play_off_rests_while_its_players_are_not_equal(event: Any, director: Any, client: Any) -> None:
    begin(event, director)
    enter_all(event, director, lambda white, black: white > black)
    assert rows_of(event) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    # 1 drew with 2 after all: 1 has 1½, 2 has 2½ and 3 has 2 points; that nobody can play off.
    change(event, 1, 2, "1/2-1/2")
    assert rows_of(event) == [(1, 2), (2, 3), (3, 1), (4, 4)]
    client.force_login(director)
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    assert "At rest" in client.get(page, follow=True).content.decode()
    change(event, 1, 2, "1-0")
    assert rows_of(event) == [(1, 3), (2, 2), (3, 1), (4, 4)]
    assert "At rest" not in client.get(page, follow=True).content.decode()


def test_a_play_off_at_rest_can_be_taken_back_and_the_ledger_keeps_its_games(
    event: Any, director: Any
) -> None:
    from core.ledger import rows_of as ledger_rows
    from tiebreaks.models import PlayOff
    from tiebreaks.services_playoff import play_off_cancel

    begin(event, director)
    enter_all(event, director, lambda white, black: white > black)
    with pytest.raises(DomainError, match="Results stand"):
        play_off_cancel(event.play_offs.get(), actor=director, reason="No.")
    change(event, 1, 2, "1/2-1/2")
    event.refresh_from_db()
    play_off_cancel(
        event.play_offs.get(), actor=director, reason="The result of round 1 was entered wrongly."
    )
    assert not PlayOff.objects.filter(event=event).exists()
    row = ledger_rows("event", event.pk).get(verb="play_off.cancelled")
    assert len(row.payload["games"]) == 3


def entered(event: Any, at: Any) -> None:
    """Every result of the last round was entered at this moment."""
    from tournaments.models import Game

    Game.objects.filter(round__event=event, round__number=3).update(entered_at=at)


def test_the_first_game_waits_thirty_minutes_or_a_reason_is_recorded(event: Any, director: Any) -> None:
    """Article 30.5.3: at least 30 minutes after the last game of those who play."""
    from datetime import timedelta

    from django.utils import timezone

    from core.ledger import rows_of as ledger_rows
    from tiebreaks.services_playoff import StartChoices, plan_save, play_off_cancel, play_off_start

    plan_save(event, actor=director, values=PLAN)
    finish(event)
    ended = timezone.now() - timedelta(minutes=5)
    entered(event, ended)
    allowed = ended + timedelta(minutes=30)
    begun = play_off_start(event, actor=director, choices=StartChoices())
    assert begun.begins_at == allowed  # the lot is drawn at once, the games wait
    play_off_cancel(event.play_offs.get(), actor=director, reason="A rehearsal.")
    minute_before = allowed - timedelta(minutes=1)
    with pytest.raises(DomainError, match=r"30\.5\.3"):
        play_off_start(event, actor=director, choices=StartChoices(begins_at=minute_before))
    begun = play_off_start(
        event,
        actor=director,
        choices=StartChoices(begins_at=minute_before, early_reason="Both ended an hour ago."),
    )
    assert begun.begins_at == minute_before
    row = ledger_rows("event", event.pk).filter(verb="play_off.started").order_by("-seq")[0]
    assert (row.reason, row.payload["earliest"]) == ("Both ended an hour ago.", allowed.isoformat())


def test_the_page_names_the_earliest_hour_and_keeps_what_was_typed(
    event: Any, director: Any, client: Any
) -> None:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from django.utils import timezone

    from tiebreaks.models import PlayOff
    from tiebreaks.services_playoff import plan_save

    plan_save(event, actor=director, values=PLAN)
    finish(event)
    zone = timezone.get_current_timezone()
    assert isinstance(zone, ZoneInfo)
    entered(event, datetime(2026, 4, 6, 17, 40, tzinfo=zone))
    client.force_login(director)
    page = reverse("tiebreaks:play_offs", args=[event.pk])
    assert "18:10 at the earliest" in client.get(page, follow=True).content.decode()
    start = reverse("tiebreaks:play_off_start", args=[event.pk])
    refused = client.post(start, {"begins_at": "2026-04-06T18:09", "late": "on"})
    assert refused.status_code == 422
    assert "at 18:10 at the earliest" in refused.content.decode()
    assert 'value="2026-04-06T18:09"' in refused.content.decode()
    assert not PlayOff.objects.filter(event=event).exists()
    assert client.post(start, {"begins_at": "2026-04-06T18:10"}).status_code == 302
    assert "First game at" in client.get(page, follow=True).content.decode()
