"""Bytes to numbered lines: encoding, byte-order mark and line ends."""

import re
from dataclasses import dataclass

from tournaments.interchange.trf.errors import Remarks
from tournaments.record.findings import Finding

BOM = b"\xef\xbb\xbf"
_NEWLINES = re.compile(r"\r\n|\r|\n")
_NAMES = {"\r\n": "CRLF", "\r": "CR", "\n": "LF"}
_OTHER_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


@dataclass(frozen=True, slots=True)
class Text:
    """The lines of a file, counted from 1 in `numbered`; `encoding` is utf-8 or latin-1."""

    numbered: tuple[tuple[int, str], ...]
    encoding: str
    newline: str


def split(data: bytes, remarks: Remarks) -> Text:
    """The lines of the file without their ends; blank lines keep their number but are left out.

    UTF-8 is certain when it decodes; anything else is taken as Latin-1, with a finding, if no byte stands for
    a control character there. A character cut off at the end of the file is a truncated file.
    """
    content, encoding = _decode(data, remarks)
    ends = _NEWLINES.findall(content)
    newline = max(_NAMES, key=ends.count) if ends else "\n"
    lines = _NEWLINES.split(content)
    return Text(
        tuple((number, line) for number, line in enumerate(lines, 1) if line.strip()),
        encoding,
        _NAMES[newline],
    )


def _decode(data: bytes, remarks: Remarks) -> tuple[str, str]:
    body = data.removeprefix(BOM)
    for mark, name in _OTHER_MARKS:
        if data.startswith(mark):
            remarks.error("file.encoding", 1, key="file.encoding_named", encoding=name)
            return "", name.lower()
    if b"\x00" in body:
        remarks.error("file.encoding", _line_of(body, body.index(b"\x00")), key="file.not_text")
        return "", "binary"
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        if _cut_off(body, error):
            remarks.error("file.truncated", _line_of(body, error.start), key="file.character_cut")
            return "", "utf-8"
    return _latin(body, marked=data.startswith(BOM), remarks=remarks), "latin-1"


def _cut_off(body: bytes, error: UnicodeDecodeError) -> bool:
    """The file is UTF-8 up to a character that lacks its last bytes (and there were others before)."""
    return (
        error.end == len(body)
        and error.reason == "unexpected end of data"
        and not body[: error.start].isascii()
    )


def _latin(body: bytes, *, marked: bool, remarks: Remarks) -> str:
    control = next((place for place, byte in enumerate(body) if 0x80 <= byte < 0xA0), None)
    if control is not None or marked:
        place = control if control is not None else 0
        remarks.error("file.encoding", _line_of(body, place), byte=f"{body[place]:02X}")
        return ""
    content = body.decode("latin-1")
    lines = [number for number, line in enumerate(_NEWLINES.split(content), 1) if not line.isascii()]
    remarks.note(Finding("note", "encoding.guessed", inputs={"count": len(lines)}, lines=tuple(lines[:20])))
    return content


def _line_of(body: bytes, place: int) -> int:
    return len(_NEWLINES.findall(body[:place].decode("latin-1"))) + 1
