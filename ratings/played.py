"""When and how much the players of a period have played, from the frozen records of counted events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Min

from players.models import RatingList
from ratings.corrections import entries_standing
from ratings.derivations import frozen_record, kept_facts
from ratings.engine.facts import players_of
from ratings.engine.games import against, meetings_of, rated_numbers
from ratings.engine.list_rows import active_from
from ratings.merges import merges_standing, survivors, with_merged
from ratings.models import Period, RatedEntry, RatedEvent
from tournaments.rulebook.editions import Edition

# A record is named by its hash: what was read of it once stays true.
ENDS: dict[str, date] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """What `next_row` is told beside the period's result; maps by person, see `ratings.engine.list_rows`."""

    ended: Mapping[int, date]
    year_games: Mapping[int, int]
    known_games: Mapping[int, int]
    known_since: date | None


def played_of(
    period: Period, rules: Edition, entries: Iterable[RatedEntry], only: set[int] | None, as_of: date
) -> Played:
    """What is known for the list of a period; `entries` are its calculations and the results pooled with them.

    `as_of` is the view on corrections (see `ratings.corrections`).
    """
    ended: dict[int, date] = {}
    known_games: dict[int, int] = {}
    for entry in entries:
        day = ended_on(entry.rated_event)
        if day is not None and day > ended.get(entry.person_id, date.min):
            ended[entry.person_id] = day
        games = entry.facts.get("games")
        if entry.own_rating is not None and games is not None:
            known_games.setdefault(entry.person_id, games)
    year_games = {} if rules["inactive_games"].integer == 1 else _year_games(period, rules, only, as_of)
    return Played(ended, year_games, known_games, first_list_day(period))


def ended_on(rated: RatedEvent) -> date | None:
    """The last day of a calculated event, the first where no last is given, as its frozen record has it.

    The event's own row is not asked: a correction may have changed it since. Raises StoredChangeError if the
    record's file is gone or was changed.
    """
    known = ENDS.get(rated.record_sha256)
    if known is None:
        facts = frozen_record(rated).event
        known = facts.end or facts.start
        if known is not None:
            ENDS[rated.record_sha256] = known
    return known


def first_list_day(period: Period) -> date | None:
    """The first day of the first published list of the kind before a period's, or nothing."""
    earlier = RatingList.objects.filter(
        kind=period.kind, state=RatingList.State.PUBLISHED, effective_from__lt=period.effective_from
    )
    day: date | None = earlier.aggregate(first=Min("effective_from"))["first"]
    return day


def _year_games(period: Period, rules: Edition, only: set[int] | None, as_of: date) -> dict[int, int]:
    """The games of each person in events that ended since `active_from`, counted on lists up to the period's.

    An event is on no list before its end, so lists before that day are not looked at.
    """
    first = active_from(rules, period.effective_from)
    rows = entries_standing(as_of).filter(
        games__gt=0,
        rated_event__kind=period.kind,
        rated_event__period__effective_from__range=(first, period.effective_from),
    )
    stays = survivors(merges_standing(period.kind, as_of))
    if only is not None:
        rows = rows.filter(person_id__in=with_merged(only, stays))
    counts = rules.get("inactive_counts")
    against_rated = counts is not None and counts.text == "rated_opponents"
    counted: dict[int, int] = {}
    for row in rows.select_related("rated_event"):
        day = ended_on(row.rated_event)
        if day is not None and day >= first:
            games = games_against_rated(row) if against_rated else row.games
            person_id = stays.get(row.person_id, row.person_id)
            counted[person_id] = counted.get(person_id, 0) + games
    return counted


def games_against_rated(row: RatedEntry) -> int:
    """The counted games of a calculation against rated opponents: all but in a round robin (6.3, 6.4)."""
    rated = row.rated_event
    if rated.method not in ("round_robin", "per_game_by_average"):
        return row.games
    record = frozen_record(rated)
    shown = rated_numbers(players_of(record, kept_facts(list(rated.entries.all()))))
    return len(against(meetings_of(record)[row.number], shown))
