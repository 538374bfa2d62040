"""The team Swiss: what it looks back on, our own check, and the engine held against published positions."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.pairing.gacrux_teams import pair_teams_json
from tournaments.pairing.swiss import EngineFault, PairingInputError
from tournaments.pairing.team_history import team_histories
from tournaments.pairing.team_swiss import (
    TEAM_EDITION,
    TeamPairing,
    check_teams,
    team_pairing_from,
    team_request,
)
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import (
    Bye,
    Entry,
    EventFacts,
    Game,
    MatchForfeit,
    Record,
    Team,
    TeamBye,
    TeamRules,
)

# Positions in which the engine and the published expectation differ; `docs/pairing.md` says why.
# C4: upfloaters are counted by bracket here, over the whole round there. ORDER: among upfloaters of one score
# the first in the order of art. 3.5.4 here, another there.
KNOWN = {
    "team_299_blank": "C4",
    "team_gp_primary": "C4",
    "team_pab_gamepoints": "C4",
    "team_c2_forfeit": "ORDER",
    "team_c4_global": "ORDER",
}


def pair(record: Record, round_number: int, **wishes: object) -> TeamPairing:
    request = team_request(record, round_number, **wishes)  # type: ignore[arg-type]
    return team_pairing_from(record, request, pair_teams_json(request.to_json()))


def started(record: Record) -> int:
    """The last round that has been played or forfeited."""
    allocated = [bye.round for bye in record.byes if bye.code not in "HZF"]
    return max([0, rounds_started(record), *allocated, *(each.round for each in record.match_forfeits)])


def wishes(code: str) -> dict[str, object]:
    """What line 192 says: `FIDE_TEAM_TYPEB_MP_GP` is type B, match points first, the other for colours."""
    scores = re.search(r"(MP_GP|GP_MP|MP|GP)\Z", code)
    words = scores[1] if scores else "MP_GP"
    return {
        "primary": words[:2],
        "secondary": "_" in words,
        "preference": "B" if "TYPEB" in code else "A",
    }


def published(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("team_*.trf") if path.with_suffix(".expected").exists())


def test_the_engine_agrees_with_published_positions(
    shared_files: Path, position: Callable[..., Record]
) -> None:
    paths = published(shared_files / "data" / "bbp_sharly")
    assert len(paths) == 31
    differing = set()
    for path in paths:
        record = position(str(path.relative_to(shared_files)))
        result = pair(record, started(record) + 1, **wishes(record.event.type_code.upper()))
        got = [list(match) for match in result.pairs] + ([[result.bye, 0]] if result.bye else [])
        lines = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()[1:]
        if got != [[int(word) for word in line.split()] for line in lines if line.strip()]:
            differing.add(path.stem)
        assert result.edition == TEAM_EDITION
    assert differing == set(KNOWN)


def teams_of_two(teams: int = 4, *, rounds: int = 5, **facts: object) -> Record:
    """So many teams of two players, numbered team by team; nobody has played."""
    entries = tuple(Entry(number, f"P{number}") for number in range(1, 2 * teams + 1))
    made = tuple(Team(number, f"T{number}", (2 * number - 1, 2 * number)) for number in range(1, teams + 1))
    event = EventFacts("Teams", system="team_swiss", rounds=rounds, first_colour="w")
    return Record(event, entries, teams=made, team_rules=TeamRules(colours="WB"), **facts)  # type: ignore[arg-type]


def boards(round_number: int, match: int, home: int, away: int, first: str, second: str) -> tuple[Game, Game]:
    """The two games of a match: home has White on the first board, the guests on the second."""
    board = 2 * match - 1
    return (
        Game(round_number, board, 2 * home - 1, 2 * away - 1, first, match=match),
        Game(round_number, board + 1, 2 * away, 2 * home, second, match=match),
    )


FIRST = (*boards(1, 1, 1, 3, "1-0", "0-1"), *boards(1, 2, 4, 2, "1-0", "1-0"))


def test_a_team_is_what_its_matches_made_it() -> None:
    """Match 1: team 1 wins 2-0. Match 2: a game each, 1-1."""
    past = team_histories(teams_of_two(games=FIRST), 2)
    assert {number: (team.match_halves, team.game_halves) for number, team in past.items()} == {
        1: (4, 4), 2: (2, 2), 3: (0, 0), 4: (2, 2),
    }  # fmt: skip
    assert {number: team.colours for number, team in past.items()} == {1: "w", 2: "b", 3: "b", 4: "w"}
    assert past[1].opponents == {1: 3}
    assert [team.float for team in past.values()] == [0, 0, 0, 0]


def test_a_floater_met_a_team_with_another_score() -> None:
    """Round 2: team 1 (2 match points) meets team 4 (1 point), which floats up and team 1 down."""
    games = (*FIRST, *boards(2, 1, 4, 1, "1/2-1/2", "1/2-1/2"), *boards(2, 2, 2, 3, "1-0", "0-1"))
    past = team_histories(teams_of_two(games=games), 3)
    assert [past[number].float for number in (1, 2, 3, 4)] == [2, 2, 1, 1]


def test_byes_and_forfeits_give_points_but_no_opponent() -> None:
    """The allocated bye is a drawn match (art. 1.4): 1 match point, half of the 2 boards; F a win on both."""
    record = teams_of_two(
        6,
        games=FIRST,
        team_byes=(TeamBye(1, 5, "U"), TeamBye(2, 5, "H")),
        match_forfeits=(MatchForfeit(2, 6, 1, "+/-"),),
    )
    past = team_histories(record, 3)
    assert (past[5].match_halves, past[5].game_halves, past[5].barred) == (4, 4, {1: "bye"})
    assert (past[6].match_halves, past[6].game_halves, past[6].barred) == (4, 4, {2: "forfeit"})
    assert past[6].opponents == {} and past[1].opponents == {1: 3}


def test_agreed_points_of_the_bye_take_the_place_of_a_draw() -> None:
    record = replace(
        teams_of_two(team_byes=(TeamBye(1, 4, "U"),)),
        team_rules=TeamRules(6, 2, 0, bye_match=4, bye_game=3, colours="WB"),
    )
    past = team_histories(record, 2)
    assert (past[4].match_halves, past[4].game_halves) == (4, 3)


def test_a_board_without_an_opponent_leaves_the_match_played() -> None:
    """Team 3 comes with one player: the second board is lost, the colour of the match is that of board 1."""
    games = (Game(1, 1, 1, 5, "0-1", match=1), *FIRST[2:])
    past = team_histories(teams_of_two(games=games, byes=(Bye(1, 2, "+"),)), 2)
    assert (past[1].game_halves, past[3].game_halves) == (2, 2)
    assert (past[1].colours, past[3].colours) == ("w", "b")


def test_the_first_round_pairs_upper_half_against_lower_half_and_gives_the_last_the_bye() -> None:
    result = pair(teams_of_two(5), 1)
    assert (result.pairs, result.bye) == (((1, 3), (4, 2)), 5)


def test_an_absent_team_is_not_paired_and_keeps_its_pairing_number() -> None:
    """Art. 1.1.3: without team 1 the first team of the first match is number 2, an even one, so it has Black."""
    result = pair(teams_of_two(5), 1, absent=[1])
    assert result.pairs == ((4, 2), (3, 5))


def test_a_forbidden_pair_does_not_meet() -> None:
    assert (1, 3) not in pair(teams_of_two(), 1, forbidden=[(1, 3)]).pairs


def test_a_round_is_not_paired_before_the_results_are_in() -> None:
    games = (*FIRST[:3], replace(FIRST[3], code="*"))
    with pytest.raises(PairingInputError, match="Round 1, match 2"):
        team_request(teams_of_two(games=games), 2)


@pytest.mark.parametrize(
    ("pairs", "bye", "absent", "codes"),
    [
        ([(1, 2), (3, 4)], None, (), []),
        ([(1, 3), (2, 4)], None, (), ["teams.rematch", "teams.rematch"]),
        ([(1, 2), (1, 4)], None, (), ["teams.twice", "teams.missing"]),
        ([(1, 1), (2, 3)], None, (), ["teams.self", "teams.missing"]),
        ([(1, 2), (3, 9)], None, (), ["teams.unknown", "teams.missing"]),
        ([(1, 2), (3, 4)], None, (4,), ["teams.absent"]),
        ([(1, 2)], 3, (4,), []),
        ([(1, 2)], 3, (), ["teams.missing", "teams.bye_needless"]),
    ],
)
def test_our_own_check(
    pairs: list[tuple[int, int]], bye: int | None, absent: tuple[int, ...], codes: list[str]
) -> None:
    past = list(team_histories(teams_of_two(games=FIRST), 2).values())
    assert [finding.code for finding in check_teams(past, 2, pairs, bye, absent)] == codes


def test_a_second_bye_is_an_objection() -> None:
    record = teams_of_two(5, games=FIRST, team_byes=(TeamBye(1, 5, "U"),))
    found = check_teams(list(team_histories(record, 2).values()), 2, [(1, 2), (3, 4)], 5)
    assert [(finding.code, finding.article) for finding in found] == [
        ("teams.second_bye", "C.04.6 art. 2.1.2")
    ]


def test_a_pairing_that_breaks_a_rule_is_the_engines_fault() -> None:
    record = teams_of_two(games=FIRST)
    request = team_request(record, 2)
    with pytest.raises(EngineFault, match="have already met, in round 1"):
        team_pairing_from(record, request, {"engine": "x", "pairs": [[1, 3], [2, 4]], "bye": None})


def test_no_legal_pairing_is_said_as_such() -> None:
    games = (*FIRST, *boards(2, 1, 4, 1, "1-0", "0-1"), *boards(2, 2, 2, 3, "1-0", "0-1"))
    answer = pair_teams_json(team_request(teams_of_two(games=games), 3, forbidden=[(1, 2)]).to_json())
    assert answer["error"]["kind"] == "no_legal_pairing"
