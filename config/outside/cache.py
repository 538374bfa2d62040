"""The cache: memory of the process unless REDIS_URL names a Redis that all processes share."""

from typing import Any

from config.environment import Environment


def caches(environment: Environment) -> dict[str, Any]:
    """Django's CACHES. Nothing that must be right lives there, so a lost cache loses no fact."""
    redis = environment.text("REDIS_URL", default="")
    if redis:
        return {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": redis}}
    return {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "crosstable"}}
