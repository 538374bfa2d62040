"""Long names on cards of a fixed height: how small a name is set so that the card stays whole."""

import re

from reports.measuring import MM_PER_POINT, width_mm

# Each step of the style sheet (`.fit-0` …) as a share of the usual size, in hundredths.
STEPS = (100, 85, 70, 60)
CODE_MM = 22.0  # a printed code with the space before it
CARD_PADDING_MM = 10.0  # left and right together
# Name, usual size in points, leading, height in millimetres that the card has for it.
EVENT_OF_SLIP = (9.0, 1.3, 8.7)
SIDE_OF_SLIP = (10.35, 1.15, 12.2)
NAME_OF_PLACE = (17.0, 1.15, 23.6)
MARK_OF_SLIP, MARK_GAP_MM = 22.0, 3.0
WIDER_SERIF = 1.06  # the serif face, against the one that is measured
_PIECE = re.compile(r"\S+?(?:-(?=\S)|\s+|$)")


def event_step(event: str, mark: str, card_mm: float) -> int:
    """The step of the event's name on a slip, beside the number of the board."""
    number = width_mm(mark, MARK_OF_SLIP, weight=600) * WIDER_SERIF + MARK_GAP_MM
    return _step(event, card_mm - CARD_PADDING_MM - number, EVENT_OF_SLIP, weight=400)


def side_step(name: str, card_mm: float, *, with_code: bool) -> int:
    """The step of a player's name on a slip, beside his printed code if there is one."""
    room = card_mm - CARD_PADDING_MM - (CODE_MM if with_code else 0)
    return _step(name, room, SIDE_OF_SLIP, weight=700)


def place_step(name: str, card_mm: float) -> int:
    """The step of the name on a place card."""
    return _step(name, (card_mm - CARD_PADDING_MM) / WIDER_SERIF, NAME_OF_PLACE, weight=600)


def _step(text: str, room_mm: float, measures: tuple[float, float, float], *, weight: int) -> int:
    """The first step at which the text is no higher than its place; the last where none is."""
    points, leading, height_mm = measures
    for step, percent in enumerate(STEPS):
        size = points * percent / 100
        if lines_of(text, room_mm, size, weight=weight) * size * leading * MM_PER_POINT <= height_mm:
            return step
    return len(STEPS) - 1


def lines_of(text: str, room_mm: float, points: float, *, weight: int = 400) -> int:
    """How many lines a text takes that breaks at blanks, after hyphens, and anywhere in a word that is too long.

    >>> lines_of("Kos, Ivo", 50, 9), lines_of("Kos, Ivo", 9, 9), lines_of("", 9, 9)
    (1, 2, 1)
    """
    lines, used = 1, 0.0
    for piece in _PIECE.findall(text):
        wide = width_mm(piece.rstrip(), points, weight=weight)
        if used and used + wide > room_mm:
            lines, used = lines + 1, 0.0
        if wide > room_mm:
            lines += int(wide // room_mm)
            used = wide % room_mm
        else:
            used += width_mm(piece, points, weight=weight)
    return lines
