"""What refuses a file: each error with its line, all errors at once."""

import pytest

from tournaments.interchange.trf import TrfRefused, read_trf
from tournaments.record.sentences import HINTS

HEAD = "012 Small\n032 XXA\n042 2026/08/15\n052 2026/08/16\n"
RATED = "001 {:4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10} {:>4} {:>4}  {}"


def line(
    number: object, rounds: str = "", name: str = "Alderon, Nora", points: str = "", sex: str = "m"
) -> str:
    """A player line with the fields in their columns."""
    return RATED.format(number, sex, "", name, "2100", "XXA", "", "", points, "", rounds)


def file_of(*lines: str, head: str = HEAD) -> bytes:
    return (head + "\n".join(lines) + "\n").encode()


def refusals(data: bytes) -> list[tuple[int | None, str]]:
    with pytest.raises(TrfRefused) as refused:
        read_trf(data)
    for error in refused.value.errors:
        assert error.message
    return [(error.line, error.code) for error in refused.value.errors]


GOOD = (line(1, "   2 w 1"), line(2, "   1 b 0"))


def test_the_file_that_the_others_spoil_is_read() -> None:
    assert [game.code for game in read_trf(file_of(*GOOD)).record.games] == ["1-0"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((line(1, "   2 w 1"), line(2, "   1 w 0")), [(5, "colour.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "   1 - 0")), [(5, "colour.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "   1 b 1")), [(5, "result.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "   1 b L")), [(5, "result.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "   1 b -")), [(5, "result.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "   1 b  ")), [(5, "result.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2)), [(5, "opponent.not_mirrored")]),
        ((line(1, "   2 w 1"), line(2, "0000 - Z")), [(5, "opponent.not_mirrored")]),
        ((line(1, "   3 w 1"), line(2, "   1 b 0")), [(5, "opponent.missing"), (6, "opponent.not_mirrored")]),
        ((line(1, "   1 w 1"), line(2)), [(5, "opponent.self")]),
        ((line(1, "   2 w X"), line(2, "   1 b 0")), [(5, "code.unknown")]),
        ((line(1, "   2 x 1"), line(2)), [(5, "colour.unknown_letter")]),
        ((line(1, "0000 - W"), line(2)), [(5, "code.needs_opponent")]),
        ((line(1, "   2 w U"), line(2, "   1 b Z")), [(5, "code.bye_with_opponent")]),
        ((line(1, "   2 w1 "), line(2)), [(5, "columns.cell")]),
        ((line(1, "  2a w 1"), line(2)), [(5, "columns.cell")]),
        ((line(1), line(1)), [(5, "number.twice")]),
        ((line(""), line(1)), [(5, "number.missing")]),
        ((line(1), line(3)), [(5, "number.gap")]),
        ((line("1x"), line(2)), [(5, "columns.unreadable")]),
        ((line(1, points="1.25"), line(2)), [(5, "columns.unreadable")]),
        ((line(1), "XYZ what is this", line(2)), [(6, "line.unknown")]),
        ((line(1).replace("Alderon, Nora    ", "Alderon,\tNora    "), line(2)), [(5, "columns.tab")]),
        ((), [(None, "file.no_players")]),
        ((line(1, "0000 - F  0000 - F"), line(2), "142 1"), [(5, "round.beyond_announced")]),
        ((line(1), line(2), "142 many"), [(7, "columns.unreadable")]),
        ((line(1), line(2), "162  W many"), [(7, "scores.unreadable")]),
        ((line(1), line(2), "162  W 1.3"), [(7, "scores.unreadable")]),
        ((line(1), line(2), "240 X   1    1"), [(7, "bye.unreadable")]),
        ((line(1), line(2), "240 H   1    9"), [(7, "bye.unknown_player")]),
        ((line(1), line(2), f"013 {'Team':32}   1    3"), [(7, "team.member_missing")]),
    ],
)
def test_a_spoiled_file_is_refused_with_line_and_code(
    lines: tuple[str, ...], expected: list[tuple[int, str]]
) -> None:
    assert refusals(file_of(*lines)) == expected


def test_every_error_of_a_file_is_told_at_once() -> None:
    spoiled = file_of(line(1, "   2 w 1"), line(2, "   1 b 1"), line(2), line(4, "   9 w 1"), "999 nothing")
    assert refusals(spoiled) == [
        (5, "result.not_mirrored"),
        (6, "number.twice"),
        (6, "number.gap"),
        (8, "opponent.missing"),
        (9, "line.unknown"),
    ]


def test_an_unreadable_line_does_not_blame_the_opponents_of_its_player() -> None:
    slipped = line(1, "   2 w 1").replace("2100", "21000")
    assert refusals(file_of(slipped, line(2, "   1 b 0"))) == [(5, "columns.slipped")]


def test_a_name_of_200_characters_pushes_the_columns_and_is_refused_with_its_column() -> None:
    with pytest.raises(TrfRefused) as refused:
        read_trf(file_of(line(1, name="N" * 200), line(2)))
    (error,) = refused.value.errors
    assert (error.line, error.column, error.code) == (5, 48, "columns.slipped")
    assert error.hint == HINTS["columns.slipped"]


def test_a_file_cut_off_inside_a_character_is_refused() -> None:
    whole = file_of(line(1, name="Žižka, Jan"), line(2, name="Čáp, Ondřej"))
    cut = whole[: whole.index("ř".encode()) + 1]
    assert refusals(cut) == [(6, "file.truncated")]


def test_a_file_cut_off_between_players_is_refused() -> None:
    players = [
        line(number, f"{number + (1 if number % 2 else -1):4} {'wb'[number % 2 == 0]} =")
        for number in range(1, 9)
    ]
    whole = file_of(*players)
    cut = whole[: whole.index(b"001    4")]
    assert refusals(cut) == [(7, "opponent.missing")]


@pytest.mark.parametrize("end", range(1, 12))
def test_a_file_cut_off_inside_the_last_game_is_refused(end: int) -> None:
    whole = file_of(line(1, "   2 w 1     2 b 1"), line(2, "   1 b 0     1 w 0"))
    with pytest.raises(TrfRefused):
        read_trf(whole[: -1 - end])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("012 Wrong\n".encode("utf-16"), "file.encoding"),
        (b"012 Wrong\x00\n", "file.encoding"),
        (b"012 Wr\x8ang\n", "file.encoding"),
        (b"\xef\xbb\xbf012 Wr\xe9ng\n", "file.encoding"),
        (b"", "file.no_players"),
    ],
)
def test_bytes_that_are_no_text_of_the_format_are_refused(data: bytes, code: str) -> None:
    assert [found for _, found in refusals(data)] == [code]


@pytest.mark.parametrize("record", ["142", "XXR"])
def test_a_number_of_rounds_of_thousands_of_digits_is_unreadable_and_breaks_nothing(record: str) -> None:
    data = file_of(*GOOD, f"{record} {'9' * 5000}")
    assert refusals(data) == [(7, "columns.unreadable")]


def test_a_stated_count_of_thousands_of_digits_says_nothing() -> None:
    reading = read_trf(file_of(*GOOD, f"062 {'9' * 5000}"))
    assert "players.count" not in {finding.code for finding in reading.findings}


def test_a_bye_far_out_on_a_line_is_no_round_and_costs_no_memory() -> None:
    far = line(3, " " * 10 * 1200 + "0000 - H")
    assert refusals(file_of(*GOOD, far)) == [(7, "file.too_large")]


def test_a_date_far_out_on_a_line_is_no_round() -> None:
    dates = "132".ljust(91 + 10 * 1200) + "26/08/15"
    assert refusals(file_of(*GOOD, dates)) == [(None, "file.too_large")]


def test_rounds_and_players_together_are_limited_as_well() -> None:
    players = [line(number) for number in range(1, 1002)]
    announced = file_of(*players, head=HEAD + "142 500\n")
    assert refusals(announced) == [(None, "file.too_large")]
    assert len(read_trf(file_of(*players[:1000], head=HEAD + "142 500\n")).record.entries) == 1000


@pytest.mark.parametrize(
    ("lines", "column"),
    [
        ((line(1, "   2 w 1"), line(2, "   1 w 0")), 92),
        ((line(1, "   2 w 1     2 b 1"), line(2, "   1 b 0     1 w 1")), 102),
        ((line(1, "   2 w 1     2 b 1"), line(2, "   1 b 0")), 102),
        ((line(1, "   2 w 1     3 b 1"), line(2, "   1 b 0")), 102),
        ((line(1, "   2 w 1     1 b 1"), line(2, "   1 b 0")), 102),
        ((line(1, "   2 w 1  0000 - W"), line(2, "   1 b 0")), 102),
        ((line(1, "0000 - U"), line(2, "0000 - U")), 92),
    ],
)
def test_what_the_lines_of_two_players_say_has_the_column_of_its_round(
    lines: tuple[str, ...], column: int
) -> None:
    with pytest.raises(TrfRefused) as refused:
        read_trf(file_of(*lines))
    (error,) = refused.value.errors
    assert (error.line, error.column, error.finding.column) == (5, column, column)
