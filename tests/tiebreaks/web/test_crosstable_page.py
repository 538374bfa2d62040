"""The crosstable: its cells exactly, and every cell seen from the other side."""

import json
import re

import pytest
from django.urls import reverse

from tests.tiebreaks.web.reading import table
from tiebreaks.crosstables import lines_of
from tiebreaks.selectors import crosstable_of

pytestmark = pytest.mark.django_db

MIRRORED = {"1": "0", "0": "1", "½": "½", "+": "-", "-": "+", "=": "=", "*": "*"}
FOUR = {
    1: "4w1 3w= 2w=",
    2: "3w1 4w0 1b=",
    3: "2b0 1b= 4w*",
    4: "1b0 2b1 3b*",
}


def page(client, event, **query):
    return client.get(reverse("tiebreaks:crosstable", args=[event.pk]), query)


def cells(row, rounds=3):
    return [row[str(number)] for number in range(1, rounds + 1)]


def test_the_cells_name_the_final_rank_of_the_opponent(client, six):
    rows = table(page(client, six))
    assert {row["SNo"]: cells(row) for row in rows} == {
        "6": ["6b½", "4w1", "3b1"],
        "2": ["5b1", "3w½", "6w1"],
        "1": ["4w1", "2b½", "1w0"],
        "4": ["3b0", "1b0", "5w1"],
        "5": ["2w0", "6b1", "4b0"],
        "3": ["1w½", "5w0", "2b0"],
    }
    assert [row["SNo"] for row in rows] == ["6", "2", "1", "4", "5", "3"]


def test_sorted_by_start_number_the_cells_name_start_numbers(client, six):
    rows = table(page(client, six, by="number"))
    assert [cells(row) for row in rows] == [
        ["4w1", "2b½", "6w0"],
        ["5b1", "1w½", "3w1"],
        ["6w½", "5w0", "2b0"],
        ["1b0", "6b0", "5w1"],
        ["2w0", "3b1", "4b0"],
        ["3b½", "4w1", "1b1"],
    ]
    assert [row["Rk"] for row in rows] == ["3", "2", "6", "4", "5", "1"]


@pytest.mark.parametrize("order", ["rank", "number"])
@pytest.mark.parametrize("name", ["six", "three_tied"])
def test_every_cell_is_mirrored_in_the_line_that_it_names(client, request, name, order):
    event = request.getfixturevalue(name)
    lines = lines_of(crosstable_of(event), order)
    by_key = {line.key: line for line in lines.lines}
    assert len(by_key) == len(lines.lines)
    seen = 0
    for line in lines.lines:
        for mark in line.marks:
            other = by_key[lines.keys[mark.opponent]].marks[mark.round - 1]
            assert other.opponent == line.number
            assert (mark.colour, other.colour) in {("w", "b"), ("b", "w")}
            assert other.text == MIRRORED[mark.text]
            seen += 1
    assert seen == 3 * len(lines.lines)


def test_where_ranks_are_shared_the_key_is_the_number_of_the_line(client, three_tied):
    rows = table(page(client, three_tied))
    assert [row["No."] for row in rows] == [str(number) for number in range(1, 9)]
    assert [row["Rk"] for row in rows][:5] == ["1", "2", "3", "3", "5"]
    assert "Some players share a rank" in page(client, three_tied).content.decode()


def test_every_cell_links_to_the_line_of_the_opponent(client, six):
    text = page(client, six).content.decode()
    assert '<tr id="p6">' in text
    assert '<a href="#p4" title="4 Player004, Test">4<span class="colour">w</span>1</a>' in text


def test_unplayed_rounds_show_their_code_and_are_explained(client, make_event):
    event = make_event({1: "2w+ H U", 2: "1b- 3w1u Z", 3: "U 2b0u Z", 4: ". . F"}, pairing_bye_halves=1)
    response = page(client, event, by="number")
    rows = table(response)
    assert cells(rows[0]) == ["2w+", "H", "U"]
    assert cells(rows[1]) == ["1b-", "3w1u", "Z"]
    assert cells(rows[2]) == ["U", "2b0u", "Z"]
    assert cells(rows[3]) == ["Z", "Z", "F"]
    text = response.content.decode()
    assert "won by forfeit, not played (1)" in text
    assert "pairing-allocated bye (½)" in text
    assert "played, but not rated" in text
    assert "adjudicated" not in text


def test_an_open_game_of_a_swiss_round_is_a_star(client, make_event):
    event = make_event({1: "2w*", 2: "1b*"})
    assert [row["1"] for row in table(page(client, event, by="number"))] == ["2w*", "1b*"]


def test_a_round_robin_is_a_square_with_stars_on_the_diagonal(client, make_event):
    event = make_event(FOUR, system="round_robin", order="PTS,SB")
    rows = table(page(client, event, by="number"))
    square = [[row[str(number)] for number in range(1, 5)] for row in rows]
    assert square == [
        ["*", "½", "½", "1"],
        ["½", "*", "1", "0"],
        ["½", "0", "*", ""],
        ["0", "1", "", "*"],
    ]


def test_the_square_by_rank_has_rows_and_columns_in_the_final_order(client, make_event):
    event = make_event(FOUR, system="round_robin", order="PTS,TPN")
    rows = table(page(client, event))
    assert [row["SNo"] for row in rows] == ["1", "2", "4", "3"]
    assert [[row[str(number)] for number in range(1, 5)] for row in rows] == [
        ["*", "½", "1", "½"],
        ["½", "*", "0", "1"],
        ["0", "1", "*", ""],
        ["½", "0", "", "*"],
    ]


def test_a_double_round_robin_has_both_results_in_the_order_of_the_rounds(client, make_event):
    event = make_event({1: "2w1 2b=", 2: "1b0 1w="}, system="round_robin", cycles=2)
    rows = table(page(client, event, by="number"))
    assert [(row["1"], row["2"]) for row in rows] == [("*", "1 ½"), ("0 ½", "*")]


def test_a_round_robin_can_be_read_by_round_and_a_free_round_is_blank(client, make_event):
    event = make_event({1: "2w1 . 3b0", 2: "1b0 3w1 .", 3: ". 2b0 1w1"}, system="round_robin")
    rows = table(page(client, event, by="number", view="rounds"))
    assert [cells(row) for row in rows] == [["2w1", "", "3b0"], ["1b0", "3w1", ""], ["", "2b0", "1w1"]]


def test_without_a_countable_order_the_table_goes_by_start_number(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, start=None, tie_break_edition="", unplayed_edition="")
    response = page(client, event)
    assert [(row["SNo"], row["1"], row["Pts"]) for row in table(response)] == [
        ("1", "2w1", "1"),
        ("2", "1b0", "0"),
    ]
    assert "The first day of play decides the tie-break rules" in response.content.decode()


def test_before_the_first_round_the_page_says_what_will_stand_there(client, make_event):
    assert "No round is paired yet" in page(client, make_event({1: "", 2: ""})).content.decode()
    assert "No players yet" in page(client, make_event({})).content.decode()


def test_the_downloads_hold_the_cells_of_the_page(client, six):
    document = json.loads(page(client, six, format="json").content)
    assert document["columns"] == [1, 2, 3]
    assert document["lines"][0]["cells"] == ["6b½", "4w1", "3b1"]
    text = page(client, six, format="csv").content.decode("utf-8-sig")
    assert ";6b½;4w1;3b1;2.5" in text.splitlines()[1]


def test_the_table_of_an_imported_file_mirrors_everywhere(shared, db):
    from datetime import date

    from tournaments.services import event_import

    data = (shared / "data" / "sharly_events" / "liffre-2025__A.trf").read_bytes()
    event = event_import(data, actor=None, start=date(2026, 3, 7), system="swiss").event
    lines = lines_of(crosstable_of(event), "rank")
    by_number = {line.number: line for line in lines.lines}
    games = 0
    for line in lines.lines:
        for mark in line.marks:
            if mark.opponent is not None:
                other = by_number[mark.opponent].marks[mark.round - 1]
                assert (other.opponent, other.text) == (line.number, MIRRORED[mark.text])
                games += 1
    assert games > 100


def test_some_of_the_players_are_shown_with_the_lines_that_they_have_among_all(client, six):
    from tournaments.models import Entry

    Entry.objects.filter(event=six, number__in=(2, 4)).update(federation="CRO")
    whole = {row["SNo"]: row for row in table(page(client, six))}
    chosen = table(page(client, six, fed="CRO"))
    assert [row["SNo"] for row in chosen] == ["2", "4"]
    assert [cells(row) for row in chosen] == [cells(whole[number]) for number in ("2", "4")]
    name = whole["6"]["Name"]
    assert [row["Name"] for row in table(page(client, six, q=name))] == [name]
    lines = json.loads(page(client, six, fed="CRO", format="json").content)["lines"]
    assert [line["start_number"] for line in lines] == [2, 4]
    assert "Nobody found" in page(client, six, q="zzz").content.decode()
    hidden = page(client, six, fed="CRO", by="number").content.decode()
    assert '<input type="hidden" name="by" value="number">' in hidden


def test_a_rank_opens_the_comparison_with_who_stands_next_ahead(client, six):
    """The order is 6, 2, 1, 4, 5, 3: who leads is compared with who follows."""
    address = reverse("tiebreaks:compare", args=[six.pk])
    text = page(client, six).content.decode()
    found = re.findall(rf'href="{address}\?a=(\d)&amp;b=(\d)"', text)
    assert found == [("6", "2"), ("2", "6"), ("1", "2"), ("4", "1"), ("5", "4"), ("3", "5")]
