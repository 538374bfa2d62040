"""Teams against an independent program: a file with stated places, and random events."""

import random
import tomllib
from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from tests.tiebreaks.engine.test_oracles import DIFFERENCES, FIRST_DAYS, of_gacrux
from tiebreaks.engine.ranking import Standings
from tiebreaks.engine.registry import codes_of
from tiebreaks.engine.team_ranking import rank_teams
from tournaments.interchange.trf import write_trf
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Team
from tournaments.rulebook.rounding import half_up_to
from tournaments.rulebook.shelf import edition

EVENTS = 150
BATCH = 50
VALUES = ("PTS", "BC", "MPVGP", "BH", "BH/C1", "BH:GP", "SB", "SB:GP", "SSSC", "AOB")
VALUES += tuple(f"{code}{cut}" for code in ("EMMSB", "EMGSB", "EGMSB", "EGGSB") for cut in ("", "/C1"))
VALUES += ("PS", "PS:GP", "WIN", "WON", "REP", "KS", "KS:GP", "FB")
ROUNDED = ("SSSC", "AOB")  # the program rounds them to two decimals
ORDERS = (("PTS", "DE"), ("PTS", "EDE"), ("PTS", "TBR"), ("PTS", "BBE"), ("PTS", "MPVGP", "BC", "TBR"))


def random_teams(seed: int, first_day: date) -> Record:
    """Five to ten teams on two to four boards; a bye where they are odd, forfeits, withdrawals, absences."""
    chance = random.Random(seed)
    size, count, rounds = chance.choice([2, 3, 4]), chance.randint(5, 10), chance.randint(4, 7)
    gone = {team: chance.randint(1, rounds) for team in range(count) if chance.random() < 0.1}
    members = [tuple(range(1 + team * size, 1 + (team + 1) * size)) for team in range(count)]
    games, byes = [], []
    for round_number in range(1, rounds + 1):
        here = [team for team in range(count) if gone.get(team, rounds) >= round_number]
        chance.shuffle(here)
        if chance.random() < 0.15:
            here.pop()
        for team in set(range(count)) - set(here):
            byes += [Bye(round_number, member, "Z") for member in members[team]]
        if len(here) % 2:
            byes += [Bye(round_number, member, "U") for member in members[here.pop()]]
        for place in range(0, len(here), 2):
            first, second = members[here[place]], members[here[place + 1]]
            codes = [chance.choice(["1-0", "1/2-1/2", "0-1"]) for _ in range(size)]
            codes = [chance.choice(["+/-", "-/+"]) if chance.random() < 0.06 else code for code in codes]
            if chance.random() < 0.06:  # the second team does not come
                codes = ["-/+" if board % 2 else "+/-" for board in range(size)]
            for board, code in enumerate(codes):
                white, black = (second, first) if board % 2 else (first, second)
                games.append(Game(round_number, len(games) + 1, white[board], black[board], code))
    facts = EventFacts(
        "Invented",
        start=first_day,
        end=first_day,
        system="team_swiss",
        rounds=rounds,
        type_code="FIDE_TEAM_MP_GP",
    )
    entries = tuple(Entry(n, f"Player {n}", rating=2000) for n in range(1, count * size + 1))
    teams = tuple(Team(n, f"Team {n}", own) for n, own in enumerate(members, start=1))
    return Record(facts, entries, tuple(games), tuple(byes), teams=teams)


def ours(standings: Standings, code: str) -> dict[int, Fraction | None]:
    values = {row.number: row.values[code] for row in standings.rows}
    return {
        number: None if value is None else Fraction(half_up_to(value, 2) if code in ROUNDED else value)
        for number, value in values.items()
    }


@pytest.mark.parametrize("key", sorted(FIRST_DAYS))
@pytest.mark.parametrize("first", range(0, EVENTS, BATCH))
def test_values_of_random_teams_agree_with_gacrux(key: str, first: int) -> None:
    for seed in range(first, first + BATCH):
        record = random_teams(seed, FIRST_DAYS[key])
        used, theirs, _ = of_gacrux(write_trf(record), VALUES)
        assert used == key
        standings = rank_teams(record, edition(key), VALUES)
        assert {code: ours(standings, code) for code in VALUES} == theirs, seed


@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_places_of_random_teams_agree_with_gacrux(order: tuple[str, ...]) -> None:
    for seed in range(BATCH):
        record = random_teams(seed, FIRST_DAYS["c07-2026"])
        _, _, theirs = of_gacrux(write_trf(record), order)
        standings = rank_teams(record, edition("c07-2026"), order)
        assert {row.number: row.place for row in standings.rows} == theirs, seed


def settled(where: str) -> list[str]:
    """The codes of teams whose difference the case file settles for such units."""
    settlements = tomllib.loads(DIFFERENCES.read_text())["team_difference"]
    return [code for entry in settlements if entry["where"] == where for code in entry["codes"]]


@pytest.mark.parametrize("code", settled("pairs_that_the_extended_encounter_leaves_equal"))
def test_boards_after_the_extended_encounter_differ_only_between_the_two_who_are_left(code: str) -> None:
    """Article 12 counts the boards "in all games played by the team in the tournament"; the other program counts
    those between the two alone. So it may differ in a pair that `EDE` leaves equal, and nowhere else.
    """
    differing = 0
    for seed in range(BATCH):
        record = random_teams(seed, FIRST_DAYS["c07-2026"])
        _, _, theirs = of_gacrux(write_trf(record), ("PTS", "MPVGP", code))
        left = rank_teams(record, edition("c07-2026"), ("PTS", "MPVGP", "EDE"))
        standings = rank_teams(record, edition("c07-2026"), ("PTS", "MPVGP", code))
        shared = [row.place for row in left.rows]
        for row in standings.rows:
            if row.place != theirs[row.number]:
                differing += 1
                assert shared.count(left.row(row.number).place) == 2, seed
    assert differing


@pytest.mark.parametrize("code", settled("more_than_one_for_a_round"))
def test_standard_points_by_game_points_are_at_most_one_for_a_round(code: str) -> None:
    """7.7 counts rounds, and a team has one opponent in each; the other program counts the boards."""
    beyond = 0
    for seed in range(BATCH):
        record = random_teams(seed, FIRST_DAYS["c07-2026"])
        _, theirs, _ = of_gacrux(write_trf(record), (code,))
        values = ours(rank_teams(record, edition("c07-2026"), (code,)), code)
        assert all(value is not None and value <= record.event.rounds for value in values.values())
        beyond += sum((value or 0) > record.event.rounds for value in theirs[code].values())
    assert beyond


def test_standard_points_by_game_points_of_one_team_counted_by_hand() -> None:
    """Team 3 of the case file: five matches in which it made more game points than the other, one with fewer."""
    record = random_teams(5, FIRST_DAYS["c07-2026"])
    boards = {member: team.number for team in record.teams for member in team.members}
    won = 0
    for number in range(1, record.event.rounds + 1):
        scores: dict[int, int] = {}
        for game in record.games:
            if game.round == number and 3 in (boards[game.white], boards[game.black]):
                white = {"1-0": 2, "+/-": 2, "1/2-1/2": 1, "0-1": 0, "-/+": 0}[game.code]
                scores[boards[game.white]] = scores.get(boards[game.white], 0) + white
                scores[boards[game.black]] = scores.get(boards[game.black], 0) + 2 - white
        won += bool(scores) and scores.pop(3) > max(scores.values())
    assert won == 5 == ours(rank_teams(record, edition("c07-2026"), ("STD:GP",)), "STD:GP")[3]


def test_board_count_is_not_used_where_the_tied_teams_have_different_game_points() -> None:
    """12.1 says so; the other program uses it none the less, and so is asked only after the game points above."""
    differing = 0
    for seed in range(BATCH):
        record = random_teams(seed, FIRST_DAYS["c07-2026"])
        standings = rank_teams(record, edition("c07-2026"), ("PTS", "BC"))
        points = {
            row.number: row.values["MPVGP"]
            for row in rank_teams(record, edition("c07-2026"), ("PTS", "MPVGP")).rows
        }
        for row in standings.rows:
            tied = standings.tied_before("BC", row.number)
            if len({points[number] for number in tied}) > 1:
                differing += 1
                assert row.reasons["BC"] == "boards.game_points_differ"
                assert {standings.row(number).place for number in tied} == {row.place}
    assert differing


def test_file_with_stated_places_and_points_of_teams(
    collected: Callable[[str], Record], shared_bytes: Callable[[str], bytes]
) -> None:
    path = "data/gacrux/fideteam_nocolor.trf"
    record = collected(path)
    standings = rank_teams(record, edition("c07-2026"), ("PTS", "BC", "BBE", "MPVGP"))
    for team in record.teams:
        row = standings.row(team.number)
        assert row.place == team.stated_rank
        assert row.values["PTS"] == Fraction(team.stated_match_points or 0, 2)
        assert row.values["MPVGP"] == Fraction(team.stated_game_points or 0, 2)
    _, theirs, _ = of_gacrux(shared_bytes(path).decode("utf-8-sig"), VALUES)
    standings = rank_teams(record, edition("c07-2026"), VALUES)
    assert {code: ours(standings, code) for code in VALUES} == theirs


def test_game_points_of_a_real_team_event_are_the_points_that_the_file_states_for_its_players(
    collected: Callable[[str], Record],
) -> None:
    """Fifteen teams with reserves, boards without an opponent and teams that stayed away.

    The points that the file states for one player do not add up: he is of team 13.
    """
    record = collected("data/litour/friendship_cup_2024.trf")
    standings = rank_teams(record, edition("c07-2023"), codes_of(edition("c07-2023"), teams=True))
    stated = {entry.number: entry.stated_points or 0 for entry in record.entries}
    differing = [
        team.number
        for team in record.teams
        if standings.row(team.number).values["MPVGP"]
        != Fraction(sum(stated[member] for member in team.members), 2)
    ]
    assert len(record.teams) == 15
    assert differing == [13]
