"""Results as people type them, from White's view, in any of the spellings of the field."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from tournaments.record.codes import GAME_CODES

_HALF = re.compile(r"(?<![\d./])0?[.,]5(?!\d)")
_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", ":": "-", "½": "1/2"})

# One key or sign alone, as on the result grid.
SHORT: Mapping[str, str] = MappingProxyType(
    {
        "": "*",
        "·": "*",
        "1": "1-0",
        "0": "0-1",
        "=": "1/2-1/2",
        "5": "1/2-1/2",
        "1/2": "1/2-1/2",
        "+": "+/-",
        "-": "-/+",
        "+-": "+/-",
        "-+": "-/+",
        "--": "-/-",
        "+--": "+/-",
        "--+": "-/+",
        "---": "-/-",
        "==": "=/=",
        "=-=": "=/=",
        "j": "*j",
    }
)


class NotAResult(ValueError):
    """What was typed is none of the listed results."""


def typed_code(text: str) -> str:
    """The result code that was meant; empty text clears the board. Raises NotAResult.

    A decimal comma is a comma in every language, so nothing is ever read as ten times as much.

    >>> [typed_code(text) for text in ("1", "0,5", ".5", "1/2", "½ : ½", "0–1", "+", "½-0", "1-0u")]
    ['1-0', '1/2-1/2', '1/2-1/2', '1/2-1/2', '1/2-1/2', '0-1', '+/-', '1/2-0', '1-0u']
    """
    meant = _HALF.sub("1/2", "".join(text.lower().translate(_DASHES).split()))
    if meant in SHORT:
        return SHORT[meant]
    if meant in GAME_CODES:
        return meant
    raise NotAResult(text)
