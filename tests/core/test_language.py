"""The language is chosen by a form without a token, and only by one of this portal."""

from typing import Any

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
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin", "origin": "http://as-the-proxy-calls-it"},
        {"origin": "http://testserver"},
        {"referer": "http://testserver/events/?q=1"},
    ],
)
def test_own_form_sets_the_language(headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    assert choose(client, **headers) == 302
    assert client.cookies["django_language"].value == "uk"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "https://testserver"},
        {"origin": "http://testserver:8000"},
        {"origin": "http://sub.testserver"},
        {"origin": "http://testserver.elsewhere.example"},
        {"origin": "null"},
        {"origin": "null", "referer": "http://testserver/"},
        {"origin": "https://elsewhere.example", "referer": "http://testserver/"},
        {"referer": "https://elsewhere.example/http://testserver/"},
        {"referer": "http://testserver@elsewhere.example/"},
        {"referer": "http://[testserver/"},
    ],
)
def test_form_of_another_site_is_refused(headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    assert choose(client, **headers) == 403
    assert "django_language" not in client.cookies


def test_behind_a_proxy_that_ends_tls_the_public_address_is_our_own(settings: Any) -> None:
    secure = {"origin": "https://testserver", "host": "testserver"}
    client = Client(enforce_csrf_checks=True)
    assert choose(client, **secure, x_forwarded_proto="https") == 403
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert choose(client, **secure, x_forwarded_proto="https") == 302
    assert choose(client, origin="http://testserver", host="testserver", x_forwarded_proto="https") == 403
    settings.SECURE_PROXY_SSL_HEADER = None
    settings.CSRF_TRUSTED_ORIGINS = ["https://testserver"]
    assert choose(client, **secure) == 302


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "///elsewhere.example/",
        "/\\elsewhere.example/",
        "http://testserver@elsewhere.example/",
        "javascript:alert(1)",
        " //elsewhere.example/",
        "",
    ],
)
def test_the_way_back_leads_to_this_portal_alone(address: str) -> None:
    answer = Client().post(
        reverse("set_language"), {"language": "uk", "next": address}, headers={"origin": "http://testserver"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_language_that_there_is_not_leaves_no_cookie() -> None:
    client = Client()
    answer = client.post(
        reverse("set_language"), {"language": "xx\r\n", "next": "/"}, headers={"origin": "http://testserver"}
    )
    assert answer.status_code == 302
    assert "django_language" not in client.cookies


def test_language_is_not_set_by_a_link() -> None:
    assert Client().get(reverse("set_language"), {"language": "uk"}).status_code == 405


def test_page_for_readers_who_are_not_logged_in_holds_no_token(client: Client) -> None:
    text = client.get("/players/").content.decode()
    assert f'action="{reverse("set_language")}"' in text
    assert "csrfmiddlewaretoken" not in text
    assert "csrftoken" not in client.cookies
