"""The correspondence branch of `manage.py rate`: its options, its calculation and what it prints."""

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
from ratings.racc_sentences import RACC_FINDING_SENTENCES
from ratings.sentences import sentence
from tournaments.record.findings import Finding, finding_json, text
from tournaments.record.model import Norm, Record
from tournaments.record.norms import ordered, parse_norms
from tournaments.rulebook.editions import Edition

__all__ = ["REGULATION"]

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
    norms = tuple(_norm(typed) for typed in options["norm"])
    event = replace(record.event, norms=ordered(norms) or record.event.norms, correspondence=True)
    substitutes = dict(_pair(typed, record) for typed in options["substitute"])
    entries = tuple(
        replace(entry, substitute_for=substitutes.get(entry.number, entry.substitute_for))
        for entry in record.entries
    )
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
    sentences = {key: str(template) for key, template in RACC_FINDING_SENTENCES.items()}
    found = [finding_json(finding) for finding in read]
    found += [finding_json(finding, sentences) for finding in result.findings]
    return coefficients_document(result, sentence) | {"findings": found}


def remarks(result: EventCoefficients) -> list[str]:
    """The findings of the calculation as lines."""
    sentences = {key: str(template) for key, template in RACC_FINDING_SENTENCES.items()}
    return [f"{finding.severity}: {text(finding, sentences)}" for finding in result.findings]


def table(result: EventCoefficients) -> list[list[str]]:
    """Head and rows as text."""
    rows = [list(HEADS)]
    for line in result.players:
        cells = line_document(line, sentence)
        rows.append(["" if cells[name] is None else str(cells[name]) for name in COLUMNS])
    return rows


def _norm(typed: str) -> Norm:
    norms = parse_norms(typed)
    if len(norms) != 1:
        raise OptionError(
            f"argument --norm: {typed!r} is not a norm.", hint="Write it as kms=8 or first=5.5."
        )
    return norms[0]


def _pair(typed: str, record: Record) -> tuple[int, int]:
    known = {str(entry.number): entry.number for entry in record.entries}
    number, _, main = typed.partition("=")
    if number not in known or main not in known or number == main:
        raise OptionError(
            f"argument --substitute: {typed!r} does not name two players.", hint="Write it as 6=5."
        )
    return known[number], known[main]
