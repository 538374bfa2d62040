"""The documents page of the desk: ordered once, kept, refused with what was chosen kept; who may what."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from core.files import read
from core.jobs.running import run
from core.models import Job
from reports.models import DeskDocument, PrizeFund
from tournaments.models import Category, Event, Game
from tournaments.services import record_result

pytestmark = pytest.mark.django_db(transaction=True)

CHOICE = {
    "kind": "boards",
    "round_number": "1",
    "language": "en",
    "paper": "A4",
    "columns": "1",
    "size": "normal",
}


@pytest.fixture
def event(finished_event: Callable[..., Any]) -> Event:
    made: Event = finished_event(finish=False)
    return made


@pytest.fixture
def desk(client: Client, director: Any) -> Client:
    client.force_login(director)
    return client


def ordered(desk: Client, event: Event, **choice: str) -> Any:
    return desk.post(f"/desk/{event.pk}/documents/order/", CHOICE | choice)


def test_a_document_is_made_by_the_worker_and_kept(desk: Client, event: Event, director: Any) -> None:
    assert ordered(desk, event).status_code == 302
    job = Job.objects.get()
    assert run(job.pk)
    job.refresh_from_db()
    made = DeskDocument.objects.get()
    assert job.result == {"url": f"/desk/{event.pk}/documents/{made.pk}.pdf", "label": "Open the PDF"}
    assert (made.kind, made.event_version, made.pages, made.created_by) == (
        "boards",
        event.version,
        1,
        director,
    )
    answer = desk.get(job.result["url"])
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content == read(made.sha256)
    page = desk.get(f"/desk/{event.pk}/documents/").content.decode()
    assert f"/desk/{event.pk}/documents/{made.pk}.pdf" in page


def test_an_unchanged_document_is_not_made_again(desk: Client, event: Event) -> None:
    ordered(desk, event)
    run(Job.objects.get().pk)
    made = DeskDocument.objects.get()
    assert ordered(desk, event)["Location"] == f"/desk/{event.pk}/documents/{made.pk}.pdf"
    assert Job.objects.count() == 1


def test_other_options_and_a_new_result_make_another(desk: Client, event: Event, director: Any) -> None:
    ordered(desk, event)
    run(Job.objects.get().pk)
    ordered(desk, event, paper="Letter")
    assert Job.objects.count() == 2
    game = Game.objects.filter(round__event=event).first()
    assert game is not None
    record_result(game, actor=director, code="1-0", version=game.version)
    ordered(desk, event)
    assert Job.objects.count() == 3


def test_a_refusal_keeps_what_was_chosen(desk: Client, event: Event) -> None:
    answer = ordered(desk, event, round_number="", language="hr", paper="Letter")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Choose the round." in page
    assert '<option value="hr" selected>' in page
    assert '<option value="Letter" selected>' in page
    assert not Job.objects.exists()


def test_a_letter_that_print_lacks_is_named_before_anything_is_made(desk: Client, event: Event) -> None:
    event.entries.filter(number=1).update(name="王, 小明")
    answer = ordered(desk, event, kind="start_list")
    assert answer.status_code == 422
    assert "王" in answer.content.decode()
    assert not Job.objects.exists()


def test_the_preview_shows_every_name_and_makes_nothing(desk: Client, event: Event) -> None:
    sent = desk.post(f"/desk/{event.pk}/documents/preview/", CHOICE | {"kind": "start_list"})
    assert "csrf" not in sent["Location"]
    page = desk.get(sent["Location"]).content.decode()
    assert all(name in page for name in event.entries.values_list("name", flat=True))
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "kind",
    ["start_list", "alphabetical", "schedule", "place_cards", "names", "slips", "standings", "crosstable",
     "wall_chart", "player_cards", "cover"],
)  # fmt: skip
def test_every_document_can_be_looked_at(desk: Client, event: Event, kind: str) -> None:
    answer = desk.get(f"/desk/{event.pk}/documents/preview/", CHOICE | {"kind": kind})
    assert answer.status_code == 200
    assert "sheet-view" in answer.content.decode()


def test_strangers_see_no_documents_of_the_desk(client: Client, event: Event, accounts: Any) -> None:
    client.force_login(accounts("stranger"))
    assert client.get(f"/desk/{event.pk}/documents/").status_code == 403
    assert ordered(client, event).status_code == 403


def test_a_clerk_gets_lists_but_no_slips_with_private_codes(
    client: Client, event: Event, accounts: Any, desk: Client
) -> None:
    from tournaments.models import EventOfficial

    ordered(desk, event, kind="slips")
    run(Job.objects.get().pk)
    slips = DeskDocument.objects.get()
    clerk = accounts("clerk")
    EventOfficial.objects.create(event=event, account=clerk, role="clerk")
    client.force_login(clerk)
    page = client.get(f"/desk/{event.pk}/documents/")
    assert page.status_code == 200
    assert f"/documents/{slips.pk}.pdf" not in page.content.decode()
    assert client.get(f"/desk/{event.pk}/documents/{slips.pk}.pdf").status_code == 403
    assert ordered(client, event, kind="slips").status_code == 422
    assert ordered(client, event).status_code == 302


def test_a_document_of_another_event_is_not_served(desk: Client, event: Event, finished_event: Any) -> None:
    ordered(desk, event)
    run(Job.objects.get().pk)
    other = finished_event(finish=False, name="Other Cup")
    assert desk.get(f"/desk/{other.pk}/documents/{DeskDocument.objects.get().pk}.pdf").status_code == 404


# -- prizes --------------------------------------------------------------------------------------------------------

FUND = {"method": "equal", "one_prize": "largest", "unit": "1", "currency": "EUR"}


def test_the_prize_fund_is_stored_and_its_list_printed(desk: Client, event: Event) -> None:
    group = Category.objects.create(
        event=event, code="U2399", name="Below 2399", kind="prize", rating_most=2398
    )
    address = f"/desk/{event.pk}/prizes/"
    typed = FUND | {"general": "100 50", f"c{group.pk}": "12,50"}
    seen = desk.post(address, typed | {"see": "1"})
    # nobody has a point: the four share 150, which is 37.50 each; of 12.50 nobody keeps less than 37.50
    assert seen.content.decode().count("37.50") == 4
    assert not PrizeFund.objects.exists()
    assert desk.post(address, typed).status_code == 302
    fund = PrizeFund.objects.get()
    assert list(fund.prizes.values_list("category", "place", "cents")) == [
        (None, 1, 10000), (group.pk, 1, 1250), (None, 2, 5000),
    ]  # fmt: skip
    printed = desk.get(
        f"/desk/{event.pk}/documents/preview/", CHOICE | {"kind": "prize_list"}
    ).content.decode()
    assert printed.count("37.50") == 4


def test_what_is_no_amount_is_named_and_kept(desk: Client, event: Event) -> None:
    answer = desk.post(f"/desk/{event.pk}/prizes/", FUND | {"general": "100 many"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "“many” is no amount" in page
    assert 'value="100 many"' in page


def test_amounts_come_back_as_they_are_stored(desk: Client, event: Event) -> None:
    address = f"/desk/{event.pk}/prizes/"
    desk.post(address, FUND | {"general": "1000 200.50"})
    assert 'value="1000 200.50"' in desk.get(address).content.decode()


def test_the_page_asks_as_much_for_one_document_as_for_three(
    desk: Client, event: Event, director: Any, django_assert_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def make(key: str) -> None:
        DeskDocument.objects.create(
            event=event, kind="boards", options={}, language="en", event_version=1, key=key, sha256=key,
            pages=1, created_by=director,
        )  # fmt: skip

    make("a")
    with CaptureQueriesContext(
        connection,
    ) as one:
        desk.get(f"/desk/{event.pk}/documents/")
    make("b")
    make("c")
    with CaptureQueriesContext(connection) as three:
        desk.get(f"/desk/{event.pk}/documents/")
    assert len(one) == len(three)
