"""Results as a list: read, shown beside the boards, entered when confirmed; and out again as CSV and XLSX."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.interchange.xlsx import sheet_rows, xlsx_bytes
from tournaments.models import Game
from tournaments.services import ResultChange, results_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(paired_event):
    return paired_event(4)


@pytest.fixture
def games(event):
    found = Game.objects.filter(round__event=event, round__number=1).select_related("white", "black")
    return list(found.order_by("board"))


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def listed(games, *results: str) -> str:
    rows = [
        f"{game.board};{game.white.name};{result};{game.black.name}"
        for game, result in zip(games, results, strict=True)
    ]
    return "\n".join(["Board;White;Result;Black", *rows])


def send(client, event, content: str, **fields):
    return client.post(
        reverse("tournaments:result_list", args=[event.pk]), {"content": content, "round": "1", **fields}
    )


def shown(response) -> dict[str, str]:
    """The hidden fields of the preview: what the reader saw."""
    return dict(re.findall(r'name="(version-\d+|columns)" value="(\d+)"', response.content.decode()))


def codes(event) -> list[str]:
    return list(
        Game.objects.filter(round__event=event, round__number=1)
        .order_by("board")
        .values_list("code", flat=True)
    )


def test_a_list_is_shown_beside_the_boards_and_entered_when_confirmed(desk, event, games):
    content = listed(games, "0,5", "+/-")
    response = send(desk, event, content)
    assert "2 boards would change" in response.content.decode()
    assert codes(event) == ["*", "*"]
    columns = {f"column-{place}": field for place, field in enumerate(("board", "white", "result", "black"))}
    done = send(desk, event, content, confirm="1", **shown(response), **columns)
    assert done.status_code == 302
    assert codes(event) == ["1/2-1/2", "+/-"]


def test_another_choice_of_columns_reads_the_list_anew(desk, event, games):
    content = listed(games, "1-0", "1-0")
    response = send(desk, event, content, columns="4", **{"column-0": "board"})
    assert "No row has a result" in response.content.decode()


def test_a_row_that_fits_no_board_is_told_and_the_others_are_entered(desk, event, games):
    content = listed(games, "1-0", "won") + "\n9;Nobody;1-0;Nowhere"
    response = send(desk, event, content)
    page = response.content.decode()
    assert "no result" in page
    assert "no such board" in page
    columns = {f"column-{place}": field for place, field in enumerate(("board", "white", "result", "black"))}
    send(desk, event, content, confirm="1", **shown(response), **columns)
    assert codes(event) == ["1-0", "*"]


def test_a_board_that_somebody_changed_meanwhile_is_left_as_it_is(desk, event, games, director):
    content = listed(games, "1-0", "1-0")
    response = send(desk, event, content)
    results_record(event, actor=director, changes=[ResultChange(games[0].pk, "0-1", games[0].version)])
    columns = {f"column-{place}": field for place, field in enumerate(("board", "white", "result", "black"))}
    done = desk.get(send(desk, event, content, confirm="1", **shown(response), **columns).url)
    assert codes(event) == ["0-1", "1-0"]
    assert "Changed by somebody else meanwhile, and left so: 1.1" in done.content.decode()


def test_a_spreadsheet_is_read_too(desk, event, games):
    rows = [["Round", "Board", "Result"], [1, 1, "1-0"], [1, 2, "½-½"]]
    file = SimpleUploadedFile("results.xlsx", xlsx_bytes(rows))
    page = desk.post(reverse("tournaments:result_list", args=[event.pk]), {"file": file}).content.decode()
    assert "2 boards would change" in page


def test_nothing_sent_is_told_and_a_stranger_has_no_such_page(desk, client, event, stranger):
    response = send(desk, event, "")
    assert response.status_code == 422
    client.force_login(stranger)
    assert client.get(reverse("tournaments:result_list", args=[event.pk])).status_code == 403


def test_results_and_crosstable_go_out_as_spreadsheets(client, event, games):
    response = client.get(reverse("tournaments:download", args=[event.pk, "results-xlsx"]))
    rows = sheet_rows(response.content)
    assert rows[0] == ("Round", "Board", "White no", "White", "Result", "Black no", "Black")
    assert rows[1][:4] == ("1", "1", str(games[0].white.number), games[0].white.name)
    assert len(rows) == 7
    table = sheet_rows(client.get(reverse("tournaments:download", args=[event.pk, "xlsx"])).content)
    assert [len(row) for row in table] == [10] * 5
    text = client.get(reverse("tournaments:download", args=[event.pk, "results"])).content.decode()
    assert text.splitlines()[0].endswith("Round;Board;White no;White;Result;Black no;Black")
