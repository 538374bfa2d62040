"""One event made ready to be rated: who is rated as what, and which games count."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from ratings.engine.facts import Player, PlayerFacts, players_of, rated_from_standard
from ratings.engine.first import FEW_GAMES_OCCASIONS, Terms, is_dropped
from ratings.engine.games import Meeting, meetings_of, rated_numbers
from ratings.engine.gap import is_excluded
from ratings.engine.league import Lists, lists_of, rating_on_lists
from tournaments.record.findings import Finding
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition
from tournaments.rulebook.explained import Step

Meetings = dict[int, tuple[Meeting, ...]]


@dataclass(frozen=True, slots=True)
class Case:
    """One event ready to be rated: players, their games, first day, and who fell out under 6.1.

    `players` stand as on the list of the first day; `lists` is there where games use several. `terms` is what
    first results depend on; `late` says that games after the decision of a match were left out.
    """

    edition: Edition
    players: Mapping[int, Player]
    meetings: Meetings
    rated: frozenset[int]
    dropped: frozenset[int]
    terms: Terms
    lists: Lists | None = None
    late: tuple[Step, ...] = ()

    @property
    def day(self) -> date | None:
        """The first day of play."""
        return self.terms.day

    def counted(self, number: int) -> tuple[Meeting, ...]:
        """The player's games against rated opponents, without those that a great difference excludes."""
        own = self.meetings[number]
        return tuple(m for m in own if self.shown(m) is not None and not self.is_excluded(number, m))

    def standing(self, meeting: Meeting, number: int) -> Player:
        """A player as he stands on the list that a game uses."""
        if self.lists is None:
            return self.players[number]
        return self.lists.players.get(self.lists.day(meeting), self.players)[number]

    def shown(self, meeting: Meeting) -> int | None:
        """The rating at which the opponent of a game is met."""
        return self.standing(meeting, meeting.opponent).shown

    def is_excluded(self, number: int, meeting: Meeting) -> bool:
        """Whether a game is not rated for the difference of ratings."""
        own, other = self.standing(meeting, number).rating, self.shown(meeting)
        return own is not None and other is not None and is_excluded(self.edition, own, other)

    def ratings(self, meetings: tuple[Meeting, ...]) -> tuple[int, ...]:
        """The ratings met in these games, all against rated opponents."""
        return tuple(rating for meeting in meetings if (rating := self.shown(meeting)) is not None)


def has_both(case: Case) -> bool:
    """Whether rated players and such as are unrated for their opponents take part."""
    return bool(case.rated) and len(case.rated) < len(case.players)


def case_of(
    record: Record, edition: Edition, facts: Mapping[int, PlayerFacts]
) -> tuple[Case, tuple[Finding, ...]]:
    """The event as its games are rated, and what there is to remark about the lists they use."""
    players = _as_rated(edition, players_of(record, facts))
    lists, findings = lists_of(record, edition, facts, players)
    if lists is not None:
        lists, players = _with_lists(edition, lists, players)
    meetings = meetings_of(record)
    terms = Terms(record.event.start, record.event.occasion in FEW_GAMES_OCCASIONS)
    case = Case(edition, players, meetings, rated_numbers(players), frozenset(), terms, lists)
    if edition["first_rating"].text == "none":
        return case, findings
    dropped = frozenset(
        number
        for number, player in players.items()
        if player.rating is None
        and (counted := case.counted(number))
        and is_dropped(edition, player, meetings[number], counted)
    )
    return replace(case, dropped=dropped), findings


def _as_rated(edition: Edition, players: Mapping[int, Player]) -> dict[int, Player]:
    """The players as the edition takes them: rapid and blitz fall back on the standard rating."""
    rule = edition.get("standard_fallback")
    if rule is None:
        return dict(players)
    least = edition.get("standard_least")
    return {
        number: rated_from_standard(player, 1 if least is None else least.integer)
        for number, player in players.items()
    }


def _with_lists(
    edition: Edition, lists: Lists, players: Mapping[int, Player]
) -> tuple[Lists, dict[int, Player]]:
    """Everybody on every list of the event, those rated in its course rated for themselves from the start."""
    later = {day: _as_rated(edition, known) for day, known in lists.players.items()}
    whole = replace(lists, players=later)
    on_lists = {number: rating_on_lists(whole, number, player) for number, player in players.items()}
    standing = {day: {number: on_lists[number][day] for number in players} for day in later}
    return replace(whole, players=standing), {number: on_lists[number][lists.first] for number in players}
