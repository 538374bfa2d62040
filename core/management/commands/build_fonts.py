"""Make the web fonts out of the packaged ones."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from core.fonts import FontMissing, build_missing


class Command(BaseCommand):
    """Writes the WOFF2 subsets that the pages load; does nothing where they stand already."""

    help = "Make the WOFF2 subsets of Source Sans and Source Serif that the pages load, where missing."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--force` makes them anew."""
        parser.add_argument("--force", action="store_true", help="make all of them anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write into `GENERATED_STATIC/fonts`, by default `var/static/fonts`."""
        root = getattr(settings, "GENERATED_STATIC", None) or Path(settings.BASE_DIR) / "var" / "static"
        folder = Path(root) / "fonts"
        if options["force"]:
            for old in folder.glob("*.woff2"):
                old.unlink()
        try:
            written = build_missing(folder)
        except FontMissing as missing:
            raise CommandError(str(missing)) from missing
        if written:
            size = sum(path.stat().st_size for path in written) // 1024
            self.stdout.write(f"{len(written)} font files made in {folder} ({size} kB)")
        else:
            self.stdout.write(f"The font files in {folder} are complete")
