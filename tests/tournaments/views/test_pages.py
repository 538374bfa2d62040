"""Every page of play answers, and asks the same number of questions for one row and three."""

from datetime import date

import pytest
from django.urls import reverse

from tournaments.models import Game
from tournaments.services import bye_request, entry_withdraw, event_create, record_result, round_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client, director):
    client.force_login(director)
    return client


def text(response) -> str:
    return response.content.decode()


PUBLIC = ["event", "entries", "history"]
DESK = [
    "desk_event",
    "event_edit",
    "officials",
    "desk_entries",
    "entry_new",
    "entries_paste",
    "entries_number",
    "identify",
    "desk_rounds",
]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_pages_answer_everybody(client, paired_event, name):
    event = paired_event(4)
    response = client.get(reverse(f"tournaments:{name}", args=[event.pk]))
    assert response.status_code == 200
    assert "Invented Open" in text(response)


@pytest.mark.parametrize("name", DESK)
def test_desk_pages_answer_the_director(desk, paired_event, name):
    event = paired_event(4)
    response = desk.get(reverse(f"tournaments:{name}", args=[event.pk]))
    assert response.status_code == 200
    assert "Invented Open" in text(response)


def test_a_draft_exists_for_its_officials_alone(client, desk, director, stranger):
    event = event_create(actor=director, name="Secret Draft", system="swiss")
    address = reverse("tournaments:event", args=[event.pk])
    assert desk.get(address).status_code == 200
    client.force_login(stranger)
    assert client.get(address).status_code == 404
    client.logout()
    assert client.get(address).status_code == 404
    assert "Secret Draft" not in text(client.get(reverse("tournaments:events")))


def test_the_desk_lists_own_events_with_the_next_step(desk, client, new_event, paired_event, stranger):
    paired_event(4, name="Ready for Results")
    new_event(0, name="Ready for Players")
    page = text(desk.get(reverse("tournaments:desk")))
    assert "Enter results (6 boards open)" in page
    assert "Enter the players" in page
    client.force_login(stranger)
    assert "Ready for Results" not in text(client.get(reverse("tournaments:desk")))


def test_the_list_of_events_asks_the_same_for_one_row_and_three(client, new_event, django_assert_num_queries):
    address = reverse("tournaments:events")
    new_event(2, name="First")
    client.get(address)
    with django_assert_num_queries(2):
        client.get(address)
    new_event(2, name="Second")
    new_event(2, name="Third")
    with django_assert_num_queries(2):
        assert text(client.get(address)).count("Third") == 1


def test_the_players_list_asks_the_same_for_one_row_and_three(client, new_event, django_assert_num_queries):
    small, large = new_event(1, name="Small"), new_event(3, name="Large")
    for event in (small, large):
        with django_assert_num_queries(6):
            client.get(reverse("tournaments:entries", args=[event.pk]))


def test_the_grid_asks_the_same_for_one_board_and_many(desk, paired_event, django_assert_num_queries):
    small, large = paired_event(4, name="Small"), paired_event(10, name="Large")
    counts = []
    for event in (small, large):
        with django_assert_num_queries(16) as captured:
            assert desk.get(reverse("tournaments:desk_round", args=[event.pk, 1])).content
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_lists_search_sort_page_and_download(client, new_event):
    new_event(3, name="Inventown Cup", city="Inventown")
    new_event(3, name="Other Cup", city="Elsewhere")
    address = reverse("tournaments:events")
    assert "Other Cup" not in text(client.get(address, {"q": "INVENTOWN"}))
    assert text(client.get(address, {"sort": "-name"})).index("Other Cup") < text(
        client.get(address, {"sort": "-name"})
    ).index("Inventown Cup")
    assert "Inventown Cup" in client.get(address, {"format": "csv"}).content.decode("utf-8-sig")
    assert [row["name"] for row in client.get(address, {"format": "json", "sort": "name"}).json()] == [
        "Inventown Cup",
        "Other Cup",
    ]


def test_a_round_shows_results_points_before_it_and_who_rests(client, new_event, director):
    event = new_event(5, first_colour="w")
    bye_request(event.entries.get(number=1), actor=director, round_number=1, code="H")
    round_pair(event, actor=director)
    for game in Game.objects.filter(round__event=event):
        record_result(game, actor=director, code="1/2-1/2", version=1)
    page = text(client.get(reverse("tournaments:round", args=[event.pk, 1])))
    assert page.count("½-½") == 2
    assert "half-point bye" in page
    entry_withdraw(event.entries.get(number=1), actor=director, after_round=1)
    round_pair(event, actor=director)
    second = text(client.get(reverse("tournaments:round", args=[event.pk, 2])))
    assert "not playing" in second
    assert second.count('<td class="num">½</td>') == 4


def test_history_tells_who_what_and_when(client, paired_event, director):
    event = paired_event(4)
    record_result(Game.objects.filter(round__event=event).first(), actor=director, code="1-0", version=1)
    page = text(client.get(reverse("tournaments:history", args=[event.pk])))
    assert "Round 1, board 1: " in page
    assert "1-0 (before: none)" in page
    assert "<strong>Ana</strong>" in page


def test_downloads_are_public_with_birth_years_and_full_for_officials(
    client, desk, new_event, director, stranger
):
    from tournaments.services import entry_update

    event = new_event(3)
    entry_update(event.entries.first(), actor=director, birth="2014-05-17", national_id="00991234")
    client.logout()
    for name in ("trf16", "trf26", "csv", "json"):
        body = text(client.get(reverse("tournaments:download", args=[event.pk, name])))
        assert "Player001, Test" in body
        assert "05-17" not in body
        assert "05/17" not in body
        assert "00991234" not in body
    for name in ("event", "entries", "history"):
        page = text(client.get(reverse(f"tournaments:{name}", args=[event.pk])))
        assert "05-17" not in page
        assert "00991234" not in page
    assert (
        client.get(reverse("tournaments:download", args=[event.pk, "trf26"]) + "?full=1").status_code == 404
    )
    client.force_login(stranger)
    assert (
        client.get(reverse("tournaments:download", args=[event.pk, "trf26"]) + "?full=1").status_code == 404
    )
    client.force_login(director)
    assert "2014/05/17" in text(
        client.get(reverse("tournaments:download", args=[event.pk, "trf26"]) + "?full=1")
    )


def test_players_cannot_be_sorted_by_the_day_of_birth(client, new_event, director):
    from tournaments.services import entry_update

    event = new_event(2)
    first, second = event.entries.order_by("number")
    entry_update(first, actor=director, birth="2014-05-17")
    entry_update(second, actor=director, birth="2014-01-02")
    address = reverse("tournaments:entries", args=[event.pk])
    pages = [text(client.get(address, {"sort": sort})) for sort in ("born", "-born", "birth", "")]
    order = [page.index("Player001") < page.index("Player002") for page in pages]
    assert order == [True, True, True, True]


def test_the_registered_event_shows_its_editions_and_where_they_come_from(desk, new_event):
    event = new_event(0, start=date(2026, 3, 7))
    page = text(desk.get(reverse("tournaments:event", args=[event.pk])))
    assert "FIDE Handbook C.07" in page
    fragment = text(
        desk.get(reverse("tournaments:editions"), {"start": "2012-05-01", "rating_kind": "standard"})
    )
    assert "c07-2009" in fragment
    assert "Type the first day" in text(desk.get(reverse("tournaments:editions"), {"start": "soon"}))
