"""The cases that users of comparable programs met: TRF-01 to TRF-09, RES-05, PAIR-01, PAIR-03, ELO-11."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from tournaments.interchange.trf import TrfRefused, export_trf, read_trf, write_trf
from tournaments.record.crosstable import crosstable
from tournaments.record.findings import text
from tournaments.record.model import Bye, EventFacts, Record, Round

Case = Callable[[str], bytes]


def halves(record: Record) -> list[int]:
    return [row.halves for row in crosstable(record).rows.values()]


def games(record: Record, round_number: int) -> list[tuple[int, int, str]]:
    return [(game.white, game.black, game.code) for game in record.games if game.round == round_number]


def test_a_round_that_is_paired_but_not_played_survives_saving_and_reading(case: Case) -> None:
    record = read_trf(case("TRF-01.trf")).record
    assert record.event.rounds == 5
    assert games(record, 2) == [(2, 1, "*"), (3, 4, "*")]
    assert halves(record) == [2, 1, 0, 1]
    written = write_trf(record)
    lines = [line for line in written.split("\r\n") if line.startswith("001")]
    assert [line[91:] for line in lines] == [
        "   3 w 1     2 b  ",
        "   4 b =     1 w  ",
        "   1 b 0     4 w  ",
        "   2 w =     3 b  ",
    ]
    assert read_trf(written.encode()).record == record


def test_a_pairing_allocated_bye_keeps_its_letter(case: Case) -> None:
    record = read_trf(case("TRF-03.trf")).record
    assert record.byes == (Bye(1, 5, "U"),)
    assert halves(record)[4] == 2
    assert "  0000 - U" in write_trf(record)


def test_a_second_allocated_bye_in_a_round_is_refused(case: Case) -> None:
    data = case("TRF-03.trf").replace(b"     3 w 1", b"  0000 - U").replace(b"     1 b 0", b"  0000 - Z")
    with pytest.raises(TrfRefused) as refused:
        read_trf(data)
    assert [(error.code, error.finding.round, error.finding.players) for error in refused.value.errors] == [
        ("bye.two_in_round", 1, (1, 5))
    ]


EVENT_OF_THREE_DAYS = Record(
    EventFacts(
        name="Three days",
        city="Inventedville",
        federation="XXA",
        start=date(2026, 9, 22),
        end=date(2026, 9, 24),
        system="swiss",
        rounds=3,
        chief_arbiter="Invented Arbiter",
    ),
    entries=(),
    rounds=tuple(Round(number, date(2026, 9, 21 + number)) for number in (1, 2, 3)),
)


def test_dates_are_written_as_the_format_lays_down() -> None:
    lines = write_trf(EVENT_OF_THREE_DAYS).split("\r\n")
    assert "042 2026/09/22" in lines
    assert "052 2026/09/24" in lines
    assert "022 Inventedville" in lines
    assert "032 XXA" in lines
    days = next(line for line in lines if line.startswith("132"))
    assert (days[91:99], days[101:109], days[111:119]) == ("26/09/22", "26/09/23", "26/09/24")


def test_a_date_that_can_be_read_in_two_ways_is_asked(case: Case) -> None:
    data = case("TRF-03.trf").replace(b"042 2026/08/15", b"042 04/05/2026")
    reading = read_trf(data)
    assert reading.record.event.start is None
    asked = [finding for finding in reading.findings if finding.code == "date.asked"]
    assert [(finding.inputs["text"], finding.lines) for finding in asked] == [("04/05/2026", (4,))]
    assert "042 04/05/2026" in write_trf(reading.record)


def test_a_typed_day_answers_the_question(case: Case) -> None:
    data = case("TRF-03.trf").replace(b"042 2026/08/15", b"042 04/05/2026")
    reading = read_trf(data, start=date(2026, 5, 4))
    assert reading.record.event.start == date(2026, 5, 4)
    assert not [finding for finding in reading.findings if finding.code in ("date.asked", "event.no_start")]
    assert "042 2026/05/04" in write_trf(reading.record)
    assert "04/05/2026" not in write_trf(reading.record)


def test_a_typed_day_that_differs_from_the_stated_one_counts_and_is_told(case: Case) -> None:
    reading = read_trf(case("TRF-03.trf"), start=date(2026, 8, 14))
    assert reading.record.event.start == date(2026, 8, 14)
    told = [text(finding) for finding in reading.findings if finding.code == "date.typed"]
    assert told == ["The file gives 2026-08-15 for 042; the typed day 2026-08-14 counts."]


@pytest.mark.parametrize(
    ("stated", "day", "code"),
    [
        ("2026/08/15", date(2026, 8, 15), ""),
        ("2026-08-15", date(2026, 8, 15), ""),
        ("25.02.2011", date(2011, 2, 25), "date.day_first"),
        ("2/25/2011", date(2011, 2, 25), "date.month_first"),
        ("11.03.13", None, "date.asked"),
        ("2026/02/30", None, "date.asked"),
        ("next Sunday", None, "date.asked"),
        ("", None, ""),
    ],
)
def test_a_start_day_is_read_only_where_there_is_one_way(
    case: Case, stated: str, day: date | None, code: str
) -> None:
    reading = read_trf(case("TRF-03.trf").replace(b"2026/08/15", stated.encode()))
    assert reading.record.event.start == day
    codes = [finding.code for finding in reading.findings if finding.code.startswith("date.")]
    assert codes == ([code] if code else [])
    assert ("event.no_start" in {finding.code for finding in reading.findings}) == (day is None)


def test_a_portal_is_no_federation(case: Case) -> None:
    reading = read_trf(case("TRF-03.trf").replace(b"032 XXA", b"032 Our Portal"))
    assert reading.record.event.federation == ""
    told = [text(finding) for finding in reading.findings if finding.code == "event.federation_unreadable"]
    assert told == ["Our Portal is not a three-letter federation; not stored."]


def test_columns_are_counted_in_characters(case: Case) -> None:
    record = read_trf(case("TRF-07.trf")).record
    assert [entry.rating for entry in record.entries] == [2105, 2050, 1987, 1902]
    assert [entry.stated_points for entry in record.entries] == [4, 1, 2, 1]
    assert record.entries[0].name == "Žižkovská-Přibylová, Šárka"
    lines = [line for line in write_trf(record).split("\r\n") if line.startswith("001")]
    assert [line[48:52] for line in lines] == ["2105", "2050", "1987", "1902"]


def test_a_long_name_is_cut_to_its_columns_and_told_whole(case: Case) -> None:
    record = read_trf(case("TRF-07.trf")).record
    long_name = "Wolkenstein-Rodenegg von und zu Hohenberg-Lichtenstein"
    entries = (*record.entries[:3], replace(record.entries[3], name=long_name))
    writing = export_trf(replace(record, entries=entries))
    line = next(line for line in writing.text.split("\r\n") if line.startswith("001    4"))
    assert line[14:47] == "Wolkenstein-Rodenegg von und zu H"
    assert line[48:52] == "1902"
    assert [(finding.code, finding.players, finding.inputs["names"]) for finding in writing.findings] == [
        ("write.name_cut", (4,), long_name)
    ]


def test_two_sides_that_disagree_are_refused_with_both_codes_and_lines(case: Case) -> None:
    with pytest.raises(TrfRefused) as refused:
        read_trf(case("TRF-09.trf"))
    (error,) = refused.value.errors
    finding = error.finding
    assert (error.code, finding.round, finding.players, finding.codes, finding.lines) == (
        "result.not_mirrored",
        2,
        (3, 4),
        ("1", "="),
        (13, 14),
    )
    assert error.message == ("Round 2: player 3 has 1 against 4, player 4 has = against 3 (lines 13 and 14).")


def test_penalties_take_points_from_one_side_or_both(case: Case) -> None:
    reading = read_trf(case("RES-05.trf"))
    record = reading.record
    assert halves(record) == [3, 4, 2, 0]
    assert [
        (game.round, game.white, game.black, game.code)
        for game in record.games
        if game.code in ("0-0", "1/2-0")
    ] == [
        (1, 2, 3, "1/2-0"),
        (2, 4, 3, "0-0"),
    ]
    assert [finding.code for finding in reading.findings if finding.code == "result.penalty"] == [
        "result.penalty"
    ] * 2
    assert read_trf(write_trf(record).encode()).record == record


def test_a_forfeit_win_is_not_an_ordinary_win(case: Case) -> None:
    record = read_trf(case("PAIR-01.trf")).record
    assert (6, 5, "-/+") in games(record, 2)
    assert halves(record) == [4, 2, 2, 6, 2, 4, 4]
    assert record.byes == (Bye(1, 4, "U"), Bye(2, 3, "U"), Bye(3, 7, "U"))


def test_a_bye_announced_ahead_gives_nothing_before_its_round(case: Case) -> None:
    data = case("PAIR-03.trf") + b"240 H   3    4\r\n"
    record = read_trf(data).record
    assert record.byes == (Bye(3, 4, "H"),)
    assert crosstable(record).row(4).score_after(2) == 1
    assert crosstable(record).row(4).halves == 1
    assert "240 H   3    4\r\n" in write_trf(record)
    assert read_trf(write_trf(record).encode()).record == record


def test_a_bye_against_a_game_of_the_same_round_is_refused(case: Case) -> None:
    with pytest.raises(TrfRefused) as refused:
        read_trf(case("PAIR-03.trf") + b"240 H   2    4\r\n")
    assert [(error.line, error.code) for error in refused.value.errors] == [(17, "bye.contradicts")]


def test_points_without_play_count_as_points(case: Case) -> None:
    record = read_trf(case("ELO-11.trf")).record
    cells = crosstable(record).row(1).cells
    assert [cell.code for cell in cells] == ["1-0", "1/2-1/2", "1-0u", "-/+", "U", "H"]
    assert [cell.rated for cell in cells] == [True, True, False, False, False, False]
    assert crosstable(record).row(1).halves == 10
