"""Imports go the ways that the design draws, and only those."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.architecture.source import APPS, PURE, ROOT, files, imports, modules, relative

#  pure package or module -> the only libraries beside the standard library
BORDERS = {
    "tournaments.pairing.gacrux_adapter": {"gacrux"},
    "tournaments.pairing.gacrux_teams": {"gacrux"},
    "tournaments.interchange": {"openpyxl", "defusedxml", "pgn_read"},
    "ratings.engine.bulk": {"numpy"},
}

#  library without types, or one that the house keeps at arm's length -> the modules that may know it
ADAPTERS = {
    "celery": {"config.celery", "core.tasks"},
    "kombu": {"config.outside.file_queue"},
    "gacrux": {"tournaments.pairing.gacrux_adapter", "tournaments.pairing.gacrux_teams"},
    "networkx": set(),
    "openpyxl": {"tournaments.interchange.xlsx"},
    "defusedxml": {"tournaments.interchange.xlsx"},
    "pgn_read": {"tournaments.interchange.pgn"},
    "polib": {"core.translations"},
    "lucide": {"core.templatetags.ui"},
    "fontTools": {"core.fonts"},
    "weasyprint": {"reports.render"},
    "segno": {"core.qr"},
    "pyhanko": {"reports.signing", "reports.verifying", "reports.changes", "reports.timestamps"},
    "pyhanko_certvalidator": {"reports.signing", "reports.verifying"},
    "asn1crypto": {"reports.signing", "reports.verifying", "reports.timestamps"},
}


def test_contracts_of_the_import_linter_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    told = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("package", PURE)
def test_pure_package_imports_the_standard_library_and_its_named_borders_only(package: str) -> None:
    found = list(modules(package))
    if package != "reports.sheets":
        assert found, f"{package} is empty"
    strange = []
    for name, path in found:
        allowed = set().union(*(libraries for border, libraries in BORDERS.items() if _inside(name, border)))
        for imported in imports(path):
            top = imported.split(".")[0]
            if (
                top in sys.stdlib_module_names
                or top in allowed
                or any(_inside(imported, pure) for pure in PURE)
            ):
                continue
            if any(_inside(pure, imported) for pure in PURE):
                continue  # `from tournaments import record` names the package on the way
            strange.append(f"{name} imports {imported}")
    assert strange == []


def test_library_is_known_to_its_adapter_alone() -> None:
    strange = [
        f"{name} imports {imported}"
        for name, path in modules(*APPS)
        for imported in imports(path)
        if (library := imported.split(".")[0]) in ADAPTERS and name not in ADAPTERS[library]
    ]
    assert sorted(set(strange)) == []


def test_every_library_that_the_portal_imports_is_asked_for_by_name_in_the_lock() -> None:
    lock = (ROOT / "requirements.txt").read_text().split("# --- what those need")[0].lower()
    homes = packages_distributions()
    missing = set()
    for name, path in modules(*APPS):
        for imported in _imports_at_run_time(path):
            top = imported.split(".")[0]
            if top in sys.stdlib_module_names or top in APPS or top == "tests":
                continue
            if not any(
                f"\n{home.lower()}{mark}" in lock for home in homes.get(top, []) for mark in ("==", "[")
            ):
                missing.add(f"{name} imports {top}")
    assert sorted(missing) == []


#  asked for although no module imports them: Django, the server or a library loads them by name
LOADED_BY_NAME = {
    "django-axes", "crispy-bootstrap5", "django-csp", "django-htmx", "whitenoise", "gunicorn", "psycopg[binary]",
    "redis", "django-storages", "boto3",
    "bootstrap-wrapper", "font-source-sans-pro", "font-source-serif-pro", "brotli", "tzdata",
}  # fmt: skip


def test_no_library_is_asked_for_that_nobody_needs() -> None:
    homes = packages_distributions()
    imported = {
        home.lower()
        for _name, path in modules(*APPS)
        for name in imports(path)
        for home in homes.get(name.split(".")[0], [])
    }
    lines = (ROOT / "requirements.txt").read_text().split("# --- what those need")[0].splitlines()
    asked = {line.split("==")[0] for line in lines if "==" in line}
    assert sorted(name for name in asked if name.lower() not in imported | LOADED_BY_NAME) == []


def test_every_direct_requirement_has_its_reason() -> None:
    for lock in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / lock).read_text().split("# --- asked for by name\n")[1].split("\n\n")[0].splitlines()
        assert len(lines) % 2 == 0
        for reason, pin in zip(lines[::2], lines[1::2], strict=True):
            assert reason.startswith("# "), pin
            assert "==" in pin


@pytest.mark.parametrize("app", APPS)
def test_init_of_an_app_is_empty(app: str) -> None:
    assert (ROOT / app / "__init__.py").read_text() == ""


def test_nobody_imports_the_wiring() -> None:
    strange = [
        f"{name} imports {imported}"
        for name, path in modules(*APPS)
        if not _inside(name, "config")
        for imported in imports(path)
        if _inside(imported, "config")
    ]
    assert strange == []


def test_every_python_file_belongs_to_an_app_or_to_the_tests() -> None:
    strange = [
        relative(path)
        for path in files()
        if path.suffix == ".py"
        and relative(path).split("/")[0] not in {*APPS, "tests", "manage.py", "script"}
    ]
    assert strange == []


def _inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _imports_at_run_time(path: Path) -> list[str]:
    """As `imports`, without what only a type checker reads."""
    import ast

    from tests.architecture.source import tree

    for_checkers: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for inner in ast.walk(node):
                if isinstance(inner, ast.ImportFrom) and inner.module:
                    for_checkers |= {inner.module, *(f"{inner.module}.{alias.name}" for alias in inner.names)}
                elif isinstance(inner, ast.Import):
                    for_checkers |= {alias.name for alias in inner.names}
    return [name for name in imports(path) if name not in for_checkers]
