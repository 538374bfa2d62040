"""The second factor: asked by role, set up once, shown at each log-in, taken away by the office with a reason."""

import re
import time
from base64 import b32decode
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from core.ledger import rows_of
from players.models import Account
from players.permissions import ROLES
from players.second_factor import must_show_factor
from players.services import account_create
from players.services.second_factor import (
    codes_left,
    factor_begin,
    factor_check,
    factor_confirm,
    factor_reset,
    has_factor,
)

pytestmark = pytest.mark.django_db

PASSWORD = "baize-and-ink-64"
PAGE = "/accounts/second-factor/"


@pytest.fixture(autouse=True)
def required(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.fixture
def account(db: Any) -> Any:
    def make(username: str, *roles: str) -> Account:
        return account_create(
            actor=None, username=username, password=PASSWORD, display_name=username.title(), roles=roles
        )

    return make


def browser(account: Account) -> Client:
    """Logged in by password alone."""
    client = Client()
    client.force_login(account)
    return client


def code_of(device: TOTPDevice, step: int = 0) -> str:
    """What the app shows now, or so many half minutes from now."""
    made = TOTP(device.bin_key, device.step, device.t0, device.digits, 0)
    made.time = time.time() + 30 * step
    return f"{made.token():06d}"


def set_up(account: Account) -> tuple[TOTPDevice, list[str]]:
    """Confirmed by the code of half a minute ago, so that the present one is still good."""
    return factor_confirm(account, code=code_of(factor_begin(account), -1))


def rested() -> None:
    """Some minutes after a wrong code."""
    TOTPDevice.objects.update(throttling_failure_timestamp="2026-01-01T00:00:00Z")


@pytest.mark.parametrize("role", ROLES)
def test_who_decides_or_signs_for_the_federation_must_show_one(role: str, account: Any) -> None:
    assert must_show_factor(account("somebody", role)) == (role != "player")


def test_nobody_must_where_the_portal_does_not_ask(account: Any, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    assert browser(account("clara", "commission_member")).get("/commission/").status_code == 200


def test_a_director_is_asked_for_nothing(account: Any) -> None:
    assert browser(account("ana")).get("/desk/").status_code == 200


def test_the_password_alone_opens_nothing_for_a_member(account: Any) -> None:
    client = browser(account("clara", "commission_member"))
    for address in ("/commission/", "/desk/", "/admin/", "/events/", "/keys/"):
        assert client.get(address)["Location"] == f"{PAGE}?next={address.replace('/', '%2F')}"
    assert client.post("/keys/", {"passphrase": "x"})["Location"] == PAGE
    assert client.get("/healthz").status_code == 200
    assert client.post("/accounts/logout/")["Location"] == "/"


def test_the_way_of_a_member_from_the_set_up_to_the_next_log_ins(account: Any) -> None:
    member = account("clara", "commission_member")
    client = browser(member)
    page = client.get(PAGE + "?next=/commission/").content.decode()
    secret = re.search(r"<code>([A-Z2-7 ]+)</code>", page)
    assert secret is not None and "<svg" in page
    device = TOTPDevice.objects.get(user=member)
    assert b32decode(secret[1].replace(" ", "")) == device.bin_key
    wrong = client.post(PAGE, {"code": "1", "next": "/commission/"})
    assert wrong.status_code == 422
    assert "The code does not fit" in wrong.content.decode()
    assert not has_factor(member)
    rested()
    code = code_of(device)
    shown = client.post(PAGE, {"code": f"{code[:3]} {code[3:]}", "next": "/commission/"}).content.decode()
    codes = re.findall(r"<li><code>(\w+)</code></li>", shown)
    assert len(set(codes)) == 10
    assert 'href="/commission/"' in shown
    assert client.get("/commission/").status_code == 200
    assert codes[0] not in client.get(PAGE).content.decode()
    # The next log-in: the password, then a recovery code, which counts once.
    second = browser(member)
    assert second.get("/commission/").status_code == 302
    assert second.post(PAGE, {"code": codes[0].upper(), "next": "/commission/"})["Location"] == "/commission/"
    assert second.get("/commission/").status_code == 200
    third = browser(member)
    assert third.post(PAGE, {"code": codes[0]}).status_code == 422
    assert third.get("/commission/").status_code == 302
    written = list(rows_of("federation", "accounts"))[-2:]
    assert [row.verb for row in written] == ["account.factor_on", "account.recovery_code_used"]
    assert written[1].payload["left"] == 9


def test_a_code_of_the_app_counts_once(account: Any) -> None:
    member = account("clara", "commission_member")
    device, _codes = set_up(member)
    code = code_of(device)
    assert factor_check(member, code=code) == device
    assert factor_check(member, code=code) is None


def test_after_a_wrong_code_the_right_one_must_wait(account: Any) -> None:
    member = account("clara", "commission_member")
    device, _codes = set_up(member)
    assert factor_check(member, code="12345") is None
    assert factor_check(member, code=code_of(device)) is None
    rested()
    assert factor_check(member, code=code_of(device)) == device


def test_nothing_stored_tells_a_recovery_code(account: Any) -> None:
    _device, codes = set_up(account("clara", "commission_member"))
    stored = set(StaticToken.objects.values_list("token", flat=True))
    assert len(stored) == 10
    assert not stored & set(codes)


def test_another_portal_is_not_gone_to_after_the_code(account: Any) -> None:
    member = account("clara", "commission_member")
    device, _codes = set_up(member)
    answer = browser(member).post(PAGE, {"code": code_of(device), "next": "https://elsewhere.example/"})
    assert answer["Location"] == reverse("tournaments:desk")


def test_the_device_of_one_account_lets_no_other_in(account: Any) -> None:
    member, other = account("clara", "commission_member"), account("dora", "commission_member")
    device, _codes = set_up(member)
    set_up(other)
    client = browser(other)
    session = client.session
    session["otp_device_id"] = device.persistent_id
    session.save()
    assert client.get("/commission/").status_code == 302


def test_the_office_takes_it_away_with_a_reason_and_a_new_one_is_set_up(account: Any) -> None:
    member, office = account("clara", "commission_member"), account("olga", "federation_admin")
    set_up(member)
    device, _codes = set_up(office)
    client = browser(office)
    client.post(PAGE, {"code": code_of(device)})
    address = reverse("players:second_factor_reset", args=[member.pk])
    assert client.post(address, {"reason": ""}).status_code == 422
    assert has_factor(member)
    assert client.post(address, {"reason": "Phone lost, called back"}).status_code == 302
    assert not has_factor(member)
    assert codes_left(member) == 0
    row = rows_of("federation", "accounts").last()
    assert (row.verb, row.reason, row.actor_name) == (
        "account.factor_reset",
        "Phone lost, called back",
        "Olga",
    )
    assert row.payload == {"account": member.pk, "username": "clara"}
    assert "<svg" in browser(member).get(PAGE).content.decode()


def test_nobody_else_may_take_it_away_and_nobody_his_own(account: Any) -> None:
    member, office = account("clara", "commission_member"), account("olga", "federation_admin")
    set_up(member)
    set_up(office)
    with pytest.raises(PermissionDenied):
        factor_reset(office, actor=member, reason="because")
    with pytest.raises(ValidationError, match="Another administrator"):
        factor_reset(office, actor=office, reason="because")
    assert has_factor(office)


def test_the_office_sees_no_secret(account: Any, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    client = browser(account("olga", "federation_admin"))
    for model in ("otp_totp/totpdevice", "otp_static/staticdevice"):
        assert client.get(f"/admin/{model}/").status_code == 404


def test_a_password_changed_by_its_owner_stands_in_the_ledger(account: Any) -> None:
    director, new = account("ana"), "rook-and-clock-77"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert browser(director).post("/accounts/password_change/", sent).status_code == 302
    assert Account.objects.get(pk=director.pk).check_password(new)
    row = rows_of("federation", "accounts").last()
    assert (row.verb, row.actor_name) == ("account.password", "Ana")
    assert row.payload == {"account": director.pk, "username": "ana", "by_mail": False}
