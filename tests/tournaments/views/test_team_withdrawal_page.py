"""The desk's page of a team proposes the round after which the team can leave."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.teams import made_team_event
from tournaments.models import Game, Team
from tournaments.services import record_result
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = pytest.mark.django_db


def test_round_proposed_for_a_withdrawal_is_the_last_one_that_the_team_has_played(director: Any) -> None:
    """Of two rounds with results the second: with any earlier one the withdrawal would be refused."""
    event = made_team_event(director, 4, 2)
    team_rounds_pair_all(event, actor=director)
    for game in Game.objects.filter(round__event=event, round__number__lte=2):
        record_result(game, actor=director, code="1-0", version=game.version)
    team = Team.objects.get(event=event, number=1)
    desk = Client()
    desk.force_login(director)

    page = desk.get(reverse("tournaments:desk_team", args=[event.pk, team.pk])).content.decode()
    proposed = re.findall(r'name="after"[^>]* value="(\d+)"', page)
    assert proposed == ["2"]

    desk.post(reverse("tournaments:team_withdraw", args=[event.pk, team.pk]), {"after": proposed[0]})
    team.refresh_from_db()
    assert team.withdrawn_after == 2
