"""The border to the Swiss engine: what is asked, what comes back, and how it is held against the rules.

A request is plain data, so it can cross to a child process that is killed at a time limit:
`request_from(record, ...)`, `to_json`, the engine's `pair_json`, `result_from(record, request, answer)`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from itertools import combinations
from typing import Any, Literal, cast

from tournaments.pairing.history import History, histories
from tournaments.pairing.legality import check
from tournaments.pairing.refusals import REFUSALS
from tournaments.pairing.why import explain
from tournaments.record.codes import GAME_CODES
from tournaments.record.crosstable import Crosstable, crosstable
from tournaments.record.findings import Finding, rank, text
from tournaments.record.model import Acceleration, Game, Record
from tournaments.rulebook.explained import Input, Step

AbsenceCode = Literal["H", "Z", "F"]
FirstColour = Literal["w", "b"]

EDITION = "c0403-2026"
EDITIONS: Mapping[str, tuple[str, date]] = {
    EDITION: ("FIDE Dutch, C.04.3 as applied from 1 February 2026", date(2026, 2, 1)),
}


class PairingError(Exception):
    """A round cannot be paired; the message says why and what to do, in English.

    `finding` is the same as a key of `pairing.refusals` with its inputs, where the director may meet it.
    """

    def __init__(self, problem: str | Finding) -> None:
        self.finding = problem if isinstance(problem, Finding) else None
        super().__init__(text(problem, REFUSALS) if isinstance(problem, Finding) else problem)


class NoLegalPairing(PairingError):
    """No pairing of the whole round keeps the absolute criteria (C.04.3 art. 1.9.3): the arbiter decides."""


class PairingInputError(PairingError):
    """What was handed in cannot be paired: unfinished rounds, unknown players, no first colour."""


class EngineFault(PairingError):
    """The engine failed, or what it gave back breaks a rule. Not to be used; pair by hand and report it."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A board of an earlier round; halves are points in half points, a game `played` counts for colours."""

    round: int
    white: int
    black: int
    played: bool
    white_halves: int
    black_halves: int


@dataclass(frozen=True, slots=True)
class PastBye:
    """A player without opponent in an earlier round; `code` is the record's (U: allocated bye)."""

    round: int
    player: int
    code: str
    halves: int


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Everything the engine is told. Players are start numbers, in the order of the pairing numbers.

    `bonuses` are `(player, round, halves)`: points given or taken beside the results, from that round on.
    """

    round: int
    rounds: int
    first_colour: FirstColour
    edition: str
    win: int
    draw: int
    loss: int
    pairing_bye: int
    players: tuple[int, ...]
    games: tuple[PastGame, ...]
    byes: tuple[PastBye, ...]
    absent: tuple[tuple[int, AbsenceCode], ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    acceleration: tuple[Acceleration, ...] = ()
    bonuses: tuple[tuple[int, int, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The request as JSON-able data: objects, arrays, strings and integers."""
        data: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in ("games", "byes", "acceleration"):
            data[name] = [_plain(each) for each in data[name]]
        data["players"] = list(self.players)
        data["absent"] = [list(each) for each in self.absent]
        data["forbidden"] = [list(each) for each in self.forbidden]
        data["bonuses"] = [list(each) for each in self.bonuses]
        return data

    @property
    def present(self) -> tuple[int, ...]:
        """The start numbers to be paired."""
        away = {number for number, _ in self.absent}
        return tuple(number for number in self.players if number not in away)


@dataclass(frozen=True, slots=True)
class SwissPair:
    """One board of the new round with the reasons that an arbiter can check."""

    board: int
    white: int
    black: int
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingResult:
    """A round as the engine paired it and our own check let it pass.

    `findings` holds what the director should know although the pairing stands (never an objection).
    """

    round: int
    pairs: tuple[SwissPair, ...]
    bye: int | None
    engine: str
    edition: str
    findings: tuple[Finding, ...] = ()


def _plain(part: PastGame | PastBye | Acceleration) -> dict[str, int | str]:
    return {name: getattr(part, name) for name in part.__slots__}


def from_json(data: Mapping[str, Any]) -> PairingRequest:
    """The request again; raises PairingInputError where the data has not its shape."""
    try:
        given = dict(data)
        given["games"] = tuple(PastGame(**game) for game in data["games"])
        given["byes"] = tuple(PastBye(**bye) for bye in data["byes"])
        given["acceleration"] = tuple(Acceleration(**each) for each in data.get("acceleration", ()))
        given["players"] = tuple(data["players"])
        given["absent"] = tuple((number, code) for number, code in data.get("absent", ()))
        given["forbidden"] = tuple((one, other) for one, other in data.get("forbidden", ()))
        given["bonuses"] = tuple((number, since, more) for number, since, more in data.get("bonuses", ()))
        return PairingRequest(**given)
    except (KeyError, TypeError, ValueError) as error:
        raise PairingInputError(f"The pairing request is not of the known shape: {error}.") from error


def request_from(
    record: Record,
    round_number: int,
    *,
    absent: Mapping[int, AbsenceCode] | None = None,
    first_colour: str = "",
    forbidden: Iterable[tuple[int, int]] = (),
    edition: str = EDITION,
) -> PairingRequest:
    """What the engine must know to pair `round_number`.

    Absent are, beside `absent` (start number to half, zero or full point bye), everybody whom the record
    gives such a bye in this round, and everybody withdrawn before it (Z). Games that the record already
    has in this round are not looked at: it is paired anew. The first colour is the argument, else the
    event's, else what round 1 shows.

    Raises PairingInputError with the reason where the round cannot be paired yet.
    """
    table = crosstable(record)
    _refuse_unready(record, table, round_number, edition)
    past = histories(record, round_number, table)
    away = _absences(record, round_number, absent or {})
    apart = {(min(pair), max(pair)) for pair in forbidden} | forbidden_in(record, round_number)
    pairs = tuple(sorted(apart))
    _refuse_unknown(past, away, pairs)
    if len(away) >= len(past):
        raise PairingInputError(Finding("refusal", "pairing.nobody_present", round=round_number))
    system = record.event.score_system
    return PairingRequest(
        round=round_number,
        rounds=record.event.rounds,
        first_colour=_first_colour(record, first_colour),
        edition=edition,
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        pairing_bye=system.pairing_bye,
        players=tuple(past),
        games=_past_games(record, past, round_number),
        byes=_past_byes(past),
        absent=tuple(sorted(away.items())),
        forbidden=pairs,
        acceleration=record.accelerations,
        bonuses=tuple(
            (number, since, halves) for number, each in past.items() for since, halves in each.bonuses
        ),
    )


def forbidden_in(record: Record, round_number: int) -> set[tuple[int, int]]:
    """The pairs, smaller number first, that the record forbids in a round."""
    groups = [
        sorted(set(each.numbers))
        for each in record.forbidden
        if each.first_round <= round_number <= (each.last_round or round_number)
    ]
    return {pair for group in groups for pair in combinations(group, 2)}


def first_colour_shown(record: Record) -> FirstColour | None:
    """The initial colour that round 1 shows on its highest board with two numbers (art. 5.2.5), or None.

    The higher number of that board had it if an odd number of present players stands up to him.
    """
    games = [game for game in record.games if game.round == 1 and game.colours_known]
    present = {game.white for game in record.games if game.round == 1}
    present |= {game.black for game in record.games if game.round == 1}
    present |= {bye.entry for bye in record.byes if bye.round == 1 and bye.code == "U"}
    if not games:
        return None
    top = min(games, key=lambda game: min(game.white, game.black))
    higher = min(top.white, top.black)
    odd = sum(number <= higher for number in present) % 2 == 1
    return "w" if (top.white == higher) == odd else "b"


def edition_findings(edition: str, day: date | None, round_number: int) -> tuple[Finding, ...]:
    """A warning where the round is played before the day from which the edition is applied."""
    title, since = EDITIONS[edition]
    if day is None or day >= since:
        return ()
    inputs: dict[str, Input] = {"title": title, "day": day, "since": since}
    return (Finding("warning", "pairing.edition_later", "", "C.04.3", inputs, round=round_number),)


def result_from(
    record: Record, request: PairingRequest, answer: Mapping[str, Any], *, day: date | None = None
) -> PairingResult:
    """The engine's answer with reasons, after our own check of the whole round.

    `day` is the day of the round (else the record's, else the event's first day).
    Raises what the answer reports, and EngineFault if the pairing breaks a rule.
    """
    _raise_reported(answer)
    boards = [(int(white), int(black)) for white, black in answer["pairs"]]
    bye = None if answer["bye"] is None else int(answer["bye"])
    away = dict(request.absent)
    past = histories(record, request.round)
    found = check(record, request.round, boards, bye, away, request.forbidden, past)
    wrong = [finding for finding in found if rank(finding.severity) >= rank("objection")]
    if wrong:
        sentences = " ".join(text(finding) for finding in wrong)
        raise EngineFault(f"{answer['engine']} gave a pairing that breaks the rules. {sentences}")
    lines = explain(record, request.round, boards, first_colour=request.first_colour, absent=away, past=past)
    pairs = tuple(
        SwissPair(board, white, black, steps)
        for board, ((white, black), steps) in enumerate(zip(boards, lines, strict=True), start=1)
    )
    findings = found + edition_findings(request.edition, day or _day(record, request.round), request.round)
    return PairingResult(request.round, pairs, bye, str(answer["engine"]), request.edition, findings)


def _raise_reported(answer: Mapping[str, Any]) -> None:
    error = answer.get("error")
    if error is None:
        return
    if error["kind"] == "no_legal_pairing":
        raise NoLegalPairing(Finding("refusal", "pairing.no_legal_pairing"))
    kinds = {"input": PairingInputError}
    raise kinds.get(error["kind"], EngineFault)(error["message"])


def _day(record: Record, round_number: int) -> date | None:
    days = {each.number: each.day for each in record.rounds}
    return days.get(round_number) or record.event.start


def _refuse_unready(record: Record, table: Crosstable, round_number: int, edition: str) -> None:
    announced = record.event.rounds
    if edition not in EDITIONS:
        raise PairingInputError(f"Pairing rules {edition!r} are not known; known are {', '.join(EDITIONS)}.")
    if not 1 <= round_number <= announced:
        inputs: dict[str, Input] = {"rounds_announced": announced}
        raise PairingInputError(
            Finding("refusal", "pairing.round_not_announced", inputs=inputs, round=round_number)
        )
    if table.rounds_started < round_number - 1:
        before: dict[str, Input] = {"before": table.rounds_started + 1}
        raise PairingInputError(
            Finding("refusal", "pairing.round_before_unpaired", inputs=before, round=round_number)
        )
    for game in record.games:
        if game.round < round_number and game.code == "*":
            raise PairingInputError(_about(game, "pairing.game_open"))
        if game.round < round_number and not game.colours_known and GAME_CODES[game.code][0].played:
            raise PairingInputError(_about(game, "pairing.white_unknown"))


def _about(game: Game, code: str) -> Finding:
    return Finding("refusal", code, round=game.round, board=game.board, players=(game.white, game.black))


def _absences(record: Record, round_number: int, absent: Mapping[int, AbsenceCode]) -> dict[int, AbsenceCode]:
    away: dict[int, AbsenceCode] = {
        entry.number: "Z"
        for entry in record.entries
        if entry.withdrawn_after is not None and entry.withdrawn_after < round_number
    }
    asked = {bye.entry: bye.code for bye in record.byes if bye.round == round_number and bye.code in "HZF"}
    away |= cast(dict[int, AbsenceCode], asked)
    return away | dict(absent)


def _refuse_unknown(
    past: Mapping[int, History], away: Mapping[int, str], pairs: Iterable[tuple[int, int]]
) -> None:
    unknown = sorted(set(away) - set(past))
    if unknown:
        raise PairingInputError(f"Absent players who are not entered: {', '.join(map(str, unknown))}.")
    wrong_codes = sorted(set(away.values()) - {"H", "Z", "F"})
    if wrong_codes:
        raise PairingInputError(f"An absent player has a bye H, Z or F, not {', '.join(wrong_codes)}.")
    for one, other in pairs:
        if one == other or not {one, other} <= set(past):
            raise PairingInputError(f"The forbidden pair {one} - {other} does not name two entered players.")


def _first_colour(record: Record, given: str) -> FirstColour:
    colour = (given or record.event.first_colour).lower()
    if colour in ("w", "b"):
        return cast(FirstColour, colour)
    shown = first_colour_shown(record)
    if colour or shown is None:
        raise PairingInputError(Finding("refusal", "pairing.first_colour_unknown"))
    return shown


def _past_games(record: Record, past: Mapping[int, History], round_number: int) -> tuple[PastGame, ...]:
    games = []
    for game in record.games:
        if game.round >= round_number:
            continue
        white, black = (past[number].rounds[game.round - 1] for number in (game.white, game.black))
        games.append(PastGame(game.round, game.white, game.black, white.played, white.halves, black.halves))
    return tuple(sorted(games, key=lambda game: (game.round, game.white)))


def _past_byes(past: Mapping[int, History]) -> tuple[PastBye, ...]:
    return tuple(
        PastBye(each.round, number, each.code, each.halves)
        for number, history in past.items()
        for each in history.rounds
        if each.opponent is None
    )
