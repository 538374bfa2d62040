"""Handing in an event by correspondence: order of the lines, category and region, the frozen coefficients."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.services import persons_create
from reports.documents import sheet_of_report
from reports.frozen import frozen_of
from reports.services import report_hand_in, report_return
from tournaments.models import Entry, Game
from tournaments.services.correspondence import PlayerLine, start_list_save

pytestmark = pytest.mark.django_db


@pytest.fixture
def postal(finished_event: Any, director: Any) -> Any:
    """Four players of the start list 2399 to 2396, drawn in some order; White wins every game."""
    event = finished_event(
        finish=False,
        correspondence=True,
        rating_kind="ik",
        norms="KMS 2.0 of 3; 1st category 1.0 of 3",
        rate_of_play="by e-mail",
    )
    lines = [
        PlayerLine(entry.pk, category="кмс", region=f"Region {entry.number}") for entry in event.entries.all()
    ]
    start_list_save(event, actor=director, lines=lines)
    from tournaments.services import event_finish, record_result

    for game in Game.objects.filter(round__event=event):
        record_result(game, actor=director, code="1-0", version=game.version)
    event_finish(event, actor=director)
    event.refresh_from_db()
    return event


def test_the_choice_of_the_order_is_frozen(postal: Any, director: Any) -> None:
    report = report_hand_in(postal, actor=director, order="draw")
    assert [line.number for line in sheet_of_report(report).lines] == [1, 2, 3, 4]
    report_return(report, actor=director, reason="by places, please")
    again = sheet_of_report(report_hand_in(postal, actor=director))
    assert again.order == "places"
    assert [line.place for line in again.lines] == sorted(line.place for line in again.lines)


def test_nothing_printed_is_read_from_the_event_again(postal: Any, director: Any) -> None:
    report = report_hand_in(postal, actor=director)
    before = sheet_of_report(report)
    assert {line.region for line in before.lines} == {f"Region {number}" for number in range(1, 5)}
    Entry.objects.filter(event=postal).update(rating=1000, name="Somebody Else")
    postal.entries.get(number=1).by_correspondence.delete()
    assert sheet_of_report(report) == before


def test_the_coefficients_are_frozen_with_their_steps(postal: Any, director: Any) -> None:
    """20 x (P - n x E) of 3.2, from the start list, for nobody is in the register."""
    report = report_hand_in(postal, actor=director)
    frozen = frozen_of(report)["coefficients"]
    assert frozen["edition"] == "racc-2014"
    assert frozen["engine"].startswith("ratings-")
    ratings = dict(postal.entries.values_list("number", "rating"))
    for line in frozen["players"]:
        own, games = ratings[line["start_number"]], 3
        others = sum(ratings.values()) - own
        assert line["average"] == int(Fraction(others, games) + Fraction(1, 2))
        assert line["d"] == own - line["average"]
        # All differences are at most 3, where table 2 says .50.
        raw = 20 * (Decimal(line["w"]) - games * Decimal("0.5"))
        assert Decimal(line["delta_raw"]) == raw
        assert [step["article"] for step in line["steps"]]
    assert sheet_of_report(report).annex.edition == "racc-2014"


def test_a_player_of_the_register_has_the_coefficient_of_the_moment_only_if_he_has_one(
    postal: Any, director: Any
) -> None:
    """Everybody is put into the register without a coefficient there: those of the start list stay."""
    people = [{"surname": "Invented", "given_name": f"P{number}", "sex": "m"} for number in range(1, 5)]
    for entry, person in zip(
        postal.entries.order_by("number"), persons_create(actor=None, people=people), strict=True
    ):
        Entry.objects.filter(pk=entry.pk).update(person=person)
    frozen = frozen_of(report_hand_in(postal, actor=director))["coefficients"]
    assert {line["ik_old"] for line in frozen["players"]} == {2396, 2397, 2398, 2399}


def test_an_event_without_a_norm_has_no_annex(postal: Any, director: Any) -> None:
    """1.2: it is not counted."""
    postal.norms = "2nd category 1.0 of 3"
    postal.save(update_fields=["norms"])
    report = report_hand_in(postal, actor=director)
    assert "coefficients" not in frozen_of(report)
    assert sheet_of_report(report).annex is None


def test_the_page_offers_the_order_by_correspondence_alone(
    postal: Any, director: Any, finished_event: Any
) -> None:
    client = Client()
    client.force_login(director)
    page = reverse("reports:hand_in", args=[postal.pk])
    assert 'name="order"' in client.get(page).content.decode()
    assert client.post(page, {"language": "en", "order": "sideways"}).status_code == 422
    assert client.post(page, {"language": "en", "order": "draw"}).status_code == 302
    assert sheet_of_report(postal.reports.get()).order == "draw"
    other = finished_event()
    page = reverse("reports:hand_in", args=[other.pk])
    assert 'name="order"' not in client.get(page).content.decode()
    assert client.post(page, {"language": "en", "order": "draw"}).status_code == 302
    assert sheet_of_report(other.reports.get()).order == "places"
