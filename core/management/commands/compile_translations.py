"""Compile the translations that changed."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from core.translations import compile_stale


class Command(BaseCommand):
    """Writes the .mo files that the pages read; does nothing where they are newer than their .po."""

    help = "Compile the translation catalogues that changed since they were last compiled."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through all folders of catalogues."""
        written = [path for folder in settings.LOCALE_PATHS for path in compile_stale(Path(folder))]
        self.stdout.write(f"{len(written)} catalogues compiled")
