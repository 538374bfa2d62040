#!/usr/bin/env python
"""The portal's commands; without an environment variable they run in development settings."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError as missing:
        raise SystemExit(
            f"{missing.name} is not installed for {sys.executable}; "
            "run script/server once, then .venv/bin/python manage.py"
        ) from missing
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
