"""The derivation of a value leads to the value of the table; two players are compared."""

import pytest
from django.urls import reverse

from tests.tiebreaks.web.reading import table
from tiebreaks.derivations import derivation_view, derive

pytestmark = pytest.mark.django_db


def value(client, event, number, code, **query):
    return client.get(reverse("tiebreaks:value", args=[event.pk, number, code]), query)


def compared(client, event, first, second):
    return client.get(reverse("tiebreaks:compare", args=[event.pk]), {"a": first, "b": second})


@pytest.mark.parametrize("name", ["six", "three_tied"])
def test_the_derivation_of_every_value_gives_the_value_of_the_table(client, request, name):
    event = request.getfixturevalue(name)
    rows = table(client.get(reverse("tiebreaks:standings", args=[event.pk])))
    labels = [("PTS", "Pts"), *((code, code) for code in event.tie_break_order.split(",")[1:])]
    for row in rows:
        for label, head in labels:
            derived = derive(event, int(row["SNo"]), label)
            assert derivation_view(event, derived)["result"] == row[head], (row["SNo"], label)


def test_the_page_shows_result_steps_articles_edition_and_permalink(client, six):
    text = value(client, six, 6, "BH").content.decode()
    assert '<div class="derivation-result">3</div>' in text
    assert "Round 1, 3 Player003, Test: 0.5" in text
    assert "Round 2, 4 Player004, Test: 1" in text
    assert "Round 3, 1 Player001, Test: 1.5" in text
    assert '<span class="article"><a href="/ratings/editions/c07-2026/">8.1</a></span>' in text
    assert "c07-2026" in text
    assert f"{reverse('tiebreaks:value', args=[six.pk, 6, 'BH'])}?round=3" in text


def test_a_code_with_a_slash_has_an_address(client, six):
    assert "Buchholz, cut 1" in value(client, six, 6, "BH/C1").content.decode()


def test_a_value_after_an_earlier_round_is_derived_from_that_round(client, six):
    assert '<div class="derivation-result">1</div>' in value(client, six, 1, "PTS", round=1).content.decode()


def test_an_undecided_direct_encounter_says_why(client, three_tied):
    text = value(client, three_tied, 4, "DE").content.decode()
    assert '<div class="derivation-result">not all met</div>' in text


@pytest.mark.parametrize(("number", "code"), [(99, "BH"), (1, "NOSUCH"), (1, "BH/X"), (1, "BH/C1/C1")])
def test_nobody_and_nothing_is_not_found(client, six, number, code):
    assert value(client, six, number, code).status_code == 404


def test_an_event_without_a_first_day_has_no_derivation_but_a_reason(client, make_event):
    event = make_event({1: "2w1", 2: "1b0"}, start=None, tie_break_edition="", unplayed_edition="")
    response = value(client, event, 1, "BH")
    assert response.status_code == 422
    assert "The first day of play" in response.content.decode()


def test_the_comparison_names_the_first_criterion_that_separates(client, six):
    text = compared(client, six, 2, 6).content.decode()
    assert "<strong>Player006, Test</strong> stands before" in text
    rows = table(compared(client, six, 2, 6))
    assert [row["Criterion"] for row in rows][-1] == "Rank"
    assert "decides" in rows[-2]["Criterion"]
    assert rows[0] == {"Criterion": "PTS Points", "Player002, Test": "2½", "Player006, Test": "2½"}


def test_players_whom_nothing_separates_share_a_rank(client, three_tied):
    text = compared(client, three_tied, 2, 6).content.decode()
    assert "The two share rank 3" in text


def test_a_comparison_with_oneself_or_nobody_is_refused_in_words(client, six):
    assert "Choose two different players." in compared(client, six, 2, 2).content.decode()
    assert "not in the standings" in compared(client, six, 2, 77).content.decode()


#  Two rounds; 2 and 4 stayed away from the second. Both lost to one player: 2 to him with two points, 4 to one with 1.
AWAY = {1: "2w1 3b1", 2: "1b0 Z", 3: "4w1 1w0", 4: "3b0 Z"}


def test_the_comparison_shows_the_games_of_the_deciding_value_and_its_article(client, make_event):
    event = make_event(AWAY, order="PTS,BH")
    text = compared(client, event, 4, 2).content.decode()
    assert "<strong>Player002, Test</strong> stands before" in text
    assert "art. 8.1 of c07-2026" in text
    assert text.count('class="derivation"') == 2
    assert "Round 1, 1 Player001, Test: 2" in text
    assert "Round 1, 3 Player003, Test: 1" in text


def test_the_comparison_sets_scores_as_they_stand_beside_scores_as_they_count(client, make_event):
    response = compared(client, make_event(AWAY, order="PTS,BH"), 2, 1)
    second, first = table(response, 1), table(response, 2)
    #  16.3: a zero-point bye after which a player was not available again counts as a draw for the opponents.
    assert first[0] == {
        "Round": "1",
        "Opponent": "Player002, Test",
        "Pts": "1",
        "Score": "0",
        "Counts as": "½",
    }
    assert first[1] == {
        "Round": "2",
        "Opponent": "Player003, Test",
        "Pts": "1",
        "Score": "1",
        "Counts as": "1",
    }
    assert (first[2]["Score"], first[2]["Counts as"]) == ("2", "2")
    assert (second[0]["Opponent"], second[0]["Counts as"]) == ("Player001, Test", "2")
    assert (second[1]["Opponent"], second[1]["Score"]) == ("absent, or zero-point bye", "–")
    assert (second[2]["Score"], second[2]["Counts as"]) == ("0", "½")


def test_the_rounds_stand_open_where_results_decide(client, make_event, six):
    decided_by_opponents = compared(client, make_event(AWAY, order="PTS,BH"), 2, 4).content.decode()
    assert '<details open><summary class="section-title">Opponents' in decided_by_opponents
    decided_by_points = compared(client, six, 1, 2).content.decode()
    assert '<details open><summary class="section-title">Opponents' in decided_by_points
    met = make_event({1: "2w1", 2: "1b0", 3: "4w1", 4: "3b0"}, order="PTS,ARO")
    decided_by_ratings = compared(client, met, 1, 3).content.decode()
    assert '<details><summary class="section-title">Opponents' in decided_by_ratings


def test_the_points_name_the_opponents(client, six):
    text = client.get(reverse("tiebreaks:value", args=[six.pk, 1, "PTS"])).content.decode()
    for said in (
        "Round 1, 4 Player004, Test: 1",
        "Round 2, 2 Player002, Test: 0.5",
        "Round 3, 6 Player006, Test: 0",
    ):
        assert said in text


def test_a_sentence_writes_numbers_as_the_value_beside_it(client, six):
    address = reverse("tiebreaks:value", args=[six.pk, 1, "PTS"])
    text = client.get(address, headers={"accept-language": "hr"}).content.decode()
    assert "Player002, Test: 0,5" in text
    assert "Test: 0.5" not in text


def test_a_printed_derivation_and_comparison_name_their_event(client, six):
    for name, arguments, query in (("value", [six.pk, 1, "BH"], {}), ("compare", [six.pk], {"a": 1, "b": 2})):
        text = client.get(reverse(f"tiebreaks:{name}", args=arguments), query).content.decode()
        head = text.partition('<div class="page-head-words">')[2].partition("</header>")[0]
        assert six.name in head
