"""Documents signed for tests without a database, and every way to tamper with one that was thought of."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from cryptography import x509
from pyhanko.pdf_utils import generic, writer
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import SigFieldSpec, append_signature_field
from pyhanko.stamp import TextStamp, TextStampStyle

from reports import authority as authorities
from reports.authority import Anchors, Authority
from reports.render import render_page
from reports.signing import Field, Words, open_key, sign

PHRASE = "baize under the clock"
WORDS = Words("Inventown", "The final table is complete and true.")


@dataclass(frozen=True)
class Signatory:
    """A person with a key."""

    name: str
    pkcs12: bytes
    certificate: x509.Certificate


def person(authority: Authority, name: str, *, now: datetime | None = None, days: int = 730) -> Signatory:
    """Somebody with a key of the authority."""
    key = authorities.new_key()
    moment = now or datetime.now(UTC)
    certificate = authorities.issue(authority, key.public_key(), common_name=name, now=moment, days=days)
    return Signatory(name, authorities.pack(authority, key, certificate, PHRASE), certificate)


def signed(data: bytes, who: Signatory, authority: Authority, field: Field, kind: Any) -> bytes:
    """The document with one signature more."""
    appearance = render_page("<p>signed</p>", "@page { size: 200pt 60pt; margin: 0 }")
    key = open_key(who.pkcs12, PHRASE)
    return sign(
        data,
        key,
        field=field.name,
        kind=kind,
        name=who.name,
        words=WORDS,
        appearance=appearance,
        clock=authority,
    )


def anchors_of(authority: Authority, revoked: dict[int, datetime] | None = None) -> Anchors:
    """Whom a check trusts."""
    return authority.anchors(authorities.revocation_list(authority, revoked or {}, now=datetime.now(UTC)))


def flipped(data: bytes, place: int) -> bytes:
    """One bit of one byte is another."""
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def byte_of_a_page(data: bytes) -> bytes:
    """One byte in the stream of a page."""
    return flipped(data, data.index(b"stream\n") + 40)


def byte_of_the_last_frame(data: bytes) -> bytes:
    """One byte in the dictionary of the last signature, before its own bytes."""
    return flipped(data, data.rindex(b"/ByteRange") - 40)


def byte_of_the_filling(data: bytes) -> bytes:
    """One zero behind the last signature, which no signature covers."""
    return flipped(data, data.rindex(b"0000000000>") + 3)


def overlay(data: bytes) -> bytes:
    """A stamp over the first page."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    TextStamp(changed, TextStampStyle(stamp_text="PUBLISHED")).apply(0, 100, 300)
    return written(changed)


def content_replaced(data: bytes) -> bytes:
    """The first page's content stream is another under the same number."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    page = changed.root["/Pages"]["/Kids"][0].get_object()
    reference = page.raw_get("/Contents")
    if isinstance(page["/Contents"], generic.ArrayObject):
        reference = page["/Contents"].raw_get(0)
    stream = reference.get_object()
    stream._data = stream.data.replace(b"4", b"5") + b"\n"
    stream._encoded_data = None
    changed.mark_update(reference)
    return written(changed)


def annotation(data: bytes) -> bytes:
    """A note pinned to the first page."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    page = changed.root["/Pages"]["/Kids"][0].get_object()
    note = generic.DictionaryObject(
        {
            generic.pdf_name("/Type"): generic.pdf_name("/Annot"),
            generic.pdf_name("/Subtype"): generic.pdf_name("/Text"),
            generic.pdf_name("/Rect"): generic.ArrayObject(map(generic.NumberObject, (10, 10, 30, 30))),
            generic.pdf_name("/Contents"): generic.pdf_string("Kos won this game"),
        }
    )
    if "/Annots" not in page:
        page[generic.pdf_name("/Annots")] = generic.ArrayObject()
    page["/Annots"].append(changed.add_object(note))
    changed.update_container(page["/Annots"])
    return written(changed)


def field(data: bytes) -> bytes:
    """One more field for a signature."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    append_signature_field(changed, SigFieldSpec("Another", box=(10, 10, 60, 40)))
    return written(changed)


def enclosure_replaced(data: bytes) -> bytes:
    """The record inside is another, put in by an update."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    names = changed.root["/Names"]["/EmbeddedFiles"]["/Names"]
    stream = names[1]["/EF"].raw_get("/F").get_object()
    stream._data, stream._encoded_data = stream.data.replace(b"1-0", b"0-1") + b" ", None
    changed.mark_update(names[1]["/EF"].raw_get("/F"))
    return written(changed)


def pages_swapped(data: bytes) -> bytes:
    """The pages stand in the other order."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    tree = changed.root["/Pages"]
    tree["/Kids"].reverse()
    changed.mark_update(changed.root.raw_get("/Pages"))
    return written(changed)


def last_signature_removed(data: bytes) -> bytes:
    """The last field is empty again, by an update."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    for each in changed.root["/AcroForm"]["/Fields"]:
        found = each.get_object()
        if "/V" in found:
            last = found
    del last["/V"]
    changed.update_container(last)
    return written(changed)


def all_signatures_removed(data: bytes) -> bytes:
    """Every field is empty again, by an update."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    for each in changed.root["/AcroForm"]["/Fields"]:
        found = each.get_object()
        if "/V" in found:
            del found["/V"]
            changed.update_container(found)
    return written(changed)


def written_anew(data: bytes) -> bytes:
    """The file is written from its objects: same pages, same files inside, no signature any more."""
    changed = writer.copy_into_new_writer(PdfFileReader(BytesIO(data)))
    for key in ("/AcroForm", "/Perms"):
        changed.root.pop(key, None)
    for page in changed.root["/Pages"]["/Kids"]:
        page.get_object().pop("/Annots", None)
    # Copied once more, so that what nothing refers to any more stays behind.
    return written(writer.copy_into_new_writer(PdfFileReader(BytesIO(written(changed)))))


def newline_behind(data: bytes) -> bytes:
    """A newline at the end."""
    return data + b"\n"


def comment_behind(data: bytes) -> bytes:
    """A comment at the end."""
    return data + b"\n% looked at by M. K.\n"


def object_behind(data: bytes) -> bytes:
    """An object at the end that nothing refers to."""
    return data + b"\n99 0 obj\n<< /Note (orphan) >>\nendobj\n"


def orphan_by_update(data: bytes) -> bytes:
    """An object that nothing refers to, put in by a proper update with a table of its own."""
    changed = IncrementalPdfFileWriter(BytesIO(data))
    changed.add_object(generic.DictionaryObject({generic.pdf_name("/Note"): generic.pdf_string("orphan")}))
    return written(changed)


Attack = Callable[[bytes], bytes]

# the attack, what the document then is, what was done
TAMPERING: tuple[tuple[Attack, str, str], ...] = (
    (byte_of_a_page, "changed", "bytes"),
    (byte_of_the_last_frame, "changed", "bytes"),
    (byte_of_the_filling, "changed", "bytes"),
    (overlay, "changed", "overlay"),
    (content_replaced, "changed", "overlay"),
    (annotation, "changed", "annotation"),
    (field, "changed", "field"),
    (enclosure_replaced, "changed", "enclosure"),
    (pages_swapped, "changed", "pages"),
    (last_signature_removed, "changed", "signature_removed"),
    (all_signatures_removed, "changed", "signature_removed"),
    (newline_behind, "appended", "appended"),
    (comment_behind, "appended", "appended"),
    (object_behind, "appended", "appended"),
    (orphan_by_update, "appended", "appended"),
)


def written(changed: Any) -> bytes:
    """The bytes of a writer."""
    output = BytesIO()
    changed.write(output)
    return output.getvalue()
