"""What the pairing of a team Swiss looks back on: scores, opponents, colours, byes and floats (C.04.6 art. 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tournaments.record.matches import (
    Match,
    boards_of_match,
    byes_of_teams,
    forfeit_halves,
    match_halves,
    matches_of,
)
from tournaments.record.model import Record, TeamRules
from tournaments.record.special import agreed_halves, bonuses

Primary = Literal["MP", "GP"]

# What bars a team from the allocated bye (C.04.6 art. 2.1.2): one before, a win by forfeit, a full-point bye.
BARRING = {"U": "bye", "+": "forfeit", "F": "full"}


@dataclass(slots=True)
class TeamHistory:
    """A team before a round. Scores are halves; `opponents` and `colours` (`w`, `b`) are of played matches.

    `barred` maps rounds to what bars the team from the allocated bye. `float` is 1 where it met a team with more
    points in the round before, 2 with fewer, else 0 (art. 1.5). `virtual` are the points of an acceleration.
    """

    number: int
    match_halves: int = 0
    game_halves: int = 0
    opponents: dict[int, int] = field(default_factory=dict)
    colours: str = ""
    barred: dict[int, str] = field(default_factory=dict)
    float: int = 0
    virtual: int = 0

    def halves(self, primary: Primary) -> int:
        """The score that ranks first, in halves."""
        return self.match_halves if primary == "MP" else self.game_halves

    @property
    def difference(self) -> int:
        """Matches with White less those with Black (art. 1.6.2)."""
        return self.colours.count("w") - self.colours.count("b")


def rules_of(record: Record) -> TeamRules:
    """The agreed rules of the matches, else the usual ones."""
    return record.team_rules or TeamRules()


def team_histories(record: Record, round_number: int, primary: Primary = "MP") -> dict[int, TeamHistory]:
    """Every team of the record by number, as it stands before `round_number`."""
    found = {team.number: TeamHistory(team.number) for team in record.teams}
    size = boards_of_match(record)
    matches, byes = matches_of(record), byes_of_teams(record)
    for history in found.values():
        _add_bonuses(record, history, 0)
    for number in range(1, round_number):
        before = {team: history.halves(primary) for team, history in found.items()}
        for history in found.values():
            history.float = 0
        for match in matches:
            if match.round == number:
                _add_match(found, match, record, before)
        for bye in byes:
            if bye.round == number:
                _add_bye(record, found[bye.team], number, bye.code, size)
        for history in found.values():
            _add_bonuses(record, history, number)
    _lend(record, found, round_number, primary)
    return found


def _lend(record: Record, found: Mapping[int, TeamHistory], round_number: int, primary: Primary) -> None:
    """What an acceleration lends for the pairing of the round."""
    for acceleration in record.accelerations:
        if acceleration.first_round <= round_number <= acceleration.last_round:
            halves = acceleration.match_halves if primary == "MP" else acceleration.halves
            for team in range(acceleration.first, acceleration.last + 1):
                if team in found:
                    found[team].virtual += halves or 0


def _add_match(
    found: Mapping[int, TeamHistory], match: Match, record: Record, before: Mapping[int, int]
) -> None:
    rules = rules_of(record)
    for own, other, colour in ((match.home, match.away, "w"), (match.away, match.home, "b")):
        history = found[own]
        game, against = match.halves_of(own), match.halves_of(other)
        if match.forfeit:
            points = forfeit_halves(rules, match.forfeit, home=own == match.home)
        else:
            points = match_halves(rules, game, against)
        won = points == rules.win if match.forfeit else game > against
        if match.played:
            kind = "W" if won else "D" if game == against > 0 else "L"
            history.opponents[match.round] = other
            history.colours += colour
            history.float = (before[other] > before[own]) + 2 * (before[other] < before[own])
        else:
            kind = "+" if won else "-"
            if won:
                history.barred[match.round] = BARRING["+"]
        _add_points(record, history, match.round, kind, points, game)


def _add_bye(record: Record, history: TeamHistory, round_number: int, code: str, size: int) -> None:
    """The allocated bye brings what is agreed, else a drawn match (C.04.6 art. 1.4); the others as their name."""
    rules, system = rules_of(record), record.event.score_system
    points = {"F": rules.win, "H": rules.draw, "U": rules.draw}.get(code, 0)
    game = {"F": size * system.win, "H": size * system.draw, "U": size * system.draw}.get(code, 0)
    if code == "U":
        points = points if rules.bye_match is None else rules.bye_match
        game = game if rules.bye_game is None else rules.bye_game
    if code in BARRING:
        history.barred[round_number] = BARRING[code]
    _add_points(record, history, round_number, code, points, game)


def _add_points(
    record: Record, history: TeamHistory, round_number: int, kind: str, points: int, game: int
) -> None:
    """The points of a round; a record may give a result other points than the usual ones (line 299 of TRF26)."""
    specials, number = record.special_points, history.number
    match_agreed = agreed_halves(specials, number, round_number, kind, match=True)
    game_agreed = agreed_halves(specials, number, round_number, kind)
    history.match_halves += points if match_agreed is None else match_agreed
    history.game_halves += game if game_agreed is None else game_agreed


def _add_bonuses(record: Record, history: TeamHistory, round_number: int) -> None:
    """What is given or taken beside the results from a round on (0: beforehand), once."""
    for match in (True, False):
        for bonus in bonuses(record.special_points, history.number, match=match):
            if bonus.since == round_number:
                if match:
                    history.match_halves += bonus.halves
                else:
                    history.game_halves += bonus.halves
