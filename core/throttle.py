"""How often something may be done: counted in the cache, so a lost cache forgives."""

import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


def sender(request: HttpRequest) -> str:
    """The address that a request comes from.

    Behind a proxy that is the last of X-Forwarded-For, which our own proxy has seen; those before it can be invented.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        address = request.META.get("HTTP_X_FORWARDED_FOR", address).rpartition(",")[2].strip()
    return address[:64]


def within_limit(key: str, *, most: int, seconds: int) -> bool:
    """Count one use of `key` and say whether it is among the first `most` of the running window of `seconds`."""
    name = f"throttle:{key}:{int(time.time()) // seconds}"
    if cache.add(name, 1, seconds):
        return most >= 1
    try:
        return int(cache.incr(name)) <= most
    except ValueError:
        # The window ended between the two questions.
        cache.set(name, 1, seconds)
        return most >= 1
