"""Lines 801 and 802: the matches of teams for the eye. Written from the games, and held against them when read."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournaments.interchange.points import parse_points, points_text
from tournaments.record.findings import Finding
from tournaments.record.matches import byes_of_teams, forfeit_halves, match_halves, matches_of
from tournaments.record.model import Record, RecordError, TeamRules
from tournaments.rulebook.explained import Input

_BYES = {"U": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}
_HALVES = {"1": 2, "+": 2, "W": 2, "=": 1, "D": 1, "0": 0, "-": 0, "L": 0}
INFORMATIVE = ("801", "802")


class TeamRound(NamedTuple):
    """A round of a team: the other team's number or the kind of bye, its colour on the first board, board points."""

    opponent: str
    colour: str
    halves: int
    forfeit: bool = False


Key = tuple[int, int]  # team, round


def team_rounds(record: Record) -> dict[Key, TeamRound]:
    """The rounds of every team, from games, byes and forfeits; empty where the games are no matches of teams."""
    try:
        matches, byes = matches_of(record), byes_of_teams(record)
    except RecordError:
        return {}
    found: dict[Key, TeamRound] = {}
    size = max((len(match.boards) for match in matches), default=0)
    for match in matches:
        forfeit = bool(match.forfeit)
        found[match.home, match.round] = TeamRound(str(match.away), "w", match.home_halves, forfeit)
        found[match.away, match.round] = TeamRound(str(match.home), "b", match.away_halves, forfeit)
    rules, system = record.team_rules or TeamRules(), record.event.score_system
    halves = {"U": rules.bye_game, "F": size * system.win, "H": size * system.draw, "Z": 0}
    last = max((match.round for match in matches), default=0)
    for bye in byes:
        if bye.round <= last:
            value = halves[bye.code]
            found[bye.team, bye.round] = TeamRound(_BYES[bye.code], "", size if value is None else value)
    return found


def informative_findings(lines: Iterable[tuple[int, str]], record: Record) -> list[Finding]:
    """One finding for each round in which a line 801 or 802 says another opponent, colour or score than the games."""
    computed = team_rounds(record)
    found: list[Finding] = []
    for number, text in lines:
        for round_number, column, stated in _stated(text):
            team = _team(text)
            actual = computed.get((team, round_number))
            if stated is not None and actual is not None and _differ(stated, actual):
                inputs: dict[str, Input] = {"record": text[:3], "team": team, "column": column}
                found.append(
                    Finding(
                        "warning",
                        "line.informative",
                        inputs=inputs,
                        round=round_number,
                        lines=(number,),
                        column=column,
                    )
                )
    return found


def _differ(stated: TeamRound, actual: TeamRound) -> bool:
    if stated.opponent != actual.opponent:
        return True
    if not stated.opponent.isdigit():
        return False
    return (stated.colour, stated.halves) != (actual.colour, actual.halves)


def _team(text: str) -> int:
    number = text[4 : 7 if text.startswith("802") else 6].strip()
    return int(number) if number.isascii() and number.isdigit() else 0


def _stated(text: str) -> list[tuple[int, int, TeamRound | None]]:
    """The rounds of a line: number, column, what it says; None where it cannot be read."""
    return _stated_long(text) if text.startswith("801") else _stated_short(text)


def _stated_short(text: str) -> list[tuple[int, int, TeamRound | None]]:
    """`802   3 GEO     19.0   32.5  FPB    4.0    16 w  2.5`: thirteen columns a round from 29."""
    found: list[tuple[int, int, TeamRound | None]] = []
    for number, start in enumerate(range(28, len(text.rstrip()), 13), 1):
        opponent, colour = (
            text[start : start + 3].strip().upper(),
            text[start + 4 : start + 5].strip().lower(),
        )
        try:
            halves = parse_points(text[start + 6 : start + 10])
        except ValueError:
            found.append((number, start + 1, None))
            continue
        forfeit = text[start + 10 : start + 11].upper() == "F"
        found.append((number, start + 1, TeamRound(opponent, colour, halves, forfeit)))
    return found


def _stated_long(text: str) -> list[tuple[int, int, TeamRound | None]]:
    """`801  3 GEO   19   32.5       FFFF       16 w 11=0 1254`: opponent, colour, results and boards from 24."""
    found: list[tuple[int, int, TeamRound | None]] = []
    boards = len(text[29:].split(" ", maxsplit=1)[0]) or 4
    width = 2 * boards + 8
    for number, start in enumerate(range(23, len(text.rstrip()), width), 1):
        opponent, colour = text[start : start + 3].strip(), text[start + 4 : start + 5].strip().lower()
        results = text[start + 6 : start + 6 + boards].strip().upper()
        if not opponent and results[:1] in _BYES:
            found.append((number, start + 1, TeamRound(_BYES[results[0]], "", 0)))
        elif opponent.isdigit() and results and all(letter in _HALVES for letter in results):
            halves = sum(_HALVES[letter] for letter in results)
            found.append((number, start + 1, TeamRound(opponent, colour, halves)))
        else:
            found.append((number, start + 1, None))
    return found


def short_lines(record: Record) -> list[str]:
    """Lines 802 of all teams; empty where nobody has played."""
    rounds = team_rounds(record)
    last = max((number for _team_number, number in rounds), default=0)
    if not last:
        return []
    totals = _totals(record, rounds)
    lines = []
    for team in record.teams:
        blocks = [_block(rounds.get((team.number, number))) for number in range(1, last + 1)]
        match_points, game_points = totals[team.number]
        totals_text = f"{points_text(match_points):>6} {points_text(game_points):>6}"
        head = f"802 {team.number:3} {team.nickname[:5]:5} {totals_text} "
        lines.append(f"{head}{'  '.join(blocks)}".rstrip())
    return lines


def _block(found: TeamRound | None) -> str:
    if found is None:
        return " " * 11
    opponent = f"{found.opponent:>3}"
    return f"{opponent} {found.colour:1} {points_text(found.halves):>4}{'f' if found.forfeit else ' '}"


def _totals(record: Record, rounds: Mapping[Key, TeamRound]) -> dict[int, tuple[int, int]]:
    """Match points and board points of each team: what the file states, else what the rounds give."""
    rules = record.team_rules or TeamRules()
    totals: dict[int, tuple[int, int]] = {}
    for team in record.teams:
        if team.stated_match_points is not None and team.stated_game_points is not None:
            totals[team.number] = team.stated_match_points, team.stated_game_points
            continue
        own = {number: found for (of, number), found in rounds.items() if of == team.number}
        match_points = sum(_match_points(found, rounds, number, rules) for number, found in own.items())
        totals[team.number] = match_points, sum(found.halves for found in own.values())
    return totals


def _match_points(found: TeamRound, rounds: Mapping[Key, TeamRound], number: int, rules: TeamRules) -> int:
    if found.opponent.isdigit():
        rival = rounds[int(found.opponent), number]
        if found.forfeit and found.halves == rival.halves:
            return forfeit_halves(rules, "-/-", home=True)
        return match_halves(rules, found.halves, rival.halves)
    usual = rules.draw if rules.bye_match is None else rules.bye_match
    return {"PAB": usual, "FPB": rules.win, "HPB": rules.draw, "ZPB": 0}[found.opponent]
