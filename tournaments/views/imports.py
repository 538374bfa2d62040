"""A TRF file in the browser: what it holds, what it does not say, then the event."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.files import FileMissing, read, store
from players.permissions import require
from tournaments.errors import DomainError
from tournaments.forms.imports import AnswersForm, UploadForm
from tournaments.interchange.cross_list import read_results
from tournaments.interchange.trf import TrfReading, TrfRefused
from tournaments.permissions import PERMISSIONS
from tournaments.record.crosstable import crosstable
from tournaments.record.orders import with_points
from tournaments.services import event_import
from tournaments.services.imports import SENTENCES
from tournaments.services.knock_out_import import bracket_finding
from tournaments.views.access import actor_of
from tournaments.views.findings import finding_rows
from tournaments.views.import_contents import contents

SIGNER = Signer(salt="tournaments.import")


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file; the answer shows what it holds and asks what it does not say. Nothing is stored yet."""
    require(PERMISSIONS, "event_create", request.user)
    if request.method == "POST" and "sha256" in request.POST:
        return _confirm(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "tournaments/import.html", {"form": form}, status=status)
    chosen = form.cleaned_data["file"]
    data = chosen.read()
    try:
        reading = read_results(data, chosen.name)
    except TrfRefused as refused:
        return _refused(request, form, refused, chosen.name)
    # The bytes wait in the store under their hash; the signature ties them to this account's form.
    sha256 = store(data, "text/plain").sha256
    facts = reading.record.event
    initial = {
        "start": facts.start,
        "end": facts.end,
        "system": "" if facts.system == "unknown" else facts.system,
        "rating_kind": "standard",
        "tie_break_order": ",".join(with_points(facts.tie_breaks)) if facts.tie_breaks else "",
        "sha256": sha256,
        "name": chosen.name[:200],
    }
    return render(
        request,
        "tournaments/import_preview.html",
        _preview(request, reading, AnswersForm(initial=initial), sha256),
    )


def _seal(request: HttpRequest, sha256: str) -> str:
    return SIGNER.sign(f"{request.user.pk}:{sha256}")


def _is_sealed(request: HttpRequest, sha256: str) -> bool:
    try:
        return SIGNER.unsign(request.POST.get("seal", "")) == f"{request.user.pk}:{sha256}"
    except BadSignature:
        return False


def _preview(request: HttpRequest, reading: TrfReading, form: AnswersForm, sha256: str) -> dict[str, Any]:
    record = reading.record
    table = crosstable(record)
    found = [*reading.findings]
    if record.event.system == "knock_out":
        found.append(bracket_finding(record))
    rows = [table.rows[number] for number in sorted(table.rows)]
    return {
        "form": form,
        "seal": _seal(request, sha256),
        "reading": reading,
        "record": record,
        "rows": rows[:12],
        "more": rows[12:],
        "contents": contents(reading),
        "started": table.rounds_started,
        "findings": finding_rows(found, SENTENCES),
    }


def _refused(request: HttpRequest, form: UploadForm, refused: TrfRefused, name: str) -> HttpResponse:
    errors = finding_rows([error.finding for error in refused.errors])
    context = {"form": form, "errors": errors[:200], "count": len(errors), "name": name}
    return render(request, "tournaments/import.html", context, status=422)


def _confirm(request: HttpRequest) -> HttpResponse:
    """Make the event of the file that was previewed by this account."""
    sha256 = request.POST["sha256"]
    form = AnswersForm(request.POST)
    try:
        data = read(sha256) if _is_sealed(request, sha256) else None
    except FileMissing:
        data = None
    if data is None:
        messages.error(request, _("The file is no longer at hand. Please choose it again."))
        return redirect("tournaments:event_import")
    if form.is_valid():
        values = form.cleaned_data
        try:
            result = event_import(
                data,
                actor=actor_of(request),
                start=values["start"],
                end=values["end"],
                system=values["system"],
                name=values["name"],
                region=values["region"],
                rating_kind=values["rating_kind"],
                tie_break_order=values["tie_break_order"],
            )
            messages.success(request, _("The file is an event now. Check the players, then the results."))
            return redirect("tournaments:desk_event", pk=result.event.pk)
        except TrfRefused as refused:
            return _refused(request, UploadForm(), refused, values["name"])
        except ValidationError as error:
            form.add_error(None, " ".join(error.messages))
        except DomainError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    reading = read_results(data, request.POST.get("name", ""))
    return render(
        request, "tournaments/import_preview.html", _preview(request, reading, form, sha256), status=422
    )


__all__ = ["SENTENCES", "upload"]
