"""The app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app `tournaments`."""

    name = "tournaments"
