"""What a reader sees when something was refused or went wrong."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from tournaments.errors import DomainError, StaleVersion


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 when the request was larger than the portal takes."""
    if isinstance(exception, RequestDataTooBig | TooManyFilesSent):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old; the page says how to go on."""
    return render(request, "403.html", {"csrf_failure": True, "reason": reason}, status=403)


def locked_out(
    request: HttpRequest, response: Any = None, credentials: Any = None, *args: Any
) -> HttpResponse:
    """429 after too many wrong passwords."""
    return render(request, "429.html", status=429)


class RefusalMiddleware:
    """Turns a refusal that a view did not show itself into a page with its words: nobody meets a bare fault."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; an address that takes forms alone, opened without one, gets a page too."""
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """409 when somebody else was faster, 400 for what the reader can mend, None for all else."""
        if isinstance(exception, StaleVersion):
            return render(request, "409.html", {"message": str(exception)}, status=409)
        if isinstance(exception, DomainError):
            return render(request, "400.html", {"message": str(exception)}, status=400)
        if isinstance(exception, ValueError) and "NUL" in str(exception):
            # Neither the ledger nor PostgreSQL stores it; nobody types one, a damaged clipboard may hold it.
            message = _("The text holds a character that cannot be stored (NUL).")
            return render(request, "400.html", {"message": message}, status=400)
        return None
