"""Names are found in either script and in any usual spelling; a find proposes and never decides."""

import pytest

from players.models import Person
from players.selectors import persons_matching, persons_suggested, sort_column


def found(query: str, **options: bool) -> list[str]:
    return [person.name for person in persons_matching(query, **options).order_by("sort_key_en", "pk")]


@pytest.mark.parametrize(
    "query",
    ["Гнатюк", "гнатюк олег", "ГНАТЮК", "Gnatiuk", "hnatiuk", "Oleg Gnatyuk", "олег  гнатюк,", "натю"],
)
def test_a_cyrillic_name_is_found_by_both_scripts_in_any_case(new_person, query):
    new_person("Гнатюк", "Олег")
    new_person("Kosar", "Ivo")
    assert found(query) == ["Гнатюк, Олег"]


@pytest.mark.parametrize("query", ["Косар", "КОСАР ИВО", "коса"])
def test_a_latin_name_is_found_by_its_cyrillic_spelling(new_person, query):
    new_person("Kosar", "Ivo")
    new_person("Birkov", "Emil")
    assert found(query) == ["Kosar, Ivo"]


@pytest.mark.parametrize(
    ("surname", "queries"),
    [
        ("Bluehmann", ["Blühmann", "Bluehmann", "Bluhmann"]),
        ("Kvaloey", ["Kvaløy", "Kvaloey", "Kvaloy"]),
        ("Strasser", ["Straßer", "STRASSER"]),
        ("Šarić", ["saric", "Šarić"]),
        ("Blühmann", ["Bluehmann", "bluhmann"]),
    ],
)
def test_umlauts_and_their_spellings_find_the_same_person(new_person, surname, queries):
    new_person(surname, "Jorg")
    for query in queries:
        assert found(query) == [f"{surname}, Jorg"], query


def test_every_word_of_the_query_must_be_held(new_person):
    new_person("Birkov", "Emil")
    new_person("Birkov", "Anna")
    assert found("emil birkov") == ["Birkov, Emil"]
    assert found("birkov emilia") == []


def test_three_people_of_one_name_stay_three(new_person):
    for number in ("999100011", "999100012", "999100013"):
        new_person("Birkov", "Emil", fide_id=number, birth="1990")
    assert len(persons_suggested("Birkov, Emil")) == 3
    assert [person.fide_id for person in persons_suggested("999100012")] == ["999100012"]


def test_a_changed_name_is_found_by_the_new_one_only(commissioner, new_person):
    from players.services import person_update

    person = new_person("Kosar", "Iva")
    person_update(person, actor=commissioner, reason="Marriage", surname="Щукіна")
    assert found("kosar") == []
    assert found("shchukina") == ["Щукіна, Iva"]


def test_a_merged_record_is_no_longer_found(new_person):
    stays, goes = new_person("Kosar"), new_person("Kosarr")
    Person.objects.filter(pk=goes.pk).update(merged_into=stays)
    assert found("kosar") == ["Kosar, Ivo"]


def test_the_national_number_is_found_only_whole_and_only_by_who_may(child):
    assert found("00120456") == []
    assert found("00120456", national_numbers=True) == ["Belova, Nina"]
    assert found("001204", national_numbers=True) == []


@pytest.mark.parametrize("query", ["", "   ", "!!!", "%", "_"])
def test_a_query_without_a_word_suggests_nobody(new_person, query):
    new_person()
    assert persons_suggested(query) == []


def test_each_language_sorts_by_its_own_alphabet(new_person):
    from django.utils import translation

    for surname in ("Čop", "Crnko", "Dragić", "Džeko", "Đurić"):
        new_person(surname, "")
    with translation.override("hr"):
        column = sort_column()
    names = list(Person.objects.order_by(column).values_list("surname", flat=True))
    assert column == "sort_key_hr"
    assert names == ["Crnko", "Čop", "Dragić", "Džeko", "Đurić"]


def test_a_language_without_a_key_of_its_own_sorts_as_english(db):
    from django.utils import translation

    with translation.override("de"):
        assert sort_column() == "sort_key_en"


def test_the_list_in_force_changes_with_the_local_day(db, settings):
    """At half past midnight in Prague the new list holds, although in UTC it is still the day before."""
    from datetime import UTC, date, datetime
    from unittest.mock import patch

    from django.utils import timezone

    from players.models import RatingKind, RatingList
    from players.selectors import list_in_force

    settings.TIME_ZONE = "Europe/Prague"
    for month in (10, 11):
        RatingList.objects.create(
            key=f"standard-2026-{month}-01",
            kind=RatingKind.STANDARD,
            effective_from=date(2026, month, 1),
            edition="fide-2025-10",
            state=RatingList.State.PUBLISHED,
            sha256="0" * 64,
        )
    with patch.object(timezone, "now", return_value=datetime(2026, 10, 31, 23, 30, tzinfo=UTC)):
        assert list_in_force(RatingKind.STANDARD, timezone.localdate()).key == "standard-2026-11-01"
    with patch.object(timezone, "now", return_value=datetime(2026, 10, 31, 22, 30, tzinfo=UTC)):
        assert list_in_force(RatingKind.STANDARD, timezone.localdate()).key == "standard-2026-10-01"
