"""dBASE III files, read back by the offsets of the format's description."""

import struct
from datetime import date

import pytest

from tournaments.interchange.dbase import DoesNotFitError, Field, dbase_bytes

FIELDS = (Field("CODE", "N", 8), Field("NAME", "C", 6), Field("W", "N", 4, 1), Field("BORN", "D", 8))
DAY = date(2026, 3, 10)


def test_the_header_tells_version_day_records_and_lengths() -> None:
    data = dbase_bytes(FIELDS, [(1, "Kos", "4.5", date(1990, 5, 1)), (2, "Ruiz", "0.0", None)], changed=DAY)
    version, year, month, day, count, header, length = struct.unpack("<BBBBIHH", data[:12])
    assert (version, year + 1900, month, day) == (3, 2026, 3, 10)
    assert (count, header, length) == (2, 32 + 4 * 32 + 1, 1 + 8 + 6 + 4 + 8)
    assert data[header - 1 : header] == b"\r"
    assert len(data) == header + 2 * length + 1
    assert data[-1:] == b"\x1a"


def test_each_field_is_described_in_32_bytes() -> None:
    data = dbase_bytes(FIELDS, [], changed=DAY)
    found = [data[at : at + 32] for at in range(32, 32 + 4 * 32, 32)]
    assert [(one[:11].rstrip(b"\0"), one[11:12], one[16], one[17]) for one in found] == [
        (b"CODE", b"N", 8, 0),
        (b"NAME", b"C", 6, 0),
        (b"W", b"N", 4, 1),
        (b"BORN", b"D", 8, 0),
    ]


def test_numbers_stand_right_text_left_and_an_empty_cell_is_blank() -> None:
    data = dbase_bytes(FIELDS, [(42, "Kos", "4.5", date(1990, 5, 1)), (None, "", "0.0", None)], changed=DAY)
    body = data[32 + 4 * 32 + 1 : -1]
    assert body == b"       42Kos    4.519900501" + b"                0.0        "


def test_text_is_cut_and_a_number_that_does_not_fit_is_refused() -> None:
    assert b"Papado" in dbase_bytes(FIELDS, [(1, "Papadopoulos", "0.0", None)], changed=DAY)
    with pytest.raises(DoesNotFitError, match="CODE"):
        dbase_bytes(FIELDS, [(123456789, "Kos", "0.0", None)], changed=DAY)


@pytest.mark.parametrize(
    ("encoding", "name", "mark", "spelled"),
    [("cp852", "Šarić", 0x64, b"\xe6ari\x86"), ("cp866", "Ткач", 0x65, b"\x92\xaa\xa0\xe7")],
)
def test_the_code_page_is_named_in_the_header(encoding: str, name: str, mark: int, spelled: bytes) -> None:
    data = dbase_bytes(FIELDS, [(1, name, "0.0", None)], changed=DAY, encoding=encoding)
    assert data[29] == mark
    assert spelled in data


def test_a_letter_that_the_code_page_lacks_is_refused() -> None:
    with pytest.raises(DoesNotFitError, match="NAME"):
        dbase_bytes(FIELDS, [(1, "Šarić", "0.0", None)], changed=DAY)
