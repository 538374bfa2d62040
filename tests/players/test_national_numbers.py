"""National numbers: the region's code and the next serial, never one twice, also when two admit at once."""

import threading
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from players.national_numbers import NumberRefused, number_of, serial_of


def test_pattern_puts_the_region_before_or_after_the_serial_and_keeps_other_letters() -> None:
    assert number_of("RRNNN", "02", 17) == "02017"
    assert number_of("UA-NNNN-RR", "7", 3) == "UA-0003-07"


def test_serial_is_read_only_from_numbers_of_the_region() -> None:
    assert serial_of("RRNNN", "02", "02017") == 17
    assert serial_of("RRNNN", "02", "12017") is None
    assert serial_of("RRNNN", "02", "02-17") is None
    assert serial_of("RRNNN", "02", "020170") is None


@pytest.mark.parametrize(("code", "serial"), [("002", 1), ("KY", 1000), ("K", 1)])
def test_code_or_serial_without_room_is_refused(code: str, serial: int) -> None:
    with pytest.raises(NumberRefused):
        number_of("RRNNN", code, serial)


def given(region: Any) -> str:
    from players.services import national_number_next

    with transaction.atomic():
        return national_number_next(region, actor=None)


@pytest.mark.django_db
def test_first_number_follows_the_highest_of_the_register_and_gaps_stay(region: Any, new_person: Any) -> None:
    new_person("Kosar", national_id="02005")
    new_person("Belar", national_id="02002")
    new_person("Other", national_id="03900")
    assert given(region) == "02006"


@pytest.mark.django_db
def test_number_that_nobody_bears_any_more_is_not_given_again(region: Any, commissioner: Any) -> None:
    from players.services import person_create, person_update

    first = given(region)
    person = person_create(actor=None, surname="Kosar", national_id=first)
    person_update(person, actor=commissioner, reason="Typed wrongly", national_id="")
    assert (first, given(region)) == ("02001", "02002")


@pytest.mark.django_db
def test_number_that_somebody_entered_by_hand_is_passed_over(region: Any, new_person: Any) -> None:
    assert given(region) == "02001"
    new_person("Kosar", national_id="02002")
    assert given(region) == "02003"


@pytest.mark.django_db
def test_full_region_and_unfit_code_are_refused_by_name(region: Any, new_person: Any) -> None:
    from players.services import region_save

    new_person("Kosar", national_id="02999")
    long_code = region_save(None, actor=None, code="KHAR", name="Kharland")
    for refused in (region, long_code):
        with pytest.raises(ValidationError) as error:
            given(refused)
        assert refused.code in error.value.message_dict["region"][0]


@pytest.mark.django_db
def test_pattern_is_the_federations_own(region: Any, settings: Any) -> None:
    settings.NATIONAL_NUMBER_PATTERN = "A-RR-NNNN"
    assert given(region) == "A-02-0001"


@pytest.mark.parametrize("text", ["RRR", "RRN", "RRNNRR", "NNN", "RRNNNNNNNNNNNNNNN"])
def test_pattern_that_is_none_stops_the_start(text: str) -> None:
    from django.core.exceptions import ImproperlyConfigured

    from config.environment import Environment
    from config.outside.federation import federation_settings

    with pytest.raises(ImproperlyConfigured, match="NATIONAL_NUMBER_PATTERN"):
        federation_settings(Environment({"NATIONAL_NUMBER_PATTERN": text}))


@pytest.mark.django_db(transaction=True)
def test_two_who_admit_at_once_give_two_numbers(region: Any) -> None:
    start, numbers, faults = threading.Barrier(2), [], []

    def admit() -> None:
        try:
            start.wait(timeout=10)
            for _each in range(5):
                numbers.append(given(region))
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=admit) for _each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert faults == []
    assert sorted(numbers) == [f"02{serial:03d}" for serial in range(1, 11)]
