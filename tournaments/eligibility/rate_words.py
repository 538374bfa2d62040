"""The words and signs of a written rate of play, in the languages in which arbiters write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_PIECES = re.compile(
    r"""
    (?P<clock>\d{1,2}:\d{2}(?::\d{2})?)
  | (?P<number>
        (?<!\d)\d,\d{1,2}(?=\s*(?:h|std|stund|ч|год|sat|min|мин|хв|['\u2032]))  # 1,5 h; but 40/75,15 are two
      | \d+(?:\.\d+)?
    )(?P<ordinal>-?(?:го|й|ого|th|st|nd|rd)\b|\.(?=\s*(?:zug|mo|hod)))?
  | (?P<mark>''|["\u2033\u201d\u201c\u201e]|['\u2032\u2019\u2018`\u00b4])
  | (?P<sign>[+/;,:()\u00d7\u2013-])
  | (?P<word>[^\W\d_]+)
    """,
    re.VERBOSE,
)
_SECOND_MARKS = frozenset({"''", '"', "\u2033", "\u201d", "\u201c", "\u201e"})
_DAYS = re.compile(
    r"\b(?:days?|tage?n?|dana?|d[ií]as?|jours?|день|дн(?:я|ей|ів|і)?|weeks?|wochen?|недел\w*|semanas?)\b"
)
_EXACT = {
    "hour": "h hr hrs std st ч год sat sata sati ore",
    "minute": "m min mins мин хв mn",
    "second": "s sec secs sek сек seg",
    "moves": "mv mvs mm z",
    "then": "then danach dann затем потім потом zatim potom luego después despues puis",
    "join": "und and и і та y i et plus mit with con",
    "until": "until till to bis до do hasta",
    "link": "x х in per pro je за на por po par each every en u",
    "add": "inc incr added add d",
    "since": "from ab desde od від с з со",
}
_STEMS = {
    "hour": "hour stund час годин hora heure",
    "minute": "minut минут мінут хвилин",
    "second": "second sekund секунд segund",
    "moves": "move zug zueg züge ход хід jugad movimient potez coup lance moss",
    "then": "anschlie follow seguid",
    "link": "jede кажд кожн",
    "add": "increment inkrement zuschlag gutschrift zeitgutschrift bonus добав додав delay bronstein инкремент "
    "dodat",
    "since": "start beginn начина починаючи",
}
_KIND_OF_WORD = {word: kind for kind, words in _EXACT.items() for word in words.split()}
_KIND_OF_STEM = tuple((stem, kind) for kind, stems in _STEMS.items() for stem in stems.split())


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a rate says.

    `time` and `seconds` hold seconds, `moves` a number of moves, `since` the first move with an increment,
    `bare` a number without a unit; `per_move`, `join`, `link` and `add` hold nothing. `opens` tells of an `add` that
    a number follows it, and of a `join` that it is more than a plus: a comma, a semicolon, "then".
    """

    kind: str
    value: Fraction = Fraction(0)
    opens: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    value: Fraction = Fraction(0)
    ordinal: bool = False


def items_of(text: str) -> Iterator[Item]:
    """The items of a text in order; `unreadable` for what is counted in days."""
    lower = _halves(text.lower())
    if _DAYS.search(lower):
        yield Item("unreadable")
        return
    tokens = list(_tokens(lower))
    place = 0
    while place < len(tokens):
        item, taken = _item(tokens, place)
        if item is not None:
            yield item
        place += taken


def _halves(text: str) -> str:
    return re.sub(r"(\d)\s?½", r"\1.5", text).replace("½", "0.5")


def _tokens(text: str) -> Iterator[_Token]:
    previous = ""
    for match in _PIECES.finditer(text):
        token = _token(match, previous)
        if token.kind != "noise":
            yield token
            previous = token.kind


def _token(match: re.Match[str], previous: str) -> _Token:
    if match["clock"]:
        hours, minutes, seconds = [*map(int, match["clock"].split(":")), 0][:3]
        return _Token("clock", Fraction(hours * 3600 + minutes * 60 + seconds))
    if match["number"]:
        value = Fraction(match["number"].replace(",", "."))
        return _Token("number", value, ordinal=bool(match["ordinal"]))
    if match["mark"]:
        return _Token("second" if match["mark"] in _SECOND_MARKS else "minute")
    if match["sign"]:
        kinds = {"+": "join", ";": "then", ",": "then", "/": "link", "\N{MULTIPLICATION SIGN}": "link"}
        return _Token(kinds.get(match["sign"], "noise"))
    return _Token(_word(match["word"], previous))


def _word(word: str, previous: str) -> str:
    """The kind of a word. A Russian `с` after a number is its seconds, elsewhere it says from which move."""
    if word == "с" and previous == "number":
        return "second"
    exact = _KIND_OF_WORD.get(word)
    if exact is not None:
        return exact
    return next((kind for stem, kind in _KIND_OF_STEM if word.startswith(stem)), "noise")


def _item(tokens: list[_Token], place: int) -> tuple[Item | None, int]:
    """The item that begins at this place and how many tokens it takes; None for a word without weight."""
    token = tokens[place]
    following = [tokens[place + ahead].kind if place + ahead < len(tokens) else "" for ahead in (1, 2, 3)]
    if token.kind == "clock":
        return Item("time", token.value), 1
    if token.kind == "number":
        return _number(tokens, place, following)
    if token.kind == "since":
        return _since(tokens, place, following)
    if token.kind == "moves":
        # "30 s per move", but not "all moves in 90 minutes"
        return (Item("per_move") if place and tokens[place - 1].kind == "link" else None), 1
    if token.kind == "add":
        return Item("add", opens=following[0] in ("number", "clock")), 1
    if token.kind in ("join", "link"):
        return Item(token.kind), 1
    if token.kind == "then":
        return Item("join", opens=True), 1
    if token.kind == "until" and following[:2] == ["moves", "number"]:  # "until move 40"
        return Item("moves", tokens[place + 2].value), 3
    return None, 1


def _number(tokens: list[_Token], place: int, following: list[str]) -> tuple[Item, int]:
    value = tokens[place].value
    if following[0] == "hour":
        return _hours(tokens, place, following)
    if following[0] == "minute":
        return Item("time", value * 60), 2
    if following[0] == "second":
        return Item("seconds", value), 2
    if following[0] == "moves":
        return Item("moves", value), 2
    return Item("bare", value), 1


def _hours(tokens: list[_Token], place: int, following: list[str]) -> tuple[Item, int]:
    """`2h`, `1h30`, `1 h 30 min`."""
    seconds = tokens[place].value * 3600
    if following[1] != "number" or following[2] in ("hour", "second", "moves"):
        return Item("time", seconds), 2
    taken = 4 if following[2] == "minute" else 3
    return Item("time", seconds + tokens[place + 2].value * 60), taken


def _since(tokens: list[_Token], place: int, following: list[str]) -> tuple[Item | None, int]:
    """`from move 41`, `ab Zug 41`, `с 41-го хода`, `ab dem 41. Zug`; the bare word says nothing."""
    if following[:2] == ["moves", "number"]:
        return Item("since", tokens[place + 2].value), 3
    if following[:2] == ["number", "moves"]:
        return Item("since", tokens[place + 1].value), 3
    return None, 1
