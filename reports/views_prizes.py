"""The prize fund of an event: amounts, how ties share them, and what everybody would get now."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from reports.desk_setting import shown_sheet
from reports.desk_tables import prize_table
from reports.forms_desk import FundForm
from reports.prizes import awarded_of, fund_of, lists_of, rules_words
from reports.services.prizes import fund_save
from reports.sheets.desk import Sheet
from reports.views_desk_documents import desk_event
from tournaments.errors import DomainError


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """The form with what it gives by the standings; "see" shows it without storing anything."""
    event = desk_event(request, pk, "prizes_edit")
    fund = fund_of(event)
    lists = lists_of(event, fund)
    form = FundForm(request.POST if request.method == "POST" else None, instance=fund, lists=lists)
    status, shown = 200, lists
    if request.method == "POST":
        if form.is_valid():
            shown = form.lists()
            if "see" not in request.POST:
                rules = {name: form.cleaned_data[name] for name in FundForm.Meta.fields}
                fund_save(event, actor=request.user, lists=shown, **rules)  # type: ignore[arg-type]
                messages.success(request, _("The prize fund is stored."))
                return redirect("reports:prizes", pk=pk)
        else:
            status = 422
    context = {"event": event, "form": form, "is_seen": "see" in request.POST and status == 200}
    if status == 200:
        try:
            tables = tuple(prize_table(each) for each in awarded_of(event, form.instance, shown))
            context |= shown_sheet(Sheet("prize_list", "", event.name, tables=tables))
            context["rules"] = rules_words(form.instance)
        except DomainError as error:
            context["untold"] = error
    return render(request, "reports/prizes.html", context, status=status)
