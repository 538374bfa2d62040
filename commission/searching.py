"""The search of the room's lists: rows by the name of their event or player, in any spelling."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from core.keys import search_terms


def matching(rows: QuerySet[Any], query: str, *ways: str) -> QuerySet[Any]:
    """The rows of which each word of the query stands in the search key of one of the `ways`, such as `event`."""
    for term in search_terms(query):
        rows = rows.filter(reduce(or_, (Q(**{f"{way}__search_key__contains": term}) for way in ways)))
    return rows
