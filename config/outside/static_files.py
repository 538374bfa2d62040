"""Style sheets, scripts and fonts: our own, and a few named files of installed packages."""

import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

BOOTSTRAP_FILES = {
    "bootstrap/bootstrap.min.css": "css/bootstrap.min.css",
    "bootstrap/bootstrap.bundle.min.js": "js/bootstrap.bundle.min.js",
}
HTMX_FILE = "django_htmx/htmx-2.min.js"


def package_folder(name: str) -> Path:
    """Where a package's files lie, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ImproperlyConfigured(f"The package {name} is not installed; run script/server once more.")
    return Path(next(iter(spec.submodule_search_locations)))


class BootstrapFinder(BaseFinder):
    """Serves the two Bootstrap files that the pages load, out of the installed package."""

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """The file on disk for an address under /static/, or an empty list."""
        if path not in BOOTSTRAP_FILES:
            return []
        found = str(package_folder("bootstrap") / BOOTSTRAP_FILES[path])
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """What collectstatic copies: each file with a storage that reads it from the package."""
        for address, inside in BOOTSTRAP_FILES.items():
            yield address, _OneFile(address, package_folder("bootstrap") / inside)


class CollectedFiles(CompressedManifestStaticFilesStorage):
    """Collected files under names that hold their hash, compressed once.

    The maps that minified files name for debuggers are not collected, so those names stay as they are.
    """

    patterns = tuple(
        (files, tuple(pattern for pattern in found if "sourceMappingURL" not in str(pattern)))
        for files, found in CompressedManifestStaticFilesStorage.patterns
    )


class _OneFile(FileSystemStorage):
    """A storage that holds one file under the address by which the pages know it."""

    def __init__(self, address: str, file: Path) -> None:
        super().__init__(location=str(file.parent))
        self.address = address
        self.file = file
        self.prefix = ""

    def path(self, name: str) -> str:
        """The file of the package, whatever folder the address pretends."""
        return str(self.file)


def static_settings(*, base_dir: Path, var: Path, finders_at_run_time: bool) -> dict[str, Any]:
    """Django's STATIC_ settings; without collectstatic the finders serve at run time, as a laptop wants."""
    generated = var / "static"
    generated.mkdir(parents=True, exist_ok=True)
    return {
        "STATIC_URL": "/static/",
        "STATIC_ROOT": var / "collected",
        "STATICFILES_DIRS": [base_dir / "static", generated],
        "GENERATED_STATIC": generated,
        "STATICFILES_FINDERS": [
            "django.contrib.staticfiles.finders.FileSystemFinder",
            "django.contrib.staticfiles.finders.AppDirectoriesFinder",
            "config.outside.static_files.BootstrapFinder",
        ],
        "WHITENOISE_USE_FINDERS": finders_at_run_time,
        "WHITENOISE_AUTOREFRESH": finders_at_run_time,
        "WHITENOISE_ALLOW_ALL_ORIGINS": False,
    }
