"""The store of sessions: Django's rows in the database, which also say whose session it is and on what device.

The row is read with every request anyway, so when it was last seen is known without asking; it is written anew only
when that is some minutes ago.
"""

from collections.abc import Callable
from datetime import timedelta
from ipaddress import IPv4Address, ip_address
from typing import Any
from uuid import uuid4

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from core.throttle import sender

LOG_IN = "log_in"
SEEN_EVERY = timedelta(minutes=5)
# The first word that a browser's own description holds names it: most say that they are several.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


class SessionStore(db.SessionStore):
    """Rows of `players.Session`; `row` is the one that was read."""

    row: Any = None

    @classmethod
    def get_model_class(cls) -> Any:
        """The table of sessions."""
        from players.models import Session

        return Session

    def _get_session_from_db(self) -> Any:
        self.row = super()._get_session_from_db()  # type: ignore[misc]
        return self.row

    def create_model_instance(self, data: Any) -> Any:
        """The row with what the log-in has noted."""
        row: Any = super().create_model_instance(data)
        account, noted = data.get(SESSION_KEY), data.get(LOG_IN)
        if account and noted:
            row.account_id, row.number = int(account), noted["number"]
            row.browser, row.system, row.place = noted["browser"], noted["system"], noted["place"]
            row.since = parse_datetime(noted["since"])
        return row


class LastSeenMiddleware:
    """Notes now and then that a session is used, and from where."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, then note it where the last note is old."""
        response = self.get_response(request)
        row, now = getattr(request.session, "row", None), timezone.now()
        if row is not None and row.account_id is not None and now - row.seen_at >= SEEN_EVERY:
            type(row).objects.filter(pk=row.pk).update(seen_at=now, place=place_of(sender(request)))
        return response


def note_log_in(sender: Any, request: HttpRequest, **signal: Any) -> None:
    """Keep with a new session what its owner recognises it by."""
    request.session[LOG_IN] = {
        "number": str(uuid4()),
        "since": timezone.now().isoformat(),
        **_device(request),
    }


def _device(request: HttpRequest) -> dict[str, str]:
    browser, system = device_of(request.headers.get("User-Agent", ""))
    return {"browser": browser, "system": system, "place": place_of(sender(request))}


def device_of(agent: str) -> tuple[str, str]:
    """Browser and system of a browser's own description; empty where it says nothing known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    ('Firefox', 'Linux')
    >>> device_of("curl/8.5")
    ('', '')
    """
    browser = next((name for word, name in BROWSERS if word in agent), "")
    system = next((name for word, name in SYSTEMS if word in agent), "")
    return browser, system


def place_of(address: str) -> str:
    """A network address without the part that tells one house from another.

    >>> place_of("203.0.113.77"), place_of("2001:db8:85a3:8d3::7"), place_of("unix:")
    ('203.0.113.…', '2001:db8:85a3:…', '')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv4Address):
        return f"{str(found).rpartition('.')[0]}.…"
    if found.ipv4_mapped is not None:
        return place_of(str(found.ipv4_mapped))
    groups = found.exploded.split(":")[:3]
    return ":".join(f"{int(group, 16):x}" for group in groups) + ":…"
