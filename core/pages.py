"""Pages that a browser begins to show while the rest of them is still being read from the database."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation

# Where the rest goes into the page that is sent first. What people typed is escaped and cannot look like it.
HOLE = "<!--rest-->"

logger = logging.getLogger("django.request")

Part = tuple[str, Mapping[str, Any]]


class PageInParts(StreamingHttpResponse):
    """A page sent as it is made. `content` is the whole of it, for those who do not read a stream."""

    @property
    def content(self) -> bytes:  # type: ignore[override]
        """All parts, made if they were not yet."""
        whole: bytes = self.getvalue()
        self.streaming_content = iter((whole,))
        return whole


def page_in_parts(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    rest: Callable[[], Iterator[Part]],
    *,
    status: int = 200,
) -> PageInParts:
    """The page of a template that has a `HOLE`, sent up to it at once; `rest` tells what fills the hole.

    `rest` yields a template and its context for each part; every part is sent as soon as it is made. It runs after the
    answer's head has gone, so it cannot refuse any more: what may be refused is asked before. Where it fails, the
    reader is told below what he has, the answer ends without its proper end, and the fault is logged. Reading the
    answer raises ValueError for a template without `HOLE`.
    """
    first, hole, last = render_to_string(template, dict(context), request).partition(HOLE)
    language, zone = translation.get_language(), timezone.get_current_timezone()

    def parts() -> Iterator[str]:
        if not hole:
            raise ValueError(f"{template} has no place for its rest.")
        yield first
        pieces = rest()
        try:
            while True:
                # Between two parts the server may do something else in this thread.
                with translation.override(language), timezone.override(zone):
                    piece = next(pieces, None)
                    html = None if piece is None else render_to_string(piece[0], dict(piece[1]), request)
                if html is None:
                    break
                yield html
        except Exception:
            logger.exception("The rest of %s could not be made", request.path, extra={"request": request})
            with translation.override(language), timezone.override(zone):
                told = render_to_string("components/cut_off.html", request=request)
            yield told
            raise
        yield last

    response = PageInParts(parts(), content_type="text/html; charset=utf-8", status=status)
    # A proxy that gathers an answer before it passes it on would take the gain away.
    response["X-Accel-Buffering"] = "no"
    return response
