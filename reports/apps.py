"""The app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The app `reports`."""

    name = "reports"

    def ready(self) -> None:
        """Register what is looked at when the portal comes up."""
        from reports import startup_checks  # noqa: F401
