"""The page of a round's results tells which team has no opponent in it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.teams import made_team_event
from tournaments.models import TeamMatch
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = pytest.mark.django_db


def test_team_without_an_opponent_stands_under_the_boards_of_the_round(director: Any) -> None:
    """Three teams: one is free in each round, and only it is named outside the matches."""
    event = made_team_event(director, 3, 2)
    team_rounds_pair_all(event, actor=director)
    free = TeamMatch.objects.get(round__event=event, round__number=1, away=None).home
    desk = Client()
    desk.force_login(director)

    page = desk.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content.decode()

    assert f"<li>{free.name} <span" in page.partition("Without a board")[2]
