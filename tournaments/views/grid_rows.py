"""The lines of the result grid as HTML: hundreds on one page, so their template is filled in one go."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

TEMPLATE = "tournaments/_grid_row.html"
NONE = SafeString("")
# Lines of one group: a group out of sight is not laid out, and the style sheet knows how tall it will be.
GROUP = 20
# Lines that more than fill the window at first.
AT_ONCE = 2 * GROUP


def lines_put(rows: Sequence[dict[str, Any]], *, histories: str, hand: SafeString, readonly: bool) -> None:
    """Give every row its `line`: the template of a row with its slots filled, all values escaped."""
    pattern: str = get_template(TEMPLATE).template.source  # type: ignore[attr-defined]
    shared = {"histories": escape(histories), "readonly": " readonly" if readonly else ""}
    for row in rows:
        slots = {key: escape(value) if isinstance(value, str) else value for key, value in row.items()}
        line = pattern.format_map(slots | shared | _parts(row, hand))
        row["line"] = mark_safe(line)  # noqa: S308 (every value was escaped)


def runs_of(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines that follow each other without anything between them, joined: `lines`, the `placed` of the first row,
    `number` and `problem` of the last, how many are `shown`. A match begins a run, a board with a problem ends one,
    and so do `GROUP` lines.
    """
    runs: list[dict[str, Any]] = []
    ended = True
    for row in rows:
        placed, problem = row["placed"], row["problem"]
        if ended or (placed and placed.head) or len(runs[-1]["lines"]) == GROUP:
            runs.append({"placed": placed, "lines": [], "shown": 0})
        runs[-1]["lines"].append(row["line"])
        runs[-1]["shown"] += row["shown"]
        runs[-1] |= {"number": row["number"], "problem": problem}
        ended = problem is not None
    for run in runs:
        run["lines"] = mark_safe("".join(run["lines"]))  # noqa: S308 (every line is safe)
    return runs


def now_and_later(
    runs: Sequence[dict[str, Any]],
) -> tuple[Sequence[dict[str, Any]], Sequence[dict[str, Any]]]:
    """The runs that fill the first picture, and those that a browser takes up behind it."""
    shown = 0
    for place, run in enumerate(runs):
        if shown >= AT_ONCE:
            return runs[:place], runs[place:]
        shown += run["shown"]
    return runs, ()


def _parts(row: Mapping[str, Any], hand: SafeString) -> dict[str, str]:
    placed = row["placed"]
    match = (
        format_html(' data-match="{}" data-home-white="{}"', placed.number, int(placed.home_white))
        if placed
        else NONE
    )
    marked = row["by_hand"] is not None
    return {
        "classes": (" is-open" if row["open"] else " is-saved") + (" is-conflict" if row["problem"] else ""),
        "more": match + ("" if row["shown"] else " hidden"),
        "white_title": _title(row["white_title"]),
        "black_title": _title(row["black_title"]),
        "by_hand": format_html(' <span class="manual-mark" title="{}">{}</span>', row["by_hand"], hand)
        if marked
        else NONE,
    }


def _title(title: str) -> SafeString:
    return format_html('<span class="title-abbr">{}</span> ', title) if title else NONE
