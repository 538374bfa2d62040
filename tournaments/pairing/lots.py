"""Start numbers: by lot, so that anybody can draw the same lot again from its seed, or by rating.

The lot (name of the method: `LOT_METHOD`). Let the stream be SHA-256 of the ASCII text
`crosstable-lot-1:<seed>:<counter>` for counter 0, 1, 2 ..., each digest read as one big-endian integer of
256 bits. A number below n is the first integer of the stream that is smaller than the greatest multiple of n
not above 2**256, modulo n; greater ones are thrown away. The numbers 1..count are shuffled by
Fisher-Yates: for i from count-1 down to 1, exchange place i with place (number below i+1). The player who
stands at place k before the lot (counted from 0, in the order of the entries) gets the number at place k.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Literal

from tournaments.record.model import Entry

LOT_METHOD = "crosstable-lot-1"

_SPAN = 2**256

# C.04.2: title order behind equal ratings.
_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def draw_numbers(count: int, seed: int) -> tuple[int, ...]:
    """The start number of each entry, in the order of the entries: a permutation of 1..count.

    `seed` is any whole number; it belongs in the ledger, with the order of the entries before the lot.
    Raises ValueError for a negative count.

    >>> sorted(draw_numbers(5, seed=2026)), draw_numbers(5, seed=2026) == draw_numbers(5, seed=2026)
    ([1, 2, 3, 4, 5], True)
    """
    if count < 0:
        raise ValueError("A lot cannot be drawn among fewer than no players.")
    numbers = list(range(1, count + 1))
    stream = _stream(seed)
    for place in range(count - 1, 0, -1):
        other = _below(place + 1, stream)
        numbers[place], numbers[other] = numbers[other], numbers[place]
    return tuple(numbers)


def draw_first_colour(seed: int) -> Literal["w", "b"]:
    """The colour of the first player in round 1, drawn by lot (C.04.3 art. 5.1), from its seed."""
    return "w" if _below(2, _stream(seed)) == 0 else "b"


def start_numbers_by_rating(
    entries: Sequence[Entry], name_key: Callable[[Entry], str] | None = None
) -> tuple[int, ...]:
    """The start number of each entry, in the order of the entries: rating, title, name (C.04.2).

    The unrated come after all rated players. `name_key` gives the alphabet (default: the name's letters,
    case folded). Equal in all three, the earlier entry has the lower number.

    >>> anna, boris = Entry(0, "Anna", rating=2000), Entry(0, "Boris", rating=2000, title="FM")
    >>> start_numbers_by_rating([anna, boris, Entry(0, "Ciro", rating=2100)])
    (3, 2, 1)
    """
    by_name = name_key or (lambda entry: entry.name.casefold())
    order = sorted(
        range(len(entries)),
        key=lambda place: (
            -(entries[place].rating or 0),
            title_order(entries[place].title),
            by_name(entries[place]),
            place,
        ),
    )
    numbers = {place: number for number, place in enumerate(order, start=1)}
    return tuple(numbers[place] for place in range(len(entries)))


def title_order(title: str) -> int:
    """0 for a grandmaster up to 8 for a player without title.

    >>> title_order("WGM"), title_order("")
    (2, 8)
    """
    return _TITLES.index(title.upper()) if title.upper() in _TITLES else len(_TITLES)


def _stream(seed: int) -> Iterator[int]:
    counter = 0
    while True:
        digest = sha256(f"{LOT_METHOD}:{seed}:{counter}".encode("ascii")).digest()
        yield int.from_bytes(digest, "big")
        counter += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each equally likely: beyond the last whole multiple it is drawn again."""
    limit = _SPAN - _SPAN % bound
    return next(number for number in stream if number < limit) % bound
