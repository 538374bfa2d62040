"""Pages and papers of title norms: who sees them, what they say, and that a certificate rests on the frozen record."""

import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from commission.demo.norms import APPLICANT, FIELD, TYPED_IT3, WHITE
from core.files import read
from reports.documents import render_report, sheet_of_report
from reports.frozen import frozen_of
from reports.kinds.kind import PaperOrder
from reports.models import Report
from reports.services import report_document, report_hand_in, report_rendered
from reports.services.papers import paper_freeze
from tests.reports.conftest import START
from tournaments.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture
def masters(director: Any) -> Callable[..., Any]:
    """The demo's field of ten; the applicant draws with everybody stronger and beats the others, who all draw."""
    from tournaments.models import Game
    from tournaments.services import (
        entries_add,
        entries_number,
        event_create,
        event_finish,
        event_register,
        record_result,
        round_day_set,
        rounds_pair_all,
    )

    def make(*, rounds: int = 9, without_id: bool = False, **fields: Any) -> Any:
        values = {
            "name": "Invented Masters",
            "city": "Inventown",
            "federation": "INV",
            "start": START,
            "end": START + timedelta(days=8),
            "rate_of_play": "90'+30\"",
            "system": "round_robin",
            "numbering": "lot",
            "chief_arbiter_name": "Ana Belić",
        }
        event = event_create(actor=director, **(values | fields))
        rows = [
            {
                "title": title,
                "name": name,
                "federation": federation,
                "rating": rating,
                "sex": sex,
                "birth": "1990",
                "fide_id": "" if without_id and name == APPLICANT else str(9000 + place),
            }
            for place, (title, name, federation, rating, sex) in enumerate(FIELD)
        ]
        entries_add(event, actor=director, rows=rows)
        event = event_register(event, actor=director)
        entries_number(event, actor=director, seed=7)
        rounds_pair_all(event, actor=director)
        for number in range(1, 10):
            round_day_set(event, actor=director, round_number=number, day=START + timedelta(days=number - 1))
        games = Game.objects.filter(round__event=event, round__number__lte=rounds).select_related(
            "white", "black"
        )
        for game in games.order_by("round__number", "board"):
            record_result(game, actor=director, code=code_of(game), version=game.version)
        if rounds == 9:
            event_finish(event, actor=director)
        event.refresh_from_db()
        return event

    return make


def code_of(game: Any) -> str:
    halves = 1
    if game.white.name == APPLICANT:
        halves = 2 if game.black.rating < 2352 else 1
    elif game.black.name == APPLICANT:
        halves = 0 if game.white.rating < 2352 else 1
    return WHITE[halves]


@pytest.fixture
def director_client(director: Any) -> Client:
    client = Client()
    client.force_login(director)
    return client


def number_of(event: Any) -> int:
    return int(event.entries.get(name=APPLICANT).number)


def norms_url(event: Any) -> str:
    return reverse("reports:norms", args=[event.pk])


def norm_url(event: Any, title: str = "IM") -> str:
    return reverse("reports:norm", args=[event.pk, number_of(event), title])


# --- the pages -----------------------------------------------------------------------------------------


def test_norms_are_public_only_where_the_director_shows_them(
    masters: Any, client: Client, director_client: Client
) -> None:
    event = masters()
    assert client.get(norms_url(event)).status_code == 404
    assert client.get(norm_url(event)).status_code == 404
    assert director_client.get(norms_url(event)).status_code == 200
    event.title_norms = True
    event.save(update_fields=["title_norms"])
    page = client.get(norms_url(event))
    assert page.status_code == 200
    assert APPLICANT in page.text
    assert "Tournament report IT3" not in page.text
    assert norms_url(event) in client.get(reverse("tournaments:event", args=[event.pk])).text


def test_the_list_tells_who_has_reached_what_and_downloads(masters: Any, director_client: Client) -> None:
    """Against 2330 on average 6 of 9 are required; four draws and five wins are 7."""
    event = masters()
    page = director_client.get(norms_url(event))
    assert "reached, margin 1" in page.text
    rows = director_client.get(norms_url(event), {"title": "IM", "format": "csv"}).text.splitlines()
    assert len(rows) == 2
    assert f"IM;{APPLICANT};FM;INV;2352;7;9;2330;2550" in rows[1]
    assert APPLICANT not in director_client.get(norms_url(event), {"state": "possible"}).text


def test_the_list_takes_as_many_queries_for_one_row_as_for_more(
    masters: Any, director_client: Client, django_assert_num_queries: Any
) -> None:
    from django.db import connection

    event = masters()
    director_client.get(norms_url(event))
    with CaptureQueriesContext(
        connection,
    ) as one:
        page = director_client.get(norms_url(event), {"title": "IM"})
    assert page.text.count("/IM/") == 1
    with django_assert_num_queries(len(one)):
        page = director_client.get(norms_url(event))
    assert page.text.count("/WIM/") == 1


def test_a_running_event_says_what_the_last_rounds_must_bring(masters: Any, director_client: Client) -> None:
    event = masters(rounds=8)
    page = director_client.get(norm_url(event))
    assert "The norm can still be reached" in page.text
    assert "The 1 round to come" in page.text
    assert "Hand in the report" not in page.text


def test_the_page_of_a_norm_shows_every_round_every_condition_and_the_derivation(
    masters: Any, director_client: Client
) -> None:
    page = director_client.get(norm_url(masters()))
    assert "The norm is reached" in page.text
    assert "Average of the opponents: 20973 / 9 = 2330.3333, rounded half up: 2330" in page.text
    assert "the lowest opponent, 1985 – INV, is raised to the floor of 2050" in page.text
    assert "7 of 9 are 78 per cent" in page.text
    assert "It rests on the frozen record: hand in the final table first." in page.text


def test_a_title_or_player_that_does_not_exist_is_not_found(masters: Any, director_client: Client) -> None:
    event = masters()
    assert director_client.get(norm_url(event, "FM")).status_code == 404
    assert director_client.get(reverse("reports:norm", args=[event.pk, 99, "IM"])).status_code == 404


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"rating_kind": "rapid"}, "Title norms are made in standard events over the board alone."),
        ({"rating_kind": ""}, "Title norms are made in standard events over the board alone."),
    ],
)
def test_an_event_without_norms_says_why(
    finished_event: Any, director_client: Client, fields: dict[str, Any], text: str
) -> None:
    page = director_client.get(norms_url(finished_event(finish=False, **fields)))
    assert page.status_code == 200
    assert text in page.text


# --- the papers ----------------------------------------------------------------------------------------


@pytest.fixture
def handed_in(masters: Any, director: Any) -> Callable[..., Any]:
    """The event and its report, whose own document nobody needs here."""

    def make(**fields: Any) -> Any:
        event = masters(**fields)
        return event, report_hand_in(event, actor=director)

    return make


def it1_url(event: Any, title: str = "IM") -> str:
    return reverse("reports:make_it1", args=[event.pk, number_of(event), title])


def test_a_certificate_before_the_final_table_is_refused_and_keeps_what_was_typed(
    masters: Any, director_client: Client
) -> None:
    answer = director_client.post(
        it1_url(masters()), {"arbiter_id": "4242", "remarks": "Seen", "language": "en"}
    )
    assert answer.status_code == 422
    assert "Hand in the final table first." in answer.text
    assert not Report.objects.exists()


def test_a_certificate_is_frozen_whole_set_twice_alike_and_says_the_fields(
    handed_in: Any, director_client: Client, tmp_path: Path
) -> None:
    event, main = handed_in()
    typed = {"arbiter_id": "4242", "official": "Olga Gnatyuk", "remarks": "No incidents", "language": "en"}
    answer = director_client.post(it1_url(event), typed)
    paper = Report.objects.get(sheet="it1")
    assert answer.url == reverse("reports:report", args=[paper.pk])
    assert (paper.accompanies, paper.title, paper.entry.name) == (main, "IM", APPLICANT)
    assert paper.record_sha256 == main.record_sha256
    beside = director_client.get(reverse("reports:report", args=[main.pk])).text
    assert f"IT1 (title norm) · IM {APPLICANT} · {paper.code}" in beside
    frozen = frozen_of(paper)
    assert frozen["title_edition"]["key"] == "fide-titles-2024"
    assert frozen["derivation"][0]["key"] == "norm.average"
    sheet = sheet_of_report(paper)
    assert (sheet.average, sheet.required, sheet.achieved, sheet.particulars.confirming) == (
        2330,
        "6",
        "7",
        "INV",
    )
    first, second = render_report(paper), render_report(paper)
    assert first.pdf == second.pdf
    assert set(first.places) == {"Arbiter", "RatingOfficer"}
    assert first.pages == 1
    text = text_of(first.pdf, tmp_path)
    for part in (
        "IM norm: Orlić Vedran",
        "4242",
        "Παπαλέξης, Ηλίας",
        "Брусенко, Тарас",
        "2050",
        "No incidents",
        "Olga",
    ):
        assert part in text
    embedded = subprocess.run(
        ["pdfdetach", "-list", str(tmp_path / "paper.pdf")], capture_output=True, text=True
    )
    assert "record.json" in embedded.stdout
    assert "norm.json" in embedded.stdout


def test_the_sheet_is_read_from_the_frozen_file_not_from_the_living_event(
    handed_in: Any, director: Any
) -> None:
    event, main = handed_in()
    entry = event.entries.get(name=APPLICANT)
    paper = paper_freeze(PaperOrder(event, director, main, entry, "IM", {"arbiter_id": "1"}), "it1")
    before = render_report(paper).pdf
    event.entries.update(title="", rating=1000, federation="XYZ")
    assert render_report(Report.objects.get(pk=paper.pk)).pdf == before


def test_a_norm_that_was_not_reached_is_refused_with_what_it_fails_on(
    handed_in: Any, director_client: Client
) -> None:
    event, _main = handed_in()
    answer = director_client.post(it1_url(event, "GM"), {"arbiter_id": "4242", "language": "en"})
    assert answer.status_code == 422
    assert f"{APPLICANT} has not reached a norm of GM" in answer.text
    assert "at least 2380 (1.4.8a)" in answer.text
    assert not Report.objects.filter(sheet="it1").exists()


def test_a_certificate_that_the_commission_would_reject_is_refused(
    handed_in: Any, director_client: Client
) -> None:
    event, _main = handed_in(without_id=True)
    answer = director_client.post(it1_url(event), {"arbiter_id": "", "language": "en"})
    assert answer.status_code == 422
    assert "The applicant has no FIDE ID. (1.8)" in answer.text
    assert "The FIDE ID of the chief arbiter is missing. (1.8)" in answer.text


def test_a_number_with_letters_is_refused_at_its_field(handed_in: Any, director_client: Client) -> None:
    event, _main = handed_in()
    answer = director_client.post(it1_url(event), {"arbiter_id": "42a", "remarks": "Seen", "language": "en"})
    assert answer.status_code == 422
    assert "A FIDE ID has digits alone." in answer.text
    assert "Seen" in answer.text


def test_the_next_certificate_is_prefilled_and_supersedes_only_its_own(handed_in: Any, director: Any) -> None:
    from reports.norm_pages import it1_initial

    event, main = handed_in()
    entry = event.entries.get(name=APPLICANT)
    order = PaperOrder(event, director, main, entry, "IM", {"arbiter_id": "4242", "official": "Olga"})
    first, second = (paper_freeze(order, "it1") for _ in range(2))
    first.refresh_from_db()
    assert (first.state, second.number, second.supersedes_id) == ("superseded", 2, first.pk)
    assert it1_initial(event)["arbiter_id"] == "4242"


def test_others_than_the_director_make_no_papers(handed_in: Any, accounts: Any) -> None:
    event, _main = handed_in()
    client = Client()
    client.force_login(accounts("stranger"))
    assert client.get(reverse("reports:make_it3", args=[event.pk])).status_code == 403
    assert client.post(it1_url(event), {"language": "en"}).status_code in (403, 404)


def test_the_tournament_report_asks_for_what_the_event_lacks_and_proposes_it_next_time(
    handed_in: Any, director_client: Client, tmp_path: Path
) -> None:
    event, _main = handed_in()
    url = reverse("reports:make_it3", args=[event.pk])
    refused = director_client.post(url, {"country": "Inventland", "rounds_a_day": "1", "language": "en"})
    assert refused.status_code == 422
    assert "The organiser is missing. (IT3 6)" in refused.text
    assert "Inventland" in refused.text
    made = director_client.post(url, TYPED_IT3 | {"deputies": "Kos, Mira; Lin, Per", "language": "en"})
    paper = Report.objects.get(sheet="it3")
    assert made.url == reverse("reports:report", args=[paper.pk])
    sheet = sheet_of_report(paper)
    assert [(row.key, row.number, row.host) for row in sheet.grid][:2] == [
        ("rated", 10, 4),
        ("unrated", 0, 0),
    ]
    assert sheet.particulars.deputies == ("Kos, Mira", "Lin, Per")
    text = text_of(render_report(paper).pdf, tmp_path)
    for part in ("masters@inventown.example", "Berger tables", "Lin, Per", "13 · Players: 10"):
        assert part in text
    again = director_client.get(url).text
    assert "masters@inventown.example" in again
    assert "Kos, Mira; Lin, Per" in again


def test_without_a_final_table_the_form_of_the_tournament_report_says_what_comes_first(
    masters: Any, director_client: Client
) -> None:
    page = director_client.get(reverse("reports:make_it3", args=[masters().pk]))
    assert "The final table comes first" in page.text
    assert 'value="1"' in page.text


def test_a_letter_that_cannot_be_printed_refuses_the_paper(handed_in: Any, director: Any) -> None:
    event, main = handed_in()
    with pytest.raises(DomainError, match="cannot be printed"):
        paper_freeze(PaperOrder(event, director, main, typed=TYPED_IT3 | {"organiser": "象棋"}), "it3")


def test_a_signed_certificate_is_not_superseded_behind_its_back(
    handed_in: Any, director: Any, keys: Any
) -> None:
    from reports.services import report_sign
    from tests.reports.conftest import PASSPHRASE

    event, main = handed_in()
    order = PaperOrder(event, director, main, event.entries.get(name=APPLICANT), "IM", {"arbiter_id": "1"})
    paper = paper_freeze(order, "it1")
    paper = report_rendered(paper, document=report_document(paper))
    signed = report_sign(paper, actor=director, role="arbiter", passphrase=PASSPHRASE, place="Inventown")
    assert signed.state == "certified"
    assert read(signed.pdf_sha256).startswith(read(paper.unsigned_sha256))
    with pytest.raises(DomainError, match="signed already"):
        paper_freeze(order, "it1")


def text_of(pdf: bytes, folder: Path) -> str:
    file = folder / "paper.pdf"
    file.write_bytes(pdf)
    return subprocess.run(
        ["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True
    ).stdout
