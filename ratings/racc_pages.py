"""What pages show of a counted correspondence event beside what they show of any rated one."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.templatetags.ui import number, points, signed
from players.listing import Column
from ratings.models import RatedEntry
from ratings.racc_derivations import protection_mark
from tournaments.rulebook.rounding import plain


def coefficient_columns() -> list[Column]:
    """The columns of an event's page: the method's own figures, from the old coefficient to the new.

    Downloads have the exact figures, with a point whatever the language.
    """

    def link(row: RatedEntry) -> str:
        return reverse("ratings:change", args=[row.pk])

    return [
        Column(
            "number",
            _("SNo"),
            lambda row: row.entry.number,
            order=("entry__number",),
            numeric=True,
            fold=True,
        ),
        Column("name", _("Name"), lambda row: row.entry.name, order=("entry__name",), link=link),
        Column(
            "ik_old",
            _("IK old"),
            figure("ik_old"),
            order=("-own_rating",),
            numeric=True,
            fold=True,
            html=_old,
        ),
        Column("average", _("avg"), figure("average"), numeric=True, fold=True),
        Column("d", _("D"), figure("d"), numeric=True, fold=True, html=lambda row: _whole(row, "d")),
        Column("e", _("E"), figure("e"), numeric=True, fold=True, html=_share),
        Column("n", _("n"), lambda row: row.games, order=("-games",), numeric=True, fold=True),
        Column(
            "points",
            _("P"),
            lambda row: plain(Fraction(row.score_halves, 2)),
            order=("-score_halves",),
            numeric=True,
            fold=True,
            html=lambda row: points(row.score_halves),
        ),
        Column(
            "delta",
            _("change"),
            figure("delta"),
            link=link,
            numeric=True,
            panel=True,
            html=lambda row: signed(row.coefficient.get("delta"), 1),
        ),
        Column("protection", _("protection"), lambda row: protection_mark(row.coefficient), fold=True),
        Column("ik_new", _("IK new"), figure("ik_new"), numeric=True, strong=True),
    ]


def figure(name: str) -> Callable[[RatedEntry], Any]:
    """What gives one of the kept figures of a row; None where the player has none."""
    return lambda row: row.coefficient.get(name)


def _old(row: RatedEntry) -> str:
    """The old coefficient; that of a newcomer in brackets, since it is an estimate."""
    old = row.coefficient.get("ik_old")
    if old is None:
        return number(None)
    return f"({old})" if row.coefficient["estimated"] else str(old)


def _whole(row: RatedEntry, name: str) -> str:
    return number(row.coefficient.get(name))


def _share(row: RatedEntry) -> str:
    return number(row.coefficient.get("e"), 2)
