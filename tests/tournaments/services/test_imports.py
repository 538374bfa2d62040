"""Files become events whole or not at all; what was spelled comes back as it was spelled."""

import io
import json
from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from core.ledger import rows_of
from tournaments.cli import Refused
from tournaments.exporting import trf_of
from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.models import ByeRequest, Entry, Event, ForbiddenPair, Game, Seat
from tournaments.services import event_import, forbidden_pair_add, forbidden_pair_remove
from tournaments.snapshot import record_of

pytestmark = pytest.mark.django_db

START = date(2026, 3, 7)


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = Path(__file__).resolve().parents[4] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared sample files are not beside the repository")
    return folder


def cells(text: str) -> list[str]:
    """The rounds of every player's line, as spelled."""
    return [line[:8] + line[91:].rstrip() for line in text.splitlines() if line.startswith("001")]


@pytest.mark.parametrize(
    "name",
    [
        "sharly_events/liffre-2025__A.trf",
        "ainalrami/bye_assignee_score__one-candidate-left.trf",
        "bbp/issue_7.trf",
    ],
)
def test_an_imported_file_is_exported_with_the_same_cells(shared, director, name):
    data = (shared / "data" / name).read_bytes()
    event = event_import(data, actor=director, start=START, system="swiss").event
    reading = read_trf(data)
    assert cells(trf_of(event, reading.format, public=False).text) == cells(data.decode())
    stored = record_of(event.pk)
    assert stored.games == reading.record.games
    assert stored.byes == reading.record.byes
    assert stored.source == reading.record.source


def test_a_typed_start_fixes_the_editions_and_the_event_is_registered(shared, director):
    data = (shared / "data" / "sharly_events/liffre-2025__A.trf").read_bytes()
    result = event_import(data, actor=director, start=START, system="swiss")
    event = result.event
    assert (event.start, event.state) == (START, "playing")
    assert (event.rating_edition, event.tie_break_edition) == ("fide-2025-10", "c07-2026")
    assert event.registration_number == "2026-0001"
    assert event.entries.count() == 80
    row = rows_of("event", event.pk).get(verb="event.imported")
    assert (row.payload["start_typed"], row.payload["players"]) == ("2026-03-07", 80)


def test_a_file_without_a_start_stays_a_draft_and_says_so(shared, director):
    data = (shared / "data" / "sharly_events/liffre-2025__A.trf").read_bytes()
    data = data.replace(b"092 pairing_acceleration-SWISS_PROGRESSIVE", b"092 as agreed")
    result = event_import(data, actor=director)
    assert result.event.system == Event.System.UNKNOWN
    assert result.event.state == Event.State.DRAFT
    codes = {finding.code for finding in result.findings}
    assert {"import.start_missing", "import.system_missing"} <= codes


@pytest.mark.parametrize("name", ["TRF-01", "TRF-03", "TRF-07", "RES-05", "PAIR-01", "PAIR-03"])
def test_the_known_awkward_files_survive_the_database(shared, director, name):
    data = (shared / "cases" / "files" / f"{name}.trf").read_bytes()
    reading = read_trf(data, start=START)
    event = event_import(data, actor=director, start=START, system="swiss").event
    stored = record_of(event.pk)
    assert stored.games == reading.record.games
    assert stored.byes == reading.record.byes
    assert [entry.name for entry in stored.entries] == [entry.name for entry in reading.record.entries]
    assert [entry.rating for entry in stored.entries] == [entry.rating for entry in reading.record.entries]
    again = read_trf(trf_of(event, reading.format, public=False).text.encode())
    assert again.record.games == reading.record.games


def test_a_contradicting_file_stores_nothing(shared, director):
    data = (shared / "cases" / "files" / "TRF-09.trf").read_bytes()
    with pytest.raises(TrfRefused) as raised:
        event_import(data, actor=director, start=START)
    finding = raised.value.errors[0].finding
    assert (finding.round, set(finding.players)) == (2, {3, 4})
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "spoil",
    [lambda data: data[: len(data) // 2], lambda data: b"\xff\xfe" + data.decode().encode("utf-16-le")],
)
def test_truncated_and_wrongly_encoded_files_store_nothing(shared, director, spoil):
    data = spoil((shared / "cases" / "files" / "TRF-01.trf").read_bytes())
    with pytest.raises(TrfRefused):
        event_import(data, actor=director, start=START)
    assert not Event.objects.exists()
    assert not Entry.objects.exists()


def test_a_league_is_stored_as_one(director):
    data = b"012 Small\n092 Team League\n001    1      One, Test\n001    2      Two, Test\n"
    event = event_import(data, actor=director, start=START).event
    assert (event.occasion, event.system) == ("league", "team_round_robin")


def test_a_long_event_name_is_cut_with_a_finding(director):
    data = f"012 {'N' * 240}\n001    1      One, Test\n001    2      Two, Test\n".encode()
    result = event_import(data, actor=director, start=START, system="swiss")
    assert result.event.name == "N" * 200
    assert [finding.inputs["length"] for finding in result.findings if finding.code == "import.cut"] == [200]


def test_numbers_identify_and_names_do_not(director, commissioner):
    from players.services import person_create

    known = person_create(
        actor=commissioner, surname="Birkov", given_name="Emil", birth="1980", fide_id="99900001"
    )
    person_create(actor=commissioner, surname="Other", given_name="Name", birth="1981")
    data = (
        b"012 Numbers\n"
        b"001    1      Birkov, Emil                      2100 XXA    99900001 1980/05/01\n"
        b"001    2      Other, Name                       2000 XXA             1981/00/00\n"
    )
    event = event_import(data, actor=director, start=START, system="swiss").event
    assert list(event.entries.order_by("number").values_list("person_id", flat=True)) == [known.pk, None]


def test_byes_asked_for_ahead_are_requests_and_every_player_has_one_seat_a_round(shared, director):
    data = (shared / "cases" / "files" / "PAIR-03.trf").read_bytes() + b"240 H   3    4\n142 3\n"
    event = event_import(data, actor=director, start=START, system="swiss").event
    seats = Seat.objects.filter(round__event=event)
    games = Game.objects.filter(round__event=event).count()
    assert seats.filter(game__isnull=False).count() == 2 * games
    asked = ByeRequest.objects.filter(entry__event=event)
    assert list(asked.values_list("round_number", "entry__number", "code")) == [(3, 4, "H")]
    assert [(bye.entry, bye.code) for bye in record_of(event.pk).byes if bye.round == 3] == [(4, "H")]


def test_nobody_imports_without_logging_in(shared):
    from django.contrib.auth.models import AnonymousUser

    data = (shared / "cases" / "files" / "TRF-01.trf").read_bytes()
    with pytest.raises(PermissionDenied):
        event_import(data, actor=AnonymousUser(), start=START)


def test_the_commands_print_the_event_and_give_the_file_back(shared, capsys):
    path = shared / "data" / "bbp" / "issue_7.trf"
    out = io.StringIO()
    call_command("import_trf", str(path), "--json", "--start", "2026-03-07", "--system", "swiss", stdout=out)
    told = json.loads(out.getvalue())
    assert Event.objects.filter(pk=told["event"]).exists()
    assert all({"severity", "code", "message"} <= set(finding) for finding in told["findings"])
    trf = io.StringIO()
    format_name = Event.objects.get(pk=told["event"]).source_format
    call_command("export_trf", str(told["event"]), "--format", format_name, stdout=trf, stderr=io.StringIO())
    assert cells(trf.getvalue()) == cells(path.read_text())


def test_the_import_command_refuses_with_code_2_and_every_line(shared):
    out = io.StringIO()
    with pytest.raises(Refused) as raised:
        call_command("import_trf", str(shared / "cases" / "files" / "TRF-09.trf"), "--json", stdout=out)
    assert raised.value.returncode == 2
    assert json.loads(out.getvalue())["error"]["code"] == raised.value.code


def test_pairs_that_a_file_forbids_can_all_be_allowed_again(director):
    players = "".join(f"001 {number:4}      Player{number}\n" for number in range(1, 5))
    data = (
        f"012 Small\n042 2026/03/07\n142 3\n192 CUSTOM_SWISS\n{players}260   1   2    1    2    3\n".encode()
    )
    event = event_import(data, actor=director, rating_kind="").event
    assert [each.numbers for each in record_of(event.pk).forbidden] == [(1, 2, 3)]
    first, second = event.entries.get(number=1), event.entries.get(number=4)
    forbidden_pair_add(event, actor=director, one=first, other=second)
    assert len(record_of(event.pk).forbidden) == 4
    for pair in ForbiddenPair.objects.filter(event=event):
        forbidden_pair_remove(pair, actor=director)
    assert record_of(event.pk).forbidden == ()
    assert "\r\n260" not in trf_of(event, "trf26", public=False).text


@pytest.mark.parametrize(
    "name",
    ["ainalrami/acceleration__float-history-only.trf", "ainalrami/acceleration__mid-tournament-brackets.trf"],
)
def test_acceleration_of_a_file_is_given_back(shared, director, name):
    data = (shared / "data" / name).read_bytes()
    event = event_import(data, actor=director, start=START, system="swiss").event
    read = read_trf(data)
    assert read.record.accelerations
    assert record_of(event.pk).accelerations == read.record.accelerations
    again = read_trf(trf_of(event, read.format, public=False).text.encode())
    assert again.record.accelerations == read.record.accelerations
