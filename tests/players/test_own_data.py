"""A player downloads what is stored of him; nobody else does."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from players.services import title_award

pytestmark = pytest.mark.django_db


def test_player_alone_downloads_all_that_the_register_keeps_of_him(
    client: Any, accounts: Any, commissioner: Any, new_person: Any, region: Any
) -> None:
    person = new_person(birth="2014-05-17", email="ivo@example.org", national_id="02017", region=region)
    title_award(person, actor=None, title="CM", awarded_on=date(2025, 5, 1), decision="Congress")
    address = reverse("players:own_data", args=[person.pk])
    assert client.get(address).status_code == 302
    client.force_login(commissioner)
    assert client.get(address).status_code == 403
    client.force_login(accounts("ivo", "player", person=person))
    told = client.get(address).json()
    kept = {name: told["register"][name] for name in ("birth", "email", "national_id", "region")}
    assert kept == {
        "birth": "2014-05-17",
        "email": "ivo@example.org",
        "national_id": "02017",
        "region": "Harbourland",
    }
    assert [(row["title"], row["awarded_on"]) for row in told["titles"]] == [("CM", "2025-05-01")]
    assert [row["verb"] for row in told["ledger"]] == ["person.created", "person.title"]


def test_public_pages_tell_the_year_and_neither_day_nor_mail_nor_number(client: Any, new_person: Any) -> None:
    person = new_person(birth="2014-05-17", email="ivo@example.org", national_id="02017")
    for address in (
        reverse("players:profile", args=[person.pk]),
        reverse("players:register"),
        reverse("players:register") + "?format=json",
        reverse("players:search") + "?q=kosar&format=json",
    ):
        page = client.get(address).content.decode()
        assert "2014" in page, address
        assert not any(word in page for word in ("2014-05", "17 May", "ivo@example.org", "02017")), address
