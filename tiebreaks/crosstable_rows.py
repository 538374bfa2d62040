"""The lines of a crosstable as HTML rows, built and escaped here."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.templatetags.ui import points, result_class
from tiebreaks.crosstables import (
    SELF,
    UNKNOWN_COLOUR,
    Line,
    Lines,
    Mark,
    meetings,
    outcome_of,
    square_text,
)
from tiebreaks.sentences import criterion_name
from tiebreaks.shown import SCORE
from tiebreaks.stored import Payload
from tiebreaks.tables import Head, Links, PlaceCells, ValueColumns, name_cell, short, special_mark

OUTCOME_CLASSES = {"win": "cell-win", "draw": "cell-draw", "loss": "cell-loss", "none": "cell-open"}

UNPLACED = "–"  # in the column of the ranks


def crosstable_heads(table: Lines, payload: Payload | None) -> list[Head]:
    """The heads: key, name, what else names the player, the cells, points and tie-breaks."""
    by_rank = table.order == "rank"
    key = Head(_("SNo"), _("start number"), "num pin")
    if by_rank:
        key = Head(_("Rk"), _("rank"), "num pin")
    if by_rank and (table.shared or table.unplaced):
        key = Head(_("No."), _("number of the line"), "num pin")
    heads = [key, Head(_("Name"), "", "name pin-2")]
    if payload and (table.shared or table.unplaced or not by_rank):
        heads.append(Head(_("Rk"), _("rank"), "num"))
    if by_rank:
        heads.append(Head(_("SNo"), _("start number"), "num"))
    heads += [Head(_("Fed"), _("federation")), Head(_("Rtg"), _("rating as of the start"), "num")]
    if table.square:
        heads += [Head(str(line.key), line.name, "cell") for line in table.lines]
    else:
        heads += [
            Head(str(number), _("round %(number)s") % {"number": number}, "cell")
            for number in range(1, table.rounds + 1)
        ]
    labels = payload["labels"] if payload else [SCORE]
    return heads + [Head(short(label), criterion_name(label), "num") for label in labels]


def crosstable_rows(
    table: Lines, payload: Payload | None, links: Links, numbers: Collection[int] | None = None
) -> SafeString:
    """The rows of the table: all, or those of the start numbers given, whose cells name the same lines as in all."""
    places = PlaceCells(payload, links) if payload else None
    columns = ValueColumns(payload, links) if payload else None
    titles = {line.number: escape(f"{line.key} {line.name}") for line in table.lines}
    opponents = {
        number: f'<a href="#p{number}" title="{title}">{table.keys[number]}<span class="colour">'
        for number, title in titles.items()
    }
    lines, words = [], _words()
    # a line without a place has points alone
    no_values = "<td></td>" * (len(payload["labels"]) - 1 if payload else 0)
    for line in table.lines:
        if numbers is not None and line.number not in numbers:
            continue
        cells = _square(line, table, titles) if table.square else _rounds(line, table, opponents)
        values = (
            columns.cells(line.row)
            if columns and line.row
            else f'<td class="num points{_whole(line.halves)}"><strong>{points(line.halves)}</strong></td>{no_values}'
        )
        player = _player(line, table, links, words, places)
        lines.append(f'<tr id="p{line.number}">{"".join([*player, *cells, values])}</tr>')
    return mark_safe("\n".join(lines))  # noqa: S308 (every value above is a number or escaped)


def _whole(halves: int) -> str:
    """The class that leaves the place of a half free after whole points."""
    return "" if halves % 2 else " whole"


@dataclass(frozen=True, slots=True)
class Words:
    """The labels under which a narrow screen shows what else names a player, escaped; said once for the table."""

    rank: str
    number: str
    federation: str
    rating: str


def _words() -> Words:
    return Words(escape(_("Rk")), escape(_("SNo")), escape(_("Fed")), escape(_("Rtg")))


def _player(line: Line, table: Lines, links: Links, words: Words, places: PlaceCells | None) -> list[str]:
    """The cells that name a player; his rank opens the comparison with who stands next ahead, as in the standings."""
    mark = special_mark() if line.special else ""
    name = name_cell(line.name, line.person, links, classes="name pin-2", title=line.title, mark=mark)
    by_rank = table.order == "rank"
    has_rank = places is not None and (table.shared or table.unplaced or not by_rank)
    rank = places.inner(line.row) if places and line.row else str(line.place or UNPLACED)
    key = line.key if has_rank or not by_rank else rank
    cells = [f'<td class="num pin">{key}</td>', name]
    if has_rank:
        cells.append(f'<td class="num" data-k="{words.rank}">{rank}</td>')
    if by_rank:
        cells.append(f'<td class="num" data-k="{words.number}">{line.number}</td>')
    rating = "" if line.rating is None else line.rating
    cells.append(f'<td class="" data-k="{words.federation}">{escape(line.federation)}</td>')
    cells.append(f'<td class="num" data-k="{words.rating}">{rating}</td>')
    return cells


class Openings(dict[str, str]):
    """How the cell of a result begins, up to the number of its round."""

    def __missing__(self, text: str) -> str:
        opening = self[text] = f'<td class="cell {result_class(text)}" data-k="'
        return opening


OPENINGS = Openings()


def _rounds(line: Line, table: Lines, opponents: Mapping[int, str]) -> list[str]:
    """The cells by round; one expression for all, for a large table has some thousand of them."""
    return [
        f'{OPENINGS[text]}{number}">{opponents[opponent]}{colour or UNKNOWN_COLOUR}</span>{text}</a></td>'
        if opponent is not None
        else f'{OPENINGS[text]}{number}">{escape(text)}</td>'
        for number, opponent, colour, text, _outcome, _open in line.marks
    ]


def _square(line: Line, table: Lines, titles: Mapping[int, str]) -> Sequence[str]:
    met = meetings(line)
    return [_square_cell(line, other, met.get(other.number, []), titles) for other in table.lines]


def _square_cell(line: Line, other: Line, marks: list[Mark], titles: Mapping[int, str]) -> str:
    if line is other:
        return f'<td class="cell cell-self" data-k="{other.key}">{SELF}</td>'
    if not marks:
        return f'<td class="cell" data-k="{other.key}"></td>'
    text = square_text(marks)
    unplayed = len(marks) == 1 and result_class(marks[0].text) == "cell-unplayed"
    classes = "cell-unplayed" if unplayed else OUTCOME_CLASSES[outcome_of(marks)]
    inner = f'<a href="#p{other.number}" title="{titles[other.number]}">{text}</a>' if text else ""
    return f'<td class="cell {classes}" data-k="{other.key}">{inner}</td>'
