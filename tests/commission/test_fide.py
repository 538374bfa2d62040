"""Reports sent on to FIDE: the file kept, the receipt, the return, sent again, and the comparison with FIDE's list."""

import hashlib
import io
import zipfile
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from commission.fide import in_state, is_overdue, state_of, term_of, to_be_sent
from commission.fide_comparison import comparison_of
from commission.fide_files import list_lines
from commission.models import FideList, FideSending
from commission.services import dossier_move
from commission.services_fide import fide_answer, fide_list_read, fide_send
from core.attachments import Attachment
from core.files import read
from core.ledger import rows_of
from players.models import Person
from tests.tournaments.interchange.test_fide_list import FOA, SINGLE, line
from tournaments.errors import DomainError, StaleVersion

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 15)


@pytest.fixture
def numbered(persons: list[Any]) -> list[Any]:
    """The four persons with FIDE IDs 999000101 to 999000104."""
    for number, person in enumerate(persons, 1):
        Person.objects.filter(pk=person.pk).update(fide_id=f"99900010{number}")
    return persons


@pytest.fixture
def accepted(numbered: list[Any], submitted: Any, member: Any) -> Any:
    def make(**fields: Any) -> Any:
        return dossier_move(submitted(**fields), "accept", actor=member).event

    return make


@pytest.fixture
def rated(accepted: Any, period: Any, member: Any) -> Any:
    event = accepted()
    dossier_move(event.dossier, "rate", actor=member)
    return event


def fide_list(stamp: str, *rows: tuple[int, str, str, str]) -> list[bytes]:
    """A list of FIDE of one kind: last digit of the FIDE ID, rating, games, K."""
    head = [(start, stamp if name == "DEC26" else name) for start, name in SINGLE]
    lines = [
        line((1, f"99900010{number}"), (16, "Somebody"), (114, rating), (120, games), (124, k))
        for number, rating, games, k in rows
    ]
    return [line(*head), *lines, line((1, "888"), (16, "Not of ours"), (114, "2000"))]


def test_the_file_that_is_sent_is_kept_with_its_hash_and_whole_births(accepted: Any, officer: Any) -> None:
    event = accepted()
    sending = fide_send(event, actor=officer, sent_on=TODAY, event_code="412345")
    text = read(sending.file_id).decode()
    assert "Invented Cup" in text and text.startswith("012")
    assert (sending.number, sending.state, sending.report.event_id) == (1, "sent", event.pk)
    row = rows_of("event", event.pk).get(verb="fide.sent")
    assert row.payload == {
        "sending": 1, "code": "412345", "day": "2026-03-15", "sha256": sending.file_id,
    }  # fmt: skip
    with pytest.raises(DomainError) as refusal:
        fide_send(event, actor=officer, sent_on=TODAY)
    assert refusal.value.code == "sent_already"


def test_a_returned_report_is_sent_again_and_then_received(accepted: Any, officer: Any) -> None:
    event = accepted()
    first = fide_send(event, actor=officer, sent_on=TODAY, event_code="412345")
    with pytest.raises(DomainError, match="why it was returned"):
        fide_answer(first, actor=officer, state="returned", answered_on=TODAY)
    with pytest.raises(DomainError, match="Write or attach"):
        fide_answer(first, actor=officer, state="received", answered_on=TODAY)
    with pytest.raises(DomainError, match="sent after this day"):
        fide_answer(first, actor=officer, state="received", answered_on=date(2026, 3, 14), answer="OK")
    fide_answer(first, actor=officer, state="returned", answered_on=TODAY, answer="No rate of play.")
    with pytest.raises(StaleVersion):
        fide_answer(first, actor=officer, state="received", answered_on=TODAY, answer="OK")
    again = fide_send(event, actor=officer, sent_on=TODAY)
    assert (again.number, again.event_code) == (2, "412345")
    slip = Attachment(b"%PDF-1.7 slip", "application/pdf", "slip.pdf")
    done = fide_answer(again, actor=officer, state="received", answered_on=TODAY, receipt=slip)
    assert (done.state, read(str(done.receipt_id))) == ("received", b"%PDF-1.7 slip")
    told = [(row.verb, row.reason) for row in rows_of("event", event.pk) if row.verb.startswith("fide.")]
    assert told == [
        ("fide.sent", ""), ("fide.returned", "No rate of play."), ("fide.sent", ""), ("fide.received", ""),
    ]  # fmt: skip
    for act in (
        lambda: FideSending.objects.all()._raw_delete("default"),  # type: ignore[attr-defined]
        lambda: FideSending.objects.filter(pk=first.pk).update(answer="Other."),
    ):
        with pytest.raises(DatabaseError, match="kept for good"), transaction.atomic():
            act()


def test_only_an_accepted_event_over_the_board_is_sent_by_the_commission(
    submitted: Any, director: Any, officer: Any
) -> None:
    event = submitted().event
    with pytest.raises(PermissionDenied):
        fide_send(event, actor=director, sent_on=TODAY)
    with pytest.raises(DomainError) as refusal:
        fide_send(event, actor=officer, sent_on=TODAY)
    assert refusal.value.code == "not_for_fide"
    assert not to_be_sent().exists()


def test_thirty_days_after_the_end_it_is_overdue_until_it_is_sent(accepted: Any, officer: Any) -> None:
    event = accepted()
    term = term_of(event)
    # The event ended on 9 March: 9.1, thirty days.
    assert term is not None and (term.due, term.article) == (date(2026, 4, 8), "9.1")

    def found(state: str, day: date) -> int:
        return in_state(to_be_sent(), state, day).count()

    last, after = date(2026, 4, 8), date(2026, 4, 9)
    assert [found("open", last), found("overdue", last), found("overdue", after)] == [1, 0, 1]
    assert [state_of(to_be_sent().get(), day) for day in (last, after)] == ["open", "overdue"]
    sending = fide_send(event, actor=officer, sent_on=TODAY)
    assert [found("overdue", after), found("sent", after)] == [0, 1]
    fide_answer(sending, actor=officer, state="returned", answered_on=TODAY, answer="Unreadable.")
    assert [found("returned", last), found("open", last)] == [1, 1]
    assert [state_of(to_be_sent().get(), day) for day in (last, after)] == ["returned", "returned"]
    assert [is_overdue(to_be_sent().get(), day) for day in (last, after)] == [False, True]


def test_our_changes_stand_beside_the_step_of_fides_list(rated: Any, officer: Any) -> None:
    # All games drawn by 1600, 1580, 1650, 1500, three each with K 20; our changes by hand from the table of
    # expected scores (8.1b, game by game): 1600: D 20 -50 100 -> .53 .43 .64, 20 x (1.5 - 1.60) = -2;
    # 1580: D -20 -70 80 -> .47 .40 .61, +0.4; 1650: D 50 70 150 -> .57 .60 .70, -7.4; 1500: .36 .39 .30, +9.
    fide_list_read(
        fide_list("MAR26", (1, "1600", "0", "20"), (2, "1580", "0", "20"), (3, "1650", "0", "20"),
                  (4, "1490", "0", "40")),
        actor=officer, kind="standard",
    )  # fmt: skip
    new = fide_list_read(
        fide_list("APR26", (1, "1598", "3", "20"), (2, "1583", "3", "20"), (3, "1660", "12", "20"),
                  (4, "1499", "3", "40")),
        actor=officer, kind="standard",
    )  # fmt: skip
    found = comparison_of(rated, new)
    assert found is not None
    told = [(each.number, each.own, each.step, each.verdict, each.words) for each in found.players]
    assert told == [
        (1, -2, -2, "agrees", "agrees"),
        (2, 0, 3, "differs", "differs by 3"),
        (3, -7, 10, "incomparable", "other events in the period: 12 games in all"),
        (4, 9, 9, "incomparable", "FIDE's rating before was 1490, ours 1500; FIDE's K is 40, ours 20"),
    ]
    assert (found.old.effective_from, new.effective_from) == (date(2026, 3, 1), date(2026, 4, 1))
    assert (new.players, new.known) == (5, 4)


def test_a_list_that_was_not_read_between_two_is_named_and_nothing_said_to_differ(
    client: Any, rated: Any, officer: Any
) -> None:
    """FIDE has a list each month since 2012: from February to April there are two steps."""
    fide_list_read(fide_list("FEB26", (1, "1600", "0", "20")), actor=officer, kind="standard")
    new = fide_list_read(fide_list("APR26", (1, "1611", "3", "20")), actor=officer, kind="standard")
    found = comparison_of(rated, new)
    assert found is not None
    assert found.missing == (date(2026, 3, 1),)
    assert (found.players[0].verdict, found.players[0].words) == (
        "incomparable",
        "the list of 1 Mar 2026 was not read",
    )
    client.force_login(officer)
    page = client.get(f"/commission/fide/{rated.pk}/").content.decode()
    assert "Read the list of 1 Mar 2026." in page
    fide_list_read(fide_list("MAR26", (1, "1598", "3", "20")), actor=officer, kind="standard")
    assert "was not read" not in client.get(f"/commission/fide/{rated.pk}/").content.decode()


def test_of_a_player_with_two_records_fides_rows_are_found_by_either_number(rated: Any, officer: Any) -> None:
    """A published event keeps the record of before the merge; FIDE's rows are those of the one that stayed."""
    merged = Person.objects.get(fide_id="999000101")
    stayed = Person.objects.create(surname="Player1", given_name="Test", fide_id="999000105")
    Person.objects.filter(pk=merged.pk).update(merged_into=stayed)
    fide_list_read(
        fide_list("MAR26", (1, "1500", "0", "20"), (5, "1600", "0", "20")), actor=officer, kind="standard"
    )
    new = fide_list_read(fide_list("APR26", (1, "1598", "3", "20")), actor=officer, kind="standard")
    found = comparison_of(rated, new)
    assert found is not None
    first = found.players[0]
    # both numbers stand on the list of March: his own is the one that counts
    assert (first.old, first.new, first.words) == (1600, 1598, "agrees")


def test_players_whom_fides_list_does_not_have_are_named(rated: Any, officer: Any) -> None:
    Person.objects.filter(fide_id="999000104").update(fide_id="")
    fide_list_read(
        fide_list("MAR26", (1, "1600", "0", "20"), (2, "", "0", "")), actor=officer, kind="standard"
    )
    new = fide_list_read(
        fide_list("APR26", (1, "1600", "0", "20"), (2, "1583", "3", "20")), actor=officer, kind="standard"
    )
    found = comparison_of(rated, new)
    assert found is not None
    assert [each.words for each in found.players] == [
        "no game was rated on this list", "first rating", "not on this list", "no FIDE ID",
    ]  # fmt: skip


def test_a_list_is_read_anew_and_one_of_another_day_or_kind_is_refused(numbered: Any, officer: Any) -> None:
    lines = fide_list("APR26", (1, "1600", "3", "20"))
    first = fide_list_read(lines, actor=officer, kind="standard")
    again = fide_list_read(lines, actor=officer, kind="standard", effective_from=date(2026, 4, 1))
    assert (first.pk, first.sha256, again.rows.count()) == (again.pk, again.sha256, 1)
    for wrong, day, code in (
        (lines, date(2026, 5, 1), "other_day"),
        ([b"<html>"], None, "fide_list"),
        ([], None, "fide_list"),
    ):
        with pytest.raises(DomainError) as refusal:
            fide_list_read(wrong, actor=officer, kind="standard", effective_from=day)
        assert refusal.value.code == code
    assert FideList.objects.count() == 1


def test_a_list_cut_short_or_of_an_impossible_day_replaces_nothing(numbered: Any, officer: Any) -> None:
    lines = fide_list("APR26", (1, "1600", "3", "20"))
    kept = fide_list_read(lines, actor=officer, kind="standard")
    combined = [line(*FOA), line((1, "999000101"), (16, "Somebody"), (114, "1600"))]
    for wrong, day, code in (
        (lines[:1], None, "fide_list"),
        (fide_list("DEC27", (1, "1600", "3", "20")), None, "day_ahead"),
        (combined, date(2026, 4, 15), "list_day"),
    ):
        with pytest.raises(DomainError) as refusal:
            fide_list_read(wrong, actor=officer, kind="standard", effective_from=day)
        assert refusal.value.code == code
    kept.refresh_from_db()
    assert (FideList.objects.get(), kept.players, kept.rows.count()) == (kept, 2, 1)


def test_a_list_in_xml_is_read_like_one_in_columns_and_its_day_is_asked_for(
    numbered: Any, officer: Any, tmp_path: Any, capsys: Any
) -> None:
    # One line without an end, longer than any line of a list in columns.
    player = "<player><fideid>{}</fideid><name>Somebody</name><rating>1600</rating><games>3</games><k>20</k></player>"
    whole = (
        "<playerslist>"
        + "".join(player.format(number) for number in (999000101, *range(20)))
        + "</playerslist>"
    )
    packed = tmp_path / "standard_rating_list_xml.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("standard_rating_list.xml", whole)
    with packed.open("rb") as file, pytest.raises(DomainError) as refusal:
        fide_list_read(list_lines(file), actor=officer, kind="standard")
    assert refusal.value.code == "day_missing"
    call_command("read_fide_list", str(packed), "--day", "2026-04-01", "--json")
    assert '"of_the_register": 1' in capsys.readouterr().out
    from_xml = FideList.objects.get()
    assert (from_xml.players, from_xml.sha256) == (21, hashlib.sha256(whole.encode()).hexdigest())
    row = from_xml.rows.get()
    assert (row.rating, row.games, row.k, row.inactive) == (1600, 3, 20, False)
    with pytest.raises(DomainError, match=r"line 1\)"):
        fide_list_read([b"<html></html>"], actor=officer, kind="standard", effective_from=date(2026, 4, 1))
    assert FideList.objects.get() == from_xml


def test_a_damaged_archive_is_refused_in_words() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.txt", b"".join(fide_list("APR26", (1, "1600", "3", "20"))))
    data = bytearray(packed.getvalue())
    body = 30 + len("list.txt")
    data[body : body + 40] = bytes(40 * [0xFF])
    with pytest.raises(DomainError) as refusal:
        list(list_lines(io.BytesIO(data)))
    assert refusal.value.code == "fide_list"


def test_nothing_is_sent_before_the_event_is_over(accepted: Any, officer: Any) -> None:
    event = accepted()
    with pytest.raises(DomainError) as refusal:
        fide_send(event, actor=officer, sent_on=date(2026, 3, 8))
    assert (refusal.value.code, refusal.value.field) == ("day_before_the_end", "sent_on")
    assert fide_send(event, actor=officer, sent_on=date(2026, 3, 9)).number == 1


def test_the_command_reads_a_packed_list(numbered: Any, tmp_path: Any, capsys: Any) -> None:
    packed = tmp_path / "standard_rating_list.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("standard_rating_list.txt", b"".join(fide_list("APR26", (1, "1600", "3", "20"))))
    call_command("read_fide_list", str(packed), "--json")
    assert '"of_the_register": 1' in capsys.readouterr().out


class TestPages:
    def test_from_the_list_to_the_receipt(self, client: Any, rated: Any, officer: Any, director: Any) -> None:
        client.force_login(director)
        assert client.get("/commission/fide/").status_code == 403
        client.force_login(officer)
        with CaptureQueriesContext(connection) as asked:
            listed = client.get("/commission/fide/").content.decode()
        assert "Invented Cup" in listed and "to be sent" in listed
        page = f"/commission/fide/{rated.pk}/"
        shown = client.get(page).content.decode()
        assert "Not sent yet" in shown and "Nothing to compare yet" in shown
        early = client.post(f"{page}send/", {"sent_on": "2026-03-16"})
        assert (early.status_code, "has not come yet" in early.content.decode()) == (422, True)
        assert client.post(f"{page}send/", {"sent_on": "2026-03-15", "event_code": "412"}).status_code == 302
        sending = FideSending.objects.get()
        own = f"/commission/fide/sendings/{sending.pk}/"
        assert client.get(f"{own}sent/").content == read(sending.file_id)
        assert client.get(f"{own}receipt/").status_code == 404
        bad = client.post(f"{own}answer/", {"state": "returned", "answered_on": "2026-03-15"})
        assert bad.status_code == 422
        slip = SimpleUploadedFile("slip.pdf", b"%PDF-1.7 slip")
        noted = {"state": "received", "answered_on": "2026-03-15", "answer": "Thanks", "receipt": slip}
        assert client.post(f"{own}answer/", noted).status_code == 302
        assert client.get(f"{own}receipt/").content == b"%PDF-1.7 slip"
        row = client.get("/commission/fide/?state=received&format=json").json()[0]
        assert (row["code"], row["sent"], row["by"], row["state"]) == (
            "412", "2026-03-15", "Olga", "received by FIDE",
        )  # fmt: skip
        with CaptureQueriesContext(connection) as again:
            client.get("/commission/fide/")
        assert len(again) == len(asked)

    def test_lists_are_read_on_their_page_and_the_comparison_is_shown_and_downloaded(
        self, client: Any, rated: Any, officer: Any
    ) -> None:
        client.force_login(officer)
        page = "/commission/fide/lists/"
        assert "No list of FIDE is read" in client.get(page).content.decode()
        wrong = client.post(page, {"kind": "standard", "file": SimpleUploadedFile("a.txt", b"<html>")})
        assert (wrong.status_code, "no list of FIDE" in wrong.content.decode()) == (422, True)
        for stamp, rating in (("MAR26", "1600"), ("APR26", "1598")):
            data = io.BytesIO(b"".join(fide_list(stamp, (1, rating, "3", "20"))))
            file = SimpleUploadedFile("list.txt", data.getvalue())
            assert client.post(page, {"kind": "standard", "file": file}).status_code == 302
        fide_send(rated, actor=officer, sent_on=TODAY)
        address = f"/commission/fide/{rated.pk}/"
        assert "1 player agrees" in client.get(address).content.decode()
        assert client.get(f"{address}?format=json&verdict=differs").json() == []
        assert len(client.get(f"{address}?format=json&q=PLAYER1").json()) == 1
        row = client.get(f"{address}?format=json").json()[0]
        assert (row["own"], row["old"], row["new"], row["step"], row["verdict"]) == (
            -2, 1600, 1598, -2, "agrees",
        )  # fmt: skip
