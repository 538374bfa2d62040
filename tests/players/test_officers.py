"""The registers of arbiters and rating officers: kept with decisions, read by everybody, never deleted."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, transaction

from core.ledger import rows_of
from players.models import Arbiter, ArbiterGrade, RatingOfficerTerm, Region
from players.officers import arbiter_numbered, arbiter_of, officer_on, standing_on
from players.services import (
    account_create,
    arbiter_grade_add,
    arbiter_save,
    officer_term_begin,
    officer_term_change,
    person_create,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def account() -> Any:
    def make(name: str, *roles: str) -> Any:
        return account_create(
            actor=None, username=name, password="baize-and-ink-64", display_name=name.title(), roles=roles
        )

    return make


def arbiter(number: str, surname: str = "Kos", given_name: str = "Ivo", **fields: Any) -> Arbiter:
    names = {"surname": surname, "given_name": given_name}
    return arbiter_save(None, actor=None, reason="Register begun.", number=number, **names, **fields)


def given(of: Arbiter, grade: str, since: date, **more: Any) -> ArbiterGrade:
    return arbiter_grade_add(of, actor=None, grade=grade, since=since, decision="Protocol 3", **more)


def test_what_counts_on_a_day_is_the_newest_row_of_its_kind() -> None:
    kos = arbiter("A-7")
    given(kos, "second category", date(2020, 1, 1))
    given(kos, "first category", date(2023, 5, 1))
    given(kos, "B", date(2024, 1, 1), kind="licence", until=date(2024, 12, 31))
    given(kos, "first category", date(2025, 6, 1), revoked=True)

    def told(day: date) -> tuple[str, str, bool]:
        found = standing_on(kos, day)
        title, licence = (row.grade if row else "" for row in (found.title, found.licence))
        return title, licence, found.is_registered

    assert told(date(2019, 12, 31)) == ("", "", False)
    assert told(date(2023, 4, 30)) == ("second category", "", True)
    assert told(date(2024, 12, 31)) == ("first category", "B", True)
    assert told(date(2025, 1, 1)) == ("first category", "", True)
    assert told(date(2025, 6, 1)) == ("", "", False)
    verbs = [row.verb for row in rows_of("federation", "arbiters")]
    assert verbs == ["arbiter.entered", *["arbiter.grade"] * 3, "arbiter.grade_ended"]


def test_the_commission_and_the_office_keep_the_registers(account: Any) -> None:
    fields = {"number": "1", "surname": "Kos", "reason": "Asked for."}
    with pytest.raises(PermissionDenied):
        arbiter_save(None, actor=account("otto"), **fields)
    for role in ("commission_member", "federation_admin"):
        fields["number"] += "1"
        assert arbiter_save(None, actor=account(role, role), **fields).surname == "Kos"
    with pytest.raises(ValidationError, match="Say why"):
        arbiter_save(None, actor=None, **(fields | {"reason": " "}))
    with pytest.raises(ValidationError, match="already exists"):
        arbiter_save(None, actor=None, **fields)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"since": date(2999, 1, 1)}, "not come yet"),
        ({"decision": " "}, "Name the decision"),
        ({"until": date(2019, 1, 1)}, "ends before it begins"),
        ({"revoked": True}, "not held"),
    ],
)
def test_a_row_without_its_facts_is_refused(fields: dict[str, Any], told: str) -> None:
    values = {"grade": "IA", "since": date(2020, 1, 1), "decision": "Protocol 3"} | fields
    with pytest.raises(ValidationError, match=told):
        arbiter_grade_add(arbiter("A-7"), actor=None, **values)


def test_nothing_of_the_registers_is_deleted_and_no_decision_changed() -> None:
    given(arbiter("A-7"), "IA", date(2020, 1, 1))
    officer_term_begin(actor=None, name="Olga Hnatiuk", since=date(2020, 1, 1), decision="Congress")
    for model in (ArbiterGrade, Arbiter, RatingOfficerTerm):
        with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
            model.objects.all()._raw_delete("default")  # type: ignore[attr-defined]
    with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
        ArbiterGrade.objects.update(grade="FA")


def test_an_arbiter_is_found_by_number_and_by_a_whole_name_that_one_alone_has() -> None:
    kos = arbiter("A-7")
    assert arbiter_numbered(" a-7 ") == kos
    assert arbiter_numbered("") is None
    assert [arbiter_of(name=name) for name in ("Ivo Kos", "Kos, Ivo", "Kos", "Ivo Kosar")] == [
        kos, kos, None, None,
    ]  # fmt: skip
    arbiter("A-8")
    assert arbiter_of(name="Ivo Kos") is None


def test_a_rating_officer_is_found_in_his_term_of_office_alone(account: Any) -> None:
    olga = account("olga", "rating_officer")
    term = officer_term_begin(
        actor=None, name="Olga Hnatiuk", since=date(2020, 1, 1), decision="Congress 4", account=olga
    )
    with pytest.raises(ValidationError, match="ends before"):
        officer_term_change(term, actor=olga, until=date(2019, 1, 1), decision="Congress 5")
    ended = officer_term_change(
        term, actor=olga, until=date(2024, 6, 30), decision="Congress 5", told_on=date(2020, 1, 9)
    )
    assert (ended.decision, ended.end_decision) == ("Congress 4", "Congress 5")
    assert officer_on(date(2024, 6, 30), account=olga.pk) == term
    assert officer_on(date(2024, 6, 30), name="Hnatiuk, Olga") == term
    assert officer_on(date(2024, 7, 1), account=olga.pk) is None
    told = rows_of("federation", "rating_officers").get(verb="officer.changed").payload
    assert (told["until"], told["told_on"]) == ("2024-06-30", "2020-01-09")


class TestPages:
    def test_the_register_is_public_sorted_filtered_and_downloaded(
        self, client: Any, django_assert_num_queries: Any
    ) -> None:
        assert "No arbiter stands here" in client.get("/arbiters/").content.decode()
        home = Region.objects.create(code="01", name="Home")
        given(arbiter("A-7", region=home), "IA", date(2020, 1, 1))
        with django_assert_num_queries(3):
            client.get("/arbiters/")
        given(arbiter("A-8", "Ткач", "Ян"), "first category", date(2021, 1, 1), until=date(2022, 1, 1))
        given(arbiter("A-9", "Belić", "Ana", region=home), "B", date(2021, 1, 1), kind="licence")
        with django_assert_num_queries(3):
            client.get("/arbiters/")

        def names(query: str) -> list[str]:
            return [row["name"] for row in client.get(f"/arbiters/?format=json&{query}").json()]

        assert names("sort=number") == ["Kos, Ivo", "Ткач, Ян", "Belić, Ana"]
        assert names("sort=name") == ["Belić, Ana", "Kos, Ivo", "Ткач, Ян"]
        assert (names("q=tkach"), names("q=a-9")) == (["Ткач, Ян"], ["Belić, Ana"])
        assert names("valid=today") == ["Belić, Ana", "Kos, Ivo"]
        assert (names("valid=none"), names("region=01&valid=none")) == (["Ткач, Ян"], [])
        row = client.get("/arbiters/?format=json&q=kos").json()[0]
        assert (row["title"], row["since"], row["decision"], row["region"]) == (
            "IA", "2020-01-01", "Protocol 3", "Home",
        )  # fmt: skip

    def test_the_office_enters_changes_and_ends_on_the_pages(self, client: Any, account: Any) -> None:
        client.force_login(account("otto", "federation_admin"))
        assert client.post("/arbiters/new/", {"number": "A-1"}).status_code == 422
        typed = {"number": "A-1", "surname": "Kos", "reason": "Examined."}
        assert client.post("/arbiters/new/", typed).status_code == 302
        kos = Arbiter.objects.get()
        assert client.post(f"/arbiters/{kos.pk}/edit/", typed | {"given_name": "Ivo"}).status_code == 302
        grade = {"kind": "title", "grade": "FA", "since": "2024-01-01", "decision": "FIDE 2024/1"}
        page = f"/arbiters/{kos.pk}/grade/"
        assert client.post(page, grade | {"since": "2999-01-01"}).status_code == 422
        assert client.post(page, grade).status_code == 302
        shown = client.get(f"/arbiters/{kos.pk}/").content.decode()
        assert "Kos, Ivo" in shown and "FIDE 2024/1" in shown
        player = person_create(actor=None, surname="Kos", given_name="Ivo", fide_id="999100005")
        namesake = person_create(actor=None, surname="Kos", given_name="Ivan")
        edit = f"/arbiters/{kos.pk}/edit/"
        assert client.post(edit, typed | {"given_name": "Ivo", "player": "999100006"}).status_code == 422
        for number, linked in ((f"#{namesake.pk}", namesake), ("999100005", player)):
            assert client.post(edit, typed | {"given_name": "Ivo", "player": number}).status_code == 302
            kos.refresh_from_db()
            assert kos.person == linked
        assert 'value="999100005"' in client.get(edit).content.decode()
        assert f'href="/players/{player.pk}/"' in client.get(f"/arbiters/{kos.pk}/").content.decode()
        assert "Arbiter A-1 of the register" in client.get(f"/players/{player.pk}/").content.decode()
        assert "of the register" not in client.get(f"/players/{namesake.pk}/").content.decode()
        term = {"name": "Olga", "since": "2024-01-01", "decision": "Congress"}
        assert client.post("/rating-officers/new/", term | {"until": "2023-01-01"}).status_code == 422
        assert client.post("/rating-officers/new/", term).status_code == 302
        page = f"/rating-officers/{RatingOfficerTerm.objects.get().pk}/"
        assert client.post(page, {"until": "2025-01-01", "decision": "Resigned"}).status_code == 302
        client.logout()
        listed = client.get("/rating-officers/?format=json").json()
        assert [(row["name"], row["until"], row["end"]) for row in listed] == [
            ("Olga", "2025-01-01", "Resigned")
        ]
        assert client.get(page).status_code == 302
