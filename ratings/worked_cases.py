"""Worked examples of the rules as the pages of articles show them.

They are the golden cases of the tests, `tests/cases/<regulation>/**/*.toml`, each worked out from the text by
somebody named in the file. Where the portal was installed without its tests, their ids alone are shown.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

CODE = re.compile(r"\b([A-Z]+-?)(\d+)([a-z]?)\b")
RANGE = re.compile(r"\b([A-Z]+)(\d+) to \1(\d+)\b")
RESULTS = frozenset({"expect", "expected", "not_change", "finding", "findings", "needed", "refusal", "error"})
RESULTS |= {
    "values",
    "shown",
    "derivations",
    "places",
    "before",
    "reasons",
    "adjusted",
    "own",
    "encounter",
    "takes",
}
HIDDEN = frozenset({"id", "name", "about", "title", "worked_out_by", "worked_by", "edition"})


@dataclass(frozen=True, slots=True)
class WorkedCase:
    """One worked example: what was given and what must come out, each as (name, text)."""

    id: str
    kind: str
    about: str
    edition: str
    worked_out_by: str
    file: str
    given: tuple[tuple[str, str], ...]
    result: tuple[tuple[str, str], ...]

    @property
    def codes(self) -> frozenset[str]:
        """The ids by which it can be named.

        A case that shows several examples at once (`R19 to R24`) answers to each of them.
        """
        spread = RANGE.sub(lambda match: " ".join(_numbers(*match.groups())), self.id)
        return frozenset({self.id, *("".join(found.groups()) for found in CODE.finditer(spread))})


def cases_named(wanted: str, edition: str = "") -> tuple[WorkedCase, ...]:
    """The cases with this id or code; those of the named edition alone, if it has any."""
    found = tuple(case for case in worked_cases() if wanted in case.codes)
    exact = tuple(case for case in found if case.id == wanted) or found
    return tuple(case for case in exact if case.edition == edition) or exact


@cache
def worked_cases() -> tuple[WorkedCase, ...]:
    """All worked examples, in the order of their files."""
    return read_cases(settings.BASE_DIR / "tests" / "cases")


def read_cases(folder: Path) -> tuple[WorkedCase, ...]:
    """The worked examples of a folder, none where it is not there."""
    return tuple(case for path in sorted(folder.rglob("*.toml")) for case in _cases(path, folder))


def _cases(path: Path, folder: Path) -> Iterator[WorkedCase]:
    data = tomllib.loads(path.read_text("utf-8"))
    for kind, blocks in data.items():
        if not isinstance(blocks, list):
            continue
        for block in blocks:
            if isinstance(block, dict) and isinstance(block.get("id", block.get("name")), str):
                yield _case(kind, block, data, path.relative_to(folder).as_posix())


def _case(kind: str, block: Mapping[str, Any], data: Mapping[str, Any], file: str) -> WorkedCase:
    return WorkedCase(
        id=block.get("id") or block["name"],
        kind=kind.replace("_", " "),
        about=str(block.get("about", block.get("title", ""))),
        edition=str(block.get("edition", data.get("edition", ""))),
        worked_out_by=str(block.get("worked_out_by", data.get("worked_out_by", block.get("worked_by", "")))),
        file=file,
        given=tuple(_pairs(block, lambda name: name not in RESULTS)),
        result=tuple(_pairs(block, lambda name: name in RESULTS)),
    )


def _pairs(block: Mapping[str, Any], wanted: Any) -> Iterator[tuple[str, str]]:
    for name, value in block.items():
        if name not in HIDDEN and wanted(name):
            yield name.replace("_", " "), readable(value)


def readable(value: object) -> str:
    """A value of a case in words: tables as `name value`, lists by commas, lists of tables by semicolons.

    >>> readable({"rating": 2250, "k": 15}), readable([2350, 2300])
    ('rating 2250, k 15', '2350, 2300')
    >>> readable([{"ru": "2280", "n": 5}, {"ru": "2400", "n": 10}]), readable(True)
    ('ru 2280, n 5; ru 2400, n 10', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {readable(item)}" for name, item in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, (dict, list)) for item in value)
        return ("; " if nested else ", ").join(readable(item) for item in value)
    return str(value) or "–"


def _numbers(letters: str, first: str, last: str) -> Iterable[str]:
    """`R19` to `R24`, each with as many digits as the first."""
    return (f"{letters}{number:0{len(first)}}" for number in range(int(first), int(last) + 1))
