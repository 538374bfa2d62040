"""Rates of play as people write them, read into periods: `90'+30"`, `40/75'+15'+30"`, TRF26's `5400+30`.

A rate that can be read in more than one way keeps every reading, and its time is then a range.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournaments.eligibility.rate_words import Item, items_of

# From so many on a bare first number may be seconds, from so many on it can be nothing else.
MAYBE_SECONDS, SURELY_SECONDS = 180, 600
LONGEST_PERIOD, LONGEST_INCREMENT = 24 * 3600, 600
# A bare number before a stroke that is greater than this is a time: 75/40 is 40 moves in 75 minutes.
MOST_MOVES = 60
_CODE_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?", re.ASCII)
_CODE_SIDES = re.compile(r"W(?P<white>[\d/+:]+)-?B(?P<black>[\d/+:]+)", re.ASCII | re.IGNORECASE)
# Time that two players share: said of the sum, of each of the two, or only that there are two of them.
_SUM = re.compile(
    r"\b(?:total|together|combined|zusammen|insgesamt|всего|вместе|двоих|обоих|разом|всього|двох|обох|ukupno|"
    r"zajedno|en total)\b",
    re.IGNORECASE,
)
_TWO = re.compile(
    r"\b(?:both|beide[nr]?|обоих|двоих|обох|двох|oba|obojicu|dvojicu|ambos|los dos)\b", re.IGNORECASE
)
_EACH = re.compile(
    r"\b(?:each|per (?:player|side)|je spieler|pro spieler|кажд\w+|кожн\w+|svak\w+|cada)\b", re.IGNORECASE
)
_RANGE = re.compile(r"(?<![\d/:+])(\d+)\s*[-\N{EN DASH}]\s*(\d+)(?![\d:])")


class UnreadableRate(ValueError):
    """The text is no rate of play that a time could be computed from."""


@dataclass(frozen=True, slots=True)
class Period:
    """One period: so many moves (None: all that are left, or nobody says how many) and its seconds.

    Every move from `increment_from` on (counted over the whole game) brings `increment` seconds.
    """

    moves: int | None
    seconds: int
    increment: int = 0
    increment_from: int = 1


Periods = tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class RateOfPlay:
    """A rate of play. `readings` are the ways to read it, or the two sides where they have unequal times.

    Unequal times are one reading: what a player has is what the side with less has, since either may have it.
    """

    text: str
    readings: tuple[Periods, ...]
    unequal: bool = False

    def least(self, moves: int = 60) -> Fraction:
        """Minutes that a player has at least for a game of so many moves."""
        return min(minutes_for(periods, moves) for periods in self.readings)

    def most(self, moves: int = 60) -> Fraction:
        """Minutes that he has at most: another reading, or the last period repeated where none follows."""
        times = [minutes_for(periods, moves, repeated=True) for periods in self.readings]
        return min(times) if self.unequal else max(times)

    def of_a_game(self, moves: int = 60) -> Fraction:
        """Minutes that both players have together at least."""
        if self.unequal:
            return sum((minutes_for(periods, moves) for periods in self.readings), Fraction(0))
        return self.least(moves) * 2

    @property
    def first_control(self) -> int | None:
        """The moves of the first of several periods; None where there is only one or nobody says."""
        periods = self.readings[0]
        return periods[0].moves if len(periods) > 1 else None


def minutes_for(periods: Periods, moves: int, *, repeated: bool = False) -> Fraction:
    """Minutes for so many moves: only periods that are reached, increments of the moves that are made.

    `repeated` gives the last period again and again where it has a number of moves and no other follows.

    >>> minutes_for((Period(40, 4500, 30), Period(None, 900, 30)), 60)
    Fraction(120, 1)
    """
    seconds = done = 0
    for place, period in enumerate(periods):
        if done >= moves:
            break
        is_last = place == len(periods) - 1
        if period.moves is None and not is_last:
            seconds += period.seconds  # nobody says after how many moves; the next one counts them
            continue
        span = moves - done if period.moves is None else min(period.moves, moves - done)
        seconds += period.seconds + period.increment * _increments(period, done, span)
        done += span
    while repeated and 0 < done < moves and periods[-1].moves:
        span = min(periods[-1].moves, moves - done)
        seconds += periods[-1].seconds + periods[-1].increment * _increments(periods[-1], done, span)
        done += span
    return Fraction(seconds, 60)


def _increments(period: Period, done: int, span: int) -> int:
    return max(0, done + span - max(done, period.increment_from - 1))


def read_rate(text: str, code: str = "") -> RateOfPlay:
    """The rate of play of a text, or of TRF26's `code` in seconds where there is one.

    Raises UnreadableRate.

    >>> read_rate("75'/40 + 15' + 30 s/move").least()
    Fraction(120, 1)
    """
    if code.strip():
        return read_code(code)
    written = text.strip()
    if not written:
        raise UnreadableRate("No rate of play is given.")
    coded = _as_code(written)
    if coded is not None and (_sure(coded) or _CODE_SIDES.fullmatch(written)):
        return coded
    read = [_read_text(variant) for variant in _variants(written)]
    readings = tuple(dict.fromkeys(reading for periods in read for reading in _shared(periods, written)))
    if coded is not None and coded.readings[0][0].seconds >= MAYBE_SECONDS:
        readings = (*readings, *coded.readings)
    return RateOfPlay(written, readings)


def read_code(code: str) -> RateOfPlay:
    """TRF26's line 222: `[moves/]seconds[+increment]`, periods with colons, `W…-B…` for unequal times."""
    found = _as_code(code.strip())
    if found is None:
        raise UnreadableRate(f"{code.strip()} is not a time control in seconds.")
    return found


def _as_code(code: str) -> RateOfPlay | None:
    sides = _CODE_SIDES.fullmatch(code)
    texts = (sides["white"], sides["black"]) if sides else (code,)
    readings = [_code_periods(text) for text in texts]
    if any(reading is None for reading in readings):
        return None
    found = tuple(reading for reading in readings if reading)
    return RateOfPlay(code, tuple(dict.fromkeys(found)), unequal=len(set(found)) > 1)


def _code_periods(text: str) -> Periods | None:
    matches = [_CODE_PERIOD.fullmatch(part) for part in text.split(":")]
    periods = tuple(
        Period(int(match[1]) if match[1] else None, int(match[2]), int(match[3] or 0))
        for match in matches
        if match
    )
    return periods if len(periods) == len(matches) and _sane(periods) else None


def _sure(coded: RateOfPlay) -> bool:
    """Whether the numbers are too great for minutes in every period."""
    return all(period.seconds >= SURELY_SECONDS for periods in coded.readings for period in periods)


def _sane(periods: Periods) -> bool:
    return all(
        period.seconds <= LONGEST_PERIOD and period.increment <= LONGEST_INCREMENT and period.moves != 0
        for period in periods
    )


def _variants(text: str) -> Iterator[str]:
    """The text, or its two ends where it gives a range such as `60-90 min`."""
    if not _RANGE.search(text):
        yield text
        return
    yield _RANGE.sub(r"\1", text)
    yield _RANGE.sub(r"\2", text)


def _shared(periods: Periods, text: str) -> Iterator[Periods]:
    """Each player's part where the time is the sum of both; also the whole where nobody says that it is."""
    if not _TWO.search(text) or _EACH.search(text):
        yield periods
        return
    if not _SUM.search(text):
        yield periods
    yield tuple(
        Period(item.moves, item.seconds // 2, item.increment, item.increment_from) for item in periods
    )


# -- free text


@dataclass(slots=True)
class _Term:
    """One part of a written rate, between two joints: its numbers by what they are."""

    moves: list[int]
    times: list[int]
    seconds: list[int]
    bare: list[Fraction]
    added: bool = False
    per_move: bool = False
    linked: bool = False
    since: int | None = None
    opens: bool = False  # begins after a comma, a semicolon or "then", not after a plus

    @property
    def is_empty(self) -> bool:
        return not (self.moves or self.times or self.seconds or self.bare)


@dataclass(frozen=True, slots=True)
class _Increment:
    seconds: int
    since: int | None
    after: int  # how many periods stand before it


def _read_text(text: str) -> Periods:
    """The periods of one reading; raises UnreadableRate where a number has no meaning."""
    terms = [term for term in _terms(text) if not term.is_empty]
    since = next((term.since for term in _terms(text) if term.since is not None), None)
    if not terms:
        raise UnreadableRate(f"{text} gives no time.")
    periods: list[Period] = []
    increments: list[_Increment] = []
    # "40/60+30, 20+30": each group has its increment, if the last one has
    in_groups = any(term.opens for term in terms) and not terms[-1].opens
    explicit = any(term.seconds or term.added or term.per_move for term in terms)
    for place, term in enumerate(terms):
        is_last = place == len(terms) - 1
        if (
            not explicit
            and in_groups
            and not is_last
            and terms[place + 1].opens
            and _ends_group(term, periods)
        ):
            increments.append(_Increment(_whole(term.bare[0]), term.since, len(periods)))
        else:
            _take(term, periods, increments, bare_is_increment=is_last and not explicit)
    found = _with_increments(tuple(periods), increments, since)
    if not found or not _sane(found) or not any(period.seconds or period.increment for period in found):
        raise UnreadableRate(f"{text} is not a rate of play.")
    return found


def _terms(text: str) -> list[_Term]:
    terms = [_Term([], [], [], [])]
    for item in items_of(text):
        term = terms[-1]
        if item.kind == "join":
            if not term.is_empty:
                terms.append(_Term([], [], [], []))
            terms[-1].opens = terms[-1].opens or (item.opens and len(terms) > 1)
        elif item.kind == "add":
            if not term.is_empty and item.opens:
                terms.append(_Term([], [], [], []))
            terms[-1].added = True
        elif item.kind == "unreadable":
            raise UnreadableRate(f"{text} is not a rate of play over the board.")
        else:
            _put(term, item)
    return terms


def _put(term: _Term, item: Item) -> None:
    if item.kind == "moves":
        term.moves.append(int(item.value))
    elif item.kind == "time":
        term.times.append(int(item.value))
    elif item.kind == "seconds":
        term.seconds.append(int(item.value))
    elif item.kind == "bare":
        term.bare.append(item.value)
    elif item.kind == "per_move":
        term.per_move = True
    elif item.kind == "link":
        term.linked = term.linked or not term.is_empty
    elif item.kind == "since":
        term.since = int(item.value)


def _take(
    term: _Term, periods: list[Period], increments: list[_Increment], *, bare_is_increment: bool
) -> None:
    """Put one term where it belongs: a period, an increment, or a period with its increment."""
    moves, bare = list(term.moves), list(term.bare)
    if term.seconds and moves == [1]:
        moves, term.per_move = [], True
    if term.added or term.per_move:
        _take_increment(term, bare, periods, increments)
        return
    if _is_increment_of_moves(term, periods):
        _close(periods, term)
        increments.append(_one(term.seconds or [_whole(bare.pop(0))], term.since, len(periods)))
        return
    if bare_is_increment and _is_bare_increment(term, periods):
        increments.append(_Increment(_whole(bare[0]), term.since, len(periods)))
        return
    if term.seconds and not term.times and not bare and not moves:
        increments.append(_one(term.seconds, term.since, len(periods)))
        return
    periods.append(_period(term, moves, bare))
    if term.seconds and (term.times or bare):
        increments.append(_one(term.seconds, term.since, len(periods)))


def _is_bare_increment(term: _Term, periods: list[Period]) -> bool:
    """`15+10`: a second number without a unit after a period that holds all moves left."""
    return _is_one_number(term) and bool(periods) and periods[-1].moves is None


def _ends_group(term: _Term, periods: list[Period]) -> bool:
    return _is_one_number(term) and bool(periods) and not term.opens


def _is_one_number(term: _Term) -> bool:
    return len(term.bare) == 1 and not (term.moves or term.times or term.seconds)


def _is_increment_of_moves(term: _Term, periods: list[Period]) -> bool:
    """`60'+30"/40`, `60+30/40`: after a time without moves the number of its moves stands by the increment."""
    if not periods or periods[-1].moves is not None or term.times or len(term.moves) > 1:
        return False
    if term.seconds:
        by_word, by_stroke = bool(term.moves), term.linked and len(term.bare) == 1
        return by_word != by_stroke and term.seconds[0] <= LONGEST_INCREMENT
    return term.linked and len(term.bare) == 2 and not term.moves and term.bare[1] <= MOST_MOVES


def _close(periods: list[Period], term: _Term) -> None:
    """Give the last period the number of moves that stands by its increment."""
    last = periods[-1]
    moves = term.moves[0] if term.moves else _whole(term.bare[-1])
    periods[-1] = Period(moves, last.seconds, last.increment, last.increment_from)


def _take_increment(
    term: _Term, bare: list[Fraction], periods: list[Period], increments: list[_Increment]
) -> None:
    """A term that says of itself that its time is added: `inc 30`, `30 s per move`, `90 min, 30 added`."""
    if term.seconds:
        if term.times or bare:
            periods.append(_period(term, list(term.moves), bare))
        elif term.moves != [1] and _is_increment_of_moves(term, periods):
            _close(periods, term)
        increments.append(_one(term.seconds, term.since, len(periods)))
    elif len(bare) == 1 and not term.moves and not term.times:
        increments.append(_Increment(_whole(bare[0]), term.since, len(periods)))
    elif len(term.times) == 1 and not bare and not term.moves and periods:
        increments.append(_Increment(term.times[0], term.since, len(periods)))
    else:
        raise UnreadableRate("What is added is not clear.")


def _one(seconds: list[int], since: int | None, after: int) -> _Increment:
    if len(seconds) != 1:
        raise UnreadableRate("Two numbers of seconds stand in one place.")
    return _Increment(seconds[0], since, after)


def _period(term: _Term, moves: list[int], bare: list[Fraction]) -> Period:
    """The period of a term: a time, a number of moves, or two bare numbers of which one is the moves."""
    times = list(term.times)
    if not times and not bare and len(term.seconds) == 1:
        return Period(_only(moves), term.seconds[0])
    if len(bare) == 2 and term.linked and not times and not moves:
        first, second = bare
        count, minutes = (second, first) if first > MOST_MOVES else (first, second)
        return Period(_whole(count), _whole(minutes * 60))
    if len(bare) == 1 and len(times) == 1 and term.linked and not moves:
        return Period(_whole(bare[0]), times[0])
    if len(bare) == 1 and not times:
        return Period(_only(moves), _whole(bare[0] * 60))
    if len(times) == 1 and not bare:
        return Period(_only(moves), times[0])
    raise UnreadableRate("Numbers of a period are left over or missing.")


def _only(moves: list[int]) -> int | None:
    if len(moves) > 1:
        raise UnreadableRate("A period has two numbers of moves.")
    return moves[0] if moves else None


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise UnreadableRate("A number that must be whole is not.")
    return int(value)


def _with_increments(periods: Periods, increments: list[_Increment], since: int | None) -> Periods:
    """One increment holds from the first move on, all along (1.14); several belong each to its own period."""
    sizes = {increment.seconds for increment in increments}
    if not increments or not periods:
        return periods
    if len(sizes) == 1:
        start = next((item.since for item in increments if item.since is not None), since) or 1
        return tuple(Period(item.moves, item.seconds, increments[0].seconds, start) for item in periods)
    own = {increment.after - 1: increment for increment in increments}
    if len(own) != len(increments) or -1 in own:
        raise UnreadableRate("Which period the increments belong to is not clear.")
    return tuple(
        Period(item.moves, item.seconds, own[place].seconds, own[place].since or 1) if place in own else item
        for place, item in enumerate(periods)
    )
