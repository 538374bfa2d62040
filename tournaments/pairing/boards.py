"""The numbers of the boards of a round where some players always sit at one table."""

from collections.abc import Mapping, Sequence


def board_numbers(pairs: Sequence[tuple[int, int]], fixed: Mapping[int, int]) -> tuple[int, ...]:
    """The board number of every pair, in the order of the pairs; `fixed` maps start numbers to tables.

    A pair with such a player has his table (of two, the smaller number counts, and a table that an earlier
    pair has is not given twice). The others have the free numbers from 1 in their order, so a fixed table
    beyond the last board leaves no hole.

    >>> board_numbers([(1, 5), (6, 2), (3, 7)], {7: 1, 2: 40})
    (2, 40, 1)
    """
    taken: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        tables = sorted(fixed[number] for number in pair if number in fixed)
        free = [table for table in tables if table not in taken.values()]
        if free:
            taken[place] = free[0]
    numbers = iter(range(1, len(pairs) + len(taken) + 1))
    used = set(taken.values())
    return tuple(
        taken[place] if place in taken else next(number for number in numbers if number not in used)
        for place in range(len(pairs))
    )
