"""The page of a newcomer's private link: his questionnaire, and what became of it."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from commission.forms_newcomers import NewcomerForm
from commission.models import Newcomer
from commission.services_newcomers import newcomer_fill, newcomer_of_token
from core.throttle import within_limit
from tournaments.errors import DomainError, StaleVersion
from tournaments.views.correspondence_public import MOST_WRITES, WINDOW_SECONDS, unseen


@never_cache
@unseen
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, token: str) -> HttpResponse:
    """The questionnaire while it is undecided, and its state and the reason that was given. The address is the key."""
    found = newcomer_of_token(token)
    if found is None:
        raise Http404
    form = NewcomerForm(request.POST or None, instance=found) if found.is_undecided else None
    status = 200
    if request.method == "POST":
        if not within_limit(f"newcomer:{found.pk}", most=MOST_WRITES, seconds=WINDOW_SECONDS):
            return render(request, "429.html", status=429)
        status = 422
        if form is None:
            return render(request, "commission/newcomer_own.html", _context(found, None), status=409)
        if form.is_valid():
            try:
                newcomer_fill(found, actor=None, **form.values)
                messages.success(request, _("The commission has your questionnaire."))
                return redirect("commission:newcomer_own", token=token)
            except StaleVersion as error:
                form.add_error(None, str(error))
                status = 409
            except ValidationError as error:
                form.show_refusal(error)
            except DomainError as error:
                form.add_error(None, str(error))
    return render(request, "commission/newcomer_own.html", _context(found, form), status=status)


def _context(found: Newcomer, form: NewcomerForm | None) -> dict[str, object]:
    """The log-in leads from here to the first page: the private address would be kept with failed log-ins."""
    last = found.steps.exclude(reason="").last()
    return {"newcomer": found, "form": form, "last": last, "login_next": reverse("commission:home")}
