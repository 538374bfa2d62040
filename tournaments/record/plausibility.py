"""The checks that run all along on the director's page and again at the commission: is the record plausible?

Mirrored results cannot disagree inside a record (a game is stored once); readers of files check that before.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tournaments.record.codes import BYE_CODES, FORFEIT_CODES, OPEN_CODES, PENALTY_CODES
from tournaments.record.crosstable import Crosstable, Row, crosstable
from tournaments.record.findings import Finding
from tournaments.record.model import Game, Record

SWISS = frozenset({"swiss", "team_swiss"})
PAIRED_AT_ONCE = frozenset(
    {"round_robin", "scheveningen", "match", "team_round_robin", "team_scheveningen"}
)  # by tables, before the first game


def findings(record: Record) -> tuple[Finding, ...]:
    """Everything that looks wrong, in the order: players, rounds, pairings, colours, points, dates."""
    table = crosstable(record)
    found = [*_doubles(record), *_boards(record), *_pairs(record), *_byes(record)]
    found += [*_colours(table), *_points(table), *_rounds(table), *_days(record)]
    return tuple(found)


def _doubles(record: Record) -> Iterator[Finding]:
    """A player is on one board a round, or has one bye; nobody plays himself."""
    seen: dict[tuple[int, int], list[str]] = {}
    boards: dict[tuple[int, int], int] = {}
    for game in record.games:
        if game.white == game.black:
            yield Finding("refusal", "game.self", round=game.round, board=game.board, players=(game.white,))
            continue
        for number in (game.white, game.black):
            seen.setdefault((game.round, number), []).append(game.code)
            boards.setdefault((game.round, number), game.board)
    for bye in record.byes:
        seen.setdefault((bye.round, bye.entry), []).append(bye.code)
    for (round_number, number), codes in sorted(seen.items()):
        if len(codes) > 1:
            board = boards.get((round_number, number))
            yield Finding(
                "refusal",
                "round.two_games",
                round=round_number,
                board=board,
                players=(number,),
                codes=tuple(codes),
            )


def _boards(record: Record) -> Iterator[Finding]:
    """A board is used once a round (in team events once a match), and no round has more games than pairs."""
    places: dict[tuple[int, int | None, int], list[Game]] = {}
    sizes: Counter[int] = Counter()
    for game in record.games:
        places.setdefault((game.round, game.match, game.board), []).append(game)
        sizes[game.round] += 1
    for (round_number, _, board), games in places.items():
        if len(games) > 1:
            players = tuple(number for game in games for number in (game.white, game.black))
            codes = tuple(game.code for game in games)
            yield Finding(
                "refusal", "round.board_twice", round=round_number, board=board, players=players, codes=codes
            )
    for round_number, games_played in sorted(sizes.items()):
        if games_played > len(record.entries) // 2:
            inputs = {"games": games_played, "entries": len(record.entries)}
            yield Finding("refusal", "round.too_many_games", inputs=inputs, round=round_number)


def _pairs(record: Record) -> Iterator[Finding]:
    """Two players meet once in a Swiss (C.04.1 b) and once a cycle elsewhere; a forfeit was no game."""
    system, cycles = record.event.system, record.event.cycles
    if system not in SWISS | {"round_robin", "team_round_robin", "unknown"}:
        return
    allowed = 1 if system in SWISS or system == "unknown" else cycles
    may_be = system == "unknown" or record.event.occasion == "league"  # leagues often play twice
    found = Finding("note" if may_be else "objection", "pair.again")
    met: dict[frozenset[int], list[Game]] = {}
    for game in record.games:
        if game.code in FORFEIT_CODES or game.white == game.black:
            continue
        before = met.setdefault(frozenset((game.white, game.black)), [])
        if len(before) >= allowed:
            yield replace(
                found,
                article="C.04.1 b" if system in SWISS else "",
                inputs={"before": before[-1].round},
                round=game.round,
                board=game.board,
                players=(game.white, game.black),
                codes=(game.code,),
            )
        before.append(game)


def _byes(record: Record) -> Iterator[Finding]:
    """One pairing-allocated bye a round, and nobody has it twice (C.04.1 c, individual events)."""
    if record.teams or record.event.system.startswith("team_"):
        return
    first: dict[int, int] = {}
    rounds: dict[int, list[int]] = {}
    for bye in record.byes:
        if bye.code != "U":
            continue
        rounds.setdefault(bye.round, []).append(bye.entry)
        if bye.entry in first and record.event.system in SWISS:
            inputs = {"before": first[bye.entry]}
            yield Finding(
                "objection",
                "bye.allocated_twice",
                article="C.04.1 c",
                inputs=inputs,
                round=bye.round,
                players=(bye.entry,),
                codes=("U",),
            )
        first.setdefault(bye.entry, bye.round)
    for round_number, players in sorted(rounds.items()):
        if len(players) > 1:
            yield Finding(
                "objection", "bye.two_in_round", round=round_number, players=tuple(players), codes=("U",)
            )


def _colours(table: Crosstable) -> Iterator[Finding]:
    """In a Swiss nobody has a colour three times running or three times more than the other (C.04.1 f, g).

    Notes, not objections: the last round and top scorers are excepted.
    """
    unknown = Counter(game.round for game in table.record.games if not game.colours_known)
    for round_number, games in sorted(unknown.items()):
        yield Finding("note", "colour.unknown", inputs={"games": games}, round=round_number)
    if table.record.event.system != "swiss":
        return
    for row in table.rows.values():
        yield from _colours_of(row)


def _colours_of(row: Row) -> Iterator[Finding]:
    colours = [(cell.round, cell.colour) for cell in row.cells if cell.played and cell.colour]
    number = row.entry.number
    difference = 0
    told = False
    for place, (round_number, colour) in enumerate(colours):
        difference += 1 if colour == "w" else -1
        three = [earlier for _, earlier in colours[max(0, place - 2) : place + 1]]
        if len(three) == 3 and set(three) == {colour}:
            yield Finding("note", "colour.three", article="C.04.1 g", round=round_number, players=(number,))
        if abs(difference) > 2 and not told:
            told = True
            white = sum(1 for _, earlier in colours[: place + 1] if earlier == "w")
            inputs = {"white": white, "black": place + 1 - white}
            yield Finding(
                "note",
                "colour.difference",
                article="C.04.1 f",
                inputs=inputs,
                round=round_number,
                players=(number,),
            )


def _points(table: Crosstable) -> Iterator[Finding]:
    """Stated points that are not the sum of the results; the stated ones stay in the record."""
    for row in table.rows.values():
        stated = row.entry.stated_points
        if stated is None or stated == row.halves:
            continue
        computed = row.halves
        inputs = {"stated": Fraction(stated, 2), "computed": Fraction(computed, 2)}
        ahead = sum(_bye_halves(table, cell.code) for cell in row.cells[table.rounds_started :])
        if ahead and stated == computed + ahead:
            yield Finding("warning", "points.bye_ahead", inputs=inputs, players=(row.entry.number,))
        else:
            yield Finding("objection", "points.differ", inputs=inputs, players=(row.entry.number,))


def _bye_halves(table: Crosstable, code: str) -> int:
    """What a bye asked for ahead will give when its round begins."""
    return table.record.event.score_system.halves(BYE_CODES[code].outcome, code) if code in BYE_CODES else 0


def _rounds(table: Crosstable) -> Iterator[Finding]:
    """Rounds beyond those announced, and results missing in a round before the last."""
    record = table.record
    announced = record.event.rounds
    if announced and table.rounds > announced:
        yield Finding("warning", "round.beyond", inputs={"announced": announced}, round=table.rounds)
    missing = Counter(game.round for game in record.games if game.code in OPEN_CODES)
    begun = table.rounds_started
    if record.event.system in PAIRED_AT_ONCE:
        begun = max((game.round for game in record.games if game.code not in OPEN_CODES), default=0)
    for round_number, games in sorted(missing.items()):
        if round_number < begun and not record.event.correspondence:
            inputs = {"games": games, "later": begun}
            yield Finding("warning", "round.open_before", inputs=inputs, round=round_number)
    for game in record.games:
        if game.code in PENALTY_CODES:
            yield Finding(
                "note",
                "result.penalty",
                article="Laws of Chess 12.9",
                round=game.round,
                board=game.board,
                players=(game.white, game.black),
                codes=(game.code,),
            )


def _days(record: Record) -> Iterator[Finding]:
    """The start day is known, days are in order, every round that was played has a date inside the event."""
    event = record.event
    if event.start is None:
        yield Finding("objection", "event.no_start")
    if event.end is None:
        yield Finding("warning", "event.no_end")
    if event.start and event.end and event.end < event.start:
        yield Finding("objection", "event.dates", inputs={"start": event.start, "end": event.end})
    days = {a_round.number: a_round.day for a_round in record.rounds if a_round.day is not None}
    played = sorted({game.round for game in record.games})
    undated = [number for number in played if number not in days]
    if undated and not event.correspondence:
        yield Finding("note", "round.no_date", inputs={"rounds": len(undated), "played": len(played)})
    latest: int | None = None
    for number in sorted(days):
        day = days[number]
        if (event.start and day < event.start) or (event.end and day > event.end):
            inputs = {"day": day, "start": event.start, "end": event.end}
            yield Finding("objection", "round.outside", inputs=inputs, round=number)
        if latest is not None and day < days[latest]:
            yield Finding("warning", "round.order", inputs={"day": day, "before": latest}, round=number)
        else:
            latest = number
