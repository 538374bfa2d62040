"""What a check has to say: one finding, its severity, where it is and with which numbers.

The sentence is made from the message key at the edge. The English templates stand in one table here, marked
for translation; a page translates the template and fills it with `values`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tournaments.record.sentences import SENTENCES
from tournaments.rulebook.explained import Input, Reference
from tournaments.rulebook.rounding import plain

Severity = Literal["note", "warning", "objection", "refusal"]

SEVERITIES: tuple[Severity, ...] = ("note", "warning", "objection", "refusal")


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark of a check.

    `code` is stable and meant for machines; `message_key` names the sentence where several share a code
    (empty: the code itself). `players` are start numbers, `codes` the result codes in question in the order
    of the players, `lines` the lines of the file, counted from 1. `article` cites the rule, where one speaks.
    `rounds` are those concerned where they are several; `round` is the one in which it happened. `column` counts
    the characters of the first line from 1.
    """

    severity: Severity
    code: str
    message_key: str = ""
    article: str = ""
    inputs: Mapping[str, Input] = field(default_factory=dict, hash=False)
    round: int | None = None
    board: int | None = None
    players: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    column: int | None = None

    @property
    def key(self) -> str:
        """The key of the sentence."""
        return self.message_key or self.code


def rank(severity: Severity) -> int:
    """0 for a note up to 3 for a refusal.

    >>> rank("note") < rank("refusal")
    True
    """
    return SEVERITIES.index(severity)


def worst(findings: tuple[Finding, ...]) -> Severity | None:
    """The gravest severity among the findings, None if there are none."""
    return max((finding.severity for finding in findings), key=rank, default=None)


def template(finding: Finding, sentences: Mapping[str, str] = SENTENCES) -> str:
    """The English template of the finding's sentence; KeyError if nobody wrote it."""
    return sentences[finding.key]


def values(finding: Finding) -> dict[str, str]:
    """What the template is filled with: the inputs as text, and the place of the finding.

    `{players}`, `{codes}`, `{lines}` and `{rounds}` are lists with commas; `{player}`, `{code}`, `{line}` their first,
    `{other}`, `{other_code}`, `{other_line}` their second; `{round}` and `{board}` numbers.
    """
    places = {
        "round": _shown(finding.round),
        "board": _shown(finding.board),
        "players": _listed(finding.players),
        "codes": ", ".join(_code(code) for code in finding.codes),
        "lines": _listed(finding.lines),
        "rounds": _listed(finding.rounds),
    }
    singles: tuple[tuple[str, str, tuple[object, ...]], ...] = (
        ("player", "other", finding.players),
        ("code", "other_code", tuple(_code(code) for code in finding.codes)),
        ("line", "other_line", finding.lines),
    )
    for first, second, items in singles:
        places[first] = str(items[0]) if items else ""
        places[second] = str(items[1]) if len(items) > 1 else ""
    return places | {name: _shown(value) for name, value in finding.inputs.items()}


def _listed(numbers: tuple[int, ...]) -> str:
    """The numbers with commas, four and more that follow one another as a run.

    >>> _listed((7, 1)), _listed((1, 2, 3, 4, 5, 9, 11, 12))
    ('7, 1', '1–5, 9, 11, 12')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}\N{EN DASH}{run[-1]}" if len(run) > 3 else ", ".join(map(str, run)) for run in runs
    )


def text(finding: Finding, sentences: Mapping[str, str] = SENTENCES) -> str:
    """The finding as an English sentence.

    >>> from fractions import Fraction
    >>> inputs = {"stated": Fraction(7, 2), "computed": 3}
    >>> text(Finding("objection", "points.differ", inputs=inputs, players=(4,)))
    'Player 4: the stated points 3.5 are not the sum of the results, 3.'
    """
    return template(finding, sentences).format_map(values(finding))


def finding_json(
    finding: Finding, sentences: Mapping[str, str] = SENTENCES, *, message: str | None = None
) -> dict[str, object]:
    """The finding for the command line and the API: strings and integers only.

    Article, players and rounds are always there, be they empty; other places are left out where unknown.
    `message` is the sentence where it is not made from a template of `sentences`.
    """
    found: dict[str, object] = {
        "severity": finding.severity,
        "code": finding.code,
        "message": text(finding, sentences) if message is None else message,
        "article": finding.article,
        "players": list(finding.players),
        "rounds": list(finding.rounds or ((finding.round,) if finding.round is not None else ())),
    }
    optional = {
        "round": finding.round,
        "board": finding.board,
        "codes": list(finding.codes),
        "lines": list(finding.lines),
        "column": finding.column,
    }
    found.update({name: value for name, value in optional.items() if value not in ("", None, [])})
    if finding.inputs:
        found["inputs"] = {
            name: value if isinstance(value, int) else _shown(value) for name, value in finding.inputs.items()
        }
    return found


def _code(code: str) -> str:
    return code or "blank"


def _shown(value: Input) -> str:
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Reference):
        return str(value.number)
    if isinstance(value, (str, bool)):
        return str(value)
    return plain(value)
