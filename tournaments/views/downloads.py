"""Downloads of an event. A public file holds birth years; the full TRF is for the event's officials."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from players.listing import disposition
from tournaments.exporting import csv_of, json_of, results_csv, results_xlsx, trf_of, xlsx_of
from tournaments.interchange.xlsx import XLSX_TYPE
from tournaments.models import Event
from tournaments.record.model import RecordError
from tournaments.table_files import file_name
from tournaments.views.access import may, public_event

MEDIA_TYPES = {
    "trf16": "text/plain; charset=utf-8",
    "trf26": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "xlsx": XLSX_TYPE,
    "results": "text/csv; charset=utf-8",
    "results-xlsx": XLSX_TYPE,
}
ENDINGS = {
    "trf16": "trf",
    "trf26": "trf",
    "csv": "csv",
    "json": "json",
    "xlsx": "xlsx",
    "results": "results.csv",
    "results-xlsx": "results.xlsx",
}


@require_safe
def download(
    request: HttpRequest, pk: int, name: str, ranks: Mapping[int, int] | None = None
) -> HttpResponse:
    """The event as TRF16, TRF26, CSV, XLSX or JSON, or its results as a list.

    `?full=1` asks for whole birth dates and needs the right.
    `ranks` fill the rank columns of TRF; the standings, which stand above this app, hand them in.
    """
    event = public_event(request, pk)
    if name not in MEDIA_TYPES:
        raise Http404
    full = request.GET.get("full") == "1"
    if full and not may(request, "event_view_private", event):
        raise Http404
    try:
        content = _content(event, name, public=not full, ranks=ranks)
    except RecordError as error:
        return HttpResponse(str(error), status=422, content_type="text/plain; charset=utf-8")
    body = content if isinstance(content, bytes) else content.encode()
    response = HttpResponse(body, content_type=MEDIA_TYPES[name])
    version = name if name.startswith("trf") else ""
    response["Content-Disposition"] = disposition(f"{file_name(event, version)}.{ENDINGS[name]}")
    response["ETag"] = f'"{event.pk}-{event.version}-{name}{"-full" if full else ""}"'
    if full:
        response["Cache-Control"] = "private, no-store"
    return response


def _content(event: Event, name: str, *, public: bool, ranks: Mapping[int, int] | None) -> str | bytes:
    if name == "trf16":
        return trf_of(event, "trf16", public=public, ranks=ranks).text
    if name == "trf26":
        return trf_of(event, "trf26", public=public, ranks=ranks).text
    writers: dict[str, Callable[[Event], str | bytes]] = {
        "csv": csv_of,
        "json": json_of,
        "xlsx": xlsx_of,
        "results": results_csv,
        "results-xlsx": results_xlsx,
    }
    return writers[name](event)
