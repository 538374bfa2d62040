"""Papers by post: a clerk enters them for an arbiter without an account, and the day received decides the list."""

from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction
from PIL import Image

from commission.handing_in import hand_in_signed
from commission.permissions import PERMISSIONS as MOVES_ALLOWED
from commission.services import dossier_move, dossier_of
from commission.services_papers import list_of_papers, papers_receive, papers_take_back
from core.ledger import rows_of
from players.permissions import allowed
from players.services import arbiter_save
from reports.models import ReceivedPapers, Report
from reports.permissions import PERMISSIONS
from reports.selectors import signatures_of
from reports.services import paper_sign, report_hand_in, report_return, scan_of
from tournaments.errors import DomainError
from tournaments.models import Event

pytestmark = pytest.mark.django_db
CAME = date(2026, 3, 10)


def picture() -> bytes:
    stream = BytesIO()
    Image.new("L", (20, 30), 200).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def clerk(account: Any) -> Any:
    return account("kit", "commission_member")


@pytest.fixture
def event(finished: Any) -> Any:
    """Played and finished; whoever directed it in the portal is not its chief arbiter on paper."""
    return finished(chief_arbiter_name="Ivo Kos")


@pytest.fixture
def came(event: Any, clerk: Any) -> ReceivedPapers:
    arbiter_save(None, actor=None, reason="Begun.", number="A-7", surname="Kos", given_name="Ivo")
    return papers_receive(
        event,
        actor=clerk,
        received_on=CAME,
        original=scan_of(picture()),
        arbiter_number="A-7",
        name="table.png",
    )


def set_in_type(report: Report) -> Report:
    Report.objects.filter(pk=report.pk).update(
        state=Report.State.RENDERED, unsigned_sha256="1" * 64, pdf_sha256="1" * 64
    )
    report.refresh_from_db()
    return report


def handed_in(papers: ReceivedPapers, clerk: Any) -> Report:
    """The report handed in for the arbiter, with both signatures that the papers carry, in the commission's hands."""
    report = set_in_type(report_hand_in(papers.event, actor=clerk, place="Inventown"))
    signed = CAME - timedelta(days=1)
    paper_sign(report, actor=clerk, role="arbiter", name="Ivo Kos", signed_on=signed)
    paper_sign(report, actor=clerk, role="rating_officer", name="Olga", signed_on=CAME)
    hand_in_signed(report.pk, clerk)
    report.refresh_from_db()
    return report


def test_the_papers_go_all_the_way_and_count_from_the_day_they_came(
    came: ReceivedPapers, clerk: Any, member: Any, officer: Any
) -> None:
    from ratings.services import period_open

    # Typed on 15 March; the list of April closes before that day, and after the day on which they came.
    april = period_open(actor=officer, kind="standard", effective_from=date(2026, 4, 1), closing_day=CAME)
    period_open(
        actor=officer, kind="standard", effective_from=date(2026, 5, 1), closing_day=date(2026, 4, 25)
    )
    report = handed_in(came, clerk)
    dossier = dossier_of(came.event)
    assert (dossier.stage, dossier.arrived_on) == ("submitted", CAME)
    assert [(each.name, each.on_original) for each in signatures_of(report)] == [
        ("Ivo Kos", True),
        ("Olga", True),
    ]
    for move in ("take", "accept", "return"):
        with pytest.raises(PermissionDenied):
            dossier_move(dossier, move, actor=clerk, reason="mine")
    dossier_move(dossier, "accept", actor=member)
    dossier_move(dossier, "rate", actor=member)
    rated = came.event.calculations.get(current=True)
    assert (rated.received_on, rated.period) == (CAME, april)


def test_an_event_that_nobody_registered_is_opened_entered_and_handed_in_for_its_arbiter(
    came: ReceivedPapers, clerk: Any
) -> None:
    from reports.frozen import frozen_of

    report = report_hand_in(came.event, actor=clerk)
    assert report.received_papers == came
    assert frozen_of(report)["particulars"]["arbiter"] == "Ivo Kos"
    told = {row.verb: row.payload for row in rows_of("event", came.event_id)}
    assert told["papers.received"] == {
        "papers": came.pk, "day": "2026-03-10", "way": "post", "arbiter": "Kos, Ivo", "number": "A-7",
        "sha256": came.document_id,
    }  # fmt: skip
    assert told["report.frozen"]["papers"] == came.pk


def test_who_entered_papers_hands_in_and_nobody_else_of_the_commission(
    came: ReceivedPapers, clerk: Any, member: Any, account: Any
) -> None:
    may = {name: allowed(PERMISSIONS, "hand_in", who, came.event) for name, who in
           {"clerk": clerk, "member": member, "stranger": account("otto")}.items()}  # fmt: skip
    assert may == {"clerk": True, "member": False, "stranger": False}
    assert came.event.officials.get(account=clerk).role == "clerk"
    # Also without the role in the event whoever entered the papers decides nothing.
    came.event.officials.filter(account=clerk).delete()
    assert not allowed(MOVES_ALLOWED, "accept", clerk, dossier_of(came.event))
    assert allowed(MOVES_ALLOWED, "accept", member, dossier_of(came.event))


def test_papers_that_came_before_the_last_day_are_not_handed_in(came: ReceivedPapers, clerk: Any) -> None:
    # The last day was corrected after the papers were entered.
    Event.objects.filter(pk=came.event_id).update(end=came.received_on + timedelta(days=1))
    with pytest.raises(DomainError) as refusal:
        report_hand_in(came.event, actor=clerk)
    assert refusal.value.code == "day_before_the_end"
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"received_on": date(2026, 3, 16)}, "day_ahead"),
        ({"received_on": date(2026, 3, 6)}, "day_before_the_event"),
        ({"received_on": date(2026, 3, 8)}, "day_before_the_end"),
        ({"arbiter_name": " "}, "arbiter_missing"),
    ],
)
def test_papers_without_their_facts_are_refused(event: Any, clerk: Any, facts: Any, code: str) -> None:
    values = {"received_on": CAME, "arbiter_name": "Ivo Kos", "original": scan_of(picture())} | facts
    with pytest.raises(DomainError) as refusal:
        papers_receive(event, actor=clerk, **values)
    assert refusal.value.code == code
    assert not ReceivedPapers.objects.exists()


def test_only_the_commission_and_the_office_enter_papers(event: Any, director: Any, account: Any) -> None:
    facts = {"received_on": CAME, "arbiter_name": "Ivo Kos", "original": scan_of(picture())}
    with pytest.raises(PermissionDenied):
        papers_receive(event, actor=director, **facts)
    assert papers_receive(event, actor=account("beate", "federation_admin"), **facts).counts


def test_a_signature_of_the_papers_is_not_younger_than_they_are(came: ReceivedPapers, clerk: Any) -> None:
    report = set_in_type(report_hand_in(came.event, actor=clerk))
    with pytest.raises(DomainError) as refusal:
        paper_sign(report, actor=clerk, role="arbiter", name="Ivo Kos", signed_on=CAME + timedelta(days=1))
    assert refusal.value.code == "day_after_the_papers"


def test_wrongly_entered_papers_are_withdrawn_and_stay(came: ReceivedPapers, clerk: Any, member: Any) -> None:
    assert dossier_of(came.event).arrived_on == CAME
    report = report_hand_in(came.event, actor=clerk)
    with pytest.raises(DomainError, match="stands"):
        papers_take_back(came, actor=member, reason="Another day.")
    report_return(report, actor=member, reason="Another day.")
    with pytest.raises(DomainError, match="Say why"):
        papers_take_back(came, actor=member, reason=" ")
    papers_take_back(came, actor=member, reason="Another day.")
    assert dossier_of(came.event).arrived_on is None
    assert not allowed(PERMISSIONS, "hand_in", clerk, came.event)
    for act in (
        lambda: ReceivedPapers.objects.all()._raw_delete("default"),  # type: ignore[attr-defined]
        lambda: ReceivedPapers.objects.update(received_on=date(2026, 3, 8)),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_the_list_that_papers_reach_is_named_and_that_it_is_out_already(event: Any, opening: Any) -> None:
    from players.models import RatingList

    found = list_of_papers(event, date(2026, 3, 29))
    assert found is not None
    # Three days before the first of the month.
    assert (found.day, found.closing, found.is_published) == (date(2026, 4, 1), date(2026, 3, 29), False)
    RatingList.objects.create(
        key="a", kind="standard", effective_from=found.day, edition="e", state="published", sha256="1" * 64
    )
    again = list_of_papers(event, date(2026, 3, 29))
    assert again is not None and again.is_published
    later = list_of_papers(event, date(2026, 3, 30))
    assert later is not None and later.day == date(2026, 5, 1)


class TestPages:
    def test_a_clerk_enters_papers_and_those_concerned_read_the_original(
        self, client: Any, event: Any, clerk: Any, director: Any, account: Any
    ) -> None:
        client.force_login(clerk)
        assert "Nothing came on paper" in client.get("/commission/papers/").content.decode()
        page = f"/commission/papers/new/?event={event.pk}"
        assert f'value="{event.pk}"' in client.get(page).content.decode()
        typed = {"event": event.pk, "received_on": "2026-03-10", "way": "email", "arbiter_name": "Ivo Kos"}
        wrong = SimpleUploadedFile("table.pdf", b"<html>")
        told = client.post(page, typed | {"original": wrong})
        assert (told.status_code, "no PDF, JPEG or PNG" in told.content.decode()) == (422, True)
        unknown = client.post(
            page, typed | {"event": "99999", "original": SimpleUploadedFile("a", picture())}
        )
        assert (unknown.status_code, "No event has this number" in unknown.content.decode()) == (422, True)
        sent = client.post(page, typed | {"original": SimpleUploadedFile("table.exe", picture())})
        made = ReceivedPapers.objects.get()
        assert sent["Location"] == f"/commission/papers/{made.pk}/"
        assert made.document_name == "table.png"
        shown = client.get(sent["Location"]).content.decode()
        assert made.document_id in shown and "not found in the register" in shown
        address = f"/commission/papers/{made.pk}/original/"
        for who, status in ((director, 200), (account("otto"), 404)):
            client.force_login(who)
            assert client.get(address).status_code == status
        client.force_login(director)
        file = client.get(address)
        assert (file.content, file["Content-Type"]) == (picture(), "image/png")
        assert file["Cache-Control"].startswith("private, no-store")
        client.logout()
        for public in (f"/events/{event.pk}/", f"/events/{event.pk}/documents/"):
            page = client.get(public).content.decode()
            assert "entered by Kit" in page and "Received on 10 Mar 2026" in page
            assert f"/commission/papers/{made.pk}/" not in page

    def test_signatures_of_the_papers_are_recorded_on_the_page_and_hand_the_report_in(
        self, client: Any, came: ReceivedPapers, clerk: Any, member: Any
    ) -> None:
        client.force_login(clerk)
        assert "Handed in for Kos, Ivo" in client.get(f"/events/{came.event_id}/hand-in/").content.decode()
        report = set_in_type(report_hand_in(came.event, actor=clerk, place="Inventown"))
        page = f"/reports/{report.pk}/on-paper/"
        shown = client.get(page).content.decode()
        assert "came on 10 Mar 2026" in shown and 'value="Kos, Ivo"' in shown
        signed = {"name": "Ivo Kos", "signed_on": "2026-03-09"}
        assert client.post(page, signed).status_code == 302
        assert client.post(page, signed | {"name": "Olga"}).status_code == 302
        dossier = dossier_of(came.event)
        assert (dossier.stage, dossier.arrived_on) == ("submitted", CAME)
        client.force_login(member)
        room = client.get(f"/commission/events/{came.event_id}/").content.decode()
        assert "Received on 10 Mar 2026, entered by Kit" in room
        assert "by hand on the papers received" in room
        listed = client.get("/commission/papers/?state=handed_in&format=json").json()
        assert [(row["number"], row["by"], row["state"]) for row in listed] == [("A-7", "Kit", "handed in")]

    def test_the_list_asks_the_same_for_one_row_and_three(
        self, client: Any, came: ReceivedPapers, clerk: Any, django_assert_num_queries: Any
    ) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        client.force_login(clerk)
        with CaptureQueriesContext(connection) as asked:
            client.get("/commission/papers/")
        for _more in range(2):
            papers_receive(
                came.event, actor=clerk, received_on=CAME, original=scan_of(picture()), arbiter_name="Kos"
            )
        with django_assert_num_queries(len(asked)):
            client.get("/commission/papers/")
