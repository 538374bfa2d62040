"""Accounts, roles and the office's first account."""

import io

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError

from core.ledger import rows_of, verify_chain
from players.models import Account, RegionalAssignment
from players.permissions import PERMISSIONS, allowed
from players.services import account_create, account_update, office_open, roles_set

STRONG = "green-table-7421"


def verbs() -> list[str]:
    return [row.verb for row in rows_of("federation", "accounts")]


def test_opening_an_account_is_told_by_the_ledger_without_password_or_address(administrator):
    account_create(
        actor=administrator,
        username="mira",
        password=STRONG,
        display_name="Mira K.",
        roles=["rating_officer"],
        email="mira@example.org",
        reason="New officer",
    )
    rows = list(rows_of("federation", "accounts"))[-2:]
    assert [(row.verb, row.actor_name, row.reason) for row in rows] == [
        ("account.created", "Olga", "New officer"),
        ("account.roles", "Olga", "New officer"),
    ]
    assert rows[1].payload["roles"] == ["rating_officer"]
    assert not any(secret in str(row.payload) for row in rows for secret in (STRONG, "example.org"))
    verify_chain("federation", "accounts")


@pytest.mark.parametrize("role", ["commission_member", "rating_officer", "regional_representative", "player"])
def test_only_the_administrator_opens_accounts_and_gives_roles(accounts, role):
    somebody = accounts("somebody", role)
    with pytest.raises(PermissionDenied):
        account_create(actor=somebody, username="friend", password=STRONG, display_name="Friend")
    with pytest.raises(PermissionDenied):
        account_update(somebody, actor=somebody, reason="I want", roles=["federation_admin"])
    with pytest.raises(PermissionDenied):
        roles_set(somebody, actor=somebody, roles=["federation_admin"])
    assert not Account.objects.get(pk=somebody.pk).is_staff


def test_an_account_that_was_closed_loses_its_rights_at_once(administrator, accounts):
    accounts("second", "federation_admin")
    assert allowed(PERMISSIONS, "office", administrator)
    administrator.is_active = False
    administrator.__dict__.pop("_group_names", None)
    assert not allowed(PERMISSIONS, "office", administrator)


def test_changed_roles_take_effect_and_unchanged_ones_write_no_row(administrator, arbiter, region):
    before = len(verbs())
    account_update(
        arbiter, actor=administrator, reason="Elected", roles=["regional_representative"], regions=[region]
    )
    assert verbs()[before:] == ["account.roles"]
    assert RegionalAssignment.objects.get().region == region
    account_update(
        arbiter, actor=administrator, reason="Again", roles=["regional_representative"], regions=[region]
    )
    assert verbs()[before:] == ["account.roles"]


def test_a_change_of_an_account_names_the_fields_and_not_their_values(administrator, arbiter):
    account_update(
        arbiter, actor=administrator, reason="Moved", email="new@example.org", display_name="Ana B."
    )
    row = rows_of("federation", "accounts").last()
    assert row.payload == {"account": arbiter.pk, "username": "ana", "changed": ["display_name", "email"]}


def test_the_last_administrator_cannot_lock_the_federation_out(administrator):
    with pytest.raises(ValidationError, match="Nobody would be left"):
        account_update(administrator, actor=administrator, reason="Tired", roles=[])
    with pytest.raises(ValidationError, match="Nobody would be left"):
        account_update(administrator, actor=administrator, reason="Tired", is_active=False)
    stored = Account.objects.get(pk=administrator.pk)
    assert stored.is_active
    assert stored.is_staff


def test_a_weak_password_is_refused(administrator):
    with pytest.raises(ValidationError) as refused:
        account_create(actor=administrator, username="mira", password="12345", display_name="Mira")
    assert "password" in refused.value.message_dict
    assert not Account.objects.filter(username="mira").exists()


def test_a_role_that_does_not_exist_is_refused(administrator, arbiter):
    with pytest.raises(ValidationError, match="no role emperor"):
        account_update(arbiter, actor=administrator, reason="Hail", roles=["emperor"])


def test_a_name_can_be_taken_once(administrator, arbiter):
    with pytest.raises(ValidationError):
        account_create(actor=administrator, username="ana", password=STRONG, display_name="Other Ana")


def office(username: str, password: str, **options: object) -> str:
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(password))
        call_command("office", username, password_stdin=True, stdout=said, **options)
    return said.getvalue()


def test_the_command_opens_the_first_account_that_can_do_everything_in_the_office(db, client):
    assert "/admin/" in office("olga", STRONG + "\n", name="Olga M.")
    account = Account.objects.get(username="olga")
    assert (account.shown_name, account.is_staff, account.is_superuser) == ("Olga M.", True, False)
    assert client.login(username="olga", password=STRONG)
    assert client.get("/admin/").status_code == 200
    assert verbs() == ["account.created", "account.roles"]


def test_the_command_gives_an_existing_account_the_role_beside_its_own(accounts):
    clara = accounts("clara", "commission_member")
    office("clara", STRONG + "\n")
    assert set(clara.groups.values_list("name", flat=True)) == {"commission_member", "federation_admin"}


def test_the_command_refuses_a_weak_or_missing_password(db):
    for password in ("short\n", "\n", ""):
        with pytest.raises(CommandError) as refused:
            office("olga", password)
        assert refused.value.returncode == 2
    assert not Account.objects.exists()


def test_the_command_does_not_wait_where_nobody_can_type(db, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="--password-stdin"):
        call_command("office", "olga")


def test_opening_the_office_wakes_a_closed_account(accounts):
    olga = accounts("olga", "federation_admin")
    Account.objects.filter(pk=olga.pk).update(is_active=False)
    assert office_open(username="olga", password=STRONG, display_name="Olga").is_active
