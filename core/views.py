"""The page of a job: its bar, its end, and the button that calls it off."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.jobs import cancel
from core.jobs.registry import title_of
from core.models import Job


@require_safe
@never_cache
def job(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """The job as a page, as a fragment for the page that asks again, or as JSON (`?format=json`)."""
    found = get_object_or_404(Job, pk=job_id)
    _require_reader(request, found)
    if request.GET.get("format") == "json":
        return JsonResponse(_as_json(found))
    is_fragment = request.headers.get("HX-Request") == "true"
    response = render(request, "core/_job.html" if is_fragment else "core/job.html", _shown(request, found))
    url = (found.result or {}).get("url")
    if is_fragment and url and found.state == Job.State.DONE and found.payload.get("redirect"):
        response.headers["HX-Redirect"] = url
    return response


@require_POST
@login_required
def job_cancel(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """Call the job off and go back to its page, which shows what came of it."""
    found = get_object_or_404(Job, pk=job_id)
    if not _is_owner(request, found):
        raise PermissionDenied(_("Only who ordered this job can call it off."))
    cancel(found)
    return redirect("core:job", job_id=found.pk)


def _is_owner(request: HttpRequest, found: Job) -> bool:
    user = request.user
    if not user.is_authenticated:
        return False
    return user.is_staff or found.created_by_id == user.pk


def _require_reader(request: HttpRequest, found: Job) -> None:
    """Who ordered it and the office may look; what the portal ordered itself is open to everybody."""
    if found.created_by_id is not None and not _is_owner(request, found):
        raise PermissionDenied(_("Only who ordered this job can see it."))


def _as_json(found: Job) -> dict[str, Any]:
    return {
        "id": str(found.pk),
        "kind": found.kind,
        "state": found.state,
        "progress": found.progress,
        "total": found.total,
        "message": found.message,
        "error": found.error,
        "result": found.result,
    }


def _shown(request: HttpRequest, found: Job) -> dict[str, Any]:
    """What the templates need. A job whose result is still to arrive is shown as running a moment longer."""
    result_is_coming = found.state == Job.State.DONE and not found.is_settled
    shown_state = Job.State.RUNNING if result_is_coming else found.state
    may_cancel = found.state in Job.LIVE and not found.cancel_requested and _is_owner(request, found)
    return {
        "job": found,
        "title": title_of(found.kind),
        "shown_state": shown_state,
        "state_label": Job.State(shown_state).label,
        "cancel_url": reverse("core:job_cancel", args=[found.pk]) if may_cancel else "",
        "result_url": (found.result or {}).get("url", ""),
        "result_label": (found.result or {}).get("label", ""),
    }
