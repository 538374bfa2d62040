"""Points per result: line 162 of TRF26, `XXS` of JaVaFo, `BB?` of bbpPairings."""

import re
from collections.abc import Mapping

from tournaments.interchange.points import parse_points, points_text
from tournaments.interchange.trf.errors import Remarks
from tournaments.record.findings import Finding
from tournaments.record.model import ScoreSystem

_PAIR = re.compile(r"([A-Z])\s*(-?[\d.,]+)")
_ASSIGNMENT = re.compile(r"([A-Z]+)\s*=\s*(-?[\d.,]+)")

# How each dialect names the values that a score system has: win, draw, loss, allocated bye.
_NAMES: Mapping[str, Mapping[str, str]] = {
    "162": {"W": "win", "D": "draw", "L": "loss", "P": "pairing_bye", "A": "absence", "Z": "absence",
            "X": "half_bye"},
    "XXS": {
        "W": "win", "WW": "win", "BW": "win", "D": "draw", "WD": "draw", "BD": "draw", "L": "loss",
        "WL": "loss", "BL": "loss", "PAB": "pairing_bye", "FPB": "full_bye", "HPB": "half_bye",
        "ZPB": "absence", "FW": "forfeit_win", "FL": "forfeit_loss",
    },
    "BB": {"W": "win", "D": "draw", "L": "loss", "U": "pairing_bye", "Z": "absence", "F": "forfeit_loss"},
}  # fmt: skip


def read_scores(lines: list[tuple[int, str]], remarks: Remarks) -> tuple[ScoreSystem, bool]:
    """The score system that the lines set, and whether the record says everything they say.

    Line 162 wins over the extensions. Values not given keep the format's defaults: 1, ½, 0, the allocated bye
    as a win. Values that the record cannot hold (an absence worth points, a full-point bye unlike a win,
    other points for White than for Black) are told as a finding.
    """
    given: dict[str, int] = {}
    odd: list[int] = []
    for line, text in sorted(lines, key=lambda item: item[1].startswith("162")):
        for name, halves in _values(line, text, remarks):
            if name in given and given[name] != halves and not text.startswith("162"):
                odd.append(line)
            given[name] = halves
    win = given.get("win", 2)
    system = ScoreSystem(win, given.get("draw", 1), given.get("loss", 0), given.get("pairing_bye", win))
    implied = {
        "absence": 0,
        "half_bye": system.draw,
        "full_bye": system.win,
        "forfeit_win": system.win,
        "forfeit_loss": system.loss,
    }
    if any(given.get(name, value) != value for name, value in implied.items()) or odd:
        remarks.note(Finding("warning", "scores.partly", lines=tuple(line for line, _ in lines)))
        return system, False
    return system, True


def _values(line: int, text: str, remarks: Remarks) -> list[tuple[str, int]]:
    dialect = text[:3] if text[:3] in _NAMES else "BB"
    body = text[3:].strip().upper()
    if dialect == "BB":
        pairs, rest = [(text[2], body)], ""
    else:
        pattern = _PAIR if dialect == "162" else _ASSIGNMENT
        pairs, rest = pattern.findall(body), pattern.sub("", body).strip()
    if rest:
        remarks.error("scores.unreadable", line, text=rest)
    found = []
    for letter, value in pairs:
        name = _NAMES[dialect].get(letter)
        halves = _halves(value)
        if name is None or halves is None or halves < 0:
            remarks.error("scores.unreadable", line, text=f"{letter} {value}")
        else:
            found.append((name, halves))
    return found


def _halves(value: str) -> int | None:
    try:
        return parse_points(value)
    except ValueError:
        return None


def scores_line(system: ScoreSystem) -> str:
    """A 162 line with letters at 6, 15, 24 … and values four wide.

    >>> scores_line(ScoreSystem(6, 2, 0, 6))
    '162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0    X 1.0'
    """
    values = (
        ("W", system.win),
        ("D", system.draw),
        ("L", system.loss),
        ("A", 0),
        ("P", system.pairing_bye),
        ("X", system.draw),
    )
    return "162  " + "    ".join(f"{letter}{points_text(halves):>4}" for letter, halves in values)
