"""Two speeds, one truth: what a derivation arrives at is what the fast count gave, on any record."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.field import BLACK, NO_COLOUR, WHITE, field_of
from tiebreaks.engine.ranking import rank, rank_working, working_of
from tiebreaks.engine.registry import codes_of, modifiers_of
from tiebreaks.engine.team_facts import Reference
from tiebreaks.engine.team_field import team_fields
from tiebreaks.engine.team_ranking import rank_team_working, team_working_of
from tiebreaks.sentences import sentence
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, ScoreSystem, SpecialPoints, Team
from tournaments.record.special import STANDINGS_ONLY
from tournaments.rulebook.explained import Step
from tournaments.rulebook.shelf import edition, editions

GAMES = ["1-0", "1/2-1/2", "0-1", "0-0", "1/2-0", "1-0u", "+/-", "-/+", "-/-", "=/=", "*"]
BYES = ["U", "F", "H", "Z", "+", "-"]
COLOURS = {NO_COLOUR: "", WHITE: "w", BLACK: "b"}
SYSTEMS = ["swiss", "round_robin", "unknown", "knock_out"]
MODIFIED = {"C": ("C1", "C3"), "L": ("L+1", "L-1"), "K": ("K2",), "U": ("U1400",)}
EDITIONS = [item.key for regulation in ("c07", "ua-tiebreaks") for item in editions(regulation)]


def special_points(count: int, rounds: int) -> st.SearchStrategy[tuple[SpecialPoints, ...]]:
    """Agreements about results, bonuses and penalties of some of so many players or teams; most events have none."""
    of_all = st.just(()) | st.sets(st.integers(1, count), min_size=1).map(lambda found: tuple(sorted(found)))
    lines = st.builds(
        SpecialPoints,
        st.sampled_from(["", "", "W", "D", "L", "+", "-", "F", "H", "Z"]),
        st.none() | st.integers(-4, 6),
        st.none() | st.integers(-4, 6),
        st.none() | st.integers(1, rounds + 1) | st.just(STANDINGS_ONLY),
        of_all,
    )
    return st.just(()) | st.lists(lines, max_size=3).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Small events with every kind of round; nobody plays twice in one, whoever is left may have a bye."""
    count = draw(st.integers(2, 9))
    rounds = draw(st.integers(0, 6))
    rated = draw(st.booleans())
    ratings = st.integers(1000, 2700) if rated else st.none() | st.integers(1000, 2700)
    entries = tuple(Entry(n, f"Player {n}", rating=draw(ratings)) for n in range(1, count + 1))
    games, byes = [], []
    for round_number in range(1, rounds + 1):
        numbers = draw(st.permutations(range(1, count + 1)))
        boards = draw(st.integers(0, count // 2))
        for board in range(boards):
            white, black = numbers[2 * board], numbers[2 * board + 1]
            known = draw(st.integers(0, 9)) > 0
            games.append(Game(round_number, board + 1, white, black, draw(st.sampled_from(GAMES)), known))
        for number in numbers[2 * boards :]:
            if draw(st.booleans()):
                byes.append(Bye(round_number, number, draw(st.sampled_from(BYES))))
    system = draw(st.sampled_from([ScoreSystem(), ScoreSystem(6, 2, 0, 6), ScoreSystem(2, 1, 0, 1)]))
    facts = EventFacts(
        "Invented",
        start=date(2026, 4, 1),
        system=draw(st.sampled_from(SYSTEMS)),
        rounds=draw(st.integers(0, rounds + 2)),
        score_system=system,
    )
    special = draw(special_points(count, rounds))
    return Record(facts, entries, tuple(games), tuple(byes), special_points=special)


def every_code(key: str, *, teams: bool = False) -> list[str]:
    """Every code of an edition, plain and with each of its modifiers; of teams by both scores too."""
    chosen = edition(key)
    referred = chosen["referred_to_a_score"].items if teams else ()
    found = []
    for code in codes_of(chosen, teams=teams):
        names = [code, *(f"{code}:{score}" for score in ("MP", "GP") if code in referred)]
        modified = [text for part in modifiers_of(chosen, code) for text in MODIFIED.get(part, (part,))]
        found += [*names, *(f"{name}/{text}" for name in names for text in modified)]
    return found


@pytest.mark.parametrize("key", EDITIONS)
@settings(max_examples=25, deadline=None)
@given(record=records())
def test_derivation_arrives_at_the_value_of_the_standing(key: str, record: Record) -> None:
    working = working_of(record, edition(key))
    standings = rank_working(working, ["PTS", *every_code(key)])
    for row in standings.rows:
        for label in standings.labels:
            group = standings.tied_before(label, row.number)
            explained = explain_working(working, label, row.number, group)
            assert explained.value == row.values[label], (label, row.number)
            assert explained.edition == key
            assert explained.steps
            assert all(step.article for step in explained.steps), label


@st.composite
def team_records(draw: st.DrawFn) -> Record:
    """Small team events: matches of two or three boards, byes of teams, forfeited boards and open games."""
    count, size, rounds = draw(st.integers(2, 6)), draw(st.integers(1, 3)), draw(st.integers(0, 5))
    members = [tuple(range(1 + team * size, 1 + (team + 1) * size)) for team in range(count)]
    games, byes = [], []
    for round_number in range(1, rounds + 1):
        order = draw(st.permutations(range(count)))
        matches = draw(st.integers(0, count // 2))
        for place in range(matches):
            first, second = order[2 * place], order[2 * place + 1]
            for board in range(size):
                one, other = members[first][board], members[second][board]
                white, black = (one, other) if draw(st.booleans()) else (other, one)
                code = draw(st.sampled_from(GAMES))
                if code == "+/-" and draw(st.booleans()):
                    byes.append(Bye(round_number, white, "+"))
                else:
                    games.append(Game(round_number, place * size + board + 1, white, black, code))
        for team in order[2 * matches :]:
            code = draw(st.sampled_from(["U", "F", "H", "Z", "+", "-", ""]))
            byes += [Bye(round_number, member, code) for member in members[team] if code]
    facts = EventFacts(
        "Invented",
        start=date(2026, 4, 1),
        system=draw(st.sampled_from(["team_swiss", "team_round_robin", "unknown"])),
        rounds=draw(st.integers(0, rounds + 2)),
    )
    numbers = range(1, count * size + 1)
    return Record(
        facts,
        tuple(Entry(number, f"Player {number}") for number in numbers),
        tuple(games),
        tuple(byes),
        teams=tuple(Team(n, f"Team {n}", own) for n, own in enumerate(members, 1)),
        special_points=draw(special_points(count, rounds)),
    )


@pytest.mark.parametrize("primary", ["MP", "GP"])
@pytest.mark.parametrize("key", ["c07-2023", "c07-2026", "ua-2011"])
@settings(max_examples=12, deadline=None)
@given(record=team_records())
def test_derivation_of_a_team_arrives_at_the_value_of_the_standing(
    key: str, primary: Reference, record: Record
) -> None:
    working = team_working_of(record, edition(key), primary)
    standings = rank_team_working(working, ["PTS", *every_code(key, teams=True)])
    assert {row.number for row in standings.rows} == {team.number for team in record.teams}
    for row in standings.rows:
        for label in standings.labels:
            group = standings.tied_before(label, row.number)
            explained = explain_working(working, label, row.number, group)
            assert explained.value == row.values[label], (label, row.number)
            assert explained.steps
            assert all(step.article for step in explained.steps), label
            assert all("{" not in sentence(step) for step in every_step(explained.steps))


def every_step(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every_step(step.parts)


@settings(max_examples=60, deadline=None)
@given(record=team_records())
def test_game_points_of_a_team_are_those_of_its_players_and_match_points_sum_to_the_matches(
    record: Record,
) -> None:
    record = replace(record, special_points=())
    fields = team_fields(record, edition("c07-2026"))
    table = crosstable(record)
    for team, entry in enumerate(record.teams):
        for place in range(fields.by_game.rounds):
            own = sum(table.row(member).cells[place].halves for member in entry.members)
            kind = fields.by_game.kinds[team][place]
            if kind in (0, 5, 6, 7, 8) and fields.by_game.opponents[team][place] >= 0:
                assert fields.by_game.halves[team][place] == own
                assert sum(fields.boards[team][place]) == own
            rival = fields.by_match.opponents[team][place]
            if rival >= 0:
                assert fields.by_match.opponents[rival][place] == team
                won = fields.by_match.halves[team][place] + fields.by_match.halves[rival][place]
                assert won in ((0,) if kind == 8 else (0, 4))


@settings(max_examples=60, deadline=None)
@given(record=records(), through=st.none() | st.integers(0, 7))
def test_field_holds_what_the_crosstable_holds(record: Record, through: int | None) -> None:
    field, table = field_of(record, through), crosstable(record)
    rounds = table.rounds_started if through is None else min(through, table.rounds_started)
    assert field.rounds == rounds
    for player, number in enumerate(field.numbers):
        row = table.row(number)
        assert field.scores[player] == row.score_after(rounds)
        for place, cell in enumerate(row.cells[:rounds]):
            opponent = field.opponents[player][place]
            assert (field.numbers[opponent] if opponent >= 0 else None) == cell.opponent
            assert field.halves[player][place] == cell.halves
            assert COLOURS[field.colours[player][place]] == cell.colour
            assert (field.kinds[player][place] == 0) == cell.played


@settings(max_examples=60, deadline=None)
@given(record=records())
def test_places_are_shared_by_equal_values_and_the_next_place_is_skipped(record: Record) -> None:
    standings = rank(record, edition("c07-2026"), ["PTS", "DE", "SB", "WON"])
    places = [row.place for row in standings.rows]
    assert places == sorted(places)
    for index, row in enumerate(standings.rows):
        assert row.place == 1 + sum(other.place < row.place for other in standings.rows)
        if index:
            before = standings.rows[index - 1]
            assert before.values["PTS"] >= row.values["PTS"]  # type: ignore[operator]
            if before.place == row.place:
                assert before.values["SB"] == row.values["SB"]
                assert before.number < row.number
