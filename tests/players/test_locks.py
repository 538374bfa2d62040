"""Log-ins closed after wrong passwords, opened by the office; a second factor taken away is told to its owner."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from players.locks import lock_of, locks
from players.models import Account, Session
from players.services.locks import lock_end
from players.services.second_factor import factor_begin, factor_reset

pytestmark = pytest.mark.django_db

PASSWORD = "baize-and-ink-64"


@pytest.fixture(autouse=True)
def throttled(settings: Any) -> None:
    settings.AXES_ENABLED = True


def tried(username: str, times: int, password: str = "wrong", agent: str = "") -> int:
    """The status of the last of so many log-ins."""
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR="203.0.113.77")
    sent = {"username": username, "password": password}
    return [client.post("/accounts/login/", sent).status_code for _each in range(times)][-1]


def test_a_closed_log_in_stands_in_the_list_with_its_reason_and_its_end(accounts: Any) -> None:
    ana = accounts("ana")
    tried("ana", 4)
    assert locks() == []
    assert tried("ana", 1) == 429
    (lock,) = locks()
    assert (lock.account, lock.failures, lock.place) == (ana, 5, "203.0.113.…")
    assert lock.until - lock.since == timedelta(minutes=15)
    assert lock_of(lock.pk) == lock


def test_failures_of_several_browsers_count_together_as_the_throttle_counts_them(accounts: Any) -> None:
    accounts("ana")
    tried("ana", 3, agent="one")
    assert tried("ana", 2, agent="two") == 429
    (lock,) = locks()
    assert lock.failures == 5


def test_after_its_time_it_stands_there_no_more(accounts: Any) -> None:
    accounts("ana")
    tried("ana", 5)
    (lock,) = locks()
    AccessAttempt.objects.update(attempt_time=lock.since - timedelta(minutes=16))
    assert locks() == []
    assert lock_of(lock.pk) is None


def test_the_office_opens_it_with_a_reason(accounts: Any, administrator: Account, client: Any) -> None:
    ana = accounts("ana")
    tried("ana", 5)
    assert tried("ana", 1, PASSWORD) == 429
    client.force_login(administrator)
    page = client.get("/accounts/locked/").content.decode()
    (lock,) = locks()
    address = f"/accounts/locked/{lock.pk}/"
    assert address in page and "203.0.113.77" not in page
    assert address not in client.get("/accounts/locked/?q=ben").content.decode()
    assert address in client.get(f"/accounts/{ana.pk}/access/").content.decode()
    assert client.post(address, {"reason": ""}).status_code == 422
    assert client.post(address, {"reason": "Called back, it was he"})["Location"] == "/accounts/locked/"
    row = rows_of("federation", "accounts").last()
    assert (row.verb, row.reason, row.payload) == (
        "account.unlocked",
        "Called back, it was he",
        {"account": ana.pk, "username": "ana", "failures": 6},
    )
    assert tried("ana", 1, PASSWORD) == 302
    assert client.get(address)["Location"] == "/accounts/locked/"


def test_what_was_typed_where_nobody_has_that_name_is_shown_and_kept_nowhere(
    administrator: Account, client: Any
) -> None:
    tried("my-secret-passphrase", 5)
    client.force_login(administrator)
    (lock,) = locks()
    for address in ("/accounts/locked/", f"/accounts/locked/{lock.pk}/", "/accounts/locked/?format=json"):
        assert "my-secret-passphrase" not in client.get(address).content.decode()
    lock_end(lock, actor=administrator, reason="Mistyped")
    assert rows_of("federation", "accounts").last().payload == {"failures": 5}
    assert locks() == []


def test_nobody_opens_his_own_and_nobody_but_the_office(
    administrator: Account, commissioner: Account
) -> None:
    tried("olga", 5)
    (lock,) = locks()
    with pytest.raises(ValidationError, match="Another administrator"):
        lock_end(lock, actor=administrator, reason="because")
    with pytest.raises(PermissionDenied):
        lock_end(lock, actor=commissioner, reason="because")


def test_behind_a_proxy_it_is_the_readers_address_that_counts(accounts: Any, settings: Any) -> None:
    accounts("ana")
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for number in range(5):
        client = Client(headers={"X-Forwarded-For": f"198.51.100.{number}"}, REMOTE_ADDR="10.0.0.1")
        client.post("/accounts/login/", {"username": "ana", "password": "wrong"})
    assert locks() == []
    assert AccessAttempt.objects.count() == 5


def test_a_second_factor_taken_away_ends_the_sessions_and_is_told_to_its_owner(
    accounts: Any, administrator: Account
) -> None:
    clara = accounts("clara", "commission_member")
    Account.objects.filter(pk=clara.pk).update(email="clara@example.org")
    TOTPDevice.objects.filter(pk=factor_begin(clara).pk).update(confirmed=True)
    Client().force_login(clara)
    factor_reset(clara, actor=administrator, reason="Phone lost")
    assert not Session.objects.filter(account=clara).exists()
    for job in Job.objects.filter(kind="players.factor_mail"):
        run(job.pk)
    (letter,) = mail.outbox
    assert letter.to == ["clara@example.org"]
    assert administrator.shown_name in letter.body
    assert "Phone lost" not in letter.body


def test_authenticator_apps_show_the_federation(accounts: Any, settings: Any) -> None:
    name = settings.FEDERATION_NAME.replace(" ", "%20")
    assert f"issuer={name}" in factor_begin(accounts("clara")).config_url
