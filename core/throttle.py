"""How often something may be done: counted in the cache, so a lost cache forgives."""

import time

from django.core.cache import cache


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


def is_exhausted(key: str, *, most: int, seconds: int) -> bool:
    """Whether `most` uses of `key` were counted in the running window; counts nothing."""
    return int(cache.get(f"throttle:{key}:{int(time.time()) // seconds}", 0)) >= most
