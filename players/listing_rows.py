"""Rows in memory for a `ListPage`: what it asks of a queryset, for lists that no table of the database holds."""

from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from typing import Any

from django.db.models import F
from django.db.models.expressions import OrderBy


class Rows(Sequence[Any]):
    """Objects sorted by their attributes; a column's `order` names these. Rows that are equal keep their order."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = list(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def order_by(self, *orders: OrderBy | str) -> "Rows":
        """The rows in this order, those without a value last; a plain name, the last resort, is passed over."""
        keys = [
            (str(getattr(order.expression, "name", "")), order.descending)
            for order in orders
            if isinstance(order, OrderBy) and isinstance(order.expression, F)
        ]
        return Rows(sorted(self._rows, key=cmp_to_key(lambda one, other: _compare(one, other, keys))))

    def iterator(self, chunk_size: int = 0) -> Iterator[Any]:
        """All rows, one after the other."""
        return iter(self._rows)


def _compare(one: Any, other: Any, keys: list[tuple[str, bool]]) -> int:
    for name, descending in keys:
        left, right = getattr(one, name), getattr(other, name)
        if left == right:
            continue
        if left is None or right is None:
            return 1 if left is None else -1
        return (1 if left > right else -1) * (-1 if descending else 1)
    return 0
