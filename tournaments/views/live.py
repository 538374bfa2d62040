"""Pages of an event that keep themselves up to date, and may stand in a frame of somebody else's page.

Such a page is one part inside a whole page. While the event is announced or played the part asks for itself again
(`?part=live`) under the tag that it came with: an unchanged one costs an empty answer (`static/js/live.js`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.kept_pages import HasState, etag_of, event_stamp_or_404, kept_page, ready, tagged, unchanged
from tournaments.models import Event
from tournaments.views.access import public_event

LIVE_STATES = (Event.State.REGISTERED, Event.State.PLAYING)
EMBED_PAGE = "tournaments/embed.html"
Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LivePage:
    """The template of a whole page and that of its part, which is drawn from the same context."""

    page: str
    part: str


def live_page(
    request: HttpRequest,
    pk: int,
    templates: LivePage,
    make: Callable[[Event], Context | HttpResponse],
    *key: Any,
    embedded: bool = False,
    stamp: HasState | None = None,
) -> HttpResponse:
    """The page, its part, "not modified", or what `make` answers instead of a context (a file, a redirect).

    `key` tells the page from the other pages of the event; `stamp` is another one than that of the event's facts,
    where a page depends on more. Raises Http404 for an event that this reader may not see.
    """
    stamp = stamp or event_stamp_or_404(pk)
    is_part = request.GET.get("part") == "live"
    key = (*key, "frame" if embedded else "")
    etag = _tag(request, stamp, *key, "part" if is_part else "page")
    answer = ready(request, stamp, etag)
    if answer is not None:
        return answer
    event = public_event(request, pk)
    answer = unchanged(request, etag, personal=not is_part)
    if answer is not None:
        return answer
    made = make(event)
    if isinstance(made, HttpResponse):
        return tagged(made, request, etag)
    context = {
        "event": event,
        **_polling(request, event, _tag(request, stamp, *key, "part")),
        "part": templates.part,
        "embedded": embedded,
        **made,
    }
    if embedded:
        context |= embed_context(request)
    name = templates.part if is_part else EMBED_PAGE if embedded else templates.page
    response = render(request, name, context)
    if is_part:
        response["ETag"] = etag
    return kept_page(request, stamp, etag, response)


def live_part(
    request: HttpRequest, pk: int, part: str, make: Callable[[Event], Context], *key: Any
) -> HttpResponse:
    """The part alone of a page that is no `live_page`, for much beside the part depends on more than the event."""
    return live_page(request, pk, LivePage(part, part), make, *key)


def live_context(request: HttpRequest, event: Event, *key: Any) -> Context:
    """What such a page is given, so that its part asks `live_part` under the same `key`."""
    tag = _tag(request, event_stamp_or_404(event.pk), *key, "", "part")
    return _polling(request, event, tag)


def _tag(request: HttpRequest, stamp: HasState, *key: Any) -> str:
    query = request.GET.copy()
    query.pop("part", None)
    return etag_of(stamp, *key, query.urlencode())


def _polling(request: HttpRequest, event: Event, tag: str) -> Context:
    query = request.GET.copy()
    query["part"] = "live"
    address = f"{request.path}?{query.urlencode()}" if event.state in LIVE_STATES else ""
    return {"poll_url": address, "poll_etag": tag}


def embed_context(request: HttpRequest) -> Context:
    """What a framed page takes from its address: the theme, `light` or `dark`; else the reader's system decides."""
    theme = request.GET.get("theme", "")
    return {"theme": theme if theme in ("light", "dark") else ""}


def embeddable(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view whose pages may stand in a frame on any site; all other pages of the portal stay out of frames.

    Such a page holds no form and shows nothing of an account.
    """

    @wraps(view)
    def framed(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(*args, **kwargs)

    opened: Callable[..., HttpResponseBase] = csp_replace({"frame-ancestors": ["*"]})(framed)
    return xframe_options_exempt(opened)
