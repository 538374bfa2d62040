"""Team events: how matches come together, which score ranks, what a tie of teams goes through."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from tests.tiebreaks.conftest import team_record_from
from tiebreaks.engine.errors import ModifierRefused, TieBreakError, UnknownTieBreak
from tiebreaks.engine.explaining import explain_working
from tiebreaks.engine.matches import TeamsRefused, team_rounds
from tiebreaks.engine.orders import presets
from tiebreaks.engine.ranking import rank
from tiebreaks.engine.registry import resolve_in
from tiebreaks.engine.team_facts import Forfeit, TeamFacts, primary_of, team_facts
from tiebreaks.engine.team_ranking import rank_teams, team_working_of
from tournaments.interchange.trf.facts import interpreted
from tournaments.record.model import Bye, Entry, EventFacts, Game, LineUp, Record, Source, Team
from tournaments.rulebook.shelf import edition

NOW = edition("c07-2026")
UKRAINE = edition("ua-2011")


def event(*rounds: list[str], teams: int, boards: int = 4, system: str = "team_swiss", **more: Any) -> Record:
    """A team event from its rounds; what ends in a letter is a bye."""
    listed = [
        {
            "matches": [item for item in items if not item[-1].isalpha()],
            "byes": [item for item in items if item[-1].isalpha()],
        }
        for items in rounds
    ]
    facts: Mapping[str, Any] = {
        "name": "Invented",
        "system": system,
        "start": date(2026, 4, 1),
        "rounds": len(rounds),
        "boards": boards,
        "teams": teams,
        "round": listed,
    }
    return team_record_from({**facts, **more})


def values(record: Record, code: str, **options: Any) -> dict[int, Fraction | int | None]:
    standings = rank_teams(record, NOW, ["PTS", code], **options)
    return {row.number: row.values[code] for row in sorted(standings.rows, key=lambda row: row.number)}


# -- matches ----------------------------------------------------------------------------------------------


def test_more_points_than_the_opponent_win_under_c07_and_more_than_half_under_the_ukrainian_rules() -> None:
    """Two and a half of four to one half: a board was lost by both, so 2 : 1½ is no half for the one with 1½."""
    record = event(["1 11=0 2"], teams=2)
    both_lost = record.games[2]
    record = replace(record, games=(*record.games[:2], replace(both_lost, code="-/-"), record.games[3]))
    assert {row.number: row.values["PTS"] for row in rank_teams(record, NOW, ["PTS"]).rows} == {1: 2, 2: 0}
    found = rank_teams(record, UKRAINE, ["PTS"], "MP", edition("c07-2009"))
    assert {row.number: row.values["PTS"] for row in found.rows} == {1: 1, 2: 0}


def test_game_points_rank_first_where_they_are_the_primary_score() -> None:
    record = event(["1 1110 2", "3 1111 4"], ["1 ==== 3", "2 11=0 4"], teams=4)
    by_match = rank_teams(record, NOW, ["PTS", "MPVGP"])
    by_game = rank_teams(record, NOW, ["PTS", "MPVGP"], "GP")
    assert by_match.row(2).values == {"PTS": 2, "MPVGP": Fraction(7, 2)}
    assert by_game.row(2).values == {"PTS": Fraction(7, 2), "MPVGP": 2}
    assert [row.number for row in by_game.rows] == [3, 1, 2, 4]


def test_pairing_allocated_bye_brings_the_match_points_of_a_draw_and_a_win_on_each_board() -> None:
    record = event(["1 1111 2", "3 U"], teams=3)
    assert values(record, "MPVGP") == {1: 4, 2: 0, 3: 4}
    assert rank_teams(record, NOW, ["PTS"]).row(3).values["PTS"] == 1
    assert values(record, "BC") == {1: 10, 2: 0, 3: 10}


def test_open_board_leaves_the_match_without_match_points() -> None:
    record = event(["1 1110 2"], teams=2)
    record = replace(record, games=(*record.games[:3], replace(record.games[3], code="*")))
    standings = rank_teams(record, NOW, ["PTS", "MPVGP", "BH"])
    assert standings.row(1).values == {"PTS": 0, "MPVGP": 3, "BH": 0}
    assert [finding.code for finding in standings.findings] == ["standings.matches_open"]


def test_boards_follow_the_order_of_the_team_and_a_player_without_an_opponent_has_a_board() -> None:
    """Team 1: players 1 to 3; team 2: 4 to 6, whose second player did not come: player 2 has a point for it."""
    games = (Game(1, 1, 1, 4, "1/2-1/2"), Game(1, 2, 6, 3, "1-0"))
    record = Record(
        EventFacts("Invented", start=date(2026, 4, 1), system="team_swiss", rounds=1),
        tuple(Entry(n, f"Player {n}") for n in range(1, 7)),
        games,
        (Bye(1, 2, "+"),),
        teams=(Team(1, "A", (1, 2, 3)), Team(2, "B", (4, 5, 6))),
    )
    working = team_working_of(record, NOW)
    assert working.teams.boards == [[(1, 2, 0)], [(1, 0, 2)]]
    assert values(record, "BC") == {1: Fraction(5, 2), 2: Fraction(7, 2)}


@pytest.mark.parametrize(
    ("games", "teams", "message"),
    [
        ((Game(1, 1, 1, 3, "1-0"),), (Team(1, "A", (1, 2)),), "Player 3 is in no team."),
        (
            (Game(1, 1, 1, 2, "1-0"),),
            (Team(1, "A", (1, 2)), Team(2, "B", (3, 4))),
            "Round 1: A does not meet one other team.",
        ),
        (
            (Game(1, 1, 1, 3, "1-0"), Game(1, 2, 2, 4, "1-0")),
            (Team(1, "A", (1, 2)), Team(2, "B", (3,)), Team(3, "C", (4,))),
            "Round 1: A does not meet one other team.",
        ),
        ((), (), "The event has no teams."),
    ],
)
def test_games_that_are_no_matches_of_teams_are_refused(
    games: tuple[Game, ...], teams: tuple[Team, ...], message: str
) -> None:
    record = Record(
        EventFacts("Invented", system="team_swiss", rounds=1),
        tuple(Entry(n, f"Player {n}") for n in range(1, 5)),
        games,
        teams=teams,
    )
    with pytest.raises(TeamsRefused) as refused:
        rank_teams(record, NOW, ["PTS"])
    assert refused.value.message == message
    assert refused.value.hint


# -- what the lines of a file say ---------------------------------------------------------------------------


def told(*lines: str) -> TeamFacts:
    teams = tuple(Team(number, f"Team {number}", ()) for number in range(1, 9))
    event = EventFacts("Invented", system="team_swiss", rounds=3)
    return team_facts(interpreted(Record(event, (), teams=teams, source=Source("trf26", (), lines))))


def test_a_line_up_says_at_which_board_a_player_sat() -> None:
    """The third of team 2 sat at the first board and the first player at the third; board 2 stayed empty."""
    record = Record(
        EventFacts("Invented", system="team_swiss", rounds=1),
        tuple(Entry(n, f"Player {n}") for n in range(1, 7)),
        (Game(1, 1, 1, 6, "1-0", match=1), Game(1, 3, 3, 4, "0-1", match=1)),
        (Bye(1, 2, "+"),),
        teams=(Team(1, "Team 1", (1, 2, 3)), Team(2, "Team 2", (4, 5, 6))),
        line_ups=(LineUp(1, 2, (6, 0, 4), 1),),
    )
    rows, size = team_rounds(record, team_facts(record), 1, fixed=False, by_half=False)
    assert size == 3
    assert [row[0].boards for row in rows] == [(2, 2, 0), (0, 0, 2)]


def test_lines_of_a_file_say_how_matches_count() -> None:
    assert told("362 TW  3.0   TD  1.0   TL  0.0") == TeamFacts(win=6, draw=2, loss=0)
    assert told("320  2.0  3.0   5   7") == TeamFacts(
        bye_match=4, bye_game=6, byes={(1, 5): "U", (2, 7): "U"}
    )
    assert told("240 H   2    5    8").byes == {(2, 5): "H", (2, 8): "H"}
    assert told("330 +-   1   1   2", "330 --   2   3   4").forfeits == (
        Forfeit(1, 1, 2, True, False),
        Forfeit(2, 3, 4, False, False),
    )
    assert told("352 WBWB").boards == 4
    assert told("### a remark", "330 ??   1   1   2", "362") == TeamFacts()


@pytest.mark.parametrize(
    ("code", "primary"),
    [
        ("", "MP"),
        ("FIDE_TEAM", "MP"),
        ("FIDE_TEAM_MP", "MP"),
        ("FIDE_TEAM_TYPEA_MP_GP", "MP"),
        ("FIDE_TEAM_GP_MP", "GP"),
        ("FIDE_TEAM_GP", "GP"),
    ],
)
def test_type_of_the_event_names_its_primary_score(code: str, primary: str) -> None:
    assert primary_of(Record(EventFacts("Invented", type_code=code), ())) == primary


@pytest.mark.parametrize(
    ("file", "match", "game"),
    [
        # line 320: two match points and three game points for the bye of team 5; one board
        ("team_pab_gamepoints.trf", {1: 2, 2: 0, 3: 2, 4: 0, 5: 2}, {1: 1, 2: 0, 3: 1, 4: 0, 5: 3}),
        # line 330: team 1 won a match without playing it
        ("team_330_forfeit.trf", {1: 2, 2: 0, 3: 2, 4: 0}, {1: 1, 2: 0, 3: 1, 4: 0}),
        # three boards; the third of team 1 had no opponent, two others were lost; 5 had the bye of line 320
        ("team_board_forfeit_win.trf", {1: 0, 2: 2, 3: 2, 4: 0, 5: 2}, {1: 1, 2: 2, 3: 2.5, 4: 0.5, 5: 3}),
    ],
)
def test_byes_and_forfeits_of_files_bring_what_their_lines_say(
    file: str, match: dict[int, int], game: dict[int, float], collected: Callable[[str], Record]
) -> None:
    record = collected(f"data/bbp_sharly/{file}")
    for primary, expected in (("MP", match), ("GP", game)):
        standings = rank_teams(record, NOW, ["PTS"], primary, edition("c07-2026"))  # type: ignore[arg-type]
        assert {row.number: row.values["PTS"] for row in standings.rows} == expected


# -- ties ---------------------------------------------------------------------------------------------------


def test_extended_encounter_takes_the_other_score_where_the_first_breaks_nothing() -> None:
    """A circle: 1 beat 2 by 3:1, 2 beat 3 and 3 beat 1 by 2.5:1.5; game points 4.5, 3.5 and 4."""
    record = event(
        ["1 1110 2", "3 Z"], ["2 11=0 3", "1 Z"], ["3 11=0 1", "2 Z"], teams=3, system="team_round_robin"
    )
    standings = rank_teams(record, NOW, ["PTS", "EDE"])
    assert {row.number: row.values["PTS"] for row in standings.rows} == {1: 2, 2: 2, 3: 2}
    assert {row.number: row.values["EDE"] for row in standings.rows} == {1: 1, 3: 2, 2: 3}
    assert {row.place for row in rank_teams(record, NOW, ["PTS", "DE"]).rows} == {1}
    assert {row.number: row.place for row in rank_teams(record, NOW, ["PTS", "DE:GP"]).rows} == {
        1: 1,
        3: 2,
        2: 3,
    }


def test_every_new_subset_starts_again_with_the_first_score() -> None:
    """All have 3 match points. By game points 6.5, 6.5, 5.5, 5.5; then 1 beat 2, and 3 beat 4."""
    record = event(
        ["1 1110 2", "3 1110 4"],
        ["2 111= 3", "4 11=0 1"],
        ["1 ==== 3", "2 ==== 4"],
        teams=4,
        system="team_round_robin",
    )
    standings = rank_teams(record, NOW, ["PTS", "EDE"])
    assert {row.values["PTS"] for row in standings.rows} == {3}
    assert [row.number for row in standings.rows] == [1, 2, 3, 4]
    assert [row.place for row in standings.rows] == [1, 2, 3, 4]
    told = explain_working(team_working_of(record, NOW), "EDE", 2, group=(1, 2, 3, 4))
    assert told.value == 2
    assert [step.key for step in told.steps] == [
        "encounter.group",
        "encounter.by_match_points",
        "encounter.by_game_points",
        "encounter.order",
    ]


@pytest.mark.parametrize(("code", "first"), [("EDEBT", 1), ("EDEBB", 2), ("EDET", 1), ("EDEB", 2)])
def test_two_teams_left_are_decided_by_the_boards_that_the_code_names(code: str, first: int) -> None:
    """1 0 0 1 against 0 1 1 0: board count 5 to 5, the first board to team 1, all but the last to team 2."""
    record = event(["1 1001 2"], teams=2)
    standings = rank_teams(record, NOW, ["PTS", code])
    assert standings.rows[0].number == first
    assert [row.place for row in standings.rows] == [1, 2]
    last = {"T": "encounter.by_top_boards", "B": "encounter.by_boards_without_bottom"}[code[-1]]
    steps = explain_working(team_working_of(record, NOW), code, first, group=(1, 2)).steps
    assert last in [step.key for step in steps]
    assert rank_teams(record, NOW, ["PTS", "EDE"]).rows[1].place == 1


def test_boards_do_not_count_where_more_than_two_are_left() -> None:
    record = event(
        ["1 1001 2", "3 Z"], ["2 1001 3", "1 Z"], ["3 1001 1", "2 Z"], teams=3, system="team_round_robin"
    )
    assert {row.place for row in rank_teams(record, NOW, ["PTS", "EDET"]).rows} == {1}


def test_board_count_is_left_out_where_game_points_differ() -> None:
    record = event(["1 1111 2", "3 111= 4"], teams=4)
    standings = rank_teams(record, NOW, ["PTS", "BC"])
    assert [(row.place, row.number, row.reasons["BC"]) for row in standings.rows] == [
        (1, 1, "boards.game_points_differ"),
        (1, 3, "boards.game_points_differ"),
        (3, 2, "boards.game_points_differ"),
        (3, 4, "boards.game_points_differ"),
    ]
    assert standings.row(3).values["BC"] == 8  # 1 + 2 + 3 + 4 / 2


# -- score and schedule strength --------------------------------------------------------------------------


def test_factor_is_undefined_where_it_is_cut_to_nothing_unless_the_event_gives_one() -> None:
    """One round of two match points over four boards: 2 / 4 is cut to 0. With K2: 4 + 0 / 2 and 0 + 2 / 2."""
    record = event(["1 1111 2"], teams=2)
    assert values(record, "SSSC") == {1: None, 2: None}
    assert values(record, "SSSC/K2") == {1: 4, 2: 1}


def test_schedule_strength_is_refused_in_a_round_robin_as_buchholz_is() -> None:
    record = event(["1 1111 2"], teams=2, system="team_round_robin")
    standings = rank_teams(record, NOW, ["PTS", "SSSC/K2"])
    assert {row.values["SSSC/K2"] for row in standings.rows} == {None}
    assert [finding.code for finding in standings.findings] == ["tie_break.not_in_round_robin"]


# -- what ranks whom --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["BC", "EMMSB", "EDE", "MPVGP", "BH:GP", "SSSC"])
def test_codes_of_teams_are_refused_in_an_event_of_players(
    code: str, make_record: Callable[..., Record]
) -> None:
    with pytest.raises(ModifierRefused) as refused:
        rank(make_record({1: "W2", 2: "L1"}), NOW, ["PTS", code])
    assert refused.value.message == f"{code} belongs to team events."


@pytest.mark.parametrize("code", ["ARO", "TPR", "BPG", "RTNG"])
def test_codes_of_players_are_refused_for_teams(code: str) -> None:
    with pytest.raises(UnknownTieBreak) as refused:
        rank_teams(event(["1 1111 2"], teams=2), NOW, ["PTS", code])
    assert "EMMSB" in refused.value.hint


def test_primary_score_in_the_order_is_skipped_and_said() -> None:
    record = event(["1 1110 2"], teams=2)
    standings = rank_teams(record, UKRAINE, ["PTS", "GP", "MP", "DE"], "GP", edition("c07-2009"))
    assert standings.order == ("PTS", "MP", "DE")
    assert [(finding.code, finding.article) for finding in standings.findings] == [
        ("tie_break.is_the_primary_score", "30.2.2")
    ]


@pytest.mark.parametrize(
    "preset", [item for item in presets() if item.systems[0].startswith("team")], ids=lambda p: p.key
)
def test_every_order_of_teams_that_can_be_chosen_can_be_counted(preset: Any) -> None:
    chosen = UKRAINE if preset.regulation == "ua-tiebreaks" else NOW
    record = event(["1 1110 2", "3 ==== 4"], teams=4)
    working = team_working_of(record, chosen, "MP", edition("c07-2026"))
    for code in preset.codes:
        assert resolve_in(working, code)[0].code == code
    assert rank_teams(record, chosen, preset.codes, "MP", edition("c07-2026")).rows


def test_players_are_no_teams(make_record: Callable[..., Record]) -> None:
    from tiebreaks.engine.ranking import working_of
    from tiebreaks.engine.team_working import team_working

    with pytest.raises(TieBreakError):
        team_working(working_of(make_record({1: "W2", 2: "L1"}), NOW))
