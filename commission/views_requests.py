"""Requests for corrections as those see them who make them: with a log-in, or by a private link."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from commission.forms_requests import AnswerForm, AppealForm, RequestForm
from commission.models import CorrectionRequest, RequestStep
from commission.permissions import PERMISSIONS
from commission.request_pages import own_columns, request_context
from commission.searching import matching
from commission.services_appeals import appeal_make
from commission.services_requests import (
    Wish,
    request_answer,
    request_by_token,
    request_confirm,
    request_make,
    request_withdraw,
)
from core.files import read
from core.throttle import sender, within_limit
from players.listing import ListPage
from players.models import Account, Person
from players.permissions import require
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event

MOST_AN_HOUR = 10
HOUR = 3600


@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask for a correction, from an event's or a player's page or from nowhere; needs no account."""
    event, person = _given(request, "event"), _given(request, "person")
    account = _account(request)
    first = {name: request.GET.get(name, "") for name in ("subject", "round_number", "board", "stated")}
    form = RequestForm(request.POST or None, request.FILES or None, event=event, person=person, initial=first)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["website"]:
            # Nothing is stored, and whoever filled in the hidden field learns nothing of it.
            return redirect("commission:request_sent")
        if not within_limit(f"request:{_origin(request)}", most=MOST_AN_HOUR, seconds=HOUR):
            message = _("Too many requests from here within an hour. Nothing was sent; try again later.")
            return render(request, "429.html", {"message": message}, status=429)
        try:
            return _made(request, form, account)
        except DomainError as error:
            form.show_refusal(error)
    context = {"form": form, "event": None, "about_event": event, "about_person": person}
    return render(request, "commission/request_new.html", context, status=422 if form.errors else 200)


def _made(request: HttpRequest, form: RequestForm, account: Account | None) -> HttpResponseRedirect:
    data = form.cleaned_data
    names = ("subject", "claimed", "stated", "text", "round_number", "board")
    made = request_make(
        Wish(**{name: data[name] for name in names}, event=form.event, person=form.person),
        account=account,
        name=data["name"],
        email=data["email"],
        language=get_language() or "",
        papers=data["papers"],
    )
    if account is None:
        return redirect("commission:request_sent")
    messages.success(request, _("Your request has arrived; here you see what becomes of it."))
    return redirect("commission:request", pk=made.pk)


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """What happens next for somebody without an account: the mail with the private link."""
    return render(request, "commission/request_sent.html", {})


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The requests that this account has made."""
    rows = CorrectionRequest.objects.filter(account_id=request.user.pk or 0).select_related("event", "person")
    rows = matching(rows, request.GET.get("q", ""), "event", "person")
    table = ListPage(
        request,
        rows,
        own_columns(),
        default_sort="made",
        empty_title=_("You have not asked for a correction"),
        empty_text=_("What you ask for and what becomes of it stands here."),
        empty_icon="message-square-warning",
        empty_action=(_("Ask for a correction"), reverse("commission:request_new")),
        query_label=_("Event or player"),
        caption=_("My requests"),
    )
    return table.download("requests") or render(request, "commission/requests_mine.html", {"table": table})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """A request for whoever made it; the commission and the appeals committee see it too."""
    found = _whole(pk)
    require(PERMISSIONS, "request_view", request.user, found)
    is_own = found.account_id == request.user.pk
    if request.method == "POST":
        if not is_own:
            raise Http404
        return _act(request, found, reverse("commission:request", args=[pk]), holds_link=False)
    return render(request, "commission/request.html", request_context(request, found, is_own=is_own))


@never_cache
@require_http_methods(["GET", "POST"])
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The private page of somebody without an account. The address is the key; no search engine may keep it."""
    found = _by_token(token)
    if request.method == "POST":
        response = _act(request, found, request.path, holds_link=True)
    else:
        response = render(
            request, "commission/request.html", request_context(request, found, is_own=True, token=token)
        )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@never_cache
@login_required
@require_safe
def paper(request: HttpRequest, pk: int, paper_pk: int) -> HttpResponse:
    """A paper of a request, for whoever made it, the commission and the appeals committee."""
    found = _whole(pk)
    require(PERMISSIONS, "request_view", request.user, found)
    return _paper(found, paper_pk)


@never_cache
@require_safe
def paper_by_link(request: HttpRequest, token: str, paper_pk: int) -> HttpResponse:
    """The same for whoever holds the private link."""
    return _paper(_by_token(token), paper_pk)


def _act(request: HttpRequest, found: CorrectionRequest, back: str, *, holds_link: bool) -> HttpResponse:
    """Confirm, answer, withdraw or appeal; a refusal comes back on the page with what was typed."""
    account = _account(request) if not holds_link else None
    what = request.POST.get("do", "")
    form: Any = None
    try:
        if what == "confirm" and holds_link:
            request_confirm(found)
            messages.success(request, _("Confirmed: the commission has your request."))
        elif what == "withdraw":
            request_withdraw(found, account=account)
            messages.success(request, _("Your request is withdrawn."))
        elif what == "answer":
            form = AnswerForm(request.POST, request.FILES)
            if not form.is_valid():
                return _again(request, found, holds_link, {"answer_form": form})
            data = form.cleaned_data
            request_answer(found, account=account, text=data["text"], papers=data["papers"])
            messages.success(request, _("The commission has your answer."))
        elif what == "appeal":
            form = AppealForm(request.POST)
            step = get_object_or_404(RequestStep, pk=_number(request.POST.get("step")), request=found)
            if not form.is_valid():
                return _again(request, found, holds_link, {"appeal_form": form})
            appeal_make(step, account=account, text=form.cleaned_data["text"], holds_link=holds_link)
            messages.success(request, _("Your appeal has arrived; the appeals committee decides."))
        else:
            raise Http404(what)
    except DomainError as error:
        status = 409 if isinstance(error, StaleVersion) else 422
        forms = {"answer_form": form} if what == "answer" else {"appeal_form": form} if form else {}
        return _again(request, found, holds_link, forms | {"refusal": error}, status)
    return redirect(back)


def _again(
    request: HttpRequest,
    found: CorrectionRequest,
    holds_link: bool,
    more: dict[str, Any],
    status: int = 422,
) -> HttpResponse:
    now = _whole(found.pk)
    token = str(request.resolver_match.kwargs.get("token", "")) if request.resolver_match else ""
    context = request_context(request, now, is_own=True, token=token if holds_link else "") | more
    return render(request, "commission/request.html", context, status=status)


def _paper(found: CorrectionRequest, pk: int) -> HttpResponse:
    kept = get_object_or_404(found.files, pk=pk)
    response = HttpResponse(read(kept.sha256), content_type=kept.media_type)
    ending = {"application/pdf": "pdf", "image/png": "png"}.get(kept.media_type, "jpg")
    response["Content-Disposition"] = f'attachment; filename="request-{found.pk}-{kept.pk}.{ending}"'
    response["X-Content-Type-Options"] = "nosniff"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _whole(pk: int) -> CorrectionRequest:
    rows = CorrectionRequest.objects.select_related("event", "person", "account", "calculation")
    return get_object_or_404(rows, pk=pk)


def _by_token(token: str) -> CorrectionRequest:
    found = request_by_token(token)
    if found is None or found.account_id is not None:
        raise Http404
    return found


def _given(request: HttpRequest, name: str) -> Any:
    """The event or person that the address names, or nothing; what is not public does not exist."""
    pk = _number(request.GET.get(name))
    if pk is None:
        return None
    if name == "event":
        return get_object_or_404(Event.objects.exclude(state=Event.State.DRAFT), pk=pk)
    return get_object_or_404(Person, pk=pk, merged_into__isnull=True)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 18 else None


def _account(request: HttpRequest) -> Account | None:
    return request.user if isinstance(request.user, Account) else None


def _origin(request: HttpRequest) -> str:
    """What tells one sender from another: a keyed digest, from which no address comes back."""
    return salted_hmac("commission.request.origin", sender(request)).hexdigest()[:64]
