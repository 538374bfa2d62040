"""FIDE's published rating lists as XML (`players_list_xml_foa.xml`, `standard_rating_list.xml` …), read piece by piece.

The root is `playerslist`, its elements are `player`. The combined list has `rating`, `games`, `k` for standard and
`rapid_rating` … `blitz_k` beside them; a list of one kind has `rating`, `games`, `k` of that kind. None says its day.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from xml.parsers import expat

from tournaments.interchange.fide_list import FideListLine, UnreadableFideList, figure

ROOT, PLAYER = "playerslist", "player"
BEGINNINGS = (b"<", b"\xef\xbb\xbf<")
OWN = ("rating", "games", "k")
COMBINED: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "standard": OWN,
        "rapid": ("rapid_rating", "rapid_games", "rapid_k"),
        "blitz": ("blitz_rating", "blitz_games", "blitz_k"),
    }
)
# A list in which a player has one of these is the combined one.
OF_COMBINED = frozenset(COMBINED["rapid"] + COMBINED["blitz"])
READ = frozenset({"fideid", "flag", *OWN}) | OF_COMBINED
LONGEST_TEXT = 40


def is_xml(first: bytes) -> bool:
    """Whether the first bytes of a file are those of an XML file."""
    return first.lstrip(b" \t\r\n").startswith(BEGINNINGS)


def fide_xml_lines(chunks: Iterable[bytes], kind: str) -> Iterator[FideListLine]:
    """The players of a kind (`standard`, `rapid`, `blitz`), one after the other, without holding the file.

    Raises UnreadableFideList for what is not well-formed, declares a document type (no list of FIDE does, and entities
    could grow without bound), has another root, changes between combined and of one kind, or has a figure that is no
    number.
    """
    reader = _Reader(kind)
    for chunk in chunks:
        reader.feed(chunk, is_last=False)
        yield from reader.taken()
    reader.feed(b"", is_last=True)
    yield from reader.taken()


class _Reader:
    """Takes up players as the parser comes to their ends."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._combined: bool | None = None
        self._done: list[FideListLine] = []
        self._path: list[str] = []
        self._player: dict[str, str] = {}
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def feed(self, chunk: bytes, *, is_last: bool) -> None:
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise UnreadableFideList("The file is no well-formed XML.", error.lineno) from error

    def taken(self) -> list[FideListLine]:
        done, self._done = self._done, []
        return done

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _doctype(self, *_declared: object) -> None:
        raise UnreadableFideList("A list of FIDE declares no document type.", self._line)

    def _start(self, name: str, _attributes: Mapping[str, str]) -> None:
        if not self._path and name != ROOT:
            raise UnreadableFideList(
                f"The root of FIDE's list is {ROOT}, not {name[:LONGEST_TEXT]}.", self._line
            )
        if len(self._path) == 1 and name == PLAYER:
            self._player = {}
        elif len(self._path) == 2 and name in READ:
            self._player.setdefault(name, "")
        self._path.append(name)

    def _text(self, text: str) -> None:
        if len(self._path) == 3 and self._path[1] == PLAYER and self._path[2] in READ:
            self._player[self._path[2]] = (self._player[self._path[2]] + text)[: LONGEST_TEXT + 1]

    def _end(self, name: str) -> None:
        self._path.pop()
        if len(self._path) == 1 and name == PLAYER:
            self._take()

    def _take(self) -> None:
        combined = not OF_COMBINED.isdisjoint(self._player)
        if self._combined is None:
            self._combined = combined
        elif combined != self._combined:
            raise UnreadableFideList(
                "The list is combined in one place and of one kind in another.", self._line
            )
        fide_id = self._player.get("fideid", "").strip()
        if not fide_id:
            return
        names = COMBINED[self._kind] if combined else OWN
        rating, games, k = (figure(self._player.get(name, ""), self._line) for name in names)
        flag = self._player.get("flag", "")
        self._done.append(FideListLine(fide_id, rating or None, games or 0, k, "i" in flag))
