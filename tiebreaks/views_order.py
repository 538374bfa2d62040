"""The order of the tie-breaks: what it is, what another would do, and the change with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tiebreaks.engine.orders import ORDER_SENTENCES, Preset, order_findings, presets_for, recommended
from tiebreaks.forms import OrderForm
from tiebreaks.lots import equal_groups
from tiebreaks.sentences import criterion_name
from tiebreaks.services import other_standings, rules_of, standings_of
from tiebreaks.services_lots import lot_draw
from tiebreaks.stored import Payload
from tiebreaks.tables import Links, ValueColumns, short
from tournaments.errors import DomainError, StaleVersion
from tournaments.models import Event
from tournaments.record.findings import Finding
from tournaments.record.findings import values as finding_values
from tournaments.rulebook.editions import EditionError
from tournaments.rulebook.shelf import edition
from tournaments.selectors.ledger import order_changes
from tournaments.services import has_begun, order_change
from tournaments.snapshot import record_of, split_order
from tournaments.views.access import actor_of, desk_event, may, posted_number


@dataclass(frozen=True, slots=True)
class Move:
    """A player's place under the present order and under the other one."""

    name: str
    number: int
    before: int
    after: int
    values: tuple[str, ...]

    @property
    def step(self) -> int:
        """Places won (positive) or lost."""
        return self.before - self.after


@login_required
@require_http_methods(["GET", "POST"])
def order(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose, preview and change the order. Nothing changes before the second step, “Change the order”.

    The second step is for the order that the first has shown, with its warnings, and for no other.
    """
    event = desk_event(request, pk, "event_edit")
    data = request.POST if request.method == "POST" else request.GET if "order" in request.GET else None
    form = OrderForm(data, event=event)
    context: dict[str, Any] = {"event": event, "form": form, "begun": has_begun(event)}
    context |= {"changes": order_changes(event.pk), "presets": _presets(event, form)} | _equal(request, event)
    if data is None or not form.is_valid():
        return render(request, "tiebreaks/order.html", context | _present(event), status=422 if data else 200)
    said = dict(form.cleaned_data)  # of which the form drops what it refuses
    findings = _findings(event, said)
    asked = "|".join((said["order"].upper(), said["edition"], said["unplayed"]))
    context |= {"findings": [_shown(item) for item in findings], "previewed": asked}
    if any(item.severity == "refusal" for item in findings):
        return render(request, "tiebreaks/order.html", context | _present(event), status=422)
    if request.method == "POST" and "change" in request.POST:
        if request.POST.get("previewed") == asked:
            answer = _change(request, event, form, findings)
            if answer is not None:
                return answer
        else:
            form.add_error(
                "order", _("This is another order than was shown; look at what it would do first.")
            )
    context |= _present(event) | _preview(event, said)
    return render(request, "tiebreaks/order.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def lot(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw lots among those who share a place."""
    event = desk_event(request, pk, "event_finish")
    try:
        lot_draw(event, actor=actor_of(request), place=posted_number(request.POST.get("place")))
        messages.success(request, _("The lot is drawn; its seed stands in the history."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tiebreaks:order", pk=pk)


def _equal(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Those who share a place when play has ended, for the one who may draw lots."""
    if event.state != Event.State.FINISHED or event.is_locked or not may(request, "event_finish", event):
        return {}
    try:
        rows = standings_of(event)["rows"]
    except DomainError:
        return {}
    names = {row["number"]: row["name"] for row in rows}
    groups = equal_groups({row["number"]: row["place"] for row in rows})
    by_place = sorted(groups.items(), key=lambda item: item[1])
    return {"equal": [(place, [names[number] for number in numbers]) for numbers, place in by_place]}


def _change(
    request: HttpRequest, event: Event, form: OrderForm, findings: Sequence[Finding]
) -> HttpResponse | None:
    said = form.cleaned_data
    try:
        order_change(
            event,
            actor=actor_of(request),
            order=said["order"],
            edition_key=said["edition"],
            unplayed_key=said["unplayed"],
            reason=said["reason"],
            version=said["version"],
            overridden=[item.code for item in findings if item.severity == "warning"],
        )
    except StaleVersion as error:
        event.refresh_from_db()
        # What stands now is shown, and the next step is about it.
        form.data = {**{name: form[name].value() for name in form.fields}, "version": event.version}
        form.add_error(None, str(error))
        return None
    except DomainError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return None
    except ValidationError as error:
        form.add_error("order", error.messages)  # type: ignore[arg-type]
        return None
    messages.success(request, _("The order of the tie-breaks was changed."))
    return redirect("tiebreaks:order", pk=event.pk)


def _present(event: Event) -> dict[str, Any]:
    try:
        rules = rules_of(event)
    except DomainError as problem:
        return {"problem": problem, "edition_key": ""}
    codes = ("PTS", *(code for code in rules.order if code != "PTS"))
    return {
        "present": [(code, criterion_name(code)) for code in codes],
        "edition": rules.edition,
        "edition_key": rules.edition.key,
        "article": recommended(rules.edition, rules.order, event.system),
    }


def _presets(event: Event, form: OrderForm) -> list[tuple[Preset, str]]:
    key = form["edition"].value() or event.tie_break_edition
    try:
        text = edition(key) if key else rules_of(event).edition
    except (EditionError, DomainError):
        return []
    return [(preset, ", ".join(preset.codes)) for preset in presets_for(text, event.system)]


def _findings(event: Event, said: dict[str, Any]) -> tuple[Finding, ...]:
    return order_findings(record_of(event.pk), edition(said["edition"]), split_order(said["order"].upper()))


def _shown(finding: Finding) -> dict[str, str]:
    text = _(ORDER_SENTENCES[finding.key]).format_map(finding_values(finding))
    labels = {"note": _("Note"), "warning": _("Warning"), "refusal": _("Refusal")}
    return {
        "severity": finding.severity,
        "severity_label": labels[finding.severity],
        "article": finding.article,
        "text": text,
    }


def _preview(event: Event, said: dict[str, Any]) -> dict[str, Any]:
    """The present standings beside those under the other order; nothing is stored."""
    try:
        now = standings_of(event)
        other = other_standings(
            event, order=said["order"], edition_key=said["edition"], unplayed_key=said["unplayed"]
        )
    except DomainError as problem:
        return {"preview_problem": problem}
    moves = _moves(now, other, Links(event.pk))
    return {
        "preview": moves,
        "moved": sum(bool(move.step) for move in moves),
        "other_labels": [(short(label), criterion_name(label)) for label in other["labels"]],
    }


def _moves(now: Payload, other: Payload, links: Links) -> list[Move]:
    places = {row["number"]: row["place"] for row in now["rows"]}
    columns = ValueColumns(other, links)
    return [
        Move(
            row["name"],
            row["number"],
            places[row["number"]],
            row["place"],
            tuple(columns.text(row, label) for label in columns.labels),
        )
        for row in other["rows"]
    ]
