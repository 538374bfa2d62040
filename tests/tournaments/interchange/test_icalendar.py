"""iCalendar files, line by line as RFC 5545 asks for."""

from datetime import UTC, date, datetime

from tournaments.interchange.icalendar import CalendarEntry, calendar_text, folded


def entry(**words: object) -> CalendarEntry:
    values = {
        "uid": "event-7@chess.example",
        "revised": datetime(2026, 11, 30, 14, 5, 9, tzinfo=UTC),
        "sequence": 3,
        "first": date(2026, 12, 30),
        "last": date(2026, 12, 31),
        "summary": "Cup",
    }
    return CalendarEntry(**(values | words))  # type: ignore[arg-type]


def test_an_event_of_two_days_ends_on_the_day_after_its_last() -> None:
    """3.6.1: DTEND is not part of the event; 30 and 31 December end with 1 January."""
    assert calendar_text("Invented Federation", [entry()]) == (
        "BEGIN:VCALENDAR\r\n"
        "VERSION:2.0\r\n"
        "PRODID:-//Crosstable//Events//EN\r\n"
        "CALSCALE:GREGORIAN\r\n"
        "X-WR-CALNAME:Invented Federation\r\n"
        "BEGIN:VEVENT\r\n"
        "UID:event-7@chess.example\r\n"
        "DTSTAMP:20261130T140509Z\r\n"
        "LAST-MODIFIED:20261130T140509Z\r\n"
        "SEQUENCE:3\r\n"
        "DTSTART;VALUE=DATE:20261230\r\n"
        "DTEND;VALUE=DATE:20270101\r\n"
        "SUMMARY:Cup\r\n"
        "TRANSP:TRANSPARENT\r\n"
        "END:VEVENT\r\n"
        "END:VCALENDAR\r\n"
    )


def test_separators_and_line_breaks_of_a_text_are_escaped() -> None:
    text = calendar_text("x", [entry(summary="A; B, C\\D", description="one\r\ntwo\x00", place="Hall, 1")])
    assert "SUMMARY:A\\; B\\, C\\\\D\r\n" in text
    assert "DESCRIPTION:one\\ntwo\r\n" in text
    assert "LOCATION:Hall\\, 1\r\n" in text


def test_no_name_can_write_a_line_of_its_own() -> None:
    text = calendar_text("x", [entry(summary="Cup\r\nEND:VCALENDAR")])
    assert text.count("\r\nEND:VCALENDAR") == 1


def test_long_lines_are_folded_at_75_octets_and_read_back_whole() -> None:
    line = "SUMMARY:" + "Осінній меморіал Żółć 象棋 " * 9
    pieces = folded(line).split("\r\n")
    assert max(len(piece.encode()) for piece in pieces) <= 75
    assert all(piece.startswith(" ") for piece in pieces[1:])
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == line


def test_a_line_of_exactly_75_octets_stays_one() -> None:
    assert folded("x" * 75) == "x" * 75
    assert folded("x" * 76) == "x" * 75 + "\r\n x"
