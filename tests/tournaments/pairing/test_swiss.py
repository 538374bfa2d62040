"""What the engine is told: who is away, the first colour, and what is refused before it is asked."""

import json
from dataclasses import replace
from datetime import date

import pytest

from tournaments.pairing.swiss import (
    PairingInputError,
    PastBye,
    PastGame,
    edition_findings,
    first_colour_shown,
    from_json,
    request_from,
)
from tournaments.record.findings import text
from tournaments.record.model import (
    Acceleration,
    Bye,
    Entry,
    EventFacts,
    ForbiddenPairs,
    Game,
    Record,
    ScoreSystem,
)


def event(
    games: list[Game], byes: list[Bye] | None = None, *, players: int = 6, rounds: int = 5, colour: str = "w"
) -> Record:
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    facts = EventFacts("Club", system="swiss", rounds=rounds, first_colour=colour)  # type: ignore[arg-type]
    return Record(facts, entries, tuple(games), tuple(byes or ()))


FIRST = event([Game(1, 1, 1, 4, "1-0"), Game(1, 2, 5, 2, "+/-"), Game(1, 3, 3, 6, "1/2-1/2")])


def test_request_tells_players_games_and_score_system() -> None:
    request = request_from(FIRST, 2)
    assert request.players == (1, 2, 3, 4, 5, 6)
    assert (request.win, request.draw, request.loss, request.pairing_bye) == (2, 1, 0, 2)
    assert request.games == (
        PastGame(1, 1, 4, True, 2, 0),
        PastGame(1, 3, 6, True, 1, 1),
        PastGame(1, 5, 2, False, 2, 0),
    )
    assert (request.round, request.rounds, request.first_colour, request.edition) == (2, 5, "w", "c0403-2026")


def test_request_is_the_same_after_a_way_through_json() -> None:
    lent = replace(FIRST, accelerations=(Acceleration(1, 2, 1, 3, 2),))
    request = request_from(lent, 2, absent={6: "H"}, forbidden=[(3, 1)])
    assert from_json(json.loads(json.dumps(request.to_json()))) == request


def test_byes_of_earlier_rounds_carry_their_kind_and_points() -> None:
    record = event([Game(1, 1, 1, 2, "1-0")], [Bye(1, 3, "U"), Bye(1, 4, "H"), Bye(1, 5, "Z")])
    assert request_from(record, 2).byes == (
        PastBye(1, 3, "U", 2),
        PastBye(1, 4, "H", 1),
        PastBye(1, 5, "Z", 0),
        PastBye(1, 6, "Z", 0),
    )


def test_score_system_of_the_event_is_passed_on() -> None:
    three = replace(FIRST, event=replace(FIRST.event, score_system=ScoreSystem(6, 2, 0, 2)))
    request = request_from(three, 2)
    assert (request.win, request.draw, request.pairing_bye) == (6, 2, 2)
    assert request.games[0] == PastGame(1, 1, 4, True, 6, 0)


def test_withdrawn_players_and_byes_asked_for_are_away() -> None:
    entries = tuple(replace(each, withdrawn_after=1) if each.number == 2 else each for each in FIRST.entries)
    record = replace(FIRST, entries=entries, byes=(Bye(2, 3, "H"),))
    request = request_from(record, 2, absent={5: "Z"})
    assert request.absent == ((2, "Z"), (3, "H"), (5, "Z"))
    assert request.present == (1, 4, 6)


def test_games_that_stand_in_the_round_already_do_not_matter() -> None:
    again = replace(FIRST, games=(*FIRST.games, Game(2, 1, 2, 1, "*")), byes=(Bye(2, 3, "U"),))
    assert request_from(again, 2) == request_from(FIRST, 2)


def test_a_round_before_it_without_a_result_is_named() -> None:
    record = event([Game(1, 1, 1, 4, "1-0"), Game(1, 2, 5, 2, "*"), Game(1, 3, 3, 6, "1-0")])
    with pytest.raises(PairingInputError, match="Round 1, board 2: 5 - 2 has no result"):
        request_from(record, 2)


def test_an_adjourned_game_counts_as_a_draw() -> None:
    record = event([Game(1, 1, 1, 4, "*j"), Game(1, 2, 5, 2, "1-0"), Game(1, 3, 3, 6, "1-0")])
    assert request_from(record, 2).games[0] == PastGame(1, 1, 4, True, 1, 1)


def test_a_game_with_unknown_colours_cannot_be_paired_on() -> None:
    record = event([Game(1, 1, 1, 4, "1-0", colours_known=False)])
    with pytest.raises(PairingInputError, match="who had White"):
        request_from(record, 2)


def test_a_forfeit_with_unknown_colours_does_not_hinder() -> None:
    record = event([Game(1, 1, 1, 4, "+/-", colours_known=False), Game(1, 2, 5, 2, "1-0")])
    assert PastGame(1, 1, 4, False, 2, 0) in request_from(record, 2).games


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"absent": {9: "Z"}}, "not entered: 9"),
        ({"absent": {1: "U"}}, "H, Z or F, not U"),
        ({"absent": dict.fromkeys(range(1, 7), "Z")}, "nobody is present"),
        ({"forbidden": [(1, 9)]}, "1 - 9 does not name two"),
        ({"forbidden": [(2, 2)]}, "2 - 2 does not name two"),
        ({"edition": "c0403-1999"}, "'c0403-1999' are not known"),
        ({"first_colour": "x"}, "Draw it by lot"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused_by_name(wishes: dict[str, object], message: str) -> None:
    with pytest.raises(PairingInputError, match=message):
        request_from(FIRST, 2, **wishes)  # type: ignore[arg-type]


@pytest.mark.parametrize("round_number", [0, 6])
def test_only_announced_rounds_are_paired(round_number: int) -> None:
    with pytest.raises(PairingInputError, match="not among the 5 rounds announced"):
        request_from(FIRST, round_number)


def test_a_round_is_not_paired_before_the_one_before_it() -> None:
    with pytest.raises(PairingInputError, match="round 2 has no games"):
        request_from(FIRST, 3)


def test_the_first_round_needs_a_first_colour() -> None:
    with pytest.raises(PairingInputError, match="Draw it by lot"):
        request_from(event([], colour=""), 1)
    assert request_from(event([], colour=""), 1, first_colour="B").first_colour == "b"


@pytest.mark.parametrize(
    ("games", "byes", "colour"),
    [
        ([Game(1, 1, 1, 4, "1-0"), Game(1, 2, 5, 2, "1-0")], [], "w"),
        ([Game(1, 1, 4, 1, "1-0"), Game(1, 2, 2, 5, "1-0")], [], "b"),
        ([Game(1, 1, 2, 5, "1-0")], [Bye(1, 1, "H")], "w"),
        ([Game(1, 1, 2, 5, "1-0")], [Bye(1, 1, "U")], "b"),
        ([], [Bye(1, 1, "U")], None),
    ],
)
def test_the_first_colour_is_read_off_round_one(
    games: list[Game], byes: list[Bye], colour: str | None
) -> None:
    assert first_colour_shown(event(games, byes, colour="")) == colour


def test_rounds_before_february_2026_are_paired_by_the_new_rules_with_a_warning() -> None:
    (found,) = edition_findings("c0403-2026", date(2026, 1, 31), 4)
    assert (found.severity, found.round) == ("warning", 4)
    assert text(found).startswith("Round 4 is dated 2026-01-31; the engine pairs by FIDE Dutch")


@pytest.mark.parametrize("day", [date(2026, 2, 1), None])
def test_rounds_since_february_2026_or_without_a_date_get_no_warning(day: date | None) -> None:
    assert edition_findings("c0403-2026", day, 4) == ()


def test_a_forbidden_pair_of_the_record_counts_in_its_rounds_only() -> None:
    record = replace(FIRST, forbidden=(ForbiddenPairs((4, 2), 2, 3), ForbiddenPairs((1, 6), 3)))
    assert request_from(record, 2).forbidden == ((2, 4),)


def test_virtual_points_of_the_record_are_told_to_the_engine() -> None:
    lent = (Acceleration(1, 2, 1, 4, 2), Acceleration(3, 3, 1, 4, 1))
    assert request_from(replace(FIRST, accelerations=lent), 2).acceleration == lent
