"""A downloaded TRF holds the ranks of the standings and the coded type of its pairing rules."""

from datetime import date

import pytest
from django.test import Client

from tournaments.models import Game
from tournaments.services import (
    entries_add,
    entries_number,
    event_create,
    event_register,
    record_result,
    rounds_pair_all,
)

pytestmark = pytest.mark.django_db


def test_ranks_stand_in_columns_86_to_89_and_equal_places_repeat(client: Client) -> None:
    event = event_create(
        actor=None, name="Invented Cup", city="Inventown", start=date(2026, 3, 7), system="round_robin",
        rounds_planned=3, numbering="lot", tie_break_order="PTS",
    )  # fmt: skip
    names = ("Anić, Ana", "Berk, Bo", "Cvik, Cy", "Drum, Di")
    entries_add(event, actor=None, rows=[{"name": name, "rating": 1800} for name in names])
    event = event_register(event, actor=None)
    entries_number(event, actor=None, seed=3)
    rounds_pair_all(event, actor=None)
    for game in Game.objects.filter(round__event=event).select_related("white", "black", "round"):
        # Number 1 wins all his games, all others draw among themselves.
        code = {game.white.number: "1-0", game.black.number: "0-1"}.get(1, "1/2-1/2")
        record_result(game, actor=None, code=code, version=game.version)
    text = client.get(f"/events/{event.pk}/download/trf26/").content.decode()
    ranks = {int(line[4:8]): line[85:89].strip() for line in text.splitlines() if line.startswith("001")}
    assert ranks == {1: "1", 2: "2", 3: "2", 4: "2"}
    assert "192 BERGER_ROUNDROBIN" in text
    old = client.get(f"/events/{event.pk}/download/trf16/").content.decode()
    assert {line[85:89].strip() for line in old.splitlines() if line.startswith("001")} == {"1", "2"}
