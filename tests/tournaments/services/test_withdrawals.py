"""A withdrawal from a round robin: forfeits, the standings without who left early, the rating as a Swiss (6.43)."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


def withdraw(event: Any, director: Any, number: int, after: int | None) -> None:
    from tournaments.services import entry_withdraw

    entry_withdraw(event.entries.get(number=number), actor=director, after_round=after, reason="Fell ill")


def codes_of(event: Any, number: int) -> list[str]:
    """The codes of a player's games from his own view (+ won, - lost without play), by round."""
    from django.db.models import Q

    from tournaments.models import Game

    rows = Game.objects.filter(Q(white__number=number) | Q(black__number=number), round__event=event)
    turned = {"+/-": "-", "-/+": "+", "-/-": "-"}
    straight = {"+/-": "+", "-/+": "-", "-/-": "-"}
    return [
        (straight if white == number else turned).get(code, code)
        for white, code in rows.order_by("round__number").values_list("white__number", "code")
    ]


def test_games_to_come_are_lost_without_play_and_open_again_when_he_comes_back(
    paired_event: Any, director: Any
) -> None:
    from tournaments.services import record_result

    # Berger for 6: number 1 meets 6 on the first board of the first round
    event = paired_event(6)
    game = event.rounds.get(number=1).games.get(board=1)
    record_result(game, actor=director, code="1-0", version=game.version)
    withdraw(event, director, 1, 1)
    first = codes_of(event, 1)
    assert first == ["1-0", "-", "-", "-", "-"]
    withdraw(event, director, 1, None)
    assert codes_of(event, 1)[1:] == ["*"] * 4


def test_two_who_left_lose_their_game_both(paired_event: Any, director: Any) -> None:
    from tournaments.models import Game

    event = paired_event(4)
    withdraw(event, director, 1, 0)
    withdraw(event, director, 2, 0)
    games = Game.objects.filter(round__event=event)
    assert games.get(white__number__in=(1, 2), black__number__in=(1, 2)).code == "-/-"
    withdraw(event, director, 1, None)
    between = games.get(white__number__in=(1, 2), black__number__in=(1, 2))
    assert between.code == ("+/-" if between.white.number == 1 else "-/+")


def left_after_two_of_five(paired_event: Any, director: Any, choice: str) -> Any:
    """Berger for six: number 6 loses to 1 and 4 in two rounds of five and leaves; the others draw all their games."""
    from tournaments.models import Game
    from tournaments.services import record_result
    from tournaments.services.kinds import kind_rules_set

    event = paired_event(6)
    kind_rules_set(event, actor=director, reason="Announced before the start", early_withdrawal=choice)
    first_two = Game.objects.filter(round__event=event, round__number__lte=2)
    for game in first_two.order_by("round__number"):
        if game.white.number == 6:
            record_result(game, actor=director, code="0-1", version=game.version)
        elif game.black.number == 6:
            record_result(game, actor=director, code="1-0", version=game.version)
    withdraw(event, director, 6, 2)
    for game in Game.objects.filter(round__event=event, code="*"):
        record_result(game, actor=director, code="1/2-1/2", version=game.version)
    event.refresh_from_db()
    return event


def test_who_played_two_of_five_leaves_and_nobody_keeps_the_points_against_him(
    paired_event: Any, director: Any
) -> None:
    from tiebreaks.services import standings_of

    event = left_after_two_of_five(paired_event, director, "leave")
    rows = standings_of(event)["rows"]
    # each of the five has drawn four games with the others
    assert sorted((row["number"], row["points"]) for row in rows) == [(n, "2") for n in range(1, 6)]


def test_without_the_choice_he_stays_last_and_the_others_keep_their_points(
    paired_event: Any, director: Any
) -> None:
    from tiebreaks.services import standings_of

    event = left_after_two_of_five(paired_event, director, "")
    rows = {row["number"]: row["points"] for row in standings_of(event)["rows"]}
    assert rows == {1: "3", 2: "3", 3: "3", 4: "3", 5: "3", 6: "0"}


def test_he_stays_in_the_crosstable_and_on_the_final_table_without_a_place(
    paired_event: Any, director: Any, client: Any
) -> None:
    from django.urls import reverse

    from reports.ready import ready_of

    event = left_after_two_of_five(paired_event, director, "leave")
    page = client.get(reverse("tiebreaks:crosstable", args=[event.pk])).content.decode()
    assert 'id="p6"' in page
    standings = client.get(reverse("tiebreaks:standings", args=[event.pk])).content.decode()
    assert 'id="p6"' not in standings
    name = event.entries.get(number=6).name
    assert f"having withdrawn before half of the games: {name}" in standings
    sheet = ready_of(event, arbiter="Ana", unusual="", place="Inventown").sheet
    assert [(line.number, line.place) for line in sheet.lines][-1] == (6, None)
    assert {line.points for line in sheet.lines[:5]} == {"2"}


def test_half_of_the_games_is_enough_to_stay(paired_event: Any, director: Any) -> None:
    from tournaments.models import Game
    from tournaments.record.withdrawals import left_early
    from tournaments.services import record_result
    from tournaments.services.kinds import kind_rules_set
    from tournaments.snapshot import record_of

    event = paired_event(4, cycles=2)
    kind_rules_set(event, actor=director, early_withdrawal="leave")
    for game in Game.objects.filter(round__event=event, round__number__lte=3):
        record_result(game, actor=director, code="1-0", version=game.version)
    withdraw(event, director, 4, 3)  # three of six
    assert left_early(record_of(event.pk)) == frozenset()
    withdraw(event, director, 4, None)
    first = Game.objects.get(round__event=event, round__number=1, white__number=1, black__number=4)
    record_result(first, actor=director, code="+/-", version=first.version)
    withdraw(event, director, 4, 3)  # a game lost without play was not played: two of six
    assert left_early(record_of(event.pk)) == {4}


def test_his_played_games_are_rated_and_the_event_becomes_a_swiss(paired_event: Any, director: Any) -> None:
    """6.43 of 2004: a round robin of which games were not played is reported like a Swiss; 5.1: those never count."""
    from ratings.engine.event import method, rate_event
    from tournaments.rulebook.shelf import edition
    from tournaments.snapshot import record_of

    event = left_after_two_of_five(paired_event, director, "leave")
    event.entries.update(rating_k=15)
    record, text = record_of(event.pk), edition("fide-2004")
    assert method(record, text) == "swiss"
    found = rate_event(record, text)
    assert {line.number: (line.n, line.w) for line in found.players} == {
        1: (5, 3),
        2: (4, 2),
        3: (4, 2),
        4: (5, 3),
        5: (4, 2),
        6: (2, 0),
    }
    assert "round_robin.as_swiss" in {finding.code for finding in found.findings}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("fide-2004", "Under fide-2004 the whole event is then calculated by the rules for Swiss events"),
        ("fide-2025-10", "Under fide-2025-10 nothing else changes"),
    ],
)
def test_the_page_of_the_choice_says_what_the_rating_text_of_the_event_does(
    rules: str, said: str, new_event: Any, director: Any, client: Any
) -> None:
    from django.urls import reverse

    event = new_event(4, system="round_robin", rating_edition=rules)
    client.force_login(director)
    page = client.get(reverse("tournaments:kind", args=[event.pk]))
    assert said in page.content.decode()
    assert (
        client.post(reverse("tournaments:kind", args=[event.pk]), {"early_withdrawal": "leave"}).status_code
        == 302
    )
    event.refresh_from_db()
    assert event.kind_rules.early_withdrawal == "leave"
