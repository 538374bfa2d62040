"""HEAD asks for a public page without its body: link checkers and monitors do so."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/", "/events/", "/players/", "/ratings/", "/verify/", "/about/", "/search/", "/healthz"]
)
def test_head_is_answered_as_get_without_a_body(client: Client, address: str) -> None:
    head, got = client.head(address), client.get(address)
    assert (head.status_code, head.headers["Content-Type"]) == (
        got.status_code,
        got.headers["Content-Type"],
    )
    assert head.content == b""
