"""Standings as HTML rows, built and escaped here: thousands of cells are too many for a template."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any
from urllib.parse import quote

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.templatetags.ui import HALF, UNKNOWN, icon, number, signed
from ratings.models import RatedEntry
from tiebreaks.selectors import rivals
from tiebreaks.services import PERFORMANCE
from tiebreaks.shown import ENCOUNTER, SCORE, digits_of, reason_shown, text_shown
from tiebreaks.stored import Payload
from tournaments.models import Entry
from tournaments.rulebook.rounding import plain

Row = Mapping[str, Any]
PLAYER = "\0"


@dataclass(frozen=True, slots=True)
class Head:
    """A column's head: its label, its meaning, and the classes of the column."""

    label: str
    meaning: str = ""
    classes: str = ""


class Links:
    """Addresses of one event's values and of profiles, made without asking the resolver for each cell."""

    def __init__(self, event_id: int, through_round: int | None = None, *, of_teams: bool = False) -> None:
        self._values = reverse("tiebreaks:teams" if of_teams else "tiebreaks:standings", args=[event_id])
        compare = reverse("tiebreaks:compare_teams" if of_teams else "tiebreaks:compare", args=[event_id])
        self._compare = f"{compare}?round={through_round}&amp;" if through_round else f"{compare}?"
        self._suffix = f"?round={through_round}" if through_round else ""
        self._person = reverse("players:profile", args=[0])
        self._change = reverse("ratings:change", args=[0])
        self._play_offs = reverse("tiebreaks:play_offs", args=[event_id])

    def value(self, number: int, label: str) -> str:
        """The derivation of a value: the same address as `reverse("tiebreaks:value")` gives, safe in HTML."""
        return f"{self.player(number)}{self.label(label)}"

    def player(self, number: int) -> str:
        """The first part of the addresses of a player's values."""
        return f"{self._values}{number}/"

    def label(self, label: str) -> str:
        """The last part of the addresses of the values under a label."""
        return f"{quote(label, safe='/')}/{self._suffix}"

    def compare(self, first: int, second: int) -> str:
        """The comparison of two start numbers, safe in HTML."""
        return f"{self._compare}a={first}&amp;b={second}"

    def play_off(self, first_place: int) -> str:
        """The play-off from this place on."""
        return f"{self._play_offs}{first_place}/"

    def person(self, pk: int) -> str:
        """A profile."""
        return self._person.replace("/0/", f"/{pk}/")

    def change(self, pk: int) -> str:
        """The derivation of a change of rating."""
        return self._change.replace("/0/", f"/{pk}/")


class Shapes(dict[Any, str]):
    """The cells of one column by value, or by value and reason; equal values share one, made when first asked for.

    PLAYER stands in a cell where the player's address belongs.
    """

    def __init__(self, columns: "ValueColumns", label: str) -> None:
        super().__init__()
        self._columns, self._label = columns, label

    def __missing__(self, key: Any) -> str:
        text, reason = key if isinstance(key, tuple) else (key, "")
        shape = self[key] = self._columns.shape(self._label, text, reason)
        return shape


class ValueColumns:
    """The columns of points and tie-breaks, each with one number of decimals for all its rows."""

    def __init__(self, payload: Payload, links: Links) -> None:
        self.labels: list[str] = payload["labels"]
        self._links = links
        self._mark = str(get_format("DECIMAL_SEPARATOR"))
        self._digits = {
            label: digits_of(label, [row["values"].get(label) for row in payload["rows"]])
            for label in self.labels
        }
        self._addresses = {label: f"{PLAYER}{links.label(label)}" for label in self.labels}
        self._names = {label: escape(short(label)) for label in self.labels}
        self._shapes = {label: Shapes(self, label) for label in self.labels}

    def text(self, row: Row, label: str) -> str:
        """The value as its column shows it, or why a direct encounter decides nothing."""
        text = row.get("exact", {}).get(label) or row["values"].get(label)
        return self._text(label, text, row["reasons"].get(label, ""))

    def _text(self, label: str, text: str | None, reason: str) -> str:
        if text is None:
            return reason_shown(reason) or UNKNOWN
        return text_shown(label, text, self._digits[label], self._mark)

    def cells(self, row: Row) -> str:
        """The cells with the links to their derivations; nothing to open where there is nothing to tell."""
        values, reasons = row["values"], row["reasons"]
        if "exact" in row:
            values = values | row["exact"]
        found = [
            shapes[(values[label], reasons[label]) if label in reasons else values[label]]
            for label, shapes in self._shapes.items()
        ]
        return "".join(found).replace(PLAYER, self._links.player(row["number"]))

    def shape(self, label: str, value: str | None, reason: str) -> str:
        """The cell of a value, or of none with the reason."""
        text = escape(self._text(label, value, reason))
        undecided = value is None and label.startswith(ENCOUNTER)
        classes = "num reason" if undecided else "num"
        if label == SCORE:
            # a whole score leaves the place of the half free, so that the digits stand under each other
            classes = "num points" if text.endswith(HALF) else "num points whole"
            text = f"<strong>{text}</strong>"
        opening = f'<td class="{classes}" data-k="{self._names[label]}">'
        if undecided and text == UNKNOWN:
            return f"{opening}{text}</td>"
        return f'{opening}<a class="explain" href="{self._addresses[label]}" data-panel>{text}</a></td>'


class PlaceCells:
    """The cells of the places: each opens the comparison with who stands next ahead."""

    def __init__(self, payload: Payload, links: Links) -> None:
        self._rivals, self._links = rivals(payload["rows"]), links
        self._title = escape(_("Why this rank? Compared with who stands next ahead"))

    def cell(self, row: Row) -> str:
        """The cell of the place."""
        return f'<td class="num pin">{self.inner(row)}</td>'

    def inner(self, row: Row) -> str:
        """The place as it stands in a cell; nothing to open for who is alone."""
        rival = self._rivals.get(row["number"])
        if rival is None:
            return str(row["place"])
        address = self._links.compare(row["number"], rival)
        return f'<a class="why" href="{address}" title="{self._title}">{row["place"]}</a>'


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
    words = (escape(_("SNo")), escape(_("Fed")), escape(_("Rtg")))
    places = PlaceCells(payload, links)
    lines = []
    for row in rows:
        cells = [places.cell(row), *_player_cells(row, links, words)]
        cells.append(columns.cells(row))
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
        first = Fraction(change.first_rating)
        return f"Ru {number(first, 0 if first.denominator == 1 else 2)}"
    return signed(change.change, 2)


def change_plain(change: RatedEntry | None) -> str:
    """The same for a file: whole, signed, with a decimal point in every language."""
    if change is None or not change.games:
        return ""
    if change.first_rating:
        return f"Ru {plain(Fraction(change.first_rating))}"
    value = Fraction(change.change or 0)
    return f"+{plain(value)}" if value > 0 else plain(value)


def start_list_rows(entries: Iterable[Entry], links: Links) -> SafeString:
    """The rows of a start list: start number, title, name, federation, rating."""
    lines = []
    for entry in entries:
        start_number = UNKNOWN if entry.number is None else entry.number
        cells = [
            f'<td class="num pin">{start_number}</td>',
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


def name_cell(
    name: str, person: int | None, links: Links, *, classes: str = "name", title: str = "", mark: str = ""
) -> str:
    """The head of a row: the name, after a title if given, linked to the profile if there is one; then the mark."""
    shown = escape(name)
    if person:
        shown = f'<a href="{links.person(person)}">{shown}</a>'
    if title:
        shown = f'<span class="title-abbr">{escape(title)}</span> {shown}'
    return f'<th scope="row" class="{classes}">{shown}{mark}</th>'


def labelled(label: str, value: object, classes: str = "") -> str:
    """A cell that a narrow screen shows under the name, behind its label."""
    text = "" if value in (None, "") else escape(str(value))
    return f'<td class="{classes}" data-k="{escape(label)}">{text}</td>'


def short(label: str) -> str:
    """The head of a column of values."""
    return _("Pts") if label == SCORE else label


def _play_off_mark(row: Row, links: Links) -> str:
    """After a play-off a sign that leads there, with the place before it; else nothing."""
    before = row.get("place_before")
    if before is None:
        return ""
    if row.get("by_lot"):
        drawn = escape(_("drawn by lot; rank before it: %(place)s") % {"place": before})
        return f' <span class="play-off-mark" title="{drawn}">{icon("dices", drawn)}{before}</span>'
    told = escape(_("decided in the play-off; rank before it: %(place)s") % {"place": before})
    address = links.play_off(row["play_off"])
    return f' <a class="play-off-mark" href="{address}" title="{told}">{icon("swords", told)}{before}</a>'


def _marks(row: Row, links: Links) -> str:
    """What stands after a name: the play-off that gave the place, points beside the results."""
    return _play_off_mark(row, links) + (special_mark() if row.get("special") else "")


def special_mark() -> str:
    """A sign after a name: points beside the results are part of the points; it leads to the reasons below."""
    told = escape(_("points beside the results: see below the table"))
    return f' <a class="play-off-mark" href="#special-points" title="{told}">{icon("diff", told)}</a>'


def _player_cells(row: Row, links: Links, words: tuple[str, str, str]) -> list[str]:
    start_number, federation, rating = words
    shown_rating = "" if row["rating"] is None else row["rating"]
    return [
        f'<td class="num" data-k="{start_number}">{row["number"]}</td>',
        f'<td class="title-abbr">{escape(row["title"])}</td>',
        name_cell(row["name"], row["person"], links, mark=_marks(row, links)),
        f'<td class="" data-k="{federation}">{escape(row["federation"])}</td>',
        f'<td class="num" data-k="{rating}">{shown_rating}</td>',
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
