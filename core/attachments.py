"""Files that somebody attaches as a proof: a PDF or a picture, known by its first bytes and not by its name."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy as _

from core.files import read, store
from core.models import StoredFile

MOST_BYTES = 8_000_000
NAME_LENGTH = 120
SIGNS = {
    b"%PDF-": ("application/pdf", ".pdf"),
    b"\x89PNG\r\n\x1a\n": ("image/png", ".png"),
    b"\xff\xd8\xff": ("image/jpeg", ".jpg"),
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """The bytes of an attached file, their type, and a plain name that ends as the type does."""

    data: bytes
    media_type: str
    name: str

    def keep(self) -> StoredFile:
        """Store the bytes for good and return their row."""
        return store(self.data, self.media_type)


def attachment_of(data: bytes, name: str) -> Attachment | None:
    """The attachment in some bytes; None for what is neither a PDF nor a PNG or JPEG picture.

    >>> attachment_of(b"%PDF-1.7", "../Rules.of.play.PDF").name
    'Rules.of.play.pdf'
    >>> attachment_of(b"<html>", "page.pdf") is None
    True
    """
    for sign, (media_type, ending) in SIGNS.items():
        if data.startswith(sign):
            stem = "".join(letter for letter in PurePath(name).stem if letter.isprintable()).strip(" .")
            return Attachment(data, media_type, f"{(stem or 'document')[: NAME_LENGTH - 5]}{ending}")
    return None


class AttachmentField(forms.FileField):
    """A field whose cleaned value is an `Attachment`, or None where nothing was chosen."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.ClearableFileInput(attrs={"accept": ".pdf,.png,.jpg,.jpeg"}))
        options.setdefault("help_text", _("PDF, PNG or JPEG, up to 8 MB."))
        super().__init__(**options)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The attachment; raises ValidationError for a file that is too large or of another kind."""
        upload = super().clean(data, initial)
        if not upload:
            return None
        if upload.size > MOST_BYTES:
            raise ValidationError(_("The file is larger than 8 MB."))
        found = attachment_of(upload.read(), upload.name)
        if found is None:
            raise ValidationError(_("The file is neither a PDF nor a PNG or JPEG picture."))
        return found


def attachment_response(file: StoredFile, name: str) -> HttpResponse:
    """The file as a download; a browser neither guesses its type nor runs it. Raises FileMissing, FileDamaged."""
    response = HttpResponse(read(file.sha256), content_type=file.media_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
