"""A list of players pasted or uploaded: its columns and what each row means, then everything at once."""

import hashlib
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError
from tournaments.forms.entries import ListForm, OtherRatingForm, PasteForm
from tournaments.interchange.columns import Sheet, read_sheet
from tournaments.interchange.headings import FIELDS
from tournaments.interchange.xlsx import cell_address
from tournaments.models import Entry, Event
from tournaments.record.findings import Finding
from tournaments.selectors.pasting import LIKELY, PastedList, PastedRow, pasted_list
from tournaments.services import entries_import
from tournaments.views.access import actor_of, desk_event
from tournaments.views.findings import finding_rows
from tournaments.words import column_words, confidence_words

LEAVE_OUT = "skip"
UNDECIDED = ""
UPDATE = "update"


@login_required
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    """The list, which column is what and who everybody may be; nothing is written until confirmed."""
    event = desk_event(request, pk, "entries_edit")
    form = PasteForm(request.POST or None, request.FILES or None)
    if request.method != "POST":
        return render(request, "tournaments/paste.html", {"event": event, "form": PasteForm()})
    if not form.is_valid():
        return render(request, "tournaments/paste.html", {"event": event, "form": form}, status=422)
    chosen = ListForm(request.POST)
    chosen.is_valid()
    text, spreadsheet = form.cleaned_data["text"], form.cleaned_data["spreadsheet"]
    sheet = _sheet(text, chosen, spreadsheet=spreadsheet)
    found = pasted_list(event, sheet, spreadsheet=spreadsheet)
    other = OtherRatingForm(
        request.POST if "other-source" in request.POST else None, prefix="other", initial={"source": "FIDE"}
    )
    refused, stale = "", chosen.is_stale(_digest(text, sheet))
    if "confirm" in request.POST and not stale and other_fits(found, other):
        try:
            entered, changed = entries_import(
                event,
                actor=actor_of(request),
                added=_added(found, request.POST, _other(other)),
                changed=_changed(found, request.POST, _other(other)),
            )
            _tell(request, entered, changed)
            return redirect("tournaments:desk_entries", pk=pk)
        except DomainError as error:
            refused = str(error)
        except ValidationError as error:
            refused = " ".join(error.messages)
    elif "confirm" in request.POST and stale:
        refused = _("The columns or the list were changed; look at the rows as they are read now.")
    context = _preview(event, found, text, request.POST) | {
        "refused": refused,
        "spreadsheet": spreadsheet,
        "findings": finding_rows([*form.cleaned_data["findings"], *map(_shown, found.findings)]),
        "other": other if "other_rating" in sheet.columns else None,
    }
    status = 422 if refused or (other.is_bound and not other.is_valid()) else 200
    return render(request, "tournaments/paste_preview.html", context, status=status)


def _sheet(text: str, chosen: ListForm, *, spreadsheet: bool) -> Sheet:
    """The table with the columns that were chosen, or as it explains itself."""
    tab = "\t" if spreadsheet else ""
    if not chosen.columns:
        return read_sheet(text, delimiter=tab)
    return read_sheet(text, columns=chosen.columns, headed=chosen.is_headed, delimiter=tab)


def _digest(text: str, sheet: Sheet) -> str:
    """What was seen: list and columns. Nothing else may be written."""
    seen = "\n".join([text.replace("\r\n", "\n"), ",".join(sheet.columns), str(bool(sheet.heads))])
    return hashlib.sha256(seen.encode()).hexdigest()


def other_fits(found: PastedList, form: OtherRatingForm) -> bool:
    """Whether the source of the other ratings is said, where the list brings any."""
    return "other_rating" not in found.sheet.columns or not form.is_bound or form.is_valid()


def _other(form: OtherRatingForm) -> dict[str, Any]:
    values = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return {"other_source": values.get("source") or "FIDE", "other_day": values.get("day")}


def _tell(request: HttpRequest, entered: list[Entry], changed: list[Entry]) -> None:
    if entered or not changed:
        text = ngettext("%(count)s player entered.", "%(count)s players entered.", len(entered))
        messages.success(request, text % {"count": len(entered)})
    if changed:
        text = ngettext("%(count)s player changed.", "%(count)s players changed.", len(changed))
        messages.success(request, text % {"count": len(changed)})


def _preview(event: Event, found: PastedList, text: str, data: QueryDict) -> dict[str, Any]:
    take_likely = "take-likely" in data
    rows = [
        {
            "pasted": row,
            "chosen": _choice(row, data, take_likely=take_likely),
            "confidence": confidence_words(row.confidence),
        }
        for row in found.rows
        if not row.entered or row.changes
    ]
    return {
        "event": event,
        "list": found,
        "rows": rows,
        "content": text,
        "columns": _columns(found.sheet),
        "seen": _digest(text, found.sheet),
        "likely": sum(row.confidence == LIKELY and not row.entered for row in found.rows),
    }


def _shown(finding: Finding) -> Finding:
    """The finding with the columns' names in the reader's language."""
    names = finding.inputs.get("columns")
    if finding.code != "entries.columns_guessed" or not isinstance(names, str):
        return finding
    words = ", ".join(column_words(name) if name in FIELDS else name for name in names.split(", "))
    return Finding(finding.severity, finding.code, inputs={"columns": words})


def _columns(sheet: Sheet) -> list[dict[str, Any]]:
    """Every column with its heading, first values, and the fields that it may be."""
    options = [(name, column_words(name)) for name in FIELDS]
    return [
        {
            "letter": cell_address(1, place).rstrip("1"),
            "head": sheet.heads[place] if sheet.heads else "",
            "samples": sheet.samples(place),
            "field": field,
            "how": "guessed" if sheet.guessed else "named" if sheet.heads else "chosen",
            "options": options,
        }
        for place, field in enumerate(sheet.columns)
    ]


def _default(row: PastedRow) -> str:
    """A number decides; a name never does, not even with a single candidate."""
    if row.entered:
        return UPDATE if row.changes else LEAVE_OUT
    return str(row.person.pk) if row.person else UNDECIDED


def _choice(row: PastedRow, data: QueryDict, *, take_likely: bool = False) -> str:
    posted = data.get(f"row-{row.row.line}")
    if take_likely and row.confidence == LIKELY and not row.entered and posted in (None, UNDECIDED):
        return str(row.candidates[0].pk)
    return _default(row) if posted is None else posted


def _added(found: PastedList, data: QueryDict, other: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows to enter, each with the person that was chosen among those proposed, or none."""
    added = []
    for row in found.rows:
        choice = _choice(row, data)
        if row.entered or choice == LEAVE_OUT:
            continue
        person = next((person for person in row.persons if str(person.pk) == choice), None)
        values: dict[str, Any] = {
            "fide_id": row.row.fide_id,
            "national_id": row.row.national_id,
            "title": row.row.title,
            "federation": row.row.federation,
            "birth": row.row.birth,
            "sex": row.row.sex,
            "club": row.row.club,
            "rating": row.row.rating,
            "name": row.row.name or row.row.fide_id or row.row.national_id,
        }
        if person is not None:
            # The register knows him better than a list does; only his club may be news.
            values = {"club": row.row.club}
        if row.row.other_rating:
            values |= {"other_rating": row.row.other_rating, **other}
        added.append({"person": person, **values})
    return added


def _changed(found: PastedList, data: QueryDict, other: dict[str, Any]) -> list[tuple[Entry, dict[str, Any]]]:
    """The entries to change, each with the fields that the list says otherwise."""
    changed = []
    for row in found.rows:
        if row.entry is None or not row.changes or _choice(row, data) != UPDATE:
            continue
        fields = {change.field: change.new for change in row.changes}
        changed.append((row.entry, fields | other if "other_rating" in fields else fields))
    return changed
