"""Standings as HTML rows, built and escaped here: thousands of cells are too many for a template."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.templatetags.ui import HALF, UNKNOWN, signed
from ratings.models import RatedEntry
from tiebreaks.services import PERFORMANCE
from tiebreaks.shown import ENCOUNTER, SCORE, digits_of, exact_value, reason_shown, value_shown
from tiebreaks.stored import Payload
from tournaments.models import Entry

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head: its label, its meaning, and the classes of the column."""

    label: str
    meaning: str = ""
    classes: str = ""


class Links:
    """Addresses of one event's values and of profiles, made without asking the resolver for each cell."""

    def __init__(self, event_id: int, through_round: int | None = None) -> None:
        self._values = reverse("tiebreaks:standings", args=[event_id])
        self._suffix = f"?round={through_round}" if through_round else ""
        self._person = reverse("players:profile", args=[0])
        self._change = reverse("ratings:change", args=[0])

    def value(self, number: int, label: str) -> str:
        """The derivation of a value: the same address as `reverse("tiebreaks:value")` gives, safe in HTML."""
        return f"{self._values}{number}/{quote(label, safe='/')}/{self._suffix}"

    def person(self, pk: int) -> str:
        """A profile."""
        return self._person.replace("/0/", f"/{pk}/")

    def change(self, pk: int) -> str:
        """The derivation of a change of rating."""
        return self._change.replace("/0/", f"/{pk}/")


class ValueColumns:
    """The columns of points and tie-breaks, each with one number of decimals for all its rows."""

    def __init__(self, payload: Payload, links: Links) -> None:
        self.labels: list[str] = payload["labels"]
        self._links = links
        self._digits = {
            label: digits_of(label, (row["values"].get(label) for row in payload["rows"]))
            for label in self.labels
        }
        self._shapes: dict[tuple[Any, ...], tuple[str, str]] = {}

    def text(self, row: Row, label: str) -> str:
        """The value as its column shows it, or why a direct encounter decides nothing."""
        value = exact_value(row, label)
        if value is None:
            return reason_shown(row, label) or UNKNOWN
        return value_shown(label, value, self._digits[label])

    def cell(self, row: Row, label: str) -> str:
        """The cell with the link to its derivation; nothing to open where there is nothing to tell."""
        key = (label, row["values"].get(label), row.get("exact", {}).get(label), row["reasons"].get(label))
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = self._shape(row, label)
        before, after = found
        return f"{before}{self._links.value(row['number'], label)}{after}" if after else before

    def _shape(self, row: Row, label: str) -> tuple[str, str]:
        """The cell before and after the address; equal values share one. All before where nothing opens."""
        text: str = escape(self.text(row, label))
        undecided = row["values"].get(label) is None and label.startswith(ENCOUNTER)
        classes = "num reason" if undecided else "num"
        if label == SCORE:
            # a whole score leaves the place of the half free, so that the digits stand under each other
            classes = "num points" if text.endswith(HALF) else "num points whole"
            text = f"<strong>{text}</strong>"
        opening = f'<td class="{classes}" data-k="{escape(short(label))}">'
        if undecided and text == UNKNOWN:
            return f"{opening}{text}</td>", ""
        return f'{opening}<a class="explain" href="', f'" data-panel>{text}</a></td>'


def standings_heads(
    payload: Payload, names: Mapping[str, str], *, performance: bool, changes: bool
) -> list[Head]:
    """The heads of the standings; `names` are the full names of the criteria by label."""
    heads = [
        Head(_("Rk"), _("rank"), "num pin"),
        Head(_("SNo"), _("start number"), "num"),
        Head(_("Title")),
        Head(_("Name"), "", "name"),
        Head(_("Fed"), _("federation")),
        Head(_("Rtg"), _("rating as of the start"), "num"),
    ]
    heads += [Head(short(label), names[label], "num") for label in payload["labels"]]
    if performance:
        heads.append(Head("Rp", _("performance rating"), "num"))
    if changes:
        heads.append(Head("rtg+/-", _("change of the rating"), "num"))
    return heads


def standings_rows(
    payload: Payload,
    rows: Sequence[Row],
    links: Links,
    *,
    performance: bool,
    changes: Mapping[int, RatedEntry],
) -> SafeString:
    """The rows of the standings. Equal places repeat their number."""
    columns = ValueColumns(payload, links)
    words = (_("SNo"), _("Fed"), _("Rtg"))
    lines = []
    for row in rows:
        cells = [f'<td class="num pin">{row["place"]}</td>', *_player_cells(row, links, words)]
        cells += [columns.cell(row, label) for label in columns.labels]
        if performance:
            cells.append(_performance_cell(row, links))
        if changes:
            cells.append(_change_cell(changes.get(row["entry"]), links))
        lines.append(f'<tr id="p{row["number"]}">{"".join(cells)}</tr>')
    return mark_safe("\n".join(lines))  # noqa: S308 (every value above is a number or escaped)


def change_text(change: RatedEntry | None) -> str:
    """The change of a rating with its sign, or a first rating; empty where nothing was calculated."""
    if change is None or not change.games:
        return ""
    if change.first_rating:
        return f"Ru {change.first_rating}"
    return signed(change.change, 2)


def start_list_rows(entries: Iterable[Entry], links: Links) -> SafeString:
    """The rows of a start list: start number, title, name, federation, rating."""
    lines = []
    for entry in entries:
        number = UNKNOWN if entry.number is None else entry.number
        cells = [
            f'<td class="num pin">{number}</td>',
            f'<td class="title-abbr">{escape(entry.title)}</td>',
            name_cell(entry.name, entry.person_id, links),
            labelled(_("Fed"), entry.federation),
            labelled(_("Rtg"), entry.rating, "num"),
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return mark_safe("\n".join(lines))  # noqa: S308 (every value above is a number or escaped)


def start_list_heads() -> list[Head]:
    """The heads of a start list."""
    return [
        Head(_("SNo"), _("start number"), "num pin"),
        Head(_("Title")),
        Head(_("Name"), "", "name"),
        Head(_("Fed"), _("federation")),
        Head(_("Rtg"), _("rating as of the start"), "num"),
    ]


def name_cell(name: str, person: int | None, links: Links, *, classes: str = "name", title: str = "") -> str:
    """The head of a row: the name, after a title if given, linked to the profile if there is one."""
    shown: str = escape(name)
    if person:
        shown = f'<a href="{links.person(person)}">{shown}</a>'
    if title:
        shown = f'<span class="title-abbr">{escape(title)}</span> {shown}'
    return f'<th scope="row" class="{classes}">{shown}</th>'


def labelled(label: str, value: object, classes: str = "") -> str:
    """A cell that a narrow screen shows under the name, behind its label."""
    text = "" if value in (None, "") else escape(str(value))
    return f'<td class="{classes}" data-k="{escape(label)}">{text}</td>'


def short(label: str) -> str:
    """The head of a column of values."""
    return _("Pts") if label == SCORE else label


def _player_cells(row: Row, links: Links, words: tuple[str, str, str]) -> list[str]:
    start_number, federation, rating = words
    return [
        labelled(start_number, row["number"], "num"),
        f'<td class="title-abbr">{escape(row["title"])}</td>',
        name_cell(row["name"], row["person"], links),
        labelled(federation, row["federation"]),
        labelled(rating, row["rating"], "num"),
    ]


def _performance_cell(row: Row, links: Links) -> str:
    value = row["performance"]
    if value is None:
        return labelled("Rp", "", "num")
    address = links.value(row["number"], PERFORMANCE)
    return f'<td class="num" data-k="Rp"><a class="explain" href="{address}" data-panel>{value}</a></td>'


def _change_cell(change: RatedEntry | None, links: Links) -> str:
    text = escape(change_text(change))
    if change is None or not text:
        return labelled("rtg+/-", "", "num")
    address = links.change(change.pk)
    return f'<td class="num" data-k="rtg+/-"><a class="explain" href="{address}" data-panel>{text}</a></td>'
