"""The ground floor's application."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    """Loads every app's `tasks`, so that each process knows all kinds of jobs."""

    name = "core"
    verbose_name = _("Ground floor")

    def ready(self) -> None:
        """Register the handlers of all apps."""
        autodiscover_modules("tasks")
