"""A play-off on the final table, and its games in the frozen record: rated only at a rate that is rated."""

from collections.abc import Callable
from typing import Any

import pytest

from reports.documents import papers_of, sheet_of_report
from reports.frozen import record_of_report
from reports.ready import ready_of
from reports.services import report_hand_in
from reports.typesetting import html_of
from reports.words import play_off_sentences
from tiebreaks.models import PlayOff, PlayOffPlan
from tiebreaks.play_off_ratings import rate_verdicts
from tiebreaks.play_offs import progress_of
from tiebreaks.services_playoff import StartChoices, game_save, play_off_start
from tournaments.errors import DomainError

pytestmark = pytest.mark.django_db

# Four players, White wins every game of the Berger table: 1 and 2 have two points, 3 and 4 one. 1 beat 2.


@pytest.fixture
def begun(finished_event: Callable[..., Any], director: Any) -> Callable[..., Any]:
    """Makes the finished event with its play-off begun; the longer rate is minutes and seconds a move."""

    def make(longer: tuple[int, int] | None = None) -> Any:
        event = finished_event()
        minutes, seconds = longer or (None, None)
        PlayOffPlan.objects.create(event=event, longer_base=minutes, longer_increment=seconds)
        choices = StartChoices(longer=longer is not None)
        play_off_start(event, actor=director, choices=choices, seed=5)
        return event

    return make


def play(event: Any, director: Any, winner: int, first_place: int = 1) -> None:
    """Every open game is won by one player."""
    for _count in range(9):
        play_off = PlayOff.objects.get(event=event, first_place=first_place)
        open_games = progress_of(play_off).open_games
        if not open_games:
            return
        game = open_games[0]
        game_save(play_off, game.key, actor=director, result="1-0" if game.white == winner else "0-1")
    raise AssertionError("the play-off does not end")


def test_the_final_table_has_the_places_of_the_play_off_with_the_reason(begun: Any, director: Any) -> None:
    event = begun()
    play(event, director, winner=2)
    sheet = sheet_of_report(report_hand_in(event, actor=director))
    assert [(line.place, line.number) for line in sheet.lines] == [(1, 2), (2, 1), (3, 4), (4, 3)]
    said = play_off_sentences(sheet.play_offs[0])
    names = {line.number: line.name for line in sheet.lines}
    assert said[0] == (
        "Places decided in a play-off after the last round (30.5.6.1), whatever the tie-breaks say: "
        f"1 {names[2]}; 2 {names[1]}."
    )
    assert said[1].count("(3′ + 5″)") == 2  # 30.5.6.1.1: two games of three minutes and five seconds
    assert said[2:] == ["Games faster than the rate that is rated are left out of the ratings (1.2)."]


def test_the_printed_table_carries_play_off_legend_and_edition(begun: Any, director: Any) -> None:
    event = begun()
    play(event, director, winner=1)
    report = report_hand_in(event, actor=director, language="en")
    html = html_of(sheet_of_report(report), papers_of(report))
    assert '<p class="play-off"><b>Play-off</b>' in html
    assert "Tie-breaks by c07-2026" in html
    assert "SB Sonneborn-Berger" in html


def test_games_faster_than_the_minimum_are_not_in_the_frozen_record(begun: Any, director: Any) -> None:
    event = begun()
    play(event, director, winner=2)
    record = record_of_report(report_hand_in(event, actor=director))
    assert len(record.games) == 6
    assert max(game.round for game in record.games) == 3


def test_games_at_a_ratable_rate_are_frozen_as_further_rounds(begun: Any, director: Any) -> None:
    event = begun(longer=(60, 30))  # 60 minutes and 60 × 30 seconds: 90 minutes, as much as 1800 to 2399 need
    play(event, director, winner=2)
    report = report_hand_in(event, actor=director)
    record, sheet = record_of_report(report), sheet_of_report(report)
    added = [(game.round, {game.white, game.black}) for game in record.games[6:]]
    assert added == [(4, {1, 2}), (5, {1, 2})]
    assert {game.code for game in record.games[6:]} == {"1-0", "0-1"}
    assert sheet.columns == ("1", "2", "3", "4")  # the square of four; the play-off is no column
    assert [line.points for line in sheet.lines] == ["2", "2", "1", "1"]
    assert sheet.play_offs[0].rated_rounds == (4, 5)
    assert not sheet.play_offs[0].left_out


def test_a_minute_less_leaves_the_games_out(begun: Any, director: Any) -> None:
    event = begun(longer=(59, 30))
    play(event, director, winner=2)
    ready = ready_of(event, arbiter="", unusual="", place="")
    assert ready.rated == ready.record
    verdict = rate_verdicts(PlayOff.objects.get(event=event), event, {1: 2399, 2: 2398})[0]
    assert (verdict.given, verdict.needed, verdict.rated) == ("89", 90, False)


def test_a_player_of_2400_needs_more_time(begun: Any, director: Any) -> None:
    event = begun(longer=(60, 30))
    play(event, director, winner=2)
    play_off = PlayOff.objects.get(event=event)
    verdict = rate_verdicts(play_off, event, {1: 2400, 2: 2398})[0]
    assert (verdict.needed, verdict.rated) == (120, False)
    assert rate_verdicts(play_off, event, {1: 2399, 2: 2398, 3: 2500})[
        0
    ].rated  # each game by its own players


def test_an_open_play_off_keeps_the_report_back(begun: Any, director: Any) -> None:
    event = begun()
    with pytest.raises(DomainError, match="not decided yet"):
        report_hand_in(event, actor=director)


def test_a_play_off_whose_players_are_no_longer_equal_keeps_the_report_back(
    begun: Any, director: Any
) -> None:
    from tournaments.models import Game
    from tournaments.services import record_result

    event = begun()
    play(event, director, winner=2)
    # 1 and 2 had two points each; a draw in their own game leaves 1 with 1½ and 2 with 2½.
    game = Game.objects.get(round__event=event, white__number__in=(1, 2), black__number__in=(1, 2))
    record_result(game, actor=director, code="1/2-1/2", version=game.version, reason="Entered wrongly.")
    with pytest.raises(DomainError, match="no longer equal"):
        report_hand_in(event, actor=director)


def quick(begun: Any, kind: str, longer: tuple[int, int] | None = None) -> tuple[Any, dict[str, bool]]:
    event = begun(longer)
    type(event).objects.filter(pk=event.pk).update(rating_kind=kind, rating_edition="fide-rb-2024-12")
    event.refresh_from_db()
    play_off = PlayOff.objects.get(event=event)
    first = progress_of(play_off).open_games
    for game in first:  # one win each, so that an Armageddon game follows
        game_save(play_off, game.key, actor=event.created_by, result="1-0")
    verdicts = rate_verdicts(PlayOff.objects.get(event=event), event, {1: 2399, 2: 2398})
    return event, {verdict.mode.key: verdict.rated for verdict in verdicts}


@pytest.mark.parametrize(
    ("kind", "longer", "rated"),
    [
        (
            "blitz",
            None,
            {"MINI2": True, "ARM": False},
        ),  # 3 minutes and 60 × 5 seconds: 8; 5 and 4 are unequal
        ("rapid", None, {"MINI2": False, "ARM": False}),
        ("rapid", (10, 10), {"LONG": True, "ARM": False}),  # 20 minutes
        ("blitz", (10, 10), {"LONG": False, "ARM": False}),
        ("rapid", (60, 30), {"LONG": False, "ARM": False}),  # 90 minutes are no rapid chess
    ],
)
def test_rapid_and_blitz_events_rate_the_games_of_their_own_kind(
    begun: Any, client: Any, kind: str, longer: tuple[int, int] | None, rated: dict[str, bool]
) -> None:
    """The chapter on rapid and blitz, 1.1: blitz over 3 and up to 10 minutes, rapid over 10 and under 60."""
    event, found = quick(begun, kind, longer)
    assert found == rated
    page = client.get(f"/events/{event.pk}/play-off/1/").content.decode()
    assert page.count("the games are rated with it") == sum(rated.values())
    assert page.count("no rate of the event") == 2 - sum(rated.values())


def test_before_freezing_the_page_tells_of_a_group_that_has_not_begun(
    begun: Any, director: Any, client: Any
) -> None:
    """Four places were announced, and 3 and 4 are equal too; that is told and refuses nothing."""
    event = begun()
    PlayOffPlan.objects.filter(event=event).update(places=4)
    play(event, director, winner=2)
    client.force_login(director)
    text = client.get(f"/events/{event.pk}/hand-in/").content.decode()
    assert "has not begun for places 3–4" in text
    assert "for places 1–2" not in text
    assert report_hand_in(event, actor=director)


@pytest.fixture
def begun_twice(finished_event: Callable[..., Any], director: Any) -> Callable[..., Any]:
    """The finished event with a play-off of 1 and 2 and one of 3 and 4, at the longer rate where one is given."""

    def make(longer: tuple[int, int] | None = None) -> Any:
        event = finished_event()
        minutes, seconds = longer or (None, None)
        PlayOffPlan.objects.create(event=event, places=4, longer_base=minutes, longer_increment=seconds)
        choices = StartChoices(longer=longer is not None)
        for first_place in (1, 3):
            play_off_start(event, actor=director, choices=choices, first_place=first_place, seed=5)
        return event

    return make


def test_the_report_waits_for_both_and_prints_each_for_itself(begun_twice: Any, director: Any) -> None:
    event = begun_twice()
    play(event, director, winner=2)
    with pytest.raises(DomainError, match="not decided yet"):
        report_hand_in(event, actor=director)
    play(event, director, winner=3, first_place=3)
    report = report_hand_in(event, actor=director, language="en")
    sheet = sheet_of_report(report)
    assert [(line.place, line.number) for line in sheet.lines] == [(1, 2), (2, 1), (3, 3), (4, 4)]
    names = {line.number: line.name for line in sheet.lines}
    told = [play_off_sentences(item)[0].rpartition(": ")[2] for item in sheet.play_offs]
    assert told == [f"1 {names[2]}; 2 {names[1]}.", f"3 {names[3]}; 4 {names[4]}."]
    assert html_of(sheet, papers_of(report)).count('<p class="play-off"><b>Play-off</b>') == 2


def test_rated_games_of_both_are_rounds_one_after_the_other(begun_twice: Any, director: Any) -> None:
    event = begun_twice(longer=(60, 30))
    play(event, director, winner=3, first_place=3)
    play(event, director, winner=2)
    report = report_hand_in(event, actor=director)
    record, sheet = record_of_report(report), sheet_of_report(report)
    assert [(game.round, {game.white, game.black}) for game in record.games[6:]] == [
        (4, {1, 2}),
        (5, {1, 2}),
        (6, {3, 4}),
        (7, {3, 4}),
    ]
    assert [item.rated_rounds for item in sheet.play_offs] == [(4, 5), (6, 7)]
    assert [line.points for line in sheet.lines] == ["2", "2", "1", "1"]


def test_a_file_frozen_with_one_play_off_is_still_read(begun: Any, director: Any) -> None:
    """Reports frozen when an event had one play-off name it `play_off`; their files stay as they are."""
    import json

    from core.canonical import canonical_bytes
    from core.files import read, store

    event = begun()
    play(event, director, winner=2)
    report = report_hand_in(event, actor=director)
    now = sheet_of_report(report)
    frozen = json.loads(read(report.standings_sha256))
    (frozen["play_off"],) = frozen.pop("play_offs")
    report.standings_sha256 = store(canonical_bytes(frozen), "application/json").sha256
    assert sheet_of_report(report) == now
