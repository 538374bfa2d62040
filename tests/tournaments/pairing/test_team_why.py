"""Why teams were paired so: preferences and colours by hand from C.04.6, and held against the engine."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournaments.pairing.test_team_swiss import pair, published, started, wishes
from tournaments.pairing.team_why import (
    ColourDue,
    TeamFacts,
    TeamWhy,
    colour_due,
    explain_matches,
    first_team,
    team_colour_rule,
)
from tournaments.record.model import Record

NONE = ColourDue()


@pytest.mark.parametrize(
    ("colours", "type_a", "type_b"),
    [
        # art. 1.7.1 and 1.7.2: colours of the played matches, then what is due in a round that is not the last.
        ("", NONE, NONE),
        ("w", NONE, ColourDue("b", "mild")),
        ("b", NONE, ColourDue("w", "mild")),
        ("wb", NONE, ColourDue("w", "mild")),
        ("bw", NONE, ColourDue("b", "mild")),
        ("ww", ColourDue("b", "strong"), ColourDue("b", "strong")),
        ("wbb", ColourDue("w", "strong"), ColourDue("w", "strong")),
        ("wwbb", ColourDue("w", "strong"), ColourDue("w", "strong")),
        ("bbww", ColourDue("b", "strong"), ColourDue("b", "strong")),
        # One more White, and Black in the last two: 1.7 gives no White for that.
        ("wwwbb", NONE, ColourDue("b", "mild")),
        ("bbbww", NONE, ColourDue("w", "mild")),
    ],
)
def test_what_colour_a_team_is_due(colours: str, type_a: ColourDue, type_b: ColourDue) -> None:
    difference = colours.count("w") - colours.count("b")
    assert colour_due(difference, colours, "A", last_round=False) == type_a
    assert colour_due(difference, colours, "B", last_round=False) == type_b
    assert colour_due(difference, colours, "none", last_round=False) == NONE


def test_in_the_last_round_an_even_team_is_due_nothing_unless_it_had_one_colour_twice() -> None:
    assert colour_due(0, "wb", "B", last_round=True) == NONE
    assert colour_due(0, "bbww", "B", last_round=True) == ColourDue("b", "strong")
    assert colour_due(-1, "bwb", "B", last_round=True) == ColourDue("w", "mild")


def team(number: int, colours: str = "", points: int = 0, games: int = 0, how: str = "B") -> TeamFacts:
    difference = colours.count("w") - colours.count("b")
    due = colour_due(difference, colours, how, last_round=False)  # type: ignore[arg-type]
    return TeamFacts(number, points, games, points, colours, difference, due, "", False)


@pytest.mark.parametrize(
    ("first", "second", "article", "white"),
    [
        # Nobody has played: the first-team with an odd number has the initial colour, which is White here.
        (team(1), team(8), "4.3.1", 1),
        (team(2), team(7), "4.3.1", 7),
        (team(1, "w"), team(2), "4.3.2", 2),
        (team(1, "w"), team(2, "b"), "4.3.3", 2),
        (team(1, "w"), team(2, "ww"), "4.3.4", 1),
        (team(1, "www"), team(2, "ww"), "4.3.5", 2),
        # Both one White more; the last time they differed, from the end, the first had White: now Black.
        (team(1, "bwwbw"), team(2, "wbwbw"), "4.3.6", 2),
        (team(1, "w"), team(2, "w"), "4.3.7", 2),
        (team(1, "b", how="none"), team(2, "b", how="none"), "4.3.8", 1),
        (team(2, how="none"), team(1, "wb", how="none"), "4.3.8", 1),
    ],
)
def test_the_rule_that_gives_the_colours(
    first: TeamFacts, second: TeamFacts, article: str, white: int
) -> None:
    how = TeamWhy(preference="B")
    assert team_colour_rule(first, second, how) == (article, white)
    assert team_colour_rule(second, first, how) == (article, white)


def test_the_other_team_alternates_where_the_first_has_not_played() -> None:
    """Art. 4.3.9: number 1 is the first-team by its number, has played nothing; number 2 had White, Black."""
    how = TeamWhy(preference="none")
    assert team_colour_rule(team(1, how="none"), team(2, "wb", how="none"), how) == ("4.3.9", 2)


def test_who_is_the_first_team() -> None:
    how, alone = TeamWhy(), TeamWhy(secondary=False)
    assert first_team(team(1, points=2), team(2, points=3), how).number == 2
    assert first_team(team(1, points=2, games=5), team(2, points=2, games=6), how).number == 2
    assert first_team(team(1, points=2, games=5), team(2, points=2, games=6), alone).number == 1


def test_the_engine_gives_colours_by_the_same_rules(
    shared_files: Path, position: Callable[..., Record]
) -> None:
    """In every published position each match that the engine makes has at home whom art. 4.3 names."""
    seen = 0
    for path in published(shared_files / "data" / "bbp_sharly"):
        record = position(str(path.relative_to(shared_files)))
        number = started(record) + 1
        asked = wishes(record.event.type_code.upper())
        made = pair(record, number, **asked)
        how = TeamWhy(
            asked["primary"],  # type: ignore[arg-type]
            bool(asked["secondary"]),
            asked["preference"],  # type: ignore[arg-type]
            (record.event.first_colour or "w").lower(),
        )
        for why in explain_matches(record, number, made.pairs, how):
            assert why.as_due, (path.stem, why)
            seen += 1
    assert seen > 31
