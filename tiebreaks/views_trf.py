"""An event's TRF with the ranks of its standings (columns 86 to 89)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tiebreaks.exporting import ranks_of
from tournaments.views.access import public_event
from tournaments.views.downloads import download


@require_safe
def trf(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """The download of `tournaments`, with ranks; rights, birth dates and headers are decided there."""
    return download(request, pk, name, ranks=ranks_of(public_event(request, pk)))
