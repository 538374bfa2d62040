"""`/verify`: anybody with the file or the paper in hand learns in plain words, or as JSON, what holds."""

from typing import Any

from django.core.cache import cache
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from core.throttle import sender
from players.permissions import allowed
from reports import selectors
from reports.documents import normal_code
from reports.forms import MOST_MEGABYTES, VerifyForm
from reports.models import Report
from reports.pages import chip
from reports.permissions import PERMISSIONS
from reports.typesetting import short_hash
from reports.verification import (
    RATED_FROM_THIS,
    SCHEMA,
    Verification,
    as_json,
    paper_json,
    rated_from,
    verification_of,
)
from reports.verifying import SignatureCheck, Unreadable
from reports.words import FORMS, ROLES
from tournaments.models import Event

MOST_PER_MINUTE = 20
MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
# What a form sends beside the file.
FORM_BYTES = 64 * 1024

PROBLEMS = {
    "": "",
    "changed": gettext_lazy("Something was changed after it was made."),
    "expired": gettext_lazy("Its certificate was not valid at the time."),
    "revoked": gettext_lazy("Its key had been revoked."),
    "unknown_authority": gettext_lazy("It was made with a key that this federation did not issue."),
    "old_list": gettext_lazy("The list of revoked keys is too old to tell."),
    "not_accepted": gettext_lazy("It does not satisfy the rules for signed documents."),
}

CHANGES = {
    "bytes": gettext_lazy("Bytes that were signed are not the same any more."),
    "overlay": gettext_lazy("Something was drawn over a page, or a page shows something else."),
    "annotation": gettext_lazy("A note, a stamp or a link was put on a page."),
    "field": gettext_lazy("A form field was added or taken away."),
    "pages": gettext_lazy("Pages were added, taken away or put in another order."),
    "enclosure": gettext_lazy("A file inside, such as the record, was exchanged, added or taken away."),
    "signature_removed": gettext_lazy("A signature was taken out."),
    "appended": gettext_lazy("Bytes stand behind the last signature."),
    "other": gettext_lazy("The document was changed in a way that cannot be named."),
}

UNREADABLE_WORDS = {
    "empty": gettext_lazy("The file is empty."),
    "not_pdf": gettext_lazy("The file is no PDF document."),
    "archive": gettext_lazy(
        "The file is an archive or an office document, no PDF. Take the PDF out of it first."
    ),
    "encrypted": gettext_lazy("The file is encrypted; documents of the portal never are."),
    "cut_off": gettext_lazy("The file is cut off: its end is missing. Download it again."),
    "damaged": gettext_lazy("The PDF document is damaged."),
    "too_much": gettext_lazy("The file takes too much time or memory to read; it is not one of ours."),
}

INSIDE = {
    "same": gettext_lazy("The record and the other files inside are those that the portal froze."),
    "differs": gettext_lazy("The record or another file inside is not the one that the portal froze."),
    "missing": gettext_lazy("The record that the portal put inside is missing."),
}

RATED = {
    "same": gettext_lazy("The event was rated from exactly this record."),
    "decided": gettext_lazy(
        "The event was rated from this record, with results that the commission has decided for the ratings alone; "
        "the event's page shows them."
    ),
    "other": gettext_lazy(
        "The event was rated from another record: a later version, or stages taken together."
    ),
}


class InMemory(MemoryFileUploadHandler):
    """Keeps an upload in memory alone, so that nothing of it ever lies on a disk; its length was looked at before."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 (Django's name)
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        """Every file is taken."""
        self.activated = True


# It changes nothing, and programs ask too: there is nothing that another site could make somebody do.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Check an uploaded file, or look up the number printed on paper. The file is not kept.

    With `?format=json` the answer to a file is JSON.
    """
    if request.method != "POST":
        return render(request, "reports/verify.html", {"form": VerifyForm()})
    if too_many(request):
        return _waiting(request)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES + FORM_BYTES:
        return _too_large(request)
    request.upload_handlers = [InMemory(request)]
    form = VerifyForm(request.POST, request.FILES)
    if not form.is_valid():
        return _refused(request, form)
    file, code = form.cleaned_data["file"], normal_code(form.cleaned_data["code"])
    if file is not None:
        return _checked(request, form, file.read())
    if _public_report(code) is not None:
        return redirect("reports:verify_code", code=code)
    form.add_error("code", _("There is no document with this number. Compare it with the paper."))
    return _refused(request, form)


def _checked(request: HttpRequest, form: VerifyForm, data: bytes) -> HttpResponse:
    try:
        found = verification_of(data)
    except Unreadable as error:
        why = UNREADABLE_WORDS[error.why]
        if _wants_json(request):
            return _json_error(error.why, str(why), 422)
        form.add_error("file", _("Nothing can be said about this file. %(why)s") % {"why": why})
        return _refused(request, form)
    if _wants_json(request):
        return JsonResponse(as_json(found.check, found))
    return render(request, "reports/verified.html", _verdict(found))


def _refused(request: HttpRequest, form: VerifyForm, status: int = 422) -> HttpResponse:
    if _wants_json(request):
        messages = [str(message) for errors in form.errors.values() for message in errors]
        return _json_error("refused", " ".join(messages), status)
    return render(request, "reports/verify.html", {"form": form}, status=status)


def _too_large(request: HttpRequest) -> HttpResponse:
    """Said before anything of the file is read."""
    text = _("The file is larger than %(most)s MB; our documents are far smaller.") % {"most": MOST_MEGABYTES}
    if _wants_json(request):
        return _json_error("too_large", text, 413)
    return render(request, "reports/verify.html", {"form": VerifyForm(), "too_large": text}, status=413)


def _waiting(request: HttpRequest) -> HttpResponse:
    if _wants_json(request):
        response: HttpResponse = _json_error("too_many", _("Too many requests."), 429)
    else:
        response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def _json_error(code: str, message: str, status: int) -> JsonResponse:
    return JsonResponse({"error": {"code": code, "message": message}}, status=status)


def _wants_json(request: HttpRequest) -> bool:
    return request.GET.get("format") == "json"


@require_safe
@never_cache
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """What the portal knows of a document number: who signed, whether it stands, what to compare on paper."""
    if too_many(request):
        return _waiting(request)
    report = _public_report(normal_code(code))
    if report is None:
        if _wants_json(request):
            return _json_error("unknown_number", _("There is no document with this number."), 404)
        form = VerifyForm(initial={"code": code[:20]})
        return render(request, "reports/verify.html", {"form": form, "unknown": code[:20]}, status=404)
    if _wants_json(request):
        return JsonResponse(_code_json(report))
    signatures = selectors.signatures_of(report)
    context = {
        "report": report,
        "chip": chip(report),
        "event": report.event,
        "form_name": FORMS[report.sheet],
        "standing": selectors.standing_of(report),
        "newer": selectors.newer_than(report),
        "signatures": signatures,
        "rated": RATED.get(rated_from(report), ""),
        "short_hash": short_hash(report.record_sha256),
        "may_open": bool(signatures) and allowed(PERMISSIONS, "see_signed", request.user, report),
    }
    return render(request, "reports/verify_code.html", context)


def _code_json(report: Report) -> dict[str, Any]:
    newer, rated = selectors.newer_than(report), rated_from(report)
    return {
        "schema": SCHEMA,
        "number": report.code,
        "sheet": report.sheet,
        "event": {"id": report.event_id, "name": report.event.name},
        "state": report.state,
        "standing": selectors.standing_of(report),
        "newer_number": newer.code if newer else None,
        "record_sha256": report.record_sha256,
        "sha256": report.pdf_sha256 if report.pdf_sha256 != report.unsigned_sha256 else None,
        "rated_from_this_record": RATED_FROM_THIS[rated],
        "results_by_decision": (rated == "decided") if rated else None,
        "signatures": [
            {"name": each.name, "role": each.role, "time": each.signed_at.isoformat()}
            for each in report.signatures.all()
        ],
        "paper_signatures": [paper_json(each) for each in report.paper_signatures.all()],
    }


def too_many(request: HttpRequest) -> bool:
    """Whether the address asked more often than twenty times in a minute."""
    key = f"verify:{sender(request)}"
    cache.add(key, 0, 60)
    try:
        return bool(cache.incr(key) > MOST_PER_MINUTE)
    except ValueError:
        return False


def _public_report(code: str) -> Report | None:
    """The report with this number, unless its event is not public."""
    return (
        Report.objects.select_related("event")
        .prefetch_related("signatures", "paper_signatures__seen_by")
        .exclude(event__state=Event.State.DRAFT)
        .filter(code=code)
        .first()
    )


def _verdict(found: Verification) -> dict[str, Any]:
    """The result in words: one sentence on the whole, one on each signature, what was done, what lies inside."""
    return {
        "found": found,
        "report": found.about,
        "newer": found.newer,
        "rows": [_row(signature) for signature in found.check.signatures],
        "paper_signatures": [(ROLES[each.role], each) for each in found.paper_signatures],
        "changes": [CHANGES[change] for change in found.check.changes],
        "inside": INSIDE.get(found.inside, ""),
        "rated": RATED.get(found.rated, ""),
        "code": found.verdict,
    }


def _row(signature: SignatureCheck) -> dict[str, Any]:
    return {
        "signature": signature,
        "role": ROLES.get(signature.role, signature.role) if signature.trusted else "",
        "problem": PROBLEMS[signature.problem],
        "chain": " → ".join(signature.chain[1:]) if signature.trusted else "",
        "claims": signature.chain[-1] if signature.chain and not signature.trusted else "",
    }
