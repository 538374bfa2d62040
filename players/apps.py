"""The app of people."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """People: persons, accounts and roles, published ratings as facts."""

    name = "players"
