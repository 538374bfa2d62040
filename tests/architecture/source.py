"""The repository's own files, for the tests of its structure."""

import ast
import os
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "commission", "reports", "tiebreaks", "ratings", "tournaments", "players", "core")
PURE = (
    "tiebreaks.engine",
    "ratings.engine",
    "tournaments.pairing",
    "tournaments.interchange",
    "tournaments.eligibility",
    "tournaments.record",
    "tournaments.rulebook",
    "reports.sheets",
)
NOT_OURS = frozenset({"var", "node_modules", "staticfiles", "__pycache__"})
HIDDEN_BUT_OURS = frozenset({".ci", ".env.example", ".gitignore", ".github"})


@lru_cache(maxsize=1)
def files() -> tuple[Path, ...]:
    """Every file of the repository, without what set-up and runs leave behind."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if _is_ours(name))
        found += [
            Path(folder) / name
            for name in sorted(names)
            if _is_ours(name) and not name.endswith((".pyc", ".mo"))
        ]
    return tuple(found)


def _is_ours(name: str) -> bool:
    if name in NOT_OURS or name.endswith(".egg-info"):
        return False
    return not name.startswith(".") or name in HIDDEN_BUT_OURS


def relative(path: Path) -> str:
    """The path as seen from the root."""
    return path.relative_to(ROOT).as_posix()


def modules(*packages: str) -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module of the packages, subpackages included."""
    for path in files():
        if path.suffix != ".py":
            continue
        name = relative(path).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            yield name, path


@cache
def tree(path: Path) -> ast.Module:
    """The parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[str]:
    """Dotted names that the module imports, wherever in it they stand."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
