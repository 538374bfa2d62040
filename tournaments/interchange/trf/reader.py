"""TRF16 and TRF26 to a record: the whole file is read, or refused with every reason."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from tournaments.interchange.trf.codes import (
    BYES,
    HEAD,
    KEPT,
    OLD_TEAM,
    PLAYER,
    TEAM,
    TRF26_ONLY,
    is_comment,
    is_extension,
    is_national,
    is_ruler,
)
from tournaments.interchange.trf.errors import Remarks, TrfRefused
from tournaments.interchange.trf.facts import FACT_CODES, absent_next, read_facts, said
from tournaments.interchange.trf.head import MOST_ROUNDS, Head, event_facts
from tournaments.interchange.trf.informative import INFORMATIVE, informative_findings
from tournaments.interchange.trf.pairs import number_boards, pair_up
from tournaments.interchange.trf.players import Oddities, PlayerLine, column_of, read_player
from tournaments.interchange.trf.stated import stated_findings
from tournaments.interchange.trf.teams import check_members, read_old_team, read_team
from tournaments.interchange.trf.text import Text, split
from tournaments.record.findings import Finding
from tournaments.record.model import Bye, Game, Record, Source, SourceCell, Team
from tournaments.record.plausibility import findings as plausibility
from tournaments.rulebook.explained import Input

TrfFormat = Literal["trf16", "trf26"]
ReadFormat = Literal["trf16", "trf26", "table"]
COMMENTS, NATIONAL = "###", "NAT"
MOST_CELLS = 500_000  # players times rounds: the largest numbers of the format with fifty rounds


@dataclass(frozen=True, slots=True)
class TrfReading:
    """What a file says: the record, what was found on the way, and how the file was written.

    `format` is `table` for a crosstable that is no TRF.

    `lines` gives the line of each start number, so that a page can point at it; `records` every kind of line that
    the file has with its line numbers (`###` for comments, `NAT` for national lines).
    """

    record: Record
    findings: tuple[Finding, ...]
    encoding: str
    format: ReadFormat
    newline: str
    name: str = ""
    lines: tuple[tuple[int, int], ...] = ()
    records: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(slots=True)
class _Sorted:
    """The lines of a file by kind."""

    head: Head
    players: list[tuple[int, str]]
    old_teams: list[tuple[int, str]]
    teams: list[tuple[int, str]]
    byes: list[tuple[int, str]]
    facts: list[tuple[int, str]]
    informative: list[tuple[int, str]]
    format: TrfFormat = "trf16"


def read_trf(
    data: bytes, name: str = "", *, start: date | None = None, end: date | None = None
) -> TrfReading:
    """The record in a TRF file, with findings; `start` and `end` are days typed by the director.

    A typed day takes the place of one that the file lacks or leaves in doubt, and wins over a stated one
    (with a finding). Raises TrfRefused with all errors if anything in the file cannot be read or contradicts
    itself. Points that do not add up are a finding: the stated ones stay beside the computed.
    """
    remarks = Remarks([], [])
    text = split(data, remarks)
    if remarks.errors:
        raise TrfRefused(tuple(remarks.errors))
    kinds = _sort_lines(text, remarks)
    players, unread = _players(kinds.players, remarks)
    teams = _teams(kinds, set(players) | unread, remarks)
    games, byes = pair_up(players, unread, remarks)
    columns = max((max(player.cells, default=0) for player in players.values()), default=0)
    event, rounds = event_facts(kinds.head, teams=bool(teams), columns=columns, remarks=remarks)
    is_team = bool(teams) or event.system.startswith("team_")
    _announced_byes(kinds, players, games, byes, is_team=is_team, remarks=remarks)
    if not is_team:
        byes += absent_next(kinds.head.extensions.get("XXZ", []), games, byes, set(players), event.rounds)
    numbers = [team.number for team in teams] if is_team else players
    facts = read_facts(kinds.facts, teams=is_team, known=numbers, findings=remarks.findings)
    _allocated_once(byes, players, is_team=is_team, remarks=remarks)
    _within_announced(event.rounds, players, remarks)
    _within_reason(event.rounds, players, remarks)
    if remarks.errors:
        raise TrfRefused(tuple(remarks.errors), tuple(remarks.findings))
    by_score = not is_team and event.system in ("swiss", "unknown")
    record = Record(
        event=event,
        entries=tuple(players[number].entry for number in sorted(players)),
        games=number_boards(games, byes, event.score_system, by_score=by_score),
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry))),
        rounds=rounds,
        teams=teams,
        source=Source(kinds.format, _spelled(players), tuple(kinds.head.kept)),
        **said(facts),
    )
    record = _typed_days(record, start, end, remarks)
    lines = {number: player.line for number, player in players.items()}
    found = [*remarks.findings, *stated_findings(kinds.head, record), *located(record, lines)]
    if kinds.informative:
        found += informative_findings(kinds.informative, record)
    found = [finding for finding in found if not _answered(finding, start, end)]
    return TrfReading(
        record,
        tuple(found),
        text.encoding,
        kinds.format,
        text.newline,
        name,
        tuple(sorted(lines.items())),
        _kinds(text),
    )


def findings_of(reading: TrfReading, record: Record) -> tuple[Finding, ...]:
    """The findings of a reading with those of the record as somebody completed it (days, system, occasion)."""
    lines = dict(reading.lines)
    before = set(located(reading.record, lines))
    read = [finding for finding in reading.findings if finding not in before]
    if record.event.system != reading.record.event.system:
        read = [
            finding for finding in read if finding.code not in ("system.unknown", "system.read_from_text")
        ]
    return (*read, *located(record, lines))


def _sort_lines(text: Text, remarks: Remarks) -> _Sorted:
    """Each line to its kind; a code that nobody knows is an error."""
    kinds = _Sorted(Head(), [], [], [], [], [], [])
    for number, line in text.numbered:
        code = line[:3]
        if code in TRF26_ONLY or (is_national(line) and not is_extension(code)):
            kinds.format = "trf26"
        if not _take(kinds, number, line, remarks) and not is_ruler(line):
            remarks.error("line.unknown", number, column=1, text=line[:3].strip() or line[:20].strip())
    _tell_extensions(kinds.head, remarks)
    if not kinds.players:
        remarks.error("file.no_players")
    return kinds


def _take(kinds: _Sorted, number: int, line: str, remarks: Remarks) -> bool:
    """Put a line where it belongs; False if its code is not known."""
    code, ended = line[:3], line[3:4] in ("", " ", "\t")
    if code in FACT_CODES and ended:
        kinds.facts.append((number, line))
    if code in INFORMATIVE and ended:
        kinds.informative.append((number, line))
    places = {PLAYER: kinds.players, OLD_TEAM: kinds.old_teams, TEAM: kinds.teams, BYES: kinds.byes}
    if code in places and ended:
        places[code].append((number, line))
    elif code in HEAD and ended:
        kinds.head.add(number, line.replace("\t", " "), remarks)
    elif is_extension(code):
        kinds.head.extensions.setdefault(code, []).append((number, line))
        kinds.head.kept.append(line.rstrip())
    elif is_comment(line) or (code in KEPT and ended) or is_national(line):
        kinds.head.kept.append(line.rstrip())
    else:
        return False
    return True


def _tell_extensions(head: Head, remarks: Remarks) -> None:
    if head.extensions:
        lines = tuple(line for group in head.extensions.values() for line, _ in group)
        names = ", ".join(sorted(head.extensions))
        remarks.note(Finding("note", "line.extension", inputs={"records": names}, lines=lines[:20]))


def _players(lines: list[tuple[int, str]], remarks: Remarks) -> tuple[dict[int, PlayerLine], set[int]]:
    """Players by start number, which run from 1 without a gap, each once; and numbers of unreadable lines."""
    players: dict[int, PlayerLine] = {}
    oddities = Oddities({})
    unread: set[int] = set()
    for line, text in lines:
        player = read_player(line, text, remarks, oddities)
        if player is None:
            number_text = text[4:8].strip()
            unread.add(int(number_text) if number_text.isascii() and number_text.isdigit() else 0)
            continue
        number = player.entry.number
        if number in players:
            remarks.error("number.twice", players[number].line, line, players=(number,))
        else:
            players[number] = player
    gaps = sorted(set(range(1, max(players, default=0))) - set(players))
    if gaps and not unread:
        after = (
            players[max(number for number in players if number < gaps[0])].line
            if gaps[0] > 1
            else lines[0][0]
        )
        remarks.error("number.gap", after, missing=", ".join(map(str, gaps[:10])), count=len(gaps))
    for finding in oddities.findings():
        remarks.note(finding)
    return players, unread


def _teams(kinds: _Sorted, players: set[int], remarks: Remarks) -> tuple[Team, ...]:
    """Teams by number, from lines 310 or, if there are none, 013."""
    read = [(line, read_team(line, text, remarks)) for line, text in kinds.teams]
    if kinds.teams:
        kinds.head.kept += [text.rstrip() for _, text in kinds.old_teams]
    else:
        read = [
            (line, read_old_team(line, text, number, remarks))
            for number, (line, text) in enumerate(kinds.old_teams, 1)
        ]
    teams = [(line, team) for line, team in read if team is not None]
    check_members(teams, players, remarks)
    return tuple(sorted((team for _, team in teams), key=lambda team: team.number))


def _announced_byes(
    kinds: _Sorted,
    players: dict[int, PlayerLine],
    games: list[Game],
    byes: list[Bye],
    *,
    is_team: bool,
    remarks: Remarks,
) -> None:
    """Byes of lines 240, added where the player's own line says nothing; of teams they are only kept."""
    if is_team:
        kinds.head.kept += [text.rstrip() for _, text in kinds.byes]
        return
    known = {(bye.round, bye.entry): bye.code for bye in byes}
    busy = {(game.round, number) for game in games for number in (game.white, game.black)}
    for line, whole in kinds.byes:
        text = whole.rstrip()
        code, round_text = text[4:5].upper(), text[6:9].strip()
        if code not in ("F", "H", "Z") or not (
            round_text.isascii() and round_text.isdigit() and int(round_text)
        ):
            remarks.error("bye.unreadable", line, column=5, text=text)
            continue
        round_number = int(round_text)
        for start in range(10, len(text), 5):
            number_text = text[start : start + 5].strip()
            number = int(number_text) if number_text.isascii() and number_text.isdigit() else 0
            place = (round_number, number)
            if number not in players:
                remarks.error(
                    "bye.unknown_player", line, column=start + 1, round_number=round_number, text=number_text
                )
            elif place in busy or known.get(place, code) != code:
                codes = (code, known.get(place, "game"))
                lines = (line, players[number].line)
                remarks.error(
                    "bye.contradicts", *lines, round_number=round_number, players=(number,), codes=codes
                )
            elif place not in known:
                known[place] = code
                byes.append(Bye(round_number, number, code))


def _allocated_once(
    byes: list[Bye], players: dict[int, PlayerLine], *, is_team: bool, remarks: Remarks
) -> None:
    """At most one pairing-allocated bye a round (a team's stands on every board of it)."""
    rounds: dict[int, list[int]] = {}
    for bye in byes:
        if bye.code == "U" and not is_team:
            rounds.setdefault(bye.round, []).append(bye.entry)
    for round_number, numbers in sorted(rounds.items()):
        if len(numbers) > 1:
            lines = [players[number].line for number in numbers]
            remarks.error(
                "bye.two_in_round",
                *lines,
                column=column_of(round_number),
                round_number=round_number,
                players=tuple(numbers),
            )


def _within_announced(announced: int, players: dict[int, PlayerLine], remarks: Remarks) -> None:
    """No player has a game or bye in a round beyond those that the file announces."""
    for number, player in players.items():
        for cell in player.cells.values():
            if cell.round > announced and (cell.opponent or cell.code):
                remarks.error(
                    "round.beyond_announced",
                    player.line,
                    column=column_of(cell.round),
                    round_number=cell.round,
                    players=(number,),
                    announced=announced,
                )


def _within_reason(rounds: int, players: dict[int, PlayerLine], remarks: Remarks) -> None:
    """A stray character far out on a line is no round, and must not cost the memory of a million cells."""
    if rounds <= MOST_ROUNDS and rounds * len(players) <= MOST_CELLS:
        return
    longest = max(players.values(), key=lambda player: max(player.cells, default=0), default=None)
    lines = (longest.line,) if longest and max(longest.cells, default=0) >= rounds else ()
    remarks.error("file.too_large", *lines, rounds=rounds, entries=len(players))


def _kinds(text: Text) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The kinds of lines of a file that is sound, in the order of their codes, with the numbers of the lines."""
    found: dict[str, list[int]] = {}
    for number, line in text.numbered:
        if is_comment(line):
            code = COMMENTS
        elif is_national(line) and not is_extension(line[:3]):
            code = NATIONAL
        elif is_ruler(line):
            continue
        else:
            code = line[:3]
        found.setdefault(code, []).append(number)
    return tuple((code, tuple(numbers)) for code, numbers in sorted(found.items()))


def _spelled(players: dict[int, PlayerLine]) -> tuple[SourceCell, ...]:
    return tuple(cell for number in sorted(players) for cell in players[number].spelled)


def _typed_days(record: Record, start: date | None, end: date | None, remarks: Remarks) -> Record:
    """The record with the days that the director typed."""
    event = record.event
    for field, typed, stated in (("042", start, event.start), ("052", end, event.end)):
        if typed and stated and typed != stated:
            inputs: dict[str, Input] = {"field": field, "typed": typed, "stated": stated}
            remarks.note(Finding("warning", "date.typed", inputs=inputs))
    if start is None and end is None:
        return record
    return replace(record, event=replace(event, start=start or event.start, end=end or event.end))


def _answered(finding: Finding, start: date | None, end: date | None) -> bool:
    """A question about a day that the director answered by typing it."""
    typed = {"042": start, "052": end}.get(str(finding.inputs.get("field", "")))
    return finding.code == "date.asked" and typed is not None


def located(record: Record, lines: dict[int, int]) -> list[Finding]:
    """The findings of the plausibility check with the lines of the players they name."""
    return [
        replace(finding, lines=tuple(lines[number] for number in finding.players))
        for finding in plausibility(record)
    ]
