"""What the documents of the hall say, held against a round robin of four worked out by hand.

The Berger table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1; White wins every game. So 1 and 2 have two points, 3 and 4 one.
"""

from collections.abc import Callable
from datetime import date, time
from fractions import Fraction
from typing import Any

import pytest

from reports.desk_kinds import Options
from reports.desk_sheets import sheet_of
from reports.desk_tables import prize_table
from reports.prizes import Awarded
from reports.sheets.desk import Table
from reports.sheets.prizes import Award
from tests.tournaments.teams import made_team_event
from tournaments.errors import DomainError
from tournaments.models import Event, Game, TeamMatch
from tournaments.services import event_create, hall_rules_set, record_result
from tournaments.services.team_pairing import team_rounds_pair_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(finished_event: Callable[..., Any]) -> Event:
    made: Event = finished_event()
    return made


@pytest.fixture
def names(event: Event) -> dict[int, str]:
    return dict(event.entries.values_list("number", "name"))


@pytest.fixture
def ratings(event: Event) -> dict[int, str]:
    return {number: str(rating) for number, rating in event.entries.values_list("number", "rating")}


def table(event: Event, kind: str, **chosen: Any) -> Table:
    return sheet_of(event, Options(kind, **chosen)).tables[0]


def test_pairings_by_board_have_points_before_the_round(
    event: Event, names: dict[int, str], ratings: dict[int, str]
) -> None:
    assert table(event, "boards", round_number=3).rows == (
        ("1", "2", "", names[2], ratings[2], "1", "1-0", "1", "4", "", names[4], ratings[4]),
        ("2", "3", "", names[3], ratings[3], "0", "1-0", "2", "1", "", names[1], ratings[1]),
    )


def test_pairings_by_name_find_everybody_once(event: Event, names: dict[int, str]) -> None:
    rows = table(event, "names", round_number=2).rows
    assert sorted(rows) == sorted(
        [
            ("", names[4], "1", "White", names[3]),
            ("", names[3], "1", "Black", names[4]),
            ("", names[1], "2", "White", names[2]),
            ("", names[2], "2", "Black", names[1]),
        ]
    )
    assert [row[1] for row in rows] == sorted(names.values())


def test_start_list_goes_by_number_and_the_other_by_name(event: Event, names: dict[int, str]) -> None:
    assert [row[0] for row in table(event, "start_list").rows] == ["1", "2", "3", "4"]
    assert [row[1] for row in table(event, "alphabetical").rows] == sorted(names.values())


def test_alphabetical_list_follows_the_alphabet_of_the_language(event: Event) -> None:
    for number, name in enumerate(("Čop, A", "Cvek, B", "Zec, C", "Žic, D"), start=1):
        event.entries.filter(number=number).update(name=name)
    rows = table(event, "alphabetical", language="hr").rows
    assert [row[1] for row in rows] == ["Cvek, B", "Čop, A", "Zec, C", "Žic, D"]


def test_wall_chart_carries_the_running_score(
    event: Event, names: dict[int, str], ratings: dict[int, str]
) -> None:
    rows = table(event, "wall_chart").rows
    assert rows[0] == ("1", "", names[1], ratings[1], "4w1 1", "2w1 2", "3b0 2", "2")
    assert rows[2] == ("3", "", names[3], ratings[3], "2b0 0", "4b0 0", "1w1 1", "1")


def test_player_card_shows_results_from_the_own_side(
    event: Event, names: dict[int, str], ratings: dict[int, str]
) -> None:
    card = sheet_of(event, Options("player_cards")).tables[2]
    assert card.caption == f"3. {names[3]}"
    assert card.rows == (
        ("1", "2", "b", "2", names[2], ratings[2], "0", "0"),
        ("2", "1", "b", "4", names[4], ratings[4], "0", "0"),
        ("3", "2", "w", "1", names[1], ratings[1], "1", "1"),
    )


def test_crosstable_is_a_square_in_the_order_of_the_standings(event: Event) -> None:
    found = table(event, "crosstable")
    # 1 beat 2 and 4 beat 3, so direct encounter orders both pairs
    assert [row[1] for row in found.rows] == ["1", "2", "4", "3"]
    assert [row[5:] for row in found.rows] == [
        ("*", "1", "1", "0", "2"),
        ("0", "*", "1", "1", "2"),
        ("0", "0", "*", "1", "1"),
        ("1", "0", "0", "*", "1"),
    ]


def test_standings_after_a_round_count_that_far(event: Event) -> None:
    sheet = sheet_of(event, Options("standings", round_number=1))
    assert sheet.form == "Standings after round 1"
    assert {row[1]: row[6] for row in sheet.tables[0].rows} == {"1": "1", "2": "1", "3": "0", "4": "0"}


def test_slips_are_for_open_boards_and_bear_codes_where_players_report(
    finished_event: Callable[..., Any], director: Any
) -> None:
    event = finished_event(finish=False, name="Open Cup")
    cards = sheet_of(event, Options("slips", round_number=1)).cards
    assert [card.mark for card in cards] == ["1", "2"]
    assert all(side.address == "" for card in cards for side in card.sides)
    hall_rules_set(event, actor=director, two_persons=False, players_report=True)
    cards = sheet_of(event, Options("slips", round_number=1)).cards
    addresses = [side.address for card in cards for side in card.sides]
    assert len(set(addresses)) == 4
    assert all("/play/" in address for address in addresses)


def test_slips_of_a_finished_round_are_refused(event: Event) -> None:
    with pytest.raises(DomainError) as refused:
        sheet_of(event, Options("slips", round_number=1))
    assert refused.value.code == "no_open_boards"


def test_place_cards_of_a_round_stand_by_board(event: Event, names: dict[int, str]) -> None:
    cards = sheet_of(event, Options("place_cards", round_number=1)).cards
    assert [(card.mark, card.head, card.name) for card in cards] == [
        ("1", "Round 1 · White", names[1]),
        ("1", "Round 1 · Black", names[4]),
        ("2", "Round 1 · White", names[2]),
        ("2", "Round 1 · Black", names[3]),
    ]


def test_schedule_names_day_and_time(event: Event) -> None:
    event.rounds.update(day=None, time=None)
    event.rounds.filter(number=2).update(day=date(2026, 3, 8), time=time(15, 30))
    assert table(event, "schedule").rows == (
        ("1", "–", "–", "–"),
        ("2", "Sunday", "8 Mar 2026", "15:30"),
        ("3", "–", "–", "–"),
    )


def test_a_round_that_is_not_paired_is_refused(event: Event) -> None:
    with pytest.raises(DomainError) as refused:
        sheet_of(event, Options("boards", round_number=9))
    assert (refused.value.code, refused.value.field) == ("not_paired", "round_number")


def test_team_sheets_are_for_teams(event: Event) -> None:
    with pytest.raises(DomainError) as refused:
        sheet_of(event, Options("team_sheets"))
    assert refused.value.code == "no_teams"


def test_cover_leaves_out_what_is_not_known(event: Event) -> None:
    told = dict(sheet_of(event, Options("cover")).cover)
    assert told["Place"] == "Inventown, INV"
    assert told["Players"] == "4"
    assert "Organiser" not in told


def test_documents_of_a_team_event_go_by_match_and_by_team(director: Any) -> None:
    """Four teams on two boards; the home team of the first match of round 1 wins 2-0, nothing else is played."""
    event = made_team_event(director)
    team_rounds_pair_all(event, actor=director)
    event.refresh_from_db()
    first = TeamMatch.objects.get(round__event=event, round__number=1, number=1)
    for game in Game.objects.filter(round=first.round, match=1).select_related("white").order_by("board"):
        code = "1-0" if game.white.team_id == first.home_id else "0-1"
        record_result(game, actor=director, code=code, version=game.version)
    event.refresh_from_db()
    assert first.away is not None
    match = table(event, "boards", round_number=1)
    assert match.caption == f"1. {first.home.name} – {first.away.name}"
    # the result is told from the home team's side, whatever its colour
    assert [row[4] for row in match.rows] == ["1-0", "1-0"]
    grid, players = sheet_of(event, Options("crosstable")).tables
    assert (grid.caption, players.caption, players.apart) == ("Teams", "Players", True)
    winner = grid.rows[0]
    assert (winner[2], winner[-2:]) == (first.home.name, ("2", "2"))
    assert sorted(winner[3:-2]) == ["", "", "*", "2"]
    sheets = sheet_of(event, Options("team_sheets")).tables
    assert len(sheets) == 4
    assert [row[0] for row in sheets[0].rows] == ["1", "2", "res."]
    assert sheet_of(event, Options("standings")).tables[0].rows[0][3] == first.home.name


@pytest.mark.parametrize(
    "kind",
    ["start_list", "alphabetical", "place_cards", "standings", "crosstable", "wall_chart", "player_cards"],
)
def test_of_an_event_without_players_no_blank_page_is_made(director: Any, kind: str) -> None:
    empty = event_create(actor=director, name="Nobody's Open", start=date(2026, 3, 7))
    with pytest.raises(DomainError) as raised:
        sheet_of(empty, Options(kind))
    assert raised.value.code == "no_players"


def test_points_of_a_prize_have_the_sign_for_a_half() -> None:
    award = Award(number=3, place=1, points="5.5", exact=Fraction(12_550), cents=12_550)
    given = Awarded("General", "EUR", (award,), 12_550, {3: "Kos, Ivo"}, {3: "FM"})
    assert prize_table(given).rows == (("1", "3", "FM", "Kos, Ivo", "5½", "125.50"),)
