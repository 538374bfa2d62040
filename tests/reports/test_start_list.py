"""The start list as PDF: who gets it, what it says, that it is stored nowhere."""

import shutil
import subprocess
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import StoredFile
from players.services import account_create
from tournaments.services import entries_add, event_create
from tournaments.services.correspondence import (
    PlayerLine,
    correspondence_setup_set,
    private_token,
    setup_of,
    start_list_save,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return account_create(actor=None, username="ana", password="baize-and-ink-64", display_name="Somebody")


@pytest.fixture
def event(director):
    today = timezone.localdate()
    made = event_create(
        actor=director,
        name="Заочный кубок",
        group_code="КЗ-1",
        start=today,
        end=today + timedelta(days=300),
        system="round_robin",
        correspondence=True,
        rating_kind="ik",
        norms="KMS 8.0 of 16",
    )
    (entry,) = entries_add(
        made, actor=director, rows=[{"name": "Берёзин, Фёдор", "national_id": "34902", "rating": 2201}]
    )
    start_list_save(
        made,
        actor=director,
        lines=[PlayerLine(entry.pk, category="кмс", region="Север", address="Вязовая, 7")],
    )
    correspondence_setup_set(made, actor=director, rule_set="Rules for e-mail play")
    made.state = "registered"
    made.save()
    return made


def words(answer):
    if not shutil.which("pdftotext"):
        pytest.skip("poppler-utils is not installed")
    made = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=answer.content, capture_output=True, check=True
    )
    return made.stdout.decode()


def test_an_official_gets_the_list_with_addresses_and_nothing_is_stored(event, director):
    client = Client()
    client.force_login(director)
    before = StoredFile.objects.count()
    answer = client.get(reverse("reports:start_list_pdf", args=[event.pk]))
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    said = words(answer)
    for text in (
        "Заочный кубок",
        "КЗ-1",
        "34902",
        "кмс",
        "2201",
        "Север",
        "Вязовая, 7",
        "Rules for e-mail play",
    ):
        assert text in said
    assert StoredFile.objects.count() == before


def test_a_private_link_gives_the_list_and_nothing_else_does(event):
    token = private_token(event.entries.get(), setup_of(event).link_series)
    own = reverse("reports:start_list_pdf_own", args=[event.pk, token])
    assert Client().get(own)["Content-Type"] == "application/pdf"
    forged = reverse("reports:start_list_pdf_own", args=[event.pk, token[:-1] + "x"])
    assert Client().get(forged).status_code == 404
    assert Client().get(reverse("reports:start_list_pdf", args=[event.pk])).status_code == 302
    stranger = Client()
    stranger.force_login(
        account_create(actor=None, username="boris", password="baize-and-ink-64", display_name="Somebody")
    )
    assert stranger.get(reverse("reports:start_list_pdf", args=[event.pk])).status_code == 403


def test_a_letter_that_cannot_be_printed_is_named(event, director):
    start_list_save(event, actor=director, lines=[PlayerLine(event.entries.get().pk, address="北 1")])
    client = Client()
    client.force_login(director)
    answer = client.get(reverse("reports:start_list_pdf", args=[event.pk]))
    assert answer.status_code == 422
    assert "U+5317" in answer.content.decode()
