"""The event's own expected changes beside the step from one list of FIDE to the next, player by player."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from commission.models import FideList, FideListRow, FideSending
from core.templatetags.ui import day
from players.models import Person
from ratings.list_days import list_days_between
from ratings.models import RatedEntry
from tournaments.models import Event
from tournaments.rulebook.rounding import half_away

AGREES, DIFFERS, INCOMPARABLE = "agrees", "differs", "incomparable"
VERDICTS = {
    AGREES: gettext_lazy("agrees"),
    DIFFERS: gettext_lazy("differs"),
    INCOMPARABLE: gettext_lazy("cannot be compared"),
}


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """One player: our change and FIDE's step, whole numbers, and whether they can be held against each other.

    `reasons` say why not; `verdict` is `agrees`, `differs` or `incomparable`.
    """

    row: RatedEntry
    number: int
    name: str
    own: int | None
    old: int | None
    new: int | None
    verdict: str
    reasons: tuple[str, ...]

    @property
    def step(self) -> int | None:
        """FIDE's new rating less the old one."""
        return self.new - self.old if self.new is not None and self.old is not None else None

    @property
    def words(self) -> str:
        """The verdict in words, with the reasons where the two cannot be compared."""
        if self.verdict == AGREES:
            return _("agrees")
        if self.verdict == DIFFERS and self.step is not None and self.own is not None:
            return _("differs by %(points)s") % {"points": abs(self.step - self.own)}
        return "; ".join(self.reasons)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The lists between which the step is taken, the days of lists between them that were not read, the players."""

    old: FideList
    new: FideList
    missing: tuple[date, ...]
    players: tuple[ComparedPlayer, ...]

    def count(self, verdict: str) -> int:
        """How many players have this verdict."""
        return sum(player.verdict == verdict for player in self.players)


def lists_after(event: Event, sending: FideSending | None) -> list[FideList]:
    """FIDE's lists of the event's kind that came after it was sent, or after it ended; the first is the next one."""
    since = sending.sent_on if sending is not None else event.end
    if since is None:
        return []
    rows = FideList.objects.filter(kind=event.rating_kind, effective_from__gt=since)
    return list(rows.order_by("effective_from"))


def comparison_of(event: Event, new: FideList) -> Comparison | None:
    """The event beside FIDE's step to a list; None while the list before, or our calculation, is not there."""
    old = FideList.objects.filter(kind=new.kind, effective_from__lt=new.effective_from).first()
    entries = list(
        RatedEntry.objects.filter(rated_event__event=event, rated_event__current=True)
        .select_related("entry", "person__merged_into", "rated_event")
        .order_by("number")
    )
    if old is None or not entries:
        return None
    persons = {_stayed(row.person) for row in entries}
    before, after = (_rows(each, persons) for each in (old, new))
    others = _with_other_events(event, old, new, persons)
    missing = tuple(list_days_between(new.kind, old.effective_from, new.effective_from))
    players = tuple(
        _compared(row, before.get(key), after.get(key), missing, has_others=key in others)
        for row, key in ((row, _stayed(row.person).pk) for row in entries)
        if row.games
    )
    return Comparison(old, new, missing, players)


def _stayed(person: Person) -> Person:
    """Who has the FIDE ID and the rows of FIDE's lists: published events keep the record of before a merge."""
    return person.merged_into or person


def _rows(of: FideList, persons: Collection[Person]) -> dict[int, FideListRow]:
    rows = FideListRow.objects.filter(fide_list=of, person__in=persons)
    return {row.person_id: row for row in rows}


def _with_other_events(event: Event, old: FideList, new: FideList, persons: Collection[Person]) -> set[int]:
    """The players whom the portal knows in another rated event that ended between the two lists."""
    rows = RatedEntry.objects.filter(
        Q(person__in=persons) | Q(person__merged_into__in=persons),
        rated_event__current=True,
        rated_event__kind=new.kind,
        rated_event__event__end__gte=old.effective_from,
        rated_event__event__end__lt=new.effective_from,
        games__gt=0,
    ).exclude(rated_event__event=event)
    return {stayed or own for own, stayed in rows.values_list("person_id", "person__merged_into_id")}


def _compared(
    row: RatedEntry,
    before: FideListRow | None,
    after: FideListRow | None,
    missing: Collection[date],
    *,
    has_others: bool,
) -> ComparedPlayer:
    own = half_away(Fraction(row.change)) if row.own_rating is not None else None
    old, new = (each.rating if each is not None else None for each in (before, after))
    reasons = tuple(_reasons(row, before, after, missing, has_others=has_others))
    step = new - old if new is not None and old is not None else None
    verdict = INCOMPARABLE if reasons else AGREES if step == own else DIFFERS
    return ComparedPlayer(row, row.number, row.entry.name, own, old, new, verdict, reasons)


def _reasons(
    row: RatedEntry,
    before: FideListRow | None,
    after: FideListRow | None,
    missing: Collection[date],
    *,
    has_others: bool,
) -> list[str]:
    """Why FIDE's step tells of more, or of something else, than this event."""
    if not _stayed(row.person).fide_id:
        return [_("no FIDE ID")]
    if after is None or after.rating is None:
        return [_("not on this list")]
    if row.own_rating is None or before is None or before.rating is None:
        return [_("first rating")]
    found = []
    if missing:
        # The step tells of several periods, and the games on the list of the last of them alone.
        found.append(_("the list of %(day)s was not read") % {"day": day(min(missing))})
    elif after.games == 0:
        found.append(_("no game was rated on this list"))
    elif after.games < row.games:
        found.append(_("%(rated)s of %(games)s games rated") % {"rated": after.games, "games": row.games})
    elif after.games > row.games or has_others:
        words = ngettext(
            "other events in the period: %(count)s game in all",
            "other events in the period: %(count)s games in all",
            after.games,
        )
        found.append(words % {"count": after.games})
    if before.rating != row.own_rating:
        found.append(
            _("FIDE's rating before was %(rating)s, ours %(own)s")
            % {"rating": before.rating, "own": row.own_rating}
        )
    if before.k is not None and row.k is not None and before.k != row.k:
        found.append(_("FIDE's K is %(k)s, ours %(own)s") % {"k": before.k, "own": row.k})
    return found
