"""The files of a great list, written part by part: its canonical bytes, then every format."""

from collections.abc import Callable, Iterable, Iterator

from core.files import Draft
from core.models import StoredFile
from players.models import RatingList
from ratings.corrections import cells_of, file_rows, pending
from ratings.list_contents import BuiltRow, list_closing, list_lines, list_opening
from ratings.list_files import formats_of, head_of
from ratings.models import ListFile

MEDIA_TYPE = "text/csv"
Rows = Callable[[], Iterable[list[BuiltRow]]]


def write_files(rating_list: RatingList, previous_sha256: str, rows: Rows) -> None:
    """Store the canonical bytes and the files of a list that is not published yet; sets its `sha256`, unsaved.

    `rows` gives the list's rows in groups, anew each time it is called: the files bear the hash of the canonical
    bytes, so those come first.
    """
    rating_list.sha256 = store_parts(_canonical(rating_list, previous_sha256, rows()), MEDIA_TYPE).sha256
    head = head_of(rating_list, previous_sha256, file_rows(pending(rating_list.kind)))
    for chosen in formats_of(rating_list.kind):
        kept = store_parts(chosen.parts(head, rows()), chosen.media_type)
        ListFile.objects.create(
            rating_list=rating_list, format=chosen.name, media_type=chosen.media_type, sha256=kept.sha256
        )


def store_parts(parts: Iterable[bytes], media_type: str) -> StoredFile:
    """Keep a file that comes in parts, as `core.files.store` keeps one that comes whole."""
    draft = Draft(media_type)
    try:
        for part in parts:
            draft.write(part)
        return draft.keep()
    finally:
        draft.discard()


def _canonical(
    rating_list: RatingList, previous_sha256: str, groups: Iterable[list[BuiltRow]]
) -> Iterator[bytes]:
    yield list_opening(rating_list, previous_sha256)
    for rows in groups:
        yield list_lines(rows)
    yield list_closing(cells_of(pending(rating_list.kind)))
