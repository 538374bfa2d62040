"""The ground floor's application."""

import sys
from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    """Loads every app's `tasks`, so that each process knows all kinds of jobs."""

    name = "core"
    verbose_name = _("Ground floor")

    def ready(self) -> None:
        """Register the handlers of all apps."""
        for app in apps.get_app_configs():
            if find_spec(f"{app.name}.tasks") is None:
                continue
            try:
                import_module(f"{app.name}.tasks")
            except ImportError as missing:
                print(f"tasks of {app.name} left out: {missing}", file=sys.stderr)
