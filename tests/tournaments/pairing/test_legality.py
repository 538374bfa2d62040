"""What our own check says against a round, engine-made or by hand."""

import pytest

from tournaments.pairing.legality import check
from tournaments.record.findings import Finding, text
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record


def event(games: list[Game], byes: list[Bye] | None = None, *, players: int, rounds: int = 7) -> Record:
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    return Record(EventFacts("Club", system="swiss", rounds=rounds), entries, tuple(games), tuple(byes or ()))


def said(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(finding.severity, finding.code) for finding in findings]


# Round 1: 1-2 played, 3-4 forfeited, 5 had the allocated bye.
FIRST = event([Game(1, 1, 1, 2, "1-0"), Game(1, 2, 3, 4, "+/-")], [Bye(1, 5, "U")], players=5)


def test_a_sound_round_has_no_findings() -> None:
    assert check(FIRST, 2, [(4, 1), (2, 5)], None, absent=[3]) == ()


def test_two_who_have_played_may_not_be_paired_again_without_a_reason() -> None:
    found = check(FIRST, 2, [(2, 1), (5, 3)], 4)
    assert said(found) == [("objection", "pairing.rematch")]
    assert (found[0].board, found[0].players, found[0].article) == (1, (2, 1), "C.04.1, C.04.3 art. 2.1.1")
    assert text(found[0]) == "Round 2, board 1: 2 and 1 have already played, in round 1."


def test_two_whose_game_was_forfeited_may_meet() -> None:
    assert check(FIRST, 2, [(4, 3), (5, 1)], 2) == ()


def test_nobody_has_the_allocated_bye_twice() -> None:
    found = check(FIRST, 2, [(4, 1), (2, 3)], 5)
    assert said(found) == [("objection", "pairing.second_bye")]
    assert text(found[0]) == "Round 2: player 5 already had the allocated bye, in round 1."


def test_a_forfeit_win_keeps_from_the_bye() -> None:
    found = check(FIRST, 2, [(4, 1), (2, 5)], 3)
    assert said(found) == [("objection", "pairing.second_bye")]
    assert "scored a win's points without playing (+/-)" in text(found[0])


def test_a_bye_with_an_even_number_present_is_needless_and_leaves_somebody_out() -> None:
    found = check(FIRST, 2, [(4, 1)], 2, absent=[3])
    assert said(found) == [("objection", "pairing.missing"), ("objection", "pairing.bye_needless")]
    assert found[0].players == (5,)


def test_double_booking_is_impossible() -> None:
    found = check(FIRST, 2, [(4, 1), (5, 4)], 2)
    assert ("refusal", "pairing.twice") in said(found)
    assert text(found[0]) == "Round 2: player 4 has 2 places; he can have one."


def test_a_player_on_a_board_and_with_the_bye_is_booked_twice() -> None:
    assert ("refusal", "pairing.twice") in said(check(FIRST, 2, [(4, 1), (5, 3)], 4))


def test_nobody_plays_himself() -> None:
    assert ("refusal", "pairing.self") in said(check(FIRST, 2, [(4, 4)], None))


def test_an_unknown_number_is_refused() -> None:
    assert ("refusal", "pairing.unknown_player") in said(check(FIRST, 2, [(4, 9)], None))


def test_an_absent_player_is_not_paired() -> None:
    assert said(check(FIRST, 2, [(4, 1), (2, 5)], 3, absent=[3])) == [("refusal", "pairing.absent")]


def test_everybody_present_is_paired() -> None:
    found = check(FIRST, 2, [(4, 1)], None, absent=[3])
    assert said(found) == [("objection", "pairing.missing")]
    assert found[0].players == (2, 5)


def test_a_withdrawn_player_need_not_be_paired() -> None:
    entries = tuple(
        Entry(each.number, each.name, withdrawn_after=1 if each.number == 3 else None)
        for each in FIRST.entries
    )
    assert check(Record(FIRST.event, entries, FIRST.games, FIRST.byes), 2, [(4, 1), (2, 5)], None) == ()


def test_a_forbidden_pair_is_objected_to_in_either_order() -> None:
    found = check(FIRST, 2, [(4, 1), (2, 5)], None, absent=[3], forbidden=[(1, 4)])
    assert said(found) == [("objection", "pairing.forbidden")]


def whites_and_blacks(rounds: int) -> Record:
    """1 and 2 have White, 3 and 4 Black in rounds 1 and 2, against 5 to 8."""
    games = [
        Game(1, 1, 1, 5, "1-0"),
        Game(1, 2, 2, 6, "1-0"),
        Game(1, 3, 7, 3, "1-0"),
        Game(1, 4, 8, 4, "1-0"),
        Game(2, 1, 1, 6, "1-0"),
        Game(2, 2, 2, 5, "1-0"),
        Game(2, 3, 8, 3, "1-0"),
        Game(2, 4, 7, 4, "1-0"),
    ]
    return event(games, players=8, rounds=rounds)


def test_two_who_both_must_have_black_are_not_paired() -> None:
    found = check(whites_and_blacks(5), 3, [(1, 2), (3, 4), (5, 7), (6, 8)], None)
    too_much = ["pairing.colour_clash", "pairing.colour_third", "pairing.colour_difference"]
    assert said(found) == [("objection", code) for code in too_much * 2]
    assert [each.players for each in found] == [(1, 2), (1,), (1,), (3, 4), (4,), (4,)]
    assert text(found[0]) == "Round 3, board 1: 1 and 2 both must have Black."
    assert text(found[1]) == "Round 3, board 1: player 1 would have White a third time in a row."
    assert text(found[2]) == (
        "Round 3, board 1: the colours of player 1 would be White 3, Black 0; "
        "the difference may not be greater than 2."
    )


def test_topscorers_may_meet_in_the_last_round_and_the_colour_is_only_noted() -> None:
    found = [
        each
        for each in check(whites_and_blacks(3), 3, [(1, 2), (7, 5), (8, 6), (4, 3)], None)
        if each.board == 1
    ]
    assert said(tuple(found)) == [("note", "pairing.colour_third"), ("note", "pairing.colour_difference")]


def test_a_third_colour_in_a_row_given_by_hand_is_objected_to() -> None:
    found = [
        each
        for each in check(whites_and_blacks(5), 3, [(1, 3), (4, 2), (5, 7), (8, 6)], None)
        if each.board == 1
    ]
    assert said(tuple(found)) == [
        ("objection", "pairing.colour_third"),
        ("objection", "pairing.colour_difference"),
        ("objection", "pairing.colour_third"),
        ("objection", "pairing.colour_difference"),
    ]


@pytest.mark.parametrize("round_number", [2, 3])
def test_games_of_the_round_itself_are_not_held_against_it(round_number: int) -> None:
    already = Record(FIRST.event, FIRST.entries, (*FIRST.games, Game(round_number, 1, 4, 1, "*")), FIRST.byes)
    assert check(already, 2, [(4, 1), (2, 5)], None, absent=[3]) == ()
