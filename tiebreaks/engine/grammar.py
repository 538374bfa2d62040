"""How a tie-break is written: a name, for teams the score it refers to, and modifiers (C.07, 14).

    Name[:MP|:GP][/Cn][/Mn][/L+n|/L-n][/Kn][/P][/F][/R][/N][/400][/Urating]

`BH-C1`, as the text prints it, is the same as `BH/C1`; `GE` is what `REP` was called until August 2024.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from tiebreaks.engine.errors import ModifierRefused, UnknownTieBreak

ALIASES = {"GE": "REP"}
SHAPE = re.compile(r"([A-Z]+)(?::(MP|GP))?((?:[/-][^/]+)*)\Z")
CUT = re.compile(r"C([1-9][0-9]?)\Z")
MEDIAN = re.compile(r"M([1-9][0-9]?)\Z")
LIMIT = re.compile(r"L([+-]?[1-9][0-9]?)\Z")
DIVISOR = re.compile(r"K([1-9][0-9]?)\Z")
UNRATED = re.compile(r"U([1-9][0-9]{2,3})\Z")
FLAGS = ("P", "F", "R", "N", "400")


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break as asked for.

    `low` and `high` are how many least and most significant values are cut; `limit` moves a limit by so
    many half points (score groups in extended Koya); `divisor` takes the place of the one that the text
    computes (13.4.2 b); `flags` are the modifiers without a number: P forfeits count, F Fore Buchholz, R
    reverse order, N divided by the number of rounds, 400 the 400-point rule; `unrated` is the rating that
    stands in for players without one; `reference` is MP or GP for teams, empty for the event's own.
    """

    name: str
    reference: str = ""
    low: int = 0
    high: int = 0
    limit: int = 0
    divisor: int = 0
    flags: frozenset[str] = frozenset()
    unrated: int | None = None

    @property
    def code(self) -> str:
        """The one spelling under which values are shown.

        >>> parse("bh-c1").code, parse("KS/L1").code, parse("BH/M2").code
        ('BH/C1', 'KS/L+1', 'BH/M2')
        """
        name = self.name + (f":{self.reference}" if self.reference else "")
        return "/".join([name, *self.modifiers])

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The modifiers as they are written, in a fixed order.

        >>> parse("ARO/U1400/C1").modifiers, parse("BH").modifiers
        (('C1', 'U1400'), ())
        """
        parts = []
        if self.high:
            parts.append(f"M{self.high}")
        elif self.low:
            parts.append(f"C{self.low}")
        if self.limit:
            parts.append(f"L{self.limit:+d}")
        if self.divisor:
            parts.append(f"K{self.divisor}")
        parts += [flag for flag in FLAGS if flag in self.flags]
        if self.unrated is not None:
            parts.append(f"U{self.unrated}")
        return tuple(parts)


def family(modifier: str) -> str:
    """What a modifier is called without its number.

    >>> [family(modifier) for modifier in ("C1", "L-2", "U1400", "400", "P")]
    ['C', 'L', 'U', '400', 'P']
    """
    return modifier if modifier in FLAGS else modifier[0]


@lru_cache(maxsize=1024)
def parse(text: str) -> TieBreak:
    """The tie-break behind a code; raises UnknownTieBreak or ModifierRefused. Whether it exists is not asked.

    >>> parse("KS/L-1").limit, parse("ARO/M1").low, parse("ARO/M1").high
    (-1, 1, 1)
    """
    shape = SHAPE.match(text.strip().upper())
    if shape is None:
        raise UnknownTieBreak(
            f"{text!r} is not a tie-break code.", hint="Write a name and modifiers, as in BH/C1."
        )
    name, reference, tail = shape.groups()
    tie_break = TieBreak(ALIASES.get(name, name), reference or "")
    for part in _parts(tail):
        tie_break = _with(tie_break, part, text)
    return tie_break


def _parts(tail: str) -> list[str]:
    """The modifiers of a tail such as `/C1/P`; a hyphen opens one too, but not inside `L-1`."""
    return [part for part in re.split(r"/|(?<!L)-", tail) if part]


def _with(tie_break: TieBreak, part: str, text: str) -> TieBreak:
    changed = _changed(tie_break, part)
    if changed is None:
        raise ModifierRefused(
            f"{text!r}: the modifier {part!r} is not known, or stands there twice.",
            hint="Modifiers are C1, C2, M1, M2, L+1, L-1, K3, P, F, R, N, 400 and U with a rating.",
            article="14",
        )
    return changed


def _changed(tie_break: TieBreak, part: str) -> TieBreak | None:
    if part in FLAGS and part not in tie_break.flags:
        return replace(tie_break, flags=tie_break.flags | {part})
    if (found := CUT.match(part)) and not tie_break.low:
        return replace(tie_break, low=int(found[1]))
    if (found := MEDIAN.match(part)) and not tie_break.low:
        return replace(tie_break, low=int(found[1]), high=int(found[1]))
    if (found := LIMIT.match(part)) and not tie_break.limit:
        return replace(tie_break, limit=int(found[1]))
    if (found := DIVISOR.match(part)) and not tie_break.divisor:
        return replace(tie_break, divisor=int(found[1]))
    if (found := UNRATED.match(part)) and tie_break.unrated is None:
        return replace(tie_break, unrated=int(found[1]))
    return None
