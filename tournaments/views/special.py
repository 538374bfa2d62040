"""Points beside the results, at the desk: bonuses and penalties, given and taken back with a reason."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError
from tournaments.forms.special import GiveForm, TakeBackForm
from tournaments.models import Event, SpecialPoints
from tournaments.selectors.special import special_points_listed
from tournaments.services import points_give, points_take_back
from tournaments.views.access import actor_of, desk_event


@login_required
@require_http_methods(["GET", "POST"])
def special_points(request: HttpRequest, pk: int) -> HttpResponse:
    """What was given and taken, and the form to give; a post gives."""
    event = desk_event(request, pk, "result_correct")
    form = GiveForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            points_give(event, actor=actor_of(request), **form.given())
            messages.success(request, _("Points given. The standings count them from now on."))
            return redirect("tournaments:special_points", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, form=form)


@login_required
@require_http_methods(["GET", "POST"])
def take_back(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    """Ask why points given before shall count no more; a post takes them back."""
    event = desk_event(request, pk, "result_correct")
    given = get_object_or_404(SpecialPoints, pk=row, event=event)
    form = TakeBackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            points_take_back(given, actor=actor_of(request), reason=form.cleaned_data["reason"])
            messages.success(request, _("Taken back. The ledger keeps both entries."))
            return redirect("tournaments:special_points", pk=pk)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return _page(request, event, back=(given, form))


def _page(
    request: HttpRequest,
    event: Event,
    *,
    form: GiveForm | None = None,
    back: tuple[SpecialPoints, TakeBackForm] | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "given": special_points_listed(event, whole=True),
        "form": form or GiveForm(event=event),
        "taking": back[0].pk if back else None,
        "back_form": back[1] if back else None,
        "players": event.entries.filter(number__isnull=False).order_by("number"),
    }
    failed = bool(form and form.errors) or bool(back and back[1].errors)
    return render(request, "tournaments/special_points.html", context, status=422 if failed else 200)
