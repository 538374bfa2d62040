"""A player downloads what is stored of him; nobody else does."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from players.services import title_award

pytestmark = pytest.mark.django_db


def test_player_alone_downloads_all_that_the_register_keeps_of_him(
    client: Any, accounts: Any, commissioner: Any, new_person: Any, region: Any
) -> None:
    person = new_person(birth="2014-05-17", email="ivo@example.org", national_id="02017", region=region)
    title_award(person, actor=None, title="CM", awarded_on=date(2025, 5, 1), decision="Congress")
    address = reverse("players:own_data", args=[person.pk])
    assert client.get(address).status_code == 302
    client.force_login(commissioner)
    assert client.get(address).status_code == 403
    client.force_login(accounts("ivo", "player", person=person))
    told = client.get(address).json()
    kept = {name: told["register"][name] for name in ("birth", "email", "national_id", "region")}
    assert kept == {
        "birth": "2014-05-17",
        "email": "ivo@example.org",
        "national_id": "02017",
        "region": "Harbourland",
    }
    assert [(row["title"], row["awarded_on"]) for row in told["titles"]] == [("CM", "2025-05-01")]
    assert [row["verb"] for row in told["ledger"]] == ["person.created", "person.title"]


def test_public_pages_tell_the_year_and_neither_day_nor_mail_nor_number(client: Any, new_person: Any) -> None:
    person = new_person(birth="2014-05-17", email="ivo@example.org", national_id="02017")
    for address in (
        reverse("players:profile", args=[person.pk]),
        reverse("players:register"),
        reverse("players:register") + "?format=json",
        reverse("players:search") + "?q=kosar&format=json",
    ):
        page = client.get(address).content.decode()
        assert "2014" in page, address
        assert not any(word in page for word in ("2014-05", "17 May", "ivo@example.org", "02017")), address


def test_the_file_has_what_events_and_the_commission_keep_and_the_log_in(
    client: Any, accounts: Any, administrator: Any, new_person: Any, region: Any
) -> None:
    from commission.models import Newcomer
    from commission.services_requests import Wish, request_make, request_reject
    from players.services.claims import claim_confirm, claim_make
    from players.services.invitations import invitation_accept, invitation_make
    from tests.tournaments.events import made_account, made_event
    from tournaments.models import CorrespondenceContact, Questionnaire, Registration
    from tournaments.sealing import seal
    from tournaments.services import entries_add

    member = accounts("clara", "commission_member")
    invited = invitation_make(actor=administrator, email="ivo@example.org", display_name="Ivo K.")
    account = invitation_accept(invited, username="ivo", password="rook-and-clock-77")
    person = new_person(birth="1990-05-17", national_id="02017")
    claim = claim_make(person, account=account, number="02017", birth="1990-05-17")
    claim_confirm(claim, actor=member, reason="Called")
    event = made_event(made_account("ana"), 0, name="Harbour Open")
    (entry,) = entries_add(event, actor=administrator, rows=[{"person": person}])
    now = timezone.now()
    CorrespondenceContact.objects.create(entry=entry, sealed=seal({"address": "Long Road 7"}))
    Questionnaire.objects.create(
        entry=entry, surname="Kosar", given_name="Ivo", birth=date(1990, 5, 17), region="North",
        sealed=seal({"mobile_1": "+385 91 555 0142"}), filled_at=now,
    )  # fmt: skip
    Registration.objects.create(
        event=event, entry=entry, surname="Kosar", email="ivo@example.org", link_nonce="n", consented_at=now
    )
    Newcomer.objects.create(
        surname="Kosar", given_name="Ivo", state="admitted", person=person, region=region,
        created_by=member, created_at=now,
    )  # fmt: skip
    request_reject(
        request_make(Wish("name", "Košar", person=person), account=account), actor=member, reason="No"
    )
    request_make(Wish("name", "Other", text="He told me", person=person), account=made_account("somebody"))
    client.post("/accounts/login/", {"username": "ivo", "password": "rook-and-clock-77"})
    answer = client.get(reverse("players:own_data", args=[person.pk]))
    told = answer.json()
    (played,) = told["events"]
    assert (played["event"], played["birth"], played["contact"]) == (
        "Harbour Open",
        "1990-05-17",
        {"address": "Long Road 7"},
    )
    assert told["event_questionnaires"][0]["mobile_1"] == "+385 91 555 0142"
    assert told["registrations"][0]["email"] == "ivo@example.org"
    assert [row["state"] for row in told["questionnaires"]] == ["admitted"]
    own, other = told["requests"]
    assert (own["claimed"], [step["verb"] for step in own["steps"]]) == ("Košar", ["made", "rejected"])
    # What somebody else wrote of him is not his to read.
    assert other["by"] == "somebody else" and "He told me" not in answer.content.decode()
    assert [(row["state"], row["agreed"]) for row in told["claims"]] == [
        ("confirmed", {"number": "yes", "birth": "yes"})
    ]
    assert [row["email"] for row in told["invitations"]] == ["ivo@example.org"]
    assert len(told["sessions"]) == 1
    assert told["account"]["roles"] == ["player"]


def test_the_file_has_what_stays_under_a_record_that_became_one_with_his(
    client: Any, accounts: Any, administrator: Any, new_person: Any, region: Any
) -> None:
    """Published rows, entries that lists hold, and the chain of the ledger keep the merged record."""
    from players.models import RatingList
    from players.services.contacts import contact_save
    from players.services.officers import arbiter_grade_add, arbiter_save
    from tests.tournaments.events import made_account, made_event
    from tournaments.services import entries_add

    stays = new_person(surname="Kosar", given_name="Ivo", national_id="02017")
    other = new_person(surname="Kosar", given_name="Iwo", national_id="02018", region=region)
    contact_save(other, actor=accounts("iwo", "player", person=other), values={"address": "Long Road 7"})
    event = made_event(made_account("ana"), 0, name="Harbour Open")
    entries_add(event, actor=administrator, rows=[{"person": other}])
    day = date(2026, 4, 1)
    listed = RatingList.objects.create(kind="standard", effective_from=day, key="standard-2026-04-01")
    listed.rows.create(person=other, name="Kosar, Iwo", federation="INV", rating=1874)
    arbiter = arbiter_save(
        None,
        actor=administrator,
        reason="Course",
        number="A-7",
        surname="Kosar",
        given_name="Iwo",
        person=other,
    )
    arbiter_grade_add(arbiter, actor=administrator, grade="NA", since=day, decision="2026/3")
    other.merged_into = stays
    other.save()
    client.force_login(accounts("ivo", "player", person=stays))
    told = client.get(reverse("players:own_data", args=[stays.pk])).json()
    assert [row["event"] for row in told["events"]] == ["Harbour Open"]
    assert [row["rating"] for row in told["ratings"]] == [1874]
    (record,) = told["merged_records"]
    assert (record["national_id"], record["region"], record["contact"]["address"]) == (
        "02018",
        "Harbourland",
        "Long Road 7",
    )
    assert [row["verb"] for row in told["ledger"]].count("person.created") == 2
    (kept,) = told["arbiter"]
    assert (kept["number"], [row["grade"] for row in kept["grades"]]) == ("A-7", ["NA"])
