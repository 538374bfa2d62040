"""The tables of the page on the scale: each cell once as the page prints it and once for the downloads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from core.templatetags.ui import day, number, signed
from players.listing import CellView, Head, RowView
from players.models import RatingList
from ratings.engine.monitoring import BandScore, Spread, all_bands, band_scores
from ratings.monitoring import ListFigures, Series
from ratings.monitoring_charts import band_label
from tournaments.rulebook.rounding import half_up_to, plain


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell: what the page prints, and the plain value of a download (None: not known)."""

    shown: str
    value: str | int | None
    url: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class FiguresTable:
    """A whole table that `components/list.html` draws. `key` names it in addresses of downloads.

    `heads` are (key, label, numeric, folded away on a phone).
    """

    key: str
    caption: str
    heads: tuple[tuple[str, str, bool, bool], ...]
    figures: tuple[tuple[Figure, ...], ...]
    address: Callable[..., str]
    empty: dict[str, Any] = field(default_factory=dict)

    @property
    def columns(self) -> list[Head]:
        """The heads; nothing is sorted, the order of lists and bands is the point."""
        return [
            Head(key, label, "", False, numeric, fold, "", "") for key, label, numeric, fold in self.heads
        ]

    @property
    def rows(self) -> list[RowView]:
        """The cells as the page prints them."""
        return [
            RowView(
                [
                    CellView(cell.shown, "", cell.url, head[2], cell.strong, False)
                    for cell, head in zip(row, self.heads, strict=True)
                ],
                False,
            )
            for row in self.figures
        ]

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """The addresses of this table as a file."""
        return [
            ("CSV", self.address(table=self.key, format="csv")),
            ("JSON", self.address(table=self.key, format="json")),
        ]


def tables_of(series: Series, address: Callable[..., str]) -> dict[str, FiguresTable]:
    """The tables by key. `address` makes an address of this page with some values changed."""
    newest_first = tuple(reversed(series.lists))
    made = (
        _players(newest_first, address),
        _entrants(newest_first, address),
        _entry_levels(series, address),
        _inflation(newest_first, address),
        _forecast(series, address),
    )
    return {table.key: table for table in made}


def _players(lists: Sequence[ListFigures], address: Callable[..., str]) -> FiguresTable:
    heads = (
        ("list", _("List"), False, False),
        ("players", _("Players"), True, False),
        ("mean", _("Mean"), True, False),
        ("median", _("Median"), True, True),
        ("deviation", _("Standard deviation"), True, True),
        ("lower_quartile", _("Lower quartile"), True, True),
        ("upper_quartile", _("Upper quartile"), True, True),
        ("lowest", _("Lowest"), True, True),
        ("highest", _("Highest"), True, True),
    )
    rows = tuple((_list(one.rating_list), *_spread(one.active)) for one in lists)
    return FiguresTable("players", _("Active players by list"), heads, rows, address)


def _spread(found: Spread | None) -> tuple[Figure, ...]:
    if found is None:
        return (_count(0), *(_unknown() for _cell in range(7)))
    return (
        _count(found.count),
        _points(found.mean, strong=True),
        _points(found.median),
        _points(found.deviation),
        _points(found.lower_quartile),
        _points(found.upper_quartile),
        _count(found.lowest),
        _count(found.highest),
    )


def _entrants(lists: Sequence[ListFigures], address: Callable[..., str]) -> FiguresTable:
    heads = (
        ("list", _("List"), False, False),
        ("entrants", _("New players"), True, False),
        ("mean", _("Mean"), True, False),
        ("median", _("Median"), True, True),
        ("lowest", _("Lowest"), True, True),
        ("highest", _("Highest"), True, True),
    )
    rows = []
    for one in lists:
        found = one.entrants
        if one.is_first:
            continue
        figures = _spread(found)
        rows.append((_list(one.rating_list), *figures[:3], *figures[6:]))
    return FiguresTable("entrants", _("New players by list"), heads, tuple(rows), address)


def _entry_levels(series: Series, address: Callable[..., str]) -> FiguresTable:
    heads = (
        ("bucket", _("First rating"), False, False),
        ("entrants", _("New players"), True, False),
        ("share", _("Share in per cent"), True, False),
    )
    total = sum(bucket.count for bucket in series.entry_buckets)
    rows = tuple(
        (
            Figure(label := f"{bucket.first}–{bucket.last}", label),
            _count(bucket.count),
            _per_cent(Fraction(bucket.count, total)),
        )
        for bucket in series.entry_buckets
    )
    return FiguresTable("entry_levels", _("New players by first rating"), heads, rows, address)


def _inflation(lists: Sequence[ListFigures], address: Callable[..., str]) -> FiguresTable:
    heads = (
        ("list", _("List"), False, False),
        ("base", _("Compared with"), False, True),
        ("same", _("Active on both"), True, True),
        ("same_change", _("Their mean change"), True, False),
        ("pool_mean", _("Mean of all"), True, False),
        ("pool_median", _("Median of all"), True, True),
    )
    rows = tuple(
        (
            _list(one.rating_list),
            _list(one.base),
            _count(one.drift.same),
            _signed(one.drift.same_change, strong=True),
            _signed(one.drift.pool_mean),
            _signed(one.drift.pool_median),
        )
        for one in lists
        if one.drift is not None and one.base is not None
    )
    return FiguresTable("inflation", _("Change of the level within a year"), heads, rows, address)


def _forecast(series: Series, address: Callable[..., str]) -> FiguresTable:
    heads = (
        ("difference", _("Difference"), False, False),
        ("games", _("Games"), True, True),
        ("expected", _("Expected"), True, False),
        ("achieved", _("Achieved"), True, False),
        ("low", _("95 % from"), True, True),
        ("high", _("95 % to"), True, True),
        ("deviation", _("Achieved − expected"), True, True),
        ("agrees", _("Explained by chance"), False, True),
    )
    rows = [_band(score, band_label(score)) for score in band_scores(series.tally)]
    total = all_bands(series.tally)
    if total is not None:
        rows.append(_band(total, _("all"), value="all"))
    return FiguresTable(
        "forecast", _("Expected and achieved score of the higher rated players"), heads, tuple(rows), address
    )


def _band(score: BandScore, label: str, value: str = "") -> tuple[Figure, ...]:
    return (
        Figure(label, value or label),
        _count(score.games),
        _per_cent(score.expected),
        _per_cent(score.achieved, strong=True),
        _per_cent(score.low),
        _per_cent(score.high),
        Figure(
            signed((score.achieved - score.expected) * 100, 1),
            _plain((score.achieved - score.expected) * 100),
        ),
        Figure(
            _("yes") if score.agrees else _("no"), "yes" if score.agrees else "no", strong=not score.agrees
        ),
    )


def _list(rating_list: RatingList) -> Figure:
    first_day = rating_list.effective_from
    return Figure(day(first_day), first_day.isoformat(), reverse("ratings:list", args=[rating_list.key]))


def _count(value: int) -> Figure:
    return Figure(str(value), value)


def _points(value: Fraction, *, strong: bool = False) -> Figure:
    return Figure(number(value, 1), _plain(value), strong=strong)


def _signed(value: Fraction | None, *, strong: bool = False) -> Figure:
    return _unknown() if value is None else Figure(signed(value, 1), _plain(value), strong=strong)


def _per_cent(share: Fraction, *, strong: bool = False) -> Figure:
    return Figure(number(share * 100, 1), _plain(share * 100), strong=strong)


def _unknown() -> Figure:
    return Figure("–", None)


def _plain(value: Fraction) -> str:
    """A figure of a download: two digits half up, a decimal point in every language."""
    return plain(half_up_to(value, 2))
