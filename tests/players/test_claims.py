"""A player says which profile is his, the commission decides, and what proved it is erased; his contact data."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError

from core.jobs.running import run
from core.ledger import rows_of
from core.models import Job
from players.models import Account, Person, PersonContact, ProfileClaim
from players.permissions import group_names
from players.services.claims import agreement, claim_confirm, claim_make, claim_refuse, claim_withdraw
from players.services.contacts import contact_of, contact_save

pytestmark = pytest.mark.django_db

PROOF = {"number": "00120456", "birth": "2014-05-17", "note": "Ana knows me"}


@pytest.fixture
def nina(accounts: Any) -> Account:
    account = accounts("nina")
    Account.objects.filter(pk=account.pk).update(email="nina@example.org")
    return Account.objects.get(pk=account.pk)


@pytest.fixture
def claimed(nina: Account, child: Person) -> Callable[..., ProfileClaim]:
    def make(person: Person = child, **changes: Any) -> ProfileClaim:
        return claim_make(person, account=nina, **(PROOF | changes))

    return make


def test_a_confirmed_claim_links_the_account(
    claimed: Any, nina: Account, child: Person, commissioner: Account
) -> None:
    claim = claimed()
    assert "2014-05-17" not in claim.sealed and "00120456" not in claim.sealed
    claim_confirm(claim, actor=commissioner, reason="Called the club")
    nina = Account.objects.get(pk=nina.pk)
    assert nina.person == child
    assert "player" in group_names(nina)
    claim.refresh_from_db()
    assert (claim.state, claim.sealed, claim.agreed) == (
        "confirmed",
        "",
        {"number": "yes", "birth": "yes"},
    )
    assert [row.verb for row in rows_of("person", child.pk)][-2:] == [
        "person.claimed",
        "person.claim_confirmed",
    ]
    assert rows_of("federation", "accounts").last().verb == "account.linked"
    said = "".join(f"{row.reason}{row.payload}" for row in rows_of("person", child.pk))
    assert not any(word in said for word in ("2014-05-17", "00120456", "Ana knows me", "Called the club"))


def test_a_refused_claim_says_why_to_whoever_made_it(
    claimed: Any, nina: Account, commissioner: Account, client: Any
) -> None:
    claim = claimed(birth="2013-05-17")
    assert agreement(claim) == {"number": "yes", "birth": "no"}
    claim_refuse(claim, actor=commissioner, reason="Another birth date")
    assert Account.objects.get(pk=nina.pk).person is None
    client.force_login(nina)
    for address in (f"/players/claims/{claim.pk}/", f"/players/{claim.person_id}/"):
        assert "Another birth date" in client.get(address).content.decode()
    for job in Job.objects.filter(kind="players.claim_mail"):
        run(job.pk)
    (letter,) = mail.outbox
    assert letter.to == ["nina@example.org"]
    assert "Another birth date" not in letter.body
    assert claimed().state == "open"


@pytest.mark.parametrize(
    ("number", "birth", "agreed"),
    [
        ("999100001", "2014-05-17", {"number": "yes", "birth": "yes"}),
        ("00120457", "2014-05-18", {"number": "no", "birth": "no"}),
    ],
)
def test_what_is_said_is_laid_beside_the_register(
    number: str, birth: str, agreed: dict[str, str], claimed: Any
) -> None:
    assert agreement(claimed(number=number, birth=birth)) == agreed


def test_where_the_register_knows_a_year_or_nothing_it_says_so(claimed: Any, new_person: Any) -> None:
    assert agreement(claimed(new_person("Only", "Year", birth="2014"))) == {
        "number": "unknown",
        "birth": "yes",
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"number": " "}, "number"), ({"birth": "2014"}, "birth"), ({"birth": "17.05.2014"}, "birth")],
)
def test_a_claim_without_proof_is_refused_at_its_field(
    changes: dict[str, str], field: str, claimed: Any
) -> None:
    with pytest.raises(ValidationError) as refused:
        claimed(**changes)
    assert list(refused.value.message_dict) == [field]


def test_one_claim_at_a_time_and_five_a_day(claimed: Any, nina: Account, new_person: Any) -> None:
    claim = claimed()
    with pytest.raises(ValidationError, match="waits for its decision"):
        claimed(new_person("Other", "One"))
    claim_withdraw(claim, account=nina)
    for _each in range(4):
        claim_withdraw(claimed(), account=nina)
    with pytest.raises(ValidationError, match="Too many"):
        claimed()
    assert ProfileClaim.objects.filter(sealed="").count() == 5


def test_nobody_decides_his_own_and_nobody_with_a_profile_claims(
    accounts: Any, commissioner: Account, claimed: Any, nina: Account, new_person: Any, child: Person
) -> None:
    own = claim_make(child, account=commissioner, **PROOF)
    with pytest.raises(PermissionDenied):
        claim_confirm(own, actor=commissioner, reason="It is me")
    with pytest.raises(PermissionDenied):
        claim_refuse(claimed(), actor=nina, reason="because")
    with pytest.raises(PermissionDenied):
        claim_withdraw(own, account=nina)
    with pytest.raises(PermissionDenied):
        claim_make(child, account=accounts("ivo", "player", person=new_person()), **PROOF)


def test_a_profile_or_an_account_is_not_linked_twice(
    accounts: Any, claimed: Any, nina: Account, child: Person, commissioner: Account, new_person: Any
) -> None:
    claim = claimed()
    holder = accounts("holder", "player", person=child)
    with pytest.raises(ValidationError, match="holder"):
        claim_confirm(claim, actor=commissioner, reason="because")
    Account.objects.filter(pk=holder.pk).update(person=None)
    Account.objects.filter(pk=nina.pk).update(person=new_person())
    with pytest.raises(ValidationError, match="has a profile already"):
        claim_confirm(claim, actor=commissioner, reason="because")
    Account.objects.filter(pk=nina.pk).update(person=None)
    for reason in ("", " "):
        with pytest.raises(ValidationError):
            claim_confirm(claim, actor=commissioner, reason=reason)
    claim_confirm(claim, actor=commissioner, reason="because")
    with pytest.raises(ValidationError, match="decided or withdrawn"):
        claim_refuse(claim, actor=commissioner, reason="because")


def test_a_record_merged_meanwhile_is_not_linked(
    claimed: Any, child: Person, commissioner: Account, new_person: Any
) -> None:
    claim = claimed()
    Person.objects.filter(pk=child.pk).update(merged_into=new_person("Stays", "One"))
    with pytest.raises(ValidationError, match="merged meanwhile"):
        claim_confirm(claim, actor=commissioner, reason="because")


def test_the_pages_of_a_claim(
    nina: Account, child: Person, commissioner: Account, client: Any, arbiter: Account
) -> None:
    profile, form = f"/players/{child.pk}/", f"/players/{child.pk}/claim/"
    assert form not in client.get(profile).content.decode()
    client.force_login(nina)
    assert form in client.get(profile).content.decode()
    assert client.post(form, {"number": "", "birth": ""}).status_code == 422
    page = client.post(form, PROOF)["Location"]
    claim = ProfileClaim.objects.get()
    assert page == f"/players/claims/{claim.pk}/"
    shown = client.get(page).content.decode()
    # Whoever claims does not learn what the register says.
    assert "agrees" not in shown and "Withdraw" in shown
    assert page in client.get(profile).content.decode()
    assert page in client.get("/accounts/mine/").content.decode()
    assert page in client.get(form).content.decode()
    client.force_login(arbiter)
    assert client.get(page).status_code == 403
    assert client.get("/players/claims/").status_code == 403
    client.force_login(commissioner)
    assert page in client.get("/players/claims/?state=open").content.decode()
    found = [
        page in client.get(f"/players/claims/?q={word}").content.decode()
        for word in ("belova", "nina", "ivo")
    ]
    assert found == [True, True, False]
    assert client.get(page).content.decode().count("agrees") == 2
    assert client.post(page, {"do": "confirm", "reason": ""}).status_code == 422
    assert client.post(page, {"do": "confirm", "reason": "Called"}).status_code == 302
    assert client.post(page, {"do": "confirm", "reason": "Called"}).status_code == 422
    assert "00120456" not in client.get(page).content.decode()


# --- contact data ---------------------------------------------------------------------------------------------------

CONTACT = {
    "email": "nina.new@example.org",
    "telephone": "+385 91 555 0142",
    "postcode": "10000",
    "address": "Long Road 7",
}


def test_a_player_changes_his_own_contact_data_which_lie_sealed(accounts: Any, child: Person) -> None:
    account = accounts("nina", "player", person=child)
    assert contact_save(child, actor=account, values=CONTACT) == list(CONTACT)
    assert contact_of(Person.objects.get(pk=child.pk)) == CONTACT
    stored = PersonContact.objects.get(person=child).sealed
    assert "Long Road" not in stored and "555" not in stored
    row = rows_of("person", child.pk).last()
    assert (row.verb, row.payload) == ("person.contact", {"changed": list(CONTACT)})
    assert contact_save(child, actor=account, values=CONTACT) == []
    assert rows_of("person", child.pk).last() == row
    assert contact_save(child, actor=account, values={"telephone": ""}) == ["telephone"]
    assert contact_of(child)["telephone"] == ""


@pytest.mark.parametrize(
    ("field", "value"), [("email", "nobody"), ("telephone", "call me"), ("address", "x" * 301)]
)
def test_contact_data_that_are_none_are_refused_at_their_field(
    field: str, value: str, accounts: Any, child: Person
) -> None:
    with pytest.raises(ValidationError) as refused:
        contact_save(child, actor=accounts("nina", person=child), values={field: value})
    assert list(refused.value.message_dict) == [field]


def test_the_player_and_the_commission_see_them_and_nobody_else(
    accounts: Any, child: Person, commissioner: Account, arbiter: Account, client: Any
) -> None:
    account = accounts("nina", "player", person=child)
    client.force_login(account)
    form = f"/players/{child.pk}/contact/"
    assert client.post(form, CONTACT | {"email": "x"}).status_code == 422
    assert client.post(form, CONTACT)["Location"] == f"/players/{child.pk}/"
    profile, words = f"/players/{child.pk}/", ("Long Road 7", "555 0142", "nina.new@example.org")
    for reader, sees in ((account, True), (commissioner, True), (arbiter, False), (None, False)):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        page = client.get(profile).content.decode()
        assert [word in page for word in words] == [sees] * 3
    client.force_login(commissioner)
    assert client.get(form).status_code == 403
    with pytest.raises(PermissionDenied):
        contact_save(child, actor=commissioner, values=CONTACT)
