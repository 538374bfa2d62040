"""All addresses of the portal."""

import sys
from importlib import import_module
from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from config.health import healthz

handler400 = "config.errors.bad_request"

APPS = ("core", "commission", "reports", "tiebreaks", "ratings", "tournaments", "players")


def _written(app: str) -> bool:
    """Whether the app's addresses can be loaded; says so on standard error when they cannot yet."""
    if find_spec(f"{app}.urls") is None:
        return False
    try:
        import_module(f"{app}.urls")
    except ImportError as missing:
        print(f"addresses of {app} left out: {missing}", file=sys.stderr)
        return False
    return True


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("accounts/", include("django.contrib.auth.urls")),
    *(path("", include(f"{app}.urls")) for app in APPS if _written(app)),
]
