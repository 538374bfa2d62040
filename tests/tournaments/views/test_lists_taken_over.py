"""A list of players, pasted or as a file: its columns, who is who, what changes, and nothing before the word."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from players.services import person_create
from tournaments.interchange.xlsx import xlsx_bytes
from tournaments.services import entry_add, entry_update

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def text(response) -> str:
    return response.content.decode()


def send(desk, event, content="", **more):
    return desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"content": content, **more})


def upload(desk, event, name, data):
    file = SimpleUploadedFile(name, data)
    return desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"file": file})


def posted_back(page: str) -> dict[str, str]:
    """What the browser would send again: hidden fields, the list, the chosen columns and rows."""
    found = dict(re.findall(r'<input type="hidden" name="(seen|spreadsheet)" value="([^"]*)"', page))
    found["content"] = re.search(r'<textarea[^>]*name="content"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)[1]
    for name, options in re.findall(r'<select[^>]*name="(col-\d+)">(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    if re.search(r'name="headed" value="1" checked', page):
        found["headed"] = "1"
    for name, value in re.findall(r'type="radio" name="(row-\d+)" value="([^"]*)" checked', page):
        found[name] = value
    return found


def persons_of_the_case():
    rows = [
        ("Alderon", "Nora", "00120456"),
        ("Birkov", "Emil", "00120457"),
        ("Cedrin", "Ota", "00120458"),
        ("Dunmar", "Ilja", "00120459"),
    ]
    return [
        person_create(actor=None, surname=surname, given_name=given, national_id=number)
        for surname, given, number in rows
    ]


def test_ids_that_excel_made_numbers_match_the_players_of_the_register(desk, new_event, shared):
    event = new_event(0)
    persons = persons_of_the_case()
    page = text(
        upload(desk, event, "ids.xlsx", (shared / "cases" / "files" / "PL-09_excel_ids.xlsx").read_bytes())
    )
    assert "4 players are identified by number" in page
    assert event.entries.count() == 0
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), posted_back(page) | {"confirm": "1"})
    assert set(event.entries.values_list("person_id", "national_id")) == {
        (person.pk, person.national_id) for person in persons
    }


@pytest.mark.parametrize(
    ("number", "told"), [("120456.5", "Cell A2: 120456.5 is no"), ("120456789", "Cell A2: 120456789 is no")]
)
def test_id_with_a_fraction_or_nine_figures_is_refused_with_its_cell(desk, new_event, number, told):
    event = new_event(0)
    data = xlsx_bytes([["national_id", "surname"], [number, "Alderon"]])
    assert told in text(upload(desk, event, "ids.xlsx", data))


def test_number_without_its_zeros_in_a_csv_finds_its_player_and_of_two_nobody(desk, new_event):
    event = new_event(0)
    person_create(actor=None, surname="One", national_id="0077")
    person_create(actor=None, surname="Two", national_id="088")
    person_create(actor=None, surname="Three", national_id="0088")
    page = text(send(desk, event, "national id;name\n77;One\n88;Eighty\n"))
    assert "1 player is identified by number" in page


def test_columns_are_shown_with_samples_and_how_they_were_found(desk, new_event):
    event = new_event(0)
    page = text(send(desk, event, "Name;Rtg;Elo FIDE;Colour of hair\nBelić, Ana;2512;2490;red\n"))
    assert re.findall(r'<option value="(\w+)" selected', page) == ["name", "rating", "other_rating"]
    assert "by its heading" in page
    assert "Colour of hair" in page
    assert "red" in page


def test_column_that_was_guessed_wrong_is_set_right_by_hand(desk, new_event):
    event = new_event(0)
    page = text(send(desk, event, "Belić, Ana\tVelden\nKos, Ivo\tOsijek\n"))
    assert "guessed from the cells" in page
    data = posted_back(page)
    assert data["col-0"] == "name"
    data |= {"col-0": "club", "col-1": "name"}
    again = text(desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data))
    confirmed = posted_back(again) | {"confirm": "1"}
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), confirmed)
    assert set(event.entries.values_list("name", "club")) == {
        ("Velden", "Belić, Ana"),
        ("Osijek", "Kos, Ivo"),
    }


def test_columns_changed_after_the_preview_are_shown_again_before_anything_is_written(desk, new_event):
    event = new_event(0)
    data = posted_back(text(send(desk, event, "Name;Club\nBelić, Ana;Velden\n")))
    data |= {"col-1": "federation", "confirm": "1"}
    response = desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data)
    assert response.status_code == 422
    assert "look at the rows as they are read now" in text(response)
    assert event.entries.count() == 0


def test_list_sent_again_shows_what_changes_and_writes_it_only_when_confirmed(desk, new_event, director):
    event = new_event(0)
    entry = entry_add(event, actor=director, name="Nobody, New", birth="1999", club="Velden")
    same = entry_add(event, actor=director, name="Same, Still", birth="1980")
    entry_add(event, actor=director, name="Absent, Ida")
    content = "Name;Birth;Club;Rating\nNobody, New;1999;Osijek;1500\nSame, Still;1980;;\nFresh, Ana;2001;;\n"
    page = text(send(desk, event, content))
    assert "1 player who is entered changes" in page
    assert "club Velden → <strong>Osijek</strong>" in page
    assert "rating – → <strong>1500</strong>" in page
    assert "1 player is entered and not on this list" in page
    entry.refresh_from_db()
    assert entry.club == "Velden"
    data = posted_back(page)
    assert data["row-2"] == "update"
    assert f"row-{3}" not in data
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data | {"confirm": "1"})
    entry.refresh_from_db()
    version = same.version
    same.refresh_from_db()
    assert (entry.club, entry.rating) == ("Osijek", 1500)
    assert same.version == version
    assert event.entries.count() == 4
    history = text(desk.get(reverse("tournaments:history", args=[event.pk])))
    assert "club Velden → Osijek" in history


def test_change_that_is_left_leaves_the_entry(desk, new_event, director):
    event = new_event(0)
    entry = entry_add(event, actor=director, name="Nobody, New", club="Velden")
    send(desk, event, "Name;Club\nNobody, New;Osijek\n", confirm="1", **{"row-2": "skip"})
    entry.refresh_from_db()
    assert (entry.club, event.entries.count()) == ("Velden", 1)


def test_of_two_rows_for_one_entry_the_second_is_a_row_of_its_own(desk, new_event, director):
    event = new_event(0)
    entry_add(event, actor=director, name="Twice, Ana")
    page = text(send(desk, event, "Name;Club\nTwice, Ana;A\nTwice, Ana;B\n"))
    assert page.count("entered already") == 1
    assert "Lines 2, 3 have the same" in page


def test_register_knows_a_player_better_than_a_list_except_for_his_club(desk, new_event, director):
    event = new_event(0)
    person = person_create(
        actor=None, surname="Belić", given_name="Ana", birth="1990-04-01", fide_id="99900001", title="WGM"
    )
    entry = entry_add(event, actor=director, person=person)
    content = "Name;FIDE ID;Birth;Title;Club\nBelic Ana;99900001;1991;GM;Osijek\n"
    page = text(send(desk, event, content))
    assert "club – → <strong>Osijek</strong>" in page
    assert page.count('class="change"') == 1
    send(desk, event, content, confirm="1")
    entry.refresh_from_db()
    assert (entry.title, entry.birth, entry.club) == ("WGM", "1990-04-01", "Osijek")


def test_likely_players_are_chosen_by_a_button_and_still_written_by_another(desk, new_event):
    event = new_event(0)
    person = person_create(actor=None, surname="Гнатюк", given_name="Олег", birth="1987-05-03")
    data = posted_back(text(send(desk, event, "Name;Birth\nHnatiuk, Oleh;1987\n")))
    assert data["row-2"] == ""
    page = text(desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data | {"take-likely": "1"}))
    data = posted_back(page)
    assert data["row-2"] == str(person.pk)
    assert event.entries.count() == 0
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data | {"confirm": "1"})
    assert event.entries.get().person == person


def test_other_rating_keeps_its_source_and_day(desk, new_event):
    event = new_event(0)
    data = posted_back(text(send(desk, event, "Name;Rtg;FIDE rating\nBelić, Ana;1900;2012\n")))
    data |= {"other-source": "FIDE", "other-day": "2026-03-01", "confirm": "1"}
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data)
    entry = event.entries.get()
    assert (entry.rating, entry.other_rating, entry.other_source) == (1900, 2012, "FIDE")
    assert entry.other_day == date(2026, 3, 1)


def test_one_refused_row_leaves_everything_as_it_was(desk, new_event, director):
    event = new_event(0)
    entry = entry_add(event, actor=director, name="Nobody, New", club="Velden")
    response = send(desk, event, "Name;Club;Birth\nNobody, New;Osijek;\nStrong, Too;;3000\n", confirm="1")
    assert response.status_code == 422
    assert "Strong, Too" in text(response) and "Nobody who plays was born then." in text(response)
    entry.refresh_from_db()
    assert (entry.club, event.entries.count()) == ("Velden", 1)


def test_entry_changed_by_somebody_else_is_compared_anew(desk, new_event, director):
    event = new_event(0)
    entry = entry_add(event, actor=director, name="Nobody, New", club="Velden")
    data = posted_back(text(send(desk, event, "Name;Club\nNobody, New;Osijek\n")))
    entry_update(entry, actor=director, club="Osijek")
    desk.post(reverse("tournaments:entries_paste", args=[event.pk]), data | {"confirm": "1"})
    entry.refresh_from_db()
    assert (entry.club, entry.version) == ("Osijek", 2)


def test_list_asks_the_database_the_same_for_one_row_and_thirty(desk, new_event, django_assert_num_queries):
    event = new_event(0)
    counts = []
    for size in (1, 30):
        rows = "".join(f"Nobody{number}, New;{number:05d};1999\n" for number in range(1, size + 1))
        with django_assert_num_queries(10, exact=False) as captured:
            send(desk, event, "Name;National ID;Birth\n" + rows)
        counts.append(len(captured))
    assert counts[0] == counts[1]
