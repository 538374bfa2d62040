"""Teams that are kept apart, at the desk of a team Swiss."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError
from tournaments.forms.teams import TeamsApartForm
from tournaments.models import Event, ForbiddenTeams
from tournaments.services import is_fide_rated
from tournaments.services.teams_apart import forbidden_teams_add, forbidden_teams_remove
from tournaments.snapshot import record_of
from tournaments.views.access import actor_of, desk_event


@login_required
@require_http_methods(["GET", "POST"])
def apart(request: HttpRequest, pk: int) -> HttpResponse:
    """The teams kept apart; a post keeps two more apart."""
    event = _team_swiss(request, pk)
    form = TeamsApartForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            forbidden_teams_add(event, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("tournaments:teams_apart", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    pairs = list(ForbiddenTeams.objects.filter(event=event).select_related("one", "other"))
    context = {
        "event": event,
        "form": form,
        "pairs": pairs,
        "pairs_of_file": () if pairs else record_of(event.pk).forbidden,
        "fide_rated": is_fide_rated(event),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/teams_apart.html", context, status=status)


@login_required
@require_POST
def allow(request: HttpRequest, pk: int, pair: int) -> HttpResponse:
    """Let two teams meet again."""
    event = _team_swiss(request, pk)
    row = get_object_or_404(ForbiddenTeams.objects.select_related("one", "other"), pk=pair, event=event)
    try:
        forbidden_teams_remove(row, actor=actor_of(request))
        messages.success(request, _("Saved."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournaments:teams_apart", pk=pk)


def _team_swiss(request: HttpRequest, pk: int) -> Event:
    event = desk_event(request, pk, "round_pair")
    if event.system != Event.System.TEAM_SWISS:
        raise Http404
    return event
