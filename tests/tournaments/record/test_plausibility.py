"""What looks wrong in a record, and what does not."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from tournaments.record.findings import Finding, text
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Round, ScoreSystem, Team
from tournaments.record.plausibility import findings

EVENT = EventFacts("Plain", start=date(2026, 8, 15), end=date(2026, 8, 16), system="swiss", rounds=3)
PEOPLE = tuple(Entry(number, f"Player {number}") for number in (1, 2, 3, 4))
DAYS = tuple(Round(number, date(2026, 8, 15)) for number in (1, 2, 3))


def record(*games: Game, byes: tuple[Bye, ...] = (), **event: Any) -> Record:
    return Record(replace(EVENT, **event), PEOPLE, tuple(games), byes, DAYS)


def found(of: Record, code: str) -> list[Finding]:
    return [finding for finding in findings(of) if finding.code == code]


def test_a_sound_record_has_no_findings() -> None:
    games = (
        Game(1, 1, 1, 3, "1-0"),
        Game(1, 2, 4, 2, "1/2-1/2"),
        Game(2, 1, 2, 1, "0-1"),
        Game(2, 2, 3, 4, "+/-"),
    )
    assert findings(record(*games)) == ()


def test_a_player_on_two_boards_of_a_round_is_refused_with_both_codes() -> None:
    (finding,) = found(record(Game(1, 1, 1, 2, "1-0"), Game(1, 2, 3, 1, "0-1")), "round.two_games")
    assert (finding.severity, finding.round, finding.players, finding.codes) == (
        "refusal",
        1,
        (1,),
        ("1-0", "0-1"),
    )


def test_a_player_with_a_game_and_a_bye_in_a_round_is_refused() -> None:
    (finding,) = found(record(Game(1, 1, 1, 2, "1-0"), byes=(Bye(1, 2, "H"),)), "round.two_games")
    assert (finding.players, finding.codes, finding.board) == ((2,), ("1-0", "H"), 1)


def test_a_player_against_himself_is_refused() -> None:
    (finding,) = found(record(Game(1, 1, 1, 1, "1-0")), "game.self")
    assert (finding.severity, finding.round, finding.board, finding.players) == ("refusal", 1, 1, (1,))


def test_two_games_on_one_board_are_refused() -> None:
    (finding,) = found(record(Game(1, 1, 1, 2, "1-0"), Game(1, 1, 3, 4, "0-1")), "round.board_twice")
    assert (finding.board, finding.players, finding.codes) == (1, (1, 2, 3, 4), ("1-0", "0-1"))


def test_boards_of_two_team_matches_do_not_collide() -> None:
    games = (Game(1, 1, 1, 2, "1-0", match=1), Game(1, 1, 3, 4, "0-1", match=2))
    assert found(record(*games, system="team_swiss"), "round.board_twice") == []


def test_more_games_than_pairs_are_refused() -> None:
    games = (Game(1, 1, 1, 2, "1-0"), Game(1, 2, 3, 4, "1-0"), Game(1, 3, 2, 3, "1-0"))
    (finding,) = found(record(*games), "round.too_many_games")
    assert finding.inputs == {"games": 3, "entries": 4}


AGAIN = (Game(1, 1, 1, 2, "1-0"), Game(3, 1, 2, 1, "1-0"))


@pytest.mark.parametrize(
    ("games", "event", "severity"),
    [
        (AGAIN, {}, "objection"),
        (AGAIN, {"system": "unknown"}, "note"),
        (AGAIN, {"system": "round_robin"}, "objection"),
        (AGAIN, {"system": "round_robin", "cycles": 2}, None),
        (AGAIN, {"system": "match"}, None),
        (AGAIN, {"system": "team_round_robin", "occasion": "league"}, "note"),
        ((Game(1, 1, 1, 2, "+/-"), Game(3, 1, 2, 1, "1-0")), {}, None),
    ],
)
def test_the_same_pair_again(games: tuple[Game, ...], event: dict[str, Any], severity: str | None) -> None:
    again = found(record(*games, **event), "pair.again")
    assert [(finding.severity, finding.round, finding.inputs["before"]) for finding in again] == (
        [(severity, 3, 1)] if severity else []
    )


def test_a_second_allocated_bye_is_an_objection() -> None:
    (finding,) = found(record(byes=(Bye(1, 3, "U"), Bye(2, 3, "U"))), "bye.allocated_twice")
    assert (finding.severity, finding.round, finding.players, finding.inputs["before"]) == (
        "objection",
        2,
        (3,),
        1,
    )


def test_two_allocated_byes_in_a_round_are_an_objection_but_not_for_teams() -> None:
    of = record(byes=(Bye(1, 3, "U"), Bye(1, 4, "U")))
    assert [finding.players for finding in found(of, "bye.two_in_round")] == [(3, 4)]
    assert found(replace(of, teams=(Team(1, "A", (3, 4)),)), "bye.two_in_round") == []


def test_stated_points_that_differ_are_an_objection_with_both_values() -> None:
    people = (replace(PEOPLE[0], stated_points=4), replace(PEOPLE[1], stated_points=0), *PEOPLE[2:])
    of = replace(record(Game(1, 1, 1, 2, "1-0")), entries=people)
    (finding,) = found(of, "points.differ")
    assert finding.severity == "objection"
    assert finding.inputs == {"stated": Fraction(2), "computed": Fraction(1)}
    assert (
        found(replace(of, event=replace(EVENT, score_system=ScoreSystem(4, 2, 0, 4))), "points.differ") == []
    )


def test_stated_points_that_hold_a_bye_ahead_are_a_warning() -> None:
    people = (replace(PEOPLE[0], stated_points=3), *PEOPLE[1:])
    of = replace(record(Game(1, 1, 1, 2, "1-0"), byes=(Bye(2, 1, "H"),)), entries=people)
    assert [finding.severity for finding in found(of, "points.bye_ahead")] == ["warning"]
    assert found(of, "points.differ") == []


def test_a_round_in_which_everybody_has_a_bye_counts() -> None:
    people = (replace(PEOPLE[0], stated_points=1), *PEOPLE[1:])
    byes = (Bye(1, 1, "H"), Bye(1, 2, "Z"), Bye(1, 3, "Z"), Bye(1, 4, "Z"))
    assert found(replace(record(byes=byes), entries=people), "points.differ") == []


def test_three_times_the_same_colour_is_noted() -> None:
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "1-0"), Game(3, 1, 1, 4, "1-0"))
    of = record(*games)
    assert [(finding.round, finding.players) for finding in found(of, "colour.three")] == [(3, (1,))]
    assert [
        (finding.inputs["white"], finding.inputs["black"]) for finding in found(of, "colour.difference")
    ] == [(3, 0)]


def test_a_forfeit_has_no_colour() -> None:
    games = (Game(1, 1, 1, 2, "1-0"), Game(2, 1, 1, 3, "+/-"), Game(3, 1, 1, 4, "1-0"))
    assert found(record(*games), "colour.three") == []


def test_games_without_colours_are_noted_by_round() -> None:
    of = record(Game(1, 1, 1, 2, "1-0", colours_known=False))
    assert [text(finding) for finding in found(of, "colour.unknown")] == [
        "Round 1: it is not known who had White (games: 1)."
    ]


def test_a_round_beyond_those_announced_is_a_warning() -> None:
    (finding,) = found(record(Game(4, 1, 1, 2, "1-0")), "round.beyond")
    assert (finding.severity, finding.round, finding.inputs["announced"]) == ("warning", 4, 3)


def test_open_games_before_the_last_round_are_a_warning_except_by_post() -> None:
    games = (Game(1, 1, 1, 2, "*"), Game(2, 1, 3, 4, "*"))
    assert [finding.round for finding in found(record(*games), "round.open_before")] == [1]
    assert found(record(*games, correspondence=True), "round.open_before") == []


def test_round_has_not_begun_because_the_tables_have_paired_it() -> None:
    """All three rounds of a round robin are paired before the first game ends; only a result begins a round."""
    paired = (Game(1, 1, 1, 2, "*"), Game(2, 1, 2, 3, "*"), Game(3, 1, 3, 1, "*"))
    assert found(record(*paired, system="round_robin"), "round.open_before") == []

    played = record(paired[0], Game(2, 1, 2, 3, "1-0"), paired[2], system="round_robin")
    assert [(each.round, each.inputs["later"]) for each in found(played, "round.open_before")] == [(1, 2)]


def test_a_penalty_is_noted_with_its_code() -> None:
    (finding,) = found(record(Game(1, 1, 1, 2, "1/2-0")), "result.penalty")
    assert (finding.severity, finding.round, finding.board, finding.codes) == ("note", 1, 1, ("1/2-0",))


def test_a_missing_start_is_an_objection_and_a_missing_end_a_warning() -> None:
    of = record(start=None, end=None)
    assert [finding.severity for finding in found(of, "event.no_start")] == ["objection"]
    assert [finding.severity for finding in found(of, "event.no_end")] == ["warning"]


def test_an_event_that_ends_before_it_starts_is_an_objection() -> None:
    assert len(found(record(end=date(2026, 8, 14)), "event.dates")) == 1


def test_round_dates_are_inside_the_event_and_in_order() -> None:
    days = (Round(1, date(2026, 8, 16)), Round(2, date(2026, 8, 15)), Round(3, date(2026, 8, 17)))
    of = replace(record(), rounds=days)
    assert [(finding.round, finding.inputs["before"]) for finding in found(of, "round.order")] == [(2, 1)]
    assert [finding.round for finding in found(of, "round.outside")] == [3]


def test_rounds_without_a_date_are_noted_once() -> None:
    of = replace(
        record(Game(1, 1, 1, 2, "1-0"), Game(2, 1, 3, 4, "1-0")), rounds=(Round(1, date(2026, 8, 15)),)
    )
    assert [text(finding) for finding in found(of, "round.no_date")] == ["Rounds without a date: 1 of 2."]
