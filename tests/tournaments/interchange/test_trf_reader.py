"""What the reader makes of real spellings, and of everything that it reads rather than refuses."""

import csv
from pathlib import Path

import pytest

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.interchange.trf.codes import TYPE_CODES, system_of_text
from tournaments.record.findings import text
from tournaments.record.model import Bye, Entry, Game, ScoreSystem, SourceCell, Team

HEAD = "012 Small\n032 XXA\n042 2026/08/15\n052 2026/08/16\n092 Individual: Swiss-System\n"
RATED = "001 {:4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10} {:>4} {:>4}  {}"


def line(number: int, rounds: str = "", **fields: object) -> str:
    values = {
        "sex": "m", "title": "", "name": "Alderon, Nora", "rating": "2100", "federation": "XXA", "id": "",
        "birth": "", "points": "", "rank": "",
    } | fields  # fmt: skip
    order = ("sex", "title", "name", "rating", "federation", "id", "birth", "points", "rank")
    return RATED.format(number, *(values[name] for name in order), rounds)


def file_of(*lines: str, head: str = HEAD) -> bytes:
    return (head + "\n".join(lines) + "\n").encode()


def one(**fields: object) -> Entry:
    return read_trf(file_of(line(1, **fields))).record.entries[0]


def codes(data: bytes) -> list[str]:
    return [finding.code for finding in read_trf(data).findings]


@pytest.mark.parametrize(
    ("spelled", "sex"), [("m", "m"), ("M", "m"), ("w", "w"), ("f", "w"), ("F", "w"), (" ", "")]
)
def test_sex_is_read_in_any_case(spelled: str, sex: str) -> None:
    assert one(sex=spelled).sex == sex


@pytest.mark.parametrize(
    ("spelled", "title"), [("g", "GM"), ("GM ", "GM"), ("wf", "WFM"), ("m", "IM"), ("WIM", "WIM"), ("", "")]
)
def test_titles_are_read_in_any_case_and_place(spelled: str, title: str) -> None:
    assert one(title=spelled).title == title


@pytest.mark.parametrize(
    ("spelled", "rating"), [("0", None), ("0000", None), ("", None), ("987", 987), ("2100", 2100)]
)
def test_a_rating_of_noughts_is_unknown_and_not_nought(spelled: str, rating: int | None) -> None:
    assert one(rating=spelled).rating == rating


def test_an_id_is_a_text_of_any_length_and_nought_is_none() -> None:
    assert one(id="00012345678").fide_id == "00012345678"
    assert one(id="7").fide_id == "7"
    assert one(id="0").fide_id == ""


def test_a_federation_of_other_than_three_letters_is_told_once_for_all_players() -> None:
    data = file_of(line(1, federation="C.C"), line(2, federation="C.C"), line(3, federation="???"))
    reading = read_trf(data)
    assert [entry.federation for entry in reading.record.entries] == ["", "", ""]
    told = [(finding.inputs["text"], finding.players, finding.lines) for finding in reading.findings
            if finding.code == "federation.unreadable"]  # fmt: skip
    assert told == [("C.C", (1, 2), (6, 7)), ("???", (3,), (8,))]


def test_a_birth_date_of_two_digits_is_told_and_not_stored() -> None:
    reading = read_trf(file_of(line(1, birth="17/05/99")))
    assert reading.record.entries[0].birth == ""
    assert "birth.unreadable" in {finding.code for finding in reading.findings}


@pytest.mark.parametrize("nobody", ["0000 - ", "   0 - ", "       "])
def test_nobody_is_spelled_with_noughts_or_blanks_and_comes_back_as_spelled(nobody: str) -> None:
    data = file_of(line(1, f"{nobody}H"))
    record = read_trf(data).record
    assert record.byes == (Bye(1, 1, "H"),)
    assert record.source is not None
    assert record.source.cells == (SourceCell(1, 1, nobody[:4], nobody[5], "H"),)
    assert f"{nobody}H\r\n" in write_trf(record, "trf16")


def test_letters_are_read_in_any_case_and_come_back_as_spelled() -> None:
    data = file_of(line(1, "   2 W w"), line(2, "   1 B l"))
    record = read_trf(data).record
    assert [game.code for game in record.games] == ["1-0u"]
    assert "   2 W w\r\n" in write_trf(record, "trf16")


def test_a_draw_without_opponent_is_read_as_half_point_bye_and_told() -> None:
    reading = read_trf(file_of(line(1, "0000 - ="), line(2, "0000 - +")))
    assert reading.record.byes == (Bye(1, 1, "H"), Bye(1, 2, "+"))
    told = [text(finding) for finding in reading.findings if finding.code == "bye.read_as"]
    assert told == ["= without an opponent was read as H (1 times, players 1)."]


def test_a_forfeit_of_both_without_colours_is_a_game_without_colours() -> None:
    (game,) = read_trf(file_of(line(1, "   2 - -"), line(2, "   1 - -"))).record.games
    assert game == Game(1, 1, 1, 2, "-/-", colours_known=False)


def test_a_half_point_bye_with_an_opponent_on_both_sides_is_awarded_halves() -> None:
    data = file_of(line(1, "   2 w H"), line(2, "   1 b H"))
    record = read_trf(data).record
    assert [game.code for game in record.games] == ["=/="]
    assert read_trf(write_trf(record, "trf16").encode()).record == record


def test_points_that_do_not_add_up_are_an_objection_and_kept() -> None:
    reading = read_trf(file_of(line(1, "   2 w 1", points="2.0"), line(2, "   1 b 0", points="0.0")))
    objections = [finding for finding in reading.findings if finding.code == "points.differ"]
    assert [(finding.severity, finding.players, finding.lines) for finding in objections] == [
        ("objection", (1,), (6,))
    ]
    assert text(objections[0]) == "Player 1: the stated points 2 are not the sum of the results, 1."
    assert reading.record.entries[0].stated_points == 4
    assert read_trf(write_trf(reading.record, "trf16").encode()).record == reading.record


def test_points_that_fit_another_score_system_are_told_and_nothing_is_changed() -> None:
    players = (line(1, "   2 w 1", points="3.0"), line(2, "   1 b 0", points="0.0"))
    reading = read_trf(file_of(*players))
    assert [
        finding.inputs["system"] for finding in reading.findings if finding.code == "scores.look_like"
    ] == ["3-1-0"]
    assert reading.record.event.score_system == ScoreSystem()


@pytest.mark.parametrize(
    ("lines", "system"),
    [
        (["162  W 3.0    D 1.0    L 0.0"], ScoreSystem(6, 2, 0, 6)),
        (["162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5    X 0.5"], ScoreSystem(2, 1, 0, 1)),
        (["162  P 0.0"], ScoreSystem(2, 1, 0, 0)),
        (["XXS W=3 D=1 L=0 PAB=3 HPB=1 FPB=3 FW=3 FL=0 ZPB=0"], ScoreSystem(6, 2, 0, 6)),
        (["BBW  3.0", "BBD  1.0", "BBU  3.0"], ScoreSystem(6, 2, 0, 6)),
    ],
)
def test_points_per_result_are_read_from_every_dialect(lines: list[str], system: ScoreSystem) -> None:
    reading = read_trf(file_of(line(1), *lines))
    assert reading.record.event.score_system == system
    assert "scores.partly" not in {finding.code for finding in reading.findings}
    assert read_trf(write_trf(reading.record, reading.format).encode()).record == reading.record


def test_points_that_the_record_cannot_keep_are_told_and_the_line_comes_back() -> None:
    reading = read_trf(file_of(line(1), "162  W 1.0    A 0.5"))
    assert "scores.partly" in {finding.code for finding in reading.findings}
    assert "162  W 1.0    A 0.5\r\n" in write_trf(reading.record)


def test_a_count_of_players_may_have_a_second_number_in_brackets() -> None:
    assert "players.count" not in codes(file_of(line(1), "062 1 (1)"))
    told = [
        finding
        for finding in read_trf(file_of(line(1), "062 129 (88)")).findings
        if finding.code == "players.count"
    ]
    assert [text(finding) for finding in told] == ["The file states 129 players and lists 1."]


def test_rounds_announced_come_from_142_then_extensions_then_the_longest_line() -> None:
    def rounds(*lines: str) -> int:
        return read_trf(file_of(line(1, "0000 - H"), *lines)).record.event.rounds

    assert rounds() == 1
    assert rounds("XXR 7") == 7
    assert rounds("142 5", "XXR 7") == 5
    assert rounds(f"{'132':91}26/08/15  26/08/15  26/08/16") == 3


def test_round_dates_outside_the_format_are_told_and_the_line_comes_back() -> None:
    dates = f"{'132':91}11.25.02  11.26.02"
    reading = read_trf(file_of(line(1), dates))
    assert reading.record.rounds == ()
    told = [finding.inputs["text"] for finding in reading.findings if finding.code == "round.date_unreadable"]
    assert told == ["11.25.02, 11.26.02"]
    assert f"{dates}\r\n" in write_trf(reading.record, "trf16")


def test_latin_letters_are_guessed_and_told_with_their_lines() -> None:
    data = file_of(line(1, name="Ó Briain")).decode().encode("latin-1")
    reading = read_trf(data)
    assert (reading.encoding, reading.record.entries[0].name) == ("latin-1", "Ó Briain")
    guessed = [finding for finding in reading.findings if finding.code == "encoding.guessed"]
    assert [finding.lines for finding in guessed] == [(6,)]


def test_lines_without_a_place_in_the_record_come_back_word_for_word() -> None:
    lines = (
        "### a remark",
        "250       2.0   1   1    1    1",
        "260   1   3    1    2",
        "XXA    1  1.0  1.0",
        "XXA    1                                        2650",
    )
    reading = read_trf(file_of(line(1), line(2), *lines))
    assert reading.format == "trf26"
    assert reading.record.source is not None
    assert reading.record.source.lines == lines
    written = write_trf(reading.record)
    assert [text for text in written.split("\r\n") if text in lines] == list(lines)


def test_acceleration_of_a_pairing_program_does_not_make_a_file_trf26() -> None:
    assert read_trf(file_of(line(1), "XXA    1  1.0  1.0")).format == "trf16"
    assert (
        read_trf(file_of(line(1), "CRO    1                                        2650")).format == "trf26"
    )


def test_ruler_lines_are_passed_over() -> None:
    rulers = ("DDD SSSS sTTT NNNN", "1234567890123456789", "01234567890123456789", "         1         2")
    reading = read_trf(file_of(*rulers, line(1)))
    assert reading.record.source is not None
    assert reading.record.source.lines == ()


def test_teams_are_read_from_both_kinds_of_lines() -> None:
    old = read_trf(file_of(line(1), line(2), f"013 {'Ήρα':32}   1    2")).record
    assert old.teams == (Team(1, "Ήρα", (1, 2)),)
    new_line = f"310   7 {'Hera':32} {'HER':5} {2100:6} {'4.0':>6} {'7.5':>6} {1:3}     1    2"
    new = read_trf(file_of(line(1), line(2), new_line)).record
    assert new.teams == (Team(7, "Hera", (1, 2), "", "HER", "2100", 8, 15, 1),)
    assert read_trf(write_trf(new).encode()).record == new


def test_boards_of_a_swiss_are_numbered_by_score() -> None:
    players = (
        line(1, "   4 w 0     2 w 1"),
        line(2, "   3 w 0     1 b 0"),
        line(3, "   2 b 1     4 w ="),
        line(4, "   1 b 1     3 b ="),
    )
    games = read_trf(file_of(*players)).record.games
    assert [(game.round, game.board, game.white, game.black) for game in games] == [
        (1, 1, 1, 4),
        (1, 2, 2, 3),
        (2, 1, 3, 4),
        (2, 2, 1, 2),
    ]


def test_the_coded_type_decides_and_words_are_only_a_reading() -> None:
    coded = read_trf(file_of(line(1), "192 FIDE_DOUBLEROUNDROBIN")).record.event
    assert (coded.system, coded.cycles, coded.type_code) == ("round_robin", 2, "FIDE_DOUBLEROUNDROBIN")
    assert "system.read_from_text" in codes(file_of(line(1)))
    assert read_trf(file_of(line(1), head="012 Small\n")).record.event.system == "unknown"


def test_a_draft_spelling_of_a_coded_type_is_read_as_its_relative_and_told() -> None:
    reading = read_trf(file_of(line(1), "192 FIDE_DUTCH_2026"))
    assert reading.record.event.system == "swiss"
    assert "type.unknown" in {finding.code for finding in reading.findings}


def test_the_coded_types_are_those_of_the_published_table(shared: Path) -> None:
    systems = {"swiss": "swiss", "roundrobin": "round_robin", "knockout": "knock_out"}
    with (shared / "regulations" / "tables" / "trf26_192_codes.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            kind = TYPE_CODES[row["code"]]
            assert (kind.team, kind.acceleration) == (row["team"] == "yes", row["acceleration"])
            wanted = systems.get(row["format"], "scheveningen")
            assert kind.system.removeprefix("team_") == wanted
            assert kind.cycles == (2 if "DOUBLE" in row["code"] and wanted != "swiss" else 1)


def test_words_for_a_system_are_read_in_any_spelling() -> None:
    assert system_of_text("SWISS_PROGRESSIVE") == ("swiss", 1)
    assert system_of_text("Individual: Double Round-Robin") == ("round_robin", 2)
    assert system_of_text("") is None


@pytest.mark.parametrize(
    ("words", "system", "cycles"),
    [
        ("Kružni sustav", "round_robin", 1),
        ("Dvokružni Bergerov sustav", "round_robin", 2),
        ("Круговая система", "round_robin", 1),
        ("Двухкруговой турнир", "round_robin", 2),
        ("Кругова система", "round_robin", 1),
        ("Колова система", "round_robin", 1),
        ("Rundenturnier", "round_robin", 1),
        ("Todos contra todos", "round_robin", 1),
        ("Sistema de liga", "round_robin", 1),
        ("Швейцарская система", "swiss", 1),
        ("Швейцарська система", "swiss", 1),
        ("Švicarski sustav", "swiss", 1),
        ("SVICARSKI SUSTAV", "swiss", 1),
        ("Sistema suizo", "swiss", 1),
        ("Schweizer System", "swiss", 1),
        ("FIDE_DUTCH_2025", "swiss", 1),
        ("FIDE_TEAM_TYPEA_MP_GP", "team_swiss", 1),
        ("Командный турнир, швейцарская система", "team_swiss", 1),
        ("Match", "match", 1),
        ("Матч", "match", 1),
        ("KO", "knock_out", 1),
        ("K.-o.-System", "knock_out", 1),
        ("Knock-out", "knock_out", 1),
        ("Нокаут", "knock_out", 1),
        ("На выбывание", "knock_out", 1),
        ("Team League", "team_round_robin", 1),
        ("Mannschaftskämpfe, Regionalliga", "team_round_robin", 1),
    ],
)
def test_words_for_a_system_are_read_in_six_languages_and_told(words: str, system: str, cycles: int) -> None:
    reading = read_trf(file_of(line(1), head=f"012 Small\n042 2026/08/15\n092 {words}\n"))
    assert (reading.record.event.system, reading.record.event.cycles) == (system, cycles)
    assert "system.read_from_text" in {finding.code for finding in reading.findings}
    assert f"092 {words}" in write_trf(reading.record, reading.format).splitlines()


@pytest.mark.parametrize(
    "words", ["Open", "League", "Матч-турнир", "Team match", "Kopenhagen", "Ніколова-меморіал"]
)
def test_words_that_name_no_system_leave_it_unknown(words: str) -> None:
    assert read_trf(file_of(line(1), head=f"012 Small\n092 {words}\n")).record.event.system == "unknown"


@pytest.mark.parametrize(
    ("words", "occasion"),
    [
        ("League", "league"),
        ("Team League", "league"),
        ("1. liga, kružni sustav", "league"),
        ("Высшая лига", "league"),
        ("Bundesliga", "league"),
        ("Swiss", ""),
        ("Sistema de liga", ""),
        ("Obligatory Swiss", ""),
    ],
)
def test_a_league_is_read_from_its_words_and_told(words: str, occasion: str) -> None:
    reading = read_trf(file_of(line(1), head=f"012 Small\n092 {words}\n"))
    assert reading.record.event.occasion == occasion
    told = "occasion.read_from_text" in {finding.code for finding in reading.findings}
    assert told is bool(occasion)


def test_every_column_of_the_published_table_is_read_where_it_says(shared: Path) -> None:
    with (shared / "regulations" / "tables" / "trf_fields.csv").open(encoding="utf-8") as file:
        columns = {
            row["field"]: (int(row["from"]), int(row["to"]))
            for row in csv.DictReader(file)
            if row["format"] == "TRF26" and row["record"] == "001" and row["to"]
        }
    values = {
        "starting rank": "1", "sex": "w", "title": "WGM", "name": "Alderon, Nora", "FIDE rating": "2345",
        "federation": "XXA", "FIDE number": "99900000123", "birth date": "1999/05/17",
        "points": "1.0", "rank": "2",
        "round 1 opponent": "2", "round 1 colour": "b", "round 1 result": "1",
    }  # fmt: skip
    blank = [" "] * 99
    for field, value in {"record": "001", **values}.items():
        first, last = columns[field]
        aligned = (
            value.ljust(last - first + 1) if field in ("name", "record") else value.rjust(last - first + 1)
        )
        blank[first - 1 : last] = aligned
    data = file_of("".join(blank), line(2, "   1 w 0", points="0.0"))
    record = read_trf(data).record
    assert record.entries[0] == Entry(
        1,
        "Alderon, Nora",
        "w",
        "WGM",
        2345,
        "XXA",
        "99900000123",
        birth="1999-05-17",
        stated_points=2,
        stated_rank=2,
    )
    assert record.games == (Game(1, 1, 2, 1, "0-1"),)


@pytest.mark.parametrize("letter", ["A", "Z"])
def test_the_points_of_an_absence_have_two_spellings_in_line_162(letter: str) -> None:
    scores = f"162  W 3.0    D 1.0    L 0.0    {letter} 0.0    P 3.0    X 1.0"
    reading = read_trf(file_of(line(1, "   2 w 1"), line(2, "   1 b 0"), scores))
    assert reading.record.event.score_system == ScoreSystem(6, 2, 0, 6)
    assert "scores.partly" not in {finding.code for finding in reading.findings}


def test_both_lines_of_tie_breaks_come_back_and_a_changed_order_goes_into_both() -> None:
    from dataclasses import replace

    from tournaments.interchange.trf import read_trf, write_trf
    from tournaments.record.model import Entry, EventFacts, Record

    record = Record(EventFacts("Open", tie_breaks=("BH", "SB")), (Entry(1, "Ana"), Entry(2, "Boris")))
    text = write_trf(record, "trf26")
    assert "202 BH,SB\r\n212 PTS,BH,SB\r\n" in text
    again = read_trf(text.encode(), "again.trf").record
    assert again.event.tie_breaks == ("BH", "SB")
    assert write_trf(again, "trf26") == text
    changed = replace(again, event=replace(again.event, tie_breaks=("SB",)))
    assert "202 SB\r\n212 PTS,SB\r\n" in write_trf(changed, "trf26")
    assert "BH" not in write_trf(changed, "trf26")
