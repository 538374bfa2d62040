"""Titles, categories and transfers: each follows the one before, and what was valid on a day stays readable."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse

from players.services import person_transfer, person_update, title_award, title_revoke, titles_held

pytestmark = pytest.mark.django_db


def award(person: Any, title: str, year: int, **more: Any) -> Any:
    return title_award(
        person, actor=None, title=title, awarded_on=date(year, 5, 1), decision=f"Congress {year}", **more
    )


def test_highest_title_stands_beside_the_name_and_each_day_has_its_own(new_person: Any) -> None:
    person = new_person()
    award(person, "IM", 2015)
    award(person, "FM", 2018)
    person.refresh_from_db()
    assert person.title == "IM"
    assert titles_held(person, date(2014, 12, 31)) == set()
    assert titles_held(person, date(2015, 5, 1)) == {"IM"}
    assert titles_held(person, date(2020, 1, 1)) == {"IM", "FM"}


def test_revoked_title_gives_way_to_the_next_and_stays_on_record(new_person: Any) -> None:
    person = new_person()
    award(person, "FM", 2012)
    award(person, "IM", 2015)
    title_revoke(person, actor=None, title="IM", on=date(2019, 1, 1), decision="Ethics 7")
    person.refresh_from_db()
    assert (person.title, person.title_awards.count()) == ("FM", 3)
    assert titles_held(person, date(2018, 12, 31)) == {"FM", "IM"}
    assert titles_held(person, date(2019, 1, 1)) == {"FM"}
    award(person, "IM", 2022)
    person.refresh_from_db()
    assert person.title == "IM"


def test_category_and_iccf_title_leave_the_title_over_the_board(new_person: Any) -> None:
    person = new_person(title="CM")
    award(person, "KMS", 2010, system="category")
    award(person, "SIM", 2011, system="iccf")
    person.refresh_from_db()
    assert person.title == "CM"
    assert titles_held(person, date(2026, 1, 1), "category") == {"KMS"}


def test_title_of_the_register_without_a_row_is_not_lost_by_a_lower_one_and_can_be_revoked(
    new_person: Any,
) -> None:
    person = new_person(title="GM")
    award(person, "FM", 2012)
    person.refresh_from_db()
    assert person.title == "GM"
    title_revoke(person, actor=None, title="GM", on=date(2020, 1, 1), decision="Ethics 8")
    person.refresh_from_db()
    assert person.title == "FM"


def test_what_is_not_held_is_not_revoked_and_what_is_held_not_given_twice(new_person: Any) -> None:
    person = new_person()
    with pytest.raises(ValidationError, match="is not held"):
        title_revoke(person, actor=None, title="IM", on=date(2019, 1, 1), decision="Ethics 7")
    award(person, "IM", 2015)
    with pytest.raises(ValidationError, match="held already"):
        award(person, "IM", 2016)


def test_transfer_keeps_the_number_and_tells_from_where_to_where(new_person: Any, region: Any) -> None:
    from players.services import region_save

    person = new_person(national_id="02017", region=region, federation="INV")
    other = region_save(None, actor=None, code="04", name="Zagorje")
    made = person_transfer(person, actor=None, on=date(2025, 9, 1), decision="Protocol 3", region=other)
    person.refresh_from_db()
    assert (person.region, person.federation, person.national_id) == (other, "INV", "02017")
    assert (made.from_region, made.to_region, made.from_federation) == (region, other, "INV")
    with pytest.raises(ValidationError, match="already"):
        person_transfer(person, actor=None, on=date(2025, 9, 1), decision="Protocol 3", region=other)


def test_change_in_the_register_leaves_a_transfer_too(commissioner: Any, new_person: Any) -> None:
    person = new_person(federation="INV")
    person_update(person, actor=commissioner, reason="FIDE list", federation="CRO")
    (row,) = person.transfers.all()
    assert (row.from_federation, row.to_federation, row.decision) == ("INV", "CRO", "FIDE list")
    person_update(person, actor=commissioner, reason="Moved", club="New")
    assert person.transfers.count() == 1


def test_only_the_commission_enters_and_no_day_to_come(arbiter: Any, new_person: Any) -> None:
    person = new_person()
    with pytest.raises(PermissionDenied):
        title_award(person, actor=arbiter, title="IM", awarded_on=date(2015, 1, 1), decision="x")
    with pytest.raises(ValidationError, match="not come yet"):
        award(person, "IM", 2999)


def test_page_enters_both_and_the_profile_shows_them(
    client: Any, commissioner: Any, new_person: Any, region: Any
) -> None:
    person = new_person(federation="INV")
    client.force_login(commissioner)
    page = reverse("players:standing", args=[person.pk])
    sent = {
        "title-system": "fide",
        "title-title": "FM",
        "title-on": "2020-05-01",
        "title-decision": "Congress",
    }
    assert client.post(page, sent | {"title-decision": ""}).status_code == 422
    assert client.post(page, sent).status_code == 302
    moved = {"what": "transfer", "transfer-region": region.pk, "transfer-on": "2021-01-01"}
    assert client.post(page, moved | {"transfer-decision": "Protocol 3"}).status_code == 302
    profile = client.get(reverse("players:profile", args=[person.pk])).content.decode()
    assert "Congress" in profile
    assert "Harbourland" in profile


def test_title_of_the_register_is_known_on_the_days_before_a_higher_one(new_person: Any) -> None:
    from players.titles import titles_otherwise

    person = new_person(title="FM")
    award(person, "IM", 2015)
    assert titles_otherwise(date(2015, 4, 30)) == {person.pk: "FM"}
    assert titles_otherwise(date(2015, 5, 1)) == {}
    title_revoke(person, actor=None, title="IM", on=date(2019, 1, 1), decision="Ethics 7")
    person.refresh_from_db()
    assert person.title == "FM"
    assert titles_otherwise(date(2018, 12, 31)) == {person.pk: "IM"}
    title_revoke(person, actor=None, title="FM", on=date(2020, 1, 1), decision="Ethics 8")
    person.refresh_from_db()
    assert person.title == ""
    assert titles_otherwise(date(2014, 1, 1)) == {person.pk: "FM"}
