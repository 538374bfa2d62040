"""Whether a reader's copy of a page still holds, and pages and tables kept ready for the next reader.

A page of an event depends on the event's version, on its rating, on the language and on the source of the pages.
One query asks for these; where a reader who is not logged in has been given the page before, the answer are the
bytes that were made then, packed.
"""

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache as remembered
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from ratings.models import Period, RatedEvent
from tournaments.models import Event

SOURCE_FOLDERS = ("templates", "static", "locale", "tiebreaks", "ratings", "tournaments", "players", "core")
SOURCE_ENDINGS = frozenset({".html", ".css", ".js", ".mo", ".py", ".toml"})
KEPT_SECONDS = 24 * 3600
PACKING = 3  # of gzip: 6 takes twice as long for a seventh less
MESSAGES_COOKIE = "messages"
TOKEN = b"csrfmiddlewaretoken"
PARAMETERS = {  # of pages that are kept, with their values; nobody fills the store with others
    "round": re.compile(r"[1-9][0-9]?"),
    "by": re.compile("number"),
    "view": re.compile("rounds"),
}


class Stamp(NamedTuple):
    """What tells one state of an event's pages from the next; `rated` is the standing calculation."""

    pk: int
    created_at: Any
    version: int
    state: str
    locked_by_report: int | None
    rated: int | None
    period_state: str | None

    @property
    def is_published(self) -> bool:
        """Whether the changes of the ratings are published with a list."""
        return self.period_state == Period.State.PUBLISHED


def stamp_of(pk: int) -> Stamp | None:
    """The stamp of an event, by one query; None if there is no such event.

    Every reader of every page begins here, and the ORM would need twice the time of the rest of the answer to
    compose this query.
    """
    with connection.cursor() as cursor:
        cursor.execute(_stamp_query(), [pk])
        found = cursor.fetchone()
    return None if found is None else Stamp._make(found)


def stamp_or_404(pk: int) -> Stamp:
    """The stamp of an event; raises Http404."""
    stamp = stamp_of(pk)
    if stamp is None:
        raise Http404
    return stamp


@remembered
def _stamp_query() -> str:
    event, rated, period = (
        connection.ops.quote_name(model._meta.db_table) for model in (Event, RatedEvent, Period)
    )
    return (
        "SELECT e.id, e.created_at, e.version, e.state, e.locked_by_report, r.id, p.state "  # noqa: S608 (tables)
        f"FROM {event} e LEFT JOIN {rated} r ON r.event_id = e.id AND r.current "
        f"LEFT JOIN {period} p ON p.id = r.period_id WHERE e.id = %s"
    )


def etag_of(stamp: Stamp, *parts: Any) -> str:
    """The tag of a page about an event: its stamp, the language, and what else the page depends on.

    Weak, for the same page goes out packed and unpacked.
    """
    facts = (*stamp, get_language(), source_stamp(), *parts)
    return f'W/"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def ready(request: HttpRequest, stamp: Stamp, etag: str) -> HttpResponse | None:
    """The page for a reader who is not logged in, from what is kept: "not modified", or its bytes; else None."""
    if settings.DEBUG or stamp.state == Event.State.DRAFT or is_known(request):
        return None
    answer = unchanged(request, etag, personal=False)
    if answer is not None:
        return answer
    packed = cache.get(_key("page", etag))
    return None if packed is None else _from_bytes(request, packed, etag)


def kept_page(request: HttpRequest, stamp: Stamp, etag: str, response: HttpResponse) -> HttpResponse:
    """The response with its tag; its bytes are kept for the next reader unless they are for this one alone.

    A page that holds a token against forged forms is never kept.
    """
    response = tagged(response, request, etag)
    if settings.DEBUG or stamp.state == Event.State.DRAFT or is_known(request):
        return response
    if response.status_code != 200 or TOKEN in response.content or not _is_usual(request):
        return response
    packed = gzip.compress(response.content, PACKING, mtime=0)
    cache.set(_key("page", etag), packed, KEPT_SECONDS)
    if _takes_gzip(request):
        response.content = packed
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
    return response


def _is_usual(request: HttpRequest) -> bool:
    """Whether the page was asked for by parameters that it has, each once and with a value that it has."""
    return all(
        name in PARAMETERS and len(values) == 1 and PARAMETERS[name].fullmatch(values[0])
        for name, values in request.GET.lists()
    )


def is_known(request: HttpRequest) -> bool:
    """Whether the reader may be logged in or have a message waiting: the cookies tell without a query."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or MESSAGES_COOKIE in request.COOKIES


def _takes_gzip(request: HttpRequest) -> bool:
    return "gzip" in request.headers.get("Accept-Encoding", "")


def _from_bytes(request: HttpRequest, packed: bytes, etag: str) -> HttpResponse:
    """The answer from kept bytes, packed for who takes them so."""
    if _takes_gzip(request):
        response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(packed))
    patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
    return tagged(response, request, etag, personal=False)


def unchanged(request: HttpRequest, etag: str, *, personal: bool = True) -> HttpResponse | None:
    """The answer "not modified" (304) if the reader has this very page; None if it must be sent.

    A page with a head that depends on the reader (`personal`) is only compared for readers who are not logged
    in and have no message waiting.
    """
    if settings.DEBUG or (personal and (request.user.is_authenticated or len(get_messages(request)))):
        return None
    answer = get_conditional_response(request, etag=etag)
    if isinstance(answer, HttpResponseNotModified):
        patch_cache_control(answer, no_cache=True)
        patch_vary_headers(answer, ("Accept-Encoding", "Cookie"))
        return answer
    return None


def tagged(response: HttpResponse, request: HttpRequest, etag: str, *, personal: bool = True) -> HttpResponse:
    """The response with its tag; the reader's copy is asked for before it is shown again."""
    if personal and request.user.is_authenticated:
        patch_cache_control(response, private=True, no_cache=True)
        return response
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def kept(request: HttpRequest, name: str, etag: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, made once for the facts behind the tag and all readers whose head is their own.

    For a reader who is not logged in it is made and not kept: his whole page is.
    """
    if settings.DEBUG or not is_known(request):
        return make()
    key = _key(name, etag)
    found = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, KEPT_SECONDS)
    return found


def _key(name: str, etag: str) -> str:
    return f"tiebreaks:{name}:{etag.removeprefix('W/').strip(chr(34))}"


@remembered
def source_stamp() -> int:
    """When the newest source of the pages was written, so that a new release voids all copies."""
    root = Path(settings.BASE_DIR)
    times = (
        path.stat().st_mtime_ns
        for folder in SOURCE_FOLDERS
        for path in (root / folder).rglob("*")
        if path.suffix in SOURCE_ENDINGS
    )
    return max(times, default=0)
