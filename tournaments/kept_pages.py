"""Whether a reader's copy of an event's page still holds, and pages kept ready for the next reader.

A page of an event depends on the event's version, on the language, on the source of the pages, and on what its app
puts into the stamp beside these. One query asks for the stamp; where a reader who is not logged in has been given the
page before, the answer are the bytes that were made then, packed.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cache as remembered
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

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
    "part": re.compile("live"),
    "theme": re.compile("light|dark"),
}


class HasState(Protocol):
    """A stamp as these functions ask it: it can be gone through, and tells the event's state."""

    @property
    def state(self) -> str:
        """The state of the event."""

    def __iter__(self) -> Any:
        """The facts that tell one state of the page from the next."""


class EventStamp(NamedTuple):
    """What tells one state of the pages of play from the next."""

    pk: int
    created_at: Any
    version: int
    state: str
    locked_by_report: int | None


def event_stamp_or_404(pk: int) -> EventStamp:
    """The stamp of an event, by one query that is not composed anew each time; raises Http404."""
    with connection.cursor() as cursor:
        cursor.execute(_event_query(), [pk])
        found = cursor.fetchone()
    if found is None:
        raise Http404
    return EventStamp._make(found)


@remembered
def _event_query() -> str:
    table = connection.ops.quote_name(Event._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(name) for name in ("id", *EventStamp._fields[1:]))
    return f"SELECT {columns} FROM {table} WHERE id = %s"  # noqa: S608 (names of a table and its columns)


def etag_of(stamp: Iterable[Any], *parts: Any) -> str:
    """The tag of a page about an event: its stamp, the language, and what else the page depends on.

    Weak, for the same page goes out packed and unpacked.
    """
    facts = (*stamp, get_language(), source_stamp(), *parts)
    return f'W/"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


def ready(request: HttpRequest, stamp: HasState, etag: str) -> HttpResponse | None:
    """The page for a reader who is not logged in, from what is kept: "not modified", or its bytes; else None."""
    if settings.DEBUG or stamp.state == Event.State.DRAFT or is_known(request):
        return None
    answer = unchanged(request, etag, personal=False)
    if answer is not None:
        return answer
    packed = cache.get(_key("page", etag))
    return None if packed is None else _from_bytes(request, packed, etag)


def kept_page(request: HttpRequest, stamp: HasState, etag: str, response: HttpResponse) -> HttpResponse:
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
    return f"pages:{name}:{etag.removeprefix('W/').strip(chr(34))}"


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
