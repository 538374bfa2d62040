"""Papers as plain JSON and back: what is frozen of them is the whole value, so nothing is computed again."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from reports.sheets.model import Sentence
from tournaments.rulebook.explained import Input, Reference, Step
from tournaments.rulebook.rounding import Exact, plain


def plain_value(value: Any) -> Any:
    """A dataclass, or what one holds, as JSON has it: days in ISO, tuples as lists."""
    if hasattr(value, "__dataclass_fields__"):
        return plain_value(asdict(value))
    if isinstance(value, Mapping):
        return {str(name): plain_value(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def read_back(kept: dict[str, Any]) -> dict[str, Any]:
    """A paper out of JSON, with its days and missing parts as they were; what it has of its own is left as it is."""
    missing = (Sentence(item["key"], item["article"], item["inputs"]) for item in kept["missing"])
    return kept | {
        "start": _day_of(kept["start"]),
        "end": _day_of(kept["end"]),
        "missing": tuple(missing),
    }


def _day_of(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def plain_steps(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    """A derivation as JSON: article, key, inputs and value of every step, the parts inside."""
    return [
        {
            "article": step.article,
            "key": step.key,
            "inputs": {name: _input(value) for name, value in step.inputs.items()},
            "value": _input(step.value),
            "parts": plain_steps(step.parts),
        }
        for step in steps
    ]


def _input(value: Input) -> Any:
    if isinstance(value, Reference):
        return {"kind": value.kind, "number": value.number, "round": value.round_number}
    if isinstance(value, bool | int | str) or value is None:
        return value
    return plain(value) if isinstance(value, Exact) else value.isoformat()
