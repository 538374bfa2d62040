"""Starts what the portal is wired to as soon as Django stands."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    """Makes the Celery application known in every process, so that a view can send what a worker takes."""

    name = "config"
    label = "wiring"

    def ready(self) -> None:
        """Create the Celery application; importing it is enough."""
        from config import celery  # noqa: F401
