"""Every write about a person checks the right, leaves one ledger row, and loses nobody's change."""

import logging
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from core.ledger import rows_of, verify_chain
from players.errors import StaleValues
from players.models import Person
from players.services import person_create, person_update, persons_create, title_award


def shown(person: Any) -> dict[str, str]:
    """What a form opened now would carry along."""
    from players.forms import PersonForm

    return PersonForm(instance=Person.objects.get(pk=person.pk)).stored_values()


def test_admitting_somebody_writes_one_ledger_row_with_author_and_reason(commissioner):
    person = person_create(actor=commissioner, reason="Form 12 of 3 March", surname="Kosar", given_name="Ivo")
    (row,) = rows_of("person", person.pk)
    assert (row.verb, row.actor_name, row.reason) == ("person.created", "Clara", "Form 12 of 3 March")
    assert row.payload == {"surname": "Kosar", "given_name": "Ivo"}
    assert verify_chain("person", person.pk) == 1


def test_the_ledger_keeps_old_and_new_value_and_the_reason(commissioner, new_person):
    person = new_person(club="Old Club")
    person_update(person, actor=commissioner, reason="Moved", club="New Club", title="FM")
    row = rows_of("person", person.pk).last()
    assert row.verb == "person.changed"
    assert row.reason == "Moved"
    assert row.payload == {"changed": {"club": ["Old Club", "New Club"], "title": ["", "FM"]}}


def test_the_ledger_keeps_for_good_no_birthday_no_address_and_no_national_number(commissioner, child):
    person_update(
        child,
        actor=commissioner,
        reason="Passport seen",
        birth="2014-05-18",
        email="other@example.org",
        national_id="00120457",
    )
    rows = list(rows_of("person", child.pk))
    assert rows[1].payload == {
        "changed": {"birth": ["2014", "2014"], "email": ["…", "…"], "national_id": ["…", "…"]}
    }
    text = " ".join(str(row.payload) for row in rows)
    assert not any(secret in text for secret in ("05-17", "05-18", "example.org", "0012045"))


def test_a_save_that_changes_nothing_writes_no_ledger_row(commissioner, new_person):
    person = new_person(club="Club")
    person_update(person, actor=commissioner, reason="Looked", club="Club", surname="Kosar")
    assert rows_of("person", person.pk).count() == 1


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_change_without_a_reason_is_refused_and_nothing_is_written(commissioner, new_person, reason):
    person = new_person(club="Old")
    with pytest.raises(ValidationError) as refused:
        person_update(person, actor=commissioner, reason=reason, club="New")
    assert refused.value.message_dict == {"reason": ["Say why the entry in the register changes."]}
    person.refresh_from_db()
    assert person.club == "Old"
    assert rows_of("person", person.pk).count() == 1


def test_an_arbiter_may_not_write_in_the_register_and_the_refusal_is_logged(arbiter, new_person, caplog):
    person = new_person(club="Old")
    with caplog.at_level(logging.WARNING, "crosstable.permissions"), pytest.raises(PermissionDenied):
        person_update(person, actor=arbiter, reason="I want", club="New")
    with caplog.at_level(logging.WARNING, "crosstable.permissions"), pytest.raises(PermissionDenied):
        person_create(actor=arbiter, surname="Somebody")
    assert [record.getMessage() for record in caplog.records] == [
        f"denied person_edit to {arbiter.pk} on Person {person.pk}",
        f"denied person_create to {arbiter.pk} on NoneType ",
    ]
    assert Person.objects.get().club == "Old"


def test_two_forms_open_at_once_lose_neither_change(commissioner, administrator, new_person):
    person = new_person(club="Old Club", title="")
    seen_by_both = shown(person)
    person_update(
        person,
        actor=commissioner,
        reason="Moved",
        seen=seen_by_both,
        **{**seen_by_both, "region": None, "club": "New Club"},
    )
    person_update(
        person,
        actor=administrator,
        reason="Congress",
        seen=seen_by_both,
        **{**seen_by_both, "region": None, "title": "FM"},
    )
    person.refresh_from_db()
    assert (person.club, person.title) == ("New Club", "FM")
    assert rows_of("person", person.pk).last().payload == {"changed": {"title": ["", "FM"]}}


def test_two_values_for_one_field_are_both_told_and_nothing_is_overwritten(
    commissioner, administrator, new_person
):
    person = new_person(club="Old Club")
    seen_by_both = shown(person)
    person_update(person, actor=commissioner, reason="Moved", seen=seen_by_both, club="First Club")
    with pytest.raises(StaleValues) as refused:
        person_update(
            person, actor=administrator, reason="Moved too", seen=seen_by_both, club="Second Club", title="FM"
        )
    (message,) = refused.value.message_dict["club"]
    assert "“Second Club” (you)" in message
    assert "“First Club” (Clara, " in message
    person.refresh_from_db()
    assert (person.club, person.title) == ("First Club", "")


def test_the_same_value_typed_by_two_is_no_conflict(commissioner, administrator, new_person):
    person = new_person(club="Old Club")
    seen_by_both = shown(person)
    person_update(person, actor=commissioner, reason="Moved", seen=seen_by_both, club="New Club")
    person_update(person, actor=administrator, reason="Moved", seen=seen_by_both, club="New Club")
    person.refresh_from_db()
    assert person.club == "New Club"
    assert rows_of("person", person.pk).count() == 2


@pytest.mark.parametrize(
    "birth", ["17.05.2014", "14-05-17", "2014-13", "2014-02-30", "2014-5-7", "٢٠١٤", "²014", "0000"]
)
def test_a_birth_date_that_is_none_is_refused(commissioner, birth):
    with pytest.raises(ValidationError) as refused:
        person_create(actor=commissioner, surname="Kosar", birth=birth)
    assert list(refused.value.message_dict) == ["birth"]
    assert Person.objects.count() == 0


@pytest.mark.parametrize("birth", ["2014", "2014-05", "2014-05-17", "2012-02-29", ""])
def test_a_birth_date_may_be_known_in_part(commissioner, birth):
    assert person_create(actor=commissioner, surname="Kosar", birth=birth).birth == birth


@pytest.mark.parametrize("field", ["national_id", "fide_id"])
def test_a_number_belongs_to_one_person(commissioner, new_person, field):
    new_person(**{field: "00120456"})
    with pytest.raises(ValidationError):
        person_create(actor=commissioner, surname="Other", **{field: "00120456"})
    assert Person.objects.count() == 1


def test_many_people_may_lack_a_number_and_share_a_name(new_person):
    assert len({new_person("Birkov", "Emil").pk for _ in range(3)}) == 3


def test_a_name_of_two_hundred_characters_is_refused_at_its_field(commissioner):
    with pytest.raises(ValidationError) as refused:
        person_create(actor=commissioner, surname="K" * 200)
    assert "surname" in refused.value.message_dict


def test_many_persons_at_once_are_checked_and_each_has_its_row(db):
    made = persons_create(
        actor=None, people=[{"surname": "Kosar"}, {"surname": "Гнатюк", "given_name": "Олег"}]
    )
    assert [rows_of("person", person.pk).count() for person in made] == [1, 1]
    assert made[1].latin_name == "Gnatiuk, Oleg"
    with pytest.raises(ValidationError):
        persons_create(actor=None, people=[{"surname": "K" * 200}])
    assert Person.objects.count() == 2


def test_a_changed_name_takes_its_transliteration_along(commissioner, new_person):
    person = new_person("Гнатюк", "Олег")
    changed = person_update(person, actor=commissioner, reason="Marriage", surname="Щукін")
    assert changed.latin_surname == "Shchukin"


def test_a_latin_spelling_that_somebody_chose_stays(commissioner, new_person):
    person = new_person("Гнатюк", "Олег", latin_surname="Hnatiuk")
    changed = person_update(person, actor=commissioner, reason="Marriage", surname="Гнатюк-Щур")
    assert changed.latin_surname == "Hnatiuk"


def test_a_merged_record_is_not_changed_any_more(commissioner, new_person):
    stays, goes = new_person(), new_person("Kossar")
    Person.objects.filter(pk=goes.pk).update(merged_into=stays)
    with pytest.raises(ValidationError, match="merged"):
        person_update(goes, actor=commissioner, reason="Late", club="New")


def test_a_title_stands_with_its_day_and_decision(commissioner, new_person):
    from datetime import date

    person = new_person()
    title_award(person, actor=commissioner, title="FM", awarded_on=date(2026, 5, 1), decision="Protocol 7")
    person.refresh_from_db()
    assert person.title == "FM"
    row = rows_of("person", person.pk).last()
    assert (row.verb, row.reason, row.payload) == (
        "person.title",
        "Protocol 7",
        {"title": "FM", "awarded_on": "2026-05-01"},
    )


@pytest.mark.parametrize("birth", ["3000", "0199-05-01"])
def test_nobody_is_admitted_with_a_birth_to_come_or_of_long_ago(commissioner, new_person, birth):
    with pytest.raises(ValidationError, match="Nobody who plays was born then"):
        person_create(actor=commissioner, surname="Kosar", birth=birth)
    with pytest.raises(ValidationError, match="Nobody who plays was born then"):
        person_update(new_person(), actor=commissioner, reason="Slip", birth=birth)
