"""The app."""

from django.apps import AppConfig


class TiebreaksConfig(AppConfig):
    """The app `tiebreaks`."""

    name = "tiebreaks"
