"""The questionnaire of a new player as PDF: filled in, or to be filled in by hand. Set when asked for, never stored."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reports.sheets.questionnaire import QuestionnaireSheet, questionnaire
from reports.typesetting import font_style, refuse_unprintable_texts
from reports.views_start_list import private_pdf
from reports.words import sentence
from tournaments.forms.correspondence import QuestionnaireForm
from tournaments.models import Entry, Event, Questionnaire
from tournaments.sealing import unseal
from tournaments.services.correspondence import QUESTIONNAIRE_OPEN, entry_of_token
from tournaments.views.access import desk_event, own_entry
from tournaments.views.correspondence import questionnaire_start


def sheet_of(event: Event, entry: Entry) -> QuestionnaireSheet:
    """The questionnaire of a player; without one what the entry says, the rest to be filled in by hand."""
    stored = Questionnaire.objects.select_related("papers_seen_by").filter(entry=entry).first()
    if stored is None:
        return questionnaire(event.name, event.group_code, questionnaire_start(entry))
    values = {name: str(value) for name in QUESTIONNAIRE_OPEN if (value := getattr(stored, name))}
    return questionnaire(
        event.name,
        event.group_code,
        values | unseal(stored.sealed),
        filled=timezone.localdate(stored.filled_at),
        by_player=stored.by_player,
        papers_seen=stored.papers_seen_on,
        papers_seen_by=stored.papers_seen_by.shown_name if stored.papers_seen_by else "",
    )


def html_of(sheet: QuestionnaireSheet, language: str) -> str:
    """The page as HTML. Raises UnprintableLetter before anything is set."""
    refuse_unprintable_texts([sheet.event, sheet.group_code, *(field.value for field in sheet.fields)])
    labels = {name: field.label for name, field in QuestionnaireForm.base_fields.items()}
    context = {
        "sheet": sheet,
        "language": language,
        "rows": [(field, labels[field.key]) for field in sheet.fields],
        "missing": [sentence(part) for part in sheet.missing],
    }
    return render_to_string("reports/print/questionnaire.html", context)


def style() -> str:
    """A4 upright."""
    return font_style() + "@page { size: A4; margin: 16mm 18mm }"


def _pdf(event: Event, entry: Entry, whose: str) -> HttpResponse:
    if not event.correspondence or entry.national_id:
        raise Http404
    return private_pdf(
        lambda: html_of(sheet_of(event, entry), get_language() or "en"),
        style(),
        name=f"questionnaire-{event.pk}-{entry.pk}",
        whose=whose,
    )


@login_required
@never_cache
@require_safe
def questionnaire_pdf(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """For the arbiters and the commission."""
    event = desk_event(request, pk, "contacts_edit")
    return _pdf(event, own_entry(event, entry), f"account:{request.user.pk}")


@never_cache
@require_safe
def questionnaire_pdf_own(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """For the player whose private link it is."""
    event = get_object_or_404(Event, pk=pk)
    entry = entry_of_token(event, token)
    if entry is None:
        raise Http404
    return _pdf(event, entry, f"entry:{entry.pk}")
