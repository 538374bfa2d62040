"""Events as an iCalendar file (RFC 5545): whole days, one VEVENT each, nothing but the standard library."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LINE_OCTETS = 75
PRODUCT = "-//Crosstable//Events//EN"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """One event of the calendar; `last` is its last day, which counts. `uid` stays the same for good.

    `revised` is when the facts last changed (aware), `sequence` rises with each change.
    """

    uid: str
    revised: datetime
    sequence: int
    first: date
    last: date
    summary: str
    place: str = ""
    description: str = ""
    url: str = ""


def calendar_text(name: str, entries: Iterable[CalendarEntry]) -> str:
    """The whole file: lines of at most 75 octets, each ended by CR LF (RFC 5545, 3.1)."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(name)}",
        *(line for entry in entries for line in _event_lines(entry)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _event_lines(entry: CalendarEntry) -> Iterator[str]:
    """The lines of one VEVENT. The end of an event of whole days is the day after its last (3.6.1)."""
    stamp = entry.revised.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(entry.uid)}"
    yield f"DTSTAMP:{stamp}"
    yield f"LAST-MODIFIED:{stamp}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTART;VALUE=DATE:{entry.first:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{entry.last + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(entry.summary)}"
    if entry.place:
        yield f"LOCATION:{escaped(entry.place)}"
    if entry.description:
        yield f"DESCRIPTION:{escaped(entry.description)}"
    if entry.url:
        yield f"URL:{entry.url}"
    # Whole days of play leave nobody busy who only reads the calendar.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def escaped(text: str) -> str:
    r"""A text value: backslash, semicolon, comma and line break escaped (3.3.11); other control signs dropped.

    >>> escaped("Kos, Ivo; A\\B\nround 1")
    'Kos\\, Ivo\\; A\\\\B\\nround 1'
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for sign in ("\\", ";", ","):
        plain = plain.replace(sign, f"\\{sign}")
    plain = plain.replace("\n", "\\n")
    return "".join(letter for letter in plain if letter == "\t" or (letter >= " " and letter != "\x7f"))


def folded(line: str) -> str:
    r"""A line cut into pieces of at most 75 octets, no letter cut in two; the next begins with a space (3.1).

    >>> [len(piece.encode()) for piece in folded("ž" * 60).split("\r\n")]
    [74, 47]
    """
    pieces, piece, length = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if length + octets > LINE_OCTETS:
            pieces.append(piece)
            piece, length = " ", 1
        piece, length = piece + letter, length + octets
    return "\r\n".join([*pieces, piece])
