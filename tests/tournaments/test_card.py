"""The card of an event: any name of the portal's scripts stays inside the picture."""

from io import BytesIO

import pytest
from PIL import Image

from tournaments.card import NAME_LINES, NAME_SIZES, WIDTH, Words, card_png, cut, drawable, fitted, width_of

NAMES = {
    "en": "Open Championship of the United Clubs of the Northern Lakes for Players Born in 2010 and Later",
    "hr": "Međunarodno šahovsko natjecanje Đurđevačke županije za đake i žene, ćakula i čežnja",
    "ru": "Всероссийское командное первенство среди юношей и девушек памяти гроссмейстеров прошлого",
    "uk": "Ґалицький міжнародний турнір їжаків, єднання та щедрості пам'яті визначних шахістів",
    "es": "Campeonato Iberoamericano de la Ñ, Montaña y Cigüeña, categoría sub-18 y año de promoción",
    "el": "Πανελλήνιο Πρωτάθλημα Νέων και Νεανίδων της Ένωσης Σκακιστικών Σωματείων Βορείου Ελλάδος",
}
BOX = (1056, 290)


@pytest.mark.parametrize("language", NAMES)
def test_a_long_name_is_whole_and_inside_in_every_script(language):
    name = NAMES[language]
    assert drawable(name) == name
    found = fitted(name, *BOX)
    assert " ".join(found.lines) == name
    assert all(width_of(line, found.size) <= BOX[0] for line in found.lines)
    assert len(found.lines) <= NAME_LINES


@pytest.mark.parametrize("name", ["W" * 200, "Championship " * 60, "Ж" * 119 + " " + "Щ" * 80])
def test_a_name_that_does_not_fit_ends_with_an_ellipsis_inside_the_picture(name):
    found = fitted(name.strip(), *BOX)
    assert found.size == NAME_SIZES[-1]
    assert len(found.lines) <= NAME_LINES
    assert all(width_of(line, found.size) <= BOX[0] for line in found.lines)
    if len("".join(found.lines)) < len(name.replace(" ", "")):
        assert found.lines[-1].endswith("…")


def test_a_short_name_is_set_large():
    assert fitted("Old Bridge", *BOX) == fitted("Old  Bridge", *BOX)
    assert fitted("Old Bridge", *BOX).size == NAME_SIZES[0]


def test_letters_that_the_face_lacks_are_left_out():
    assert drawable("Zagreb 象棋 Cup") == "Zagreb Cup"
    assert drawable("Cafe\u0301") == "Caf\u00e9"


def test_a_line_of_facts_is_cut_at_its_width():
    text = "28 Nov – 6 Dec 2026 · " + "Somewhere " * 30
    shown = cut(text, 36, 500)
    assert shown.endswith("…")
    assert width_of(shown, 36) <= 500


def test_the_card_is_a_picture_of_the_usual_size_and_the_same_each_time():
    words = Words("Federation", "Кубок Загір'я", ["1 Jan 2026"], "finished")
    first = card_png(words)
    assert Image.open(BytesIO(first)).size == (WIDTH, 630)
    assert first == card_png(words)
    assert first != card_png(Words("Federation", "Another", ["1 Jan 2026"], "finished"))


def test_nothing_is_drawn_in_the_margin_at_the_right():
    """The last 60 columns hold the squares of the baize alone, whatever the name."""
    plain = Image.open(BytesIO(card_png(Words("", ".", [], ""))))
    long = Image.open(BytesIO(card_png(Words("F" * 300, "W" * 300, ["x" * 300], "y" * 300))))
    box = (1140, 0, 1200, 630)
    assert plain.crop(box).tobytes() == long.crop(box).tobytes()
