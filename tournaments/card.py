"""The picture that goes with a link to an event in messages and on other sites: 1200 × 630, drawn here.

The name stands in the portal's serif, as large as it fits; a name of any length stays inside, at the last with an
ellipsis. Latin, Cyrillic and Greek are in the face; a letter of another script that it lacks is left out.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from core.fonts import SANS, SERIF, font_path, letters_of

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
NAME_SIZES = (92, 80, 70, 62, 54, 48, 42, 36)
NAME_LINES = 4
NAME_BOX = (MARGIN, 150, WIDTH - MARGIN, 440)  # left, top, right, bottom
FACT_SIZE, FOOT_SIZE = 36, 30
LEADING_PERCENT = 118
BAIZE, SQUARE, INK, MUTED, EDGE = "#1B4D3B", "#20573F", "#F7F3E8", "#C3D6CB", "#356954"
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on a card: the federation, the event's name, its facts and its state."""

    federation: str
    name: str
    facts: Sequence[str]
    state: str


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text laid out: the size of the face in pixels and the lines."""

    size: int
    lines: tuple[str, ...]


@cache
def _face(family: str, weight: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path(family, weight)), size)


@cache
def _letters(family: str, weight: int) -> frozenset[int]:
    return letters_of(font_path(family, weight))


def drawable(text: str, family: str = SERIF, weight: int = 600) -> str:
    """The text in composed letters, without those that the face lacks; spaces are single.

    >>> drawable("Отворено  првенство"), drawable("Cup 象棋 Zagreb")
    ('Отворено првенство', 'Cup Zagreb')
    """
    known = _letters(family, weight)
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(letter if ord(letter) in known else " " for letter in composed).split())


def width_of(text: str, size: int, family: str = SERIF, weight: int = 600) -> int:
    """The width of a line in pixels."""
    return int(_face(family, weight, size).getlength(text)) + 1


def fitted(text: str, width: int, height: int) -> Fitted:
    """The name at the greatest size at which it fits the box, else at the smallest and cut with an ellipsis."""
    for size in NAME_SIZES:
        lines = _wrapped(text, size, width)
        # words are broken at the smallest size alone
        whole = size == NAME_SIZES[-1] or all(width_of(word, size) <= width for word in text.split())
        if whole and len(lines) <= NAME_LINES and len(lines) * size * LEADING_PERCENT <= height * 100:
            return Fitted(size, tuple(lines))
    size = NAME_SIZES[-1]
    lines = _wrapped(text, size, width)[:NAME_LINES]
    lines[-1] = cut(f"{lines[-1]}{ELLIPSIS}", size, width)
    return Fitted(size, tuple(lines))


def cut(text: str, size: int, width: int, family: str = SERIF, weight: int = 600) -> str:
    """The line, or its beginning with an ellipsis where it is wider than `width`."""
    if width_of(text, size, family, weight) <= width:
        return text
    kept = text.removesuffix(ELLIPSIS)
    while kept and width_of(f"{kept}{ELLIPSIS}", size, family, weight) > width:
        kept = kept[:-1].rstrip()
    return f"{kept}{ELLIPSIS}"


def _wrapped(text: str, size: int, width: int) -> list[str]:
    """Lines no wider than `width`; a word that is wider alone is broken between letters."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(joined, size) <= width:
            lines[-1] = joined
            continue
        part = ""
        for letter in word:
            if part and width_of(part + letter, size) > width:
                lines.append(part)
                part = ""
            part += letter
        lines.append(part)
    return lines or [""]


def card_png(words: Words) -> bytes:
    """The card as PNG bytes; the same words give the same bytes."""
    image = Image.new("RGB", (WIDTH, HEIGHT), BAIZE)
    draw = ImageDraw.Draw(image)
    _board(draw)
    left, top, right, bottom = NAME_BOX
    federation = cut(drawable(words.federation, SANS, 600), FOOT_SIZE, right - left, SANS, 600)
    draw.text((left, 72), federation, font=_face(SANS, 600, FOOT_SIZE), fill=MUTED)
    name = fitted(drawable(words.name) or federation, right - left, bottom - top)
    for index, line in enumerate(name.lines):
        place = top + index * name.size * LEADING_PERCENT // 100
        draw.text((left, place), line, font=_face(SERIF, 600, name.size), fill=INK)
    draw.line((left, 462, right, 462), fill=EDGE, width=3)
    facts = cut(drawable(" · ".join(words.facts), SANS, 400), FACT_SIZE, right - left, SANS, 400)
    draw.text((left, 484), facts, font=_face(SANS, 400, FACT_SIZE), fill=INK)
    state = cut(drawable(words.state, SANS, 600), FOOT_SIZE, right - left, SANS, 600)
    draw.text((left, 542), state, font=_face(SANS, 600, FOOT_SIZE), fill=MUTED)
    target = BytesIO()
    image.save(target, "PNG", optimize=True)
    return target.getvalue()


def _board(draw: ImageDraw.ImageDraw) -> None:
    """The squares of a board in the baize, as on the portal's first page."""
    side = 105
    for row in range(HEIGHT // side):
        for column in range(WIDTH // side + 1):
            if (row + column) % 2:
                draw.rectangle(
                    (column * side, row * side, (column + 1) * side - 1, (row + 1) * side - 1), fill=SQUARE
                )
