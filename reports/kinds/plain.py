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


def day_of(text: str | None) -> date | None:
    """A day out of JSON."""
    return date.fromisoformat(text) if text else None


def sentences_of(found: list[dict[str, Any]]) -> tuple[Sentence, ...]:
    """Sentences out of JSON."""
    return tuple(Sentence(item["key"], item["article"], item["inputs"]) for item in found)


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
