"""The correspondence branch of `manage.py rate`: its options, its calculation and what it prints."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandParser

from ratings.engine.errors import RatingError
from ratings.engine.facts import PlayerFacts
from ratings.engine.racc.event import REGULATION, rate_correspondence
from ratings.engine.racc.facts import CoefficientFacts
from ratings.engine.racc.games import AS_PLAYED, PLAYED_ONLY
from ratings.engine.racc.output import coefficients_document, line_document
from ratings.engine.racc.results import EventCoefficients
from ratings.finding_sentences import remark
from ratings.sentences import sentence
from tournaments.record.findings import Finding, finding_json
from tournaments.record.model import Norm, Record
from tournaments.record.norms import ordered, parse_norms
from tournaments.rulebook.editions import Edition

__all__ = ["REGULATION"]

MOST_GAMES = 1000  # no player has as many games in one event
MINUS = re.compile(r"=\s*[-–—]")
DEFAULTS = {"played": AS_PLAYED, "not-counted": PLAYED_ONLY}
COLUMNS = ("start_number", "name", "ik_old", "average", "d", "e", "n", "w", "delta", "protection", "ik_new")
HEADS = ("SNo", "Name", "IK old", "avg", "D", "E", "n", "P", "change", "protection", "IK new")


class OptionError(RatingError):
    """An option of the command cannot be read."""

    code = "arguments"


def add_options(parser: CommandParser) -> None:
    """Norms, defaulted games and substitutes, which a TRF file cannot say."""
    parser.add_argument(
        "--norm",
        action="append",
        default=[],
        metavar="CATEGORY=POINTS",
        help="a norm of a correspondence event, such as kms=8 or first=5; may be given more than once",
    )
    parser.add_argument(
        "--defaults",
        choices=sorted(DEFAULTS),
        help="whether defaulted games of a correspondence event count as played",
    )
    parser.add_argument(
        "--substitute",
        action="append",
        default=[],
        metavar="NUMBER=MAIN",
        help="the start number of a substitute and that of the player he came in for",
    )


def is_asked(options: Mapping[str, Any]) -> bool:
    """Whether the options belong to a correspondence event."""
    return bool(options["norm"] or options["defaults"] or options["substitute"])


def coefficients(
    record: Record,
    edition: Edition,
    facts: Mapping[int, CoefficientFacts],
    players: Mapping[int, PlayerFacts],
    options: Mapping[str, Any],
) -> EventCoefficients:
    """The event counted with the norms and substitutes that were typed; raises RatingError."""
    norms = _norms(options["norm"], record)
    event = replace(record.event, norms=ordered(norms) or record.event.norms, correspondence=True)
    substitutes = _substitutes(options["substitute"], record)
    entries = tuple(replace(entry, substitute_for=substitutes.get(entry.number)) for entry in record.entries)
    typed_facts = {
        number: CoefficientFacts(ik=known.rating)
        for number, known in players.items()
        if known.rating is not None
    }
    return rate_correspondence(
        replace(record, event=event, entries=entries),
        edition,
        {**facts, **typed_facts},
        counted_games=DEFAULTS.get(options["defaults"] or ""),
    )


def document(result: EventCoefficients, read: Sequence[Finding]) -> dict[str, object]:
    """The result as the command prints it with `--json`."""
    found = [finding_json(finding) for finding in read]
    found += [finding_json(finding, message=remark(finding)) for finding in result.findings]
    return coefficients_document(result, sentence) | {"findings": found}


def remarks(result: EventCoefficients) -> list[str]:
    """The findings of the calculation as lines."""
    return [f"{finding.severity}: {remark(finding)}" for finding in result.findings]


def table(result: EventCoefficients) -> list[list[str]]:
    """Head and rows as text."""
    rows = [list(HEADS)]
    for line in result.players:
        cells = line_document(line, sentence)
        rows.append(["" if cells[name] is None else str(cells[name]) for name in COLUMNS])
    return rows


def _norms(typed: Sequence[str], record: Record) -> tuple[Norm, ...]:
    norms: dict[str, Norm] = {}
    for text in typed:
        norm = _norm(text, record)
        if norm.category in norms:
            raise OptionError(f"argument --norm: the norm {norm.category} is given twice.")
        norms[norm.category] = norm
    return tuple(norms.values())


def _norm(typed: str, record: Record) -> Norm:
    """One norm, of at least half a point and at most the games of the event."""
    norms = parse_norms(typed)
    if len(norms) != 1 or MINUS.search(typed):
        raise OptionError(
            f"argument --norm: {typed!r} is not a norm.", hint="Write it as kms=8 or first=5.5."
        )
    norm = norms[0]
    games = norm.games or _games(record)
    if not 1 <= norm.halves <= 2 * games or games > MOST_GAMES:
        raise OptionError(
            f"argument --norm: {typed!r} is not between half a point and the games of the event, {games}.",
            hint="Of an event that has more games than its file write it as kms=8/16.",
        )
    return norm


def _games(record: Record) -> int:
    """How many games a player has in the event, as far as the file knows."""
    numbers = (number for game in record.games for number in (game.white, game.black))
    return max(record.event.rounds, *Counter(numbers).values(), 0)


def _substitutes(typed: Sequence[str], record: Record) -> dict[int, int]:
    """Whom each substitute came in for, typed and of the record; nobody comes in twice or for himself."""
    found = {entry.number: entry.substitute_for for entry in record.entries if entry.substitute_for}
    given: set[int] = set()
    for text in typed:
        number, main = _pair(text, record)
        if number in given:
            raise OptionError(f"argument --substitute: {number} came in for two players.")
        given.add(number)
        found[number] = main
    for number in given:
        following = found.get(number)
        for _ in found:
            if following == number:
                raise OptionError(f"argument --substitute: {number} came in for himself, by way of others.")
            following = found.get(following) if following is not None else None
    return found


def _pair(typed: str, record: Record) -> tuple[int, int]:
    known = {str(entry.number): entry.number for entry in record.entries}
    number, _, main = typed.partition("=")
    if number not in known or main not in known or number == main:
        raise OptionError(
            f"argument --substitute: {typed!r} does not name two players.", hint="Write it as 6=5."
        )
    return known[number], known[main]
