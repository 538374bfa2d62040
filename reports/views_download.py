"""The files of a report: TRF26 and the data file, made from what was frozen."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from players.permissions import allowed
from reports.downloads import DOWNLOADS, sees_birthdays
from reports.permissions import PERMISSIONS
from reports.views import visible_report


@require_safe
def download(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """The file by its name; whole dates of birth only for the officials of the event and the commission."""
    found = visible_report(request, pk)
    if name not in DOWNLOADS or not found.is_main or not allowed(PERMISSIONS, "read", request.user, found):
        raise Http404
    wanted = DOWNLOADS[name]
    data = wanted.make(found, sees_birthdays(found, request.user))
    response = HttpResponse(data, content_type=wanted.content_type)
    response["Content-Disposition"] = f'attachment; filename="report-{found.code}{wanted.ending}"'
    response["Cache-Control"] = "private, no-cache"
    return response
