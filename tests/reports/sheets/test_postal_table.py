"""The final tables by correspondence: the order of the lines, teams by boards, both players of a substitution."""

from dataclasses import replace
from datetime import date
from typing import Any

from ratings.engine.racc.event import rate_correspondence
from reports.sheets.coefficients import frozen_coefficients
from reports.sheets.final_table import final_table
from reports.sheets.model import FinalTable, Particulars
from tests.ratings.racc.test_golden_cases import cases, table_of
from tiebreaks.engine.ranking import rank
from tournaments.record.model import Entry, EventFacts, Game, Record, Team
from tournaments.record.norms import parse_norms
from tournaments.rulebook.shelf import edition

NORMS = "KMS 8.0 of 16; 1st category 5.0 of 16"
REGIONS = ("Север", "Приморье", "Inventown")


def quarter_final() -> Record:
    """The seventeen of the sample with a newcomer as number 12, who wins with 11½ (the case C13)."""
    case: Any = next(each.values[0] for each in cases("table") if each.id == "C13")
    record = table_of(case)
    entries = tuple(
        replace(entry, name=f"Вымышленный {entry.number:02d}, Игрок", national_id=f"61{entry.number:03d}")
        for entry in record.entries
    )
    facts = replace(record.event, name="Quarter-final", end=date(2026, 11, 30), norms=parse_norms(NORMS))
    return replace(record, event=facts, entries=entries)


def team_match() -> Record:
    """Three teams on two boards; 7 comes in for 1 after his first game. Board 1: 1/7, 3, 5; board 2: 2, 4, 6."""
    ratings = {1: 2250, 2: 2150, 3: 2200, 4: 2100, 5: 2180, 6: 2050, 7: 2300}
    entries = tuple(
        Entry(number, f"Player {number}", rating=rating, substitute_for=1 if number == 7 else None)
        for number, rating in ratings.items()
    )
    teams = (Team(1, "Rooks", (1, 2, 7)), Team(2, "Bishops", (3, 4)), Team(3, "Knights", (5, 6)))
    results = (
        (1, 1, 3, "0-1"),
        (1, 2, 4, "1-0"),
        (2, 3, 5, "1/2-1/2"),
        (2, 4, 6, "1/2-1/2"),
        (3, 5, 7, "0-1"),
        (3, 6, 2, "0-1"),
    )
    games = tuple(
        Game(number, board, white, black, code)
        for board, (number, white, black, code) in enumerate(results, start=1)
    )
    facts = EventFacts(
        "Team cup",
        start=date(2024, 6, 1),
        end=date(2026, 6, 1),
        rounds=3,
        system="team_round_robin",
        correspondence=True,
        norms=parse_norms("KMS 2.0 of 2"),
    )
    return Record(facts, entries, games, teams=teams)


def table(record: Record, **more: Any) -> FinalTable:
    players = tuple((entry.number, "кмс", REGIONS[entry.number % 3]) for entry in record.entries)
    norms = "KMS 2.0 of 2" if record.teams else NORMS
    particulars = Particulars(arbiter="Ana Belić", norms=norms, region="Север", players=players, **more)
    standings = rank(record, edition("c07-2026"), ("PTS", "SB"))
    frozen = frozen_coefficients(rate_correspondence(record, edition("racc-2014")))
    return final_table(record, standings, particulars, (), frozen)


def test_the_lines_stand_by_places_unless_the_order_of_the_draw_is_chosen() -> None:
    """RACC 2.2 leaves the choice; a place is the same in both."""
    by_places, by_draw = table(quarter_final()), table(quarter_final(), order="draw")
    assert by_places.lines[0].number == 12
    assert [line.place for line in by_places.lines] == sorted(line.place or 0 for line in by_places.lines)
    assert [line.number for line in by_draw.lines] == list(range(1, 18))
    assert {line.number: line.place for line in by_draw.lines} == {
        line.number: line.place for line in by_places.lines
    }
    assert (by_places.order, by_draw.order) == ("places", "draw")


def test_the_square_follows_the_lines_in_either_order() -> None:
    for made in (table(quarter_final()), table(quarter_final(), order="draw")):
        assert made.layout == "square"
        assert [line.cells[at] for at, line in enumerate(made.lines)] == ["*"] * 17
        worth = {"1": 2, "½": 1, "0": 0}
        for at, line in enumerate(made.lines):
            for other, cell in enumerate(line.cells):
                if other != at:
                    assert worth[cell] + worth[made.lines[other].cells[at]] == 2


def test_norms_achieved_stand_beside_the_players() -> None:
    """8 points are the norm of a candidate master, 5 that of the 1st category (11½, 10½, 6, 5 in the case)."""
    norms = {line.number: line.norm for line in table(quarter_final()).lines}
    assert (norms[12], norms[8], norms[4], norms[16]) == ("kms", "kms", "first", "first")


def test_category_and_region_are_those_frozen() -> None:
    by_number = {line.number: line for line in table(quarter_final()).lines}
    assert (by_number[1].category, by_number[1].region) == ("кмс", "Приморье")


def test_the_annex_stands_in_the_order_of_the_lines() -> None:
    made = table(quarter_final())
    assert made.annex is not None
    assert [row.number for row in made.annex.rows] == [line.number for line in made.lines]
    assert next(row for row in made.annex.rows if row.number == 12).new == "2311"


def test_other_forms_have_neither_annex_nor_order_of_the_draw() -> None:
    record = replace(quarter_final(), event=replace(quarter_final().event, correspondence=False))
    made = final_table(
        record, rank(record, edition("c07-2026"), ("PTS",)), Particulars(order="draw"), (), {"players": []}
    )
    assert (made.order, made.annex, made.lines[0].number) == ("places", None, 12)


def test_a_board_holds_both_players_of_a_substitution_each_with_his_own_games() -> None:
    """RACC 2.2 and 3.4: 1 lost his game, 7 won the one that was left; two lines, one game each."""
    lines = [line for line in table(team_match()).lines if line.board == 1]
    main = next(line for line in lines if line.number == 1)
    substitute = next(line for line in lines if line.number == 7)
    assert lines.index(substitute) == lines.index(main) + 1
    assert (main.points, main.games, main.main) == ("0", 1, "")
    assert (substitute.points, substitute.games, substitute.main) == ("1", 1, "Player 1")
    assert {line.team for line in (main, substitute)} == {"Rooks"}


def test_boards_follow_each_other_whatever_the_order() -> None:
    for order in ("places", "draw"):
        boards = [line.board for line in table(team_match(), order=order).lines]
        assert boards == [1, 1, 1, 1, 2, 2, 2]
    drawn = [line.number for line in table(team_match(), order="draw").lines]
    assert drawn == [1, 7, 3, 5, 2, 4, 6]


def test_points_of_the_teams_are_those_of_all_their_players() -> None:
    """Rooks 0 + 2 + 1, Bishops 1½ + ½, Knights ½ + ½."""
    sums = [(item.name, item.points) for item in table(team_match()).team_sums]
    assert sums == [("Rooks", "3"), ("Bishops", "2"), ("Knights", "1")]


def test_a_substitute_who_lost_would_lose_nothing_and_says_why() -> None:
    record = team_match()
    games = tuple(replace(game, code="1-0") if game.black == 7 else game for game in record.games)
    annex = table(replace(record, games=games)).annex
    assert annex is not None
    row = next(row for row in annex.rows if row.number == 7)
    assert (row.correction, row.change, row.old, row.new) == ("substitute", "0.0", "2300", "2300")
