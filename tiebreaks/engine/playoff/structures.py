"""The structures of play-offs, read once from the file beside the editions."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tiebreaks.engine.playoff.model import Mode, PlayOffError

FOLDER = Path(__file__).resolve().parents[2] / "editions" / "playoffs"


@dataclass(frozen=True, slots=True)
class PlayOffRules:
    """One text: its rates of play, its structures by number of players, common clauses and choices."""

    key: str
    modes: Mapping[str, Mode]
    structures: Mapping[str, Mapping[str, Any]]
    common: Mapping[str, Mapping[str, Any]]
    choices: Mapping[str, str]
    alternatives: Mapping[str, Mapping[str, Any]]

    def options(self, gap: str) -> tuple[str, ...]:
        """The alternatives of a gap of the text, the default first."""
        known = self.alternatives[gap]
        return (known["default"], *(name for name in known if name not in ("default", known["default"])))

    def structure(self, players: int) -> Mapping[str, Any]:
        """The structure for so many players; raises PlayOffError for fewer than two."""
        if players < 2:
            raise PlayOffError("A play-off needs at least two players.", article="30.5")
        return self.structures[str(min(players, max(map(int, self.structures))))]


@cache
def rules(key: str) -> PlayOffRules:
    """The rules of an edition; raises PlayOffError where its text has no play-offs."""
    path = FOLDER / f"{key}.toml"
    if path.parent != FOLDER or not path.is_file():
        raise PlayOffError(
            f"{key} has no ready structures of play-offs.",
            hint="The event must say the format itself (C.07, 3).",
        )
    data = tomllib.loads(path.read_text("utf-8"))
    modes = {name: _mode(name, item) for name, item in data["modes"].items()}
    found = PlayOffRules(
        key=data["key"],
        modes=MappingProxyType(modes),
        structures=MappingProxyType(data["structures"]),
        common=MappingProxyType(data["common"]),
        choices=MappingProxyType(data["choices"]),
        alternatives=MappingProxyType(data["alternatives"]),
    )
    for name, structure in found.structures.items():
        _check(found, structure["play"], f"structures.{name}")
    return found


def _mode(key: str, item: Mapping[str, Any]) -> Mode:
    white, black = item["white"], item["black"]
    return Mode(
        key=key,
        games=item["games"],
        white=(white["base"], white["increment"]),
        black=(black["base"], black["increment"]),
        draw_wins=item.get("draw_wins", ""),
        article=item["article"],
    )


def _check(found: PlayOffRules, node: Mapping[str, Any], path: str) -> None:
    """Refuse a file that names a mode, structure, choice or type that does not exist."""
    known = {"match", "round_robin", "knockout", "groups", "fewest_moves", "structure"}
    modes = [*node.get("modes", ()), *node.get("short", ()), *([node["mode"]] if "mode" in node else [])]
    wrong = [name for name in modes if name not in found.modes]
    wrong += [] if node["type"] in known else [node["type"]]
    wrong += [] if node.get("choice", "") in ("", *found.choices) else [node["choice"]]
    wrong += [] if node.get("name", "2") in found.structures else [node["name"]]
    if wrong:
        raise PlayOffError(f"{found.key}, {path}: {wrong[0]!r} is not known.")
    for place, inner in node.get("then", {}).items():
        _check(found, inner, f"{path}.then.{place}")
    for name in ("each", "final"):
        if name in node:
            _check(found, node[name], f"{path}.{name}")
