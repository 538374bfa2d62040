"""Whether a reader's copy of a page still holds, and tables kept ready for the next reader."""

import hashlib
from collections.abc import Callable
from functools import cache as remembered
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from tournaments.models import Event

SOURCE_FOLDERS = ("templates", "static", "locale", "tiebreaks", "ratings", "tournaments", "players", "core")
SOURCE_ENDINGS = frozenset({".html", ".css", ".js", ".mo", ".py", ".toml"})
KEPT_SECONDS = 24 * 3600


def etag_of(event: Event, *parts: Any) -> str:
    """The tag of a page about an event: version, state and lock, language, and what else it depends on."""
    facts = (
        event.pk,
        event.created_at,
        event.version,
        event.state,
        event.locked_by_report,
        get_language(),
        source_stamp(),
        *parts,
    )
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


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


def kept(name: str, etag: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, made once for the facts behind the tag."""
    if settings.DEBUG:
        return make()
    key = f"tiebreaks:{name}:{etag.strip(chr(34))}"
    found = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, KEPT_SECONDS)
    return found


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
