"""The language is chosen by a form without a token, and only by one of this portal."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def choose(client: Client, **headers: str) -> int:
    answer = client.post(
        reverse("set_language"), {"language": "uk", "next": "/players/"}, headers=headers or None
    )
    return answer.status_code


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin"},
        {"origin": "http://testserver"},
    ],
)
def test_own_form_sets_the_language(headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    assert choose(client, **headers) == 302
    assert client.cookies["django_language"].value == "uk"


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
    ],
)
def test_form_of_another_site_is_refused(headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    assert choose(client, **headers) == 403
    assert "django_language" not in client.cookies


def test_language_is_not_set_by_a_link() -> None:
    assert Client().get(reverse("set_language"), {"language": "uk"}).status_code == 405


def test_page_for_readers_who_are_not_logged_in_holds_no_token(client: Client) -> None:
    text = client.get("/players/").content.decode()
    assert f'action="{reverse("set_language")}"' in text
    assert "csrfmiddlewaretoken" not in text
    assert "csrftoken" not in client.cookies
