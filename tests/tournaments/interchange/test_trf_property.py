"""Any record that a format can say comes back from it: record -> text -> record."""

import random
from dataclasses import replace
from datetime import date, timedelta
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.interchange.trf import read_trf, write_trf
from tournaments.interchange.trf.codes import TYPE_CODES
from tournaments.record.canonical import canonical_bytes, from_canonical
from tournaments.record.crosstable import crosstable
from tournaments.record.model import Bye, Entry, EventFacts, Game, Record, Round, ScoreSystem, System

PLAYED = (
    "1-0",
    "0-1",
    "1/2-1/2",
    "0-0",
    "1/2-0",
    "0-1/2",
    "1-0u",
    "0-1u",
    "1/2-1/2u",
    "+/-",
    "-/+",
    "-/-",
    "*",
)
LETTERS = st.characters(min_codepoint=32, exclude_categories=("Cs", "Cc", "Zl", "Zp"))


def is_plain(text: str) -> bool:
    return text == text.strip() == normalize("NFC", text)


def texts(longest: int) -> st.SearchStrategy[str]:
    return (
        st.text(LETTERS, min_size=1, max_size=longest)
        .map(lambda text: normalize("NFC", text)[:longest])
        .filter(is_plain)
    )


def births() -> st.SearchStrategy[str]:
    days = st.dates(date(1900, 1, 1), date(2026, 1, 1))
    shapes = st.sampled_from(("{:%Y-%m-%d}", "{:%Y-%m}", "{:%Y}"))
    return st.just("") | st.builds(lambda shape, day: shape.format(day), shapes, days)


def entries(number: int) -> st.SearchStrategy[Entry]:
    return st.builds(
        Entry,
        number=st.just(number),
        name=texts(33),
        sex=st.sampled_from(("", "m", "w")),
        title=st.sampled_from(("", "GM", "WFM", "CM")),
        rating=st.none() | st.integers(1, 3500),
        federation=st.sampled_from(("", "XXA", "CRO")),
        fide_id=st.just("") | st.integers(1, 10**11 - 1).map(str),
        birth=births(),
    )


@st.composite
def records(draw: st.DrawFn, *, new_format: bool) -> Record:
    """A record within the limits of TRF; board numbers as the reader gives them are not asked for."""
    size = draw(st.integers(2, 9))
    last = draw(st.integers(1, 5))
    chance = random.Random(draw(st.integers(0, 2**32)))
    games: list[Game] = []
    byes: list[Bye] = []
    for round_number in range(1, last + 1):
        numbers = list(range(1, size + 1))
        chance.shuffle(numbers)
        for board in range(1, chance.randint(0, size // 2) + 1):
            white, black = numbers.pop(), numbers.pop()
            known = chance.random() < 0.9
            if not known:
                white, black = sorted((white, black))
            games.append(Game(round_number, board, white, black, chance.choice(PLAYED), colours_known=known))
        letters = [*"FHZ+-", ""] * size
        chance.shuffle(letters)
        letters[0] = "U"
        chosen = list(zip(numbers, letters, strict=False))
        byes += [
            Bye(round_number, number, letter) for number, letter in chosen if letter and chance.random() < 0.6
        ]
    code = draw(st.sampled_from(sorted(code for code, kind in TYPE_CODES.items() if not kind.team)))
    kind = TYPE_CODES[code]
    used = max([0, *(game.round for game in games), *(bye.round for bye in byes)])
    start = draw(st.dates(date(2000, 1, 1), date(2099, 1, 1)))
    dated = [
        Round(number, start + timedelta(number)) for number in range(1, used + 1) if chance.random() < 0.5
    ]
    scores = (
        draw(st.sampled_from((ScoreSystem(), ScoreSystem(6, 2, 0, 6), ScoreSystem(4, 2, 0, 2))))
        if new_format
        else ScoreSystem()
    )
    system: System = kind.system if new_format else "round_robin"
    event = EventFacts(
        name=draw(texts(60)),
        city=draw(texts(20) | st.just("")),
        federation="XXA",
        start=start,
        end=start + timedelta(9),
        system=system,
        cycles=kind.cycles if new_format else 1,
        rounds=max(used, last) if new_format else used,
        score_system=scores,
        type_text="" if new_format else "Round-Robin",
        type_code=code if new_format else "",
        rate_of_play=draw(texts(20) | st.just("")),
        rate_code="5400+30" if new_format else "",
        chief_arbiter=draw(texts(20)),
        deputies=tuple(draw(st.lists(texts(20), max_size=2))),
        first_colour=draw(st.sampled_from(("", "w", "b"))) if new_format else "",
        tie_breaks=draw(st.sampled_from(((), ("DE", "BH/C1", "SB")))) if new_format else (),
    )
    people = tuple(draw(entries(number)) for number in range(1, size + 1))
    return Record(
        event, people, tuple(games), tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry))), tuple(dated)
    )


def with_computed_points(record: Record) -> Record:
    """The record as its own file states it: points computed, boards and source aside."""
    rows = crosstable(record).rows
    people = tuple(replace(entry, stated_points=rows[entry.number].halves) for entry in record.entries)
    games = sorted(
        (replace(game, board=0) for game in record.games), key=lambda game: (game.round, game.white)
    )
    return replace(record, entries=people, games=tuple(games), source=None)


@settings(max_examples=80, deadline=None)
@given(records(new_format=True))
def test_a_record_comes_back_from_trf26(record: Record) -> None:
    again = read_trf(write_trf(record, "trf26").encode("utf-8")).record
    assert with_computed_points(again) == with_computed_points(record)


@settings(max_examples=80, deadline=None)
@given(records(new_format=False))
def test_a_record_comes_back_from_trf16(record: Record) -> None:
    again = read_trf(write_trf(record, "trf16").encode("utf-8")).record
    assert with_computed_points(again) == with_computed_points(record)


@settings(max_examples=50, deadline=None)
@given(records(new_format=True), st.sampled_from(("\r\n", "\n", "\r")), st.booleans())
def test_a_second_writing_gives_the_same_text_whatever_the_line_ends(
    record: Record, end: str, mark: bool
) -> None:
    text = write_trf(record, "trf26")
    data = (b"\xef\xbb\xbf" if mark else b"") + text.replace("\r\n", end).encode("utf-8")
    reading = read_trf(data)
    assert write_trf(reading.record, "trf26") == text


@settings(max_examples=50, deadline=None)
@given(records(new_format=True))
def test_a_record_comes_back_from_its_canonical_bytes(record: Record) -> None:
    assert from_canonical(canonical_bytes(record)) == record
