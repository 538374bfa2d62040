"""The columns of what goes to FIDE, of the comparison with its list, and of the lists that were read."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from commission.fide import STATES, is_overdue, state_of, term_of
from core.templatetags.ui import day, moment, signed, state
from players.listing import Column

CHIPS = {
    "open": "submitted",
    "overdue": "refused",
    "sent": "in_review",
    "received": "valid",
    "returned": "returned",
}


def fide_columns(today: date) -> list[Column]:
    """Of the events that go to FIDE."""

    def due(row: Any) -> date | None:
        term = term_of(row.event)
        return term.due if term else None

    def due_html(row: Any) -> Any:
        shown = day(due(row)) or "–"
        if not is_overdue(row, today):
            return shown
        return format_html('{} <span class="chip chip--danger">{}</span>', shown, _("overdue"))

    def told(row: Any) -> str:
        return str(STATES[state_of(row, today)])

    return [
        Column(
            "event",
            gettext_lazy("Event"),
            lambda row: row.event.name,
            order=("event__search_key",),
            link=lambda row: reverse("commission:fide_event", args=[row.event_id]),
        ),
        Column("kind", gettext_lazy("Kind"), lambda row: row.event.get_rating_kind_display(), fold=True),
        Column(
            "end",
            gettext_lazy("Last day"),
            lambda row: _iso(row.event.end),
            order=("event__end",),
            html=lambda row: day(row.event.end),
            fold=True,
        ),
        Column(
            "due",
            gettext_lazy("Due"),
            lambda row: _iso(due(row)),
            html=due_html,
            fold=True,
        ),
        Column("code", gettext_lazy("Code at FIDE"), lambda row: row.code or "–", order=("code",), fold=True),
        Column(
            "sent",
            gettext_lazy("Sent on"),
            lambda row: _iso(row.sent_on),
            order=("sent_on",),
            html=lambda row: day(row.sent_on) or "–",
            fold=True,
        ),
        Column("by", gettext_lazy("Sent by"), lambda row: row.sent_by or "–", fold=True),
        Column(
            "state",
            gettext_lazy("State"),
            told,
            html=lambda row: state(CHIPS[state_of(row, today)], told(row)),
        ),
    ]


def comparison_columns() -> list[Column]:
    """Of the players of an event beside FIDE's list."""
    return [
        Column("number", gettext_lazy("SNo"), lambda row: row.number, order=("number",), numeric=True),
        Column(
            "name",
            gettext_lazy("Name"),
            lambda row: row.name,
            order=("name",),
            link=lambda row: reverse("ratings:change", args=[row.row.pk]),
        ),
        Column("games", gettext_lazy("n"), lambda row: row.row.games, numeric=True, fold=True),
        Column(
            "own",
            gettext_lazy("Our +/-"),
            lambda row: row.own,
            order=("own", "number"),
            html=lambda row: signed(row.own),
            numeric=True,
        ),
        Column("old", gettext_lazy("FIDE before"), lambda row: row.old, numeric=True, fold=True),
        Column("new", gettext_lazy("FIDE after"), lambda row: row.new, numeric=True, fold=True),
        Column(
            "step",
            gettext_lazy("FIDE's +/-"),
            lambda row: row.step,
            order=("step", "number"),
            html=lambda row: signed(row.step),
            numeric=True,
            strong=True,
        ),
        Column(
            "verdict",
            gettext_lazy("Comparison"),
            lambda row: row.words,
            order=("verdict", "number"),
            fold=True,
        ),
    ]


def list_columns() -> list[Column]:
    """Of FIDE's lists that were read."""
    return [
        Column(
            "day",
            gettext_lazy("In force from"),
            lambda row: row.effective_from.isoformat(),
            order=("effective_from", "kind"),
            html=lambda row: day(row.effective_from),
        ),
        Column("kind", gettext_lazy("Kind"), lambda row: row.get_kind_display(), order=("kind",)),
        Column("players", gettext_lazy("Players"), lambda row: row.players, numeric=True, fold=True),
        Column("known", gettext_lazy("Of the register"), lambda row: row.known, numeric=True),
        Column("by", gettext_lazy("Read by"), lambda row: row.read_by_name, fold=True),
        Column(
            "at",
            gettext_lazy("Read at"),
            lambda row: row.read_at.isoformat(timespec="minutes"),
            order=("read_at",),
            html=lambda row: moment(row.read_at),
            fold=True,
        ),
        Column(
            "sha256",
            gettext_lazy("SHA-256"),
            lambda row: row.sha256,
            html=lambda row: row.sha256[:12],
            fold=True,
        ),
    ]


def _iso(value: date | None) -> str:
    return value.isoformat() if value else ""
