"""Reads about arbiters and rating officers: who stands in the registers on a day, and with what."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from core.keys import search_terms
from players.models import Arbiter, ArbiterGrade, RatingOfficerTerm

Kind = ArbiterGrade.Kind


@dataclass(frozen=True, slots=True)
class Standing:
    """What the register says of an arbiter on a day: the rows that count then, None where none does."""

    arbiter: Arbiter
    title: ArbiterGrade | None
    licence: ArbiterGrade | None

    @property
    def is_registered(self) -> bool:
        """He holds a category, a title or a licence."""
        return self.title is not None or self.licence is not None


def standing_on(arbiter: Arbiter, day: date) -> Standing:
    """The arbiter's category or title and his licence on a day, from his rows in the order of the register."""
    rows = sorted(arbiter.grades.all(), key=lambda row: (row.since, row.pk))
    return Standing(arbiter, _counting(rows, Kind.TITLE, day), _counting(rows, Kind.LICENCE, day))


def _counting(rows: list[ArbiterGrade], kind: str, day: date) -> ArbiterGrade | None:
    newest = next((row for row in reversed(rows) if row.kind == kind and row.since <= day), None)
    if newest is None or newest.revoked or (newest.until is not None and newest.until < day):
        return None
    return newest


def with_standing(day: date) -> QuerySet[Any]:
    """All arbiters with what counts on the day: `title_now`, `title_since`, `title_by`, `licence_now`, `licence_until`.

    Texts are empty and days None where nothing counts.
    """

    def newest(kind: str) -> QuerySet[ArbiterGrade]:
        rows = ArbiterGrade.objects.filter(arbiter=OuterRef("pk"), kind=kind, since__lte=day)
        return rows.order_by("-since", "-pk")

    over = Q(revoked=True) | Q(until__lt=day)

    def text(kind: str, name: str) -> Coalesce:
        shown = Case(When(over, then=Value("")), default=F(name))
        return Coalesce(Subquery(newest(kind).annotate(shown=shown).values("shown")[:1]), Value(""))

    def of_day(kind: str, name: str) -> Subquery:
        shown = Case(When(over, then=Value(None)), default=F(name))
        return Subquery(newest(kind).annotate(shown=shown).values("shown")[:1])

    return Arbiter.objects.select_related("region").annotate(
        title_now=text(Kind.TITLE, "grade"),
        title_since=of_day(Kind.TITLE, "since"),
        title_by=text(Kind.TITLE, "decision"),
        licence_now=text(Kind.LICENCE, "grade"),
        licence_until=of_day(Kind.LICENCE, "until"),
    )


def arbiters_matching(query: str, among: QuerySet[Any]) -> QuerySet[Any]:
    """Those whose name, number or FIDE ID holds every word of the query."""
    for term in search_terms(query):
        among = among.filter(search_key__contains=term)
    return among


def arbiter_numbered(number: str) -> Arbiter | None:
    """The arbiter with this number, or nobody."""
    return Arbiter.objects.filter(number__iexact=number.strip()).first() if number.strip() else None


def arbiter_of(*, name: str, persons: Collection[int] = ()) -> Arbiter | None:
    """Who an event's chief arbiter is in the register: by the record of his account, else by his whole name.

    A name that two arbiters have names nobody.
    """
    rows = Arbiter.objects.prefetch_related("grades")
    if persons:
        found = rows.filter(person__in=persons).first()
        if found is not None:
            return found
    words = search_terms(name)
    if len(words) < 2:
        return None
    same = [
        row
        for row in arbiters_matching(name, rows)
        if sorted(search_terms(f"{row.surname} {row.given_name}")) == sorted(words)
    ]
    return same[0] if len(same) == 1 else None


def officer_on(day: date, *, account: int | None = None, name: str = "") -> RatingOfficerTerm | None:
    """The rating officer in office on a day who has this account, or without one this name."""
    in_office = RatingOfficerTerm.objects.filter(
        Q(until__isnull=True) | Q(until__gte=day), since__lte=day
    ).order_by("-since", "-pk")
    if account is not None:
        return in_office.filter(account=account).first()
    words = sorted(search_terms(name))
    if not words:
        return None
    return next((row for row in in_office if sorted(search_terms(row.name)) == words), None)
