"""The bracket keeps step with the results; the values are worked out by hand."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def drawn(new_event: Any, director: Any, players: int = 4, **rules: Any) -> Any:
    from tournaments.services.kinds import kind_rules_set
    from tournaments.services.knock_out import knock_out_draw

    event = new_event(players, system="knock_out")
    kind_rules_set(event, actor=director, **({"tie_games": 2, "colours": "seeded"} | rules))
    knock_out_draw(event, actor=director, seed=1)
    event.refresh_from_db()
    return event


def enter(event: Any, director: Any, number: int, **results: str) -> None:
    """Enter the results of a round by board: `b1="1-0"`."""
    from tournaments.models import Game
    from tournaments.services import record_result

    for board, code in results.items():
        game = Game.objects.get(round__event=event, round__number=number, board=int(board[1:]))
        record_result(game, actor=director, code=code, version=game.version)


def boards(event: Any) -> list[tuple[int, int, int, int]]:
    """Round, board and start numbers of White and Black of every game."""
    from tournaments.models import Game

    rows = Game.objects.filter(round__event=event).order_by("round__number", "board")
    return list(rows.values_list("round__number", "board", "white__number", "black__number"))


def winners(event: Any, stage: int) -> list[tuple[int | None, str]]:
    ties = event.ties.filter(stage=stage).order_by("number")
    return list(ties.values_list("winner__number", "decided_by"))


def test_the_first_stage_has_all_games_of_its_ties_with_colours_alternating(
    new_event: Any, director: Any
) -> None:
    event = drawn(new_event, director)
    assert boards(event) == [(1, 1, 1, 4), (1, 2, 2, 3), (2, 1, 4, 1), (2, 2, 3, 2)]
    assert (event.rounds_planned, event.state) == (4, "playing")


def test_the_smallest_numbers_of_five_go_on_without_play(new_event: Any, director: Any) -> None:
    event = drawn(new_event, director, 5, tie_games=1)
    assert boards(event) == [(1, 2, 4, 5)]
    assert winners(event, 1) == [(1, "free"), (None, ""), (2, "free"), (3, "free")]
    enter(event, director, 1, b2="0-1")
    assert boards(event) == [(1, 2, 4, 5), (2, 1, 1, 5), (2, 2, 2, 3)]
    assert event.rounds.filter(number__lte=3).count() == 2


def test_next_stage_is_drawn_by_itself_and_games_that_decide_nothing_go(
    new_event: Any, director: Any
) -> None:
    event = drawn(new_event, director, tie_games=4)
    enter(event, director, 1, b1="1-0", b2="1/2-1/2")
    enter(event, director, 2, b1="0-1", b2="1/2-1/2")
    enter(event, director, 3, b1="1/2-1/2")
    assert winners(event, 1) == [(1, "games"), (None, "")]  # 2½:½, the fourth game is not played
    assert (4, 1, 4, 1) not in boards(event)
    enter(event, director, 3, b2="0-1")
    enter(event, director, 4, b2="1-0")  # 3 has White and wins again: 3:1
    assert winners(event, 1) == [(1, "games"), (3, "games")]
    assert [row for row in boards(event) if row[0] > 4] == [
        (5, 1, 1, 3),
        (6, 1, 3, 1),
        (7, 1, 1, 3),
        (8, 1, 3, 1),
    ]


def test_a_corrected_result_brings_back_the_game_and_takes_back_the_next_stage(
    new_event: Any, director: Any
) -> None:
    event = drawn(new_event, director)
    enter(event, director, 1, b1="1-0", b2="1-0")
    enter(event, director, 2, b1="0-1", b2="0-1")
    assert [row for row in boards(event) if row[0] > 2] == [(3, 1, 1, 2), (4, 1, 2, 1)]
    enter(event, director, 2, b2="1-0")  # 1:1 in the second tie
    assert winners(event, 1) == [(1, "games"), (None, "")]
    assert [row for row in boards(event) if row[0] > 2] == []
    enter(event, director, 1, b2="0-1")  # now 0:2
    assert [row for row in boards(event) if row[0] > 2] == [(3, 1, 1, 3), (4, 1, 3, 1)]


def test_a_correction_is_refused_that_would_change_who_plays_in_a_stage_with_results(
    new_event: Any, director: Any
) -> None:
    from tournaments.errors import DomainError

    event = drawn(new_event, director, tie_games=1)
    enter(event, director, 1, b1="1-0", b2="1-0")
    enter(event, director, 2, b1="1/2-1/2")
    with pytest.raises(DomainError) as refused:
        enter(event, director, 1, b2="0-1")
    assert refused.value.code == "later_stage_played"
    assert winners(event, 1) == [(1, "games"), (2, "games")]


def test_a_level_tie_is_decided_in_the_play_off_step_by_step(new_event: Any, director: Any) -> None:
    from tournaments.services.tie_play_offs import tie_play_off_add, tie_play_off_result

    event = drawn(new_event, director, 2)
    enter(event, director, 1, b1="1/2-1/2")
    enter(event, director, 2, b1="1/2-1/2")
    tie = event.ties.get()
    rapid = tie_play_off_add(tie, actor=director, rate="15+10", games=2, upper_white=True)
    for game in rapid:
        tie_play_off_result(game, actor=director, code="1/2-1/2", version=1)
    (last,) = tie_play_off_add(tie, actor=director, rate="5:4", games=1, armageddon=True, upper_white=True)
    tie_play_off_result(last, actor=director, code="1/2-1/2", version=1)
    assert winners(event, 1) == [(2, "play_off")]  # a draw wins for Black


def test_games_of_a_play_off_are_no_games_of_the_record(new_event: Any, director: Any) -> None:
    from tournaments.services.tie_play_offs import tie_play_off_add
    from tournaments.snapshot import record_of

    event = drawn(new_event, director, 2, tie_games=1)
    enter(event, director, 1, b1="1/2-1/2")
    before = record_of(event.pk)
    tie_play_off_add(event.ties.get(), actor=director, rate="10+5", games=2, seed=3)
    assert record_of(event.pk) == before


def test_no_play_off_before_the_games_are_played(new_event: Any, director: Any) -> None:
    from tournaments.errors import DomainError
    from tournaments.services.tie_play_offs import tie_play_off_add

    event = drawn(new_event, director, 2)
    enter(event, director, 1, b1="1/2-1/2")
    with pytest.raises(DomainError) as refused:
        tie_play_off_add(event.ties.get(), actor=director, rate="10+5", games=2)
    assert refused.value.code == "tie_not_level"


def test_a_decision_needs_a_reason_and_can_be_taken_back(new_event: Any, director: Any) -> None:
    from tournaments.errors import DomainError
    from tournaments.services.tie_play_offs import tie_decide

    event = drawn(new_event, director, tie_games=1)
    tie = event.ties.get(number=2)
    with pytest.raises(DomainError):
        tie_decide(tie, actor=director, winner=tie.lower, reason=" ")
    tie_decide(tie, actor=director, winner=tie.lower, reason="Number 2 fell ill")
    assert boards(event) == [(1, 1, 1, 4)]
    enter(event, director, 1, b1="1-0")
    assert (2, 1, 1, 3) in boards(event)
    tie_decide(tie, actor=director, winner=None, reason="He plays after all")
    assert boards(event) == [(1, 1, 1, 4), (1, 2, 2, 3)]


def test_the_third_place_is_played_beside_the_final(new_event: Any, director: Any) -> None:
    event = drawn(new_event, director, tie_games=1, third_place=True)
    enter(event, director, 1, b1="0-1", b2="1-0")
    assert [row for row in boards(event) if row[0] == 2] == [(2, 1, 2, 4), (2, 2, 1, 3)]


def test_an_event_with_an_undecided_tie_is_not_finished(new_event: Any, director: Any) -> None:
    from tournaments.errors import DomainError
    from tournaments.services import event_finish

    event = drawn(new_event, director, 2, tie_games=1)
    enter(event, director, 1, b1="1/2-1/2")
    with pytest.raises(DomainError) as refused:
        event_finish(event, actor=director)
    assert refused.value.code == "tie_open"


def test_the_bracket_is_deleted_while_it_has_no_result_and_only_by_arbiters(
    new_event: Any, director: Any, stranger: Any
) -> None:
    from django.core.exceptions import PermissionDenied

    from tournaments.errors import DomainError
    from tournaments.services import pairings_delete
    from tournaments.services.knock_out import knock_out_draw

    event = drawn(new_event, director)
    with pytest.raises(PermissionDenied):
        pairings_delete(event, actor=stranger)
    pairings_delete(event, actor=director)
    assert (event.ties.count(), boards(event)) == (0, [])
    knock_out_draw(event, actor=director)
    enter(event, director, 1, b1="1-0")
    with pytest.raises(DomainError):
        pairings_delete(event, actor=director)
