"""The choice of the language, which needs no token against forged forms."""

from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language


@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Set the language's cookie and go back to the page; raises PermissionDenied for a form of another site.

    A token would be another one for each reader, and every page has this form: no page could be kept ready. The
    browser says itself where a form came from.
    """
    if not _is_own_form(request):
        raise PermissionDenied(_("The language is chosen on a page of this portal."))
    return django_set_language(request)


def _is_own_form(request: HttpRequest) -> bool:
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == request.get_host()
