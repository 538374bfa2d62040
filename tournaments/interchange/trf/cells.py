"""What the letters of TRF mean: two mirrored cells make a game, a cell without opponent a bye."""

from collections.abc import Mapping
from types import MappingProxyType

# (White's letter, Black's letter) -> result code of the game
GAMES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("1", "0"): "1-0",
        ("0", "1"): "0-1",
        ("=", "="): "1/2-1/2",
        ("0", "0"): "0-0",
        ("=", "0"): "1/2-0",
        ("0", "="): "0-1/2",
        ("W", "L"): "1-0u",
        ("L", "W"): "0-1u",
        ("D", "D"): "1/2-1/2u",
        ("+", "-"): "+/-",
        ("-", "+"): "-/+",
        ("-", "-"): "-/-",
        ("H", "H"): "=/=",
        ("", ""): "*",
    }
)

# The letters that write a game; what TRF cannot say is written as the nearest that gives the same points.
LETTERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {code: letters for letters, code in GAMES.items() if code != "=/="}
    | {"1-0a": ("1", "0"), "0-1a": ("0", "1"), "1/2-1/2a": ("=", "="), "*j": ("", "")}
)

NEAREST = frozenset({"1-0a", "0-1a", "1/2-1/2a", "*j", "=/="})

# letter without opponent -> (bye code, whether that is a reading and not the format's own meaning)
BYES: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "U": ("U", False),
        "F": ("F", False),
        "H": ("H", False),
        "Z": ("Z", False),
        "+": ("+", False),
        "-": ("-", False),
        "=": ("H", True),
        "1": ("F", True),
        "0": ("Z", True),
    }
)
