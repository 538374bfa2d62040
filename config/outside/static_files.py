"""Style sheets, scripts and fonts: our own, and a few named files of installed packages."""

import importlib.util
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage, Storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

BOOTSTRAP_FILES = {
    "bootstrap/bootstrap.min.css": "css/bootstrap.min.css",
    "bootstrap/bootstrap.bundle.min.js": "js/bootstrap.bundle.min.js",
}
HTMX_FILE = "django_htmx/htmx-2.min.js"
FONTS = ".woff2"
VERSION = "v"
FOR_GOOD = "max-age=31536000, public, immutable"
FOR_A_DAY = "max-age=86400, public"


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


class FoundFiles(StaticFilesStorage):
    """Files as they lie in their folders; the address tells their state, so that a browser may keep what it has.

    Fonts have none: style sheets name them too, by an address that nobody writes anew.
    """

    def url(self, name: str | None, *args: Any, **options: Any) -> str:
        """The address with time and size of the file in it."""
        address: str = super().url(name, *args, **options)
        found = _found(name) if name and not name.endswith(FONTS) else ""
        if not found:
            return address
        try:
            state = os.stat(found)
        except FileNotFoundError:
            return address
        return f"{address}?{VERSION}={state.st_mtime_ns:x}-{state.st_size:x}"


@lru_cache(maxsize=1000)
def _found(name: str) -> str:
    """Where a file lies, empty if nowhere; looked for once, since the finders ask several folders."""
    found = finders.find(name)
    return found if isinstance(found, str) else ""


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, which lets a browser keep for good what was asked for with its version, and fonts for a day."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The file, or what the portal answers."""
        answer: HttpResponse = super().__call__(request)
        if (
            self.autorefresh
            and request.path_info.startswith(self.static_prefix)
            and answer.status_code == 200
        ):
            if VERSION in request.GET:
                answer["Cache-Control"] = FOR_GOOD
            elif request.path_info.endswith(FONTS):
                answer["Cache-Control"] = FOR_A_DAY
        return answer


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
