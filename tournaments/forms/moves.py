"""The form that takes a PGN file, and the reading of the boards that somebody put its games at."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.interchange.pgn import MOST_BYTES

_TARGET = re.compile(r"\s*(\d{1,3})\s*[.:/]\s*(\d{1,4})\s*", re.ASCII)


class PgnUploadForm(forms.Form):
    """Chooses the file."""

    file = forms.FileField(
        label=_("PGN file"),
        help_text=_("One round or the whole event; the games find their boards by round and names."),
    )

    def clean_file(self) -> Any:
        """The file, if it is no larger than any tournament could be."""
        upload = self.cleaned_data["file"]
        if upload.size > MOST_BYTES:
            raise ValidationError(_("The file is larger than 5 MB; please divide it."))
        return upload


def read_targets(data: Mapping[str, str], count: int) -> tuple[dict[int, tuple[int, int]], dict[int, str]]:
    """Round and board by place of the game, and the fields that say neither; empty fields are left out."""
    targets, unread = {}, {}
    for place in range(count):
        text = data.get(f"target-{place}", "").strip()
        match = _TARGET.fullmatch(text)
        if match:
            targets[place] = (int(match[1]), int(match[2]))
        elif text:
            unread[place] = text
    return targets, unread
