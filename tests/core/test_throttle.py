"""How often something may be done, and who is counted."""

from django.core.cache import cache
from django.test import RequestFactory

from core.throttle import sender, within_limit


def test_the_first_uses_of_a_window_are_within_the_limit() -> None:
    cache.clear()
    assert [within_limit("throttle-test", most=2, seconds=86_400) for _ in range(3)] == [True, True, False]


def test_a_sender_is_the_address_that_the_connection_has(settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = None
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert sender(request) == "192.0.2.7"


def test_behind_a_proxy_a_sender_is_whom_the_proxy_saw_and_not_what_he_says(settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    request = RequestFactory().get(
        "/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="198.51.100.1, 203.0.113.9"
    )
    assert sender(request) == "203.0.113.9"
