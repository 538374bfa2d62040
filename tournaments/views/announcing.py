"""What is filed with an event's registration: its regulations, and the sources of one that nobody reported."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.attachments import attachment_response
from tournaments.errors import DomainError
from tournaments.forms.announcing import RegulationsForm, SourceForm
from tournaments.models import Event, EventRegulations
from tournaments.services import regulations_file, source_cite
from tournaments.views.access import actor_of, desk_event, may, public_event


@login_required
@require_safe
def filed(request: HttpRequest, pk: int) -> HttpResponse:
    """Regulations and sources of an event with the forms that add to them."""
    return _page(request, desk_event(request, pk, "event_edit"))


@login_required
@require_POST
def regulations_add(request: HttpRequest, pk: int) -> HttpResponse:
    """File regulations."""
    event = desk_event(request, pk, "event_register")
    form = RegulationsForm(
        request.POST, request.FILES, states_day=may(request, "registration_day", event), prefix="regulations"
    )
    if form.is_valid():
        try:
            regulations_file(event, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("The regulations are filed; the event page shows them."))
            return redirect("tournaments:filed", pk=pk)
    return _page(request, event, regulations_form=form)


@login_required
@require_POST
def source_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Cite a source; the commission alone does."""
    event = desk_event(request, pk, "source_cite")
    form = SourceForm(request.POST, prefix="source")
    if form.is_valid():
        try:
            source_cite(event, actor=actor_of(request), **form.cleaned_data)
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("The source is cited; the event page shows it."))
            return redirect("tournaments:filed", pk=pk)
    return _page(request, event, source_form=form)


@require_safe
def regulations_document(request: HttpRequest, pk: int, regulations: int) -> HttpResponse:
    """The regulations of an event as they were filed. Raises Http404 where they have an address alone."""
    event = public_event(request, pk)
    found = get_object_or_404(
        EventRegulations.objects.select_related("document"), pk=regulations, event=event
    )
    if found.document is None:
        raise Http404
    return attachment_response(found.document, found.document_name)


def _page(request: HttpRequest, event: Event, **forms: Any) -> HttpResponse:
    """The page; a form that was refused stands on it with what was typed."""
    context = {
        "event": event,
        "regulations": event.regulations.select_related("filed_by"),
        "sources": event.sources.all(),
        "may_file": may(request, "event_register", event),
        "may_cite": may(request, "source_cite", event),
        "regulations_form": RegulationsForm(
            states_day=may(request, "registration_day", event), prefix="regulations"
        ),
        "source_form": SourceForm(prefix="source"),
        **forms,
    }
    return render(request, "tournaments/filed.html", context, status=422 if forms else 200)
