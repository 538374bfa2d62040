"""Acceleration, players kept apart, fixed tables, byes within limits, late entries."""

import pytest

from core.ledger import rows_of
from tournaments.errors import DomainError
from tournaments.models import ForbiddenPair, Game, Seat, VirtualPoints
from tournaments.pairing.swiss import PairingInputError
from tournaments.record.findings import Finding
from tournaments.services import (
    bye_request,
    byes_ask,
    engine,
    entries_add,
    entries_number_late,
    entry_add,
    entry_remove,
    entry_withdraw,
    event_finish,
    event_reopen,
    fixed_board_set,
    forbidden_pair_add,
    forbidden_pair_remove,
    late_numbering_refusal,
    pairings_delete,
    record_result,
    round_pair,
    setup_change,
)
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db


def pairs_of(event, number):
    games = Game.objects.filter(round__event=event, round__number=number).order_by("board")
    return list(games.values_list("white__number", "black__number"))


def numbered(event):
    return {entry.number: entry for entry in event.entries.all()}


def draw_all(event, director, number):
    for game in Game.objects.filter(round__event=event, round__number=number):
        record_result(game, actor=director, code="1/2-1/2", version=game.version)


def refused(code):
    return pytest.raises(DomainError, check=lambda error: error.code == code)


# -- acceleration --------------------------------------------------------------------------------------------


def test_baku_splits_the_players_who_are_paired_in_round_one(new_event, director):
    event = new_event(9, first_colour="w", rounds_planned=9)
    entry_withdraw(numbered(event)[2], actor=director, after_round=0)
    setup_change(event, actor=director, acceleration="baku")
    round_pair(event, actor=director)
    # Eight are paired: the first four of them are 1, 3, 4, 5, and they meet one another.
    rows = VirtualPoints.objects.filter(event=event)
    assert list(rows.values_list("halves", "first_round", "last_round", "last__number")) == [
        (2, 1, 3, 5),
        (1, 4, 5, 5),
    ]
    assert pairs_of(event, 1) == [(1, 4), (5, 3), (6, 8), (9, 7)]
    assert [(each.first, each.last, each.halves) for each in record_of(event.pk).accelerations] == [
        (1, 5, 2),
        (1, 5, 1),
    ]


def test_the_groups_are_split_anew_when_round_one_is_paired_again(new_event, director):
    event = new_event(8, first_colour="w", rounds_planned=9)
    setup_change(event, actor=director, acceleration="baku")
    round_pair(event, actor=director)
    pairings_delete(event, actor=director)
    for number in (1, 2, 3, 4):
        bye_request(numbered(event)[number], actor=director, round_number=1, code="Z")
    round_pair(event, actor=director)
    assert {row.last.number for row in VirtualPoints.objects.filter(event=event)} == {6}


def test_the_last_player_of_the_first_group_stays_when_a_late_entry_moves_the_numbers(new_event, director):
    event = new_event(8, first_colour="w", rounds_planned=9)
    setup_change(event, actor=director, acceleration="baku")
    round_pair(event, actor=director)
    last = VirtualPoints.objects.filter(event=event).first().last
    entry_add(event, actor=director, name="Late, Lara", rating=2500)
    entries_number_late(event, actor=director)
    last.refresh_from_db()
    assert last.number == 5
    assert {each.last for each in record_of(event.pk).accelerations} == {5}


def test_an_acceleration_is_announced_before_the_first_pairing(new_event, director):
    event = new_event(4, first_colour="w")
    round_pair(event, actor=director)
    with refused("paired_already"):
        setup_change(event, actor=director, acceleration="baku")


def test_baku_is_refused_with_three_points_a_win(new_event, director):
    event = new_event(4, win_halves=6, draw_halves=2)
    with refused("acceleration_scores"):
        setup_change(event, actor=director, acceleration="baku")


# -- players kept apart --------------------------------------------------------------------------------------


def test_a_forbidden_pair_is_refused_in_a_rated_event(new_event, director):
    event = new_event(4)
    one, other = list(event.entries.all())[:2]
    with refused("fide_rated"):
        forbidden_pair_add(event, actor=director, one=one, other=other)
    assert not ForbiddenPair.objects.exists()


def test_a_forbidden_pair_does_not_meet_until_it_may(new_event, director):
    event = new_event(4, first_colour="w", rating_kind="")
    by = numbered(event)
    # Without it 1 meets 3 in round 1.
    pair = forbidden_pair_add(event, actor=director, one=by[3], other=by[1], reason="sisters")
    round_pair(event, actor=director)
    assert {frozenset(each) for each in pairs_of(event, 1)} == {frozenset((1, 4)), frozenset((2, 3))}
    row = rows_of("event", event.pk).get(verb="pair.forbidden")
    assert (row.reason, row.payload["rounds"]) == ("sisters", [1, 3])
    pairings_delete(event, actor=director)
    forbidden_pair_remove(pair, actor=director)
    round_pair(event, actor=director)
    assert {frozenset(each) for each in pairs_of(event, 1)} == {frozenset((1, 3)), frozenset((2, 4))}


def test_a_forbidden_pair_names_two_players_and_rounds_of_the_event(new_event, director):
    event = new_event(4, rating_kind="")
    one, other = list(event.entries.all())[:2]
    with refused("not_two_players"):
        forbidden_pair_add(event, actor=director, one=one, other=one)
    with refused("unknown_round"):
        forbidden_pair_add(event, actor=director, one=one, other=other, first_round=2, last_round=4)


# -- fixed tables --------------------------------------------------------------------------------------------


def test_a_player_sits_at_his_table_and_the_others_close_up(new_event, director):
    event = new_event(6, first_colour="w")
    by = numbered(event)
    fixed_board_set(by[6], actor=director, table=1)
    fixed_board_set(by[5], actor=director, table=12)
    round_pair(event, actor=director)
    boards = Game.objects.filter(round__event=event).order_by("board")
    # Paired are 1-4, 5-2, 3-6: table 1 for 6, table 12 for 5, and the first pair takes the next free board.
    assert list(boards.values_list("board", "white__number", "black__number")) == [
        (1, 3, 6),
        (2, 1, 4),
        (12, 5, 2),
    ]


def test_a_table_is_kept_for_one_player(new_event, director):
    event = new_event(4)
    by = numbered(event)
    fixed_board_set(by[1], actor=director, table=2)
    with refused("table_taken"):
        fixed_board_set(by[2], actor=director, table=2)
    fixed_board_set(by[1], actor=director, table=None)
    assert fixed_board_set(by[2], actor=director, table=2).table == 2


# -- byes ----------------------------------------------------------------------------------------------------


def test_byes_of_several_rounds_are_noted_at_once_and_counted_with_their_rounds(new_event, director):
    event = new_event(5, first_colour="w", rounds_planned=5)
    player = numbered(event)[2]
    byes_ask(player, actor=director, wanted={1: "H", 3: "Z"})
    assert [(bye.round, bye.code) for bye in record_of(event.pk).byes] == [(1, "H"), (3, "Z")]
    round_pair(event, actor=director)
    assert Seat.objects.get(round__event=event, entry=player).bye == "H"
    byes_ask(player, actor=director, wanted={3: ""})
    assert not player.bye_requests.filter(round_number=3).exists()


def test_limits_of_half_point_byes_are_passed_with_a_reason_only(new_event, director):
    event = new_event(6, rounds_planned=5)
    setup_change(event, actor=director, half_byes_most=1, half_byes_until=3)
    player = numbered(event)[2]
    with refused("bye_too_many"):
        byes_ask(player, actor=director, wanted={1: "H", 2: "H"})
    assert not player.bye_requests.exists()
    byes_ask(player, actor=director, wanted={1: "H"})
    with refused("bye_too_many"):
        byes_ask(player, actor=director, wanted={2: "H"})
    with refused("bye_too_late"):
        byes_ask(numbered(event)[3], actor=director, wanted={4: "H"})
    # A round without points may always be missed, and a bye moved is no further one.
    byes_ask(player, actor=director, wanted={4: "Z", 5: "Z"})
    byes_ask(player, actor=director, wanted={1: "", 2: "H"})
    byes_ask(player, actor=director, wanted={3: "H"}, reason="funeral")
    assert rows_of("event", event.pk).filter(verb="bye.asked").last().reason == "funeral"


def test_byes_of_paired_or_unknown_rounds_are_refused(new_event, director):
    event = new_event(4, first_colour="w")
    round_pair(event, actor=director)
    player = numbered(event)[2]
    with refused("paired_already"):
        byes_ask(player, actor=director, wanted={1: "H", 2: "H"})
    with refused("unknown_round"):
        byes_ask(player, actor=director, wanted={4: "H"})
    with refused("unknown_bye"):
        byes_ask(player, actor=director, wanted={2: "U"})


# -- late entries --------------------------------------------------------------------------------------------


def test_a_late_entry_stands_behind_the_others_until_numbered_by_rating(new_event, director):
    event = new_event(4, first_colour="w", rounds_planned=5)
    round_pair(event, actor=director)
    assert pairs_of(event, 1) == [(1, 3), (4, 2)]
    # The others have 2390, 2380, 2370, 2360.
    late = entry_add(event, actor=director, name="Late, Lara", rating=2385)
    assert late.number == 5
    assert record_of(event.pk).byes == ()
    entries_number_late(event, actor=director)
    late.refresh_from_db()
    assert late.number == 2
    # The same people on the same boards, under their new numbers.
    assert pairs_of(event, 1) == [(1, 4), (5, 3)]
    row = rows_of("event", event.pk).get(verb="entries.renumbered")
    assert row.payload["moved"] == [[2, 3], [3, 4], [4, 5], [5, 2]]


def test_numbers_stand_once_round_four_is_paired(new_event, director):
    event = new_event(8, first_colour="w", rounds_planned=5)
    assert late_numbering_refusal(event)
    for number in (1, 2, 3):
        round_pair(event, actor=director)
        assert late_numbering_refusal(event) == ""
        draw_all(event, director, number)
    round_pair(event, actor=director)
    entry_add(event, actor=director, name="Late, Lara", rating=2500)
    with refused("numbers_stand"):
        entries_number_late(event, actor=director)


def test_a_late_entry_has_half_points_for_missed_rounds_where_the_event_says_so(new_event, director):
    event = new_event(4, first_colour="w", rounds_planned=5)
    setup_change(event, actor=director, late_byes="H")
    round_pair(event, actor=director)
    draw_all(event, director, 1)
    late = entry_add(event, actor=director, name="Late, Lara", rating=2300)
    assert Seat.objects.get(entry=late).bye == "H"
    # Entered by mistake: taken out again with the byes that nobody played.
    entry_remove(late, actor=director)
    assert not Seat.objects.filter(entry=late.pk).exists()
    late = entry_add(event, actor=director, name="Late, Lara", rating=2300)
    round_pair(event, actor=director)
    with refused("paired_already"):
        entry_remove(late, actor=director)


def test_whoever_left_is_paired_again_after_his_return(new_event, director):
    event = new_event(6, first_colour="w", rounds_planned=4)
    round_pair(event, actor=director)
    draw_all(event, director, 1)
    player = numbered(event)[3]
    entry_withdraw(player, actor=director, after_round=1)
    round_pair(event, actor=director)
    draw_all(event, director, 2)
    assert Seat.objects.get(entry=player, round__number=2).bye == "Z"
    entry_withdraw(player, actor=director, after_round=None)
    round_pair(event, actor=director)
    assert Seat.objects.get(entry=player, round__number=3).game is not None


def test_whoever_left_has_no_half_point_for_a_bye_asked_before_and_has_it_again_when_he_returns(
    new_event, director
):
    event = new_event(7, system="swiss", rounds_planned=4)
    seventh = numbered(event)[7]
    byes_ask(seventh, actor=director, wanted={2: "H"})
    round_pair(event, actor=director)
    draw_all(event, director, 1)
    entry_withdraw(seventh, actor=director, after_round=1)
    assert not [bye for bye in record_of(event.pk).byes if bye.round == 2]
    round_pair(event, actor=director)
    assert Seat.objects.get(round__event=event, round__number=2, entry=seventh).bye == "Z"
    pairings_delete(event, actor=director)
    entry_withdraw(seventh, actor=director, after_round=None)
    round_pair(event, actor=director)
    assert Seat.objects.get(round__event=event, round__number=2, entry=seventh).bye == "H"


def test_who_plays_and_how_changes_no_more_once_the_event_is_finished(new_event, director):
    event = new_event(4, system="swiss", rounds_planned=1, rating_kind="")
    round_pair(event, actor=director)
    draw_all(event, director, 1)
    event_finish(event, actor=director)
    one, other = numbered(event)[1], numbered(event)[2]
    for write in (
        lambda: entry_add(event, actor=director, name="Late, Comer"),
        lambda: entry_withdraw(one, actor=director, after_round=1),
        lambda: entry_remove(one, actor=director),
        lambda: byes_ask(one, actor=director, wanted={1: "H"}),
        lambda: setup_change(event, actor=director, half_byes_most=3),
        lambda: fixed_board_set(one, actor=director, table=3),
        lambda: forbidden_pair_add(event, actor=director, one=one, other=other),
    ):
        with refused("finished"):
            write()
    event_reopen(event, actor=director, reason="a player came")
    assert entry_add(event, actor=director, name="Late, Comer").number == 5


def test_a_pair_is_kept_apart_once_for_a_round_in_either_order(new_event, director):
    event = new_event(4, system="swiss", rounds_planned=4, rating_kind="")
    one, other = numbered(event)[1], numbered(event)[2]
    forbidden_pair_add(event, actor=director, one=one, other=other, last_round=2)
    with refused("forbidden_already"):
        forbidden_pair_add(event, actor=director, one=other, other=one, first_round=2)
    forbidden_pair_add(event, actor=director, one=other, other=one, first_round=3)
    assert ForbiddenPair.objects.count() == 2


def test_a_list_names_the_player_whose_row_cannot_be_stored(new_event, director):
    event = new_event(0, system="swiss")
    with refused("row_wrong") as caught:
        entries_add(
            event, actor=director, rows=[{"name": "Fine, One"}, {"name": "Born, Late", "birth": "3000"}]
        )
    assert str(caught.value).startswith("Born, Late: ")
    assert not event.entries.exists()


def test_why_a_round_cannot_be_paired_is_said_in_the_reader_s_language(new_event, director, monkeypatch):
    event = new_event(2, system="swiss", rounds_planned=2)
    for entry in event.entries.all():
        entry_withdraw(entry, actor=director, after_round=0)
    monkeypatch.setattr(engine, "_", {"Round {round}: nobody is present.": "Kolo {round}: nema nikoga."}.get)
    with refused("not_ready") as caught:
        round_pair(event, actor=director)
    assert str(caught.value) == "Kolo 1: nema nikoga."


def test_two_who_have_met_and_nobody_else_are_left_to_the_arbiter(new_event, director):
    event = new_event(2, system="swiss", rounds_planned=2)
    round_pair(event, actor=director)
    draw_all(event, director, 1)
    with refused("pairing_refused") as caught:
        round_pair(event, actor=director)
    assert "C.04.3 art. 1.9.3" in str(caught.value)


def test_why_teams_cannot_be_paired_is_said_in_the_reader_s_language(monkeypatch):
    sentences = {"Round {round}: fewer than two teams are present.": "Kolo {round}: premalo ekipa."}
    monkeypatch.setattr(engine, "_", lambda text: sentences.get(text, text))
    finding = Finding("refusal", "pairing.too_few_teams", inputs={"round": 3})
    with refused("pairing_refused") as caught, engine.engine_refusals(1):
        raise PairingInputError(finding)
    assert str(caught.value).startswith("Kolo 3: premalo ekipa.")
