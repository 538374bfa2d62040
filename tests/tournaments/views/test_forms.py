"""Events, entries, lists and files through forms: bad input stays, nothing is decided by a name."""

import io
from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from players.services import person_create
from tournaments.models import Event
from tournaments.services import event_create, rounds_pair_all
from tournaments.views.event_forms import EventForm

pytestmark = pytest.mark.django_db

HEAD = {
    "name": "Inventown Open",
    "start": "2026-03-07",
    "end": "2026-03-15",
    "system": "swiss",
    "cycles": "1",
    "rounds_planned": "7",
    "score_system": "1",
    "pairing_bye_halves": "2",
    "numbering": "rating",
    "rating_kind": "standard",
    "tie_break_order": "PTS,DE,BH/C1,BH,SB",
}


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def text(response) -> str:
    return response.content.decode()


def test_save_and_register_fixes_the_rules_by_the_first_day(desk, director):
    desk.post(reverse("tournaments:event_create"), HEAD | {"register": "1", "federation": "inv"})
    event = Event.objects.get()
    assert (event.state, event.federation, event.rounds_planned) == ("registered", "INV", 7)
    assert (event.rating_edition, event.tie_break_edition) == ("fide-2025-10", "c07-2026")
    assert event.officials.get().account == director


def test_the_score_system_three_one_nothing_is_stored_in_halves(desk):
    desk.post(reverse("tournaments:event_create"), HEAD | {"score_system": "3", "pairing_bye_halves": "6"})
    event = Event.objects.get()
    assert (event.win_halves, event.draw_halves, event.loss_halves, event.pairing_bye_halves) == (6, 2, 0, 6)


def test_an_own_score_system_is_stored_in_halves_and_shown_to_everybody(desk, client):
    own = {"score_system": "own", "own_win": "4", "own_draw": "1.5", "own_loss": "0.5"}
    desk.post(reverse("tournaments:event_create"), HEAD | own | {"register": "1"})
    event = Event.objects.get()
    assert (event.win_halves, event.draw_halves, event.loss_halves) == (8, 3, 1)
    assert "4 · 1½ · ½" in text(client.get(reverse("tournaments:event", args=[event.pk])))
    form = desk.get(reverse("tournaments:event_edit", args=[event.pk])).context["form"]
    assert (form.initial["score_system"], form.initial["own_draw"]) == ("own", Decimal("1.5"))


@pytest.mark.parametrize("draw", ["", "0.3", "-1"])
def test_an_own_score_system_needs_all_three_in_halves(desk, draw):
    own = {"score_system": "own", "own_win": "4", "own_draw": draw, "own_loss": "0"}
    assert desk.post(reverse("tournaments:event_create"), HEAD | own).status_code == 422


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("start", "07.03.2026", "Write the day as YYYY-MM-DD."),
        ("end", "2026-03-01", "The last day comes before the first day of play."),
        ("end", "3026-03-08", "Nobody announces an event that long before; look at the year."),
        ("tie_break_order", "PTS,XYZ", "XYZ: not among the criteria of"),
        ("tie_break_order", "PTS,BH/C9", "does not give BH the modifier C9, but C1 C2 M1 M2"),
        ("tie_break_order", "PTS,WIN/M1,BH", "does not give WIN the modifier M1, but none"),
        ("name", "", "This field is required."),
        ("name", "N" * 201, "at most 200 characters"),
    ],
)
def test_bad_input_is_told_in_the_words_of_the_field_and_stays(desk, field, value, says):
    response = desk.post(
        reverse("tournaments:event_create"), HEAD | {"organiser": "Kept typing", field: value}
    )
    assert response.status_code == 422
    assert says in text(response)
    assert "Kept typing" in text(response)
    assert not Event.objects.exists()


def test_an_edition_chosen_by_hand_stays_and_the_ledger_says_so(desk):
    from core.ledger import rows_of

    desk.post(reverse("tournaments:event_create"), HEAD | {"register": "1", "tie_break_edition": "ua-2011"})
    event = Event.objects.get()
    assert (event.tie_break_edition, event.unplayed_edition) == ("ua-2011", "c07-2026")
    row = rows_of("event", event.pk).get(verb="event.registered")
    assert row.payload["by_hand"] == ["tie_break_edition"]


def test_two_people_at_one_form_do_not_overwrite_each_other(desk, new_event):
    event = new_event(0, name="Before")
    form = EventForm(instance=event)
    old = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    address = reverse("tournaments:event_edit", args=[event.pk])
    assert desk.post(address, old | {"city": "First town"}).status_code == 302
    response = desk.post(address, old | {"city": "Second town"})
    assert response.status_code == 409
    assert "Second town" in text(response)
    event.refresh_from_db()
    assert event.city == "First town"


def test_an_unknown_system_is_asked_and_not_answered_by_the_first_choice(desk, director):
    event = event_create(actor=director, name="From a file", system="unknown")
    form = EventForm(instance=event)
    assert form.fields["system"].choices[0][0] == ""
    assert form["system"].value() == ""


def test_a_paired_system_cannot_change(desk, paired_event):
    event = paired_event(4)
    form = EventForm(instance=event)
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    response = desk.post(reverse("tournaments:event_edit", args=[event.pk]), data | {"system": "swiss"})
    assert response.status_code == 422
    assert "Rounds are paired already" in text(response)


def test_a_person_is_found_by_either_script_and_entered_by_one_post(desk, new_event):
    event = new_event(0)
    person = person_create(
        actor=None, surname="Гнатюк", given_name="Олег", birth="1987-05-03", fide_id="99900001"
    )
    page = text(desk.get(reverse("tournaments:entry_search", args=[event.pk]), {"q": "hnat"}))
    assert "Гнатюк, Олег" in page
    assert "1987" in page
    assert "05-03" not in page
    answer = desk.post(
        reverse("tournaments:entry_add", args=[event.pk]),
        {"person": person.pk},
        headers={"hx-request": "true"},
    )
    assert answer.status_code == 200
    assert "Гнатюк, Олег is entered." in text(answer)
    again = desk.post(
        reverse("tournaments:entry_add", args=[event.pk]),
        {"person": person.pk},
        headers={"hx-request": "true"},
    )
    assert again.status_code == 422
    assert "is entered already" in text(again)
    assert event.entries.count() == 1


def test_a_name_of_200_characters_is_entered_whole_and_one_of_300_is_refused_in_the_form(desk, new_event):
    event = new_event(0)
    address = reverse("tournaments:entry_new", args=[event.pk])
    assert desk.post(address, {"name": "N" * 200}).status_code == 302
    assert event.entries.get().name == "N" * 200
    response = desk.post(address, {"name": "M" * 300})
    assert response.status_code == 422
    assert "M" * 300 in text(response)


def paste(desk, event, content, **more):
    return desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"content": content, **more})


def test_a_pasted_list_is_shown_first_and_written_only_when_confirmed(desk, new_event):
    event = new_event(0)
    known = person_create(actor=None, surname="Belić", given_name="Ana", birth="1990", fide_id="99900001")
    content = "Name;FIDE ID;Birth;Rating\nBelic, Ana;99900001;1990;2512\nNobody, New;;1999;1500\n"
    preview = paste(desk, event, content)
    assert preview.status_code == 200
    assert "1 player is identified by number" in text(preview)
    assert event.entries.count() == 0
    paste(desk, event, content, confirm="1", **{"row-2": str(known.pk), "row-3": ""})
    assert set(event.entries.values_list("name", "person_id")) == {
        ("Belić, Ana", known.pk),
        ("Nobody, New", None),
    }


def test_people_with_one_name_are_proposed_and_never_decided(desk, new_event):
    event = new_event(0)
    for number, birth in (("99900021", "1980"), ("99900022", "1980"), ("99900023", "1995")):
        person_create(actor=None, surname="Birkov", given_name="Emil", birth=birth, fide_id=number)
    content = "Name;Birth\nBirkov, Emil;1980\n"
    page = text(paste(desk, event, content))
    assert "99900021" in page
    assert "99900022" in page
    assert "99900023" not in page
    paste(desk, event, content, confirm="1")
    assert event.entries.get().person is None


@pytest.mark.parametrize(
    ("registered", "row"),
    [
        (("Bluehmann", "Jorg", "1970"), "Blühmann, Jörg"),
        (("Kvaloey", "Aksel", "1981"), "Kvaløy, Aksel"),
        (("Strasser", "Ida", "1992"), "Straßer, Ida"),
    ],
)
def test_other_spellings_propose_exactly_that_person_and_wait(desk, new_event, registered, row):
    event = new_event(0)
    surname, given, birth = registered
    person = person_create(actor=None, surname=surname, given_name=given, birth=birth)
    person_create(actor=None, surname="Somebody", given_name="Else", birth=birth)
    content = f"Name;Birth\n{row};{birth}\n"
    page = text(paste(desk, event, content))
    assert page.count(f'name="row-2" value="{person.pk}"') == 1
    assert "Somebody, Else" not in page
    paste(desk, event, content, confirm="1")
    assert event.entries.get().person is None
    event.entries.all().delete()
    paste(desk, event, content, confirm="1", **{"row-2": str(person.pk)})
    assert event.entries.get().person == person


def test_a_person_who_was_not_proposed_cannot_be_smuggled_in(desk, new_event):
    event = new_event(0)
    other = person_create(actor=None, surname="Somebody", given_name="Else", birth="1970")
    paste(desk, event, "Name;Birth\nNobody, New;1970\n", confirm="1", **{"row-2": str(other.pk)})
    assert event.entries.get().person is None


def test_a_file_with_byte_order_mark_and_semicolons_is_read_as_columns(desk, new_event, shared):
    event = new_event(0)
    person_create(actor=None, surname="Known", given_name="One", national_id="00120456")
    data = (shared / "cases" / "files" / "PL-07_bom_semicolon.csv").read_bytes()
    upload = SimpleUploadedFile("players.csv", data, content_type="text/csv")
    page = text(desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"file": upload}))
    assert "2 rows were read" in page
    assert "1 player is identified by number" in page


def test_an_empty_list_is_asked_for_in_the_form(desk, new_event):
    event = new_event(0)
    response = paste(desk, event, "   ")
    assert response.status_code == 422
    assert "Paste a list, or choose a file." in text(response)


def test_the_pages_of_identification_and_admission(desk, client, new_event, commissioner, director):
    event = new_event(2)
    twin = person_create(actor=None, surname="Player001", given_name="Test", birth="1990")
    page = text(desk.get(reverse("tournaments:identify", args=[event.pk])))
    assert page.count("This is the player") == 1
    assert "Admit" not in page
    entry = event.entries.get(name="Player001, Test")
    desk.post(reverse("tournaments:entry_identify", args=[event.pk, entry.pk]), {"person": twin.pk})
    entry.refresh_from_db()
    assert entry.person == twin
    assert desk.post(reverse("tournaments:players_admit", args=[event.pk])).status_code == 403
    client.force_login(commissioner)
    assert "Admit 1 new player" in text(client.get(reverse("tournaments:identify", args=[event.pk])))
    client.post(reverse("tournaments:players_admit", args=[event.pk]))
    assert event.entries.filter(person__isnull=True).count() == 0


def test_nobody_is_admitted_who_resembles_somebody(client, new_event, commissioner):
    event = new_event(1)
    person_create(actor=None, surname="Player001", given_name="Test", birth="1990")
    client.force_login(commissioner)
    client.post(reverse("tournaments:players_admit", args=[event.pk]))
    assert event.entries.get().person is None


def upload(desk, data, name="file.trf"):
    return desk.post(reverse("tournaments:event_import"), {"file": SimpleUploadedFile(name, data)})


def hidden(page: str, name: str) -> str:
    return page.split(f'name="{name}"', 1)[1].split('value="', 1)[1].split('"', 1)[0]


def test_a_file_in_the_browser_is_shown_asked_about_and_only_then_an_event(desk, shared):
    data = (shared / "data" / "sharly_events" / "liffre-2025__A.trf").read_bytes()
    page = text(upload(desk, data))
    assert "Not stored yet" in page
    assert not Event.objects.exists()
    answers = {
        "sha256": hidden(page, "sha256"),
        "seal": hidden(page, "seal"),
        "name": "liffre.trf",
        "system": "swiss",
        "rating_kind": "standard",
        "tie_break_order": "PTS,BH/C1,BH",
    }
    without_start = desk.post(reverse("tournaments:event_import"), answers)
    assert without_start.status_code == 422
    assert not Event.objects.exists()
    done = desk.post(reverse("tournaments:event_import"), answers | {"start": "2026-03-07"})
    event = Event.objects.get()
    assert done.status_code == 302
    assert (event.start, event.entries.count(), event.tie_break_order) == (
        date(2026, 3, 7),
        80,
        "PTS,BH/C1,BH",
    )


def test_a_file_that_somebody_else_uploaded_cannot_be_taken_by_its_hash(desk, client, shared, stranger):
    data = (shared / "cases" / "files" / "TRF-01.trf").read_bytes()
    page = text(upload(desk, data))
    answers = {
        "sha256": hidden(page, "sha256"),
        "seal": hidden(page, "seal"),
        "start": "2026-03-07",
        "system": "swiss",
    }
    client.force_login(stranger)
    response = client.post(reverse("tournaments:event_import"), answers)
    assert response.status_code == 302
    assert not Event.objects.exists()


def test_a_contradicting_file_is_refused_with_round_players_codes_and_lines(desk, shared):
    response = upload(desk, (shared / "cases" / "files" / "TRF-09.trf").read_bytes(), "TRF-09.trf")
    page = text(response)
    assert response.status_code == 422
    assert "TRF-09.trf cannot be imported" in page
    assert "Round 2: player 3 has 1 against 4, player 4 has = against 3 (lines 13 and 14)." in page
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\x01\x02", b"not a TRF file at all\n", "001 кот".encode("utf-16")],
)
def test_files_that_are_no_trf_are_refused_politely(desk, data):
    response = upload(desk, data)
    assert response.status_code == 422
    assert not Event.objects.exists()


def test_rounds_are_paired_changed_and_deleted_from_their_page(desk, new_event, director):
    event = new_event(4, system="round_robin", numbering="lot")
    desk.post(reverse("tournaments:round_pair", args=[event.pk]))
    assert event.rounds.count() == 3
    desk.post(reverse("tournaments:pairings_delete", args=[event.pk]), {"reason": "numbers were drawn twice"})
    assert event.rounds.count() == 0
    rounds_pair_all(event, actor=director)
    desk.post(reverse("tournaments:round_days", args=[event.pk]), {"day-1": "2026-03-07", "day-2": "soon"})
    assert list(event.rounds.order_by("number").values_list("day", flat=True)) == [
        date(2026, 3, 7),
        None,
        None,
    ]


def test_a_swiss_round_is_ordered_as_a_job_and_done_by_it(
    desk, new_event, django_capture_on_commit_callbacks
):
    from core.models import Job
    from tournaments.tasks import pair_round

    event = new_event(4, first_colour="w")
    response = desk.post(reverse("tournaments:round_pair", args=[event.pk]))
    job = Job.objects.get()
    assert response["Location"] == reverse("core:job", args=[job.pk])
    assert (job.kind, job.payload["round"]) == ("tournaments.pair_round", 1)
    assert desk.post(reverse("tournaments:round_pair", args=[event.pk]))["Location"] == response["Location"]
    assert Job.objects.count() == 1

    from uuid import uuid4

    from django.utils import timezone

    from core.jobs.context import JobContext

    token = uuid4()
    Job.objects.filter(pk=job.pk).update(state="running", token=token, lease_until=timezone.now())
    job.refresh_from_db()
    pair_round(JobContext(job, token))
    assert event.rounds.get().games.count() == 2


def test_a_pairing_by_hand_says_what_speaks_against_it_and_keeps_what_was_chosen(desk, new_event):
    event = new_event(4, first_colour="w")
    address = reverse("tournaments:round_by_hand", args=[event.pk, 1])
    assert desk.get(address).status_code == 200
    response = desk.post(address, {"white": ["1", "1"], "black": ["2", "3"]})
    assert response.status_code == 422
    assert "stands on two boards" in text(response)
    half = desk.post(address, {"white": ["1", "3"], "black": ["2", ""]})
    assert "Board 2 has one player only." in text(half)
    assert desk.post(address, {"white": ["1", "3"], "black": ["2", "4"]}).status_code == 302
    assert event.rounds.get().games.filter(manual=True).count() == 2


def test_what_is_left_empty_is_usual_for_the_system(desk):
    data = HEAD | {"tie_break_order": "", "numbering": ""}
    desk.post(reverse("tournaments:event_create"), data | {"name": "Swiss"})
    desk.post(reverse("tournaments:event_create"), data | {"name": "Table", "system": "round_robin"})
    found = {event.name: (event.numbering, event.tie_break_order) for event in Event.objects.all()}
    assert found == {"Swiss": ("rating", "PTS,DE,BH/C1,BH,SB"), "Table": ("lot", "PTS,DE,WIN,SB,KS")}


def test_a_round_robin_is_not_numbered_by_rating(desk):
    response = desk.post(reverse("tournaments:event_create"), HEAD | {"system": "round_robin"})
    assert response.status_code == 422
    assert "drawn by lot or typed" in text(response)


@pytest.mark.parametrize(
    ("field", "value"), [("rating", "70000"), ("rating_k", "999"), ("birth", "2014-02-30")]
)
def test_absurd_values_of_a_player_are_refused_at_their_field(desk, new_event, field, value):
    event = new_event(0)
    response = desk.post(reverse("tournaments:entry_new", args=[event.pk]), {"name": "A, B", field: value})
    assert response.status_code == 422
    assert f'id="error_1_id_{field}"' in text(response)
    assert not event.entries.exists()


def test_a_damaged_spreadsheet_is_refused_in_the_form(desk, new_event):
    event = new_event(0)
    upload_file = SimpleUploadedFile("list.xlsx", b"PK\x03\x04\x00\x00names")
    response = desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"file": upload_file})
    assert response.status_code == 422
    assert "The file cannot be opened as a spreadsheet" in text(response)


def test_a_list_of_more_than_two_thousand_rows_is_refused_before_it_is_read():
    from tournaments.forms.entries import PasteForm

    assert PasteForm({"content": "Alderon, Nora\n" * 2000}).is_valid()
    form = PasteForm({"content": "Alderon, Nora\n" * 2002})
    assert form.non_field_errors() == ["The list has more than 2000 rows; enter it in parts."]


def test_a_formula_without_a_result_is_told_before_anything_is_taken_over(desk, new_event):
    book = Workbook()
    for row in (["Name", "Rating"], ["Birkov, Emil", "=2000+100"]):
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    upload_file = SimpleUploadedFile("list.xlsx", target.getvalue())
    event = new_event(0, system="swiss")
    page = text(desk.post(reverse("tournaments:entries_paste", args=[event.pk]), {"file": upload_file}))
    assert "Formulas without a stored result were read as empty cells: B2." in page
    assert not event.entries.exists()
