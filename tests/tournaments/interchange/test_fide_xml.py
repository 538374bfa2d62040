"""FIDE's lists as XML: combined and of one kind, in pieces of any size; what is no list is refused with its line."""

import pytest

from tournaments.interchange.fide_list import FideListLine, UnreadableFideList
from tournaments.interchange.fide_xml import fide_xml_lines, is_xml

COMBINED = b"""<?xml version='1.0' encoding='utf-8'?>
<playerslist>
<player>
<fideid>999000101</fideid>
<name>Kos, Ivo &amp; Co</name>
<country>INV</country>
<sex>M</sex>
<title></title>
<rating>2105</rating>
<games>9</games>
<k>20</k>
<rapid_rating>2040</rapid_rating>
<rapid_games>0</rapid_games>
<rapid_k>20</rapid_k>
<blitz_rating/>
<birthday>1980</birthday>
<flag>i</flag>
</player>
<player>
<fideid>999000102</fideid>
<name>\xd0\x9a\xd0\xbe\xd1\x81</name>
<rating></rating>
<rapid_rating>1500</rapid_rating>
<flag>w</flag>
</player>
</playerslist>
"""
SINGLE = (
    b"<playerslist><player><fideid> 999000101 </fideid><rating>1987</rating><games>12</games><k>40</k>"
    b"<note><rating>9</rating></note><flag>wi</flag></player></playerslist>"
)


def pieces(whole: bytes, size: int) -> list[bytes]:
    return [whole[start : start + size] for start in range(0, len(whole), size)]


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_the_combined_list_has_three_ratings(size: int) -> None:
    assert list(fide_xml_lines(pieces(COMBINED, size), "standard")) == [
        FideListLine("999000101", 2105, 9, 20, True),
        FideListLine("999000102", None, 0, None, False),
    ]
    rapid, blitz = (list(fide_xml_lines(pieces(COMBINED, size), kind)) for kind in ("rapid", "blitz"))
    assert rapid == [
        FideListLine("999000101", 2040, 0, 20, True),
        FideListLine("999000102", 1500, 0, None, False),
    ]
    assert [each.rating for each in blitz] == [None, None]


@pytest.mark.parametrize("kind", ["standard", "rapid"])
def test_a_list_of_one_kind_has_its_figures_without_a_kind(kind: str) -> None:
    # A tag deeper inside an element is none of the player's own.
    assert list(fide_xml_lines([SINGLE], kind)) == [FideListLine("999000101", 1987, 12, 40, True)]


def test_players_come_before_the_end_is_read() -> None:
    def chunks():
        yield COMBINED[: COMBINED.index(b"</player>") + 9]
        raise AssertionError("read too far")

    assert next(fide_xml_lines(chunks(), "standard")).fide_id == "999000101"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (b"<html>\n<body/></html>", 1, "playerslist"),
        (COMBINED[:-20], 25, "well-formed"),
        (COMBINED.replace(b"<games>9<", b"<games>many<"), 18, "many"),
        (COMBINED.replace(b"<rapid_rating>1500</rapid_rating>", b""), 25, "combined in one place"),
        (b'<!DOCTYPE a [<!ENTITY b "bbbb">]>\n<playerslist/>', 1, "document type"),
        (b"", 1, "well-formed"),
    ],
    ids=["other root", "cut off", "no figure", "mixed", "document type", "empty"],
)
def test_what_is_no_list_is_refused_with_its_line(text: bytes, line: int, words: str) -> None:
    with pytest.raises(UnreadableFideList, match=words) as refusal:
        list(fide_xml_lines([text], "standard"))
    assert refusal.value.line == line


@pytest.mark.parametrize(
    ("first", "wanted"),
    [
        (b"<?xml", True),
        (b"\xef\xbb\xbf<players", True),
        (b"\r\n <p", True),
        (b"ID Number", False),
        (b"", False),
    ],
)
def test_a_file_is_known_by_its_beginning(first: bytes, wanted: bool) -> None:
    assert is_xml(first) is wanted
