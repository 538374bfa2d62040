"""Languages, the clock's zone, and how numbers and dates are written."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment

LANGUAGES = [
    ("en", "English"),
    ("hr", "Hrvatski"),
    ("ru", "Русский"),
    ("uk", "Українська"),
    ("es", "Español"),
]


def language_settings(environment: Environment, *, base_dir: Path) -> dict[str, Any]:
    """Django's settings of language and time. TIME_ZONE is the zone whose calendar day `localdate` tells.

    Thousands are never separated: ratings and identifiers are labels.
    """
    return {
        "LANGUAGE_CODE": "en",
        "LANGUAGES": LANGUAGES,
        "LOCALE_PATHS": [base_dir / "locale"],
        "LANGUAGE_COOKIE_SAMESITE": "Lax",
        "USE_I18N": True,
        "USE_TZ": True,
        "TIME_ZONE": time_zone(environment),
        "USE_THOUSAND_SEPARATOR": False,
    }


def time_zone(environment: Environment) -> str:
    """The zone's name in the IANA database; refused when there is no such zone."""
    name = environment.text("TIME_ZONE", default="Europe/Prague")
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"TIME_ZONE is {name!r}; write a zone's name such as Europe/Prague."
        ) from None
    return name
