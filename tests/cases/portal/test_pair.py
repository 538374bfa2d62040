"""Cases PAIR-01, PAIR-03 and PAIR-05 through services and pages: a file goes in, a round comes out."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.tiebreaks.web.reading import table

pytestmark = pytest.mark.django_db
FILES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "files"


def event_of(name: str, rounds: int) -> Any:
    from tournaments.services import event_import

    path = FILES / name
    if not path.exists():
        pytest.skip(f"the collection of cases beside the repository has no {name}")
    event = event_import(path.read_bytes(), actor=None, start=date(2026, 3, 7), system="swiss").event
    type(event).objects.filter(pk=event.pk).update(rounds_planned=rounds, first_colour="w")
    event.refresh_from_db()
    return event


def boards(event: Any, number: int) -> set[tuple[int, int]]:
    from tournaments.models import Game

    games = Game.objects.filter(round__event=event, round__number=number)
    return set(games.values_list("white__number", "black__number"))


def byes(event: Any, number: int) -> dict[int, str]:
    from tournaments.models import Seat

    seats = Seat.objects.filter(round__event=event, round__number=number, game=None)
    return dict(seats.values_list("entry__number", "bye"))


def test_pair_01_the_bye_passes_a_player_who_scored_without_playing() -> None:
    from tournaments.services import round_pair

    event = event_of("PAIR-01.trf", 7)
    round_pair(event, actor=None)
    assert boards(event, 4) == {(7, 4), (1, 6), (3, 5)}
    assert byes(event, 4) == {2: "U"}


def test_pair_03_a_bye_asked_for_ahead_counts_with_its_round(client: Any) -> None:
    from tournaments.services import byes_ask, pairings_delete, round_pair

    event = event_of("PAIR-03.trf", 5)
    player = event.entries.get(number=4)

    def points() -> str:
        rows = table(client.get(reverse("tiebreaks:standings", args=[event.pk])))
        return next(row["Pts"] for row in rows if row["SNo"] == "4")

    byes_ask(player, actor=None, wanted={3: "H"})
    assert points() == "½"
    round_pair(event, actor=None)
    assert {frozenset(pair) for pair in boards(event, 3)} == {frozenset((1, 3)), frozenset((2, 6))}
    assert byes(event, 3) == {4: "H", 5: "U"}
    pairings_delete(event, actor=None)
    byes_ask(player, actor=None, wanted={3: ""})
    round_pair(event, actor=None)
    assert frozenset((5, 4)) in {frozenset(pair) for pair in boards(event, 3)}


def test_pair_05_changes_by_hand_are_held_against_what_was_played() -> None:
    from tournaments.errors import DomainError
    from tournaments.exporting import trf_of
    from tournaments.models import Game
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_register,
        record_result,
        round_pair_manual,
    )

    event = event_create(
        actor=None, name="By hand", start=date(2026, 3, 7), rounds_planned=5, first_colour="w"
    )
    # A to E are numbers 1 to 5.
    names = ["A, A", "B, B", "C, C", "D, D", "E, E"]
    entries_add(event, actor=None, rows=[{"name": name, "rating": 2000 - i} for i, name in enumerate(names)])
    event = event_register(event, actor=None)
    entries_number(event, actor=None)

    def pair(number: int, pairs: list[tuple[int, int]], bye: int, reason: str = "") -> None:
        round_pair_manual(event, actor=None, round_number=number, pairs=pairs, byes={bye: "U"}, reason=reason)

    def finish(number: int, codes: list[str]) -> None:
        games = Game.objects.filter(round__event=event, round__number=number).order_by("board")
        for game, code in zip(games, codes, strict=True):
            record_result(game, actor=None, code=code, version=1)

    pair(1, [(1, 2), (3, 4)], 5)
    finish(1, ["1-0", "+/-"])
    pair(2, [(5, 1), (2, 3)], 4)
    finish(2, ["0-1", "1/2-1/2"])

    def refused(pairs: list[tuple[int, int]], bye: int) -> tuple[str, list[str]]:
        with pytest.raises(DomainError) as raised:
            pair(3, pairs, bye)
        return raised.value.code, [finding.code for finding in raised.value.findings]

    # A and B have played: not without a reason. C and D did not, their game was forfeited.
    assert refused([(2, 1), (4, 3)], 5) == ("reason_missing", ["pairing.second_bye", "pairing.rematch"])
    # 3 scored a full point without playing (+), 4 and 5 had the allocated bye.
    assert refused([(4, 1), (2, 5)], 3) == ("reason_missing", ["pairing.second_bye"])
    # Nobody sits on two boards, whatever the reason.
    with pytest.raises(DomainError) as raised:
        pair(3, [(2, 1), (2, 4)], 3, reason="no reason is enough")
    assert raised.value.code == "two_places"
    assert boards(event, 3) == set()
    pair(3, [(4, 3), (1, 5)], 2, reason="agreed by all")
    assert boards(event, 3) == {(4, 3), (1, 5)}
    text = trf_of(event, "trf26", public=True).text
    assert "### Round 3 board 2: 1-5 paired by hand: agreed by all" in text
