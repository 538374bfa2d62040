"""Lines 801 and 802: they agree with the games of a real file, are written in their columns, and told where wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.interchange.trf.informative import short_lines, team_rounds
from tournaments.record.findings import text
from tournaments.record.model import Entry, EventFacts, Game, Record, Team, TeamBye, TeamRules


@pytest.fixture(scope="module")
def cup() -> str:
    path = Path(__file__).resolve().parents[4] / "shared" / "data" / "echecs" / "grandmommyscup.trf"
    if not path.is_file():
        pytest.skip("the shared sample files are not beside the repository")
    return path.read_text(encoding="utf-8")


OWN_SLIPS = [(7, (558,), 120), (7, (562,), 120)]


def told(content: str) -> list[tuple[int | None, tuple[int, ...], int | None]]:
    findings = read_trf(content.encode()).findings
    return [(each.round, each.lines, each.column) for each in findings if each.code == "line.informative"]


def test_the_lines_of_fifty_teams_are_held_against_fourteen_rounds_of_games(cup: str) -> None:
    assert len(team_rounds(read_trf(cup.encode()).record)) == 50 * 14
    # In round 7 the file contradicts itself twice: by 801 team 11 has 10=0 and team 15 ====, by 802 and the games
    # 2½ and a match won without play. The other 1398 places agree.
    assert told(cup) == OWN_SLIPS


def test_what_we_write_for_that_file_is_what_it_says_of_itself(cup: str) -> None:
    written = short_lines(read_trf(cup.encode()).record)
    stated = [line for line in cup.splitlines() if line.startswith("802")]
    # Its nicknames are not those of its lines 310, and it writes match points without decimals.
    assert [line[:7] + line[20:].rstrip() for line in written] == [
        line[:7] + line[20:].rstrip() for line in stated
    ]
    assert [int(line[14:20].split(".")[0]) for line in written] == [int(line[14:20]) for line in stated]


def test_a_wrong_score_is_told_with_its_column(cup: str) -> None:
    lines = cup.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("802   1"))
    assert lines[place][28:39] == " 14 b  2.0 "
    lines[place] = lines[place][:28] + " 14 b  3.0 " + lines[place][39:]
    content = "\n".join(lines)
    assert told(content) == [*OWN_SLIPS, (1, (place + 1,), 29)]
    finding = next(each for each in read_trf(content.encode()).findings if each.code == "line.informative")
    assert text(finding).endswith("than the games, which count.")


def test_lines_are_kept_while_nothing_changes_and_written_anew_after_a_correction(cup: str) -> None:
    record = read_trf(cup.encode()).record
    kept = [line.rstrip() for line in cup.splitlines() if line.startswith(("801", "802"))]
    assert [line for line in write_trf(record).split("\r\n") if line.startswith(("801", "802"))] == kept
    first = next(game for game in record.games if game.round == 1)
    other = "0-1" if first.code == "1-0" else "1-0"
    games = tuple(replace(game, code=other) if game is first else game for game in record.games)
    again = write_trf(replace(record, games=games)).split("\r\n")
    assert not any(line.startswith("801") for line in again)
    assert len([line for line in again if line.startswith("802")]) == 50


SMALL = Record(
    EventFacts("Cup", system="team_round_robin", rounds=2),
    tuple(Entry(number, f"P{number}") for number in range(1, 7)),
    (
        Game(1, 1, 1, 3, "1-0"), Game(1, 2, 4, 2, "1/2-1/2"),
        Game(2, 1, 5, 1, "0-1"), Game(2, 2, 2, 6, "0-1"),
    ),
    teams=(Team(1, "Rooks", (1, 2), nickname="ROO"), Team(2, "Knights", (3, 4)), Team(3, "Queens", (5, 6))),
    team_byes=(TeamBye(1, 3, "U"), TeamBye(2, 2, "H")),
    team_rules=TeamRules(bye_match=2, bye_game=2),
)  # fmt: skip


def test_matches_byes_and_sums_stand_in_their_columns() -> None:
    # Rooks 1½:½ against Knights, then 1:1 at Queens; the bye brings Queens 1 match point and 1 board point,
    # the half-point bye gives Knights a drawn match.
    assert short_lines(SMALL) == [
        "802   1 ROO      3.0    2.5   2 w  1.5     3 b  1.0",
        "802   2          1.0    1.5   1 b  0.5   HPB    1.0",
        "802   3          2.0    2.0 PAB    1.0     1 w  1.0",
    ]
    written = write_trf(SMALL)
    assert [line for line in written.split("\r\n") if line.startswith("802")] == short_lines(SMALL)
    assert "802" not in {line[:3] for line in write_trf(SMALL, "trf16").split("\r\n")}
    assert "802" not in {line[:3] for line in write_trf(replace(SMALL, teams=(), team_byes=())).split("\r\n")}
