"""The questionnaire as a paper: who gets it, what it says, that it is stored nowhere."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import StoredFile
from reports.views_questionnaire import html_of, sheet_of
from tests.reports.test_start_list import words
from tournaments.services import entries_add, event_create
from tournaments.services.correspondence import papers_seen, private_token, questionnaire_save, setup_of

pytestmark = pytest.mark.django_db

ANSWERS = {
    "surname": "Тальников",
    "given_name": "Марк",
    "birth": date(1990, 3, 3),
    "region": "Север",
    "home_address": "Вязовая, 7",
    "email_1": "m@example.invalid",
    "iccf_rating": 2100,
    "further": "Ready to play\nby post too.",
}


@pytest.fixture
def newcomer(director: Any) -> Any:
    today = timezone.localdate()
    event = event_create(
        actor=director,
        name="Заочный кубок",
        start=today + timedelta(days=9),
        end=today + timedelta(days=300),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
        norms="KMS 8.0 of 16",
    )
    rows = [{"name": "Тальников, Марк"}, {"name": "Берёзин, Фёдор", "national_id": "34902", "rating": 2201}]
    return entries_add(event, actor=director, rows=rows)[0]


def address(entry: Any) -> str:
    return reverse("reports:questionnaire_pdf", args=[entry.event_id, entry.pk])


def test_an_official_prints_all_that_was_filled_in_and_nothing_is_stored(
    newcomer: Any, director: Any
) -> None:
    stored = questionnaire_save(newcomer, actor=director, **ANSWERS)
    papers_seen(stored, actor=director, on=timezone.localdate())
    client = Client()
    client.force_login(director)
    before = StoredFile.objects.count()
    answer = client.get(address(newcomer))
    assert "no-store" in answer["Cache-Control"]
    said = words(answer)
    for text in (
        "Тальников",
        "3 Mar 1990",
        "Вязовая, 7",
        "m@example.invalid",
        "2100",
        "by post too",
        "Ana Belić",
    ):
        assert text in said
    assert StoredFile.objects.count() == before


def test_an_empty_form_can_be_filled_in_by_hand_and_names_the_five_fields(newcomer: Any) -> None:
    page = html_of(sheet_of(newcomer.event, newcomer), "en")
    assert page.count(" *</td>") == 5
    assert "Тальников" in page
    assert "These fields have to be filled in: 4, 5, 11." in page


def test_the_player_gets_it_by_his_link_and_nobody_else(newcomer: Any, director: Any, officer: Any) -> None:
    event = newcomer.event
    own = [event.pk, private_token(newcomer, setup_of(event).link_series)]
    assert (
        Client().get(reverse("reports:questionnaire_pdf_own", args=own))["Content-Type"] == "application/pdf"
    )
    forged = [event.pk, f"{own[1][:-1]}x"]
    assert Client().get(reverse("reports:questionnaire_pdf_own", args=forged)).status_code == 404
    assert Client().get(address(newcomer)).status_code == 302
    stranger = Client()
    stranger.force_login(officer.__class__.objects.create_user("boris", password="baize-and-ink-64"))
    assert stranger.get(address(newcomer)).status_code in (403, 404)


def test_whoever_has_a_number_has_no_questionnaire(newcomer: Any, director: Any) -> None:
    client = Client()
    client.force_login(director)
    known = newcomer.event.entries.get(national_id="34902")
    assert client.get(address(known)).status_code == 404


def test_the_page_of_the_questionnaire_leads_to_the_paper(newcomer: Any, director: Any) -> None:
    client = Client()
    client.force_login(director)
    page = client.get(
        reverse("tournaments:correspondence_questionnaire", args=[newcomer.event_id, newcomer.pk])
    )
    assert address(newcomer) in page.content.decode()
