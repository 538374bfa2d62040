"""The page that says who sees what of a person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from commission.who_sees import WHO_SEES


@require_safe
def who_sees(request: HttpRequest) -> HttpResponse:
    """Which datum of a person is seen by whom, in plain words, for everybody."""
    return render(request, "commission/who_sees.html", {"groups": WHO_SEES})
