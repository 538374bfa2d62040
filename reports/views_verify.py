"""`/verify`: anybody with the file or the paper in hand learns in plain words what holds."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.throttle import sender
from reports import selectors
from reports.documents import normal_code
from reports.forms import VerifyForm
from reports.models import Report
from reports.pages import chip
from reports.typesetting import short_hash
from reports.verifying import SignatureCheck, Unreadable
from reports.words import FORMS, ROLES
from tournaments.models import Event

MOST_PER_MINUTE = 20

PROBLEMS = {
    "": "",
    "changed": gettext_lazy("Something was changed after it was made."),
    "expired": gettext_lazy("Its certificate was not valid at the time."),
    "revoked": gettext_lazy("Its key had been revoked."),
    "unknown_authority": gettext_lazy("It was made with a key that this federation did not issue."),
    "old_list": gettext_lazy("The list of revoked keys is too old to tell."),
    "not_accepted": gettext_lazy("It does not satisfy the rules for signed documents."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def verify(request: HttpRequest) -> HttpResponse:
    """Check an uploaded file, or look up the number printed on paper. The file is not kept."""
    if request.method != "POST":
        return render(request, "reports/verify.html", {"form": VerifyForm()})
    form = VerifyForm(request.POST, request.FILES)
    if too_many(request):
        return render(request, "429.html", status=429)
    if form.is_valid():
        file, code = form.cleaned_data["file"], normal_code(form.cleaned_data["code"])
        if file is None:
            if _public_report(code) is not None:
                return redirect("reports:verify_code", code=code)
            form.add_error("code", _("There is no document with this number. Compare it with the paper."))
        else:
            try:
                return render(
                    request, "reports/verified.html", _verdict(selectors.verification_of(file.read()))
                )
            except Unreadable as error:
                form.add_error("file", _("Nothing can be said about this file. %(why)s") % {"why": error})
    return render(request, "reports/verify.html", {"form": form}, status=422)


@require_safe
@never_cache
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """What the portal knows of a document number: who signed, whether it stands, what to compare on paper."""
    if too_many(request):
        return render(request, "429.html", status=429)
    report = _public_report(normal_code(code))
    if report is None:
        form = VerifyForm(initial={"code": code[:20]})
        return render(request, "reports/verify.html", {"form": form, "unknown": code[:20]}, status=404)
    context = {
        "report": report,
        "chip": chip(report),
        "event": report.event,
        "form_name": FORMS[report.sheet],
        "standing": selectors.standing_of(report),
        "newer": selectors.newer_than(report),
        "signatures": [(ROLES[signature.role], signature) for signature in report.signatures.all()],
        "short_hash": short_hash(report.record_sha256),
    }
    return render(request, "reports/verify_code.html", context)


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
        .exclude(event__state=Event.State.DRAFT)
        .filter(code=code)
        .first()
    )


def _verdict(found: selectors.Verification) -> dict[str, Any]:
    """The result in words: one sentence on the whole, one on each signature."""
    return {
        "found": found,
        "report": found.report,
        "newer": selectors.newer_than(found.report) if found.report else None,
        "rows": [_row(signature) for signature in found.check.signatures],
        "code": _verdict_code(found),
    }


def _verdict_code(found: selectors.Verification) -> str:
    if found.valid:
        return "valid"
    if found.check.document in ("changed", "appended"):
        return found.check.document
    if found.check.document == "unsigned":
        return "unsigned_known" if found.hash_known else "unsigned"
    return "untrusted" if not found.check.signatures_hold else "unknown"


def _row(signature: SignatureCheck) -> dict[str, Any]:
    return {
        "signature": signature,
        "role": ROLES.get(signature.role, signature.role) if signature.trusted else "",
        "problem": PROBLEMS[signature.problem],
    }
