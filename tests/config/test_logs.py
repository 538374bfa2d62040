"""What stands in the logs: no key of a private link."""

import logging
import logging.config

import pytest

from config.outside.logs import WithoutKeys, logging_settings

KEY = "3.1:dDkwWIirlyv213EJxJNClukqhnSpLhrC4gUfcTiFico"


@pytest.mark.parametrize(
    "address",
    [
        f"/captain/{KEY}/",
        f"/play/{KEY.replace(':', '.')}/",
        f"/events/5/register/{KEY}/",
        f"/events/5/correspondence/{KEY}/questionnaire/",
        f"/accounts/login/?next=/captain/{KEY}/",
    ],
)
def test_the_key_of_a_private_link_is_left_out_and_the_rest_stays(address: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "Not Found: %s", (address,), None)
    assert WithoutKeys().filter(record)
    said = record.getMessage()
    assert KEY[-20:] not in said
    assert said.startswith(f"Not Found: {address.split('3.1', maxsplit=1)[0]}")
    assert said.endswith(address.rsplit("Fico", 1)[1])


def test_addresses_without_a_key_stay_as_they_are() -> None:
    for address in ("/events/5/register/", "/desk/5/correspondence/players/7/questionnaire/", "/events/5/"):
        record = logging.LogRecord(
            "django.request", logging.WARNING, "", 1, "Not Found: %s", (address,), None
        )
        assert WithoutKeys().filter(record)
        assert record.getMessage() == f"Not Found: {address}"


def test_every_handler_of_the_portal_leaves_keys_out() -> None:
    settings = logging_settings(level="INFO")
    assert all(handler["filters"] == ["without_keys"] for handler in settings["handlers"].values())
    logging.config.DictConfigurator(settings).configure_filter(settings["filters"]["without_keys"])
