"""Tags and filters of the pages: icons, states, numbers and dates as the field writes them.

The components of templates/components/ are described in the README beside them.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from django import template
from django.http import QueryDict
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from lucide.templatetags.lucide import lucide

register = template.Library()

UNKNOWN: Final = "–"
MINUS: Final = "\N{MINUS SIGN}"
HALF: Final = "½"

#   code            tone       icon
STATE_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "draft": ("neutral", "pencil"),
    "registered": ("note", "calendar-check"),
    "playing": ("good", "play"),
    "finished": ("neutral", "flag"),
    "none": ("neutral", "minus"),
    "submitted": ("note", "inbox"),
    "in_review": ("note", "scale"),
    "returned": ("warning", "undo-2"),
    "accepted": ("good", "check"),
    "rated": ("good", "calculator"),
    "published": ("good", "circle-check"),
    "corrected": ("warning", "pen-line"),
    "annulled": ("danger", "ban"),
    "queued": ("neutral", "clock"),
    "running": ("note", "loader"),
    "done": ("good", "check"),
    "failed": ("danger", "circle-x"),
    "unconfirmed": ("neutral", "mail"),
    "open": ("note", "inbox"),
    "asked": ("warning", "message-circle-question-mark"),
    "rejected": ("danger", "x"),
    "refused": ("danger", "x"),
    "confirmed": ("good", "check"),
    "expired": ("neutral", "clock"),
    "withdrawn": ("neutral", "undo-2"),
    "cancelled": ("warning", "circle-slash"),
    "official": ("good", "badge-check"),
    "provisional": ("warning", "hourglass"),
    "live": ("note", "activity"),
    "valid": ("good", "shield-check"),
    "invalid": ("danger", "shield-x"),
    "current": ("good", "check"),
    "superseded": ("warning", "history"),
    "note": ("note", "info"),
    "warning": ("warning", "triangle-alert"),
    "objection": ("danger", "octagon-alert"),
    "refusal": ("danger", "ban"),
}

CELL_CLASSES: Final[Mapping[object, str]] = {
    **dict.fromkeys(("1", "W", "w", "1u", "1a"), "cell-win"),
    **dict.fromkeys((HALF, "D", "d", f"{HALF}u", f"{HALF}a"), "cell-draw"),
    **dict.fromkeys(("0", "L", "l", "0u", "0a"), "cell-loss"),
    **dict.fromkeys(("+", "-", MINUS, "=", "U", "F", "H", "Z"), "cell-unplayed"),
    **dict.fromkeys(("*", "*j", "", None), "cell-open"),
}
HALVES_CLASSES: Final = ("cell-loss", "cell-draw", "cell-win")


@lru_cache(maxsize=512)
def _svg(name: str, size: int | None, label: str) -> str:
    attributes: dict[str, object] = {"class": "icon", "focusable": "false"}
    if label:
        attributes |= {"role": "img", "aria-label": label}
    else:
        attributes |= {"aria-hidden": "true"}
    return str(lucide(name, size=size, **attributes))


@register.simple_tag
def icon(name: str, label: str = "", size: int | None = None) -> SafeString:
    """The Lucide icon of that name as inline SVG; hidden from screen readers unless labelled.

    Without `size` (pixels) it takes the size of the text. Raises `IconDoesNotExist`.
    """
    return mark_safe(_svg(str(name), size or 24, str(label)))  # noqa: S308 (the package's own drawing)


@register.simple_tag(takes_context=True)
def query(context: Context, **changes: object) -> str:
    """The query string of this request with some keys replaced; `None` drops a key."""
    request = context.get("request")
    parameters = request.GET.copy() if request is not None else QueryDict(mutable=True)
    for key, value in changes.items():
        if value is None:
            parameters.pop(key, None)
        else:
            parameters[key] = str(value)
    return f"?{parameters.urlencode()}"


@register.filter
def points(halves: int | None) -> str:
    """A score in halves as players write it: whole points and ½.

    >>> points(9), points(1), points(0), points(-3), points(None)
    ('4½', '½', '0', '−1½', '–')
    """
    if halves is None:
        return UNKNOWN
    whole, half = divmod(abs(int(halves)), 2)
    text = f"{whole or ''}{HALF}" if half else str(whole)
    return f"{MINUS}{text}" if int(halves) < 0 else text


def _half_up(value: int | str | Decimal | Fraction, digits: int) -> tuple[int, bool]:
    """`value` times ten to the `digits`, halves away from zero, as (absolute value, is negative)."""
    if isinstance(value, float):
        raise TypeError("Pages show exact numbers only: int, Decimal, Fraction or a numeric string.")
    exact = Fraction(value)
    scaled = abs(exact) * 10**digits
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    return whole + (2 * rest >= scaled.denominator), exact < 0


@register.filter
def number(value: int | str | Decimal | Fraction | None, digits: int = 0) -> str:
    """An exact number, half up at `digits` decimals, with the decimal mark of the language.

    >>> number(Fraction(1, 8), 2), number("-0.004", 2), number(None)
    ('0.13', '0.00', '–')
    """
    if value is None or value == "":
        return UNKNOWN
    scaled, negative = _half_up(value, int(digits))
    text = str(scaled).rjust(int(digits) + 1, "0")
    if digits:
        mark = str(get_format("DECIMAL_SEPARATOR"))
        text = f"{text[: -int(digits)]}{mark}{text[-int(digits) :]}"
    return f"{MINUS}{text}" if negative and scaled else text


@register.filter
def signed(value: int | str | Decimal | Fraction | None, digits: int = 0) -> str:
    """As `number`, with a plus before a gain; nothing before zero.

    >>> signed("6.15", 2), signed(-3), signed(0)
    ('+6.15', '−3', '0')
    """
    text = number(value, digits)
    if value is None or value == "":
        return text
    scaled, negative = _half_up(value, int(digits))
    return f"+{text}" if scaled and not negative else text


@register.filter
def day(value: date | None) -> str:
    """A date in words: `30 Nov 2026` in English, the locale's long form elsewhere."""
    if value is None:
        return UNKNOWN
    return date_format(value, "j M Y" if get_language() in (None, "en") else "DATE_FORMAT")


@register.filter
def moment(value: datetime | None) -> str:
    """A point of time in the portal's zone: `30 Nov 2026, 14:32`."""
    if value is None:
        return UNKNOWN
    local = timezone.localtime(value) if timezone.is_aware(value) else value
    return f"{day(local.date())}, {local:%H:%M}"


@register.filter
def partial_date(value: str | date | None) -> str:
    """A birth date as far as it is known, from `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.

    >>> partial_date("1987"), partial_date("1987-05"), partial_date("")
    ('1987', 'May 1987', '–')
    """
    if not value:
        return UNKNOWN
    if isinstance(value, date):
        return day(value)
    try:
        parts = [int(part) for part in str(value).split("-")]
        if len(parts) == 2:
            return date_format(date(parts[0], parts[1], 1), "F Y")
        return day(date(*parts)) if len(parts) == 3 else str(parts[0])
    except ValueError:
        # What cannot be read as a date is shown as it stands, for its owner to mend.
        return str(value)


@register.simple_tag(takes_context=True)
def return_address(context: Context) -> str:
    """The address of this page for a form that comes back here; for a refused form the page that it stood on.

    The address of a form may take nothing but forms.
    """
    request = context.get("request")
    if request is None:
        return ""
    here, before = str(request.get_full_path()), request.headers.get("Referer", "")
    own = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    return here if request.method in ("GET", "HEAD") or not own else before


@register.simple_tag
def days(start: date | None, end: date | None = None) -> str:
    """The days of an event: `7–9 Mar 2026`, `28 Feb – 3 Mar 2026`; numeric outside English."""
    if start is None or end is None or start == end:
        return day(start or end)
    if get_language() not in (None, "en"):
        return f"{date_format(start, 'SHORT_DATE_FORMAT')} – {date_format(end, 'SHORT_DATE_FORMAT')}"
    if start.year != end.year:
        return f"{day(start)} – {day(end)}"
    if start.month != end.month:
        return f"{date_format(start, 'j M')} – {day(end)}"
    return f"{start.day}–{day(end)}"


@register.filter
def result_class(code: str | int | None) -> str:
    """The CSS class of a crosstable cell: by result code (text) or by halves scored (int).

    >>> result_class("1"), result_class(1), result_class("+"), result_class("*")
    ('cell-win', 'cell-draw', 'cell-unplayed', 'cell-open')
    """
    if isinstance(code, int):
        return HALVES_CLASSES[min(max(code, 0), 2)]
    return CELL_CLASSES.get(code, "cell-unplayed")


@register.filter
def state_tone(code: str) -> str:
    """The tone of a state chip or severity: neutral, note, good, warning or danger."""
    return STATE_LOOKS.get(str(code), ("neutral", "circle"))[0]


@register.filter
def state_icon(code: str) -> str:
    """The icon that stands beside the word of a state or severity."""
    return STATE_LOOKS.get(str(code), ("neutral", "circle"))[1]


@register.simple_tag
def state(code: str, label: str) -> SafeString:
    """A state chip: icon, word and tone; the word comes translated from the caller."""
    return mark_safe(render_to_string("components/state.html", {"code": code, "label": label}))  # noqa: S308


@register.simple_block_tag(takes_context=True)
def page_head(context: Context, content: str, **parameters: Any) -> SafeString:
    """The head of a page; what stands between the tags are its actions."""
    values = {"actions": mark_safe(content.strip()), **parameters}  # noqa: S308 (rendered by the template)
    return mark_safe(render_to_string("components/page_head.html", values))  # noqa: S308


@register.filter
def page_numbers(page: Any) -> list[int | None]:
    """The page numbers to offer, with `None` for a gap; at most about nine."""
    return [
        entry if isinstance(entry, int) else None
        for entry in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)
    ]


def _get(item: Any, name: str) -> Any:
    """An attribute or key of a cell or column, `None` when it has none such."""
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


CELL_PARTS: Final = ("text", "html", "url", "strong", "muted", "title", "panel")


@register.simple_tag
def folded_cells(table: Any, row: Any) -> list[dict[str, Any]]:
    """The cells of a list row, with what a phone folds under its main column.

    The main column is `table.main`, else the first that is neither numeric nor folded.
    """
    columns = list(_get(table, "columns"))
    cells: list[dict[str, Any]] = []
    folded: list[dict[str, Any]] = []
    for column, cell in zip(columns, _get(row, "cells"), strict=True):
        shown: dict[str, Any] = {part: _get(cell, part) for part in CELL_PARTS}
        shown["numeric"] = _get(cell, "numeric") or _get(column, "numeric")
        shown["fold"] = _get(column, "fold")
        cells.append(shown)
        if shown["fold"] and str(shown["html"] or shown["text"] or "") not in ("", UNKNOWN):
            folded.append({**shown, "label": _get(column, "label")})
    main = _get(table, "main")
    if main is None:
        free = [index for index, cell in enumerate(cells) if not cell["numeric"] and not cell["fold"]]
        main = free[0] if free else 0
    if cells:
        cells[main]["main"] = True
        cells[main]["folded"] = folded
    return cells
