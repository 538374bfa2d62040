"""Names sort as each language's alphabet says and are found in either script, whatever case and marks are typed."""

import random
from typing import Any

import pytest

from core.keys import fold, search_key, search_terms, sort_key

#  Each row is in the order that a school book of the language gives.
CROATIAN = (
    "Adamić Anić Babić Cindrić Crnković Čačić Čop Ćaćić Ćurić Dabić Dragić Dujmić Džaja Džeko Đurić Ević Fabić Gaj "
    "Horvat Ilić Jurić Kos Lasić Lukić Ljubić Marić Nikolić Novak Njegić Olić Perić Radić Sabol Suić Šarić Tomić "
    "Ujević Vidić Zorić Žanić"
)
RUSSIAN = (
    "Абрамов Белов Васильев Громов Дёмин Егоров Ежов Ёлкин Жуков Зайцев Иванов Йорданов Котов Лебедев Морозов "
    "Новиков Орлов Павлов Рыбаков Соколов Титов Уткин Фомин Харитонов Цветков Чернов Шубин Щукин Эренбург Юдин Яшин"
)
UKRAINIAN = (
    "Андрієнко Бойко Власенко Гнатюк Горбань Ґалаґан Ґудзь Дорошенко Ейсмонт Євтушенко Жук Заєць Исаченко Іваненко "
    "Їжакевич Йосипенко Коваль Лисенко Мельник Ничипоренко Олійник Петренко Романюк Сидоренко Ткач Удовенко "
    "Франко Хоменко Цимбал Чорновіл Шевченко Щербак Юрченко Яремчук"
)
SPANISH = (
    "Álvarez Blanco Castro Chávez Cortés Díaz Escobar Núñez Nuñoz Ñáñez Ochoa Ortega Pérez Quintero Ríos Suárez "
    "Torres Úbeda Vázquez Ximénez Yáñez Zúñiga"
)
ENGLISH = (
    "Adams Ångström Baker Čech Clark Đokić Evans Müller Nuñez Ödegaard Owen Šimić Smith Turner Young Zhou"
)

ALPHABETICAL = {"hr": CROATIAN, "ru": RUSSIAN, "uk": UKRAINIAN, "es": SPANISH, "en": ENGLISH}


@pytest.mark.parametrize("language", ALPHABETICAL)
def test_names_sort_in_the_order_of_the_alphabet(language: str) -> None:
    expected = ALPHABETICAL[language].split()
    shuffled = random.Random(64).sample(expected, len(expected))
    assert sorted(shuffled, key=lambda name: sort_key(name, language)) == expected


@pytest.mark.parametrize("language", ALPHABETICAL)
def test_order_of_bytes_is_the_order_of_code_points(language: str) -> None:
    names = [name for words in ALPHABETICAL.values() for name in words.split()]
    keys = [sort_key(name, language) for name in names]
    assert sorted(keys) == sorted(keys, key=lambda key: key.encode())


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize("language", ALPHABETICAL)
def test_order_agrees_with_the_unicode_collation_of_postgresql(language: str) -> None:
    from django.db import connection

    names = ALPHABETICAL[language].split()
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT name FROM unnest(%s::text[]) AS name ORDER BY name COLLATE "{language}-x-icu"', [names]
        )
        theirs = [name for (name,) in cursor.fetchall()]
    assert sorted(names, key=lambda name: sort_key(name, language)) == theirs


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Novak", "Παππάς", "Белов"]),
        ("hr", ["Novak", "Παππάς", "Белов"]),
        ("ru", ["Белов", "Novak", "Παππάς"]),
        ("uk", ["Белов", "Novak", "Παππάς"]),
    ],
)
def test_own_script_comes_first(language: str, expected: list[str]) -> None:
    assert sorted(reversed(expected), key=lambda name: sort_key(name, language)) == expected


def test_letter_case_apostrophes_and_hyphens_do_not_part_names() -> None:
    names = ["Maras Ana", "MARAS BORIS", "Mar'as Ciril", "Maras-Dolić Eva"]
    assert sorted(reversed(names), key=lambda name: sort_key(name, "hr")) == names


def test_shorter_surname_comes_before_the_longer_that_begins_with_it() -> None:
    names = ["Kos Zora", "Kosić Ana", "Kosin Ana"]
    assert sorted(reversed(names), key=lambda name: sort_key(name, "en")) == [
        "Kos Zora",
        "Kosić Ana",
        "Kosin Ana",
    ]


def test_names_that_differ_only_in_marks_have_a_fixed_order_and_different_keys() -> None:
    assert sort_key("Елкин", "ru") != sort_key("Ёлкин", "ru")
    assert sorted(["Ёлкин А", "Елкин Б"], key=lambda name: sort_key(name, "ru")) == ["Ёлкин А", "Елкин Б"]


def test_composed_and_decomposed_letters_have_one_key() -> None:
    assert sort_key("S\u030cari\u0107", "hr") == sort_key("Šarić", "hr")
    assert search_key("S\u030caric\u0301") == search_key("Šarić")


def test_single_character_digraph_sorts_as_the_digraph() -> None:
    assert sort_key("ǆeko", "hr") == sort_key("džeko", "hr")


def test_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        sort_key("Kos", "xx")


@pytest.mark.parametrize("text", ["", "   ", "-", "'"])
def test_nothing_gives_an_empty_search_key_and_a_sort_key_before_all_others(text: str) -> None:
    assert search_key(text) == ""
    assert search_terms(text) == []
    assert sort_key(text, "en") < sort_key("a", "en")


FOUND = [
    ("ivanov", "Иванов"),
    ("ИВАНОВ", "Иванов"),
    ("иван", "Иванов"),
    ("yelkin", "Елкин"),
    ("elkin", "Ёлкин"),
    ("елкин", "Ёлкин"),
    ("ёлкин", "Елкин"),
    ("shchukin", "Щукин"),
    ("scukin", "Щукин"),
    ("hovanski", "Хованский"),
    ("khovansky", "Хованский"),
    ("khovanskiy", "Хованский"),
    ("khovanskii", "Хованский"),
    ("yuriy", "Юрий"),
    ("iurii", "Юрий"),
    ("hnatiuk", "Гнатюк"),
    ("gnatyuk", "Гнатюк"),
    ("gnatjuk", "Гнатюк"),
    ("yizhakevych", "Їжакевич"),
    ("marjana", "Мар'яна"),
    ("Мар’яна", "Мар'яна"),
    ("muller", "Müller"),
    ("mueller", "Müller"),
    ("müller", "Mueller"),
    ("MÜLLER", "Müller"),
    ("manuel", "Manuel"),
    ("sorensen", "Sørensen"),
    ("soerensen", "Sørensen"),
    ("aakesson", "Åkesson"),
    ("akesson", "Åkesson"),
    ("åkesson", "Aakesson"),
    ("dokic", "Đokić"),
    ("djokic", "Đokić"),
    ("đokić", "Djokic"),
    ("lukasz", "Łukasz"),
    ("weiss", "Weiß"),
    ("papadopoulou", "Παπαδοπουλου"),
    ("παπαδο", "Παπαδόπουλος"),
    ("ΠΑΠΑΔΌΠΟΥΛΟΣ", "Παπαδόπουλος"),
    ("nunez", "Núñez"),
    ("saint pierre", "Saint-Pierre"),
    ("saint-pierre", "Saint Pierre"),
    ("oneill", "O'Neill"),
    ("o’neill", "ONeill"),
]


@pytest.mark.parametrize(("query", "name"), FOUND)
def test_name_is_found_by_what_a_reader_types(query: str, name: str) -> None:
    key = search_key(name)
    terms = search_terms(query)
    assert terms
    assert all(term in key for term in terms), key


@pytest.mark.parametrize(("query", "name"), [("petrov", "Иванов"), ("mill", "Müller"), ("ivanova", "Иванов")])
def test_other_names_are_not_found(query: str, name: str) -> None:
    assert not all(term in search_key(name) for term in search_terms(query))


def test_search_key_of_a_very_long_name_stays_of_bounded_length() -> None:
    assert len(search_key("ue" * 100)) < 200 * 10
    assert len(search_key("Щ" * 200)) < 200 * 20


@pytest.mark.parametrize("text", ["Šarić", "ЁЛКИН", "Παπαδόπουλος", "ß", "İ", "ŉ"])
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.django_db
def test_database_sorts_stored_keys_by_code_point(django_user_model: Any) -> None:
    from players.models import Person

    names = CROATIAN.split()
    Person.objects.bulk_create(
        Person(surname=name, sort_key_hr=sort_key(name, "hr"))
        for name in random.Random(8).sample(names, len(names))
    )
    assert list(Person.objects.order_by("sort_key_hr").values_list("surname", flat=True)) == names
