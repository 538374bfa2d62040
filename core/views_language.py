"""The choice of the language, which needs no token against forged forms."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

OWN = ("same-origin", "none")  # "none": the reader's own doing, no page asked for it


@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Set the language's cookie and go back to the page; raises PermissionDenied for a form of another site.

    A token would be another one for each reader, and every page has this form: no page could be kept ready. The
    browser says itself where a form came from. The way back leads to addresses of this portal alone.
    """
    if not _is_own_form(request):
        raise PermissionDenied(_("The language is chosen on a page of this portal."))
    return django_set_language(request)


def _is_own_form(request: HttpRequest) -> bool:
    """Whether the browser says that the form is this portal's own; what says nothing at all is refused.

    `Sec-Fetch-Site` is the browser's own verdict (over TLS); without it `Origin`, then `Referer` is compared as
    Django does for tokens: scheme, host and port of this request, or one of the trusted origins behind a proxy.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN
    said = request.headers.get("Origin") or _origin_of(request.headers.get("Referer", ""))
    return said in (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)


def _origin_of(address: str) -> str:
    """Scheme, host and port of an address; empty for what is none.

    >>> _origin_of("https://chess.example:8000/events/?q=1"), _origin_of("null")
    ('https://chess.example:8000', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""
