"""What the writer cuts, leaves out and keeps private, and that it says so."""

from dataclasses import replace
from datetime import date

import pytest

from tournaments.interchange.trf import export_trf, read_trf, write_trf
from tournaments.interchange.trf.facts import interpreted
from tournaments.record.findings import text
from tournaments.record.model import (
    Bye,
    Entry,
    EventFacts,
    Game,
    Record,
    RecordError,
    Source,
    SourceCell,
    Team,
)

PEOPLE = (
    Entry(1, "Alderon, Nora", "w", "WGM", 2345, "XXA", "999000001", "00120456", "1999-05-17"),
    Entry(2, "Birkov, Emil", "m", "", None, "XXB", "999000002"),
)
EVENT = EventFacts("Small", "Inventedville", "XXA", date(2026, 8, 15), date(2026, 8, 16), "swiss", rounds=3)


def record(*games: Game, byes: tuple[Bye, ...] = (), **changes: object) -> Record:
    return replace(Record(EVENT, PEOPLE, tuple(games), byes), **changes)  # type: ignore[arg-type]


def players(content: str) -> list[str]:
    return [line for line in content.split("\r\n") if line.startswith("001")]


def told(of: Record, format: str = "trf26") -> list[str]:
    return [text(finding) for finding in export_trf(of, format).findings]  # type: ignore[arg-type]


def test_every_field_stands_in_its_columns() -> None:
    lines = players(write_trf(record(Game(1, 1, 2, 1, "0-1"))))
    assert lines == [
        "001    1 wWGM Alderon, Nora                     2345 XXA   999000001 1999/05/17  1.0          2 b 1",
        "001    2 m    Birkov, Emil                           XXB   999000002             0.0          1 w 0",
    ]


def test_every_line_ends_with_carriage_return_and_line_feed() -> None:
    content = write_trf(record())
    assert content.endswith("\r\n")
    assert "\n" not in content.replace("\r\n", "")


def test_a_public_file_holds_birth_years_and_nothing_kept_about_persons() -> None:
    kept = ("### called Nora at home", "XXA    1   WGM Alderon, Nora     2300", "260   1   3    1    2")
    private = interpreted(record(source=Source("trf26", (), kept)))
    public = write_trf(private, public=True)
    assert "1999/00/00" in players(public)[0]
    assert "1999/05/17" not in public
    assert [line for line in public.split("\r\n") if line in kept] == [kept[2]]
    assert all(line in write_trf(private) for line in kept)


def test_national_numbers_have_no_place_and_that_is_told() -> None:
    assert "00120456" not in write_trf(record())
    assert told(record()) == ["TRF26 has no place for: national_id."]


def test_ranks_are_written_where_the_caller_knows_them() -> None:
    lines = players(write_trf(record(), ranks={1: 1, 2: 1}))
    assert [line[85:89] for line in lines] == ["   1", "   1"]


def test_notes_about_manual_pairings_become_comments_of_trf26_only() -> None:
    notes = ("Round 2 was paired by hand\nby the arbiter",)
    assert "### Round 2 was paired by hand by the arbiter\r\n" in write_trf(record(), comments=notes)
    assert "###" not in write_trf(record(), "trf16", comments=notes)


@pytest.mark.parametrize(
    ("code", "cells", "sentence"),
    [
        (
            "1-0a",
            ("   2 w 1", "   1 b 0"),
            "TRF26 has no code for 1-0a; written as the nearest result (games: 1).",
        ),
        (
            "*j",
            ("   2 w  ", "   1 b  "),
            "TRF26 has no code for *j; written as the nearest result (games: 1).",
        ),
        (
            "=/=",
            ("0000 - H", "0000 - H"),
            "TRF26 has no code for a half point awarded to both; written as half-point byes (games: 1).",
        ),
    ],
)
def test_results_that_the_format_cannot_say_are_written_as_the_nearest_and_told(
    code: str, cells: tuple[str, str], sentence: str
) -> None:
    of = record(Game(1, 1, 1, 2, code), entries=tuple(replace(entry, national_id="") for entry in PEOPLE))
    assert tuple(line[91:] for line in players(write_trf(of))) == cells
    assert told(of) == [sentence]


def test_a_bye_ahead_is_a_line_240_in_trf26_and_a_cell_in_trf16() -> None:
    ahead = record(Game(1, 1, 1, 2, "1-0"), byes=(Bye(3, 2, "H"),))
    assert "240 H   3    2\r\n" in write_trf(ahead)
    line = players(write_trf(ahead, "trf16"))[1]
    assert (line[91:99], line[101:109].strip(), line[111:119]) == ("   1 b 0", "", "0000 - H")


def test_a_bye_ahead_of_a_teams_player_is_a_cell_because_line_240_names_teams() -> None:
    teams = (Team(1, "Rooks", (1,)), Team(2, "Kings", (2,)))
    event = replace(EVENT, system="team_swiss")
    ahead = record(Game(1, 1, 1, 2, "1-0"), byes=(Bye(3, 2, "Z"),), event=event, teams=teams)
    content = write_trf(ahead)
    assert "\n240" not in content
    line = players(content)[1]
    assert (line[91:99], line[101:109].strip(), line[111:119]) == ("   1 b 0", "", "0000 - Z")
    again = read_trf(content.encode()).record
    assert (again.byes, again.team_byes, again.games) == (ahead.byes, (), ahead.games)
    assert write_trf(again) == content


def test_a_cell_that_was_changed_after_reading_is_spelled_anew_and_told() -> None:
    cells = (SourceCell(1, 1, "  02", "W", "1"), SourceCell(2, 1, "   1", "b", "0"))
    unchanged = record(Game(1, 1, 1, 2, "1-0"), source=Source("trf26", cells))
    assert [line[91:] for line in players(write_trf(unchanged))] == ["  02 W 1", "   1 b 0"]
    changed = replace(unchanged, games=(Game(1, 1, 1, 2, "1/2-1/2"),))
    assert [line[91:] for line in players(write_trf(changed))] == ["   2 w =", "   1 b ="]
    assert "2 cells of the source were changed since and are spelled anew." in told(changed)


def test_what_trf16_has_no_line_for_is_told() -> None:
    event = replace(EVENT, type_code="FIDE_DUTCH", tie_breaks=("BH",), organiser="A club", first_colour="w")
    assert told(record(event=event), "trf16") == [
        "TRF16 has no place for: type_code, tie_breaks, first_colour.",
        "TRF16 cannot say how many rounds are planned (3).",
        "TRF16 has no place for: organiser, national_id.",
    ]


def test_an_id_that_is_too_long_is_left_out_and_told_instead_of_cut() -> None:
    of = record(entries=(replace(PEOPLE[0], fide_id="123456789012"), PEOPLE[1]))
    assert players(write_trf(of))[0][57:68] == " " * 11
    assert "FIDE number, rating, points or rank too long for its columns, left out (players 1)." in told(of)


def test_a_line_break_in_a_name_does_not_break_the_line() -> None:
    of = record(entries=(replace(PEOPLE[0], name="Alderon,\nNora"), PEOPLE[1]))
    assert players(write_trf(of))[0][14:27] == "Alderon, Nora"


def test_a_name_of_200_characters_leaves_the_columns_in_place() -> None:
    of = record(entries=(replace(PEOPLE[0], name="Ž" * 200), PEOPLE[1]))
    written = write_trf(of)
    assert players(written)[0][14:52] == "Ž" * 33 + " 2345"
    assert read_trf(written.encode()).record.entries[0].name == "Ž" * 33


def test_a_start_number_beyond_four_columns_is_refused() -> None:
    with pytest.raises(RecordError, match="10000"):
        write_trf(Record(EVENT, (Entry(10000, "Far"),)))


def test_lines_of_the_other_format_are_told_when_they_are_left() -> None:
    kept = ("XXR 9", "260   1   3    1    2", "### remark")
    of = record(source=Source("trf26", (), kept))
    assert "2 lines of the source are not part of TRF16: 260, XXR." in told(of, "trf16")
