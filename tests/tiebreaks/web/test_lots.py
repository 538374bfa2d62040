"""Lots: drawn by the director only, kept with their seed, at rest when the players are equal no more."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tournaments.errors import DomainError

pytestmark = pytest.mark.django_db

#  1, 2 and 3 have two points and equal Sonneborn-Berger each; 4 lost to all of them.
CIRCLE = {1: "2w1 3b0 4w1", 2: "1b0 4w1 3w1", 3: "4b1 1w1 2b0", 4: "3w0 2b0 1b0"}


@pytest.fixture
def director(accounts: Callable[[str], Any]) -> Any:
    return accounts("director")


@pytest.fixture
def event(make_event: Callable[..., Any], director: Any) -> Any:
    from tournaments.models import EventOfficial

    made = make_event(CIRCLE, order="PTS,SB", state="finished", rounds_planned=3)
    EventOfficial.objects.create(event=made, account=director, role="chief_arbiter")
    return made


def places(event: Any) -> dict[int, int]:
    from tiebreaks.services import standings_of

    event.refresh_from_db()
    return {row["number"]: row["place"] for row in standings_of(event)["rows"]}


def test_nobody_is_separated_before_the_lot_and_everybody_after_it(event: Any, director: Any) -> None:
    from core.ledger import rows_of
    from tiebreaks.services_lots import lot_draw
    from tournaments.pairing.lots import draw_numbers

    assert places(event) == {1: 1, 2: 1, 3: 1, 4: 4}
    lot_draw(event, actor=director, place=1, seed=2026)
    first, second, third = draw_numbers(3, 2026)
    assert places(event) == {1: first, 2: second, 3: third, 4: 4}
    row = rows_of("event", event.pk).get(verb="lot.drawn")
    assert row.payload == {"place": 1, "numbers": [1, 2, 3], "seed": 2026}


def test_a_changed_result_lays_the_lot_to_rest(event: Any, director: Any) -> None:
    from tiebreaks.services_lots import lot_draw
    from tournaments.models import Game
    from tournaments.services import facts_changed

    lot_draw(event, actor=director, place=1, seed=2026)
    Game.objects.filter(round__event=event, white__number=1, black__number=2).update(code="0-1")
    facts_changed(event)
    # 2 has beaten 1, 3 and 4; 3 has two points, 1 one.
    assert places(event) == {2: 1, 3: 2, 1: 3, 4: 4}


def test_only_the_director_draws_and_only_among_equals(event: Any, director: Any, accounts: Any) -> None:
    from tiebreaks.services_lots import lot_draw

    with pytest.raises(PermissionDenied):
        lot_draw(event, actor=accounts("stranger"), place=1)
    with pytest.raises(DomainError, match="Nobody shares"):
        lot_draw(event, actor=director, place=4)


def test_pages_offer_the_lot_show_it_and_say_that_it_decides(event: Any, director: Any, client: Any) -> None:
    client.force_login(director)
    page = reverse("tiebreaks:order", args=[event.pk])
    assert "Draw lots" in client.get(page).content.decode()
    client.post(reverse("tiebreaks:lot", args=[event.pk]), {"place": "1"})
    assert "Draw lots" not in client.get(page).content.decode()
    standings = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    assert standings.count("drawn by lot; rank before it: 1") >= 3
    assert "These places were drawn by lot" in standings
    assert "decided in a play-off" not in standings
    compared = client.get(
        reverse("tiebreaks:compare", args=[event.pk]), {"a": "1", "b": "2"}
    ).content.decode()
    assert "the lot</strong> decides" in compared
