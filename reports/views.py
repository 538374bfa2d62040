"""An event's documents, and the page on which a report is read, signed and returned."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.files import read
from players.permissions import allowed, require
from reports import selectors, services
from reports.differences import differences_of
from reports.following import after_signature
from reports.forms import HandInForm, SignForm
from reports.models import Report
from reports.pages import chip, hand_in_context, report_context
from reports.permissions import PERMISSIONS
from reports.sheet_kinds import papers_offered
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.permissions import PERMISSIONS as EVENT_PERMISSIONS
from tournaments.selectors.moves import with_moves


@require_safe
@never_cache
def documents(request: HttpRequest, pk: int) -> HttpResponse:
    """All documents of an event: state, signatures, hash, download; superseded ones say by what."""
    event = visible_event(request, pk)
    reports = selectors.documents_of(pk)
    # Newest first, so of each paper the first stays.
    newest = {selectors.paper_of(each): each for each in reversed(reports)}
    context = {
        "event": event,
        "reports": [
            (
                each,
                selectors.standing_of(each),
                chip(each),
                _may_open(request, each),
                selectors.signatures_of(each),
                newest[selectors.paper_of(each)],
            )
            for each in reports
        ],
        "may_hand_in": allowed(PERMISSIONS, "hand_in", request.user, event) and not event.is_locked,
        "is_finished": event.state == Event.State.FINISHED,
    }
    return render(request, "reports/documents.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def hand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """What will be frozen and what is missing; then the freezing. A refusal keeps what was typed."""
    event = visible_event(request, pk)
    require(PERMISSIONS, "hand_in", request.user, event)
    start = {"place": event.city, "language": get_language(), "papers": papers_offered(event)}
    form = HandInForm(
        request.POST if request.method == "POST" else None,
        initial=start,
        differences=differences_of(event),
        offered=papers_offered(event),
        correspondence=event.correspondence,
    )
    status, refusal = 200, None
    if request.method == "POST":
        if form.is_valid():
            try:
                made = services.report_hand_in_with_papers(event, actor=request.user, **form.typed)  # type: ignore[arg-type]
                return redirect("reports:report", pk=made.pk)
            except DomainError as error:
                refusal = error
        status = 422
    context = hand_in_context(event, request.user, form, whole="all" in request.GET)
    context |= {"form": form, "refusal": refusal}
    return render(request, "reports/hand_in.html", context, status=status)


@require_safe
@never_cache
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """One report: the document, what signing locks, what is missing, who signed, and the form to sign."""
    found = visible_report(request, pk)
    form = SignForm(initial={"place": found.place})
    return render(
        request, "reports/report.html", report_context(found, request.user, form, whole="all" in request.GET)
    )


@sensitive_post_parameters("passphrase")
@login_required
@require_POST
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign in the request: the passphrase never leaves it, and is never sent back to the page."""
    found = visible_report(request, pk)
    form, status = SignForm(request.POST), 422
    refusal: DomainError | None = None
    role = services.expected_role(found) or request.POST.get("role", "")
    if f"sign_{role}" not in PERMISSIONS:
        raise Http404
    if form.is_valid():
        try:
            services.report_sign(
                found,
                actor=request.user,  # type: ignore[arg-type]
                role=role,
                passphrase=form.cleaned_data["passphrase"],
                place=form.cleaned_data["place"],
                before=request.POST.get("before", ""),
            )
        except StaleVersion as error:
            refusal, status = error, 409
        except DomainError as error:
            if error.field in form.fields:
                form.add_error(error.field, str(error))
            else:
                refusal = error
        else:
            told = after_signature(found, request.user)
            if wants_json(request):
                said = " · ".join(filter(None, (_("signed"), told)))
                return JsonResponse({"signed": True, "message": said})
            messages.success(request, _("Signed. The document is stored with your signature."))
            if told:
                messages.info(request, told)
            return redirect("reports:report", pk=pk)
    if wants_json(request):
        return _sign_refused(form, refusal, status)
    found.refresh_from_db()
    context = report_context(found, request.user, form) | {"refusal": refusal}
    return render(request, "reports/report.html", context, status=status)


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks, which signs one document after the other."""
    return request.headers.get("Accept", "").startswith("application/json")


def _sign_refused(form: SignForm, refusal: DomainError | None, status: int) -> JsonResponse:
    """Why nothing was signed, without what was typed; `stop` where the next documents would fail alike."""
    if refusal is not None:
        text, stop = f"{refusal.message} {refusal.hint}".strip(), refusal.code in services.STOPS
    else:
        text = " ".join(str(error) for errors in form.errors.values() for error in errors)
        stop = "passphrase" in form.errors
    return JsonResponse({"signed": False, "message": text, "stop": stop}, status=status)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a report with a reason; the event opens again."""
    found = visible_report(request, pk)
    require(PERMISSIONS, "return", request.user, found)
    try:
        services.report_return(found, actor=request.user, reason=request.POST.get("reason", ""))  # type: ignore[arg-type]
    except DomainError as error:
        context = report_context(found, request.user, SignForm()) | {"refusal": error}
        return render(request, "reports/report.html", context, status=422)
    messages.success(request, _("Returned. The event is open for corrections."))
    return redirect("reports:documents", pk=found.event_id)


@require_safe
def pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The document's bytes as they stand, or those of an earlier state by its hash."""
    found = visible_report(request, pk)
    wanted = request.GET.get("sha256") or found.pdf_sha256
    signed = set(found.signatures.values_list("after_sha256", flat=True))
    signed |= set(found.paper_signatures.values_list("document_sha256", flat=True))
    if not wanted or wanted not in signed | {found.unsigned_sha256}:
        raise Http404
    if wanted not in signed and not allowed(PERMISSIONS, "see_unsigned", request.user, found):
        raise Http404
    response = HttpResponse(read(wanted), content_type="application/pdf")
    kind = "attachment" if request.GET.get("download") else "inline"
    response["Content-Disposition"] = f'{kind}; filename="{found.sheet.replace("_", "-")}-{found.code}.pdf"'
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = f'"{wanted}"'
    return response


def visible_event(request: HttpRequest, pk: int) -> Event:
    """The event if the account may see it; else 404, as if there were none."""
    events = Event.objects.select_related("rating_list", "region").annotate(has_moves=with_moves())
    event = get_object_or_404(events, pk=pk)
    if not allowed(EVENT_PERMISSIONS, "event_view", request.user, event):
        raise Http404
    return event


def visible_report(request: HttpRequest, pk: int) -> Report:
    """The report of an event that the account may see, of a kind that it may read; else 404."""
    found = get_object_or_404(Report.objects.select_related("event", "event__region"), pk=pk)
    if not allowed(EVENT_PERMISSIONS, "event_view", request.user, found.event):
        raise Http404
    if not allowed(PERMISSIONS, "see_signed", request.user, found):
        raise Http404
    return found


def _may_open(request: HttpRequest, found: Report) -> bool:
    return bool(found.pdf_sha256) and allowed(PERMISSIONS, "read", request.user, found)
