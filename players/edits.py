"""Two people with the same form open: what each of them changed, and where they disagree.

A form carries what its fields held when it was opened (`seen`). A field that still holds it was not touched,
so it is not written: the later save puts back no old value. A field that both changed, to different values,
is a conflict.
Values are compared as text, the way a form sends them.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Model

from players.errors import Conflict


def as_sent(value: Any) -> str:
    """The value as text: a model's key, an ISO date, `1` or empty for yes and no, several keys with commas.

    >>> as_sent(None), as_sent(True), as_sent(date(2026, 3, 7)), as_sent(["b", "a"]), as_sent(12)
    ('', '1', '2026-03-07', 'a,b', '12')
    """
    if value is None or value is False:
        return ""
    if value is True:
        return "1"
    if isinstance(value, Model):
        return str(value.pk)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(sorted(as_sent(item) for item in value))
    return str(value).strip()


def touched(sent: Mapping[str, Any], seen: Mapping[str, str] | None) -> dict[str, Any]:
    """The sent values that differ from what the form showed; all of them if nobody knows what it showed."""
    if seen is None:
        return dict(sent)
    return {name: value for name, value in sent.items() if name not in seen or as_sent(value) != seen[name]}


def conflicts(
    sent: Mapping[str, Any], seen: Mapping[str, str] | None, stored: Mapping[str, Any]
) -> list[Conflict]:
    """The touched fields that somebody else changed meanwhile to another value, in the order sent.

    >>> conflicts({"club": "B", "title": "GM"}, {"club": "A", "title": "GM"}, {"club": "C", "title": "IM"})
    [Conflict(field='club', sent='B', stored='C')]
    """
    found = []
    for name, value in touched(sent, seen).items():
        now = as_sent(stored.get(name))
        if seen is not None and name in seen and now not in (seen[name], as_sent(value)):
            found.append(Conflict(name, as_sent(value), now))
    return found
