"""The reasons of a board, held against the articles by hand."""

import pytest

from tournaments.pairing.history import histories
from tournaments.pairing.sentences import STEP_SENTENCES, step_text
from tournaments.pairing.why import colour_rule, explain, facts, score_groups
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record


def event(games: list[Game], byes: list[Bye] | None = None, *, players: int, rounds: int = 7) -> Record:
    entries = tuple(Entry(number, f"Player {number}") for number in range(1, players + 1))
    return Record(EventFacts("Club", system="swiss", rounds=rounds), entries, tuple(games), tuple(byes or ()))


# Six players, two rounds; 3 gets half a point without playing in round 2.
TWO_ROUNDS = event(
    [
        Game(1, 1, 1, 4, "1-0"),
        Game(1, 2, 5, 2, "0-1"),
        Game(1, 3, 3, 6, "1-0"),
        Game(2, 1, 2, 1, "1/2-1/2"),
        Game(2, 2, 6, 5, "1-0"),
    ],
    [Bye(2, 3, "H"), Bye(2, 4, "Z")],
    players=6,
)


def test_score_groups_go_from_the_highest_score_down() -> None:
    assert score_groups(TWO_ROUNDS, 3) == ((1, 2, 3), (6,), (4, 5))
    assert score_groups(TWO_ROUNDS, 3, absent=[6, 2]) == ((1, 3), (4, 5))


def test_facts_give_score_colours_preference_and_floats() -> None:
    three = facts(TWO_ROUNDS, 3)[3]
    assert (three.halves, three.colours, three.difference) == (3, "w", 1)
    assert (three.preference.colour, three.preference.strength) == ("b", "strong")
    assert (three.last_float, three.float_before, three.topscorer) == ("down", "", False)


def rule(record: Record, round_number: int, one: int, other: int, first: str = "w") -> tuple[str, int]:
    forward = colour_rule(histories(record, round_number), facts(record, round_number), one, other, first)
    back = colour_rule(histories(record, round_number), facts(record, round_number), other, one, first)
    assert forward == back
    return forward


def test_two_different_preferences_are_both_granted() -> None:
    # 2 had Black and White, is due Black; 1 had White and Black, is due White.
    assert rule(TWO_ROUNDS, 3, 1, 2) == ("5.2.1", 1)


def test_a_player_due_no_colour_gives_way_to_the_other() -> None:
    record = event([Game(1, 1, 1, 2, "1-0")], [Bye(1, 3, "U"), Bye(1, 4, "Z")], players=4)
    assert rule(record, 2, 1, 3) == ("5.2.1", 3)
    assert rule(record, 2, 2, 3) == ("5.2.1", 2)


def test_the_stronger_preference_is_granted() -> None:
    # 3 (White once) is strongly due Black, 2 (Black, White) only to alternate.
    assert rule(TWO_ROUNDS, 3, 2, 3) == ("5.2.2", 2)


def rows(colours: dict[int, str]) -> Record:
    """Every named player has those colours, in wins, each against somebody else who never matters."""
    games = []
    other = 10
    for number, row in colours.items():
        for place, colour in enumerate(row, start=1):
            other += 1
            white, black = (number, other) if colour == "w" else (other, number)
            games.append(Game(place, number, white, black, "1/2-1/2"))
    return event(games, players=other)


# Colours of 1 and 2, the article and who gets White, worked by hand from C.04.3 art. 5.2.
@pytest.mark.parametrize(
    ("one", "two", "article", "white"),
    [
        ("wbb", "bwb", "5.2.2", 1),  # both due White; 1 absolutely, 2 strongly
        ("wbw", "bww", "5.2.2", 1),  # both due Black; 2 absolutely
        ("bwwb", "wbwb", "5.2.3", 2),  # both mildly White; backwards equal, equal, then 1 White and 2 Black
        ("wbbw", "bwbw", "5.2.3", 1),  # both mildly Black; round 2: 1 Black and 2 White, turned round
        ("bb", "bb", "5.2.4", 1),  # the same row: the higher ranked has his White
        ("ww", "ww", "5.2.4", 2),  # the same row: the higher ranked has his Black
        ("wbww", "wwww", "5.2.2", 1),  # both absolutely Black; the wider difference of 2 goes first
        ("bbb", "bb", "5.2.2", 1),  # both absolutely White; the wider difference of 1 goes first
    ],
)
def test_who_gets_white_follows_from_the_rows_of_colours(
    one: str, two: str, article: str, white: int
) -> None:
    rounds = max(len(one), len(two)) + 1
    assert rule(rows({1: one, 2: two}), rounds, 1, 2) == (article, white)


@pytest.mark.parametrize(
    ("first", "higher_present", "white"), [("w", True, 3), ("b", True, 4), ("w", False, 4), ("b", False, 3)]
)
def test_before_the_first_game_the_parity_of_those_who_have_come_decides(
    first: str, higher_present: bool, white: int
) -> None:
    record = event([], players=6)
    absent = [] if higher_present else [1]
    known = facts(record, 1, absent)
    assert known[3].pairing_number == (3 if higher_present else 2)
    assert colour_rule(histories(record, 1), known, 3, 4, first) == ("5.2.5", white)


def test_a_board_is_explained_in_sentences() -> None:
    (steps,) = explain(TWO_ROUNDS, 3, [(2, 3)], first_colour="w")
    assert [step_text(step) for step in steps] == [
        "Score group 1.5: no. 2 and no. 3.",
        "no. 2 is due Black, to alternate (colours BW).",
        "no. 3 is strongly due Black (colours W, difference 1).",
        "The stronger preference is granted: White for no. 2.",
        "no. 3 floated down in the round before.",
    ]
    assert [step.article for step in steps] == [
        "C.04.3 art. 1.3",
        "C.04.3 art. 1.7.3",
        "C.04.3 art. 1.7.2",
        "C.04.3 art. 5.2.2",
        "C.04.3 art. 1.4",
    ]


def test_colours_against_the_rule_are_said_to_be_so() -> None:
    (steps,) = explain(TWO_ROUNDS, 3, [(3, 2)], first_colour="w")
    assert "By the colour rule no. 2 would have White; here no. 3 has it." in [
        step_text(step) for step in steps
    ]


def test_names_can_stand_for_numbers() -> None:
    (steps,) = explain(TWO_ROUNDS, 3, [(6, 4)], first_colour="w")
    assert step_text(steps[0], {6: "Ana", 4: "Bo"}) == (
        "Points before the round: Ana 1, Bo 0. The one with more floats down."
    )


def test_every_preference_and_float_has_a_sentence() -> None:
    due = {
        f"pairing.due.{strength}.{colour}" for strength in ("absolute", "strong", "mild") for colour in "wb"
    }
    floated = {f"pairing.floated.{direction}.{ago}" for direction in ("up", "down") for ago in (1, 2)}
    rules = {f"pairing.colours.5.2.{number}" for number in range(1, 6)}
    assert due | floated | rules <= set(STEP_SENTENCES)
