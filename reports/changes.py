"""What was done to a PDF after it was signed, and which files lie inside it.

Knows pyHanko, as `signing` and `verifying` do. Works on an opened reader; nothing here raises for a crafted file
that the reader itself could open: what cannot be told apart is `other`.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import Any, Literal

from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader

Change = Literal[
    "bytes", "overlay", "annotation", "field", "pages", "enclosure", "signature_removed", "appended", "other"
]

DEEPEST_TREE = 20
LONGEST_NUMBER = 16
BYTE_RANGE = re.compile(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]")


def was_signed(data: bytes) -> bool:
    """A signature's byte range lies within the file: it was whole once."""
    return ranges_in(data) > 0


def ranges_in(data: bytes) -> int:
    """How many signatures left their byte range in the file, whether or not its catalogue still names them."""
    ends = {
        int(start) + int(length)
        for _, _, start, length in (match.groups() for match in BYTE_RANGE.finditer(data))
    }
    return sum(end <= len(data) for end in ends)


def changes_since(reader: PdfFileReader, revision: int) -> tuple[Change, ...]:
    """What the file shows otherwise than it did at the revision (from 0), in a fixed order; else `other`."""
    try:
        before, now = reader.get_historical_resolver(revision), reader
        found: list[Change] = []
        if _page_list(before) != _page_list(now):
            found.append("pages")
        if _looks(before) != _looks(now):
            found.append("overlay")
        if _annotations(before) != _annotations(now):
            found.append("annotation")
        if _field_names(before) != _field_names(now):
            found.append("field")
        if enclosures_of(before) != enclosures_of(now):
            found.append("enclosure")
    except Exception:
        # A file made to confuse readers has been changed; how, nobody can say.
        return ("other",)
    return tuple(found) or ("other",)


def enclosures_of(source: Any) -> dict[str, str]:
    """The files inside a document: name -> SHA-256 of its bytes; a name that comes twice counts as another file."""
    found: dict[str, str] = {}
    tree = _entry(_entry(source.root, "/Names"), "/EmbeddedFiles")
    for name, specification in _leaves(tree, 0):
        stream = specification["/EF"]["/F"]
        text = str(name)
        while text in found:
            text += "′"
        found[text] = hashlib.sha256(stream.data).hexdigest()
    return found


def claimed_number(reader: PdfFileReader) -> str:
    """The document number among the key words of the file, as it was written there; empty without one."""
    try:
        found = _entry(_entry(reader.trailer_view, "/Info"), "/Keywords")
        return str(found)[:LONGEST_NUMBER] if found is not None else ""
    except Exception:
        return ""


def _leaves(node: Any, depth: int) -> Iterator[tuple[Any, Any]]:
    """The pairs of a name tree."""
    if node is None or depth > DEEPEST_TREE:
        return
    pairs = _items(_entry(node, "/Names"))
    yield from zip(pairs[::2], pairs[1::2], strict=False)
    for child in _items(_entry(node, "/Kids")):
        yield from _leaves(child, depth + 1)


def _pages(source: Any) -> list[tuple[Any, Any]]:
    """The pages in order, each with its number among the objects."""
    found: list[tuple[Any, Any]] = []
    _collect_pages(source.root["/Pages"], found, 0)
    return found


def _collect_pages(node: Any, found: list[tuple[Any, Any]], depth: int) -> None:
    if depth > DEEPEST_TREE:
        raise ValueError("the tree of pages is too deep")
    for reference, page in _references(node["/Kids"]):
        if _entry(page, "/Type") == "/Pages":
            _collect_pages(page, found, depth + 1)
        else:
            found.append((getattr(reference, "idnum", None), page))


def _page_list(source: Any) -> list[Any]:
    return [number for number, _page in _pages(source)]


def _looks(source: Any) -> dict[Any, tuple[str, ...]]:
    """What each page draws: the hashes of its content streams and of the forms and pictures that it names."""
    found = {}
    for number, page in _pages(source):
        contents = _entry(page, "/Contents")
        streams = _items(contents) if isinstance(contents, generic.ArrayObject) else [contents]
        drawn = [_hash(stream) for stream in streams if stream is not None]
        objects = _entry(_entry(page, "/Resources"), "/XObject")
        drawn += [f"{name}:{_hash(objects[name])}" for name in sorted(objects or ())]
        found[number] = tuple(drawn)
    return found


def _hash(stream: Any) -> str:
    return hashlib.sha256(stream.data).hexdigest()


def _annotations(source: Any) -> list[tuple[Any, Any, str]]:
    """Notes, stamps and links of all pages; the boxes of form fields are counted with the fields."""
    return sorted(
        (number, getattr(reference, "idnum", index), repr(_plain(note)))
        for number, page in _pages(source)
        for index, (reference, note) in enumerate(_references(_entry(page, "/Annots")))
        if _entry(note, "/Subtype") != "/Widget"
    )


def _entry(dictionary: Any, key: str) -> Any:
    """The value behind a key, followed through a reference; None where there is none such."""
    return dictionary[key] if dictionary is not None and key in dictionary else None


def _items(array: Any) -> list[Any]:
    """The members of an array, followed through references."""
    return [array[index] for index in range(len(array or ()))]


def _references(array: Any) -> Iterator[tuple[Any, Any]]:
    for index in range(len(array or ())):
        yield array.raw_get(index), array[index]


def _plain(note: Any) -> list[tuple[str, str]]:
    """What an annotation says: its own entries, references by number."""
    return sorted((str(key), str(note.raw_get(key))) for key in note)


def _field_names(source: Any) -> list[str]:
    fields = _entry(_entry(source.root, "/AcroForm"), "/Fields")
    return sorted(str(_entry(field, "/T")) for field in _items(fields))
