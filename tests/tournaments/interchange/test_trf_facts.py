"""Acceleration, prohibitions, special points and the affairs of teams: read, written, told."""

from dataclasses import replace

import pytest

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.interchange.trf.facts import interpreted, read_facts
from tournaments.record.findings import Finding, text
from tournaments.record.model import (
    Acceleration,
    Bye,
    Entry,
    EventFacts,
    ForbiddenPairs,
    Game,
    LineUp,
    MatchForfeit,
    Record,
    SpecialPoints,
    TeamBye,
    TeamRules,
)
from tournaments.record.plausibility import findings

HEAD = "012 Small\n042 2026/08/15\n052 2026/08/16\n092 Individual: Swiss-System\n"
PLAYERS = "\n".join(f"001 {number:4}      Player{number}" for number in range(1, 5)) + "\n"
TEAMS = "\n".join(
    f"310 {number:3} {'Team' + str(number):32} {'':5} {'':6} {'':6} {'':6} {'':3}  {2 * number - 1:4} {2 * number:4}"
    for number in (1, 2)
)
# The examples of the published format, with the rulers of their columns above.
EXAMPLES = """\
### MMMM GGGG RRF RRL PPPF PPPL
250 00.0 02.0 001 003 0001 0090
250 00.0 01.0 004 006 0001 0090
### RR1 RRL PPP1 PPP2 PPP3 PPP4 PPP5 ....
260 001 002  125  180  184  216
### T RRR  111  222
240 H 003  026  047
### TT RRR WWW BBB
330 +- 004 023 047
330 -+ 008 027 005
"""


def numbered(content: str) -> list[tuple[int, str]]:
    return list(enumerate(content.splitlines(), 1))


def test_the_examples_of_the_published_format_say_what_it_says() -> None:
    facts = read_facts(numbered(EXAMPLES), teams=True)
    assert facts.accelerations == (Acceleration(1, 3, 1, 90, 4, 0), Acceleration(4, 6, 1, 90, 2, 0))
    assert facts.forbidden == (ForbiddenPairs((125, 180, 184, 216), 1, 2),)
    assert facts.team_byes == (TeamBye(3, 26, "H"), TeamBye(3, 47, "H"))
    assert facts.match_forfeits == (MatchForfeit(4, 23, 47, "+/-"), MatchForfeit(8, 27, 5, "-/+"))


def test_byes_of_players_are_no_byes_of_teams() -> None:
    assert read_facts(numbered(EXAMPLES), teams=False).team_byes == ()


def individual(*lines: str) -> Record:
    return read_trf((HEAD + PLAYERS + "\n".join(lines)).encode()).record


def test_acceleration_of_javafo_is_gathered_into_ranges_and_written_in_columns() -> None:
    lines = ("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5", "XXA    4  0.0  1.0")
    record = individual(*lines)
    # Players 1 and 2 have a point in rounds 1 and 2 and a half in round 3; player 4 a point in round 2.
    assert record.accelerations == (
        Acceleration(1, 2, 1, 2, 2),
        Acceleration(2, 2, 4, 4, 2),
        Acceleration(3, 3, 1, 2, 1),
    )
    assert [line for line in write_trf(record, "trf16").split("\r\n") if line.startswith("XXA")] == list(
        lines
    )
    written = write_trf(record, "trf26")
    assert [line for line in written.split("\r\n") if line[:3] in ("250", "XXA")] == [
        "250       1.0   1   2    1    2",
        "250       1.0   2   2    4    4",
        "250       0.5   3   3    1    2",
    ]
    assert read_trf(written.encode()).record.accelerations == record.accelerations


def test_prohibitions_of_javafo_hold_for_all_rounds() -> None:
    record = individual("142 5", "XXP 1 4")
    assert record.forbidden == (ForbiddenPairs((1, 4), 1, None),)
    changed = replace(record, forbidden=(ForbiddenPairs((1, 4), 1, None), ForbiddenPairs((2, 3), 2, 4)))
    written = write_trf(changed)
    assert [line for line in written.split("\r\n") if line[:3] in ("260", "XXP")] == [
        "260   1   5    1    4",
        "260   2   4    2    3",
    ]


def test_players_who_miss_the_next_round_for_javafo_have_a_bye_in_it() -> None:
    record = individual("XXR 3", "XXZ 2 3")
    assert record.byes == (Bye(1, 2, "Z"), Bye(1, 3, "Z"))
    again = write_trf(record, "trf16")
    assert "XXZ 2 3\r\n" in again
    assert "0000" not in again
    assert "240 Z   1    2    3\r\n" in write_trf(record, "trf26")
    assert read_trf(again.encode()).record == record


def test_a_line_that_cannot_be_read_is_told_with_its_column_and_kept() -> None:
    reading = read_trf((HEAD + PLAYERS + "260   1   2    1   xx\n250       1.0   2   1    1    2\n").encode())
    told = [finding for finding in reading.findings if finding.code == "line.unreadable"]
    assert [(finding.lines, finding.column, finding.inputs["text"]) for finding in told] == [
        ((9,), 18, "xx"),
        ((10,), 19, "1"),
    ]
    assert reading.record.forbidden == ()
    assert reading.record.accelerations == ()
    assert "260   1   2    1   xx\r\n" in write_trf(reading.record)
    assert all(text(finding).endswith(".") for finding in told)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("260   1   2    1    9", 18),
        ("299 Q        1.0", 5),
        ("299", 8),
        ("330 ??   1   1   2", 5),
        ("330 +-   1   1   9", 16),
        ("352 WBX", 5),
        ("362 TQ 2.0", 5),
        ("320  x.0  2.0", 5),
        ("300   1   9   2    1    2", 9),
    ],
)
def test_unknown_numbers_and_letters_are_found_where_they_stand(line: str, column: int) -> None:
    found: list[Finding] = []
    read_facts([(7, line)], teams=True, known=(1, 2), findings=found)
    assert [(finding.lines, finding.column) for finding in found] == [((7,), column)]


TEAM_LINES = (
    "240 H   2    2",
    "299 -   1.0          1    2",
    "300   1   1   2    2 0000",
    "320  1.0  2.0 000 000 001",
    "330 -+   2   1   2",
    "352 WB",
    "362 TW 3.0   TD 1.0   TL 0.0",
)


def team_record(*lines: str) -> Record:
    content = HEAD.replace("Individual: Swiss", "Team: Swiss") + PLAYERS + TEAMS + "\n" + "\n".join(lines)
    return read_trf(content.encode()).record


def test_the_affairs_of_teams_are_read() -> None:
    record = team_record(*TEAM_LINES)
    assert record.team_byes == (TeamBye(2, 2, "H"), TeamBye(3, 1, "U"))
    assert record.special_points == (SpecialPoints("-", None, 2, 1, (2,)),)
    assert record.line_ups == (LineUp(1, 1, (2, 0), 2),)
    assert record.match_forfeits == (MatchForfeit(2, 1, 2, "-/+"),)
    assert record.team_rules == TeamRules(6, 2, 0, 2, 4, "WB")


def test_the_affairs_of_teams_are_written_in_their_columns() -> None:
    record = replace(team_record(*TEAM_LINES), source=None)
    written = [
        line for line in write_trf(record).split("\r\n") if line[:3] in {each[:3] for each in TEAM_LINES}
    ]
    assert sorted(written) == sorted(TEAM_LINES)
    assert write_trf(record, "trf16").count("\r\n330") == 0


def test_a_kept_line_stays_as_it_was_while_the_record_says_the_same() -> None:
    spelled = "362 TW 3     TD 1     TL 0"
    record = team_record(spelled)
    assert f"{spelled}\r\n" in write_trf(record)
    changed = write_trf(replace(record, team_rules=TeamRules(4, 2, 0)))
    assert spelled not in changed
    assert "362 TW 2.0   TD 1.0   TL 0.0\r\n" in changed


def test_what_trf16_cannot_say_is_told() -> None:
    from tournaments.interchange.trf import export_trf

    record = Record(
        EventFacts("Small", system="swiss"),
        (Entry(1, "A"), Entry(2, "B")),
        forbidden=(ForbiddenPairs((1, 2)),),
    )
    told = [finding for finding in export_trf(record, "trf16").findings if finding.code == "write.facts_left"]
    assert [finding.inputs["facts"] for finding in told] == ["forbidden"]


def test_stored_lines_are_interpreted_for_a_record_put_together_again() -> None:
    record = team_record(*TEAM_LINES)
    bare = replace(
        record, team_byes=(), special_points=(), line_ups=(), match_forfeits=(), team_rules=None
    )  # as rows of a database give it
    assert interpreted(bare) == record


def one_win(*special: SpecialPoints, stated: int) -> list[str]:
    record = Record(
        EventFacts("Small", system="swiss", rounds=1),
        (Entry(1, "A", stated_points=stated), Entry(2, "B"), Entry(3, "C")),
        (Game(1, 1, 1, 2, "1-0"),),
        (Bye(1, 3, "U"),),
        special_points=special,
    )
    return [finding.code for finding in findings(record) if finding.code == "points.differ"]


def test_special_points_belong_to_the_points_that_a_file_states() -> None:
    # A win is 1 point; half a point of penalty leaves ½; a win that brings 3 points makes 3.
    assert one_win(stated=2) == []
    assert one_win(SpecialPoints("", -1, None, 1, (1,)), stated=1) == []
    assert one_win(SpecialPoints("", -1, None, 1, (2,)), stated=1) == ["points.differ"]
    assert one_win(SpecialPoints("W", 6), stated=6) == []
    assert one_win(SpecialPoints("+", 6), stated=6) == ["points.differ"]
    assert one_win(SpecialPoints("W", 6, None, 2), stated=6) == ["points.differ"]
