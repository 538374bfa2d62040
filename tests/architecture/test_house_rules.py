"""Rules of the house that no linter knows."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import APPS, PURE, ROOT, files, modules, relative, tree

LONGEST_MODULE = 450

TEMPLATES = [path for path in files() if path.suffix == ".html" and "templates" in relative(path)]
#  print templates are read by the PDF renderer, not by a browser
PAGES = [path for path in TEMPLATES if "/print/" not in relative(path)]

INLINE = {
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "an event attribute": re.compile(r"<[^>{%]*\son[a-z]+\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a script without src": re.compile(
        r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.IGNORECASE
    ),
    "a javascript address": re.compile(r"javascript:", re.IGNORECASE),
    "code in an htmx attribute": re.compile(r"\bhx-on\b|hx-vals=['\"]js:", re.IGNORECASE),
    "a file from another server": re.compile(
        r"<(?:script|link|img)[^>]*(?:src|href)=['\"](?:https?:)?//", re.IGNORECASE
    ),
}

#  put together here so that this file does not name them itself
UNWANTED = {
    "a package registry": [
        "pypi" + ".org",
        "pythonhosted" + ".org",
        "npmjs" + ".",
        "unpkg" + ".com",
        "jsdelivr" + ".",
    ],
    "somebody's workplace": ["/wo" + "rk/", "/tm" + "p/brief", "art" + "ifactory", "." + "internal/"],
}


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_page_has_nothing_inline_that_the_content_policy_forbids(path: Path) -> None:
    text = re.sub(
        r"{#.*?#}|{% comment %}.*?{% endcomment %}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    found = [what for what, pattern in INLINE.items() if pattern.search(text)]
    assert found == []


@pytest.mark.parametrize("what", UNWANTED)
def test_no_file_names(what: str) -> None:
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{relative(path)} names {word}" for word in UNWANTED[what] if word in text]
    assert found == []


def test_nothing_minified_or_vendored_lies_in_the_repository() -> None:
    assert [
        relative(path) for path in files() if re.search(r"\.min\.|/vendor/|/node_modules/", relative(path))
    ] == []


def test_modules_stay_short_enough_to_read() -> None:
    long = {
        relative(path): lines
        for _name, path in modules(*APPS)
        if "/migrations/" not in relative(path)
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE
    }
    assert long == {}


@pytest.mark.parametrize("package", PURE)
def test_engine_uses_no_float_no_bare_rounding_and_no_clock(package: str) -> None:
    found = [
        f"{name}:{line} {what}"
        for name, path in modules(package)
        if name not in {"ratings.engine.bulk"}
        for line, what in _inexact(tree(path))
    ]
    assert found == []


def test_business_logic_stays_out_of_save_and_signals() -> None:
    found = []
    for name, path in modules(*APPS):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and node.name == "save" and ".models" in name:
                found.append(f"{name}:{node.lineno} overrides save")
            if isinstance(node, ast.ImportFrom) and node.module in {
                "django.dispatch",
                "django.db.models.signals",
            }:
                found.append(f"{name}:{node.lineno} listens to signals")
    assert found == []


def test_calendar_day_comes_from_the_zone_of_the_portal() -> None:
    pattern = re.compile(r"timezone\.now\(\)\.date\(\)|date\.today\(\)|datetime\.now\(\)|datetime\.today\(\)")
    found = [
        relative(path) for _name, path in modules(*APPS) if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_long_work_is_not_left_to_the_time_limits_of_celery() -> None:
    pattern = re.compile(r"\b(soft_)?time_limit\s*=|TASK_(SOFT_)?TIME_LIMIT")
    found = [
        relative(path) for _name, path in modules(*APPS) if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_readme_commands_exist_and_can_be_run() -> None:
    for command in ("script/server", "script/test", "script/bench", ".ci/run"):
        path = ROOT / command
        assert path.is_file(), command
        assert path.stat().st_mode & 0o111, f"{command} is not executable"


def _inexact(module: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, f"the float {node.value}"
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in {"float", "round"}:
                yield node.lineno, f"calls {called}"
            if re.search(r"\b(now|today|utcnow|monotonic|time\.time)$", called) and called != "today":
                yield node.lineno, f"reads the clock by {called}"
            if called.startswith("random.") and called != "random.Random":
                yield node.lineno, f"draws by {called} without a seed"
