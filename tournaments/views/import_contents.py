"""What a TRF file holds, in words and tables, before anything becomes an event."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.templatetags.ui import points
from tournaments.interchange.trf import TrfReading
from tournaments.interchange.trf.facts import FACT_CODES
from tournaments.interchange.trf.informative import INFORMATIVE
from tournaments.interchange.trf.reader import COMMENTS, NATIONAL
from tournaments.record.crosstable import rounds_started
from tournaments.record.model import Record, ScoreSystem
from tournaments.words import bye_word

KEPT = frozenset({"340", COMMENTS, NATIONAL})
SHOWN_LINES = 4
LONGEST = 60


def contents(reading: TrfReading) -> dict[str, Any]:
    """Everything beside players and games: kinds of lines, rules, teams, byes, what concerns pairing."""
    record = reading.record
    lines = record.source.lines if record.source else ()
    return {
        "kinds": _kinds(reading),
        "rules": _rules(record),
        "teams": [_team(record, team) for team in record.teams],
        "byes": _byes(record),
        "accelerations": [
            {
                "rounds": _range(each.first_round, each.last_round),
                "numbers": _range(each.first, each.last),
                "points": _halves(each.halves),
                "match_points": _halves(each.match_halves),
            }
            for each in record.accelerations
        ],
        "forbidden": [
            {
                "rounds": _range(each.first_round, each.last_round or record.event.rounds),
                "numbers": _numbers(each.numbers),
            }
            for each in record.forbidden
        ],
        "special": [_special(each) for each in record.special_points],
        "forfeits": [
            {
                "round": each.round,
                "white": _team_name(record, each.white),
                "black": _team_name(record, each.black),
                "result": each.code,
            }
            for each in record.match_forfeits
        ],
        "line_ups": len(record.line_ups),
        "comments": [
            line.lstrip("# ").rstrip() for line in lines if line.startswith("#") and line.strip("# -")
        ][:LONGEST],
        "of_teams": bool(record.teams),
    }


def _kinds(reading: TrfReading) -> list[dict[str, Any]]:
    """Each kind of line with its meaning, its lines and what becomes of it."""
    labels = record_labels()
    unread = {
        line for finding in reading.findings if finding.code == "line.unreadable" for line in finding.lines
    }
    rows = []
    for code, numbers in reading.records:
        shown = ", ".join(map(str, numbers[:SHOWN_LINES])) + (" …" if len(numbers) > SHOWN_LINES else "")
        if code in KEPT:
            fate = _("kept word for word")
        elif code in INFORMATIVE:
            fate = _("compared with the games")
        elif code in FACT_CODES and unread & set(numbers):
            fate = _("read, unreadable ones kept")
        elif code.startswith(("XX", "BB")):
            fate = _("read as far as known, kept")
        else:
            fate = _("read")
        rows.append(
            {
                "code": "" if code == NATIONAL else code,
                "meaning": labels.get(code, _("of a pairing program")),
                "count": len(numbers),
                "lines": shown,
                "fate": fate,
            }
        )
    return rows


def record_labels() -> Mapping[str, str]:
    """What each record of TRF is, by its code."""
    return {
        "001": _("players with their rounds"),
        "012": _("name of the event"),
        "013": _("teams (older form)"),
        "022": _("place"),
        "032": _("federation"),
        "042": _("first day"),
        "052": _("last day"),
        "062": _("number of players"),
        "072": _("number of rated players"),
        "082": _("number of teams"),
        "092": _("type in words"),
        "102": _("chief arbiter"),
        "112": _("deputy arbiters"),
        "122": _("rate of play in words"),
        "132": _("days of the rounds"),
        "142": _("number of rounds"),
        "152": _("first colour"),
        "162": _("points of a result"),
        "172": _("sequence of the start numbers"),
        "182": _("paired by"),
        "192": _("coded type"),
        "202": _("tie-breaks"),
        "212": _("order of the standings"),
        "222": _("coded rate of play"),
        "240": _("byes asked for"),
        "250": _("acceleration"),
        "260": _("forbidden pairings"),
        "299": _("other points, bonuses and penalties"),
        "300": _("teams out of their order"),
        "310": _("teams"),
        "320": _("allocated byes of teams"),
        "330": _("forfeited matches"),
        "340": _("line of a draft of 2025"),
        "352": _("colours by board"),
        "362": _("match points"),
        "801": _("matches with boards, for the eye"),
        "802": _("matches, for the eye"),
        COMMENTS: _("comments"),
        NATIONAL: _("national ratings"),
        "XXR": _("number of rounds (JaVaFo)"),
        "XXC": _("first colour (JaVaFo)"),
        "XXS": _("points of a result (JaVaFo)"),
        "XXA": _("acceleration (JaVaFo)"),
        "XXP": _("forbidden pairings (JaVaFo)"),
        "XXZ": _("absent in the next round (JaVaFo)"),
        **{f"BB{letter}": _("points of a result (bbpPairings)") for letter in "WDLUZF"},
    }


def _rules(record: Record) -> list[tuple[str, str]]:
    """What the file says of scores, order, colours and pairing; only what it says."""
    event, system = record.event, record.event.score_system
    found = []
    if system != ScoreSystem():
        values = (system.win, system.draw, system.loss)
        text = "-".join(points(value) for value in values)
        found.append(
            (_("Points"), _("%(points)s, bye %(bye)s") % {"points": text, "bye": points(system.pairing_bye)})
        )
    found += [
        (_("Type"), event.type_code or event.type_text),
        (_("Rate of play"), " · ".join(part for part in (event.rate_of_play, event.rate_code) if part)),
        (_("Tie-breaks"), ", ".join(event.tie_breaks)),
        (_("First colour"), {"w": _("White"), "b": _("Black")}.get(event.first_colour, "")),
        (_("Start numbers by"), event.rank_method),
        (_("Paired by"), event.pairing_program),
    ]
    if rules := record.team_rules:
        values = (rules.win, rules.draw, rules.loss)
        found.append((_("Match points"), "-".join(points(value) for value in values)))
        if rules.bye_match is not None or rules.bye_game is not None:
            text = f"{_halves(rules.bye_match)} / {_halves(rules.bye_game)}"
            found.append((_("Allocated bye: match and board points"), text))
        found.append((_("Colours by board"), rules.colours))
    return [(label, text) for label, text in found if text]


def _byes(record: Record) -> list[dict[str, Any]]:
    """Byes ahead of play by round and kind, and those of teams."""
    started = rounds_started(record)
    groups: dict[tuple[int, str], list[int]] = {}
    for bye in record.byes:
        if bye.round > started:
            groups.setdefault((bye.round, bye.code), []).append(bye.entry)
    of_teams: dict[tuple[int, str], list[int]] = {}
    for team_bye in record.team_byes:
        of_teams.setdefault((team_bye.round, team_bye.code), []).append(team_bye.team)
    names = {entry.number: entry.name for entry in record.entries}
    teams = {team.number: team.name for team in record.teams}
    return [*_bye_rows(groups, names), *_bye_rows(of_teams, teams)]


def _bye_rows(
    groups: Mapping[tuple[int, str], list[int]], names: Mapping[int, str]
) -> Iterable[dict[str, Any]]:
    for (number, code), who in sorted(groups.items()):
        listed = ", ".join(f"{each} {names.get(each, '')}".strip() for each in sorted(who))
        yield {"round": number, "kind": bye_word(code), "who": listed}


def _team(record: Record, team: Any) -> dict[str, Any]:
    names = {entry.number: entry.name for entry in record.entries}
    return {
        "number": team.number,
        "name": team.name,
        "nickname": team.nickname,
        "strength": team.strength,
        "members": [(number, names.get(number, "")) for number in team.members],
        "match_points": _halves(team.stated_match_points),
        "game_points": _halves(team.stated_game_points),
        "rank": team.stated_rank,
    }


def _team_name(record: Record, number: int) -> str:
    return next((f"{team.number} {team.name}" for team in record.teams if team.number == number), str(number))


def _special(each: Any) -> dict[str, Any]:
    kinds = {
        "": _("bonus or penalty"),
        "W": _("win"),
        "D": _("draw"),
        "L": _("loss"),
        "+": _("forfeit win"),
        "-": _("forfeit loss"),
        "F": _("full-point bye"),
        "H": _("half-point bye"),
        "Z": _("zero-point bye"),
    }
    return {
        "kind": kinds[each.kind],
        "points": _halves(each.halves),
        "match_points": _halves(each.match_halves),
        "round": each.round or _("all"),
        "numbers": _numbers(each.numbers) or _("everybody"),
    }


def _halves(halves: int | None) -> str:
    return "" if halves is None else points(halves)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _range(first: int, last: int) -> str:
    return str(first) if first == last or not last else f"{first}–{last}"
