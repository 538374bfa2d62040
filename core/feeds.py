"""Atom feeds that every reader can parse, whatever somebody pasted into a reason."""

import re
from typing import Any

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

# Signs that XML 1.0 (2.2) does not know, not even escaped; one of them would cost all readers the whole feed.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class AtomFeed(Atom1Feed):
    """Django's feed, without what XML cannot hold; descriptions are plain text, which Django says to be HTML."""

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        """Write an entry, its texts cleaned."""
        clean = {name: xml_text(value) if isinstance(value, str) else value for name, value in item.items()}
        if clean.get("description") is not None:
            clean["description"] = escape(clean["description"])
        super().add_item_elements(handler, clean)


def xml_text(text: str) -> str:
    r"""A text without the control signs that XML does not know.

    >>> xml_text("Seen\x0b by two\n")
    'Seen by two\n'
    """
    return _NO_XML.sub("", text)
