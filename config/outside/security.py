"""What a browser may load, and how the log-in defends itself."""

from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF

FAILURES_ALLOWED = 5
COOL_OFF = timedelta(minutes=15)


def content_security_policy() -> dict[str, Any]:
    """Own scripts, styles, fonts and requests only; nothing inline, no frames, no plug-ins."""
    return {
        "DIRECTIVES": {
            "default-src": [NONE],
            "script-src": [SELF],
            "style-src": [SELF],
            "connect-src": [SELF],
            "font-src": [SELF],
            "img-src": [SELF, "data:"],
            "form-action": [SELF],
            "manifest-src": [SELF],
            "frame-ancestors": [NONE],
            "object-src": [NONE],
            "base-uri": [NONE],
        }
    }


def axes_settings() -> dict[str, Any]:
    """Five wrong passwords for one name from one address close the log-in for a quarter of an hour."""
    return {
        "AXES_FAILURE_LIMIT": FAILURES_ALLOWED,
        "AXES_COOLOFF_TIME": COOL_OFF,
        "AXES_LOCKOUT_PARAMETERS": [["username", "ip_address"]],
        "AXES_RESET_ON_SUCCESS": True,
        "AXES_LOCKOUT_CALLABLE": "config.errors.locked_out",
        "AXES_HTTP_RESPONSE_CODE": 429,
        # Behind a proxy every reader would else have the proxy's address, and one would lock out all.
        "AXES_CLIENT_IP_CALLABLE": "core.throttle.sender",
        "AXES_ENABLE_ADMIN": False,
        "AXES_VERBOSE": False,
        # Successful log-ins are no failures; the table holds only what the throttle needs.
        "AXES_DISABLE_ACCESS_LOG": True,
    }


def encrypted_transport(*, behind_proxy: bool) -> dict[str, Any]:
    """Everything over TLS: cookies, redirects, a year of HSTS. A proxy that ends TLS must set X-Forwarded-Proto."""
    settings: dict[str, Any] = {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "LANGUAGE_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        # The load balancer's probe speaks plain HTTP inside the house.
        "SECURE_REDIRECT_EXEMPT": [r"^healthz$"],
        "SECURE_HSTS_SECONDS": 365 * 24 * 60 * 60,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "SECURE_HSTS_PRELOAD": True,
    }
    if behind_proxy:
        settings["SECURE_PROXY_SSL_HEADER"] = ("HTTP_X_FORWARDED_PROTO", "https")
    return settings
