"""FIDE's lists in columns are read by the heads of their first line: the combined one, the older one, of one kind."""

from datetime import date

import pytest

from tournaments.interchange.fide_list import (
    FideListLine,
    UnreadableFideList,
    fide_list_head,
    fide_list_lines,
)

# Start columns as shared/regulations/tables/fide_list_columns.csv has them.
FOA = ((1, "ID Number"), (16, "Name"), (77, "Fed"), (81, "Sex"), (85, "Tit"), (90, "WTit"), (95, "OTit"),
       (110, "FOA"), (114, "SRtng"), (120, "SGm"), (124, "SK"), (127, "RRtng"), (133, "RGm"), (137, "Rk"),
       (140, "BRtng"), (146, "BGm"), (150, "BK"), (153, "B-day"), (159, "Flag"))  # fmt: skip
SINGLE = ((1, "ID Number"), (16, "Name"), (77, "Fed"), (110, "FOA"), (114, "DEC26"), (120, "Gms"), (124, "K"),
          (127, "B-day"), (133, "Flag"))  # fmt: skip


def line(*cells: tuple[int, str]) -> bytes:
    text = ""
    for start, cell in cells:
        text = text.ljust(start - 1) + cell
    return f"{text}\r\n".encode("latin-1")


def test_the_combined_list_has_three_ratings_and_no_day() -> None:
    head = fide_list_head(line(*FOA))
    rows = [
        line((1, "999000101"), (16, "Kos, Ivo"), (77, "INV"), (114, "2105"), (120, "9"), (124, "20"),
             (127, "2040"), (133, "0"), (137, "20"), (159, "i")),
        line((1, "999000102"), (16, "Belic"), (159, "w")),
    ]  # fmt: skip
    assert head.day is None
    assert list(fide_list_lines(rows, head, "standard")) == [
        FideListLine("999000101", 2105, 9, 20, True),
        FideListLine("999000102", None, 0, None, False),
    ]
    assert next(fide_list_lines(rows, head, "rapid")) == FideListLine("999000101", 2040, 0, 20, True)


def test_a_list_of_one_kind_says_its_day_in_its_first_line() -> None:
    head = fide_list_head(line(*SINGLE))
    assert head.day == date(2026, 12, 1)
    row = line((1, "999000101"), (16, "Kos, Ivo"), (114, "1987"), (120, "12"), (124, "40"))
    assert list(fide_list_lines([row], head, "standard")) == [FideListLine("999000101", 1987, 12, 40, False)]


def test_what_is_no_list_is_refused_with_its_line() -> None:
    with pytest.raises(UnreadableFideList):
        fide_list_head(b"<html>")
    head = fide_list_head(line((1, "ID Number"), (16, "Name"), (77, "Fed")))
    with pytest.raises(UnreadableFideList, match="srtng"):
        list(fide_list_lines([], head, "standard"))
    bad = line((1, "999000101"), (16, "Kos"), (114, "many"))
    with pytest.raises(UnreadableFideList) as refusal:
        list(fide_list_lines([b"\r\n", bad], fide_list_head(line(*SINGLE)), "standard"))
    assert refusal.value.line == 3


def test_a_list_that_an_editor_saved_anew_keeps_its_columns() -> None:
    # Byte order mark, and a letter of two bytes before the rating: the columns are counted in letters.
    head = fide_list_head(b"\xef\xbb\xbf" + line(*SINGLE))
    row = line((1, "999000101"), (16, "Kos, Ivo"), (114, "1987"), (120, "12"), (124, "40"))
    other = row.decode().replace("Kos", "Koš").encode()
    assert head.day == date(2026, 12, 1)
    assert (
        list(fide_list_lines([row, other], head, "standard"))
        == [FideListLine("999000101", 1987, 12, 40, False)] * 2
    )
    # A name in Windows-1251 is a letter a byte.
    cyrillic = row.replace(b"Kos", "Кош".encode("cp1251"))
    assert next(fide_list_lines([cyrillic], head, "standard")).rating == 1987


def test_a_figure_that_no_rating_has_is_refused() -> None:
    wide = line((1, "999000101"), (16, "Kos"), (114, "198765"), (120, "12"))
    with pytest.raises(UnreadableFideList):
        list(fide_list_lines([wide], fide_list_head(line(*SINGLE)), "standard"))
