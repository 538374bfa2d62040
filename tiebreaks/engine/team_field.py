"""The same event with teams in the place of players: one field for each of their scores (C.07, 11 and 13)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tiebreaks.engine.errors import TieBreakError
from tiebreaks.engine.field import (
    BYE_KINDS,
    FIXED_PAIRINGS,
    PAIRING_BYE,
    Field,
    with_special_points,
)
from tiebreaks.engine.matches import TeamRound, TeamsRefused, team_rounds
from tiebreaks.engine.team_facts import Reference, TeamFacts, team_facts
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import Record
from tournaments.rulebook.editions import Edition

MATCHES_WON = {"more_than_the_opponent": False, "more_than_half": True}


@dataclass(slots=True)
class TeamFields:
    """A team event by match points and by game points, and `boards[team][round][board]` in halves.

    `size` is the number of boards of a match. In the field of game points a win is a win on every board and
    a draw half of that, which is what 16.3.2 and 16.4.2 take for a drawn match.
    """

    by_match: Field
    by_game: Field
    boards: list[list[tuple[int, ...]]]
    size: int

    def by(self, reference: Reference) -> Field:
        """The field of one score."""
        return self.by_match if reference == "MP" else self.by_game


def team_fields(
    record: Record, edition: Edition, facts: TeamFacts | None = None, through_round: int | None = None
) -> TeamFields:
    """The fields of a record's teams after `through_round` (None: after the last round that has started).

    `facts` override what the record's source says of match points and byes. Raises TeamsRefused where the
    record has no teams or its games are no matches.
    """
    if not record.teams:
        raise TeamsRefused("The event has no teams.", hint="Team standings need teams and their players.")
    told = team_facts(record) if facts is None else facts
    started = max([rounds_started(record), *(item.round for item in told.forfeits)])
    rounds = started if through_round is None else max(0, min(through_round, started))
    fixed, guessed = _fixed(record)
    policy = edition["match_won"].text
    if policy not in MATCHES_WON:
        raise TieBreakError(f"{edition.key}: the policy {policy!r} of match_won is not implemented.")
    table, size = team_rounds(record, told, rounds, fixed=fixed, by_half=MATCHES_WON[policy])
    common = _Common(record, table, rounds, fixed=fixed, guessed=guessed)
    system, final = record.event.score_system, rounds == started
    by_match = common.field([[item.match_points for item in row] for row in table], told.win, told.draw)
    by_game = common.field(
        [[item.game_points for item in row] for row in table], size * system.win, size * system.draw
    )
    return TeamFields(
        by_match=common.special(by_match, final=final, match=True),
        by_game=common.special(by_game, final=final),
        boards=[[item.boards for item in row] for row in table],
        size=size,
    )


def _fixed(record: Record) -> tuple[bool, bool]:
    """Whether the matches were known beforehand, and whether that is a guess."""
    if record.event.system != "unknown":
        return record.event.system in FIXED_PAIRINGS, False
    homes = {member: team.number for team in record.teams for member in team.members}
    meetings = Counter(
        {(game.round, *sorted((homes.get(game.white, 0), homes.get(game.black, 0)))) for game in record.games}
    )
    pairs = Counter(key[1:] for key in meetings)
    teams = len(record.teams)
    whole = teams > 2 and len(pairs) == teams * (teams - 1) // 2 and len(set(pairs.values())) == 1
    return whole, whole


class _Common:
    """What both fields share."""

    def __init__(
        self, record: Record, table: Sequence[Sequence[TeamRound]], rounds: int, *, fixed: bool, guessed: bool
    ) -> None:
        self.record, self.table, self.rounds = record, table, rounds
        self.fixed, self.guessed = fixed, guessed

    def special(self, field: Field, *, final: bool, match: bool = False) -> Field:
        """The field of one score with the points of lines 299, which in a team event speak of teams."""
        if not self.record.special_points:
            return field
        codes = {kind: code for code, kind in BYE_KINDS.items() if kind != PAIRING_BYE}
        byes = {
            (team, place): codes.get(item.kind, "")
            for team, row in enumerate(self.table)
            for place, item in enumerate(row)
        }
        return with_special_points(field, self.record.special_points, byes, final=final, match=match)

    def field(self, halves: list[list[int]], win: int, draw: int) -> Field:
        record, table, teams = self.record, self.table, self.record.teams
        kinds = [bytes([item.kind for item in row]) for row in table]
        return Field(
            numbers=[team.number for team in teams],
            ratings=[None for _ in teams],
            opponents=[[item.opponent for item in row] for row in table],
            halves=halves,
            results=[bytes([item.result for item in row]) for row in table],
            kinds=kinds,
            colours=[bytes(self.rounds) for _ in teams],
            scores=[sum(row) for row in halves],
            complete=[not any(row) for row in kinds],
            colours_known=False,
            plain=False,
            rounds=self.rounds,
            announced=max(record.event.rounds, self.rounds),
            win=win,
            draw=draw,
            fixed_pairings=self.fixed,
            guessed=self.guessed,
            swiss=not self.fixed and record.event.system != "knock_out",
        )
