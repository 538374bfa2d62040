"""The text of a file whose encoding nobody names: UTF-8, UTF-16, or what the Windows of our languages writes."""

import re

from tournaments.record.findings import Finding

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# A word in one of the one-byte encodings: letters of ASCII and whatever stands above them.
_WORD = re.compile(rb"[A-Za-z\x80-\xff]{2,}")
_CYRILLIC_WORD = re.compile("[Ѐ-ӿ]+")
# The same bytes are letters of Central Europe in Windows-1250 (č ć đ š ž ś) and of the West in Windows-1252 (ñ å ø).
_CENTRAL = frozenset(b"\xc8\xe8\xc6\xe6\xd0\xf0\x8a\x9a\x8e\x9e\x8c\x9c")
_WESTERN = frozenset(b"\xd1\xf1\xc5\xe5\xd8\xf8\xc3\xe3\xd5\xf5\xca\xea")
LATIN_1 = "latin-1"
NAMES = {"cp1251": "Windows-1251", "cp1250": "Windows-1250", LATIN_1: "Latin-1"}


def decode(content: bytes, findings: list[Finding]) -> str:
    """The text of a file: UTF-8, UTF-16 by its mark, else guessed with a finding that names the encoding."""
    if content.startswith(_UTF_16_MARKS):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        encoding = _guess(content)
    text = content.decode(encoding)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if not line.isascii()]
    findings.append(
        Finding(
            "note",
            "encoding.guessed",
            "" if encoding == LATIN_1 else "encoding.guessed_as",
            inputs={"count": len(lines), "encoding": NAMES[encoding]},
            lines=tuple(lines[:20]),
        )
    )
    return text


def _guess(content: bytes) -> str:
    """Cyrillic words stand alone, while a Latin word is mostly ASCII; then the letters of the two Latin pages.

    >>> _guess("Шевченко;Тарас".encode("cp1251")), _guess("Šimić;Đuro".encode("cp1250"))
    ('cp1251', 'cp1250')
    >>> _guess("Muñoz;José".encode("cp1252"))
    'latin-1'
    """
    words = [word for word in _WORD.findall(content) if not word.isascii()]
    if sum(_is_cyrillic(word) for word in words) * 2 > len(words):
        return "cp1251"
    letters = [letter for word in words for letter in word]
    central = sum(letter in _CENTRAL for letter in letters)
    if central > sum(letter in _WESTERN for letter in letters) and _fits(content, "cp1250"):
        return "cp1250"
    return LATIN_1


def _is_cyrillic(word: bytes) -> bool:
    return _fits(word, "cp1251") and _CYRILLIC_WORD.fullmatch(word.decode("cp1251")) is not None


def _fits(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
