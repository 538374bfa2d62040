"""Invitations by link: made, sent again, withdrawn, accepted once, and mute before strangers."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.utils import timezone

from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from players.models import Account, Invitation
from players.permissions import group_names
from players.services import account_update
from players.services.invitations import (
    invitation_accept,
    invitation_by_token,
    invitation_make,
    invitation_renew,
    invitation_token,
    invitation_withdraw,
)

pytestmark = pytest.mark.django_db

PASSWORD = "rook-and-clock-77"
ACCEPTED = {"username": "vera", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def invited(administrator: Account) -> Callable[..., Invitation]:
    def make(**changes: Any) -> Invitation:
        values = {"email": "vera@example.org", "display_name": "Vera Lindqvar"} | changes
        return invitation_make(actor=administrator, **values)

    return make


def link_of(invitation: Invitation) -> str:
    return f"/accounts/invitation/{invitation_token(invitation)}/"


def sent_mails() -> list[Any]:
    """Does the jobs that wait, as a worker does."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind="players.invitation_mail", state="queued"):
        run(job.pk)
    return list(mail.outbox)


def test_the_invited_opens_the_account_with_roles_and_region(
    invited: Any, region: Any, administrator: Any
) -> None:
    invitation = invited(roles=["regional_representative"], region=region)
    (letter,) = sent_mails()
    assert letter.to == ["vera@example.org"]
    assert administrator.shown_name in letter.body
    link = re.search(r"http://\S+?(/accounts/invitation/\S+)", letter.body)
    assert link is not None and link[1] == link_of(invitation)
    client = Client()
    assert "Vera Lindqvar" in client.get(link[1]).content.decode()
    assert client.post(link[1], ACCEPTED)["Location"] == "/accounts/mine/"
    account = Account.objects.get(username="vera")
    assert group_names(account) == {"regional_representative"}
    assert [row.region for row in account.regional_assignments.all()] == [region]
    assert (account.email, account.display_name) == ("vera@example.org", "Vera Lindqvar")
    assert account.check_password(PASSWORD)
    assert client.get("/accounts/mine/").status_code == 200
    told = [row.verb for row in rows_of("federation", "accounts")][-4:]
    assert told == ["account.invited", "account.created", "account.roles", "account.invitation_accepted"]
    assert not any("vera@example" in str(row.payload) for row in rows_of("federation", "accounts"))


def test_a_role_that_asks_for_it_leads_to_the_second_factor_at_once(invited: Any, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    client = Client()
    answer = client.post(link_of(invited(roles=["commission_member"])), ACCEPTED)
    assert answer["Location"] == "/accounts/second-factor/"
    assert "<svg" in client.get(answer["Location"]).content.decode()
    assert client.get("/commission/").status_code == 302


def test_a_link_opens_one_account(invited: Any) -> None:
    invitation = invited()
    link = link_of(invitation)
    Client().post(link, ACCEPTED)
    again = Client().post(link, ACCEPTED | {"username": "other"})
    assert again.status_code == 410
    with pytest.raises(ValidationError, match="used or withdrawn"):
        invitation_accept(invitation, username="third", password=PASSWORD)
    assert Account.objects.filter(email="vera@example.org").count() == 1


def test_links_that_do_not_hold_all_say_the_same(invited: Any, administrator: Any) -> None:
    withdrawn, old, renewed = (
        invited(email=f"{name}@example.org") for name in ("withdrawn", "old", "renewed")
    )
    links = [link_of(one) for one in (withdrawn, old, renewed)]
    invitation_withdraw(withdrawn, actor=administrator, reason="Another was elected")
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    invitation_renew(renewed, actor=administrator)
    links += ["/accounts/invitation/1-1.forged/", f"{links[0][:-2]}x/", "/accounts/invitation/x/"]
    answers = [Client().get(link) for link in links]
    assert {answer.status_code for answer in answers} == {410}
    assert len({answer.content.split(b"<main")[1] for answer in answers}) == 1
    assert Client().get(link_of(Invitation.objects.get(pk=renewed.pk))).status_code == 200


def test_whoever_guesses_is_slowed_down(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.core.cache import cache

    from players import views_invitations

    cache.clear()
    monkeypatch.setattr(views_invitations, "MOST_AN_HOUR", 2)
    client = Client()
    answers = [client.get("/accounts/invitation/1-1.forged/").status_code for _each in range(3)]
    assert answers == [410, 410, 429]


def test_a_weak_password_or_a_name_already_taken_comes_back_with_what_was_typed(
    invited: Any, accounts: Any
) -> None:
    accounts("vera")
    link = link_of(invited())
    for sent, word in (
        (ACCEPTED, "vera"),
        (ACCEPTED | {"username": "v2", "password": "1", "again": "1"}, "v2"),
        (ACCEPTED | {"username": "v3", "again": "other"}, "v3"),
    ):
        answer = Client().post(link, sent)
        assert answer.status_code == 422
        assert f'value="{word}"' in answer.content.decode()
    assert Account.objects.filter(email="vera@example.org").count() == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"email": "nobody"}, "email"),
        ({"email": "CLARA@example.org"}, "email"),
        ({"display_name": " "}, "display_name"),
        ({"roles": ["king"]}, "roles"),
        ({"roles": ["regional_representative"]}, "region"),
    ],
)
def test_what_an_invitation_lacks_is_said_at_its_field(
    changes: dict[str, Any], field: str, invited: Any, accounts: Any
) -> None:
    Account.objects.filter(pk=accounts("clara").pk).update(email="clara@example.org")
    with pytest.raises(ValidationError) as refused:
        invited(**changes)
    assert list(refused.value.message_dict) == [field]
    assert Invitation.objects.count() == 0


def test_no_second_invitation_waits_for_one_address(invited: Any, administrator: Any) -> None:
    first = invited()
    with pytest.raises(ValidationError, match="waits already"):
        invited(email="Vera@example.org")
    invitation_withdraw(first, actor=administrator, reason="Wrong roles")
    assert invited().state == "open"


def test_only_the_office_invites(commissioner: Any) -> None:
    with pytest.raises(PermissionDenied):
        invitation_make(actor=commissioner, email="vera@example.org", display_name="Vera")


def test_what_an_administrator_offered_ends_with_his_role(
    invited: Any, administrator: Any, accounts: Any
) -> None:
    other = accounts("oskar", "federation_admin")
    invitation = invited(roles=["federation_admin"])
    token = invitation_token(invitation)
    assert invitation_by_token(token) == invitation
    account_update(administrator, actor=other, reason="Left the office", roles=[])
    assert invitation_by_token(token) is None
    invitation.refresh_from_db()
    assert (invitation.state, bool(invitation.withdrawn_reason)) == ("withdrawn", True)
    assert rows_of("federation", "accounts").last().verb == "account.invitation_withdrawn"


def test_what_a_closed_account_offered_ends_too(invited: Any, administrator: Any, accounts: Any) -> None:
    other = accounts("oskar", "federation_admin")
    token = invitation_token(invited())
    account_update(administrator, actor=other, reason="Left the office", is_active=False)
    assert invitation_by_token(token) is None


def test_a_mail_of_an_invitation_that_ended_does_not_go_out(invited: Any, administrator: Any) -> None:
    invitation_withdraw(invited(), actor=administrator, reason="Mistyped")
    assert sent_mails() == []


def test_the_office_lists_them_by_state_and_sends_or_withdraws(
    invited: Any, administrator: Any, client: Any, django_assert_max_num_queries: Any
) -> None:
    open_one, ended = invited(), invited(email="ended@example.org", display_name="Ended One")
    invitation_withdraw(ended, actor=administrator, reason="Mistyped")
    client.force_login(administrator)
    page = client.get("/accounts/invitations/?state=open").content.decode()
    assert "Vera Lindqvar" in page and "Ended One" not in page
    assert "Ended One" in client.get("/accounts/invitations/?q=ended").content.decode()
    assert "vera@example.org" in client.get("/accounts/invitations/?format=csv").content.decode()
    address = f"/accounts/invitations/{open_one.pk}/"
    token = invitation_token(open_one)
    assert client.post(address, {"do": "renew"}).status_code == 302
    assert invitation_by_token(token) is None
    assert client.post(address, {"do": "withdraw", "reason": ""}).status_code == 422
    assert client.post(address, {"do": "withdraw", "reason": "Ill"}).status_code == 302
    assert client.post(address, {"do": "renew"}).status_code == 422
    for number in range(8):
        invited(email=f"v{number}@example.org")
    with django_assert_max_num_queries(8):
        client.get("/accounts/invitations/")


def test_the_form_invites(administrator: Any, region: Any, client: Any) -> None:
    client.force_login(administrator)
    sent = {"display_name": "Vera", "email": "vera@example.org", "roles": ["regional_representative"]}
    assert client.post("/accounts/invitations/new/", sent).status_code == 422
    answer = client.post("/accounts/invitations/new/", sent | {"region": region.pk})
    assert answer["Location"] == "/accounts/invitations/"
    assert Invitation.objects.get().region == region


def test_old_addresses_are_erased_and_sessions_that_are_over(invited: Any, accounts: Any) -> None:
    from players.models import Session
    from tests.players.test_sessions import browser

    old, new = invited(), invited(email="new@example.org")
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(days=91))
    browser(accounts("ana"))
    browser(accounts("ben"))
    Session.objects.filter(account__username="ana").update(expire_date=timezone.now() - timedelta(days=1))
    job = Job.objects.create(kind="players.forget")
    run(job.pk)
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.email, new.email) == ("", "new@example.org")
    assert [row.account.username for row in Session.objects.all() if row.account] == ["ben"]
