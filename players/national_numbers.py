"""National numbers by a federation's pattern: `RRNNN` is the region's code in two places and a serial of three."""

import re


class NumberRefused(ValueError):
    """A region's code or a serial number has no room in the pattern."""


def number_of(pattern: str, code: str, serial: int) -> str:
    """The national number of a serial in a region. Raises NumberRefused where code or serial has no room.

    A code of figures is filled with leading zeros.

    >>> number_of("RRNNN", "2", 17), number_of("K-NNNN/RR", "07", 3)
    ('02017', 'K-0003/07')
    """
    width = pattern.count("N")
    if serial >= 10**width:
        raise NumberRefused(f"serial {serial} in {pattern}")
    before, after = frame(pattern, code)
    return f"{before}{serial:0{width}d}{after}"


def frame(pattern: str, code: str) -> tuple[str, str]:
    """What stands before and after the serial in the numbers of a region. Raises NumberRefused.

    >>> frame("RRNNN", "02")
    ('02', '')
    """
    room = pattern.count("R")
    filled = code.zfill(room) if code.isascii() and code.isdigit() else code
    if len(filled) != room:
        raise NumberRefused(f"code {code!r} in {pattern}")
    start, end = _run(pattern, "N")
    r_start, r_end = _run(pattern, "R")
    if r_start < start:
        return pattern[:r_start] + filled + pattern[r_end:start], pattern[end:]
    return pattern[:start], pattern[end:r_start] + filled + pattern[r_end:]


def serial_of(pattern: str, code: str, number: str) -> int | None:
    """The serial of a number if it is one of the region's; None for any other.

    >>> serial_of("RRNNN", "02", "02017"), serial_of("RRNNN", "02", "03017"), serial_of("RRNNN", "02", "0217")
    (17, None, None)
    """
    before, after = frame(pattern, code)
    digits = number[len(before) : len(number) - len(after)]
    is_whole = number == f"{before}{digits}{after}" and len(digits) == pattern.count("N")
    return int(digits) if is_whole and digits.isascii() and digits.isdigit() else None


def _run(pattern: str, letter: str) -> tuple[int, int]:
    """Where the run of the letter begins and ends."""
    found = re.search(f"{letter}+", pattern)
    if found is None:
        raise NumberRefused(f"no {letter} in {pattern}")
    return found.span()
