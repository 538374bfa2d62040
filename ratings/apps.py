"""The app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app `ratings`."""

    name = "ratings"
