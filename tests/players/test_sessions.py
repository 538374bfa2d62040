"""Sessions: told in plain words, ended one by one or all, and with a new password or a lost role."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.utils import timezone

from core.ledger import rows_of
from players.models import Account, Session
from players.services import account_update
from players.services.sessions import account_sessions_end, sessions_of
from players.sessions import device_of, place_of

pytestmark = pytest.mark.django_db

PASSWORD = "baize-and-ink-64"
PAGE = "/accounts/sessions/"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def browser(account: Account, agent: str = LAPTOP, address: str = "203.0.113.77") -> Client:
    """A browser that has logged in by the form."""
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    sent = {"username": account.username, "password": PASSWORD}
    assert client.post("/accounts/login/", sent).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/accounts/mine/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (LAPTOP, ("Firefox", "Linux")),
        (PHONE, ("Safari", "iPhone")),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
            ("Edge", "Windows"),
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/126.0.0.0 Mobile Safari/537.36",
            ("Chrome", "Android"),
        ),
        ("", ("", "")),
    ],
)
def test_a_browser_is_told_in_plain_words(agent: str, device: tuple[str, str]) -> None:
    assert device_of(agent) == device


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.77", "203.0.113.…"),
        ("::ffff:203.0.113.77", "203.0.113.…"),
        ("2001:db8:85a3::8a2e:370:7334", "2001:db8:85a3:…"),
        ("nowhere", ""),
    ],
)
def test_a_network_address_is_kept_without_what_tells_one_house(address: str, place: str) -> None:
    assert place_of(address) == place


def test_the_page_lists_ones_own_sessions_and_marks_this_one(accounts: Any) -> None:
    ana, other = accounts("ana"), accounts("ben")
    browser(other)
    client = browser(ana)
    browser(ana, PHONE, "198.51.100.4")
    page = client.get(PAGE).content.decode()
    assert "Firefox on Linux" in page and "203.0.113.…" in page
    assert "Safari on iPhone" in page and "198.51.100.…" in page
    assert "203.0.113.77" not in page
    assert page.count('name="number"') == 1
    keys = set(Session.objects.values_list("session_key", flat=True))
    assert len(keys) == 3
    assert not any(key in page for key in keys)


def test_one_session_is_ended_and_the_others_hold(accounts: Any) -> None:
    ana = accounts("ana")
    phone = browser(ana, PHONE)
    number = sessions_of(ana)[0].number
    client, third = browser(ana), browser(ana)
    assert client.post(PAGE, {"number": str(number)})["Location"] == PAGE
    assert (is_in(phone), is_in(client), is_in(third)) == (False, True, True)
    row = rows_of("federation", "accounts").last()
    assert (row.verb, row.payload["sessions"]) == ("account.sessions_ended", 1)
    assert client.post(PAGE, {"number": str(number)}).status_code == 302
    assert rows_of("federation", "accounts").last() == row
    assert client.post(PAGE, {"number": "x"}).status_code == 404


def test_nobody_ends_a_session_of_another_by_its_number(accounts: Any) -> None:
    ana, ben = accounts("ana"), accounts("ben")
    one, other = browser(ana), browser(ben)
    one.post(PAGE, {"number": str(sessions_of(ben)[0].number)})
    assert is_in(other)


def test_all_others_end_at_once(accounts: Any) -> None:
    ana = accounts("ana")
    others = [browser(ana) for _each in range(2)]
    client = browser(ana)
    client.post(PAGE, {"do": "others"})
    assert [is_in(one) for one in (*others, client)] == [False, False, True]
    assert len(sessions_of(ana)) == 1


def test_a_new_password_ends_the_other_sessions(accounts: Any) -> None:
    ana = accounts("ana")
    other, client = browser(ana), browser(ana)
    new = "rook-and-clock-77"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    client.post("/accounts/password_change/", sent)
    assert (is_in(other), is_in(client)) == (False, True)
    assert len(sessions_of(ana)) == 1


def test_a_lost_role_a_new_password_and_a_closed_account_end_all(accounts: Any, administrator: Any) -> None:
    account = accounts("clara", "commission_member", "rating_officer")
    changes: list[dict[str, Any]] = [
        {"roles": ["commission_member"]},
        {"password": "rook-and-clock-77"},
        {"is_active": False},
    ]
    for change in changes:
        client = Client()
        client.force_login(Account.objects.get(pk=account.pk))
        assert is_in(client)
        account_update(account, actor=administrator, reason="It is time", **change)
        assert not is_in(client), change
        assert sessions_of(account) == []


def test_a_role_that_is_added_ends_nothing(accounts: Any, administrator: Any) -> None:
    account = accounts("clara", "commission_member")
    client = browser(account)
    account_update(
        account, actor=administrator, reason="Elected", roles=["commission_member", "rating_officer"]
    )
    assert is_in(client)


def test_an_administrator_who_changes_himself_stays_where_he_is(administrator: Any) -> None:
    client = browser(administrator)
    key = client.session.session_key or ""
    account_update(administrator, actor=administrator, reason="Mine", password="rook-and-clock-77", keep=key)
    assert [row.session_key for row in sessions_of(administrator)] == [key]


def test_the_office_ends_all_of_an_account_with_a_reason(
    accounts: Any, administrator: Any, commissioner: Any
) -> None:
    ana = accounts("ana")
    client, office = browser(ana), browser(administrator)
    address = f"/accounts/{ana.pk}/access/"
    assert "Firefox on Linux" in office.get(address).content.decode()
    assert office.post(address, {"reason": ""}).status_code == 422
    assert is_in(client)
    assert office.post(address, {"reason": "Laptop stolen"}).status_code == 302
    assert not is_in(client)
    row = rows_of("federation", "accounts").last()
    assert (row.verb, row.reason, row.payload["username"]) == (
        "account.sessions_ended",
        "Laptop stolen",
        "ana",
    )
    with pytest.raises(PermissionDenied):
        account_sessions_end(ana, actor=commissioner, reason="because")
    with pytest.raises(ValidationError, match="your own"):
        account_sessions_end(administrator, actor=administrator, reason="because")


def test_a_request_writes_nothing_until_the_last_note_is_old(
    accounts: Any, django_assert_num_queries: Any
) -> None:
    ana = accounts("ana")
    client = browser(ana)
    then = timezone.now() - timedelta(minutes=4)
    Session.objects.update(seen_at=then)
    # The session, the account, its roles.
    with django_assert_num_queries(3) as asked:
        client.get("/accounts/password_change/done/")
    assert not any("UPDATE" in row["sql"] for row in asked.captured_queries)
    Session.objects.update(seen_at=then - timedelta(minutes=2))
    client.get(PAGE, REMOTE_ADDR="198.51.100.4")
    (row,) = sessions_of(ana)
    assert timezone.now() - row.seen_at < timedelta(minutes=1)
    assert row.place == "198.51.100.…"


def test_device_and_beginning_survive_a_new_key(accounts: Any) -> None:
    ana = accounts("ana")
    client = browser(ana, PHONE)
    (before,) = sessions_of(ana)
    session = client.session
    session.cycle_key()
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert is_in(client)
    (after,) = sessions_of(ana)
    assert after.session_key != before.session_key
    assert (after.number, after.browser, after.since) == (before.number, "Safari", before.since)


def test_the_table_of_sessions_is_the_one_in_use() -> None:
    assert settings.SESSION_ENGINE == "players.sessions"
    assert Session.get_session_store_class().get_model_class() is Session
