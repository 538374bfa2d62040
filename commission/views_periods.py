"""Rating periods: preview against the last list, publish."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from commission.forms import PeriodForm
from commission.permissions import PERMISSIONS
from core.jobs import submit
from players.permissions import allowed, require
from ratings import selectors
from ratings.models import Period
from ratings.services import period_open
from ratings.previews import period_preview
from tournaments.errors import DomainError


@login_required
@require_http_methods(["GET", "POST"])
def periods(request: HttpRequest) -> HttpResponse:
    """All periods, and the form that opens the next."""
    require(PERMISSIONS, "queue", request.user)
    form = PeriodForm(request.POST or None)
    if request.method == "POST":
        require(PERMISSIONS, "publish", request.user)
        if form.is_valid():
            try:
                opened = period_open(actor=request.user, **form.cleaned_data)  # type: ignore[arg-type]
                return redirect("commission:period", pk=opened.pk)
            except DomainError as error:
                form.add_error(None, error.message)
    status = 422 if form.errors else 200
    return render(
        request,
        "commission/periods.html",
        {
            "periods": selectors.periods(),
            "form": form,
            "may_publish": allowed(PERMISSIONS, "publish", request.user),
        },
        status=status,
    )


@login_required
@require_safe
def period(request: HttpRequest, pk: int) -> HttpResponse:
    """The preview of a period's list: who is new, who changed by how much, who left."""
    require(PERMISSIONS, "queue", request.user)
    chosen = get_object_or_404(Period.objects.select_related("rating_list"), pk=pk)
    if chosen.rating_list is not None and chosen.state == Period.State.PUBLISHED:
        return redirect("ratings:list", chosen.rating_list.key)
    preview = period_preview(chosen)
    events = chosen.rated_events.filter(current=True).select_related("event")
    may_publish = allowed(PERMISSIONS, "publish", request.user)
    return render(
        request,
        "commission/period.html",
        {
            "period": chosen,
            "preview": preview,
            "events": events,
            "may_publish": may_publish,
            "is_early": chosen.closing_day >= timezone.localdate(),
        },
    )


@login_required
@require_POST
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish the period's list as a job with a progress bar."""
    require(PERMISSIONS, "publish", request.user)
    chosen = get_object_or_404(Period, pk=pk)
    if chosen.state == Period.State.PUBLISHED:
        messages.info(request, _("The list is published already."))
        return redirect("commission:period", pk=pk)
    job = submit(
        "commission.publish_list",
        {"period": chosen.pk, "actor": request.user.pk},
        created_by_id=request.user.pk,
        dedupe_key=f"publish-{chosen.pk}",
    )
    return redirect("core:job", job.pk)
